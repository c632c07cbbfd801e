"""What a browser carries: a signed cookie that says who it is, and which links it has come by.

The cookie is HttpOnly, so that no script reads it, and SameSite, so that no other site's page sends it along.
What the links allow is looked up anew each time: a closed link opens nothing, whatever a cookie says.
"""

from __future__ import annotations

import json
import re
import secrets
from dataclasses import dataclass, replace

from tornado.web import RequestHandler, create_signed_value, decode_signed_value

__all__ = ["COOKIE", "LONGEST_NAME", "Passport", "clean_name"]

COOKIE = "massbattle_pass"
LONGEST_NAME = 30
_MOST_LINKS = 20
_DAYS = 365


def clean_name(name: str) -> str:
    """A name as people may read it: one line, of at most ``LONGEST_NAME`` characters."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip()


@dataclass(frozen=True, slots=True)
class Passport:
    """Somebody's browser: its ``author`` id, the name they gave, links by id, and the ``door`` they passed."""

    author: str
    name: str = ""
    links: tuple[str, ...] = ()
    door: str = ""

    @classmethod
    def new(cls) -> Passport:
        """That of a browser which was never here."""
        return cls(secrets.token_urlsafe(9))

    def with_link(self, link_id: str) -> Passport:
        """With one more link; the oldest of too many is dropped."""
        return replace(self, links=(link_id, *(one for one in self.links if one != link_id))[:_MOST_LINKS])

    @classmethod
    def read(cls, handler: RequestHandler, secret: str) -> Passport | None:
        """The one that a browser shows; None if it shows none, or one that was not made here."""
        sealed = handler.get_cookie(COOKIE)
        plain = decode_signed_value(secret, COOKIE, sealed, max_age_days=_DAYS) if sealed else None
        if not plain:
            return None
        told = json.loads(plain)
        if not re.fullmatch(r"[\w-]{8,40}", told["author"], re.ASCII):
            return None
        return cls(told["author"], clean_name(told["name"]), tuple(told["links"]), told["door"])

    def give(self, handler: RequestHandler, secret: str) -> None:
        """Put it into the browser's cookie."""
        told = {"author": self.author, "name": self.name, "links": self.links, "door": self.door}
        sealed = create_signed_value(secret, COOKIE, json.dumps(told)).decode()
        secure = handler.request.protocol == "https"
        handler.set_cookie(COOKIE, sealed, expires_days=_DAYS, httponly=True, samesite="Lax", secure=secure)
