"""When a browser's message may change the page: on a tick of its document, which holds the document's lock."""

from __future__ import annotations

from collections.abc import Callable

import panel as pn

__all__ = ["on_next_tick"]


def on_next_tick(action: Callable[[], object]) -> None:
    """Run an action on the next tick of the document that is being served; without a server at once.

    Panel hears a message without the document's lock while a slider's change still waits, and a Bokeh figure
    cannot be changed then. Actions keep their order.
    """
    document = pn.state.curdoc
    if document is None or document.session_context is None:
        action()
    else:

        def run() -> None:  # what a tick returns would be waited for
            action()

        document.add_next_tick_callback(run)
