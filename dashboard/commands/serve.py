"""``massbattle serve``: the page in the browser."""

from __future__ import annotations

import hashlib
import logging
import os
import sys
import webbrowser
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from dashboard.library_file import LibraryFile, library_path
from dashboard.odds_service import OddsService
from dashboard.page import build_page
from dashboard.rooms import Rooms
from dashboard.server import BattleServer
from dashboard.store import Store
from dashboard.warm_up import DEMO, WarmUp
from massbattle_core import battlefile
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.duel import exact_odds

__all__ = ["command"]


def command(
    file: Annotated[
        Path | None, typer.Argument(help="A battle file; the last battle, or a demo, by default.", show_default=False)
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The next free one is taken if it is not free.")] = 5006,
    address: Annotated[str, typer.Option(help="Where to listen; 0.0.0.0 for all addresses.")] = "127.0.0.1",
    store: Annotated[
        str | None, typer.Option(help="Where battles are kept: a database URL.", show_default="your data folder")
    ] = None,
    lang: Annotated[Literal["en", "fr"], typer.Option(help="The language of the page.")] = "en",
    budget: Annotated[float, typer.Option(min=0.0, max=3600.0, help="Seconds to refine the odds for.")] = 2.0,
    draft: Annotated[bool, typer.Option("--draft", help="Open a FILE that cannot be fought yet.")] = False,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser.")] = False,
) -> None:
    """Serve the page: armies on a hex battlefield, and the odds while a slider moves.

    Every edit is kept at once. A FILE that was served before goes on as it was left.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    try:
        kept = Store(store)
        battle = _battle(kept, file, draft)
    except MassBattleError as error:
        typer.echo(f"massbattle serve: {error}", err=True)
        raise typer.Exit(2) from error
    warm_up = WarmUp()
    odds_service = OddsService(budget=budget, exact=exact_odds, warm_up=warm_up)
    rooms = Rooms(kept, odds_service)
    try:
        page = partial(build_page, library=LibraryFile(library_path(store)))
        server = BattleServer(rooms, battle, page, port=port, address=address, language=lang)
        server.run(lambda: _announce(server.url, browser=not no_browser))
    except OSError as error:
        typer.echo(f"massbattle serve: --address {address} --port {port}: {error} (choose another)", err=True)
        raise typer.Exit(2) from error
    finally:
        warm_up.stop()
        rooms.close()
        odds_service.close()
        kept.close()


def _announce(url: str, browser: bool) -> None:
    typer.echo(f"massbattle is ready: {url}")
    if browser and _has_display():
        webbrowser.open(url)


def _battle(store: Store, file: Path | None, draft: bool) -> str:
    """The id of the battle to show first; a file that the store has had before is not read in again."""
    if file is None:
        battles = store.battles()
        if battles:
            return battles[0].id
        file = DEMO
    document = battlefile.load(file, playable=not draft)
    source = hashlib.sha256(file.read_bytes()).hexdigest()
    return store.find(source) or store.create(document, source)


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
