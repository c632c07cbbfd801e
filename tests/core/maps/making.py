"""Maps of other tools for the tests, made of a few words."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from typing import Any

TERRAIN_TILES = [
    {"id": number, "properties": [{"name": "terrain", "type": "string", "value": word}]}
    for number, word in enumerate(("open", "difficult", "water", "impassable", "wall"))
]
OPEN, DIFFICULT, WATER, IMPASSABLE, WALL = range(1, 6)
GROUND = [OPEN, WATER, WALL, DIFFICULT, IMPASSABLE, 0]


def tiled(
    tiles: list[int],
    width: int,
    height: int,
    *,
    axis: str = "y",
    index: str = "odd",
    written: str = "list",
    layer: dict[str, Any] | None = None,
    **values: Any,
) -> bytes:
    """A Tiled map with one layer and a tileset of the five kinds of terrain (``.tmj``)."""
    ground = {"type": "tilelayer", "name": "Layer 1", "width": width, "height": height, "visible": True}
    data = {
        "type": "map",
        "orientation": "hexagonal",
        "width": width,
        "height": height,
        "tilewidth": 32,
        "tileheight": 32,
        "hexsidelength": 16,
        "staggeraxis": axis,
        "staggerindex": index,
        "infinite": False,
        "tilesets": [{"firstgid": 1, "name": "ground", "tiles": TERRAIN_TILES}],
        "layers": [{**ground, **written_as(tiles, written), **(layer or {})}],
        **values,
    }
    return json.dumps(data).encode()


def written_as(tiles: list[int], how: str) -> dict[str, Any]:
    """The tiles of a layer in one of Tiled's ways of writing them."""
    if how == "list":
        return {"data": tiles}
    if how == "csv":
        return {"encoding": "csv", "data": ",".join(map(str, tiles))}
    packed = struct.pack(f"<{len(tiles)}I", *tiles)
    packed = {"zlib": zlib.compress, "gzip": gzip.compress, "": bytes, "zstd": bytes}[how](packed)
    return {"encoding": "base64", "compression": how, "data": base64.b64encode(packed).decode()}


def squares(
    width: float,
    height: float,
    walls: list[list[tuple[float, float]]],
    doors: list[tuple[tuple[float, float], tuple[float, float]]] | None = None,
    **values: Any,
) -> bytes:
    """A Universal VTT map with these walls and doors."""
    data = {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": width, "y": height}, "pixels_per_grid": 70},
        "line_of_sight": [[{"x": x, "y": y} for x, y in wall] for wall in walls],
        "portals": [
            {
                "position": {"x": (a[0] + b[0]) / 2, "y": (a[1] + b[1]) / 2},
                "bounds": [{"x": x, "y": y} for x, y in (a, b)],
                "closed": True,
            }
            for a, b in doors or []
        ],
        **values,
    }
    return json.dumps(data).encode()
