"""The battle file: what is written is read, and every bad file is refused with its place and a remedy."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.battlefile import FORMAT, LARGEST_FILE, VERSION, dumps, load, loads, loads_playable, schema
from massbattle_core.document import BattleDocument
from massbattle_core.errors import BattleFileError
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.model import Battlefield, Hex, Objective, SimulationSettings
from massbattle_core.mass_combat.simulate import prepare, run
from massbattle_core.mass_combat.validation import problems
from tests.core.mass_combat.armies import BESTIARY, DEMO, battle_of, company

BATTLE = battle_of(
    company(1, "a", (1, 1), morale=4, factors={"pay": 1, "enemy": 1}),
    company(2, "b", (8, 5), notes="Über «Rat»"),
    field=Battlefield(12, 8, {"4,4": Hex("water", label="ford")}, {"a": ((0, 0), (1, 1))}),
    objectives={"ford": Objective("a", "hold", ((4, 4),), 2)},
    rules=HouseRules(initiative_cha="once"),
    simulation=SimulationSettings(77, 20),
)
DOCUMENT = BattleDocument("The ford", BESTIARY, BATTLE, "Rain.")


def changed(*path, to):
    """The file of the document with another value at a path; ``to`` may be a function of the old value."""
    data = json.loads(dumps(DOCUMENT))
    here = data
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = to(here.get(path[-1])) if callable(to) else to
    return json.dumps(data)


def without(*path):
    data = json.loads(dumps(DOCUMENT))
    here = data
    for key in path[:-1]:
        here = here[key]
    del here[path[-1]]
    return json.dumps(data)


def _nobody_in(unit):
    """A unit of no creatures, led by an attached character."""
    return {key: value for key, value in unit.items() if key != "groups"} | {"commander": {"charisma": 1}}


def refusal(data, read=loads):
    with pytest.raises(BattleFileError) as caught:
        read(data)
    assert caught.value.message
    assert caught.value.remedy
    assert caught.value.message in str(caught.value)
    return caught.value


UNIT = ("mass_combat", "units", "u1")


def test_a_document_is_read_as_it_was_written():
    text = dumps(DOCUMENT)
    assert loads(text) == loads(text.encode()) == loads(b"\xef\xbb\xbf" + text.encode()) == DOCUMENT
    assert dumps(loads(text)) == text
    assert "Über «Rat»" in text
    assert loads_playable(text) == DOCUMENT


def test_a_file_begins_with_its_format_and_version():
    assert re.match(r'\{\s*"format": "massbattle",\s*"version": 1,\s*"name": "The ford"', dumps(DOCUMENT))
    assert (FORMAT, VERSION) == ("massbattle", 1)


def test_an_unfinished_battle_is_a_file_all_the_same():
    empty = BattleDocument()
    assert loads(dumps(empty)) == empty
    assert loads('{"format": "massbattle", "version": 1}') == empty


def test_the_schema_describes_the_files():
    described = schema()
    jsonschema.Draft202012Validator.check_schema(described)
    jsonschema.validate(json.loads(dumps(DOCUMENT)), described)
    jsonschema.validate(json.loads(DEMO.read_text(encoding="utf-8")), described)
    for bad in (changed(*UNIT, "morale", to=11), changed("version", to=2), without("format")):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(json.loads(bad), described)


def test_the_demo_can_be_played_and_keeps_its_odds_through_a_file():
    demo = load(DEMO, playable=True)
    again = loads_playable(dumps(demo))
    assert again == demo
    tallies = [run(prepare(one.mass_combat, one.creatures), 0, 40) for one in (demo, again)]
    assert (tallies[0].data == tallies[1].data).all()


@pytest.mark.parametrize(
    ("data", "place"),
    {
        "no JSON": (b"Once upon a time", "line 1, column 1"),
        "nothing": (b"", "line 1, column 1"),
        "cut off": (dumps(DOCUMENT)[:400], re.compile(r"line \d+, column \d+")),
        "a list": (b"[]", ""),
        "a number": (b"12", ""),
        "no battle": (b"{}", "format"),
        "another format": (changed("format", to="chess"), "format"),
        "no version": (without("version"), "version"),
        "newer version": (changed("version", to=VERSION + 1), "version"),
        "huge version": (changed("version", to=10**30), "version"),
        "version as text": (changed("version", to="1"), "version"),
        "version as truth": (changed("version", to=True), "version"),
        "version 0": (changed("version", to=0), "version"),
        "version with a point": (changed("version", to=1.0), "version"),
        "unknown key": (changed("weather", to="rain"), "weather"),
        "unknown key inside": (changed(*UNIT, "colour", to="red"), "mass_combat/units/u1/colour"),
        "unknown creature": (
            changed(*UNIT, "groups", 0, to={"creature": "snark", "count": 3}),
            "mass_combat/units/u1/groups/0/creature",
        ),
        "a billion creatures": (
            changed(*UNIT, "groups", 0, to={"creature": "orc", "count": 10**9}),
            "mass_combat/units/u1/groups/0/count",
        ),
        "fewer than no creatures": (
            changed(*UNIT, "groups", 0, to={"creature": "orc", "count": -5}),
            "mass_combat/units/u1/groups/0/count",
        ),
        "half a creature": (
            changed(*UNIT, "groups", 0, to={"creature": "orc", "count": 2.5}),
            "mass_combat/units/u1/groups/0/count",
        ),
        "NaN": (changed(*UNIT, "morale", to=float("nan")), "mass_combat/units/u1/morale"),
        "infinity": (changed(*UNIT, "losses", to=float("-inf")), "mass_combat/units/u1/losses"),
        "a number beyond all": (
            changed(*UNIT, "losses", to="HUGE").replace('"HUGE"', "1e999"),
            "mass_combat/units/u1/losses",
        ),
        "NaN in a creature": (
            changed("creatures", "orc", "charisma", to=float("nan")),
            "creatures/orc",
        ),
        "a number of ten thousand digits": (changed(*UNIT, "losses", to="N").replace('"N"', "9" * 10_000), ""),
        "two units in one hex": (changed(*UNIT, "position", to=[8, 5]), "mass_combat/units/u2/position"),
        "a unit off the map": (changed(*UNIT, "position", to=[12, 0]), "mass_combat/units/u1/position"),
        "a unit off every map": (changed(*UNIT, "position", to=[0, 10**9]), "mass_combat/units/u1/position/1"),
        "a flat place": (changed(*UNIT, "position", to=[3]), "mass_combat/units/u1/position/1"),
        "an id that is none": (changed(*UNIT, "id", to="first"), "mass_combat/units/u1/id"),
        "an id unlike its key": (changed(*UNIT, "id", to="u7"), "mass_combat/units/u1/id"),
        "a third side": (changed(*UNIT, "side", to="c"), "mass_combat/units/u1/side"),
        "one side only": (without("mass_combat", "sides", "b"), "mass_combat/sides"),
        "a doctrine that is none": (changed(*UNIT, "doctrine", to="panic"), "mass_combat/units/u1/doctrine"),
        "a house rule that is none": (
            changed("mass_combat", "rules", "initiative_cha", to="thrice"),
            "mass_combat/rules/initiative_cha",
        ),
        "a hex that is none": (
            changed("mass_combat", "field", "hexes", "F7", to={"terrain": "wall"}),
            "mass_combat/field/hexes/F7",
        ),
        "an ocean": (changed("mass_combat", "field", "columns", to=10**6), "mass_combat/field/columns"),
        "a seed below 0": (changed("mass_combat", "simulation", "seed", to=-1), "mass_combat/simulation/seed"),
        "a creature of no size": (changed("creatures", "orc", "size", to="vast"), "creatures/orc"),
        "a creature of no rating": (changed("creatures", "orc", "cr", to="a lot"), "creatures/orc"),
        "a creature that is a list": (changed("creatures", "orc", to=[]), "creatures/orc"),
        "units as a list": (changed("mass_combat", "units", to=[]), "mass_combat/units"),
        "65 units": (
            changed(
                "mass_combat", "units", to={f"u{n}": {"id": f"u{n}", "side": "a", "name": ""} for n in range(1, 66)}
            ),
            "mass_combat/units",
        ),
        "a name of a million letters": (changed("name", to="x" * 1_000_000), "name"),
        "a name of half a letter": (changed("name", to="\ud800"), "name"),
        "the same key twice": ('{"format": "massbattle", "version": 1, "name": "a", "name": "b"}', "name"),
        "the same unit twice": (dumps(DOCUMENT).replace('"u2": {', '"u1": {'), "u1"),
        "nested brackets": (b"[" * 100_000 + b"]" * 100_000, ""),
        "nested objects": (b'{"a":' * 100_000 + b"1" + b"}" * 100_000, ""),
        "brackets within": (
            changed("notes", to="DEEP").replace('"DEEP"', "[" * 400 + "]" * 400),
            "notes",
        ),
        "UTF-16": (dumps(DOCUMENT).encode("utf-16"), "byte 0"),
        "UTF-16 without a mark": (dumps(DOCUMENT).encode("utf-16-be"), re.compile(r"line 1, column \d+|byte \d+")),
        "Latin 1": (dumps(DOCUMENT).encode("latin-1"), re.compile(r"byte \d+")),
        "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "byte 0"),
        "a huge file": (b" " * (LARGEST_FILE + 1), ""),
    }.values(),
    ids=lambda value: repr(value)[:30],
)
def test_a_bad_file_is_refused_with_place_and_remedy(data, place):
    found = refusal(data)
    if isinstance(place, str):
        assert found.place == place
    else:
        assert place.fullmatch(found.place)


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (without(*UNIT, "commander"), "mass_combat/units/u1/commander"),
        (changed(*UNIT, to=_nobody_in), "mass_combat/units/u1/groups"),
        (without(*UNIT, "position"), "mass_combat/sides/a"),
        (changed(*UNIT, "side", to="b"), "mass_combat/sides/a"),
        (changed("mass_combat", "units", to={}), "mass_combat/sides/a"),
        (
            changed("creatures", "soldier", "cr", to="31"),
            "mass_combat/units/u1/groups",
        ),
    ],
    ids=["no commander", "no creatures", "not on the board", "an empty side", "nobody", "a rating of no creature"],
)
def test_an_unfinished_battle_cannot_be_fought(data, place):
    assert refusal(data, loads_playable).place == place
    loads(data)


def test_a_unit_that_waits_keeps_no_battle_from_being_fought():
    unfinished = {"id": "u9", "side": "a", "name": "Recruits"}
    read = loads_playable(changed("mass_combat", "units", to=lambda units: {**units, "u9": unfinished}))
    found = [p for p in problems(read.mass_combat, read.creatures) if p.place.startswith("mass_combat/units/u9")]
    assert [p.severity for p in found] == ["warning"] * 3


def test_an_empty_name_is_refused_in_plain_words():
    assert refusal(changed("name", to="")).message == "it must not be empty"


def test_all_problems_are_told_but_no_more_than_ten():
    units = {f"u{n}": {"id": f"u{n}", "side": "a", "name": "", "morale": 99} for n in range(1, 31)}
    found = refusal(changed("mass_combat", "units", to=units))
    assert found.place == "mass_combat/units/u1/morale"
    assert "mass_combat/units/u10/morale" in found.message
    assert "and 20 more problems" in found.message


def test_errors_of_a_file_on_disk_begin_with_its_path(tmp_path):
    path = tmp_path / "battle.json"
    with pytest.raises(BattleFileError) as missing:
        load(path)
    assert (missing.value.place, bool(missing.value.remedy)) == (str(path), True)
    with pytest.raises(BattleFileError) as folder:
        load(tmp_path)
    assert folder.value.place == str(tmp_path)
    path.write_text(changed(*UNIT, "morale", to=11), encoding="utf-8")
    with pytest.raises(BattleFileError) as wrong:
        load(path)
    assert wrong.value.place == f"{path}: mass_combat/units/u1/morale"
    path.write_text(dumps(DOCUMENT), encoding="utf-8")
    assert load(str(path)) == DOCUMENT
    with path.open("wb") as stream:
        stream.truncate(10 * LARGEST_FILE)
    with pytest.raises(BattleFileError) as huge:
        load(path)
    assert huge.value.place == str(path)


def test_text_of_a_file_is_kept_as_it_is():
    text = '<script>alert("1")</script> & {{ 7*7 }} \u202e'
    named = replace(DOCUMENT, name=text)
    assert loads(dumps(named)).name == text


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**12), 10**12) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def _places(data, path=()):
    """Every path into the JSON of a file."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield from _places(value, (*path, key))


WRITTEN = json.loads(dumps(replace(DOCUMENT, creatures={name: BESTIARY[name] for name in ("soldier", "captain")})))
PLACES = [path for path in _places(WRITTEN) if path]


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(PLACES), VALUES)
def test_whatever_stands_at_any_place_is_read_or_refused(path, value):
    data = deepcopy(WRITTEN)
    here = data
    for key in path[:-1]:
        here = here[key]
    here[path[-1]] = value
    text = json.dumps(data)
    try:
        document = loads_playable(text)
    except BattleFileError:
        refusal(text, loads_playable)
    else:
        assert loads(dumps(document)) == document


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=60))
def test_noise_is_no_battle_file(noise):
    refusal(noise)
