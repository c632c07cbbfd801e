"""The board of a session against a room, without a browser: strokes, reinforcements, objectives, zones."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import Any

import param
import pytest
from bokeh.events import Pan, PanEnd, PanStart, Tap

from dashboard.i18n import Words
from dashboard.library_file import LibraryFile
from dashboard.models import BattleSession
from dashboard.models.bestiary import Bestiary
from dashboard.room import Room
from dashboard.theme import LIGHT
from dashboard.views.armies import Army
from dashboard.views.edit_words import edit_words
from dashboard.views.hex_board import BoardView
from dashboard.views.hex_ground import tiles
from dashboard.views.live import LiveMarkup
from dashboard.views.map_file import MapFileView
from dashboard.views.orders import unit_orders
from dashboard.views.picture import PictureView
from dashboard.views.terms import TermsView
from dashboard.views.unit_card import UnitCard
from massbattle_core.document import Several
from massbattle_core.errors import Problem
from massbattle_core.hexgrid import center
from massbattle_core.maps import read_map
from massbattle_core.mass_combat.backdrop import LARGEST_PICTURE
from massbattle_core.mass_combat.edits import MoveUnit, PaintHexes, ResizeField
from massbattle_core.mass_combat.model import Arrival, Hex, Objective, hex_key
from tests.core.maps.test_hostile_maps import HOSTILE
from tests.dashboard.fakes import ANA, BEN, demo, wait_for

Position = tuple[int, int]
EN = Words("en")
FIXTURES = Path(__file__).parents[1] / "core" / "maps" / "fixtures"


def at_once(function: Callable[[], None], _milliseconds: int) -> Callable[[], None]:
    function()
    return lambda: None


class Table:
    """A session with its board, and what a hand does there."""

    def __init__(self, room: Room, library: LibraryFile) -> None:
        self.ticks: list[Callable[[], None]] = []
        self.session = BattleSession(room, ANA, schedule=self.ticks.append)
        self.terms = TermsView(self.session, EN, lambda key: self.board.choose_goal(key))
        self.told: list[Problem] = []
        self.picture = PictureView(self.session, EN, at_once, self.told.append)
        self.map_file = MapFileView(self.session, EN, self.told.append, lambda: self.board.finish())
        self.board = BoardView(
            self.session, Army(), EN, LIGHT, self.picture, self.map_file, lambda: self.terms.open("goals")
        )
        bestiary = Bestiary(self.session, library)
        self.card = UnitCard(self.session, Army(), bestiary, EN, at_once, bestiary.keep_unit)

    @property
    def battle(self) -> Any:
        return self.session.document.mass_combat

    def hex(self, place: Position) -> Hex:
        return self.battle.field.hex(place)

    def press(self, piece: LiveMarkup, do: str, **values: str) -> None:
        piece._heard({"do": do, **values})

    def tick(self) -> None:
        """Run what has come from other threads."""
        while self.ticks:
            self.ticks.pop(0)()

    def take(self, tool: str) -> None:
        self.press(self.board.head, "tool", tool=tool)

    def _event(self, kind: Any, place: Position) -> None:
        x, y = center(place)
        plot = self.board._drawing.figure
        plot._trigger_event(kind(plot, x=x, y=y))

    def tap(self, place: Position) -> None:
        self._event(Tap, place)

    def begin(self, *places: Position) -> None:
        self._event(PanStart, places[0])
        for place in places[1:]:
            self._event(Pan, place)

    def draw(self, *places: Position) -> None:
        self.begin(*places)
        self._event(PanEnd, places[-1])

    def marks(self) -> int:
        return len(self.board._drawing._marks.data["q"])


@pytest.fixture
def table(room: Room, tmp_path: Path) -> Table:
    return Table(room, LibraryFile(tmp_path / "library.json"))


# ---------------------------------------------------------------- brushes


@pytest.mark.parametrize("tool", ["difficult", "water", "wall", "impassable"])
def test_a_quick_stroke_is_one_edit_without_gaps_and_is_shown_while_it_is_drawn(table: Table, tool: str) -> None:
    table.take(tool)
    table.begin((2, 12), (6, 12))
    shown = table.session.shown.mass_combat.field
    row = [(column, 12) for column in range(2, 7)]
    assert all(shown.hex(place).terrain == tool for place in row)
    assert table.session.revision == 0
    table.draw((2, 12), (6, 12))
    assert [table.hex(place).terrain for place in row] == [tool] * 5
    assert table.session.revision == 1
    table.session.undo()
    assert table.battle == demo().mass_combat


def test_cover_and_ground_closed_to_flyers_follow_the_first_hex_of_the_stroke(table: Table) -> None:
    for tool, mark in (("cover", "cover"), ("closed", "closed")):
        table.take(tool)
        table.tap((3, 12))
        table.draw((2, 12), (4, 12))
        assert [getattr(table.hex((column, 12)), mark) for column in (2, 3, 4)] == [True] * 3
        table.draw((4, 12), (3, 12))
        assert [getattr(table.hex((column, 12)), mark) for column in (2, 3, 4)] == [True, False, False]


def test_a_bridge_is_open_ground_with_a_name_and_a_label_is_what_was_written(table: Table) -> None:
    water = next(key for key, ground in table.battle.field.hexes.items() if ground.terrain == "water")
    place = tuple(map(int, water.split(",")))
    table.take("bridge")
    table.tap(place)
    assert table.hex(place) == Hex(label="Bridge")
    table.take("label")
    table.press(table.board.head, "label", value="  The <b>mill</b> ")
    table.tap((2, 12))
    assert table.hex((2, 12)).label == "The <b>mill</b>"
    assert "<b>mill" not in table.board.head.markup
    table.press(table.board.head, "label", value="")
    assert "a click takes a label away" in table.board.foot.markup
    table.tap((2, 12))
    assert hex_key((2, 12)) not in table.battle.field.hexes


def test_the_keyboard_paints(table: Table) -> None:
    table.session.select("")
    table.take("higher")
    for key in ("ArrowLeft", "Enter", "Enter", "ArrowUp", "Enter"):
        table.board._key(key)
    field = table.battle.field
    middle = field.columns // 2, field.rows // 2
    assert [field.hex((middle[0] - 1, middle[1] - up)).elevation for up in (0, 1)] == [2, 1]
    table.board._key("Escape")
    assert "Click a unit" in table.board.foot.markup


def test_a_size_that_no_map_has_is_refused_with_the_sizes_that_there_are(table: Table) -> None:
    for size in ("1000", "0"):
        table.press(table.board.head, "columns", value=size)
        assert table.session.refusal[0].place == "mass_combat/field/columns"
        assert table.session.refusal[0].remedy == "write 1 to 60"
    table.press(table.board.head, "columns", value="many")
    assert (table.session.revision, table.session.document) == (0, demo())
    table.press(table.board.head, "rows", value="9")
    assert table.battle.field.rows == 9


# ---------------------------------------------------------------- zones


def test_zones_never_overlap_and_whoever_stands_outside_is_told(table: Table) -> None:
    table.take("zone-a")
    table.draw((1, 1), (5, 1))
    table.take("zone-b")
    table.draw((4, 1), (7, 1))
    assert table.battle.field.zones == {
        "a": ((1, 1), (2, 1), (3, 1)),
        "b": ((4, 1), (5, 1), (6, 1), (7, 1)),
    }
    table.draw((7, 1), (4, 1))
    assert set(table.battle.field.zones) == {"a"}
    table.take("move")
    table.session.select("u1")
    assert "outside its deployment zone" in table.board.foot.markup
    [told] = [p for p in table.session.problems if p.place == "mass_combat/units/u1/position"]
    assert (told.severity, told.remedy) == ("warning", "move it, or widen the zone")


# ---------------------------------------------------------------- reinforcements


def test_reinforcements_come_over_an_edge_in_a_round_and_are_drawn_faint(table: Table) -> None:
    table.session.select("u1")
    start = table.battle.units["u1"].position
    table.press(table.card._figures, "arrival", value="3")
    unit = table.battle.units["u1"]
    last = table.battle.field.columns - 1, table.battle.field.rows - 1
    assert unit.arrival == Arrival(3)
    assert unit.position[0] in (0, last[0]) or unit.position[1] in (0, last[1])
    for edge, axis, value in (("south", 1, last[1]), ("west", 0, 0), ("north", 1, 0), ("east", 0, last[0])):
        table.press(table.card._figures, "edge", edge=edge)
        assert table.battle.units["u1"].position[axis] == value
    counters = table.board._drawing._units.data
    assert [alpha < 1 for alpha in counters["alpha"]].count(True) == 1
    assert "arrives in round 3" in counters["where"][0]
    assert "round 3" in table.board.foot.markup
    table.press(table.card._figures, "arrival", value="never")
    assert table.battle.units["u1"].arrival == Arrival(3)
    before = table.session.revision
    table.press(table.card._figures, "arrival", value="")
    assert table.battle.units["u1"].arrival is None
    assert table.session.revision == before + 1
    while table.session.can_undo:
        table.session.undo()
    assert table.battle.units["u1"].position == start


def test_a_unit_that_is_nowhere_comes_over_its_own_edge_on_ground_that_can_be_entered(table: Table) -> None:
    table.session.select("u7")
    table.session.submit(MoveUnit("u7", None))
    table.press(table.card._figures, "arrival", value="2")
    unit = table.battle.units["u7"]
    assert unit.side == "b"
    assert table.battle.field.hex(unit.position).terrain in ("open", "difficult")
    assert "Arrives in round" in unit_orders(unit, table.battle.sides["b"], EN)


# ---------------------------------------------------------------- objectives


def goals(table: Table, do: str, **values: str) -> None:
    table.press(table.terms._live, do, **values)


def test_the_first_objective_counts_at_once_and_undo_takes_both_back(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")
    assert table.battle.rules.end_condition == "objective"
    assert table.session.revision == 1
    assert table.marks() == 1
    goals(table, "add-goal")
    assert set(table.battle.objectives) == {"o1", "o2"}
    goals(table, "remove-goal", goal="o2")
    goals(table, "rule", rule="end_condition", value="one_alliance_left")
    assert "count for nothing" in table.terms._live.markup
    while table.session.can_undo:
        table.session.undo()
    assert table.session.document == demo()


def test_the_hexes_of_an_objective_are_drawn_on_the_board(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")
    [middle] = table.battle.objectives["o1"].hexes
    goals(table, "choose-goal", goal="o1")
    assert not table.terms.is_open
    table.draw((20, 12), (22, 12))
    assert table.battle.objectives["o1"].hexes == (middle, (20, 12), (21, 12), (22, 12))
    table.tap(middle)
    table.draw((20, 12), (22, 12))
    assert table.session.refusal[0].remedy == "name at least one hex to hold or reach"
    assert len(table.battle.objectives["o1"].hexes) == 3
    table.press(table.board.head, "done")
    assert table.terms.is_open
    assert "M21, M22, M23" in table.terms._live.markup


def test_the_parts_of_an_objective_are_set_one_by_one(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")

    def set_part(part: str, value: str) -> Objective:
        goals(table, "goal", goal="o1", part=part, value=value)
        return table.battle.objectives["o1"]

    assert set_part("rounds", "4").rounds == 4
    assert set_part("rounds", "a week").rounds == 4
    assert set_part("side", "b").side == "b"
    assert (set_part("kind", "reach").kind, table.battle.objectives["o1"].rounds) == ("reach", 1)
    kept = set_part("kind", "protect")
    assert (kept.kind, table.battle.units[kept.unit].side) == ("protect", "b")
    assert table.marks() == 0
    assert set_part("side", "a").unit == "u1"
    assert set_part("unit", "u2").unit == "u2"
    assert set_part("kind", "hold").hexes


def test_a_smaller_map_takes_hexes_off_objectives_and_undo_brings_them_back(table: Table) -> None:
    table.terms.open("goals")
    goals(table, "add-goal")
    table.session.submit(ResizeField(5, 5))
    assert table.battle.objectives == {}
    table.session.undo()
    assert len(table.battle.objectives["o1"].hexes) == 1


# ---------------------------------------------------------------- the picture under the hexes


def picture_file(width: int = 40, height: int = 20, *, noise: int = 0) -> str:
    """The first bytes of a PNG of that size, in base64, as a browser sends it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * (1 + 3 * width) * min(height, 100)) + b"\0" * noise
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    return base64.b64encode(png).decode()


