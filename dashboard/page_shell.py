"""What every page of the dashboard has around its contents: the bar, the colours, the language of the document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import panel as pn
from panel_material_ui.template.base import Page

from dashboard.last_words import SCRIPT
from dashboard.theme import css_variables, material_theme

__all__ = ["address_argument", "page_shell"]

_TEMPLATE = """
{% extends "base.html" %}
{% block postamble %}{{ super() }}
<script>{% raw %}LAST_WORDS{% endraw %}</script>
<script>document.documentElement.lang = "LANGUAGE"; document.documentElement.dataset.mbTheme = "THEME"</script>
{% endblock %}
{% block loader %}{% endblock %}
{% block loader_script %}{% endblock %}
"""


def page_shell(title: str, header: Any, main: Sequence[Any], *, language: str, dark: bool) -> Page:
    """A page with ``header`` in its bar and ``main`` below."""
    page = Page(
        title=title,
        main=list(main),
        header=[header],
        dark_theme=dark,
        theme_toggle=False,
        busy_indicator=None,
        theme_config=material_theme(),
        raw_css=[css_variables(), "html, body { overscroll-behavior: none }"],
        template=_TEMPLATE.replace("LANGUAGE", language)
        .replace("THEME", "dark" if dark else "light")
        .replace("LAST_WORDS", SCRIPT),
        meta_viewport="width=device-width, initial-scale=1.0",
        sx={
            ".MuiAppBar-root": {
                "backgroundColor": "var(--mb-bar)",
                "backgroundImage": "none",
                "boxShadow": "none",
                "color": "var(--mb-on-bar)",
            },
            ".MuiToolbar-root": {
                "minHeight": "46px !important",
                "padding": "0 12px !important",
                "margin": "0 !important",
            },
            ".MuiLinearProgress-root": {"display": "none"},
            ".MuiToolbar-root .MuiTypography-root": {"display": "none"},
            "main": {"backgroundColor": "var(--mb-page) !important"},
        },
    )
    _forget_busy(page)
    return page


def address_argument(name: str) -> str:
    """What the address of this session says of a name, or ``""``."""
    values = (pn.state.session_args or {}).get(name, [b""])
    return values[0].decode("utf-8", "replace")


def _forget_busy(page: Page) -> None:
    """Let a page show nothing while the process works for anybody: it would send its whole self at every click.

    The watcher on the process-wide state would also keep the page's document for ever.
    """
    for watcher in list(pn.state.param.watchers.get("busy", {}).get("value", [])):
        if getattr(getattr(watcher.fn, "__self__", None), "self_or_cls", None) is page:
            pn.state.param.unwatch(watcher)
