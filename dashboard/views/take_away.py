"""What a game master takes away from a battle: sheets to print, the map, lists for other programs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from dashboard.i18n import N_, Words
from dashboard.markup import Markup, join, tag
from dashboard.takeaway import battle_markdown, battle_sheet_html, foundry_journal, map_svg
from dashboard.views.live import LiveMarkup
from massbattle_core.armies import write_army_csv
from massbattle_core.creatures.model import slug
from massbattle_core.document import BattleDocument

__all__ = ["hand_over", "take_away_markup"]

PICTURE_WIDTH = 2400
"""Pixels of the map as a picture: sharp on a screen and on paper."""

KINDS = {
    "print": (
        N_("Print the battle sheet"),
        N_("Order of battle, map, turn order, morale tests, a card for each unit."),
    ),
    "html": (N_("Battle sheet (HTML)"), N_("The same as a file that opens in any browser.")),
    "markdown": (N_("Markdown"), N_("The sheet as text, for notes and wikis.")),
    "foundry": (N_("Foundry journal"), N_("A journal entry for Foundry 10 and later: import it there.")),
    "png": (N_("Map as a picture (PNG)"), N_("For chats and virtual tables.")),
    "svg": (N_("Map as a drawing (SVG)"), N_("Sharp at any size.")),
    "csv": (N_("Army list (CSV)"), N_("For a spreadsheet; import reads it back as the same armies.")),
}


def take_away_markup(_: Words) -> Markup:
    """A button for each kind, with a sentence."""
    return join(
        tag("h3", _("Take this battle away"), class_="heading"),
        tag(
            "div",
            [
                tag(
                    "button",
                    tag("b", _(label)),
                    tag("small", _(sentence)),
                    type="button",
                    class_="take",
                    data_do="take-away",
                    data_kind=kind,
                )
                for kind, (label, sentence) in KINDS.items()
            ],
            class_="take-away",
        ),
    )


def _journal(document: BattleDocument, language: str) -> str:
    return json.dumps(foundry_journal(document, language), ensure_ascii=False, indent=1) + "\n"


def _army_list(document: BattleDocument, _language: str) -> str:
    return write_army_csv(document)


_WRITERS: dict[str, tuple[Callable[[BattleDocument, str], str], str, str]] = {
    "html": (battle_sheet_html, "html", "text/html"),
    "markdown": (battle_markdown, "md", "text/markdown"),
    "foundry": (_journal, "foundry.json", "application/json"),
    "svg": (map_svg, "svg", "image/svg+xml"),
    "csv": (_army_list, "csv", "text/csv"),
}


def hand_over(live: LiveMarkup, kind: str, document: BattleDocument, language: str) -> None:
    """Let the browser print or save a battle in this way; unknown ways are dropped."""
    stem = slug(document.name) or "battle"
    if kind == "print":
        live.print(battle_sheet_html(document, language))
    elif kind == "png":
        drawing = re.sub(r"^<\?xml[^>]*\?>\s*", "", map_svg(document, language))
        live.download_picture(f"{stem}.png", drawing, PICTURE_WIDTH)
    elif kind in _WRITERS:
        write, ending, media = _WRITERS[kind]
        live.download(f"{stem}.{ending}", write(document, language), media)
