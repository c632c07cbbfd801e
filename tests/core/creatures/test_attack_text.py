"""Attacks in the words of stat blocks."""

import pytest

from massbattle_core.creatures import CreatureAttack
from massbattle_core.creatures.attack_text import (
    at_will_spell,
    feet,
    is_limited,
    plain_text,
    read_attacks,
    read_multiattack,
)

SHORTBOW = CreatureAttack("Shortbow", 4, None, 80, 320, "1d6+2", ranged=True)
SPEAR = CreatureAttack("Spear", 3, 5, 20, 60, "1d6+1", ranged=True)


@pytest.mark.parametrize(
    "text",
    [
        "Ranged Weapon Attack: +4 to hit, range 80/320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
        "ranged weapon attack: +4 to hit, range 80/320 feet, one target. hit: 5 (1d6+2) piercing damage.",
        "Ranged Weapon Attack: +4 to hit, ranged 80/320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
        "Ranged Weapon Attack: +4 to hit, reach 80/320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
        "Ranged Weapon Attack: +4 to hit, range 80 ft./320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
        "Ranged Weapon Attack: +4 to hit, range 80 / 320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
        "_Ranged Weapon Attack:_ +4 to hit, range 80/320 ft., one target. _Hit:_ 5 (1d6 + 2) piercing damage.",
        "***Ranged Weapon Attack:*** +4 to hit, range 80/320 ft., one target. *Hit:* 5 (1d6 + 2) piercing damage.",
        "<p><em>Ranged Weapon Attack:</em> <strong>+4 to hit</strong>, range 80/320&nbsp;ft. Hit: 5 (1d6+2) damage",
        "{@atk rw} {@hit 4} to hit, range 80/320 ft., one target. {@h}5 ({@damage 1d6 + 2}) piercing damage.",
        "{@atk rw} {@hit +4} to hit, ranged 80/320 ft., one target. {@h}5 ({@damage 1d6+2|1d6 + 2}) piercing damage.",
        "{@atkr r} {@hit 4}, range 80/320 ft. {@h}5 ({@damage 1d6 + 2}) Piercing damage.",
        "Ranged Attack Roll: +4, range 80/320 ft. Hit: 5 (1d6 + 2) Piercing damage.",
        "+4 to hit, range 80/320 ft., one target. Hit: 5 (1d6 + 2) piercing damage.",
        "Attaque d'arme à distance : +4 au toucher, portée 24/96 m, une cible. Touché : 5 (1d6 + 2) dégâts perforants.",
        "Attaque à distance avec une arme : +4 pour toucher, portée 24 m/96 m. Touché : 5 (1d6 + 2) dégâts perforants.",
    ],
)
def test_a_bow_in_every_wording(text: str) -> None:
    assert read_attacks("Shortbow", text) == (SHORTBOW,)


@pytest.mark.parametrize(
    "text",
    [
        "Melee or Ranged Weapon Attack: +3 to hit, reach 5 ft. or range 20/60 ft., one "
        "target. Hit: 4 (1d6 + 1) piercing damage, or 5 (1d8 + 1) piercing damage if used with two hands.",
        "{@atk mw,rw} {@hit 3} to hit, reach 5 ft. or range 20/60 ft. {@h}4 ({@damage 1d6 + 1}) piercing damage",
        "{@atkr m,r} {@hit 3}, reach 5 ft. or range 20/60 ft. {@h}4 ({@damage 1d6 + 1}) Piercing damage",
        "Melee or Ranged Attack Roll: +3, reach 5 ft. or range 20/60 ft. Hit: 4 (1d6 + 1) Piercing damage.",
        "Melee Weapon Attack: +3 to hit, reach 5 ft. or range 20/60 ft. Hit: 4 (1d6 + 1) piercing damage.",
        "Attaque au corps à corps ou à distance : +3 au toucher, allonge 1,50 m ou portée 6/18 m. "
        "Touché : 4 (1d6+1) dégâts perforants",
    ],
)
def test_a_thrown_spear_in_every_wording(text: str) -> None:
    assert read_attacks("Spear", text) == (SPEAR,)


