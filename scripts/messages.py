"""Gather the messages of the page, and the phrases of the core, into the catalogues and compile them.

Run from the root of the project after changing a message: ``python scripts/messages.py``. With ``--check`` it
changes nothing and fails if a catalogue lacks a message or was not compiled.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "dashboard" / "locale"
SOURCES = {
    "dashboard": {"_": None, "N_": None, "phrase": None, "plural": (1, 2)},
    "massbattle_core": {"phrase": None, "plural": (1, 2)},
}


def gathered() -> Catalog:
    """Every message in the source of the dashboard and every phrase of the core."""
    catalogue = Catalog(domain="massbattle", project="massbattle", charset="utf-8", fuzzy=False)
    for folder, keywords in SOURCES.items():
        for file, line, message, comments, _context in extract_from_dir(
            ROOT / folder, method_map=[("**.py", "python")], keywords=keywords, comment_tags=("Translators:",)
        ):
            catalogue.add(message, None, [(f"{folder}/{file}", line)], auto_comments=comments)
    return catalogue


def place(language: str) -> Path:
    """The catalogue of a language."""
    return LOCALE / language / "LC_MESSAGES" / "massbattle.po"


def read(language: str) -> Catalog:
    """The catalogue of a language as it is, or an empty one."""
    path = place(language)
    if not path.exists():
        return Catalog(locale=language, domain="massbattle", project="massbattle", charset="utf-8", fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, domain="massbattle")


def missing(language: str, messages: Catalog) -> list[str]:
    """Messages that a catalogue does not have; English needs no translation."""
    known = read(language)
    return [
        str(message.id)
        for message in messages
        if message.id and (message.id not in known or (language != "en" and not _is_whole(known[message.id].string)))
    ]


def _is_whole(translation: str | tuple[str, ...]) -> bool:
    """Whether a translation is there, in every form of the plural."""
    return all(translation) if isinstance(translation, tuple) else bool(translation)


def is_compiled(language: str) -> bool:
    """Whether the compiled catalogue holds what the readable one says."""
    path = place(language).with_suffix(".mo")
    if not path.exists():
        return False
    with path.open("rb") as stream:
        compiled = read_mo(stream)
    wanted = io.BytesIO()
    write_mo(wanted, read(language))
    wanted.seek(0)
    return _strings(compiled) == _strings(read_mo(wanted))


def _strings(catalogue: Catalog) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in catalogue if message.id}


def main() -> None:
    """Update and compile, or check."""
    messages = gathered()
    languages = sorted(path.name for path in LOCALE.iterdir() if path.is_dir())
    if "--check" in sys.argv:
        wrong = [f"{language}: {text}" for language in languages for text in missing(language, messages)]
        wrong += [f"{language}: not compiled" for language in languages if not is_compiled(language)]
        sys.exit("\n".join(wrong) or 0)
    for language in languages:
        catalogue = read(language)
        messages.creation_date = catalogue.creation_date  # what did not change makes no difference
        catalogue.update(messages, no_fuzzy_matching=True)
        catalogue.header_comment = "# The words of the massbattle page."
        catalogue.obsolete.clear()
        with place(language).open("wb") as stream:
            write_po(stream, catalogue, width=110, no_location=True, sort_output=True, omit_header=False)
        with place(language).with_suffix(".mo").open("wb") as stream:
            write_mo(stream, catalogue)
        print(f"{language}: {len(catalogue)} messages, {len(missing(language, messages))} without a translation")


if __name__ == "__main__":
    main()
