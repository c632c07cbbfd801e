"""The page before the battle: a name, the link where the address does not hold it, the password if there is one."""

from __future__ import annotations

from pathlib import Path

from dashboard.i18n import Words
from dashboard.markup import Markup, join, tag
from dashboard.sharing.passport import LONGEST_NAME
from dashboard.theme import css_variables

__all__ = ["join_page"]

_STYLES = Path(__file__).with_name("join.css").read_text(encoding="utf-8")
_SCRIPT = Path(__file__).with_name("join.js").read_text(encoding="utf-8")


def join_page(_: Words, *, problem: str, token: str, name: str, password: bool) -> str:
    """The whole page; ``token`` is one that was tried already, ``password`` whether one is asked for."""
    form = tag(
        "form",
        tag("h1", _("Join the battle")),
        tag("p", problem, class_="problem", role="alert") if problem else None,
        tag(
            "label",
            _("The link that you were given"),
            tag("input", name="token", value=token, autocomplete="off", required=True),
            id="link",
        ),
        tag(
            "label",
            _("Your name, for the others at the table"),
            tag("input", name="name", value=name, maxlength=LONGEST_NAME, autocomplete="nickname", required=True),
        ),
        tag(
            "label",
            _("Password of this server"),
            tag("input", name="password", type="password", autocomplete="current-password", required=True),
        )
        if password
        else None,
        tag("button", _("Join"), type="submit"),
        method="post",
    )
    head = join(
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", "massbattle"),
        tag("style", Markup(css_variables() + _STYLES)),
    )
    body = tag("body", tag("main", form), tag("script", Markup(_SCRIPT)))
    return Markup("<!doctype html>\n") + tag("html", tag("head", head), body, lang=_.language)
