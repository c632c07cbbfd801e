from math import cos, sin, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from massbattle_core import hexgrid
from massbattle_core.errors import MapFileError, ScaleNeeded
from massbattle_core.maps import read_map
from massbattle_core.maps.imported import Window
from massbattle_core.maps.universal_vtt import _Ground, _plan_of
from massbattle_core.mass_combat.model import Backdrop, Hex
from tests.core.maps.making import squares

FIXTURES = Path(__file__).parent / "fixtures"
Point = tuple[float, float]


def box(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]


def centre(column: int, row: int) -> Point:
    """The centre of a hex in feet from the upper left corner of the map."""
    x, y = hexgrid.center((column, row))
    return x * 100 / sqrt(3) + 50, -y * 100 / sqrt(3) + 100 / sqrt(3)


def hexagon(column: int, row: int, radius: float = 57.7) -> list[Point]:
    """The outline of a hex in feet, slightly within its edges."""
    x, y = centre(column, row)
    corners = [(0, -1), (sqrt(3) / 2, -0.5), (sqrt(3) / 2, 0.5), (0, 1), (-sqrt(3) / 2, 0.5), (-sqrt(3) / 2, -0.5)]
    outline = [(x + radius * dx, y + radius * dy) for dx, dy in corners]
    return [*outline, outline[0]]


def feet(*walls: list[Point], doors: list[tuple[Point, Point]] | None = None, **values: Any) -> dict[str, Hex]:
    """The hexes of a map of 8 × 7 hexes with walls in feet."""
    return dict(read_map(squares(800, 650, list(walls), doors, **values), feet_per_square=1).field.hexes)


def test_the_scale_is_asked_for_with_what_the_file_says() -> None:
    with pytest.raises(ScaleNeeded) as error:
        read_map((FIXTURES / "tower.dd2vtt").read_bytes(), "tower.dd2vtt")
    assert error.value.squares == (100, 90)
    assert error.value.place == "tower.dd2vtt: resolution"
    assert "100 × 90 squares (8 pieces of wall, 1 doors)" in str(error.value)
    assert "5 on most maps" in error.value.remedy
    assert isinstance(error.value, MapFileError)


def test_squares_of_five_feet_become_hexes_of_twenty_squares() -> None:
    found = read_map((FIXTURES / "tower.dd2vtt").read_bytes(), feet_per_square=5)
    assert (found.format, found.field.columns, found.field.rows) == ("Universal VTT", 5, 6)
    assert {key for key, space in found.field.hexes.items() if space.label == "gate"} == {"2,1"}
    assert all(found.field.hexes[key].cover for key in ("2,0", "2,1", "2,3", "3,3"))
    assert found.field.hex((0, 0)) == Hex()
    assert {problem.place for problem in found.problems} == {"line_of_sight", "image"}
    assert found.counts["doors"] == 1


def test_the_picture_lies_where_its_squares_are() -> None:
    dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    data = squares(1600, 1000, [], image=dot)
    found = read_map(data, feet_per_square=5, crop=(10, 6))
    assert found.field.backdrop == Backdrop(dot, -10, pytest.approx(-6 * sqrt(3) / 2), 80)
    assert found.counts["pictures"] == 1
    assert "image" not in {problem.place for problem in found.problems}
    left, _bottom, right, top = read_map(squares(100, 60, [], image=dot), feet_per_square=5).field.backdrop.frame
    assert (left, right - left) == (pytest.approx(-sqrt(3) / 2), pytest.approx(5 * sqrt(3)))
    assert top == pytest.approx(1)


def test_the_origin_of_the_map_is_taken_off() -> None:
    moved = {"map_origin": {"x": 30, "y": -7}, "map_size": {"x": 800, "y": 650}}
    wall = [(x + 30, y - 7) for x, y in box(210, 100, 290, 160)]
    assert feet(wall, resolution=moved) == feet(box(210, 100, 290, 160))


def test_a_wall_gives_cover_in_every_hex_that_it_crosses() -> None:
    (ax, ay), (bx, by) = centre(1, 2), centre(6, 2)
    assert feet([(ax, ay), (bx, by)]) == {f"{column},2": Hex(cover=True) for column in range(1, 7)}


def test_a_short_piece_of_wall_is_no_cover() -> None:
    x, y = centre(3, 2)
    assert feet([(x, y), (x + 3, y)]) == {}
    assert feet([(x, y), (x + 15, y)]) == {"3,2": Hex(cover=True)}


def test_the_many_points_of_a_barrel_are_no_long_wall() -> None:
    x, y = centre(3, 2)
    barrel = [(x + cos(angle), y + sin(angle)) for angle in np.linspace(0, 6.28, 80)]
    assert feet(barrel) == {}


