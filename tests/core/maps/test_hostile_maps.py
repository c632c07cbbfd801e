"""Files that are broken, huge, deep or malicious end in a clear message; nothing else ever gets out."""

import base64
import gzip
import json
import random
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from massbattle_core.document import BattleDocument, apply_edit
from massbattle_core.errors import MapFileError
from massbattle_core.maps import dumps_map, read_map
from massbattle_core.mass_combat.edits import SetField
from tests.core.maps.making import GROUND, squares, tiled
from tests.core.mutation import mutated

FIXTURES = Path(__file__).parent / "fixtures"
SEEDS = [
    *(path.read_bytes() for path in sorted(FIXTURES.iterdir())),
    tiled(GROUND, 3, 2, written="zlib"),
    tiled(GROUND, 3, 2, written="gzip", axis="x", index="even"),
    tiled(GROUND, 3, 2, written="csv", index="even"),
    squares(40, 30, [[(0, 0), (12, 30), (40, 3)]], [((3, 3), (4, 4))]),
]


def bomb(compression: str, size: int) -> dict[str, Any]:
    """A layer that inflates to so many bytes, without end if nobody stops it."""
    pack: Callable[[bytes], bytes] = {"zlib": zlib.compress, "gzip": gzip.compress}[compression]
    return {"encoding": "base64", "compression": compression, "data": base64.b64encode(pack(bytes(size))).decode()}


def own(**values: Any) -> bytes:
    return json.dumps({"format": "massbattle-map", "version": 1, "columns": 10, "rows": 10, **values}).encode()


def xml(layer: str, width: int = 3, height: int = 3) -> bytes:
    return f'<map orientation="hexagonal" width="{width}" height="{height}">{layer}</map>'.encode()


MANY_HEXES = {f"{n % 1000},{n // 1000}": {} for n in range(90_000)}
LONG_WALL = [(0.0, float(10_000 * (n % 2))) for n in range(2_000)]

WALLS = [[(n % 77 * 70, n % 61 * 50), (n % 77 * 70 + 3, n % 61 * 50)] for n in range(35_000)]
PROPERTIES = {"0": dict.fromkeys(map(str, range(250_000)))}
LAYER: dict[str, Any] = {"type": "tilelayer", "name": "Water", "visible": True}
FEET: dict[str, Any] = {"feet_per_square": 1}
CORNER: dict[str, Any] = {"crop": (0, 0)}