def test_a_picture_fits_the_map_and_is_moved_scaled_and_faded(table: Table) -> None:
    table.take("picture")
    table.press(table.picture.live, "picture", name="map.png", content=picture_file())
    picture = table.battle.field.backdrop
    assert (picture.x, picture.y, picture.scale, picture.opacity) == (0, 0, table.battle.field.columns + 0.5, 1)
    drawn = table.board._drawing
    assert drawn._picture.data["url"] == [picture.address]
    assert drawn._picture_image.glyph.w == pytest.approx(sqrt(3) * picture.scale)
    tiles = drawn._ground["tiles"].data
    assert set(tiles["alpha"]) == {0.0, 0.45}
    slider = table.picture._sliders["opacity"].slider
    slider.value = 40
    assert (table.session.shown.mass_combat.field.backdrop.opacity, table.session.revision) == (0.4, 1)
    assert drawn._picture_image.glyph.global_alpha == 0.4
    with param.edit_constant(slider):
        slider.value_throttled = 40
    assert (table.battle.field.backdrop.opacity, table.session.revision) == (0.4, 2)
    table.begin((5, 4), (7, 4))
    assert table.session.shown.mass_combat.field.backdrop.x == 2
    assert table.session.revision == 2
    table.draw((5, 4), (4, 6))
    moved = table.battle.field.backdrop
    assert (moved.x, moved.y) == (-1, pytest.approx(sqrt(3), abs=0.05))
    assert table.battle.field.hexes == demo().mass_combat.field.hexes
    table.press(table.picture.live, "fit")
    assert (table.battle.field.backdrop.x, table.battle.field.backdrop.opacity) == (0, 0.4)
    table.press(table.picture.live, "no-picture")
    assert table.battle.field.backdrop is None
    assert drawn._picture.data["url"] == []
    table.press(table.board.head, "done")
    while table.session.can_undo:
        table.session.undo()
    assert table.session.document == demo()


