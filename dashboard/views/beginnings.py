"""Other battles to begin from the page of one: an empty one, or one of those that ship with the dashboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from dashboard.markup import Child, tag
from dashboard.models.files import open_battle
from dashboard.models.session import BattleSession
from massbattle_core import battlefile
from massbattle_core.document import BattleDocument

__all__ = ["begin", "begin_demo", "demo_buttons"]

_FOLDER = Path(__file__).parent.parent / "battles"


def begin(session: BattleSession, document: BattleDocument, go_to: Callable[[str], None]) -> None:
    """Put a battle in the place of one that is still empty, or else make it another, which ``go_to`` opens by its id.

    So nothing that somebody has built gives way to another battle.
    """
    battle = session.document.mass_combat
    if not battle.units and not battle.field.hexes:
        open_battle(session, battlefile.dumps(document).encode(), document.name, draft=True)
    elif begun := session.begin(document):
        go_to(begun)


def begin_demo(session: BattleSession, stem: str, go_to: Callable[[str], None]) -> None:
    """Begin one of the battles that ship with the dashboard."""
    if found := _demos().get(stem):
        begin(session, found, go_to)


def demo_buttons(class_: str) -> list[Child]:
    """A button for each battle that ships with the dashboard."""
    return [
        tag("button", demo.name, type="button", class_=class_, data_do="demo", data_demo=stem)
        for stem, demo in _demos().items()
    ]


@cache
def _demos() -> dict[str, BattleDocument]:
    """The battles that ship with the dashboard, read once: the bar is written at every edit."""
    return {path.stem: battlefile.load(path) for path in sorted(_FOLDER.glob("demo*.json"))}
