"""Numbers, challenge ratings, sizes and speeds of every wording."""

from fractions import Fraction

import pytest

from massbattle_core.creatures.readers.values import challenge_rating, integer, size, speeds


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0, "0"), (0.125, "1/8"), (0.13, "1/8"), (0.25, "1/4"), (0.5, "1/2"), (1, "1"), (30, "30"), (17.0, "17"),
        ("1/8", "1/8"), ("1 / 4", "1/4"), ("¼", "1/4"), ("½", "1/2"), ("0.250", "1/4"), ("0,5", "1/2"),
        ("17.000", "17"),
        ("1/4 (50 XP)", "1/4"), ("5 (1,800 XP; PB +3)", "5"), ("CR 3", "3"), ("Challenge 1/2", "1/2"), ("00", "0"),
        ({"cr": "1/4"}, "1/4"), ({"cr": "13", "lair": "15"}, "13"), (".25", "1/4"), ("FP 2", "2"),
    ],
)  # fmt: skip
def test_challenge_ratings(value: object, expected: str) -> None:
    assert challenge_rating(value) == Fraction(expected)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        "—",
        "Unknown",
        "x",
        True,
        [],
        {},
        -1,
        "-1",
        0.3,
        "1/3",
        "1/0",
        1e9,
        float("nan"),
        float("inf"),
        "9" * 999,
        10**400,
    ],
)
def test_what_is_no_challenge_rating(value: object) -> None:
    assert challenge_rating(value) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Small", "small"), ("S", "small"), ("sm", "small"), ("grg", "gargantuan"), ("G", "gargantuan"),
        (["M"], "medium"),
        ({"key": "huge", "name": "Huge"}, "huge"), ("Large giant, chaotic evil", "large"),
        ("TG", "huge"), ("Gig", "gargantuan"),
        ("Medium swarm of Tiny beasts, unaligned", "medium"), ("Petite", "small"),
        ("med", "medium"), ("GARGANTUAN", "gargantuan"),
        ("Humanoïde de taille moyenne", "medium"),
    ],
)  # fmt: skip
def test_sizes(value: object, expected: str) -> None:
    read = size(value)
    assert read is not None
    assert (read.value, read.doubt) == (expected, "")


@pytest.mark.parametrize("value", [["S", "M"], "Medium or Small", ["M", "S"], "Small or Medium"])
def test_of_two_sizes_the_larger_counts_and_is_said(value: object) -> None:
    read = size(value)
    assert read is not None
    assert read.value == "medium"
    assert "medium, small" in read.doubt


@pytest.mark.parametrize("value", [None, "", 5, [], {}, "enormously", [None], {"key": []}])
def test_what_is_no_size(value: object) -> None:
    assert size(value) is None


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (30, {"walk": 30}),
        ("30 ft.", {"walk": 30}),
        ("30 ft., fly 60 ft. (hover), swim 30 ft.", {"walk": 30, "fly": 60, "swim": 30}),
        ("fly 90 ft. (hover)", {"fly": 90}),
        ("0 ft., fly 50 ft.", {"fly": 50}),
        ("Walk 30 ft. Climb 20 ft.", {"walk": 30, "climb": 20}),
        (["40 ft.", "climb 40 ft.", "fly 80 ft."], {"walk": 40, "climb": 40, "fly": 80}),
        (
            "9 m, vol 18 m, nage 9 m, escalade 6 m, creusement 3 m",
            {"walk": 30, "fly": 60, "swim": 30, "climb": 20, "burrow": 10},
        ),
        ({"walk": 30, "fly": 60}, {"walk": 30, "fly": 60}),
        ({"walk": "30 ft.", "hover": True}, {"walk": 30}),
        ({"walk": 30.0, "unit": "feet"}, {"walk": 30}),
        ({"walk": "9", "fly": 18, "units": "m"}, {"walk": 30, "fly": 60}),
        ({"walk": 9, "unit": "meters"}, {"walk": 30}),
        ({"fly": {"number": 90, "condition": "(hover)"}, "canHover": True}, {"fly": 90}),
        ({"walk": 0, "swim": "40 ft."}, {"swim": 40}),
        ({"Walk": 30, "Burrow": None}, {"walk": 30}),
    ],
)
def test_speeds(value: object, expected: dict[str, int]) -> None:
    read = speeds(value)
    assert (read.feet, read.doubts) == (expected, ())
    assert read.read


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("30 ft. (40 ft. in wolf form)", {"walk": 30}),
        ({"walk": {"number": 30, "condition": "(40 ft. in wolf form)"}}, {"walk": 30}),
        ({"walk": 30, "fly": {"number": 60, "condition": "(bat form only)"}}, {"walk": 30, "fly": 60}),
        ({"walk": 30, "choose": {"from": ["climb", "fly"], "amount": 20}}, {"walk": 30}),
        ({"walk": 30, "climb": True}, {"walk": 30, "climb": 30}),
    ],
)
def test_doubtful_speeds_are_said(value: object, expected: dict[str, int]) -> None:
    read = speeds(value)
    assert read.feet == expected
    assert len(read.doubts) == 1


@pytest.mark.parametrize(
    "value", [None, "", "varies", [], {}, {"walk": None}, {"walk": []}, float("nan"), -30, True, {"walk": 1e300}]
)
def test_what_is_no_speed(value: object) -> None:
    assert not speeds(value).read


def test_no_speed_at_all_is_a_speed_that_was_read() -> None:
    assert speeds({"walk": 0}).read
    assert speeds({"walk": 0}).feet == {}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (15, 15), (15.0, 15), ("15", 15), ("15 (chain mail)", 15), ("-2", -2), ("−2", -2),
        (None, None), ("", None), (True, None),
        ("2d6", None), (float("nan"), None), (float("inf"), None), (10**30, None), ("9" * 40, None), ([], None),
    ],
)  # fmt: skip
def test_whole_numbers(value: object, expected: int | None) -> None:
    assert integer(value) == expected
