from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.errors import InvalidBattleError, MapFileError
from massbattle_core.maps import csv_map, dumps_map, read_map
from massbattle_core.mass_combat.model import PLAIN, Backdrop, Battlefield, Hex, hex_key

FIXTURES = Path(__file__).parent / "fixtures"
FORD = Battlefield(
    3,
    2,
    {
        "1,0": Hex("water"),
        "2,0": Hex(elevation=2, cover=True, label="Watch hill"),
        "0,1": Hex("difficult"),
        "1,1": Hex(label="bridge"),
        "2,1": Hex("wall", closed=True),
    },
)
TINY = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="


def message(text: str | bytes, **options) -> str:
    with pytest.raises(MapFileError) as error:
        read_map(text if isinstance(text, bytes) else text.encode(), "map", **options)
    assert error.value.remedy
    assert error.value.place.startswith("map")
    return str(error.value)


@pytest.mark.parametrize("name", ["ford.csv", "gue.csv", "ford.json"])
def test_table_french_table_and_json_say_the_same(name: str) -> None:
    found = read_map((FIXTURES / name).read_bytes(), name)
    assert found.field == FORD
    assert found.problems == ()
    counts = {key: found.counts[key] for key in ("hexes", "water", "difficult", "wall", "cover", "raised", "labels")}
    assert counts == {"hexes": 6, "water": 1, "difficult": 1, "wall": 1, "cover": 1, "raised": 1, "labels": 2}


HEXES = st.builds(
    Hex,
    st.sampled_from(["open", "difficult", "water", "impassable", "wall"]),
    st.integers(-20, 20),
    st.booleans(),
    st.booleans(),
    st.text(st.characters(codec="utf-8"), max_size=40),
)


@st.composite
def fields(draw: st.DrawFn) -> Battlefield:
    columns, rows = draw(st.integers(1, 8)), draw(st.integers(1, 6))
    places = [(column, row) for column in range(columns) for row in range(rows)]
    hexes = draw(st.dictionaries(st.sampled_from(places).map(hex_key), HEXES.filter(lambda space: space != PLAIN)))
    return Battlefield(columns, rows, hexes)


@settings(max_examples=40, deadline=None)
@given(fields())
def test_every_map_survives_json_and_table(field: Battlefield) -> None:
    assert read_map(dumps_map(field).encode()).field == field
    assert read_map(csv_map(field).encode()).field == field


def test_json_keeps_zones_and_picture() -> None:
    field = Battlefield(4, 4, {}, {"a": ((0, 0), (1, 0)), "b": ((3, 3),)}, Backdrop(TINY, 1.5, -2, 4, 0.5))
    assert read_map(dumps_map(field).encode()).field == field


def test_labels_are_no_formulas_in_a_spreadsheet() -> None:
    text = csv_map(Battlefield(1, 1, {"0,0": Hex(label="=HYPERLINK(1)")}))
    assert ",'=HYPERLINK(1)," in text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_every_unicode_encoding_is_read(encoding: str) -> None:
    for name in ("gue.csv", "ford.json"):
        text = (FIXTURES / name).read_text(encoding="utf-8")
        assert read_map(text.encode(encoding)).field == FORD


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_separators_and_line_ends_do_not_matter(separator: str, line_end: str) -> None:
    text = (FIXTURES / "ford.csv").read_text().replace(",", separator).replace("\n", line_end)
    assert read_map(text.encode()).field == FORD


def test_hexes_without_a_line_are_plain_and_the_order_of_columns_is_free() -> None:
    found = read_map(b"remark,terrain,row,col\nx,forest,3,1\n\ny,,0,0\n")
    assert found.field == Battlefield(2, 4, {"1,3": Hex("difficult", cover=True)})
    assert [problem.message for problem in found.problems] == ["the column 'remark' is not read"]


