"""Battles that come and go as files: a new one, all of them in one zip file, and what comes back out of such a file."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterable
from pathlib import PurePosixPath

from dashboard.i18n import N_
from massbattle_core import battlefile
from massbattle_core.creatures.model import slug
from massbattle_core.document import BattleDocument
from massbattle_core.errors import BattleFileError, Problem
from massbattle_core.file_faults import in_file
from massbattle_core.mass_combat.model import MassBattle, Side, SideId
from massbattle_core.phrases import phrase

__all__ = ["MOST_FILES", "new_battle", "pack", "unpack"]

MOST_FILES = 500
"""Battle files that one zip file may bring."""


_UNREADABLE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, NotImplementedError, RuntimeError)
"""How a zip file says that it is damaged, cut off, packed in an unknown way or locked by a password (the last two)."""


def new_battle(translate: Callable[[str], str]) -> BattleDocument:
    """An empty battle, its name and those of its sides put into a language."""
    sides: dict[SideId, Side] = {"a": Side(translate(N_("Side A"))), "b": Side(translate(N_("Side B")))}
    return BattleDocument(translate(N_("New battle")), mass_combat=MassBattle(sides=sides))


def pack(documents: Iterable[BattleDocument]) -> bytes:
    """A zip file with the battle file of each document; two of one name are told apart by a number."""
    written = io.BytesIO()
    taken: set[str] = set()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for document in documents:
            stem = name = slug(document.name) or "battle"
            number = 1
            while name in taken:
                number += 1
                name = f"{stem}-{number}"
            taken.add(name)
            archive.writestr(f"{name}.json", battlefile.dumps(document))
    return written.getvalue()


def unpack(name: str, data: bytes) -> tuple[list[tuple[str, BattleDocument]], list[Problem]]:
    """The battles in a battle file or in a zip file of them, each with its file name, and what could not be read."""
    if not data.startswith(b"PK"):
        return _read([(name, data)])
    try:
        return _read(_files(name, data))
    except _UNREADABLE:
        return [], [Problem(name, phrase("the zip file cannot be read"), phrase("export it again"))]
    except BattleFileError as error:
        return [], [Problem(error.place, error.message, error.remedy)]


def _files(name: str, data: bytes) -> list[tuple[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = [member for member in archive.infolist() if member.filename.lower().endswith(".json")]
        if not members:
            raise BattleFileError(
                phrase("there is no battle file in it"), name, phrase("choose a zip of battle files (.json)")
            )
        if len(members) > MOST_FILES or sum(member.file_size for member in members) > battlefile.LARGEST_FILE:
            raise BattleFileError(
                phrase(
                    "it holds more than {most} files or {megabytes} MB of them",
                    most=MOST_FILES,
                    megabytes=battlefile.LARGEST_FILE // 1_000_000,
                ),
                name,
                phrase("import it in parts"),
            )
        files = []
        for member in members:
            with archive.open(member) as stream:  # the size that is announced need not be true
                files.append((PurePosixPath(member.filename).name, stream.read(member.file_size + 1)))
        return files


def _read(files: list[tuple[str, bytes]]) -> tuple[list[tuple[str, BattleDocument]], list[Problem]]:
    found, wrong = [], []
    for name, data in files:
        try:
            found.append((name, battlefile.loads(data)))
        except BattleFileError as error:
            wrong.append(Problem(in_file(name, error.place), error.message, error.remedy))
    return found, wrong
