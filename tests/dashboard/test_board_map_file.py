"""A map from a file on the board, without a browser."""

from __future__ import annotations

import base64
from pathlib import Path

import pytest

from massbattle_core.maps import read_map
from massbattle_core.mass_combat.model import Hex
from tests.core.maps.test_hostile_maps import HOSTILE
from tests.dashboard.board_table import Table
from tests.dashboard.fakes import demo, wait_for

FIXTURES = Path(__file__).parents[1] / "core" / "maps" / "fixtures"


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
