"""Reads the creatures of any known file, recognised by its content."""

from __future__ import annotations

import codecs
import json
from dataclasses import replace
from itertools import islice

from massbattle_core.creatures.readers.draft import ImportedCreature
from massbattle_core.creatures.readers.json_files import read_json
from massbattle_core.creatures.readers.xml_files import read_xml
from massbattle_core.errors import CreatureFileError
from massbattle_core.phrases import phrase

__all__ = ["MOST_BYTES", "read_creatures"]

MOST_BYTES = 25_000_000
"""Larger files are refused."""

_MOST_CREATURES = 10_000
_KNOWN = phrase(
    "5e-bits, Open5e, 5etools, Foundry dnd5e, Improved Initiative, Fight Club XML, tetra-cube and massbattle's own JSON"
)


def read_creatures(data: bytes, filename: str = "") -> tuple[ImportedCreature, ...]:
    """Read all creatures of a file; ``filename`` only serves the messages.

    What a file lacks or says unclearly becomes a warning of the creature; of creatures that are the same in
    every fact one is kept. Raises :class:`CreatureFileError`, and nothing else, if the file cannot be read.
    """
    if len(data) > MOST_BYTES:
        raise CreatureFileError(
            phrase("the file is larger than {megabytes} MB", megabytes=MOST_BYTES // 1_000_000),
            filename,
            phrase("split it into smaller files"),
        )
    if not data.strip(b" \t\r\n\x00"):
        raise CreatureFileError(phrase("the file is empty"), filename, phrase("choose a file of {known}", known=_KNOWN))
    text = _text(data)
    start = (text or "")[:200].lstrip("\ufeff \t\r\n")
    if start.startswith("<"):
        found = read_xml(data, filename)
    elif text is not None and start[:1] in {"{", "["}:
        found = read_json(text.removeprefix("\ufeff"), filename)
    elif text is None and data.lstrip()[:1] in {b"{", b"["}:
        raise CreatureFileError(phrase("its text is not UTF-8"), filename, phrase("save it as UTF-8"))
    else:
        raise CreatureFileError(
            phrase("this is neither JSON nor XML"), filename, phrase("choose a file of {known}", known=_KNOWN)
        )
    creatures = list(islice(found, _MOST_CREATURES + 1))
    if len(creatures) > _MOST_CREATURES:
        raise CreatureFileError(
            phrase("it holds more than {most} creatures", most=_MOST_CREATURES),
            filename,
            phrase("split the file"),
        )
    if not creatures:
        raise CreatureFileError(
            phrase("it holds no creature of a known format"), filename, phrase("known are {known}", known=_KNOWN)
        )
    return tuple({_facts(imported): imported for imported in reversed(creatures)}.values())[::-1]


def _text(data: bytes) -> str | None:
    """The text of a file in UTF-8, UTF-16 or UTF-32; None if it is none of them."""
    encoding = "utf-8" if data.startswith(codecs.BOM_UTF8) else json.detect_encoding(data)
    try:
        return data.decode("latin-1" if data.lstrip().startswith(b"<") else encoding)
    except UnicodeDecodeError:
        return None


def _facts(imported: ImportedCreature) -> object:
    creature = replace(imported.creature, problems=(), source="")
    return creature, tuple(creature.speeds.items())
