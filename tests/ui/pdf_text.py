"""The pages and the text of a PDF that Chromium printed: enough of the format to find words in it."""

import re
import zlib
from pathlib import Path

__all__ = ["pages", "text_of"]

_OBJECT = re.compile(rb"(\d+) 0 obj\b(.*?)endobj", re.DOTALL)
_STREAM = re.compile(rb"/Length (\d+).*?stream\r?\n", re.DOTALL)


def pages(path: Path) -> list[tuple[float, float]]:
    """The width and height of each page in points."""
    boxes = [re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", page) for page in _pages(_objects(path))]
    return [(float(box[1]), float(box[2])) for box in boxes if box]


def text_of(path: Path) -> str:
    """The text of all pages in the order in which it is drawn, without its spaces."""
    objects = _objects(path)
    found = []
    for page in _pages(objects):
        fonts = {name.decode(): _letters(objects, int(at)) for name, at in re.findall(rb"/(F\d+) (\d+) 0 R", page)}
        [contents] = re.findall(rb"/Contents (\d+) 0 R", page)
        letters: dict[int, str] = {}
        for font, drawn in re.findall(
            r"/(F\d+) [\d.]+ Tf|<([0-9A-Fa-f]+)> Tj", _stream(objects[int(contents)]).decode("latin-1")
        ):
            letters = fonts[font] if font else letters
            found += [letters[int(drawn[at : at + 4], 16)] for at in range(0, len(drawn), 4)]
    return "".join("".join(found).split())


def _objects(path: Path) -> dict[int, bytes]:
    return {int(number): body for number, body in _OBJECT.findall(path.read_bytes())}


def _pages(objects: dict[int, bytes]) -> list[bytes]:
    return [body for body in objects.values() if re.search(rb"/Type */Page\b", body)]


def _stream(body: bytes) -> bytes:
    match = _STREAM.search(body)
    assert match
    contents = body[match.end() : match.end() + int(match[1])]
    return zlib.decompress(contents) if b"/FlateDecode" in body[: match.end()] else contents


def _letters(objects: dict[int, bytes], font: int) -> dict[int, str]:
    """Which text each glyph of a font stands for."""
    reference = re.search(rb"/ToUnicode (\d+) 0 R", objects[font])
    assert reference
    table = _stream(objects[int(reference[1])]).decode("latin-1")
    letters = {}
    for part in re.findall(r"beginbfchar(.*?)endbfchar", table, re.DOTALL):
        for glyph, text in re.findall(r"<(\w+)> <(\w+)>", part):
            letters[int(glyph, 16)] = bytes.fromhex(text).decode("utf-16-be")
    for part in re.findall(r"beginbfrange(.*?)endbfrange", table, re.DOTALL):
        for first, last, text in re.findall(r"<(\w+)> <(\w+)> <(\w+)>", part):
            for step, glyph in enumerate(range(int(first, 16), int(last, 16) + 1)):
                letters[glyph] = chr(int(text, 16) + step)
    return letters
