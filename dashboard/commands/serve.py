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
from dashboard.sharing.access import Access
from dashboard.sharing.key import load_key
from dashboard.sharing.network import parse_origin
from dashboard.store import Store
from dashboard.warm_up import DEMO, WarmUp
from massbattle_core import battlefile
from massbattle_core.errors import MassBattleError
from massbattle_core.mass_combat.exact import exact_odds

__all__ = ["command"]

LOCAL = "127.0.0.1"
SHORTEST_PASSWORD = 8
_USES = {
    "owner": "may do everything with this battle, and give out its links",
    "editor": "for another game master: may change this battle",
    "viewer": "for players: may look on; what you keep secret is not sent to them",
}


def command(
    file: Annotated[
        Path | None, typer.Argument(help="A battle file; the last battle, or a demo, by default.", show_default=False)
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="The next free one is taken if it is not free.")] = 5006,
    address: Annotated[
        str | None, typer.Option(help="Where to listen.", show_default="127.0.0.1; every address with --share")
    ] = None,
    share: Annotated[bool, typer.Option("--share", help="Let others on the network in, by secret links.")] = False,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another address of the page, such as https://battles.example.")
    ] = None,
    password: Annotated[
        bool | None,
        typer.Option("--password/--no-password", help="Ask for a password as well: it is set now, and kept."),
    ] = None,
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
    where = address or ("0.0.0.0" if share else LOCAL)
    try:
        _check_sharing(where, share, origin or [])
        kept = Store(store)
        if password is not None:
            _set_password(kept, password)
        battle = _battle(kept, file, draft)
    except (MassBattleError, ValueError) as error:
        typer.echo(f"massbattle serve: {error}", err=True)
        raise typer.Exit(2) from error
    warm_up = WarmUp()
    odds_service = OddsService(budget=budget, exact=exact_odds, warm_up=warm_up)
    rooms = Rooms(kept, odds_service)
    try:
        page = partial(build_page, library=LibraryFile(library_path(store)))
        server = BattleServer(
            rooms, battle, page, port=port, address=where, language=lang, shared=share, origins=origin or []
        )
        server.run(lambda: _announce(server, browser=not no_browser))
    except OSError as error:
        typer.echo(f"massbattle serve: --address {where} --port {port}: {error} (choose another)", err=True)
        raise typer.Exit(2) from error
    except MassBattleError as error:
        typer.echo(f"massbattle serve: {error}", err=True)
        raise typer.Exit(2) from error
    finally:
        warm_up.stop()
        rooms.close()
        odds_service.close()
        kept.close()


def _check_sharing(address: str, share: bool, origins: list[str]) -> None:
    """Refuse to let the network in without links, and origins that are none."""
    for origin in origins:
        parse_origin(origin, 0)
    if share:
        return
    if origins:
        raise ValueError("--origin is for a shared server: add --share")
    if address not in (LOCAL, "localhost", "::1"):
        raise ValueError(f"--address {address} lets others in, and everybody would own every battle: add --share")


def _set_password(store: Store, wanted: bool) -> None:
    """Ask for a new password (or take it from the environment) and keep its hash; or ask for none from now on."""
    access = Access(store, load_key(store.folder))
    if not wanted:
        access.set_password(None)
        return
    password = os.environ.get("MASSBATTLE_PASSWORD") or typer.prompt(
        "Password of this server", hide_input=True, confirmation_prompt=True
    )
    if len(password) < SHORTEST_PASSWORD:
        raise ValueError(f"the password is too short: take {SHORTEST_PASSWORD} characters or more")
    access.set_password(password)


def _announce(server: BattleServer, browser: bool) -> None:
    mine = server.url
    if not server.door.shared:
        typer.echo(f"massbattle is ready: {mine}")
    else:
        links = server.links()
        mine = links["host"]
        if not mine.startswith("https:"):  # whoever runs the server sits at it, unless it is behind a proxy
            mine = mine.replace(server.public_url, server.url)
        typer.echo(f"massbattle is ready: {server.public_url}\n")
        typer.echo("Give each person one of these links; whoever has a link has its rights.\n")
        typer.echo(f"  yourself  {mine}")
        for role, use in _USES.items():
            typer.echo(f"  {role:<8}  {links.get(role, 'closed')}\n            {use}")
        typer.echo("\nThe Share button on the page renews and closes links and says what viewers see.")
    if browser and _has_display():
        webbrowser.open(mine)


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
