"""What the page of one session may do about sharing: see the links, renew and close them."""

from __future__ import annotations

from collections.abc import Callable

from dashboard.models.room import Role
from dashboard.sharing.access import ROLES, Access, Link
from massbattle_core.errors import IllegalActionError
from massbattle_core.phrases import phrase

__all__ = ["SharingDesk", "link_address"]


class SharingDesk:
    """The links of one battle, for the session of somebody with this role.

    ``base`` is the address that others reach the server at; without sharing it is empty and there are no links.
    ``changed`` is called when a link has been closed, so that whoever came by it is shown out; with the new link
    where it is that of one's own role, by which one stays. The ``host`` runs the server and needs no link.
    """

    def __init__(
        self,
        access: Access,
        battle: str,
        role: Role,
        base: str,
        host: bool,
        changed: Callable[[Link | None], None],
    ) -> None:
        self._access = access
        self._battle = battle
        self._role = role
        self._base = base
        self.host = host
        self._changed = changed

    @property
    def shared(self) -> bool:
        """Whether others can reach the server."""
        return bool(self._base)

    def addresses(self) -> dict[Role, str]:
        """The secret link of each role, empty where it is closed. Only its owner is told of them."""
        if self._role != "owner" or not self.shared:
            return {}
        links = self._access.links(self._battle)
        return {role: link_address(self._base, links[role].token) if role in links else "" for role in ROLES}

    def entrance(self, battle: str) -> str:
        """The owner's link of a battle that this session has just made; empty where it can go there without one."""
        return "" if self.host else link_address("", self._access.links(battle)["owner"].token)

    def renew(self, role: Role) -> str:
        """Make a new link for a role and return its address; the one before opens nothing any more."""
        self._check_owner()
        link = self._access.renew(self._battle, role)
        self._changed(link if role == self._role else None)
        return link_address(self._base, link.token)

    def revoke(self, role: Role) -> None:
        """Close the link of a role and show out whoever came by it."""
        self._check_owner()
        if role == self._role:
            raise IllegalActionError(phrase("this is your own link: renew it instead"))
        self._access.revoke(self._battle, role)
        self._changed(None)

    def _check_owner(self) -> None:
        if self._role != "owner":
            raise IllegalActionError(phrase("only the owner of a battle can change its links"))


def link_address(base: str, token: str) -> str:
    """The address to give to somebody: the secret stands behind ``#``, which no browser sends."""
    return f"{base}join#{token}"
