"""The 334 creatures of the SRD 5.1 and the search in them."""

import csv
import hashlib
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from massbattle_core.creatures import catalogue

FRENCH_NAMES = Path(__file__).parent / "fixtures" / "french_names.csv"


def test_challenge_ratings_and_sizes_are_pinned() -> None:
    rows = "\n".join(f"{c.id} {c.challenge_rating} {c.size}" for c in catalogue())
    assert hashlib.sha256(rows.encode()).hexdigest() == (
        "ee0fac6dce1de9120eddd9b327493dea17668386060e0ab1bf3354b383003981"
    )
    assert len(catalogue()) == 334
    sizes = {"tiny": 24, "small": 22, "medium": 138, "large": 103, "huge": 32, "gargantuan": 15}
    assert Counter(c.size for c in catalogue()) == sizes
    ratings = Counter(c.challenge_rating for c in catalogue())
    assert [ratings[Fraction(n, 8)] for n in (0, 1, 2, 4, 8, 16, 24)] == [29, 19, 32, 33, 25, 43, 22]
    assert sum(count for rating, count in ratings.items() if rating > 20) == 12


@pytest.mark.parametrize(
    ("name", "cr", "size", "speeds", "charisma", "ac", "hp", "multiattack"),
    [
        ("Goblin", "1/4", "small", {"walk": 30}, 8, 15, 7, None),
        ("Guard", "1/8", "medium", {"walk": 30}, 10, 16, 11, None),
        ("Knight", "3", "medium", {"walk": 30}, 15, 18, 52, 2),
        ("Warhorse", "1/2", "large", {"walk": 60}, 7, 11, 19, None),
        ("Griffon", "2", "large", {"walk": 30, "fly": 80}, 8, 12, 59, 2),
        ("Ogre", "2", "large", {"walk": 40}, 7, 11, 59, None),
        ("Adult Red Dragon", "17", "huge", {"walk": 40, "fly": 80, "climb": 40}, 21, 19, 256, 3),
        ("Tarrasque", "30", "gargantuan", {"walk": 40}, 11, 25, 676, 5),
        ("Earth Elemental", "5", "large", {"walk": 30, "burrow": 30}, 5, 17, 126, 2),
        ("Sprite", "1/4", "tiny", {"walk": 10, "fly": 40}, 11, 15, 2, None),
    ],
)
def test_known_rows(
    name: str, cr: str, size: str, speeds: dict[str, int], charisma: int, ac: int, hp: int, multiattack: int | None
) -> None:
    creature = catalogue().get(name)
    assert creature is not None
    assert (creature.challenge_rating, creature.size) == (Fraction(cr), size)
    assert creature.speeds == speeds
    assert (creature.charisma, creature.armor_class, creature.hit_points) == (charisma, ac, hp)
    assert creature.multiattack == multiattack
    assert creature.source == "SRD 5.1"


def test_creatures_that_do_not_walk_have_no_walking_speed() -> None:
    without = {c.id for c in catalogue() if "walk" not in c.speeds}
    assert {"air-elemental", "ghost", "will-o-wisp", "reef-shark", "shrieker"} <= without
    assert len(without) == 17
    assert all(feet > 0 for c in catalogue() for feet in c.speeds.values())
    shrieker = catalogue().get("shrieker")
    assert shrieker is not None
    assert shrieker.speeds == {}


@pytest.mark.parametrize(
    ("name", "armor_class"),
    [("archmage", 12), ("mage", 12), ("druid", 11), ("azer", 17), ("lizardfolk", 15), ("ankheg", 14)],
)
def test_the_best_armour_worn_counts_and_spells_and_conditions_do_not(name: str, armor_class: int) -> None:
    creature = catalogue().get(name)
    assert creature is not None
    assert creature.armor_class == armor_class


@pytest.mark.parametrize(("name", "ratings"), [("chain-devil", "8 or 11"), ("bone-devil", "9 or 12")])
def test_disputed_challenge_ratings_are_said(name: str, ratings: str) -> None:
    creature = catalogue().get(name)
    assert creature is not None
    assert creature.challenge_rating == int(ratings.split()[0])
    [problem] = creature.problems
    assert ratings in problem.message
    assert problem.severity == "warning"


