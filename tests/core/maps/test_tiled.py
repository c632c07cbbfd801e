from collections.abc import Iterator
from functools import cache
from math import hypot, sqrt
from pathlib import Path
from typing import Any

import pytest

from massbattle_core import hexgrid
from massbattle_core.errors import MapFileError
from massbattle_core.maps import ImportedMap, read_map
from massbattle_core.maps.tiled_layout import Layout
from massbattle_core.mass_combat.model import LARGEST_MAP, Hex
from tests.core.maps.making import DIFFICULT, GROUND, IMPASSABLE, OPEN, WALL, WATER, tiled, written_as

FIXTURES = Path(__file__).parent / "fixtures"


def terrain(found: ImportedMap) -> list[str]:
    field = found.field
    return [
        " ".join(field.hex((column, row)).terrain[0] for column in range(field.columns)) for row in range(field.rows)
    ]


def message(data: bytes, **options: Any) -> str:
    with pytest.raises(MapFileError) as error:
        read_map(data, "map", **options)
    assert error.value.remedy
    return str(error.value)


# ---------------------------------------------------------------- what tiles say


def test_properties_classes_groups_and_names_of_layers_say_what_the_ground_is() -> None:
    found = read_map((FIXTURES / "valley.tmx").read_bytes())
    assert found.format == "Tiled"
    assert (found.field.columns, found.field.rows) == (4, 3)
    assert found.field.hexes == {
        "1,0": Hex("water"),
        "3,0": Hex("difficult", cover=True),
        "1,1": Hex("open", label="bridge"),
        "2,1": Hex("wall"),
        "0,2": Hex(elevation=2, cover=True),
        "1,2": Hex("water"),
        "3,2": Hex(closed=True),
    }


def test_what_was_not_understood_or_not_read_is_a_warning() -> None:
    messages = [str(problem) for problem in read_map((FIXTURES / "valley.tmx").read_bytes()).problems]
    assert len(messages) == 4
    assert "'cheese' is no terrain" in messages[0]
    assert "'Flood'" in messages[1]
    assert "objects" in messages[2]
    assert "'elsewhere.tsx'" in messages[3]
    assert all(problem.severity == "warning" for problem in read_map((FIXTURES / "valley.tmx").read_bytes()).problems)


@pytest.mark.parametrize("written", ["list", "csv", "", "zlib", "gzip"])
def test_every_way_of_writing_tiles_is_read(written: str) -> None:
    found = read_map(tiled(GROUND, 3, 2, written=written))
    assert terrain(found) == ["o w w", "d i o"]
    assert found.counts["wall"] == 1


def test_flipped_and_turned_tiles_are_the_same_tiles() -> None:
    flipped = [tile | flags << 28 for tile, flags in zip(GROUND, (1, 2, 4, 8, 15, 0), strict=True)]
    for written in ("list", "csv", "zlib"):
        assert read_map(tiled(flipped, 3, 2, written=written)).field == read_map(tiled(GROUND, 3, 2)).field


def test_the_oldest_forms_of_both_formats_are_read() -> None:
    old_json = tiled([1, 2], 2, 1, tilesets=[{"firstgid": 1, "tileproperties": {"1": {"terrain": "water"}}}])
    assert read_map(old_json).field.hexes == {"1,0": Hex("water")}
    old_xml = b"""<map orientation="hexagonal" width="2" height="1"><tileset firstgid="1"><tile id="1"><properties>
    <property name="terrain">water</property></properties></tile></tileset>
    <layer name="a" width="2" height="1"><data><tile gid="1"/><tile gid="2"/></data></layer></map>"""
    assert read_map(old_xml).field.hexes == {"1,0": Hex("water")}


@pytest.mark.parametrize(
    ("name", "space"),
    [
        ("Water", Hex("water")),
        ("02 - Forêt dense", Hex("difficult", cover=True)),
        ("MURAILLES", Hex("wall")),
        ("Elevation 3", Hex(elevation=3)),
        ("hauteur -2", Hex(elevation=-2)),
        ("Cover", Hex(cover=True)),
        ("Ponts", Hex(label="bridge")),
        ("Elevation 99", Hex()),
        ("Tile Layer 1", Hex()),
    ],
)
def test_the_name_of_a_layer_says_what_its_tiles_are(name: str, space: Hex) -> None:
    data = tiled([9], 1, 1, tilesets=[{"firstgid": 1, "source": "away.tsj"}], layer={"name": name})
    assert read_map(data).field.hex((0, 0)) == space