@pytest.mark.parametrize(
    ("message", "says", "remedy"),
    [
        ({"content": base64.b64encode(b"GIF89a, or a diary").decode()}, "no picture that a page can show", "PNG, JPEG"),
        ({"content": picture_file(100_000, 100_000)}, "100000 × 100000 pixels", "make it smaller"),
        ({"content": picture_file(noise=LARGEST_PICTURE)}, "larger than 4 MB", "choose a smaller picture"),
        ({"too_large": True}, "larger than 4 MB", "choose a smaller picture"),
        ({"content": "not base64!"}, "could not be read", "try again"),
    ],
)
def test_what_is_no_picture_is_refused_by_name_and_the_battle_stays(
    table: Table, message: dict[str, Any], says: str, remedy: str
) -> None:
    table.take("picture")
    table.press(table.picture.live, "picture", name="castle.png", **message)
    [told] = table.told
    assert told.place == "castle.png"
    assert says in told.message
    assert remedy in told.remedy
    assert (table.session.revision, table.session.document) == (0, demo())


# ---------------------------------------------------------------- a map from a file


def send_map(table: Table, name: str, data: bytes) -> None:
    table.press(table.map_file.live, "map", name=name, content=base64.b64encode(data).decode())
    wait_for_map(table)


def wait_for_map(table: Table) -> None:
    def read() -> bool:
        table.tick()
        return "Reading" not in table.map_file.live.markup

    wait_for(read)