# what the file is, how it is read, and what is said of it ("" if it is read)
HOSTILE: dict[str, tuple[Callable[[], bytes], dict[str, Any], str]] = {
    "empty": (lambda: b"", {}, "empty"),
    "blank": (lambda: b"\xef\xbb\xbf \n\x00", {}, "empty"),
    "words": (lambda: b"hello", {}, "known format"),
    "a picture": (lambda: b"\x89PNG\r\n\x1a\n" + bytes(100), {}, "UTF-8"),
    "a list": (lambda: b"[]", {}, "no map of a known format"),
    "no JSON": (lambda: b'{"a": 1,}', {}, "line 1, column 9"),
    "NaN": (lambda: b'{"a": NaN}', {}, "NaN is no number"),
    "digits": (lambda: b'{"a": ' + b"9" * 5_000 + b"}", {}, "too many digits"),
    "UTF-16 without end": (lambda: '{"a": 1}'.encode("utf-16")[:-1], {}, "UTF-8"),
    "a strange encoding": (lambda: b'<?xml version="1.0" encoding="klingon"?><map/>', {}, "encoding"),
    "70 MB": (lambda: b" " * 70_000_000, {}, "larger than 64 MB"),
    "60 MB of brackets": (lambda: b"[" * 60_000_000, {}, "more than 8 MB"),
    "8 MB of brackets": (lambda: b"[" * 7_900_000, {}, "too many values"),
    "deep JSON": (lambda: b"[" * 100_000 + b"]" * 100_000, {}, "too deeply"),
    "deep objects": (lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, {}, "too deeply"),
    "numbers": (lambda: b"[" + b"1," * 1_400_000 + b"1]", {}, "known format"),
    "repeated keys": (lambda: b"{" + b",".join(b'"%d":1' % n for n in range(250_000)) + b',"7":1}', {}, "'7'"),
    "deep XML": (lambda: b"<map>" * 90_000 + b"</map>" * 9_000, {}, "well-formed"),
    "deep groups": (lambda: xml("<group>" * 40_000 + "</group>" * 40_000), {}, "nested too deeply"),
    "XML elements": (lambda: b"<a>" * 2_000_000, {}, "too many elements"),
    "XML attributes": (lambda: b"<map " + b" ".join(b'a%d=""' % n for n in range(700_000)) + b"/>", {}, "too many"),
    "a long name": (lambda: b"<" + b"m" * 7_000_000 + b"/>", {}, "no map of Tiled"),
    "a long attribute": (lambda: b'<map orientation="' + b"h" * 7_000_000 + b'"/>', {}, "orientation"),
    "entities": (lambda: b'<!DOCTYPE a [<!ENTITY b "c">]><map>&b;</map>', {}, "DOCTYPE"),
    "own map of a million hexes": (lambda: own(columns=1000, rows=1000), {}, "1000 columns and 1000 rows"),
    "own map of too many hexes": (lambda: own(hexes=MANY_HEXES), {}, "90000 entries"),
    "own map of too many places": (lambda: own(zones={"a": [[0, 0]] * 300_000}), {}, "zones/a"),
    "own map of too many keys": (lambda: own(hexes={"0,0": dict.fromkeys(map(str, range(250_000)))}), {}, "entries"),
    "table of a million lines": (lambda: b"col,row\n" + b"1,2,\n" * 1_000_000, {}, "more than 20000 lines"),
    "table of many hexes": (
        lambda: b"col,row\n" + b"".join(b"%d,%d\n" % divmod(n, 300) for n in range(19_000)), {},
        "64 columns and 300 rows",
    ),
    "table of wrong lines": (lambda: b"col,row,cover\n" + b"a,b,c\n" * 19_000, {}, "line 2, col"),
    "table of one line": (lambda: b"col,row,label\n0,0," + b"x" * 7_000_000, {}, "line 2"),
    "Tiled map of a million hexes": (lambda: tiled([], 1000, 1000), {}, "1000 columns and 1000 rows"),
    "Tiled map of 10^10 hexes": (lambda: tiled([], 100_000, 100_000), CORNER, "10000000000 tiles are too much"),
    "part of a million hexes": (
        lambda: tiled([], 1000, 1000, layers=[{**LAYER, "data": [1] * 1_000_000}]), {"crop": (990, 990)}, "",
    ),
    "many layers": (lambda: tiled([], 900, 900, layers=[LAYER] * 90), CORNER, "90 layers of 810000 tiles"),
    "zlib bomb": (lambda: tiled([], 60, 40, layer=bomb("zlib", 50_000_000)), {}, "unpack to more"),
    "gzip bomb": (lambda: tiled([], 60, 40, layer=bomb("gzip", 50_000_000)), {}, "unpack to more"),
    "base64 bomb": (lambda: tiled([], 60, 40, layer={"encoding": "base64", "data": "A" * 7_000_000}), {}, "tiles"),
    "CSV bomb": (lambda: xml(f'<layer><data encoding="csv">{"1," * 3_000_000}</data></layer>'), {}, "3000001 tiles"),
    "tile of many properties": (
        lambda: tiled([1], 1, 1, tilesets=[{"firstgid": 1, "tileproperties": PROPERTIES}]), {},
        "more than 200 properties",
    ),
    "squares without end": (lambda: squares(1e6, 1e6, []), {"feet_per_square": 10_000}, "100000000 columns"),
    "walls without end": (lambda: squares(300, 300, [LONG_WALL]), {"feet_per_square": 5}, ""),
    "long walls": (lambda: squares(6_000, 3_400, [[(0, 0), (5_999, 3_399)] * 500]), FEET, "miles long"),
    "many walls": (lambda: squares(6_000, 3_400, WALLS), FEET, ""),
    "a picture of 50 MB": (lambda: squares(60, 60, [], image="A" * 50_000_000), {"feet_per_square": 5}, ""),
    "a broken picture": (lambda: b'{"image":"' + b"A" * 50_000_000, {}, "cut off in its picture"),
    "pictures": (lambda: b'{' + b'"image" :"image" ,' * 3_000_000, {}, "more than 8 MB"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_read_or_refused_in_two_seconds(name: str) -> None:
    make, options, words = HOSTILE[name]
    data = make()
    start = time.process_time()
    check(data, options, words)
    assert time.process_time() - start < 2


HUNGRY = ("numbers", "zlib bomb", "part of a million hexes", "many walls", "a picture of 50 MB", "8 MB of brackets")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name not in HUNGRY)) for name in HOSTILE]
)
def test_hostile_files_take_no_more_than_200_megabytes(name: str) -> None:
    make, options, words = HOSTILE[name]
    data = make()
    tracemalloc.start()
    try:
        check(data, options, words)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak + len(data) < 200_000_000


