"""Hexagonal maps of Tiled (``.tmx``, ``.tmj``): what their tiles say of the ground.

Ruling: a tile is a hex of 100 ft. What it says comes from its properties ``terrain``, ``elevation``, ``cover``,
``closed`` and ``label``, then from its class, then from the properties of its layer, then from the layer's name
(``Water``, ``Forêt``, ``Elevation 2``). Layers count from the bottom to the top; hidden ones do not count.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from massbattle_core.errors import MapFileError, Problem
from massbattle_core.maps.imported import Crop, ImportedMap, Window, check_crop, imported_map, warning, window_of
from massbattle_core.maps.parsing import is_one, mapping, sequence, short, whole
from massbattle_core.maps.tiled_layout import Layout, layout_of
from massbattle_core.maps.tiled_tiles import tile_id, tiles_of
from massbattle_core.maps.words import (
    ELEVATIONS,
    TERRAINS,
    Meaning,
    covered,
    elevation_of,
    meaning_in_name,
    plain_label,
    property_of,
    refined,
    truth_of,
)
from massbattle_core.mass_combat.model import PLAIN, Hex
from massbattle_core.phrases import phrase, plural, under

__all__ = ["read_tiled"]

_MOST_LAYERS = 100
_MOST_TILES = 1_000_000
_MOST_TILES_OF_ALL = 4_000_000
_DEEPEST_GROUP = 20
_MOST_KINDS = 5_000
_MOST_PROPERTIES = 200
_MOST_WARNINGS = 20
_BEYOND = Hex("impassable", closed=True)


def read_tiled(data: Mapping[str, Any], crop: Crop | None) -> ImportedMap:
    """The map in Tiled's JSON; raises :class:`MapFileError`."""
    layout = layout_of(data)
    if crop is not None:
        check_crop((layout.columns, layout.rows), crop)
        crop = layout.part(crop)
    window = window_of(layout.size, crop, phrase("cut it in Tiled with Map ▸ Resize Map"))
    layers = list(_layers(sequence(data.get("layers"), "layers"), "", 0))
    hidden = [name for name, layer in layers if not is_one(layer.get("visible", True))]
    shown = [(name, layer) for name, layer in layers if is_one(layer.get("visible", True))]
    painted = [(name, layer) for name, layer in shown if layer.get("type") == "tilelayer"]
    count = layout.columns * layout.rows
    if len(layers) > _MOST_LAYERS:
        raise MapFileError(
            phrase("it has more than {most} layers", most=_MOST_LAYERS),
            "layers",
            phrase("merge or remove some in Tiled"),
        )
    if count > _MOST_TILES or len(painted) * count > _MOST_TILES_OF_ALL:
        raise MapFileError(
            phrase("{layers} layers of {count} tiles are too much", layers=len(painted), count=count),
            "layers",
            phrase("cut the map in Tiled"),
        )
    problems = layout.warnings(window)
    tilesets = _Tilesets(sequence(data.get("tilesets"), "tilesets"), problems)
    hexes: dict[tuple[int, int], Hex] = {}
    for name, layer in painted:
        _paint(hexes, name, layer, layout, window, tilesets)
    problems += _remarks(hidden, len(shown) - len(painted), hexes, tilesets)
    if layout.added and window.row == 0:
        hexes.update({(column, 0): _BEYOND for column in range(window.columns)})
    counts = {"layers": len(painted), "tiles": len(tilesets.used)}
    return imported_map((window.columns, window.rows), hexes, problems[:_MOST_WARNINGS], "Tiled", counts)