def test_upper_terrain_replaces_lower_but_not_its_elevation() -> None:
    def layer(name: str, **more: Any) -> dict[str, Any]:
        return {"type": "tilelayer", "name": name, "data": [9], "visible": True, **more}

    layers = [layer("Hill"), layer("Forest"), layer("River"), layer("x", properties=[{"name": "cover", "value": True}])]
    assert read_map(tiled([0], 1, 1, tilesets=[], layers=layers)).field.hex((0, 0)) == Hex("water", 1, True)


def test_tiles_that_say_nothing_are_remarked() -> None:
    found = read_map(tiled([1, 2], 2, 1, tilesets=[{"firstgid": 1, "name": "pretty"}]))
    assert "nothing says" in found.problems[0].message
    assert not read_map(tiled([0, 0], 2, 1)).problems


# ---------------------------------------------------------------- layout


def tiled_centre(column: int, row: int, axis: str, index: str) -> tuple[float, float]:
    """Where Tiled draws the centre of a tile, in distances between neighbouring centres."""
    if axis == "x":
        return column * sqrt(3) / 2, row + 0.5 * (column % 2 == (index == "odd"))
    return column + 0.5 * (row % 2 == (index == "odd")), row * sqrt(3) / 2


def placed(layout: Layout) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Positions on the battlefield and the tiles they come from."""
    for row in range(layout.size[1]):
        for column in range(layout.size[0]):
            source = layout.source((column, row))
            if source is not None:
                yield (column, row), (source % layout.columns, source // layout.columns)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
@pytest.mark.parametrize("size", [(5, 4), (6, 5), (1, 1), (2, 1), (1, 6)])
def test_every_hex_keeps_its_neighbours_and_its_side_of_them(axis: str, index: str, size: tuple[int, int]) -> None:
    width, height = size
    found = read_map(tiled([OPEN] * width * height, width, height, axis=axis, index=index))
    added = any("added" in problem.message for problem in found.problems)
    layout = Layout(width, height, turned=axis == "x", added=int(added))
    assert layout.size == (found.field.columns, found.field.rows)
    pairs = list(placed(layout))
    assert sorted(tile for _, tile in pairs) == sorted((c, r) for c in range(width) for r in range(height))
    for here, tile in pairs:
        for there, other in pairs:
            (ax, ay), (bx, by) = tiled_centre(*tile, axis, index), tiled_centre(*other, axis, index)
            (cx, cy), (dx, dy) = hexgrid.center(here), hexgrid.center(there)
            move = bx - ax, by - ay
            turned = (move[1], -move[0]) if axis == "x" else move
            assert hypot((dx - cx) / sqrt(3) - turned[0], (cy - dy) / sqrt(3) - turned[1]) < 1e-9


def test_rows_shifted_like_ours_stay_as_they_are() -> None:
    found = read_map(tiled(GROUND, 3, 2))
    assert not found.problems


def test_rows_shifted_otherwise_get_a_closed_row_on_top() -> None:
    found = read_map(tiled(GROUND, 3, 2, index="even"))
    assert terrain(found) == ["i i i", "o w w", "d i o"]
    assert found.field.hex((1, 0)) == Hex("impassable", closed=True)
    assert "added on top" in found.problems[0].message


def test_hexes_on_their_sides_are_turned_by_a_quarter() -> None:
    found = read_map(tiled([OPEN, WATER, WALL, DIFFICULT, IMPASSABLE, OPEN], 3, 2, axis="x"))
    assert terrain(found) == ["w o", "w i", "o d"]
    assert "turned by a quarter to the left" in found.problems[0].message


@cache
def numbered(width: int, height: int, **values: Any) -> bytes:
    """A map whose tiles are all named by their place."""
    tiles = [
        {"id": n, "properties": [{"name": "label", "value": f"{n % width},{n // width}"}]}
        for n in range(width * height)
    ]
    tileset = [{"firstgid": 1, "name": "a", "tiles": tiles}]
    return tiled(list(range(1, width * height + 1)), width, height, tilesets=tileset, **values)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
@pytest.mark.parametrize("crop", [(0, 0), (3, 5), (20, 7), (61, 44)])
def test_a_part_of_a_large_map_holds_the_hex_where_it_begins(axis: str, index: str, crop: tuple[int, int]) -> None:
    found = read_map(numbered(70, 66, axis=axis, index=index), crop=crop)
    labels = {space.label for space in found.field.hexes.values()}
    columns, rows = min(70 - crop[0], 38), min(66 - crop[1], 38)
    assert (found.field.columns, found.field.rows) <= LARGEST_MAP
    assert found.field.rows <= LARGEST_MAP[1]
    wanted = {f"{crop[0] + column},{crop[1] + row}" for column in range(columns) for row in range(rows)}
    assert wanted <= labels


def test_a_large_map_is_refused_in_the_size_it_would_have() -> None:
    assert "61 columns and 40 rows" in message(tiled([], 61, 40))
    assert "60 columns and 41 rows" in message(tiled([], 60, 40, index="even"))
    assert "40 columns and 61 rows" in message(tiled([], 60, 40, axis="x"))
    assert "crop" in message(tiled([1], 1, 1), crop=(0, 1))


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (tiled([1], 1, 1, orientation="orthogonal"), "the orientation is 'orthogonal'"),
        (tiled([1], 1, 1, orientation="isometric"), "Hexagonal"),
        (tiled([1], 1, 1, infinite=True), "endless"),
        (tiled([1], 1, 1, layer={"chunks": []}), "endless"),
        (tiled([1], 1, 1, staggeraxis="z"), "staggeraxis is 'z'"),
        (tiled([1], 1, 1, staggerindex=3), "staggerindex is 3"),
        (tiled([1], 1, 1).replace(b'"width": 1', b'"width": "wide"', 1), "width: it is 'wide'"),
        (tiled([1], 1, 1).replace(b'"height": 1', b'"height": null', 1), "height: it is missing"),
        (tiled([1, 2], 1, 1), "layer 'Layer 1': it has 2 tiles; the map has 1"),
        (tiled([1, 2], 1, 1, written="csv"), "it has 2 tiles"),
        (tiled([1, 2], 1, 1, written="zlib"), "unpack to more"),
        (tiled([1], 2, 1, written="gzip"), "it has 1 tiles"),
        (tiled([1], 1, 1, written="zstd"), "'zstd' cannot be unpacked"),
        (tiled([1], 1, 1, layer={"encoding": "base64", "data": "?"}), "no valid base64"),
        (tiled([1], 1, 1, layer={"encoding": "base64", "data": "AAAA"}), "it has 0 tiles"),
        (tiled([1], 1, 1, layer={"encoding": "base64", "compression": "zlib", "data": "AAAA"}), "damaged"),
        (tiled([1], 1, 1, layer={"encoding": "hex", "data": "01"}), "'hex'"),
        (tiled([1], 1, 1, layer={"data": ["x"]}), "tile 0: 'x' is no number of a tile"),
        (tiled([1], 1, 1, layer={"data": [-1]}), "-1 is no number of a tile"),
        (tiled([1], 1, 1, layer={"data": [True]}), "no number of a tile"),
        (tiled([1], 1, 1, layer={"data": [2**32]}), "no number of a tile"),
        (b"<map orientation='hexagonal' width='--1' height='1'/>", "width: it is '--1'"),
        (b"<map orientation='hexagonal' width='1' height='-1'/>", "height: it is '-1'"),
        (tiled([1], 1, 1, layers=3), "layers: it is 3"),
        (tiled([1], 1, 1, tilesets=[{}]), "firstgid: it is missing"),
        (tiled([1], 1, 1, tilesets=[{"firstgid": 1, "tiles": [{"id": "x"}]}]), "tiles/id: it is 'x'"),
        (b'{"type": "tileset"}', "tileset"),
        (b"<tileset/>", "tileset"),
        (b"<compendium/>", "'compendium'"),
        (b"<map orientation='hexagonal'/>", "width: it is missing"),
        (b"<map><layer></map>", "line 1, column 15"),
        (b'<!DOCTYPE map [<!ENTITY a "b">]><map orientation="&a;"/>', "DOCTYPE"),
        (b'<!DOCTYPE map SYSTEM "file:///etc/passwd"><map/>', "DOCTYPE"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(data: bytes, words: str) -> None:
    assert words in message(data)


def test_tiles_cut_off_in_the_middle_are_refused() -> None:
    layer = written_as([1] * 100, "zlib")
    layer["data"] = layer["data"][:12]
    assert "cut off" in message(tiled([], 10, 10, layer=layer))
