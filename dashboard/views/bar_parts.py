"""What the bars of all pages have in common."""

from __future__ import annotations

from dashboard.i18n import LANGUAGES, N_, Words
from dashboard.markup import Child, Markup, svg, tag
from dashboard.views.icons import ICONS

__all__ = ["icon_button", "language_items", "language_menu", "mode_switch"]


def icon_button(
    do: str, label: str, disabled: bool = False, class_: str = "", *, icon: str = "", size: int = 17
) -> Markup:
    """A button with a drawing, which does what its drawing is called unless another ``icon`` is named."""
    return tag(
        "button",
        svg(ICONS[icon or do], size=size),
        type="button",
        class_=f"icon-button {class_}".strip(),
        data_do=do,
        title=label,
        aria_label=label,
        disabled=disabled,
    )


def language_items() -> list[Child]:
    """An item of a menu for each language, in that language."""
    return [
        tag("button", name, type="button", class_="menu-item", data_do="language", data_language=code, lang=code)
        for code, name in LANGUAGES.items()
    ]


def language_menu(_: Words, class_: str = "menu wide") -> Markup:
    """The menu of languages."""
    opener = tag("summary", _.language.upper(), class_="icon-button", aria_label=_("Language"), title=_("Language"))
    return tag("details", opener, tag("div", language_items(), class_="menu-body right"), class_=class_)


_MODES = {"prepare": N_("Prepare"), "fight": N_("Fight")}


def mode_switch(mode: str, _: Words, class_: str = "modes") -> Markup:
    """What the page of a battle is used for, to be changed: ``data-do="mode"``."""
    buttons = (
        tag(
            "button",
            _(name),
            type="button",
            class_="mode on" if key == mode else "mode",
            data_do="mode",
            data_mode=key,
            aria_current="page" if key == mode else None,
        )
        for key, name in _MODES.items()
    )
    return tag("nav", buttons, class_=class_, aria_label=_("Modes"))
