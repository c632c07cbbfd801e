"""The door: who a browser is before it sees a page, the page on which it shows its link, and its name.

A link reads ``http://host:port/join#id.signature``. What stands behind ``#`` is never sent by a browser, so that
it is in no log and no referrer; the page at ``join`` posts it and takes it off the address. Without sharing,
everybody who reaches the server is its owner.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from bokeh.server.auth_provider import AuthProvider
from bokeh.util.token import get_session_id, get_token_payload
from tornado.web import HTTPError, RequestHandler

from dashboard.i18n import Words
from dashboard.models.room import Role
from dashboard.sharing.access import HOST, Access, Link
from dashboard.sharing.guesses import Guesses
from dashboard.sharing.join_page import join_page
from dashboard.sharing.passport import Passport, clean_name

__all__ = ["AliveHandler", "Door", "DoorHandler", "DoorKeeper", "HomeHandler", "JoinHandler", "NameHandler"]

_OURS = ("bokeh-session-id", "bokeh-token")
"""Arguments with which a browser would ask for a session by name: nobody may send another into a session of theirs."""


@dataclass
class Door:
    """How one server lets people in.

    ``secret`` seals cookies; ``first_battle`` tells the battle that it shows first; ``origins`` are the hosts, with
    their ports, that a browser may say it comes from. ``instance`` tells this run of the server from every other.
    """

    access: Access
    secret: str
    first_battle: Callable[[], str]
    language: str
    instance: str
    shared: bool
    origins: Collection[str] = ()
    guesses: Guesses = field(default_factory=Guesses)

    def passport(self, handler: RequestHandler) -> Passport:
        """Who the browser is, a stranger if it cannot say."""
        return Passport.read(handler, self.secret) or Passport.new()

    def role(self, passport: Passport, battle: str) -> Role | None:
        """What this browser may do in a battle; None if it may not even look."""
        if not self.shared:
            return "owner"
        return self.access.role(battle, passport.links) if passport.door == self.access.door else None

    def is_host(self, passport: Passport) -> bool:
        """Whether this browser is that of whoever runs the server, who sees the list of all battles."""
        return not self.shared or (passport.door == self.access.door and self.access.is_host(passport.links))

    def admit(self, token: str, password: str, passed: str, address: str) -> tuple[Link | None, float]:
        """Try a token and a password; ``passed`` is the door that the browser went through before.

        Returns the link if both are right, and else how many seconds to wait before the next try.
        """
        keys = (("address", address), ("link", token.partition(".")[0]))
        if wait := self.guesses.wait(*keys):
            return None, wait
        link = self.access.admit(token)
        if link and (passed == self.access.door or self.access.is_password(password)):
            self.guesses.right(*keys)
            return link, 0.0
        self.guesses.wrong(*keys)
        return None, self.guesses.wait(*keys)


class DoorKeeper(AuthProvider):
    """Asks the door about every page and every websocket; whom it lets in is found at ``request.passport``."""

    def __init__(self, door: Door) -> None:
        self._door = door
        super().__init__()

    @property
    def get_user_async(self) -> Any:
        """Bokeh calls it before it handles a request."""
        return self._check

    @property
    def login_url(self) -> str:
        """Where those go who have no link."""
        return "/join"

    async def _check(self, handler: Any) -> str | None:
        door = self._door
        passport = door.passport(handler)
        request = handler.request
        if door.shared:
            if any(name in request.arguments for name in _OURS) or "Bokeh-Session-Id" in request.headers:
                raise HTTPError(403, "a session cannot be asked for by its name")
            if request.path.startswith("/battles") and not door.is_host(passport):
                return None
            asked = _websocket_battle(handler, passport) if _is_websocket(handler) else _battle(request.arguments)
            if asked is None or door.role(passport, asked or door.first_battle()) is None:
                return None
        request.passport = passport
        return passport.author


def _is_websocket(handler: RequestHandler) -> bool:
    return handler.request.headers.get("Upgrade", "").lower() == "websocket"


def _battle(arguments: Any) -> str:
    values = arguments.get("id", [b""])
    return values[-1].decode(errors="replace") if isinstance(values[-1], bytes) else str(values[-1])


def _websocket_battle(handler: Any, passport: Passport) -> str | None:
    """The battle whose session a websocket asks for, if that session is this browser's own.

    The token in the request is checked later, by Bokeh; a forged one names a battle and then fails.
    """
    _, _, token = handler.request.headers.get("Sec-WebSocket-Protocol", "").partition(",")
    try:
        arguments = get_token_payload(token.strip()).get("arguments", {})
        session = handler.application_context._sessions.get(get_session_id(token.strip()))
    except (ValueError, KeyError, TypeError, zlib.error):
        return None
    if session is not None:
        whose = getattr(session.document.session_context.request, "passport", None)
        if whose is None or whose.author != passport.author:
            return None
    return _battle(arguments)


class DoorHandler(RequestHandler):
    """A request that Bokeh has no part in."""

    def initialize(self, door: Door) -> None:
        """Remember the door."""
        self.door = door

    def check_origin(self) -> None:
        """Refuse what another site's page sends."""
        origin = self.request.headers.get("Origin", "")
        if origin and urlsplit(origin).netloc.lower() not in self.door.origins:
            raise HTTPError(403, "this was sent by the page of another site")


