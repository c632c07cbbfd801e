"""The battle document: edits, patches and their inverses, plain JSON."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import get_args

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core import document as module
from massbattle_core.document import (
    AddCreatures,
    BattleDocument,
    Rename,
    SetViewers,
    Several,
    apply_edit,
    apply_patch,
    document_from_json,
    document_schema,
    document_to_json,
    edit_from_json,
    edit_to_json,
    preview,
)
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.mass_combat.edits import (
    AddUnit,
    DuplicateUnit,
    MergeUnits,
    MirrorUnit,
    MoveUnit,
    PaintHexes,
    RemoveUnit,
    ResizeField,
    SetBackdrop,
    SetCharisma,
    SetCommander,
    SetFactors,
    SetField,
    SetGroups,
    SetHouseRule,
    SetMorale,
    SetObjective,
    SetSide,
    SetSimulation,
    SetUnit,
    SetZone,
    SplitUnit,
    SwapSides,
)
from massbattle_core.mass_combat.fight import FightEdit
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import (
    MOST_UNITS,
    Arrival,
    Backdrop,
    Battlefield,
    Commander,
    Group,
    Hex,
    MassBattle,
    Objective,
    Side,
    SimulationSettings,
    Unit,
)
from massbattle_core.viewers import Viewers
from tests.core.mass_combat.armies import BESTIARY, battle_of, company, creature

FORD = Objective("a", "hold", ((4, 4), (5, 4)), 2)
KING = Objective("b", "protect", unit="u2")
BATTLE = battle_of(
    company(1, "a", (1, 1)),
    company(2, "b", (8, 5), morale=3, doctrine="hold"),
    company(3, "b", (8, 6), arrival=Arrival(3), secret=True),
    objectives={"ford": FORD, "king": KING},
    field=Battlefield(12, 8, {"4,4": Hex("water"), "9,7": Hex("open", 2, cover=True)}, {"a": ((0, 0), (11, 7))}),
)
DOCUMENT = BattleDocument("The ford", BESTIARY, BATTLE, "Rain.")

OGRE = creature("ogre", 2, "large")
RIDER = Commander(2, "knight", "Ada", "horse")
MIXED = (Group("orc", 7), Group("knight", 3, "horse"))
MILL = Objective("b", "reach", ((1, 1),))
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
PICTURE = Backdrop(DOT, x=-1.5, scale=12.0)
ORDERS = {"name": "Vanguard", "doctrine": "flank", "arrival": Arrival(2), "losses": 3}
CHANGES = [
    (Rename("The mill"), lambda d, b: d.name == "The mill"),
    (SetViewers({"side": "b", "odds": True}), lambda d, b: d.viewers == Viewers("b", odds=True)),
    (AddCreatures({"ogre": OGRE}), lambda d, b: d.creatures["ogre"] == OGRE),
    (
        Several((Rename("x"), SetMorale("u1", 4))),
        lambda d, b: (d.name, b.units["u1"].morale) == ("x", 4),
    ),
    (SetMorale("u2", -10), lambda d, b: b.units["u2"].morale == -10),
    (SetFactors("u1", {"pay": -1, "enemy": -1}), lambda d, b: b.units["u1"].morale == -4),
    (SetCharisma("u1", 5), lambda d, b: b.units["u1"].commander == Commander(5, "captain")),
    (SetCommander("u1", None), lambda d, b: b.units["u1"].commander is None),
    (SetCommander("u2", RIDER), lambda d, b: b.units["u2"].commander == RIDER),
    (SetGroups("u1", MIXED), lambda d, b: b.units["u1"].groups == MIXED),
    (SetUnit("u1", ORDERS), lambda d, b: all(getattr(b.units["u1"], key) == value for key, value in ORDERS.items())),
    (SetUnit("u3", {"arrival": None, "secret": False}), lambda d, b: b.units["u3"].arrival is None),
    (MoveUnit("u1", (3, 3)), lambda d, b: b.unit_at((3, 3)).id == "u1"),
    (MoveUnit("u1", None), lambda d, b: b.units["u1"].position is None),
    (AddUnit(Unit("u9", "a", "new", position=(2, 2))), lambda d, b: b.free_id() == "u10"),
    (DuplicateUnit("u1", "u9"), lambda d, b: b.units["u9"].groups == b.units["u1"].groups),
    (MirrorUnit("u1", "u9"), lambda d, b: (b.units["u9"].side, b.units["u9"].position) == ("b", (10, 1))),
    (SplitUnit("u1", "u9", (15,)), lambda d, b: [b.units[n].groups[0].count for n in ("u1", "u9")] == [25, 15]),
    (MergeUnits("u2", "u3"), lambda d, b: set(b.units) == {"u1", "u2"} and b.units["u2"].groups[0].count == 80),
    (RemoveUnit("u2"), lambda d, b: (set(b.units), set(b.objectives)) == ({"u1", "u3"}, {"ford"})),
    (SetSide("b", {"name": "Horde", "morale_shift": -2}), lambda d, b: b.sides["b"] == Side("Horde", morale_shift=-2)),
    (
        SwapSides(),
        lambda d, b: (
            [unit.side for unit in b.ordered_units()] == ["b", "a", "a"]
            and {key: goal.side for key, goal in b.objectives.items()} == {"ford": "b", "king": "a"}
            and (b.sides["a"].name, set(b.field.zones), d.viewers.side) == ("Side B", {"b"}, "b")
        ),
    ),
    (SetHouseRule("s0.initiative_cha", "once"), lambda d, b: b.rules == HouseRules(initiative_cha="once")),
    (SetSimulation({"seed": 9, "round_limit": 12}), lambda d, b: b.simulation == SimulationSettings(9, 12)),
    (PaintHexes({"4,4": Hex(), "0,7": Hex("wall")}), lambda d, b: set(b.field.hexes) == {"9,7", "0,7"}),
    (
        ResizeField(9, 6),
        lambda d, b: (
            (b.units["u2"].position, b.units["u3"].position) == ((8, 5), None)
            and set(b.field.hexes) == {"4,4"}
            and b.field.zones == {"a": ((0, 0),)}
        ),
    ),
    (
        SetField(Battlefield(9, 6, {"1,1": Hex("wall"), "2,2": Hex()})),
        lambda d, b: (
            b.field == Battlefield(9, 6, {"1,1": Hex("wall")}, {"a": ((0, 0),)}) and b.units["u3"].position is None
        ),
    ),
    (
        SetBackdrop(Backdrop(DOT, x=-1.5, scale=12.0)),
        lambda d, b: b.field.backdrop == Backdrop(DOT, x=-1.5, scale=12.0),
    ),
    (SetBackdrop(None), lambda d, b: b == BATTLE),
    (
        SetZone("b", ((9, 1), (11, 7), (9, 1))),
        lambda d, b: b.field.zones == {"a": ((0, 0),), "b": ((9, 1), (11, 7))},
    ),
    (SetObjective("mill", MILL), lambda d, b: b.objectives["mill"] == MILL),
    (SetObjective("ford", None), lambda d, b: set(b.objectives) == {"king"}),
]
"""Edits, each with what must be true of the document and its battle afterwards."""
EDITS = [edit for edit, _ in CHANGES]


def test_every_class_of_edit_has_a_case():
    """Those that play a fight have theirs in ``mass_combat/test_fight.py``."""
    assert {type(edit) for edit in EDITS} == set(module.Edit.__args__) - set(get_args(FightEdit))


@pytest.mark.parametrize(("edit", "holds"), CHANGES, ids=lambda value: type(value).__name__)
def test_an_edit_makes_its_change_and_its_patches_lead_there_and_back(edit, holds):
    change = apply_edit(DOCUMENT, edit)
    assert holds(change.document, change.document.mass_combat)
    assert change.document == preview(DOCUMENT, edit)
    assert bool(change.patch) is (change.document != DOCUMENT)
    assert apply_patch(DOCUMENT, change.patch) == change.document
    assert apply_patch(change.document, change.inverse) == DOCUMENT
    assert json.loads(json.dumps(change.patch)) == list(change.patch)


@pytest.mark.parametrize("edit", EDITS, ids=lambda value: type(value).__name__)
def test_an_edit_written_as_json_makes_the_same_change(edit):
    data = json.loads(json.dumps(edit_to_json(edit)))
    assert edit_to_json(edit_from_json(data)) == data
    assert apply_edit(DOCUMENT, edit_from_json(data)) == apply_edit(DOCUMENT, edit)


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (Rename("  "), "name"),
        (SetMorale("u1", 11), "mass_combat/units/u1/morale"),
        (SetCharisma("u1", -6), "mass_combat/units/u1/commander/charisma"),
        (SetGroups("u1", (Group("orc", 0),)), "mass_combat/units/u1/groups/0/count"),
        (SetGroups("u1", (Group("snark", 1),)), "mass_combat/units/u1/groups/0/creature"),
        (SetCommander("u1", Commander(0, "orc", mount="snark")), "mass_combat/units/u1/commander/mount"),
        (SetUnit("u1", {"losses": float("nan")}), "mass_combat/units/u1/losses"),
        (SetUnit("u1", {"position": (1, 2)}), "position"),
        (SetUnit("u1", {"doctrine": "panic"}), "mass_combat/units/u1/doctrine"),
        (SetUnit("u3", {"arrival": {"round": 0}}), "mass_combat/units/u3/arrival/round"),
        (SetSide("a", {"morale_shift": 11}), "mass_combat/sides/a/morale_shift"),
        (SetSide("a", {"colour": "red"}), "colour"),
        (SetSimulation({"round_limit": 0}), "mass_combat/simulation/round_limit"),
        (SetHouseRule("weather", "rain"), "rules/weather"),
        (PaintHexes({"12,0": Hex("wall")}), "mass_combat/field/hexes/12,0"),
        (PaintHexes({"A1": Hex("wall")}), "mass_combat/field/hexes/A1"),
        (PaintHexes({"1,1": Hex(elevation=99)}), "mass_combat/field/hexes/1,1/elevation"),
        (ResizeField(0, 8), "mass_combat/field/columns"),
        (ResizeField(10**9, 8), "mass_combat/field/columns"),
        (SetField(Battlefield(12, 8, {"12,1": Hex("wall")})), "mass_combat/field/hexes/12,1"),
        (SetBackdrop(Backdrop("no picture")), "mass_combat/field/backdrop/data"),
        (SetBackdrop(Backdrop(DOT, opacity=float("nan"))), "mass_combat/field/backdrop/opacity"),
        (SetObjective("mill", Objective("a", "hold", ())), "mass_combat/objectives/mill/hexes"),
        (SetObjective("mill", Objective("a", "hold", ((30, 1),))), "mass_combat/objectives/mill/hexes"),
        (SetObjective("mill", Objective("a", "protect", unit="u7")), "mass_combat/objectives/mill/unit"),
        (Several((SetUnit("u1", {"side": "c"}), SwapSides())), "mass_combat/units/u1/side"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_no_battle_may_have_is_refused_with_its_place(edit, place):
    with pytest.raises(InvalidBattleError) as refusal:
        apply_edit(DOCUMENT, edit)
    assert place in [problem.place for problem in refusal.value.problems]
    assert all(problem.message for problem in refusal.value.problems)


@pytest.mark.parametrize(
    ("edit", "rule"),
    [
        (MoveUnit("u1", (8, 5)), "R0.11"),
        (MoveUnit("u1", (12, 0)), "R0.24"),
        (MoveUnit("u1", (-1, 0)), "R0.24"),
        (SetZone("a", ((1, 1), (12, 0))), "R0.24"),
        (AddUnit(Unit("u9", "a", "new", position=(8, 5))), "R0.11"),
        (AddUnit(Unit("u1", "a", "again")), ""),
        (SetFactors("u1", {"weather": 1}), "R0.15"),
        *((edit, "") for edit in (SetMorale("u7", 1), RemoveUnit("u7"), MoveUnit("u7", (1, 2)), SetUnit("u7", {}))),
        (Several((Rename("x"), SetMorale("u7", 1))), ""),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_this_battle_does_not_allow_is_refused_with_the_reason(edit, rule):
    with pytest.raises(IllegalActionError) as refusal:
        apply_edit(DOCUMENT, edit)
    assert refusal.value.reason
    assert refusal.value.rule == rule


def test_every_problem_is_named_at_once():
    wrong = replace(BATTLE, units={**BATTLE.units, "u2": replace(BATTLE.units["u2"], morale=99, losses=-1)})
    with pytest.raises(InvalidBattleError) as refusal:
        document_from_json(document_to_json(replace(DOCUMENT, mass_combat=wrong)))
    assert {p.place.rpartition("/")[2] for p in refusal.value.problems} == {"morale", "losses"}


def test_a_battle_has_room_for_64_units():
    battle = MassBattle(units={f"u{n}": Unit(f"u{n}", "a", "x") for n in range(1, MOST_UNITS)})
    full = AddUnit(Unit("u64", "b", "last")).apply(battle)
    with pytest.raises(IllegalActionError, match="at most 64"):
        AddUnit(Unit("u65", "b", "one more")).apply(full)


def test_a_patch_of_another_battle_is_refused():
    change = apply_edit(DOCUMENT, RemoveUnit("u2"))
    with pytest.raises(InvalidBattleError):
        apply_patch(change.document, change.patch)
    with pytest.raises(InvalidBattleError):
        apply_patch(DOCUMENT, [{"op": "replace", "path": "/mass_combat/units/u1/morale/x", "value": 3}])
    with pytest.raises(InvalidBattleError):
        apply_patch(DOCUMENT, [{"op": "add", "path": "/mass_combat/units/u1/morale", "value": 99}])


def test_documents_and_their_json():
    data = document_to_json(DOCUMENT)
    assert document_from_json(json.loads(json.dumps(data))) == DOCUMENT
    jsonschema.validate(data, document_schema())
    empty = document_to_json(BattleDocument())
    assert document_from_json(empty) == BattleDocument()
    assert set(empty["mass_combat"]) == {"sides", "units", "field", "objectives", "rules", "simulation"}


@pytest.mark.parametrize(
    "data",
    [
        *(None, 3, [], "SetMorale", {}, {"edit": 3}, {"edit": "Conquer"}, {"edit": "Several"}, {"edit": "SetMorale"}),
        {"edit": "Several", "edits": [{"edit": "SwapSides"}] * 201},
        {"edit": "SetMorale", "unit": "u1", "value": "x"},
        {"edit": "SwapSides", "unit": "u1"},
        {"edit": "AddCreatures", "creatures": {"x": {"name": "X", "cr": "1/3x"}}},
        {"edit": "AddUnit", "unit": {"id": "first", "side": "a", "name": ""}},
    ],
    ids=lambda data: repr(data)[:40],
)
def test_json_that_is_no_edit_is_refused(data):
    with pytest.raises(InvalidBattleError) as refusal:
        edit_from_json(data)
    assert all(problem.message for problem in refusal.value.problems)


# ---------------------------------------------------------------- any sequence of edits

UNIT_IDS = st.sampled_from(["u1", "u2", "u3", "u4", "u5"])
PLACES = st.tuples(st.integers(0, 12), st.integers(0, 8))
KEYS = st.sampled_from(["ford", "king", "a/b~c", ""])
HEXES = st.builds(Hex, st.sampled_from(["open", "water", "wall"]), st.integers(0, 1), st.booleans())
NAMES = st.sampled_from(["", "Vanguard", "<b>", "É/~"])
COMMANDERS = st.none() | st.builds(Commander, st.integers(-5, 10), st.sampled_from([None, "orc", "captain"]), NAMES)
GROUPS = st.lists(st.builds(Group, st.sampled_from(["orc", "ogre"]), st.integers(1, 9)), max_size=3).map(tuple)
FACTORS = st.dictionaries(st.sampled_from(["pay", "enemy"]), st.sampled_from([-1, 1]))
UNIT_FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "name": NAMES,
        "side": st.sampled_from("ab"),
        "doctrine": st.sampled_from([None, "hold"]),
        "arrival": st.none() | st.builds(Arrival, st.integers(1, 3)),
        "losses": st.integers(0, 3),
        "notes": NAMES,
    },
)
OBJECTIVES = st.none() | st.builds(
    Objective, st.sampled_from("ab"), st.sampled_from(["hold", "protect"]), st.lists(PLACES, max_size=2).map(tuple),
    unit=UNIT_IDS,
)  # fmt: skip
UNITS = st.builds(Unit, UNIT_IDS, st.sampled_from("ab"), NAMES, GROUPS, COMMANDERS, position=st.none() | PLACES)
SIDE_FIELDS = st.fixed_dictionaries({"morale_shift": st.integers(-3, 3), "name": NAMES})
SINGLE_EDITS = st.one_of(
    st.builds(Rename, NAMES),
    st.builds(lambda cr: AddCreatures({"ogre": creature("ogre", cr)}), st.integers(1, 3)),
    st.builds(SetMorale, UNIT_IDS, st.integers(-11, 10)),
    st.builds(SetFactors, UNIT_IDS, FACTORS),
    st.builds(SetCharisma, UNIT_IDS, st.integers(-5, 10)),
    st.builds(SetCommander, UNIT_IDS, COMMANDERS),
    st.builds(SetGroups, UNIT_IDS, GROUPS),
    st.builds(SetUnit, UNIT_IDS, UNIT_FIELDS),
    st.builds(MoveUnit, UNIT_IDS, st.none() | PLACES),
    st.builds(AddUnit, UNITS),
    st.builds(RemoveUnit, UNIT_IDS),
    st.builds(
        SetSide, st.sampled_from("ab"), st.fixed_dictionaries({"morale_shift": st.integers(-3, 3), "name": NAMES})
    ),
    st.just(SwapSides()),
    st.builds(SetHouseRule, st.just("initiative_cha"), st.sampled_from(["once", "twice"])),
    st.builds(SetSimulation, st.fixed_dictionaries({"seed": st.integers(0, 3)})),
    st.builds(PaintHexes, st.dictionaries(PLACES.map(lambda place: f"{place[0]},{place[1]}"), HEXES, max_size=3)),
    st.builds(ResizeField, st.integers(2, 12), st.integers(2, 9)),
    st.builds(SetField, st.builds(Battlefield, st.integers(5, 12), st.integers(5, 9), st.just({"1,1": Hex("wall")}))),
    st.builds(SetBackdrop, st.none() | st.builds(Backdrop, st.just(DOT), st.floats(-9, 9))),
    st.builds(SetObjective, KEYS, OBJECTIVES),
)
TOGETHER = st.lists(SINGLE_EDITS, max_size=3).map(lambda edits: Several(tuple(edits)))


@settings(max_examples=80, deadline=None)
@given(st.lists(SINGLE_EDITS | TOGETHER, max_size=12))
def test_patches_alone_repeat_any_history_and_inverses_undo_it(edits):
    changes, document = [], DOCUMENT
    for edit in edits:
        try:
            change = apply_edit(document, edit)
        except (IllegalActionError, InvalidBattleError):
            continue
        changes.append(change)
        document = change.document
    replayed = DOCUMENT
    for change in changes:
        replayed = apply_patch(replayed, change.patch)
        assert replayed == change.document
    for change in reversed(changes):
        replayed = apply_patch(replayed, change.inverse)
    assert replayed == DOCUMENT
    assert document_from_json(document_to_json(document)) == document


@settings(max_examples=120, deadline=None)
@given(SINGLE_EDITS)
def test_any_edit_survives_being_written_down(edit):
    data = json.loads(json.dumps(edit_to_json(edit)))
    again = edit_from_json(data)
    assert edit_to_json(again) == data
    try:
        change = apply_edit(DOCUMENT, edit)
    except (IllegalActionError, InvalidBattleError) as refusal:
        with pytest.raises(type(refusal)):
            apply_edit(DOCUMENT, again)
    else:
        assert apply_edit(DOCUMENT, again) == change