def test_a_map_is_seen_on_the_board_before_it_is_used_and_used_in_one_edit(table: Table) -> None:
    before = table.battle.field
    table.take("map-file")
    send_map(table, "ford.csv", (FIXTURES / "ford.csv").read_bytes())
    shown = table.session.shown.mass_combat.field
    assert shown.columns < before.columns
    assert table.board._drawing._ground["tiles"].data["q"] != []
    assert table.session.revision == 0
    says = table.map_file.live.markup
    assert f"massbattle table, {shown.columns} × {shown.rows} hexes" in says
    assert "water 1" in says
    assert "Would leave the board: Pikes of Dorn" in says
    table.take("move")
    assert table.session.shown.mass_combat.field == before
    table.take("map-file")
    send_map(table, "ford.csv", (FIXTURES / "ford.csv").read_bytes())
    table.press(table.map_file.live, "use-map")
    assert (table.session.revision, table.battle.field) == (1, shown)
    assert not table.map_file.live.visible
    table.session.undo()
    assert table.session.document == demo()


def test_a_map_of_squares_asks_for_its_scale_and_can_be_scaled_anew(table: Table) -> None:
    table.take("map-file")
    send_map(table, "tower.dd2vtt", (FIXTURES / "tower.dd2vtt").read_bytes())
    assert "100 × 90 squares" in table.map_file.live.markup
    for feet, columns in (("5", 5), ("10", 10), ("2,5", 3)):
        table.press(table.map_file.live, "feet", value=feet)
        wait_for_map(table)
        assert table.session.shown.mass_combat.field.columns == columns
    table.press(table.map_file.live, "feet", value="a furlong")
    assert "Use this map" in table.map_file.live.markup
    table.press(table.map_file.live, "other-map")
    assert table.session.shown == demo()
    assert "Choose a map" in table.map_file.live.markup


