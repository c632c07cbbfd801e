"""Who may come in: the secret links of each battle, and the password of the server.

The database holds no secret: a link is signed with a key that lies in a file beside it, so that a copy of the
database opens nothing, and a password is kept as a salted hash.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Collection
from dataclasses import dataclass
from typing import cast

import sqlalchemy as sa

from dashboard.models.room import Role
from dashboard.store import Store, utc_now
from massbattle_core.phrases import phrase

__all__ = ["HOST", "ROLES", "Access", "Link"]

HOST = ""
"""The battle of the link for whoever runs the server: it opens every battle."""
ROLES: tuple[Role, ...] = ("owner", "editor", "viewer")
"""From the one who may do most to the one who may do least."""

_SCRYPT = {"n": 2**15, "r": 8, "p": 1, "maxmem": 2**26}
_PASSWORD = "password"

_tables = sa.MetaData()
_links = sa.Table(
    "links",
    _tables,
    sa.Column("id", sa.String(20), primary_key=True),
    sa.Column("battle", sa.String(40), nullable=False, index=True),
    sa.Column("role", sa.String(10), nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Column("made", sa.String(40), nullable=False),
)
_locks = sa.Table(
    "locks",
    _tables,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("hash", sa.String(200), nullable=False),
)


@dataclass(frozen=True, slots=True)
class Link:
    """A secret link: whoever knows its ``token`` has this role in the battle."""

    id: str
    battle: str
    role: Role
    token: str


class Access:
    """The links and the password of one store, whose ``key`` is the secret of this server.

    Every method may be called from any thread and raises :class:`StoreError` if the store cannot be reached.
    """

    def __init__(self, store: Store, key: bytes) -> None:
        self._store = store
        self._key = key
        with store.transaction(phrase("the table of links was not made")) as connection:
            _tables.create_all(connection)

    # ---------------------------------------------------------------- links

    def links(self, battle: str) -> dict[Role, Link]:
        """The links of a battle by role; a battle that never had any gets all three, ``HOST`` its one."""
        with self._store.transaction(phrase("the links were not made")) as connection:
            rows = connection.execute(sa.select(_links).where(_links.c.battle == battle)).mappings().all()
            if not rows:
                for role in ROLES if battle else ROLES[:1]:
                    self._make(connection, battle, role)
                rows = connection.execute(sa.select(_links).where(_links.c.battle == battle)).mappings().all()
        found = {row["role"]: self._link(row) for row in rows if row["open"]}
        return {role: found[role] for role in ROLES if role in found}

    def renew(self, battle: str, role: Role) -> Link:
        """A new link for a role; the one before opens nothing any more."""
        with self._store.transaction(phrase("the link was not renewed")) as connection:
            self._drop(connection, battle, role)
            return self._make(connection, battle, role)

    def revoke(self, battle: str, role: Role) -> None:
        """Close the link of a role until it is renewed."""
        with self._store.transaction(phrase("the link was not closed")) as connection:
            self._drop(connection, battle, role)
            self._make(connection, battle, role, is_open=False)

    def admit(self, token: str) -> Link | None:
        """The link with this token, or None if there is none or it is closed."""
        link = self._find(token.partition(".")[0])
        return link if link and hmac.compare_digest(link.token.encode(), token.encode()) else None

    def role(self, battle: str, link_ids: Collection[str]) -> Role | None:
        """What the holder of these links may do in a battle: the most that one of them allows."""
        roles = {link.role for link in self._open(link_ids) if link.battle in (battle, HOST)}
        return next((role for role in ROLES if role in roles), None)

    def is_host(self, link_ids: Collection[str]) -> bool:
        """Whether one of these links is that of whoever runs the server."""
        return any(link.battle == HOST for link in self._open(link_ids))

    def still_open(self, link_ids: Collection[str]) -> set[str]:
        """Those of these links that open something."""
        return {link.id for link in self._open(link_ids)}

    # ---------------------------------------------------------------- the password

    def set_password(self, password: str | None) -> None:
        """Ask everybody for this password from now on, or for none."""
        with self._store.transaction(phrase("the password was not kept")) as connection:
            connection.execute(_locks.delete())
            if password is not None:
                salt = secrets.token_bytes(16)
                kept = f"scrypt${salt.hex()}${_hash(password, salt).hex()}"
                connection.execute(_locks.insert().values(name=_PASSWORD, hash=kept))

    @property
    def door(self) -> str:
        """What tells this password from every other without giving it away; empty without one."""
        kept = self._kept_password()
        return hmac.digest(self._key, kept.encode(), "sha256").hex()[:24] if kept else ""

    def is_password(self, password: str) -> bool:
        """Whether this is the password; any is where none is asked for. It takes a tenth of a second."""
        kept = self._kept_password()
        if not kept:
            return True
        _, salt, wanted = kept.split("$")
        return hmac.compare_digest(_hash(password, bytes.fromhex(salt)), bytes.fromhex(wanted))

    # ---------------------------------------------------------------- within

    def _kept_password(self) -> str:
        with self._store.transaction(phrase("the password cannot be read"), writes=False) as connection:
            return connection.execute(sa.select(_locks.c.hash).where(_locks.c.name == _PASSWORD)).scalar() or ""

    def _open(self, link_ids: Collection[str]) -> list[Link]:
        if not link_ids:
            return []
        wanted = sa.select(_links).where(_links.c.id.in_(link_ids), _links.c.open == sa.true())
        with self._store.transaction(phrase("the links cannot be read"), writes=False) as connection:
            return [self._link(row) for row in connection.execute(wanted).mappings()]

    def _find(self, link_id: str) -> Link | None:
        return next(iter(self._open([link_id])), None)

    def _make(self, connection: sa.Connection, battle: str, role: Role, *, is_open: bool = True) -> Link:
        row = {"id": secrets.token_urlsafe(8), "battle": battle, "role": role, "open": is_open, "made": utc_now()}
        connection.execute(_links.insert().values(**row))
        return self._link(row)

    @staticmethod
    def _drop(connection: sa.Connection, battle: str, role: Role) -> None:
        connection.execute(_links.delete().where(_links.c.battle == battle, _links.c.role == role))

    def _link(self, row: sa.RowMapping | dict[str, object]) -> Link:
        link_id, battle, role = str(row["id"]), str(row["battle"]), cast(Role, row["role"])
        signature = hmac.digest(self._key, f"link/{link_id}/{battle}/{role}".encode(), "sha256")
        return Link(link_id, battle, role, f"{link_id}.{urlsafe_b64encode(signature[:24]).decode()}")


def _hash(password: str, salt: bytes) -> bytes:
    return hashlib.scrypt(password.encode(), salt=salt, dklen=32, **_SCRYPT)