def test_damage_is_the_sum_of_one_hit() -> None:
    text = "Melee Weapon Attack: +14 to hit, reach 10 ft. Hit: 19 (2d10 + 8) piercing damage plus 7 (2d6) fire damage."
    assert read_attacks("Bite", text)[0].damage == "2d10+8+2d6"
    text = "Melee Weapon Attack: +0 to hit, reach 5 ft., one target. Hit: 1 piercing damage."
    assert read_attacks("Bite", text)[0] == CreatureAttack("Bite", 0, 5, damage="1")
    text = "Melee Weapon Attack: −2 to hit, reach 5 ft., one target. Hit: 1 (1d4 − 2) piercing damage."
    assert read_attacks("Bite", text)[0] == CreatureAttack("Bite", -2, 5, damage="1d4-2")


def test_two_attacks_in_one_action() -> None:
    text = (
        "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) slashing damage. "
        "Ranged Weapon Attack: +7 to hit, range 60/240 ft., one target. Hit: 9 (1d10 + 4) damage."
    )
    melee, ranged = read_attacks("Rock", text)
    assert (melee.reach_ft, melee.ranged) == (5, False)
    assert (ranged.range_ft, ranged.long_range_ft, ranged.damage) == (60, 240, "1d10+4")


def test_ranges_of_effects_are_no_ranges_of_attacks() -> None:
    text = (
        "Melee Weapon Attack: +4 to hit, reach 5 ft. Hit: 5 (1d6 + 2) damage, and a flash with a range 300 ft. blinds."
    )
    assert read_attacks("Club", text)[0].greatest_range_ft is None
    assert read_attacks("Breath", "Each creature within range 120 ft. must make a saving throw.") == ()


@pytest.mark.parametrize(
    "name",
    [
        "Web (Recharge 5-6)", "Web (Recharge 5–6)", "Web {@recharge 5}", "Web {@recharge}",
        "Web (3/Day)", "Web (1/day each)",
        "Web (Recharges after a Short or Long Rest)", "Web (Costs 2 Actions)", "Toile (Recharge 5-6)", "Toile (1/jour)",
    ],
)  # fmt: skip
def test_limited_actions_are_not_at_will(name: str) -> None:
    [attack] = read_attacks(name, "Ranged Weapon Attack: +4 to hit, range 300 ft. Hit: nothing.")
    assert not attack.at_will
    assert attack.name in {"Web", "Toile"}
    assert is_limited(plain_text(name))


def test_notes_of_names_stay() -> None:
    [attack] = read_attacks("Spear (Humanoid Form Only)", "Melee Weapon Attack: +4 to hit, reach 5 ft.")
    assert attack.name == "Spear (Humanoid Form Only)"
    assert attack.at_will


@pytest.mark.parametrize(
    ("number", "unit", "expected"),
    [
        ("30", None, 30), ("30", "ft.", 30), ("9", "m", 30), ("1.5", "m", 5), ("1,50", "m", 5), ("7,5", "mètres", 25),
        ("180", "m", 600), ("1,000", "ft", 1000), ("1", "mile", 5280),
    ],
)  # fmt: skip
def test_lengths(number: str, unit: str | None, expected: int) -> None:
    assert feet(number, unit) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The knight makes two melee attacks.", 2),
        ("The dragon can use its Frightful Presence. It then makes three attacks: one with its bite.", 3),
        ("The scout makes two melee attacks or two ranged attacks.", 2),
        ("The mage makes three Arcane Burst attacks.", 3),
        ("The dragon makes one Bite attack and two Claw attacks.", 3),
        ("The knight makes two attacks, using Greatsword or Heavy Crossbow in any combination.", 2),
        ("The aboleth makes three Tentacle or Psychic Bolt attacks.", 3),
        ("It makes 4 attacks.", 4),
        ("Le chevalier effectue deux attaques au corps à corps.", 2),
        ("The hydra makes as many bite attacks as it has heads.", None),
        ("", None),
    ],
)
def test_multiattack(text: str, expected: int | None) -> None:
    assert read_multiattack(text) == expected


def test_R0_12_cantrips_that_reach_100_feet() -> None:
    text = "It casts (+6 to hit with spell attacks):\n\n- Cantrips (at will): fire bolt, light\n- 1st level: shield"
    assert at_will_spell(text) == CreatureAttack("Fire Bolt", 6, range_ft=120, ranged=True, spell=True)
    assert at_will_spell("At will: light. 3/day each: fire bolt") is None
    assert at_will_spell("1st level (4 slots): magic missile. Cantrips (at will): ray of frost") is None


def test_attacks_without_words() -> None:
    assert read_attacks("Multiattack", "It makes two attacks.") == ()
    assert read_attacks("", "") == ()
    assert read_attacks("", "Melee Weapon Attack: +4 to hit, reach 5 ft.")[0].name == "Attack"
