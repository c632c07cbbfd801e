"""Gather the messages of the page, and the phrases of the core, into the catalogues and compile them.

Run from the root of the project after changing a message: ``python scripts/messages.py``. With ``--check`` it
changes nothing and fails if a catalogue lacks a message or was not compiled.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "dashboard" / "locale"
SOURCES = {"dashboard": {"_", "N_", "words", "phrase", "plural"}, "massbattle_core": {"phrase", "plural"}}
"""The calls in each package whose first argument is a message; of ``plural`` also the second, the form for many."""


def gathered() -> Catalog:
    """Every message in the source of the dashboard and every phrase of the core."""
    catalogue = Catalog(domain="massbattle", project="massbattle", charset="utf-8", fuzzy=False)
    for package, marks in SOURCES.items():
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and _name(node.func) in marks:
                    for message in _messages(node):
                        catalogue.add(message)
    return catalogue


def _messages(call: ast.Call) -> Iterator[str | tuple[str, str]]:
    """The messages of a call: those that stand there as they are, also where an ``if`` decides between two."""
    texts = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    if _name(call.func) == "plural":
        if len(texts) > 1:
            yield texts[0], texts[1]
    elif call.args and isinstance(call.args[0], ast.IfExp):
        yield from (part.value for part in (call.args[0].body, call.args[0].orelse) if isinstance(part, ast.Constant))
    elif call.args and isinstance(call.args[0], ast.Constant) and texts[0]:
        yield texts[0]


def _name(called: ast.expr) -> str:
    return getattr(called, "id", "") or getattr(called, "attr", "")


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