def _layers(layers: list[Any], within: str, depth: int) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All layers from the bottom to the top, those in groups too, with their names."""
    if depth > _DEEPEST_GROUP:
        raise MapFileError(phrase("groups of layers are nested too deeply"), "layers", phrase("flatten them in Tiled"))
    for number, item in enumerate(layers[: _MOST_LAYERS + 1]):
        layer = mapping(item, f"{within or 'layers'}/{number}")
        name = f"{within}/{layer.get('name', number)}".strip("/")[:80]
        if layer.get("type") == "group":
            if is_one(layer.get("visible", True)):
                yield from _layers(sequence(layer.get("layers"), name), name, depth + 1)
        else:
            yield name, layer


def _paint(
    hexes: dict[tuple[int, int], Hex],
    name: str,
    layer: Mapping[str, Any],
    layout: Layout,
    window: Window,
    tilesets: _Tilesets,
) -> None:
    """Lay the tiles of one layer over what lies below."""
    place = phrase("layer {name}", name=short(name))
    tiles = tiles_of(layer, layout.columns * layout.rows, place)
    said = refined(meaning_in_name(name.rpartition("/")[2]), tilesets.said(layer, place))
    meanings: dict[int, Meaning] = {}
    for row in range(window.rows):
        for column in range(window.columns):
            index = layout.source((column + window.column, row + window.row))
            tile = (
                tile_id(tiles[index], phrase("{place}, tile {tile}", place=place, tile=index))
                if index is not None
                else 0
            )
            if tile:
                if tile not in meanings:
                    meanings[tile] = refined(said, tilesets.meaning(tile))
                if meanings[tile]:
                    hexes[column, row] = covered(hexes.get((column, row), PLAIN), meanings[tile])


def _remarks(
    hidden: list[str], other: int, hexes: Mapping[tuple[int, int], Hex], tilesets: _Tilesets
) -> Iterator[Problem]:
    if hidden:
        names = ", ".join(map(short, hidden[:5]))
        yield warning(
            "layers",
            plural(
                "a hidden layer is not read: {names}",
                "{count} hidden layers are not read: {names}",
                count=len(hidden),
                names=names,
            ),
            phrase("show them in Tiled to have them read"),
        )
    if other:
        yield warning(
            "layers",
            plural(
                "a layer of objects or pictures is not read",
                "{count} layers of objects or pictures are not read",
                count=other,
            ),
            phrase("paint the ground with tiles"),
        )
    if tilesets.unknown:
        yield warning(
            "tilesets",
            plural(
                "a kind of tiles belongs to no tileset of the map",
                "{count} kinds of tiles belong to no tileset of the map",
                count=len(tilesets.unknown),
            ),
            phrase("save it again in Tiled"),
        )
    if tilesets.missing:
        names = ", ".join(map(short, sorted(tilesets.missing)[:5]))
        yield warning(
            "tilesets",
            phrase("what the tiles of {names} mean stands in another file and is not known", names=names),
            phrase("in Tiled, embed the tileset in the map, or name the layers after their terrain"),
        )
    if tilesets.used and all(space == PLAIN for space in hexes.values()):
        yield warning(
            "layers",
            phrase("nothing says that a tile is other than open ground"),
            phrase(
                "in Tiled, give the tiles the property terrain ({terrains}), or name layers Water, Forest, …",
                terrains=", ".join(TERRAINS),
            ),
        )


@dataclass(frozen=True, slots=True)
class _Tileset:
    first: int
    name: str
    external: bool
    tiles: Mapping[int, Mapping[str, Any]]


class _Tilesets:
    """What the tiles of a map mean, which of them it uses, and which it does not explain."""

    def __init__(self, tilesets: list[Any], problems: list[Problem]) -> None:
        self.problems = problems
        self.sets = sorted(
            (self._tileset(item, f"tilesets/{number}") for number, item in enumerate(tilesets)), key=lambda s: s.first
        )
        self.firsts = [tileset.first for tileset in self.sets]
        self.used: dict[int, Meaning] = {}
        self.unknown: set[int] = set()
        self.missing: set[str] = set()

    def meaning(self, tile: int) -> Meaning:
        """What a tile says, by its number in the whole map."""
        if tile not in self.used:
            if len(self.used) >= _MOST_KINDS:
                raise MapFileError(
                    phrase("it uses more than {most} kinds of tiles", most=_MOST_KINDS),
                    "layers",
                    phrase("use fewer in Tiled"),
                )
            self.used[tile] = self._meaning(tile)
        return self.used[tile]

    def _meaning(self, tile: int) -> Meaning:
        number = bisect_right(self.firsts, tile) - 1
        if number < 0:
            self.unknown.add(tile)
            return {}
        tileset = self.sets[number]
        if tileset.external:
            self.missing.add(tileset.name)
        facts = tileset.tiles.get(tile - tileset.first, {})
        return self.said(
            facts, phrase("tileset {tileset}, tile {tile}", tileset=short(tileset.name), tile=tile - tileset.first)
        )

    def said(self, thing: Mapping[str, Any], place: str) -> Meaning:
        """What a tile or a layer says by its class and its properties."""
        named = thing.get("class") or thing.get("type")
        said = meaning_in_name(named) if isinstance(named, str) else {}
        for name, value in _properties(thing.get("properties"), place):
            said = refined(said, self._property(name, value, place))
        return said

    def _tileset(self, item: object, place: str) -> _Tileset:
        data = mapping(item, place)
        first = whole(data.get("firstgid"), f"{place}/firstgid", least=1)
        tiles = data.get("tiles")
        if isinstance(tiles, dict):  # before Tiled 1.2: objects by the number of the tile
            tiles = [{**mapping(tile, f"{place}/tiles"), "id": number} for number, tile in tiles.items()]
        found: dict[int, Mapping[str, Any]] = {
            whole(mapping(tile, f"{place}/tiles").get("id"), f"{place}/tiles/id"): tile
            for tile in sequence(tiles, f"{place}/tiles")
        }
        for key, properties in mapping(data.get("tileproperties"), f"{place}/tileproperties").items():
            found[whole(key, f"{place}/tileproperties")] = {"properties": properties}
        source = data.get("source")
        name = str(data.get("name") or source or place)[:80]
        return _Tileset(first, name, external=isinstance(source, str), tiles=found)

    def _property(self, name: str, value: object, place: str) -> Meaning:
        """What one property says; what cannot be understood becomes a warning."""
        field = property_of(name)
        if field == "terrain":
            said = meaning_in_name(str(value)[:80])
            if said:
                return said
            self._warn(
                under(place, name[:80]),
                phrase("{value} is no terrain", value=short(value)),
                phrase("write {terrains}", terrains=", ".join(TERRAINS)),
            )
        elif field == "elevation":
            steps = elevation_of(value)
            if steps is not None:
                return {"elevation": steps}
            bounds = phrase("{low} to {high}", low=ELEVATIONS[0], high=ELEVATIONS[-1])
            self._warn(
                under(place, name[:80]),
                phrase("{value} is no elevation", value=short(value)),
                phrase("write whole steps, {bounds}", bounds=bounds),
            )
        elif field in ("cover", "closed"):
            flag = truth_of(value)
            if flag is not None:
                return {field: flag}
            self._warn(
                under(place, name[:80]),
                phrase("{value} is neither yes nor no", value=short(value)),
                phrase("write true or false"),
            )
        elif field == "label" and isinstance(value, str):
            return {"label": plain_label(value)}
        return {}

    def _warn(self, place: str, message: str, remedy: str) -> None:
        if len(self.problems) < _MOST_WARNINGS:
            self.problems.append(warning(place, message, remedy))


def _properties(properties: object, place: str) -> list[tuple[str, object]]:
    """Names and values of properties, listed (since Tiled 1.2) or by name."""
    if isinstance(properties, dict):
        found = list(properties.items())
    else:
        facts = [
            mapping(item, phrase("{place}, properties", place=place))
            for item in sequence(properties, phrase("{place}, properties", place=place))
        ]
        found = [(item["name"], item.get("value")) for item in facts if isinstance(item.get("name"), str)]
    if len(found) > _MOST_PROPERTIES:
        raise MapFileError(
            phrase("it has more than {most} properties", most=_MOST_PROPERTIES), place, phrase("remove some in Tiled")
        )
    return found
