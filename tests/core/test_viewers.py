"""What viewers see of a battle."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import cycle

import pytest

from massbattle_core.document import BattleDocument, SetViewers, apply_edit, document_to_json
from massbattle_core.errors import IllegalActionError, InvalidBattleError
from massbattle_core.mass_combat.actions import ByDoctrine, Dash
from massbattle_core.mass_combat.edits import SetUnit, SwapSides
from massbattle_core.mass_combat.fight import Act, GiveDice, StartFight
from massbattle_core.mass_combat.model import Arrival, Commander, Objective
from massbattle_core.mass_combat.situation import Die, Pending
from massbattle_core.viewers import Viewers, seen_by_viewers
from tests.core.mass_combat.armies import BESTIARY, battle_of, company

BATTLE = battle_of(
    company(1, "a", (1, 1), notes="ours"),
    company(2, "b", (8, 5), morale=3, doctrine="hold", notes="theirs", factors={"pay": 1}),
    company(3, "b", (8, 6), arrival=Arrival(3)),
    company(4, "b", (8, 7), secret=True),
    company(5, "a", None, secret=True),
    objectives={"ford": Objective("a", "hold", ((4, 4),)), "king": Objective("b", "protect", unit="u2")},
)
DOCUMENT = BattleDocument("The ford", BESTIARY, BATTLE, "They attack at dusk.")


def seen(**viewers: object) -> BattleDocument:
    return seen_by_viewers(replace(DOCUMENT, viewers=Viewers(**viewers)))


def test_viewers_know_their_side_and_of_the_other_what_stands_on_the_board():
    document = seen()
    assert set(document.mass_combat.units) == {"u1", "u2"}
    assert document.mass_combat.units["u1"] == replace(BATTLE.units["u1"], notes="")
    enemy = document.mass_combat.units["u2"]
    assert (enemy.name, enemy.position, enemy.side) == (BATTLE.units["u2"].name, (8, 5), "b")
    assert (enemy.groups, enemy.commander, enemy.morale, enemy.factors, enemy.doctrine) == ((), None, 0, {}, None)
    assert (document.notes, set(document.mass_combat.objectives)) == ("", {"ford"})
    assert document.mass_combat.simulation.seed == 1


def test_what_is_ticked_is_seen_and_no_more():
    unit = BATTLE.units["u2"]
    made = seen(composition=True).mass_combat.units["u2"]
    assert (made.groups, made.morale, made.commander) == (unit.groups, 0, replace(unit.commander, charisma=0))
    mood = seen(morale=True).mass_combat.units["u2"]
    assert (mood.groups, mood.morale) == ((), 3)
    assert mood.commander == Commander(unit.commander.charisma)
    assert seen(odds=True).mass_combat == seen().mass_combat


def test_creatures_of_units_that_are_not_known_are_not_seen():
    assert set(seen(side="a").creatures) <= {
        name for group in BATTLE.units["u1"].groups for name in (group.creature,)
    } | {BATTLE.units["u1"].commander.creature}


def test_both_sides_are_seen_but_for_the_secret():
    assert set(seen(side="both").mass_combat.units) == {"u1", "u2", "u3"}
    shown = apply_edit(replace(DOCUMENT, viewers=Viewers("both")), SetUnit("u4", {"secret": False})).document
    assert "u4" in seen_by_viewers(shown).mass_combat.units


def test_viewers_stay_with_their_units_when_sides_are_swapped():
    swapped = apply_edit(DOCUMENT, SwapSides()).document
    assert swapped.viewers.side == "b"
    assert seen_by_viewers(swapped).mass_combat.units["u1"].groups


def test_wrong_settings_are_refused():
    with pytest.raises(IllegalActionError, match="side, composition, morale, odds"):
        apply_edit(DOCUMENT, SetViewers({"all": True}))
    with pytest.raises(InvalidBattleError):
        apply_edit(DOCUMENT, SetViewers({"side": "c"}))


def fought() -> BattleDocument:
    """The battle some turns after its start; viewers play side A."""
    document = apply_edit(DOCUMENT, StartFight()).document
    for face in cycle(range(1, 21)):
        if document.mass_combat.fight.pending is None:
            break
        document = apply_edit(document, GiveDice((face,))).document
    for key in range(1, 60):
        situation = document.mass_combat.fight.situation
        if situation.over:
            break
        document = apply_edit(document, Act(ByDoctrine(situation.mover, key))).document
    return document


def test_of_a_fight_viewers_see_no_hidden_unit_and_no_hidden_number():
    document = fought()
    fight = document.mass_combat.fight
    assert any(event.facts.get("unit") == "u4" for played in fight.log for event in played.events)
    seen_fight = seen_by_viewers(document).mass_combat.fight
    text = json.dumps(document_to_json(seen_by_viewers(document)))
    assert '"u4"' not in text
    assert '"u3"' not in text
    brs = {unit.id: unit.br for unit in seen_fight.situation.units}
    ours = next(unit.br for unit in fight.situation.units if unit.id == "u1")
    assert brs == {"u1": ours, "u2": 0}
    for played in seen_fight.log:
        assert all({die.roller, die.cause} <= {"u1"} for die in played.dice)
        for event in played.events:
            if event.kind in ("attack", "loss", "morale_test", "disengage"):
                assert {event.facts.get(part, "u1") for part in ("unit", "target", "cause")} == {"u1"}
    assert {event.kind for played in seen_fight.log for event in played.events} >= {"enters", "turn"}
    everything = replace(document, viewers=Viewers("both"))
    assert len(seen_by_viewers(everything).mass_combat.fight.log) > len(seen_fight.log)


def test_whose_turn_it_is_and_what_dice_it_waits_for_are_hidden_with_the_unit():
    document = fought()
    for mover, hidden in (("u1", False), ("u2", False), ("u4", True)):
        situation = replace(document.mass_combat.fight.situation, mover=mover, over=False, left=30)
        asked = Die(mover, mover, "rout")
        fight = replace(document.mass_combat.fight, situation=situation, pending=Pending(Dash(mover), asked))
        battle = replace(document.mass_combat, fight=fight)
        seen_fight = seen_by_viewers(replace(document, mass_combat=battle)).mass_combat.fight
        assert (seen_fight.situation.mover, seen_fight.situation.left) == ((None, 0) if hidden else (mover, 30))
        assert (seen_fight.pending is None) == (mover != "u1")