def test_a_part_of_a_large_map_is_chosen(table: Table) -> None:
    lines = ["col,row,terrain", "0,0,open", "119,79,open", "65,50,water"]
    table.take("map-file")
    send_map(table, "large.csv", "\n".join(lines).encode())
    assert "120 × 80 hexes" in table.map_file.live.markup
    assert 'data-from="60,40"' in table.map_file.live.markup
    table.press(table.map_file.live, "part", **{"from": "60,40"})
    wait_for_map(table)
    field = table.session.shown.mass_combat.field
    assert (field.columns, field.rows, field.hexes) == (60, 40, {"5,10": Hex("water")})


@pytest.mark.parametrize(
    ("name", "data", "place", "remedy"),
    [
        ("diary.txt", b"Dear diary", "diary.txt", "choose a map"),
        ("empty.csv", b"", "empty.csv", "choose a map"),
        ("bomb.tmj", HOSTILE["zlib bomb"][0](), "bomb.tmj: layer 'Layer 1'", "do not trust a file"),
        (
            "zones.json",
            b'{"format": "massbattle-map", "version": 1, "columns": 5, "rows": 5,'
            b' "zones": {"a": [[1, 1]], "b": [[1, 1]]}}',
            "zones.json: zones",
            "take the hex out of one of them",
        ),
    ],
)
def test_a_bad_map_is_refused_with_place_and_remedy_and_the_battle_stays(
    table: Table, name: str, data: bytes, place: str, remedy: str
) -> None:
    table.take("map-file")
    send_map(table, name, data)
    [told] = table.told
    assert told.place.startswith(place)
    assert told.message
    assert remedy in told.remedy
    assert (table.session.revision, table.session.shown) == (0, demo())
    assert "Choose a map" in table.map_file.live.markup


