"""The readers of other tools' files: one creature in every format, and the variants of each."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from massbattle_core.creatures import CreatureAttack
from massbattle_core.creatures.readers import ImportedCreature, read_creatures
from massbattle_core.errors import CreatureFileError

FIXTURES = Path(__file__).parent / "fixtures"
FILES = {
    "five_e_bits.json": "5e-bits",
    "open5e_v1.json": "Open5e v1",
    "open5e_v1_fixture.json": "Open5e v1",
    "open5e_v2.json": "Open5e v2",
    "open5e_v2_fixture.json": "Open5e v2",
    "five_e_tools.json": "5etools",
    "foundry_1.json": "Foundry dnd5e",
    "foundry_3.json": "Foundry dnd5e",
    "foundry_5.json": "Foundry dnd5e",
    "foundry_pack.db": "Foundry dnd5e",
    "improved_initiative.json": "Improved Initiative",
    "improved_initiative_storage.json": "Improved Initiative",
    "fight_club.xml": "Fight Club",
    "tetra_cube.monster": "tetra-cube",
    "own.json": "massbattle",
}
SHORTSWORD = CreatureAttack("Shortsword", 4, 5, damage="1d6+2")
LONGBOW = CreatureAttack("Longbow", 4, None, 150, 600, "1d8+2", ranged=True)


def read(data: Any) -> ImportedCreature:
    """The one creature of some JSON."""
    [imported] = read_creatures(json.dumps(data).encode())
    return imported


@pytest.mark.parametrize("name", FILES)
def test_the_same_creature_in_every_format(name: str) -> None:
    imported = read_creatures((FIXTURES / name).read_bytes(), name)[0]
    creature = imported.creature
    assert imported.format == FILES[name]
    assert (creature.name, creature.id) == ("Border Archer", "border-archer")
    assert (creature.challenge_rating, creature.size, creature.charisma) == (Fraction(1, 2), "medium", 11)
    assert creature.speeds == {"walk": 30, "swim": 20}
    assert (creature.armor_class, creature.hit_points, creature.multiattack) == (13, 16, 2)
    assert (creature.ranged_ft, creature.ranged_on) == (600, "normal")
    assert creature.attacks[:2] == (SHORTSWORD, LONGBOW)
    assert not any(attack.at_will for attack in creature.attacks[2:])
    assert imported.missing == ()
    assert creature.problems == imported.guessed
    assert {"name", "size", "speeds", "charisma"} <= set(imported.read)


@pytest.mark.parametrize("name", FILES)
def test_the_name_of_the_file_does_not_matter(name: str) -> None:
    data = (FIXTURES / name).read_bytes()
    assert read_creatures(data, "x.txt") == read_creatures(data)


def test_what_is_missing_is_said_and_has_a_usual_value() -> None:
    imported = read({"name": "Blob", "cha": 3, "ac": [8]})
    creature = imported.creature
    assert (creature.challenge_rating, creature.size, creature.speeds) == (0, "medium", {"walk": 30})
    assert creature.hit_points is None
    places = {problem.place for problem in imported.missing}
    assert places == {"challenge_rating", "size", "speeds", "hit_points", "attacks"}
    assert all(problem.severity == "warning" and problem.remedy for problem in creature.problems)


def test_a_copy_takes_from_its_original_in_the_same_file() -> None:
    _, veteran = read_creatures((FIXTURES / "five_e_tools.json").read_bytes())
    assert veteran.creature.name == "Border Veteran"
    assert veteran.creature.challenge_rating == 3
    assert veteran.creature.attacks[1] == LONGBOW
    assert [problem.place for problem in veteran.guessed] == ["monster/1/size", "monster/1/_copy"]


def test_equal_creatures_are_read_once() -> None:
    data = json.loads((FIXTURES / "five_e_bits.json").read_text("utf-8"))
    assert len(read_creatures(json.dumps([data, data, {**data, "hit_points": 20}]).encode())) == 2


def test_one_place_is_not_another() -> None:
    first = {"name": "A", "cha": 3, "cr": "1", "size": "M", "speed": {"walk": 30, "climb": True}}
    imported = read_creatures(json.dumps({"monster": [first, {**first, "name": "B"}]}).encode())
    assert [creature.guessed[0].place for creature in imported] == ["monster/0/speed", "monster/1/speed"]


# ---------------------------------------------------------------- variants of 5etools


def tools(**change: Any) -> Any:
    return {
        "name": "A",
        "size": ["M"],
        "cr": "1",
        "cha": 10,
        "ac": [12],
        "hp": {"average": 9},
        "speed": {"walk": 30},
    } | change


@pytest.mark.parametrize(
    ("change", "armor_class"),
    [
        ({"ac": [{"ac": 15, "from": ["x"]}]}, 15),
        ({"ac": [12, {"ac": 15, "condition": "with shield"}]}, 12),
        ({"ac": [{"special": "13 + PB"}]}, 13),
        ({"ac": 14}, 14),
        ({"ac": []}, None),
    ],
)
def test_5etools_armour_class(change: Any, armor_class: int | None) -> None:
    assert read(tools(**change)).creature.armor_class == armor_class


@pytest.mark.parametrize(
    ("hit_points", "expected"),
    [({"special": "40"}, 40), ({"average": 9}, 9), (7, 7), ({"special": "half its maker's"}, None)],
)
def test_5etools_hit_points(hit_points: Any, expected: int | None) -> None:
    assert read(tools(hp=hit_points)).creature.hit_points == expected


def test_5etools_nested_entries_and_bonus_actions() -> None:
    entry = {
        "type": "list",
        "items": [{"type": "item", "name": "Bolt", "entry": "{@atk rw} {@hit 4} to hit, range 100 ft."}],
    }
    assert read(tools(action=[{"name": "Choose one", "entries": ["Either:", entry]}])).creature.ranged_ft == 100
    assert (
        read(tools(bonus=[{"name": "Bolt", "entries": ["{@atk rw} {@hit 4} to hit, range 90 ft."]}])).creature.ranged_ft
        == 90
    )
    assert (
        read(tools(legendary=[{"name": "Bolt", "entries": ["{@atk rw} {@hit 4}, range 90 ft."]}])).creature.ranged_ft
        is None
    )


def test_5etools_spells_at_will_count_and_others_do_not() -> None:
    at_will = {
        "name": "Spellcasting",
        "headerEntries": ["({@hit 5} to hit with spell attacks)"],
        "will": ["{@spell fire bolt}"],
    }
    creature = read(tools(spellcasting=[at_will])).creature
    assert (creature.ranged_ft, creature.ranged_on, creature.attacks[0].bonus) == (120, "spell", 5)
    cantrip = {"name": "Spellcasting", "spells": {"0": {"spells": ["{@spell fire bolt}", "{@spell light}"]}}}
    assert read(tools(spellcasting=[cantrip])).creature.ranged_ft == 120
    daily = {"name": "Spellcasting", "daily": {"1e": ["{@spell fire bolt}"]}, "will": ["{@spell light}"]}
    assert read(tools(spellcasting=[daily])).creature.ranged_ft is None


# ---------------------------------------------------------------- variants of Foundry


def actor(*items: Any, root: str = "system", **attributes: Any) -> Any:
    scores = {"str": 16, "dex": 14, "con": 14, "cha": 8}
    facts = {
        "abilities": {name: {"value": score} for name, score in scores.items()},
        "attributes": {"movement": {"walk": 30, "units": "ft"}, "hp": {"max": 9}, "ac": {"flat": 12, "calc": "flat"}}
        | attributes,
        "details": {"cr": 5},
        "traits": {"size": "lg"},
    }
    return {"name": "A", "type": "npc", root: facts, "items": list(items)}


def weapon(name: str = "W", **system: Any) -> Any:
    return {"name": name, "type": "weapon", "system": system}


@pytest.mark.parametrize(
    ("armor", "expected"),
    [
        ([], 12),
        ([(11, "light", None)], 13),
        ([(14, "medium", None)], 16),
        ([(14, "medium", 1)], 15),
        ([(18, "heavy", None)], 18),
        ([(16, "natural", 0)], 16),
        ([(18, "heavy", None), (2, "shield", None)], 20),
        ([(2, "shield", None)], 14),
    ],
)
@pytest.mark.parametrize("old", [True, False])
def test_foundry_armour_class_is_computed_from_what_is_worn(armor: list[Any], expected: int, old: bool) -> None:
    items = []
    for value, kind, dex in armor:
        facts: dict[str, Any] = {"equipped": True, "armor": {"value": value, "dex": dex}}
        facts |= {"armor": {**facts["armor"], "type": kind}} if old else {"type": {"value": kind}}
        items.append({"name": kind, "type": "equipment", "system": facts})
    imported = read(actor(*items, ac={"flat": None, "calc": "default"}))
    assert imported.creature.armor_class == expected
    assert "computed" in imported.guessed[0].message


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"flat": 17, "calc": "natural"}, 17),
        ({"value": 15}, 15),
        (15, 15),
        ({"flat": None, "calc": "mage"}, 15),
        ({"flat": None, "calc": "unarmoredBarb"}, 14),
        ({"flat": None, "calc": "custom", "formula": "19"}, 19),
        ({"flat": None, "calc": "custom", "formula": "10 + @prof"}, None),
    ],
)
def test_foundry_armour_class(data: Any, expected: int | None) -> None:
    assert read(actor(ac=data)).creature.armor_class == expected


@pytest.mark.parametrize(
    "facts",
    [
        {"actionType": "rwak", "range": {"value": 30, "long": 120, "units": "ft"}},
        {"actionType": "mwak", "range": {"value": 30, "long": 120, "units": "ft"}},
        {"actionType": "mwak", "properties": {"thr": True}, "range": {"value": 30, "long": 120, "units": "ft"}},
        {"actionType": "mwak", "properties": ["thr"], "range": {"value": 9, "long": 36, "units": "m"}},
        {
            "actionType": "rwak",
            "range": {"value": "30", "long": "120", "units": "ft"},
            "uses": {"max": "", "per": None},
        },
        {
            "type": {"value": "simpleM"},
            "properties": ["thr"],
            "range": {"value": 30, "long": 120, "reach": 5, "units": "ft"},
            "activities": {
                "a": {"type": "attack", "attack": {"type": {"value": "melee"}}, "range": {"override": False}}
            },
        },
        {
            "type": {"value": "simpleR"},
            "range": {"value": None, "units": "ft"},
            "activities": {
                "a": {"type": "attack", "attack": {"type": {"value": ""}}, "range": {"value": "120", "units": "ft"}}
            },
        },
        {
            "type": {"value": "natural"},
            "range": {"value": 120, "long": None, "reach": 5, "units": "ft"},
            "activities": {"a": {"type": "attack", "attack": {"type": {"value": ""}}, "range": {"override": False}}},
        },
        {"description": {"value": "<p>Ranged Weapon Attack: +4 to hit, range 30/120 ft.</p>"}, "actionType": "other"},
        {
            "actionType": "rwak",
            "description": {"value": "Ranged Weapon Attack: +4 to hit, range 30/120 ft."},
            "range": {},
        },
    ],
)
def test_foundry_weapons_that_shoot(facts: Any) -> None:
    assert read(actor(weapon(**facts))).creature.ranged_ft == 120


BOW = {"actionType": "rwak", "range": {"value": 300, "units": "ft"}}
SHOT = {"type": "attack", "attack": {"type": {"value": "ranged"}}}


@pytest.mark.parametrize(
    "facts",
    [
        BOW | {"recharge": {"value": 5, "charged": True}},
        BOW | {"recharge": {"value": "6"}},
        BOW | {"uses": {"value": 3, "max": 3, "per": "day"}},
        BOW | {"uses": {"max": "1", "recovery": [{"period": "day"}]}},
        BOW | {"activation": {"type": "legendary"}},
        BOW | {"activation": {"type": "reaction"}},
        {"range": {"value": 300, "units": "ft"}, "activities": {"a": SHOT | {"uses": {"max": "2"}}}},
        {"range": {"value": 300, "units": "ft"}, "activities": {"a": SHOT | {"activation": {"type": "lair"}}}},
        {"actionType": "mwak", "range": {"value": 10, "units": "ft"}},
        {"actionType": "save", "range": {"value": 300, "units": "ft"}},
        {"actionType": "rwak", "range": {"value": 300, "units": "self"}},
    ],
)
def test_foundry_weapons_that_do_not_shoot_at_will(facts: Any) -> None:
    assert read(actor(weapon(**facts))).creature.ranged_ft is None


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"level": 0, "actionType": "rsak"}, 120),
        ({"level": 0, "preparation": {"mode": "prepared"}, "actionType": "rsak"}, 120),
        ({"level": 1, "preparation": {"mode": "atwill"}, "actionType": "rsak"}, 120),
        ({"level": 1, "method": "atwill", "activities": {"a": SHOT}}, 120),
        ({"level": 1, "preparation": {"mode": "prepared"}, "actionType": "rsak"}, None),
        ({"level": 1, "method": "innate", "uses": {"max": "1"}, "activities": {"a": SHOT}}, None),
        ({"level": 0, "actionType": "save"}, None),
    ],
)
def test_R0_12_foundry_spells_at_will(facts: Any, expected: int | None) -> None:
    spell = {"name": "Bolt", "type": "spell", "system": {"range": {"value": 120, "units": "ft"}} | facts}
    creature = read(actor(spell)).creature
    assert creature.ranged_ft == expected
    assert creature.ranged_on == ("spell" if expected else None)


def test_foundry_bonus_and_damage_are_computed() -> None:
    facts = {
        "actionType": "mwak",
        "damage": {"parts": [["2d6 + @mod", "slashing"], ["1d6", "fire"], ["@prof", "cold"]]},
    }
    [attack] = read(actor(weapon("Maul", **facts, range={"value": 10, "units": "ft"}))).creature.attacks
    assert attack == CreatureAttack("Maul", 6, 10, damage="2d6+3+1d6")


def test_foundry_actors_that_are_no_creatures_are_left_out() -> None:
    hero = actor() | {"type": "character"}
    assert len(read_creatures(json.dumps([hero, actor(), {"type": "vehicle", "system": {}}]).encode())) == 1
    with pytest.raises(CreatureFileError, match="no creature"):
        read_creatures(json.dumps(hero).encode())


# ---------------------------------------------------------------- variants of the others


def test_5e_bits_armour_of_spells_and_conditions_does_not_count() -> None:
    goblin = {"index": "x", "name": "X", "challenge_rating": 1, "hit_points": 1, "size": "Small", "charisma": 8}
    armor = [{"type": "natural", "value": 14}, {"type": "condition", "value": 11}, {"type": "spell", "value": 16}]
    assert read(goblin | {"armor_class": armor}).creature.armor_class == 14
    assert read(goblin | {"armor_class": [*armor, {"type": "armor", "value": 15}]}).creature.armor_class == 15
    assert read(goblin | {"armor_class": 12}).creature.armor_class == 12


def test_open5e_v1_speeds_and_empty_lists() -> None:
    base = {"slug": "x", "name": "X", "challenge_rating": "1/4", "charisma": 8, "size": "Small", "actions": ""}
    assert read(base | {"speed": {"walk": "30 ft.", "fly": "60 ft.", "hover": True}}).creature.speeds == {
        "walk": 30,
        "fly": 60,
    }
    assert read(base | {"speed": "30 ft., swim 20 ft."}).creature.speeds == {"walk": 30, "swim": 20}
    assert read({**base, "challenge_rating": None, "cr": 0.125}).creature.challenge_rating == Fraction(1, 8)


def test_open5e_v2_speed_of_metres_and_missing_actions() -> None:
    base = {"name": "X", "ability_scores": {"charisma": 8}, "size": {"key": "small"}, "challenge_rating": 0.25}
    imported = read(base | {"speed": {"walk": 9, "unit": "meters"}, "speed_all": {"fly": 60}})
    assert imported.creature.speeds == {"walk": 30}
    assert "attacks" in {problem.place for problem in imported.missing}


def test_open5e_v2_structured_attacks_with_slips() -> None:
    base = {"name": "X", "ability_scores": {"charisma": 8}, "size": {"key": "small"}, "challenge_rating": 0.25}
    attack = {"to_hit_mod": 2, "reach": 5.0, "damage_die_count": 1, "damage_die_type": "D6) blu"}
    more = {"extra_damage_die_count": 1, "extra_damage_die_type": "D4", "extra_damage_bonus": 0}
    action = {"name": "Mace", "desc": "", "attacks": [attack | more]}
    assert read(base | {"actions": [action]}).creature.attacks == (CreatureAttack("Mace", 2, 5, damage="1d6+1d4"),)
    far = {"name": "Bolt", "desc": "It shoots.", "attacks": [{"range": 30.0, "distance_unit": "meters"}]}
    assert read(base | {"actions": [far]}).creature.ranged_ft == 100


def test_R0_12_spellcasting_may_be_an_action() -> None:
    base = {"name": "X", "ability_scores": {"charisma": 8}, "size": {"key": "small"}, "challenge_rating": 6}
    words = "It casts one of these spells (spell save DC 13).<br>At will: _fire bolt_, _light_<br>3/day each: _bless_"
    assert read(base | {"actions": [{"name": "Spellcasting", "desc": words}]}).creature.ranged_on == "spell"
    words = "It casts one of these spells.<br>At will: _light_<br>3/day each: _fire bolt_"
    assert read(base | {"actions": [{"name": "Spellcasting", "desc": words}]}).creature.ranged_on is None


def test_improved_initiative_variants() -> None:
    base = {"Name": "X", "Abilities": {"Cha": 8}, "Type": "Small humanoid", "HP": {"Value": 7}, "AC": {"Value": 15}}
    assert read(base | {"Challenge": "", "Speed": []}).creature.challenge_rating == 0
    assert read(base | {"Challenge": "1/8", "Speed": "30 ft."}).creature.speeds == {"walk": 30}
    saved = {"PersistentCharacters.p": {"Name": "X", "StatBlock": base | {"Challenge": "2"}}}
    assert read(saved).creature.challenge_rating == 2


@pytest.mark.parametrize(
    ("change", "armor_class"),
    [
        ({"armorName": "none"}, 12),
        ({"armorName": "natural armor", "natArmorBonus": 3}, 15),
        ({"armorName": "mage armor"}, 15),
        ({"armorName": "chain shirt", "shieldBonus": 2}, 17),
        ({"armorName": "plate"}, 18),
        ({"armorName": "plate", "dexPoints": 6}, 18),
        ({"armorName": "other", "otherArmorDesc": "17 (shell)"}, 17),
        ({"armorName": "other", "otherArmorDesc": "shell"}, None),
    ],
)
def test_tetra_cube_armour_class(change: Any, armor_class: int | None) -> None:
    base = {"name": "X", "cr": "1", "size": "medium", "chaPoints": 10, "dexPoints": 14}
    assert read(base | change).creature.armor_class == armor_class


def test_tetra_cube_custom_values() -> None:
    base = {"name": "X", "size": "large", "chaPoints": 10, "conPoints": 14, "hitDice": 7, "speed": 40, "flySpeed": "60"}
    creature = read(base | {"cr": "*", "customCr": "1/2 (100 XP)"}).creature
    assert creature.challenge_rating == Fraction(1, 2)
    assert creature.hit_points == 52
    assert creature.speeds == {"walk": 40, "fly": 60}
    custom = {
        "cr": "2",
        "customHP": True,
        "hpText": "99 (lots)",
        "customSpeed": True,
        "speedDesc": "20 ft., burrow 5 ft.",
    }
    creature = read(base | custom).creature
    assert creature.hit_points == 99
    assert creature.speeds == {"walk": 20, "burrow": 5}


def test_fight_club_variants() -> None:
    xml = (
        "<compendium><monster><name>A</name><size>L</size><cr>1/8</cr><speed>9 m, vol 18 m</speed><cha>7</cha>"
        "<ac>12</ac><hp>5</hp><trait><name>Spellcasting</name><text>Cantrips (at will): fire bolt</text></trait>"
        "</monster><monster><name>B</name><size>T</size><abilities>1,2,3,4,5,6</abilities></monster></compendium>"
    )
    first, second = (imported.creature for imported in read_creatures(xml.encode("utf-16")))
    assert (first.size, first.challenge_rating, first.speeds) == ("large", Fraction(1, 8), {"walk": 30, "fly": 60})
    assert (first.ranged_ft, first.ranged_on) == (120, "spell")
    assert (second.size, second.charisma) == ("tiny", 6)


def test_own_json_is_read_strictly() -> None:
    data = json.loads((FIXTURES / "own.json").read_text("utf-8"))
    data[0]["size"] = "big"
    with pytest.raises(CreatureFileError) as error:
        read_creatures(json.dumps(data).encode())
    assert error.value.place == "0/size"
