"""What a viewer's session may hold of a room: a view from which everything secret has been taken out.

Only what is named here is handed on, so that whatever a room tells later stays hidden until somebody decides.
"""

from __future__ import annotations

from dataclasses import replace

from dashboard.models.room import OddsState, Presence, RoomView
from massbattle_core.document import BattleDocument
from massbattle_core.viewers import is_theirs, seen_by_viewers

__all__ = ["Redaction"]


class Redaction:
    """The redactions of one session; what did not change is not made anew, so that it is the same object."""

    def __init__(self) -> None:
        self._documents: dict[int, tuple[BattleDocument, BattleDocument]] = {}
        self._odds: tuple[OddsState, BattleDocument, OddsState] | None = None
        self._present: tuple[Presence, ...] = ()

    def __call__(self, view: RoomView) -> RoomView:
        """The view as a viewer may have it."""
        known, self._documents = self._documents, {}
        document = self._seen(view.document, known)
        shown = self._seen(view.shown, known)
        odds = self._seen_odds(view.odds, shown)
        present = tuple(
            Presence(one.author, one.selected if one.selected in shown.mass_combat.units else "")
            for one in view.present
        )
        if present != self._present:
            self._present = present
        return RoomView(
            document=document,
            shown=shown,
            revision=view.revision,
            odds=odds,
            odds_stale=view.odds_stale and odds is not None,
            saved=view.saved,
            peers=view.peers,
            present=self._present,
        )

    def _seen(
        self, document: BattleDocument, known: dict[int, tuple[BattleDocument, BattleDocument]]
    ) -> BattleDocument:
        kept = self._documents.get(id(document)) or known.get(id(document)) or (document, seen_by_viewers(document))
        self._documents[id(document)] = kept
        return kept[1]

    def _seen_odds(self, state: OddsState | None, shown: BattleDocument) -> OddsState | None:
        """The shares alone, and what becomes of the units that viewers know all of."""
        if state is None or not shown.viewers.odds:
            return None
        if self._odds is None or self._odds[0] is not state or self._odds[1] is not shown:
            units = tuple(
                unit
                for unit in state.odds.units
                if unit.id in shown.mass_combat.units and is_theirs(shown.viewers, unit.side)
            )
            odds = replace(state.odds, seed=None, rounds={}, remaining={}, units=units)
            self._odds = (state, shown, replace(state, odds=odds, key=""))
        return self._odds[2]