def check(data: bytes, options: dict[str, Any], words: str) -> None:
    """A file is read if no words are given, else refused with them and a remedy."""
    if not words:
        assert read_map(data, "bad", **options).field.columns
        return
    with pytest.raises(MapFileError) as error:
        read_map(data, "bad", **options)
    assert words in str(error.value)
    assert error.value.place.startswith("bad")
    assert error.value.remedy
    assert len(str(error.value)) < 3_000


def test_the_picture_of_a_large_file_is_passed_over() -> None:
    small, large = (squares(60, 60, [[(5, 5), (50, 40)]], image="A" * size) for size in (100, 20_000_000))
    assert read_map(large, feet_per_square=5) == read_map(small, feet_per_square=5)


# ---------------------------------------------------------------- fuzz

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["x", "even", "water", "elevation", "Forest", "base64", "zlib", "1,2,3", "tilelayer"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIXED_JUNK: list[Any] = [
    None, True, 0, -1, 2, 7, 1e308, float("nan"), 10**40, "", "NaN", "9" * 50, "--1", "\x00", "\ud800", [], [[]], {},
    {"a": {}}, {"x": 1, "y": 2}, [{"x": 1, "y": 2}], "x", "even", "group", {"name": "cover", "value": "x"},
]  # fmt: skip


def fuzzed(data: bytes, feet_per_square: float | None, crop: tuple[int, int] | None) -> None:
    """Read a file; only a MapFileError may come out, and what is read is a battlefield that an edit accepts."""
    try:
        found = read_map(data, "fuzz", feet_per_square=feet_per_square, crop=crop)
    except MapFileError as error:
        assert error.remedy  # noqa: PT017 (any input may be refused; if so, with a remedy)
        return
    assert all(problem.severity == "warning" for problem in found.problems)
    document = apply_edit(BattleDocument(), SetField(found.field)).document
    assert document.mass_combat.field == found.field
    assert read_map(dumps_map(found.field).encode()).field == found.field


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    data=st.data(),
    seed=st.sampled_from(SEEDS),
    choose=st.randoms(use_true_random=False),
    feet_per_square=st.sampled_from([None, 5, 0.5, 300]),
    crop=st.sampled_from([None, None, (0, 0), (1, 1)]),
)
def test_mutated_files_are_read_or_refused(data: st.DataObject, seed, choose, feet_per_square, crop) -> None:
    fuzzed(mutated(seed, choose, lambda: data.draw(JUNK)), feet_per_square, crop)


@given(st.binary(max_size=200) | st.text(max_size=80).map(lambda text: f"col,row,terrain,cover,label\n{text}".encode()))
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    fuzzed(data, 5, None)


@pytest.mark.slow
def test_twenty_thousand_mutated_files_are_read_or_refused() -> None:
    choose = random.Random(5)
    for _ in range(20_000):
        data = mutated(choose.choice(SEEDS), choose, lambda: json.loads(json.dumps(choose.choice(FIXED_JUNK))))
        fuzzed(data, choose.choice([None, 5, 0.5, 300]), choose.choice([None, None, (0, 0), (1, 1)]))
