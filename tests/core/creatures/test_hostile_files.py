"""Files that are broken, huge, deep or malicious end in a clear message; nothing else ever gets out."""

import json
import random
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from massbattle_core.creatures import creature_from_json
from massbattle_core.creatures.readers import MOST_BYTES, read_creatures
from massbattle_core.errors import CreatureFileError
from tests.core.mutation import mutated

FIXTURES = Path(__file__).parent / "fixtures"
SEEDS = [
    path.read_bytes() for path in sorted(FIXTURES.iterdir()) if path.suffix in {".json", ".xml", ".monster", ".db"}
]
GOOD = b'{"name": "A", "cha": 8, "cr": "1", "size": ["M"], "speed": {"walk": 30}}'


def message(data: bytes) -> str:
    with pytest.raises(CreatureFileError) as error:
        read_creatures(data, "bad.json")
    assert error.value.remedy
    assert error.value.place
    return str(error.value)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "empty"),
        (b" \n\x00\x00", "empty"),
        (b"hello", "neither JSON nor XML"),
        (b"\x89PNG\r\n", "neither JSON nor XML"),
        (b"PK\x03\x04 zip", "neither JSON nor XML"),
        (b"[]", "no creature"),
        (b"{}", "no creature"),
        (b'{"name": "A"}', "no creature"),
        (b"<compendium/>", "no creature"),
        (b'{"name": "A",}', "line 1, column 14"),
        (b'{"name": "\x00"}', "no JSON"),
        (GOOD[:-1], "no JSON"),
        (b'{"name": "\xff\xfe"}', "UTF-8"),
        (b'{"cha": ' + b"9" * 5000 + b"}", "digits"),
        (b"<compendium><monster></compendium>", "line 1, column 24"),
        (b"<a>\x00</a>", "well-formed"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "encoding"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "DOCTYPE"),
        (b'<!DOCTYPE a SYSTEM "http://localhost/x.dtd"><a/>', "DOCTYPE"),
        (b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', "DOCTYPE"),
    ],
)
def test_bad_files_say_what_is_wrong(data: bytes, words: str) -> None:
    assert words in message(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"[" * 50_000_000, "larger than 25 MB"),
        (b"[" * 20_000_000, "too many values"),
        (b"[" * 100_000 + b"]" * 100_000, "too deeply"),
        (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "too deeply"),
        (b"[" + b"[]," * 7_000_000 + b"[]]", "too many values"),
        (b"[" + b"1," * 11_000_000 + b"1]", "too many values"),
        (b'["' + b"a" * (MOST_BYTES - 4) + b'"]', "no creature"),
        (b"<a>" * 8_000_000, "too many elements"),
        (b"<a>" * 100_000 + b"</a>" * 100_000, "too deeply"),
    ],
    ids=lambda value: value if isinstance(value, str) else f"{len(value)} bytes",
)
def test_huge_and_deep_files_are_refused_with_little_memory(data: bytes, words: str) -> None:
    tracemalloc.start()
    try:
        assert words in message(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 150_000_000


def test_more_creatures_than_anybody_needs_are_refused() -> None:
    line = b'{"name": "%d", "cha": 8, "cr": "1"}'
    assert "more than 10000" in message(b"[" + b",".join(line % n for n in range(10_001)) + b"]")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_every_unicode_encoding_is_read(encoding: str) -> None:
    text = '{"name": "Éclaireur", "cha": 8, "cr": "1"}'
    [imported] = read_creatures(text.encode(encoding))
    assert imported.creature.name == "Éclaireur"


def test_nan_infinity_and_huge_numbers_are_missing_values() -> None:
    text = '{"name": "A", "cha": NaN, "cr": Infinity, "size": ["M"], "speed": {"walk": -Infinity}, "hp": 1e999}'
    [imported] = read_creatures(text.encode())
    assert {problem.place for problem in imported.missing} >= {"challenge_rating", "charisma", "speeds", "hit_points"}


def test_null_characters_in_names_are_dropped() -> None:
    [imported] = read_creatures(GOOD.replace(b'"A"', b'"A\\u0000B"'))
    assert imported.creature.name == "AB"


def test_long_texts_do_not_take_long() -> None:
    texts = [
        "{@a " * 50_000,
        "<" * 200_000,
        "Ranged Weapon Attack: " * 10_000,
        "(" * 200_000,
        "\\" + " " * 200_000,
        "attaque" * 30_000,
    ]
    data = [json.loads(GOOD) | {"name": text, "action": [{"name": text, "entries": [text] * 3}]} for text in texts]
    assert len(read_creatures(json.dumps(data).encode())) == len(texts)


# ---------------------------------------------------------------- fuzz

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["30 ft.", "1/4", "Small", "{@atk rw}"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def check(data: bytes) -> None:
    """Read a file; only a CreatureFileError may come out, and what is read is a creature."""
    try:
        found = read_creatures(data, "fuzz")
    except CreatureFileError as error:
        assert error.remedy  # noqa: PT017 (any input may be refused; if so, with a remedy)
        return
    for imported in found:
        creature = imported.creature
        assert creature_from_json(json.loads(json.dumps(creature.to_json()))) == creature
        assert all(problem.severity == "warning" for problem in creature.problems)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data(), seed=st.sampled_from(SEEDS), choose=st.randoms(use_true_random=False))
def test_mutated_files_are_read_or_refused(data: st.DataObject, seed: bytes, choose: random.Random) -> None:
    check(mutated(seed, choose, lambda: data.draw(JUNK)))


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    check(data)


FIXED_JUNK: list[Any] = [
    None, True, 0, -1, 1e308, float("nan"), 10**40, "", "NaN", "1/0", "9" * 50,
    "\x00", "fly 9 m", [], [[]], {}, {"a": {}},
    {"value": []}, ["x", 1], {"fields": 1, "model": "api_v2.creature"}, {"name": 1, "speeds": {}, "cr": "1"},
]  # fmt: skip


@pytest.mark.slow
def test_twenty_thousand_mutated_files_are_read_or_refused() -> None:
    choose = random.Random(5)
    for _ in range(20_000):
        check(mutated(choose.choice(SEEDS), choose, lambda: json.loads(json.dumps(choose.choice(FIXED_JUNK)))))