def test_counting_from_one_is_remarked() -> None:
    found = read_map(b"col,row,terrain\n1,1,water\n")
    assert "counted from 0" in found.problems[0].message


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("col,row,terrain\n", "no hex"),
        ("col,row,terrain\n0,0,lava lamp\n", "line 2, terrain: 'lava lamp' is no terrain"),
        ("col,row,elevation\n0,0,21\n", "line 2, elevation: '21'"),
        ("col,row,elevation\n0,0,1.5\n", "no elevation"),
        ("col,row,elevation\n0,0,NaN\n", "no elevation"),
        ("col,row,cover\n0,0,perhaps\n", "neither yes nor no"),
        ("col,row\n0,-1\n", "line 2, row: '-1' is no place"),
        ("col,row\n0,99999\n", "no place"),
        ("col,row\n0,0\n1,0\n0,0\n", "line 4: the hex in column 0, row 0 stands there twice"),
        ("col,row\n0,0,open\n", "more cells than headings"),
        ("col,row,column\n0,0,0\n", "two headings mean col"),
        ('col,row,label\n0,0,"open\n', "line 2: this is no table"),
        (f"col,row,label\n0,0,{'x' * 41}\n", "longer than 40"),
        ("a,b\n1,2\n", "known format"),
        ('{"format":"massbattle-map","columns":1,"rows":1}', "version: it is missing"),
        ('{"format":"massbattle-map","version":2,"columns":1,"rows":1}', "version 2"),
        ('{"format":"massbattle-map","version":1,"columns":1.5,"rows":1}', "columns: it is 1.5"),
        ('{"format":"massbattle-map","version":1,"columns":0,"rows":1}', "columns: it is 0"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"hexes":{"2,0":{}}}', "hexes/2,0"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"hexes":{"0,0":{"terrain":"lava"}}}', "terrain"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"hexes":{"0,0":{"elevation":21}}}', "elevation"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"hexes":{"0,0":{"elevation":NaN}}}', "NaN"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"hexes":{"0,0":{},"0,0":{}}}', "twice"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"hexes":[]}', "hexes"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"colour":1}', "colour"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"zones":{"a":[[0,0]],"b":[[0,0]]}}', "overlap"),
        ('{"format":"massbattle-map","version":1,"columns":2,"rows":1,"backdrop":{"data":"AAAA"}}', "backdrop/data"),
        ('{"format":"massbattle","version":1}', "whole battle"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, words: str) -> None:
    assert words in message(text)


def test_everything_wrong_in_a_table_is_named_at_once() -> None:
    text = message("col,row,terrain,cover\n0,0,cheese,no\n1,0,open,perhaps\nx,0,open,no\n" + "y,0,open,no\n" * 40)
    assert "cheese" in text
    assert "line 3, cover" in text
    assert "line 4, col" in text


def test_text_that_is_not_unicode_names_the_line() -> None:
    text = "col,row,label\n0,0,Étang\n".encode("cp1252")
    assert "map: line 2, byte 18: its text is not UTF-8" in message(text)


# ---------------------------------------------------------------- parts of large maps


def large(columns: int, rows: int) -> bytes:
    lines = [f"{column},{row},{'water' if row % 2 else 'wall'}" for row in range(rows) for column in range(columns)]
    return "\n".join(["col,row,terrain", *lines]).encode()


def test_a_large_map_is_refused_with_its_size_and_the_remedy() -> None:
    text = message(large(61, 2))
    assert "61 columns and 2 rows" in text
    assert "60 and 40" in text
    assert "part" in text


def test_a_part_of_a_large_map_begins_in_an_even_row() -> None:
    field = read_map(large(70, 45), crop=(15, 11)).field
    assert (field.columns, field.rows) == (55, 35)
    assert field.hex((0, 0)) == Hex("wall")
    assert field.hex((0, 1)) == Hex("water")


def test_a_part_of_a_json_map_leaves_zones_out() -> None:
    text = """{"format": "massbattle-map", "version": 1, "columns": 90, "rows": 50, "zones": {"a": [[70, 49]]},
    "hexes": {"89,49": {"cover": true}, "3,4": {}}}"""
    found = read_map(text.encode(), crop=(60, 20))
    assert found.field == Battlefield(30, 30, {"29,29": Hex(cover=True)})
    assert "zones" in found.problems[0].message


def test_a_part_outside_is_refused() -> None:
    assert "map: crop" in message(large(3, 3), crop=(3, 0))


@pytest.mark.parametrize("options", [{"crop": (-1, 0)}, {"feet_per_square": 0}, {"feet_per_square": float("nan")}])
def test_options_that_make_no_sense_are_refused(options) -> None:
    with pytest.raises(InvalidBattleError) as error:
        read_map(b"", **options)
    assert error.value.problems[0].place == next(iter(options))