def test_attacks_that_recharge_are_not_at_will() -> None:
    limited = {(c.id, attack.name) for c in catalogue() for attack in c.attacks if not attack.at_will}
    assert limited == {("ettercap", "Web"), ("giant-spider", "Web")}


def test_almost_every_creature_attacks() -> None:
    assert {c.id for c in catalogue() if not c.attacks} == {"frog", "sea-horse", "shrieker", "vampire-mist"}
    assert all(attack.bonus is not None for c in catalogue() for attack in c.attacks)


def test_french_names_are_those_of_the_table() -> None:
    with FRENCH_NAMES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        english, french = catalogue().get(row["name"]), catalogue().search(row["french_name"], limit=1)
        assert english is not None
        assert french == [english]
    assert all(c.french_name for c in catalogue())
    assert max(Counter(c.french_name for c in catalogue()).values()) == 1


def test_the_attribution_is_in_the_data() -> None:
    assert "Creative Commons Attribution 4.0" in catalogue().attribution
    assert "System Reference Document 5.1" in catalogue().attribution


@pytest.mark.parametrize("word", ["goblin", "Goblin", "GOBELIN", "gobelin", " goblin ", "goblins", "Gobelins"])
def test_a_creature_is_got_by_id_or_name_of_both_languages(word: str) -> None:
    creature = catalogue().get(word)
    assert creature is not None
    assert creature.id == "goblin"


def test_an_unknown_name_gets_nothing() -> None:
    assert catalogue().get("xyzzy") is None
    assert catalogue().search("xyzzy") == []
    assert catalogue().get("") is None


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("knight", "knight"),
        ("knigth", "knight"),
        ("chevalier", "knight"),
        ("chevaliers", "knight"),
        ("eclaireur", "scout"),
        ("éclaireurs", "scout"),
        ("war horse", "warhorse"),
        ("chevaux de guerre", "warhorse"),
        ("wolves", "wolf"),
        ("loups", "wolf"),
        ("squelettes", "skeleton"),
        ("dragon rouge adulte", "adult-red-dragon"),
        ("red dragon adult", "adult-red-dragon"),
        ("adlt red dragn", "adult-red-dragon"),
        ("dragon noir ancien", "ancient-black-dragon"),
        ("dragon rouge dragonnet", "red-dragon-wyrmling"),
        ("elementaire de l'air", "air-elemental"),
        ("hobgobelin", "hobgoblin"),
        ("owl bear", "owlbear"),
        ("ours", "black-bear"),
        ("will o wisp", "will-o-wisp"),
    ],
)
def test_the_search_finds_the_best_first(text: str, first: str) -> None:
    assert catalogue().search(text)[0].id == first


def test_the_search_finds_parts_of_names() -> None:
    assert [c.id for c in catalogue().search("gob")][:1] == ["goblin"]
    assert {c.id for c in catalogue().search("hag")} >= {"green-hag", "night-hag", "sea-hag"}
    assert len(catalogue().search("dragon", limit=100)) >= 40


def test_the_search_filters() -> None:
    shooters = catalogue().search("", ranged=True, limit=500)
    assert len(shooters) == 46
    assert len(catalogue().search("", ranged=False, limit=500)) == 334 - 46
    assert {c.size for c in catalogue().search("dragon", size="huge", limit=100)} == {"huge"}
    weak = catalogue().search("", min_cr=Fraction(1, 8), max_cr=Fraction(1, 4), limit=500)
    assert {c.challenge_rating for c in weak} == {Fraction(1, 8), Fraction(1, 4)}
    assert len(catalogue().search("", mode="burrow", limit=500)) == len(
        [c for c in catalogue() if "burrow" in c.speeds]
    )
    assert len(catalogue().search("", limit=7)) == 7
    assert [c.name for c in catalogue().search("", limit=2)] == ["Aboleth", "Acolyte"]


def test_creatures_of_the_catalogue_are_sorted_and_unique() -> None:
    ids = [creature.id for creature in catalogue()]
    assert ids == sorted(set(ids))
