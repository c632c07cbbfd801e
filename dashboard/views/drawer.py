"""A drawer over the board that leaves the odds in sight: tabs, a way to close it, and its body."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.views.icons import ICONS
from dashboard.views.tabs import tab_id, tabs_markup

__all__ = ["close_button", "drawer_markup"]

_PANEL = "drawer"


def close_button(_: Words, *, escape: bool = False) -> Markup:
    """The cross that closes a drawer (``data-do="close"``); with ``escape`` the key of that name presses it."""
    return tag(
        "button",
        svg(ICONS["remove"]),
        type="button",
        class_="icon-button",
        data_do="close",
        data_escape=True if escape else None,
        aria_label=_("Close"),
        title=_("Close"),
    )


def drawer_markup(
    parts: Mapping[str, str], shown: str, body: Child, _: Words, foot: Child = None, *, page: object = ""
) -> Markup:
    """The drawer with a tab for each of its ``parts``; ``foot`` stays in sight while the body scrolls.

    The body is shown from its top again whenever ``shown`` or ``page`` is another one.
    """
    tabs = tabs_markup(
        {part: _(name) for part, name in parts.items()}, shown, do="part", key="part", label=_("Parts"), panel=_PANEL
    )
    return tag(
        "div",
        tag(
            "div",
            tabs,
            close_button(_, escape=True),
            class_="terms-head",
        ),
        tag(
            "div",
            body,
            class_="terms-body",
            id=_PANEL,
            role="tabpanel",
            aria_labelledby=tab_id(_PANEL, shown),
            data_key=f"{shown}-{page}",
        ),
        tag("div", foot, class_="terms-foot") if foot else None,
        class_="terms-card",
        role="dialog",
        tabindex="-1",
        data_focus=True,
        aria_label=_(parts[shown]),
    )
