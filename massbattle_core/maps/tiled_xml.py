"""Tiled's XML (``.tmx``) in the shape of Tiled's JSON, so that a map is understood in one place."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from massbattle_core.errors import MapFileError
from massbattle_core.maps.parsing import short
from massbattle_core.phrases import phrase

__all__ = ["tiled_json_of"]

_LAYER_TYPES = {
    "layer": "tilelayer",
    "group": "group",
    "objectgroup": "objectgroup",
    "imagelayer": "imagelayer",
}
_DEEPEST_GROUP = 20


def tiled_json_of(root: Element) -> dict[str, Any]:
    """The map as Tiled's JSON would hold it; its numbers stay text.

    Raises :class:`MapFileError` if the element is no map.
    """
    if root.tag == "tileset":
        raise MapFileError(
            phrase("this is a tileset, not a map"), phrase("line 1"), phrase("choose the map that uses it (.tmx)")
        )
    if root.tag != "map":
        raise MapFileError(
            phrase("this XML is no map of Tiled but {element}", element=short(root.tag)),
            phrase("line 1"),
            phrase("choose a .tmx file"),
        )
    return {
        **root.attrib,
        "layers": _layers(root, 0),
        "tilesets": [_tileset(element) for element in root.findall("tileset")],
    }


def _layers(parent: Element, depth: int) -> list[dict[str, Any]]:
    if depth > _DEEPEST_GROUP:
        raise MapFileError(phrase("groups of layers are nested too deeply"), "", phrase("flatten them in Tiled"))
    return [_layer(element, depth) for element in parent if element.tag in _LAYER_TYPES]


def _layer(element: Element, depth: int) -> dict[str, Any]:
    layer: dict[str, Any] = {**element.attrib, "type": _LAYER_TYPES[element.tag], "properties": _properties(element)}
    if element.tag == "group":
        layer["layers"] = _layers(element, depth + 1)
    data = element.find("data")
    if element.tag == "layer" and data is not None:
        layer.update({key: data.attrib[key] for key in ("encoding", "compression") if key in data.attrib})
        if data.find("chunk") is not None:
            layer["chunks"] = []
        elif "encoding" in data.attrib:
            layer["data"] = data.text or ""
        else:  # the oldest form: an element for each tile
            layer["data"] = [tile.get("gid", "0") for tile in data.findall("tile")]
    return layer


def _tileset(element: Element) -> dict[str, Any]:
    tiles = [{**tile.attrib, "properties": _properties(tile)} for tile in element.findall("tile")]
    return {**element.attrib, "tiles": tiles}


def _properties(element: Element) -> dict[str, Any]:
    found = element.find("properties")
    if found is None:
        return {}
    return {item.get("name", ""): item.get("value", item.text or "") for item in found.findall("property")}
