"""A drawer over the board that leaves the odds in sight: tabs, a way to close it, and its body."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.views.icons import ICONS

__all__ = ["close_button", "drawer_markup"]


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
    tabs = (
        tag(
            "button",
            _(label),
            type="button",
            role="tab",
            class_="on" if part == shown else None,
            data_do="part",
            data_part=part,
            aria_selected="true" if part == shown else "false",
        )
        for part, label in parts.items()
    )
    return tag(
        "div",
        tag(
            "div",
            tag("div", tabs, class_="tabs-line", role="tablist"),
            close_button(_, escape=True),
            class_="terms-head",
        ),
        tag("div", body, class_="terms-body", data_key=f"{shown}-{page}"),
        tag("div", foot, class_="terms-foot") if foot else None,
        class_="terms-card",
        role="dialog",
        tabindex="-1",
        data_focus=True,
        aria_label=_(parts[shown]),
    )