def test_a_hex_enclosed_by_walls_is_a_wall_and_a_small_hut_in_it_is_cover() -> None:
    assert feet(hexagon(3, 2)) == {"3,2": Hex("wall")}
    assert feet(hexagon(3, 2, 20)) == {"3,2": Hex(cover=True)}


def test_an_open_wall_encloses_nothing() -> None:
    assert feet(hexagon(3, 2)[:-1]) == {"3,2": Hex(cover=True)}


def test_a_building_with_a_door_is_no_solid_block() -> None:
    outline = hexagon(3, 2)
    assert feet(outline, doors=[(outline[1], outline[2])]) == {"3,2": Hex(cover=True, label="gate")}


def test_a_large_courtyard_stays_open() -> None:
    found = feet(box(10, 10, 790, 640))
    assert "4,3" not in found
    assert found["0,3"] == Hex(cover=True)
    assert all(space.terrain == "open" for space in found.values())


def test_a_door_alone_makes_a_gate() -> None:
    x, y = centre(2, 2)
    assert feet(doors=[((x - 5, y), (x + 5, y))]) == {"2,2": Hex(label="gate")}


def test_a_door_without_bounds_is_where_its_position_is() -> None:
    x, y = centre(2, 2)
    assert feet(portals=[{"position": {"x": x, "y": y}}]) == {"2,2": Hex(label="gate")}


def test_walls_far_outside_are_left_out_with_a_warning() -> None:
    found = read_map(squares(800, 650, [[(0, 1e8), (1e8, 0)]]), feet_per_square=1)
    assert found.field.hexes == {}
    assert "a piece of wall lies far outside" in found.problems[1].message


def test_a_map_of_few_hexes_is_remarked() -> None:
    found = read_map(squares(30, 20, []), feet_per_square=5)
    assert (found.field.columns, found.field.rows) == (2, 2)
    assert "2 × 2 hexes" in found.problems[1].message


def test_a_scale_that_is_not_needed_is_remarked() -> None:
    found = read_map(b"col,row\n0,0\n", feet_per_square=5)
    assert found.problems[0].place == "feet_per_square"


def test_points_belong_to_the_hex_that_holds_them() -> None:
    ground = _Ground(_plan_of({"resolution": {"map_size": {"x": 1, "y": 1}}}), 1, Window(0, 0, 30, 30))
    random = np.random.default_rng(1)
    x, y = random.uniform(100, 2800, 2000), random.uniform(100, 2400, 2000)
    for number, px, py in zip(ground._hex_numbers(x, y), x, y, strict=True):
        scale = sqrt(3) / 100
        assert hexgrid.hex_at((px - 50) * scale, -(py * scale - 1)) == (number % 30, number // 30)


def test_a_part_of_a_large_map_is_the_same_as_in_the_whole() -> None:
    walls = [hexagon(3, 4), hexagon(6, 5, 30), [(0, 0), (800, 650)]]
    whole = read_map(squares(800, 650, walls), feet_per_square=1)
    part = read_map(squares(800, 650, walls), feet_per_square=1, crop=(2, 3)).field
    assert (part.columns, part.rows) == (6, whole.field.rows - 2)
    for key, space in part.hexes.items():
        column, row = map(int, key.split(","))
        assert whole.field.hex((column + 2, row + 2)) == space
    large = squares(20_000, 20_000, [[(19_950, 19_000), (19_950, 19_900)]])
    with pytest.raises(MapFileError, match="200 columns and 231 rows"):
        read_map(large, feet_per_square=1)
    assert read_map(large, feet_per_square=1, crop=(180, 200)).counts["cover"] > 5


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"resolution": {}}, "resolution/map_size/x: it is missing"),
        ({"resolution": {"map_size": {"x": 0, "y": 3}}}, "0 × 3"),
        ({"resolution": {"map_size": {"x": True, "y": 3}}}, "map_size/x: it is True"),
        ({"resolution": {"map_size": {"x": 1e400, "y": 3}}}, "map_size/x: it is inf"),
        ({"resolution": {"map_size": {"x": 3, "y": 3}, "map_origin": {"x": "a", "y": 3}}}, "map_origin/x: it is 'a'"),
        ({"line_of_sight": 1}, "line_of_sight: it is 1"),
        ({"line_of_sight": [[{"x": 1}]]}, "line_of_sight/0/0/y: it is missing"),
        ({"line_of_sight": [[3]]}, "line_of_sight/0/0: it is 3"),
        ({"portals": [{"bounds": 3}]}, "portals/0/bounds: it is 3"),
        ({"portals": [{}]}, "portals/0/position/x: it is missing"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(values: dict[str, Any], words: str) -> None:
    data = squares(10, 10, [], **values).replace(b"Infinity", b"1e400")
    with pytest.raises(MapFileError) as error:
        read_map(data, feet_per_square=5)
    assert words in str(error.value)
    assert error.value.remedy
