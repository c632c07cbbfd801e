"""What each row of creatures adds to the battle rating of a unit, with the arithmetic of it."""

from __future__ import annotations

from fractions import Fraction

from dashboard.i18n import Words
from dashboard.markup import Markup, join, tag
from dashboard.views.armies import Line
from dashboard.views.why import why
from massbattle_core.creatures.model import Creature
from massbattle_core.mass_combat.building import Derived, Term
from massbattle_core.mass_combat.house_rules import HouseRules

__all__ = ["Shares"]


class Shares:
    """Which term of the battle rating a row of creatures belongs to; a pooled term is told once, where it starts."""

    def __init__(self, line: Line, rules: HouseRules) -> None:
        self._line = line
        self._told: set[int] = set()
        self._apart = rules.br_grouping == "per_kind"
        self._terms = line.built.battle_rating.terms if line.built else ()

    def cells(self, creature_id: str, count: int, _: Words, note: str = "") -> tuple[Markup, Markup]:
        """The cells of a row: its share and the arithmetic of it."""
        creature = self._line.creatures.get(creature_id)
        index = next((n for n, term in enumerate(self._terms) if creature and self._covers(term, creature)), None)
        if index is None:
            return tag("td", "0", class_="share"), tag("td", note, class_="reason")
        term = self._terms[index]
        facts = term.facts
        if term.key == "br_each":
            share = int(facts["each"]) * count
            return tag("td", _.number(share), class_="share"), tag(
                "td", join(note or f"{_.number(count)} × {facts['each']}"), class_="reason"
            )
        if index in self._told:
            return tag("td", class_="share"), tag(
                "td", " · ".join(filter(None, (note, _("counted above")))), class_="reason"
            )
        self._told.add(index)
        if term.key == "br_none":
            return tag("td", "0", class_="share"), tag("td", _("no battle rating"), class_="reason")
        shown = why(
            f"{_.number(int(facts['count']))} ÷ {facts['size']}",
            _("Battle rating"),
            Derived(term.amount, (term,)),
            _,
            note=_("{short} more would add 1").format(short=facts["short"]) if facts["short"] else "",
        )
        return tag("td", _.number(term.amount), class_="share"), tag("td", shown, class_="reason")

    def _covers(self, term: Term, creature: Creature) -> bool:
        cr = term.facts.get("cr")
        like_an_eighth = creature.challenge_rating == 0 and cr == Fraction(1, 8)
        same = cr is not None and (
            cr == creature.challenge_rating or (like_an_eighth and not any(t.facts.get("cr") == 0 for t in self._terms))
        )
        return same and (not self._apart or term.facts.get("kind") in ("", None, creature.id))
