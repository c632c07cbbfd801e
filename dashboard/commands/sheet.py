"""``massbattle sheet``: a battle to take to the table: a page to print, Markdown, the map, a journal for Foundry."""

from __future__ import annotations

import json
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal

import typer

from dashboard.takeaway import battle_markdown, battle_sheet_html, foundry_journal, map_svg
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument
from massbattle_core.errors import MassBattleError

__all__ = ["command"]


class SheetFormat(StrEnum):
    """What the sheet is written as."""

    html = "html"
    md = "md"
    svg = "svg"
    foundry = "foundry"


def _journal_text(document: BattleDocument, language: str) -> str:
    return json.dumps(foundry_journal(document, language), ensure_ascii=False, indent=1) + "\n"


_WRITERS: dict[SheetFormat, Callable[[BattleDocument, str], str]] = {
    SheetFormat.html: battle_sheet_html,
    SheetFormat.md: battle_markdown,
    SheetFormat.svg: map_svg,
    SheetFormat.foundry: _journal_text,
}


def command(
    file: Annotated[Path, typer.Argument(metavar="BATTLE.json", help="A battle file, finished or not.")],
    sheet_format: Annotated[
        SheetFormat,
        typer.Option(
            "--format", help="A page to print, Markdown, the map, or a journal entry for Foundry 10 and later."
        ),
    ] = SheetFormat.html,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write the sheet.", show_default="print it")
    ] = None,
    lang: Annotated[Literal["en", "fr"], typer.Option(help="The language of the sheet.")] = "en",
) -> None:
    """Write the sheet of a battle: order of battle, map, turn order, morale tests, a card for each unit."""
    try:
        text = _WRITERS[sheet_format](battlefile.load(file), lang)
    except MassBattleError as error:
        typer.echo(f"massbattle sheet: {error}", err=True)
        raise typer.Exit(2) from error
    if out is None:
        typer.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        typer.echo(f"massbattle sheet: --out {out}: {error.strerror} (choose another place)", err=True)
        raise typer.Exit(2) from error
