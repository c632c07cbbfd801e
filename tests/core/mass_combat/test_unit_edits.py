"""Duplicate, mirror, split, merge: nothing is lost."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from massbattle_core import battlefile
from massbattle_core.document import BattleDocument, apply_edit, edit_from_json, edit_to_json
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.mass_combat.building import build_unit
from massbattle_core.mass_combat.edits import (
    DuplicateUnit,
    MassCombatEdit,
    MergeUnits,
    MirrorUnit,
    SplitUnit,
    even_split,
)
from massbattle_core.mass_combat.model import Arrival, Commander, Group, MassBattle, Objective, Unit
from tests.core.armies.documents import FORD, documents

DEMO = battlefile.load(FORD)


def battle_of(*units: Unit) -> BattleDocument:
    return replace(DEMO, mass_combat=MassBattle(units={unit.id: unit for unit in units}))


def after(document: BattleDocument, edit: MassCombatEdit) -> dict[str, Unit]:
    assert edit_from_json(edit_to_json(edit)) == edit
    return dict(apply_edit(document, edit).document.mass_combat.units)


def rating_and_space(unit: Unit) -> tuple[int, int]:
    built = build_unit(unit, DEMO.creatures, DEMO.mass_combat.sides[unit.side], DEMO.mass_combat.rules)
    return built.battle_rating.value, built.space.value


def heads(*units: Unit) -> Counter[str | None]:
    found: Counter[str | None] = Counter()
    for unit in units:
        for group in unit.groups:
            found.update({group.creature: group.count})
            found.update({group.mount: group.count})
        if unit.commander:
            found.update((unit.commander.creature, unit.commander.mount))
    del found[None]
    return found


def test_a_duplicate_stands_beside_its_unit() -> None:
    units = after(DEMO, DuplicateUnit("u7", "u20"))
    original = DEMO.mass_combat.units["u7"]
    assert units["u7"] == original
    assert units["u20"] == replace(original, id="u20", name="Wolf riders 2", position=(16, 3))
    twice = after(battle_of(units["u20"]), DuplicateUnit("u20", "u1"))
    assert twice["u1"].name == "Wolf riders 3"


def test_a_duplicate_of_an_unplaced_unit_is_not_placed() -> None:
    units = after(battle_of(Unit("u1", "a", "")), DuplicateUnit("u1", "u2"))
    assert (units["u2"].position, units["u2"].name) == (None, "")


def test_a_mirrored_unit_stands_across_the_map() -> None:
    unit = replace(DEMO.mass_combat.units["u1"], position=(10, 5))
    units = after(battle_of(unit), MirrorUnit("u1", "u2"))
    assert units["u2"] == replace(unit, id="u2", side="b", position=(19, 5))
    taken = after(battle_of(unit, units["u2"]), MirrorUnit("u1", "u3"))
    assert taken["u3"].position is None
    late = replace(unit, arrival=Arrival(3))
    assert after(battle_of(late, units["u2"]), MirrorUnit("u1", "u3"))["u3"].position == (19, 5)


@pytest.mark.parametrize("edit", [DuplicateUnit("u1", "u2"), MirrorUnit("u1", "u2"), SplitUnit("u1", "u2", (10, 0, 0))])
def test_ids_must_be_free_and_units_there(edit: MassCombatEdit) -> None:
    with pytest.raises(IllegalActionError, match="a unit u2 already"):
        apply_edit(DEMO, edit)
    with pytest.raises(IllegalActionError, match="no unit 'u1'"):
        apply_edit(BattleDocument(), edit)
    with pytest.raises(InvalidBattleError, match="units/x"):
        apply_edit(DEMO, replace(edit, new_id="x"))  # type: ignore[call-arg]
    full = battle_of(*(replace(DEMO.mass_combat.units["u1"], id=f"u{n}", position=None) for n in range(1, 65)))
    with pytest.raises(IllegalActionError, match="at most 64"):
        apply_edit(full, replace(edit, new_id="u99"))  # type: ignore[call-arg]


def test_split_by_groups_and_counts() -> None:
    unit = replace(DEMO.mass_combat.units["u1"], losses=7)
    units = after(battle_of(unit), SplitUnit("u1", "u2", (40, 15, 0)))
    assert units["u1"].groups == (Group("guard", 80), Group("veteran", 6))
    assert units["u2"].groups == (Group("guard", 40), Group("thug", 15))
    assert (units["u1"].losses, units["u2"].losses) == (5, 2)
    assert (units["u1"].commander, units["u2"].commander) == (unit.commander, None)
    assert units["u2"].name == "Pikes of Dorn 2"
    for moved in ((121, 0, 0), (-1, 0, 0), (0, 0, 0), (120, 15, 6), (1, 1)):
        with pytest.raises(IllegalActionError):
            apply_edit(battle_of(unit), SplitUnit("u1", "u2", moved))


@pytest.mark.parametrize(
    ("groups", "moved"),
    [
        ((Group("guard", 412),), (220,)),
        ((Group("guard", 19),), (10,)),
        ((Group("goblin", 140, "wolf"),), (70,)),
        ((Group("commoner", 9),), (4,)),
        ((Group("guard", 200), Group("hill-giant", 40)), (60, 25)),
    ],
)
def test_R0_6_an_even_split_keeps_both_within_the_limit_and_the_rating(
    groups: tuple[Group, ...], moved: tuple[int, ...]
) -> None:
    unit = Unit("u1", "a", "U", groups)
    assert even_split(unit, DEMO.creatures, DEMO.mass_combat.rules) == moved
    units = after(battle_of(unit), SplitUnit("u1", "u2", moved))
    (rating, space), parts = rating_and_space(unit), [rating_and_space(part) for part in units.values()]
    assert sum(part for _, part in parts) == space
    assert max(part for _, part in parts) <= 400
    assert sum(part for part, _ in parts) == rating


def test_a_heavy_mount_of_the_commander_does_not_empty_the_unit() -> None:
    unit = Unit("u1", "a", "U", (Group("gladiator", 2),), Commander(0, "ogre", "", "warhorse"))
    assert even_split(unit, DEMO.creatures, DEMO.mass_combat.rules) == (1,)


def test_a_unit_of_more_than_800_space_is_split_twice() -> None:
    unit = Unit("u1", "a", "U", (Group("guard", 1000),))
    assert even_split(unit, DEMO.creatures, DEMO.mass_combat.rules) == (400,)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(DEMO.creatures)), st.integers(1, 300), st.booleans()), min_size=1, max_size=4
    )
)
def test_even_splits_never_lose_a_creature_nor_a_point(made_of: list[tuple[str, int, bool]]) -> None:
    groups = tuple(Group(creature, count, "wolf" if rides else None) for creature, count, rides in made_of)
    unit = Unit("u1", "a", "U", groups, Commander(0, "ogre", "", "warhorse"))
    assume(sum(group.count for group in groups) > 1)
    rating, space = rating_and_space(unit)
    moved = even_split(unit, DEMO.creatures, DEMO.mass_combat.rules)
    units = after(battle_of(unit), SplitUnit("u1", "u2", moved))
    assert heads(*units.values()) == heads(unit)
    stays, goes = (rating_and_space(units[key]) for key in ("u1", "u2"))
    assert goes[1] <= 400
    assert stays[1] + goes[1] == space
    if space <= 700:
        assert stays[1] <= 400
    assert rating - 2 <= stays[0] + goes[0] <= rating


def test_merging_pools_the_same_creatures_and_keeps_names() -> None:
    first = Unit(
        "u1",
        "a",
        "One",
        (Group("guard", 20),),
        Commander(1, "knight", "Ann"),
        2,
        position=(1, 1),
        notes="old",
        losses=1,
    )
    second = Unit(
        "u2",
        "a",
        "Two",
        (Group("guard", 30), Group("orc", 5, "wolf")),
        Commander(3, "veteran", "Bo", "warhorse"),
        4,
        losses=2,
    )
    document = battle_of(first, second)
    goal = Objective("a", "protect", unit="u2")
    document = replace(document, mass_combat=replace(document.mass_combat, objectives={"keep": goal}))
    merged = apply_edit(document, MergeUnits("u1", "u2")).document.mass_combat
    assert merged.units == {
        "u1": replace(
            first,
            groups=(Group("guard", 50), Group("orc", 5, "wolf"), Group("veteran", 1, "warhorse")),
            losses=3,
            notes="old\nBo (+3)",
        )
    }
    assert merged.objectives["keep"].unit == "u1"
    led = after(battle_of(replace(first, commander=None), second), MergeUnits("u1", "u2"))
    assert led["u1"].commander == second.commander


def test_merging_remembers_an_attached_character() -> None:
    first, second = (Unit(f"u{n}", "a", "U", (Group("guard", 1),), Commander(n)) for n in (1, 2))
    assert after(battle_of(first, second), MergeUnits("u1", "u2"))["u1"].notes == "commander (+2)"


def test_only_units_of_one_side_are_merged() -> None:
    for other in ("u1", "u7", "u99"):
        with pytest.raises(IllegalActionError):
            apply_edit(DEMO, MergeUnits("u1", other))


@settings(max_examples=40, deadline=None)
@given(documents(), st.data())
def test_splitting_and_merging_count_up(document: BattleDocument, data: st.DataObject) -> None:
    units = document.mass_combat.ordered_units()
    assume(units)
    unit = data.draw(st.sampled_from(units))
    moved = tuple(data.draw(st.integers(0, group.count)) for group in unit.groups)
    assume(0 < sum(moved) < sum(group.count for group in unit.groups))
    battle = replace(document.mass_combat, units={unit.id: unit}, objectives={})
    split = SplitUnit(unit.id, "new", moved).apply(battle)
    assert heads(*split.units.values()) == heads(unit)
    assert sum(part.losses for part in split.units.values()) == unit.losses
    merged = MergeUnits(unit.id, "new").apply(split).units[unit.id]
    assert heads(merged) == heads(unit)
    assert merged.losses == unit.losses
