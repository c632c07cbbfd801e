"""The picture under the hexes, without a browser."""

from __future__ import annotations

import base64
import struct
import zlib
from math import sqrt
from typing import Any

import param
import pytest

from massbattle_core.mass_combat.backdrop import LARGEST_PICTURE
from tests.dashboard.board_table import Table
from tests.dashboard.fakes import demo


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