def test_the_map_is_saved_as_it_is_read(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    saved: dict[str, str] = {}
    monkeypatch.setattr(table.map_file.live, "download", lambda name, text, *_kind: saved.update({name: text}))
    table.take("map-file")
    table.press(table.map_file.live, "export-json")
    table.press(table.map_file.live, "export-csv")
    assert set(saved) == {"the-ford-at-dornmere.map.json", "the-ford-at-dornmere.csv"}
    for text in saved.values():
        assert read_map(text.encode()).field.hexes == table.battle.field.hexes


# ---------------------------------------------------------------- what others do on it


def counters_on(table: Table) -> set[tuple[float, float, float]]:
    """Where counters are drawn, and how opaque."""
    data = table.board._drawing._units.data
    return set(zip(data["x"], data["y"], data["alpha"], strict=True))


def test_a_unit_that_is_dragged_is_seen_by_all_where_it_is_held_and_where_it_stands(table: Table, room: Room) -> None:
    ben = BattleSession(room, BEN)
    stands, held, taken = (10, 5), (12, 5), (11, 6)
    table.begin(stands, held)
    table.tick()
    assert ben.shown.mass_combat.units["u1"].position == held
    assert ben.present[0].changing == {"/mass_combat/units/u1/position"}
    drawn = counters_on(table)
    assert {(*center(stands), 1.0), (*center(held), 0.45)} <= drawn
    assert len(drawn) == len(table.battle.units) + 1

    table._event(Pan, taken)  # where another unit stands, nothing can be shown, and nothing is said before it is let go
    table.tick()
    assert (ben.shown.mass_combat.units["u1"].position, table.session.refusal) == (stands, ())
    assert len(counters_on(table)) == len(table.battle.units)
    table._event(PanEnd, taken)
    assert "already stands" in table.session.status

    table.draw(stands, held)
    assert (table.session.revision, ben.document.mass_combat.units["u1"].position) == (1, held)
    table.draw(held, (13, 5), (-5, -5))  # let go outside: it stays
    assert (table.session.revision, ben.shown.mass_combat.units["u1"].position) == (1, held)


def test_hexes_under_the_brush_of_somebody_else_are_outlined_in_their_colour(table: Table, room: Room) -> None:
    ben = BattleSession(room, replace(BEN, colour="#805ad5"))
    ben.preview(PaintHexes({"2,3": Hex("water"), "3,3": Hex("water")}))
    table.tick()
    outlined = table.board._drawing._brushed.data
    assert sorted(zip(outlined["q"], outlined["r"], strict=True)) == sorted(
        zip(*(tiles([(2, 3), (3, 3)])[name] for name in ("q", "r")), strict=True)
    )
    assert outlined["fill"] == ["#805ad5"] * 2
    ben.cancel_preview()
    table.tick()
    assert table.board._drawing._brushed.data["q"] == []
    table.take("water")
    table.begin((2, 12), (3, 12))
    assert table.board._drawing._brushed.data["q"] == []  # one's own stroke shows the water itself


def test_all_units_that_wait_are_placed_by_one_edit(table: Table) -> None:
    places = {unit.id: unit.position for unit in table.battle.ordered_units()}
    table.session.submit(Several((MoveUnit("u1", None), MoveUnit("u7", None))))
    assert "place them all" in table.board.foot.markup
    table.press(table.board.foot, "line-up")
    assert all(unit.position is not None for unit in table.battle.ordered_units())
    assert "place them all" not in table.board.foot.markup
    assert edit_words(table.session.history(count=1)[0].edit, {}, EN) == "2 units placed"
    table.session.undo()
    table.session.undo()
    assert {unit.id: unit.position for unit in table.battle.ordered_units()} == places
