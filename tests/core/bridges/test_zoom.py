"""Part of a unit in a fight of single characters, and back (R0.45–R0.52, R0.57, RB.4, RB.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from massbattle_core.bridges import attack_forms, combatant_of, mob_forms, resolve_mob, zoom_in
from massbattle_core.creatures import Catalogue, catalogue
from massbattle_core.dice import ScriptedDice
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat import play
from massbattle_core.mass_combat.characters import kill_members
from massbattle_core.mass_combat.kills import Part
from massbattle_core.mass_combat.model import Commander, Group
from massbattle_core.mass_combat.simulate import prepare
from massbattle_core.skirmish import Combatant, muster, parse_attack, validate, validate_combatant
from massbattle_core.skirmish import Group as Fighters
from tests.core.mass_combat.battles import CREATURES, ORCS, battle, creature, unit

HERO = Fighters("hero", "A", Combatant("hero", 18, 60, (parse_attack("+8:2d6+5x2"),), character=True), 2)
RIDERS = unit([Group("orc", 40, "wolf"), Group("archer", 5)], commander=Commander(1, "captain", "Grim", "wolf"))


def test_R0_45_R0_48_every_creature_of_the_catalogue_with_an_attack_can_step_into_a_fight():
    known: Catalogue = catalogue()
    fighting = [c for c in known if attack_forms(c)]
    assert len(fighting) > 300
    for each in fighting:
        assert not validate_combatant(combatant_of(each)), each.name


def test_R0_48_a_creature_fights_by_its_sheet():
    orc = combatant_of(catalogue().get("orc"))
    assert (orc.armor_class, orc.hit_points, orc.speed_ft) == (13, 15, 30)
    axe, javelin = orc.attacks
    assert (axe.bonus, axe.dice, axe.flat, axe.reach_ft, axe.range_ft) == (5, ((1, 12),), 3, 5, 0)
    assert (javelin.reach_ft, javelin.range_ft) == (5, 30)
    assert {form.times for form in combatant_of(catalogue().get("gladiator")).attacks} == {3}


def test_R0_48_who_has_no_sheet_cannot_fight():
    with pytest.raises(InvalidBattleError, match="armour class"):
        combatant_of(CREATURES["ghost"])
    with pytest.raises(InvalidBattleError) as caught:
        combatant_of(creature("idol", 1, hit_points=None, attacks=()))
    assert [problem.place for problem in caught.value.problems] == ["creatures/idol/hp", "creatures/idol/attacks"]


def test_R0_48_R0_51_the_chosen_members_stand_against_the_heroes():
    part = Part({0: 6, 1: 2}, {0: 4}, commander=True, commander_mount=True)
    zoom = zoom_in(RIDERS, part, CREATURES, [HERO])
    groups = [(g.name, g.side, g.count) for g in zoom.encounter.groups]
    assert groups == [
        ("hero", "A", 2),
        ("Orc", "B", 6),
        ("Wolf", "B", 4),
        ("Archer", "B", 2),
        ("Captain, commander", "B", 1),
        ("Wolf B", "B", 1),
    ]
    assert not validate(zoom.encounter)
    assert zoom.part([2, 6, 4, 2, 1, 1]) == part
    assert zoom.part([1, 0, 3, 0, 1, 0]) == Part(mounts={0: 3}, commander=True)


def test_R0_48_nobody_or_too_many_cannot_step_in():
    with pytest.raises(InvalidBattleError, match="nobody steps"):
        zoom_in(RIDERS, Part(), CREATURES, [HERO])
    with pytest.raises(InvalidBattleError):
        zoom_in(RIDERS, Part({0: 41}), CREATURES, [HERO])
    with pytest.raises(InvalidBattleError, match="larger fights are mass battles"):
        muster(zoom_in(ORCS, Part({0: 60}), CREATURES, [replace(HERO, count=5)]).encounter)


def test_R0_52_RB_4_RB_5_who_lies_at_0_hit_points_is_lost_to_the_unit():
    zoom = zoom_in(ORCS, Part({0: 12}), CREATURES, [HERO])
    state = muster(zoom.encounter)
    fallen = {f.id for f in state.fighters if f.side == "B"} - {"Orc 1", "Orc 2"} | {"hero 1"}
    over = replace(state, fighters=tuple(replace(f, hit_points=0) if f.id in fallen else f for f in state.fighters))
    assert zoom.killed(over) == Part({0: 10})
    fight = battle()
    frozen = play.setup(prepare(fight, CREATURES), ScriptedDice([20, 1])).state
    back = kill_members(frozen, fight, CREATURES, "u1", zoom.killed(over), ScriptedDice([])).state
    assert back.unit("u1").br == 10
    assert replace(back, units=frozen.units, prepared=frozen.prepared) == frozen, "all else is as it was (RB.7)"


def test_R0_47_RB_6_more_members_than_a_fight_holds_strike_by_the_mob_table():
    forms = mob_forms(ORCS, Part({0: 30}), CREATURES)
    assert len(forms) == 30
    assert resolve_mob(forms, 18, ScriptedDice([3] * 10)).hits == 10  # +4 needs 14: one hit for three
