"""Tabs, marked up alike wherever they are: one of them is chosen, the arrow keys go on to the next (``live.js``)."""

from __future__ import annotations

from collections.abc import Mapping

from dashboard.markup import Child, Markup, tag

__all__ = ["tab_id", "tabs_markup"]


def tabs_markup(
    tabs: Mapping[str, Child],
    shown: str,
    *,
    do: str,
    label: str,
    class_: str = "tabs-line",
    key: str = "tab",
    panel: str | None = None,
) -> Markup:
    """A line of tabs with one of them chosen.

    ``tabs`` are labels, in the reader's words, by their keys. A click asks for ``do`` with the key as ``data-<key>``.
    ``label`` says what the tabs are of; ``panel`` is the id of what they show, where that is in the same piece of the
    page.
    """
    return tag(
        "div",
        [
            tag(
                "button",
                name,
                type="button",
                role="tab",
                id=tab_id(panel, one) if panel else None,
                class_="on" if one == shown else None,
                tabindex=0 if one == shown else -1,
                aria_selected="true" if one == shown else "false",
                aria_controls=panel,
                **{"data_do": do, f"data_{key}": one},
            )
            for one, name in tabs.items()
        ],
        class_=class_,
        role="tablist",
        aria_label=label,
    )


def tab_id(panel: str, shown: str) -> str:
    """The id of the tab of a panel, by which the panel is named."""
    return f"{panel}-{shown}"