class HomeHandler(DoorHandler):
    """Sends a browser on to the battle, with a cookie to be known by."""

    def get(self) -> None:
        """Redirect, keeping what else the address says."""
        door = self.door
        passport = Passport.read(self, door.secret)
        if passport is None:
            passport = Passport.new()
            passport.give(self, door.secret)
        battle = door.first_battle()
        if door.role(passport, battle) is None:
            self.redirect("join")
            return
        query = self.request.query
        self.redirect(f"battle?id={battle}{'&' if query else ''}{query}")


class JoinHandler(DoorHandler):
    """The page on which a browser shows its link, and its owner says their name."""

    def get(self) -> None:
        """Ask."""
        self._ask("")

    def post(self) -> None:
        """Let in, or say why not."""
        self.check_origin()
        door = self.door
        passport = door.passport(self)
        token = self.get_body_argument("token", "").rpartition("#")[2].strip()[:100]
        name = clean_name(self.get_body_argument("name", ""))
        address = self.request.remote_ip or ""
        link, wait = door.admit(token, self.get_body_argument("password", "")[:200], passport.door, address)
        if link is None:
            _ = self._words()
            self.set_status(429 if wait else 403)
            if wait:
                self.set_header("Retry-After", str(max(1, round(wait))))
            later = _("Try again in {count} s.").format(count=max(1, round(wait)))
            asked = _("This link or the password is wrong.") if door.access.door else _("This link opens nothing.")
            self._ask(f"{asked} {later if wait else _('Ask the owner of the battle for a new one.')}", token, name)
            return
        passport = Passport(passport.author, name or passport.name, passport.links, door.access.door)
        passport.with_link(link.id).give(self, door.secret)
        self.redirect(f"battle?id={door.first_battle() if link.battle == HOST else link.battle}", status=303)

    def _words(self) -> Words:
        return Words(self.get_query_argument("lang", self.door.language))

    def _ask(self, problem: str, token: str = "", name: str = "") -> None:
        passport = self.door.passport(self)
        door = self.door.access.door
        page = join_page(
            self._words(),
            problem=problem,
            token=token,
            name=name or passport.name,
            password=bool(door) and passport.door != door,
        )
        self.set_header("Content-Type", "text/html; charset=UTF-8")
        self.finish(page)


class NameHandler(DoorHandler):
    """Takes the name that somebody gives on the page."""

    def post(self) -> None:
        """Keep it and go back to the battle."""
        self.check_origin()
        passport = Passport.read(self, self.door.secret)
        if passport is not None:
            name = clean_name(self.get_body_argument("name", ""))
            Passport(passport.author, name, passport.links, passport.door).give(self, self.door.secret)
        asked = parse_qs(self.get_body_argument("back", "")[:500])
        kept = {key: values[-1] for key, values in asked.items() if key in ("id", "lang", "theme", "unit")}
        self.redirect(f"battle?{urlencode(kept)}", status=303)


class AliveHandler(DoorHandler):
    """Tells which run of the server this is."""

    def get(self) -> None:
        """The name of this run."""
        self.set_header("Cache-Control", "no-store")
        self.finish(self.door.instance)
