"""Sharing: the links of the battle, what viewers see of it, one's name, and who is here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import panel as pn

from dashboard.guests import guest_number
from dashboard.i18n import N_, Words
from dashboard.markup import Markup, join, tag
from dashboard.models.room import Role
from dashboard.models.session import BattleSession
from dashboard.sharing.access import ROLES
from dashboard.sharing.passport import LONGEST_NAME
from dashboard.theme import styles
from dashboard.views.drawer import close_button
from dashboard.views.live import LiveMarkup
from dashboard.views.people import disc, name_of, who
from dashboard.views.places import unit_place
from massbattle_core.document import SetViewers
from massbattle_core.mass_combat.edits import SetUnit
from massbattle_core.viewers import is_visible

__all__ = ["SharePanel"]

Message = Mapping[str, Any]

_LINKS: dict[Role, tuple[str, str]] = {
    "viewer": (N_("For players"), N_("They look on; what you keep secret is never sent to them.")),
    "editor": (N_("For another game master"), N_("They may change this battle, and see everything.")),
    "owner": (N_("For yourself, elsewhere"), N_("Whoever has it may also give out and close links.")),
}
_SEEN = {
    "composition": N_("What enemy units are made of, and their battle rating"),
    "morale": N_("The morale of enemy units"),
    "odds": N_("The odds of the battle"),
    "labels": N_("The words on the map"),
    "picture": N_("The picture under the map"),
}


class SharePanel(pn.viewable.Viewer):
    """The drawer of one session."""

    def __init__(self, session: BattleSession, words: Words, **parameters: Any) -> None:
        super().__init__(**parameters)
        self._session, self._ = session, words
        self._live = LiveMarkup(
            actions={
                "close": lambda _message: self.close(),
                "side": lambda message: session.submit(SetViewers({"side": str(message.get("side", ""))})),
                "see": self._see,
                "hide": self._hide,
                "renew": self._renew,
                "revoke": self._revoke,
            },
            only=None if session.can_edit else ("close",),
            visible=False,
            css_classes=["terms", "share"],
            stylesheets=[styles("terms"), styles("share")],
        )
        session.param.watch(self._show, ["document", "present"])

    def open(self) -> None:
        """Show it."""
        self._live.visible = True
        self._show()

    def close(self) -> None:
        """Put it away, with the links that it showed."""
        self._live.visible = False
        self._live.markup = ""

    # ---------------------------------------------------------------- what is chosen

    def _see(self, message: Message) -> None:
        what = str(message.get("see", ""))
        if what in _SEEN:
            self._session.submit(SetViewers({what: not getattr(self._session.document.viewers, what)}))

    def _hide(self, message: Message) -> None:
        unit = self._session.document.mass_combat.units.get(str(message.get("unit", "")))
        if unit:
            self._session.submit(SetUnit(unit.id, {"secret": not unit.secret}))

    def _renew(self, message: Message) -> None:
        role, desk = message.get("role"), self._session.sharing
        if desk and role in ROLES and self._session.act(lambda: desk.renew(cast(Role, role))):
            if role == self._session.author.role:
                self._live.join(desk.addresses()[cast(Role, role)].rpartition("#")[2])
            self._show()

    def _revoke(self, message: Message) -> None:
        role, desk = message.get("role"), self._session.sharing
        if desk and role in ROLES and self._session.act(lambda: desk.revoke(cast(Role, role))):
            self._show()

    # ---------------------------------------------------------------- showing

    def _show(self, *_events: object) -> None:
        if not self._live.visible:
            return
        _, session = self._, self._session
        title = _("Share this battle") if session.can_edit else _("People")
        close = close_button(_, escape=True)
        self._live.markup = tag(
            "div",
            tag("div", tag("h2", title), close, class_="terms-head"),
            tag(
                "div",
                (self._links(), self._secrets()) if session.can_edit else None,
                self._people(),
                class_="terms-body",
            ),
            class_="terms-card",
            role="dialog",
            tabindex="-1",
            data_focus=True,
            aria_label=title,
        )

    def _links(self) -> Markup | None:
        _, desk = self._, self._session.sharing
        if desk is None or not desk.shared:
            return tag(
                "section",
                tag("h3", _("Links")),
                tag("p", _("Only this machine can open the page so far. To let others in, start the server with:")),
                tag("code", "massbattle serve --share"),
            )
        if self._session.author.role != "owner":
            return None
        addresses = desk.addresses()
        rows = [self._link(role, *told, addresses[role]) for role, told in _LINKS.items()]
        return tag(
            "section",
            tag("h3", _("Links")),
            tag("p", _("Whoever has a link has its rights: give each to the right people.")),
            rows,
        )

    def _link(self, role: Role, title: str, told: str, address: str) -> Markup:
        _ = self._
        own = role == self._session.author.role
        if address:
            field = tag("input", readonly=True, value=address, aria_label=_(title), spellcheck="false")
            copy = tag("button", _("Copy"), type="button", class_="tool on", data_copy=True)
        else:
            field = tag("span", _("closed: nobody comes in by it"), class_="muted closed")
            copy = None
        renew = tag(
            "button",
            _("Renew") if address else _("Make a link"),
            type="button",
            class_="tool",
            data_do="renew",
            data_role=role,
            title=_("A new link; the old one opens nothing any more"),
        )
        close = tag(
            "button",
            _("Close it"),
            type="button",
            class_="tool",
            data_do="revoke",
            data_role=role,
            title=_("Whoever came in by this link is shown out"),
        )
        return tag(
            "div",
            tag("div", tag("b", _(title)), " ", tag("span", _(told), class_="muted")),
            tag("div", field, copy, renew, close if address and not own else None, class_="link-line"),
            class_="share-link",
        )

    def _secrets(self) -> Markup:
        _, document = self._, self._session.document
        battle, viewers = document.mass_combat, document.viewers
        sides = [("a", battle.sides["a"].name), ("b", battle.sides["b"].name), ("both", _("both sides"))]
        plays = [
            tag(
                "button",
                name,
                type="button",
                class_=f"chip{' on' if viewers.side == side else ''}",
                data_do="side",
                data_side=side,
                aria_pressed="true" if viewers.side == side else "false",
            )
            for side, name in sides
        ]
        sees = [
            tag(
                "button",
                _(label),
                type="button",
                class_=f"check{' on' if getattr(viewers, what) else ''}",
                role="checkbox",
                data_do="see",
                data_see=what,
                data_place=f"/viewers/{what}",
                aria_checked="true" if getattr(viewers, what) else "false",
            )
            for what, label in _SEEN.items()
        ]
        units = [
            tag(
                "button",
                unit.name or _("Unnamed unit"),
                type="button",
                class_=f"chip side-{unit.side}{' hidden-unit' if unit.secret else ''}",
                data_do="hide",
                data_place=unit_place(unit.id, "secret"),
                data_unit=unit.id,
                data_key=unit.id,
                aria_pressed="true" if unit.secret else "false",
            )
            for unit in battle.ordered_units()
        ]
        seen = sum(is_visible(viewers, unit) for unit in battle.units.values())
        return tag(
            "section",
            tag("h3", _("What players see")),
            tag(
                "p",
                _(
                    "Players know everything about the side that they play, and of the other side which units stand "
                    "on the board and what you tick here. Your notes, the enemy's objectives and its deployment zone "
                    "are never shown."
                ),
            ),
            tag("div", tag("span", _("They play"), class_="muted"), plays, class_="chips"),
            tag("div", sees, class_="checks"),
            tag(
                "p",
                tag("b", _("Hidden units")),
                " ",
                _("Click a unit to hide it from players, or to show it again."),
                " ",
                _("They see {seen} of {all} units now.").format(seen=seen, all=len(units)),
            )
            if units
            else None,
            tag("div", units, class_="chips"),
        )

    def _people(self) -> Markup:
        _, session = self._, self._session
        people = [
            tag("li", disc(one.author, "", _), tag("span", who(one.author, session.author, _)))
            for one in session.present
        ]
        location = pn.state.location
        name = tag(
            "form",
            tag("input", type="hidden", name="back", value=(location.search if location else "").lstrip("?")),
            tag(
                "label",
                tag("span", _("Your name"), class_="muted"),
                tag(
                    "input",
                    name="name",
                    value="" if guest_number(session.author.name) is not None else session.author.name,
                    placeholder=name_of(session.author, _),
                    maxlength=LONGEST_NAME,
                    class_="text-field",
                    autocomplete="nickname",
                ),
            ),
            tag("button", _("Change"), type="submit", class_="tool"),
            method="post",
            action="name",
            class_="name-form",
        )
        return tag("section", tag("h3", _("Who is here")), join(tag("ul", people, class_="people-list")), name)

    def __panel__(self) -> pn.viewable.Viewable:
        return self._live
