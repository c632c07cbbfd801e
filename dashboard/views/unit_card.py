"""The selected unit: what it is made of, its morale and its commander, what the rules derive from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import panel as pn

from dashboard.i18n import Words
from dashboard.models.bestiary import Bestiary
from dashboard.models.session import BattleSession
from dashboard.views.armies import Army
from dashboard.views.arrivals import arrival_edit
from dashboard.views.live import LiveMarkup
from dashboard.views.orders import chosen_order
from dashboard.views.sliders import EditSlider, Later
from dashboard.views.unit_builder import UnitBuilder
from dashboard.views.unit_words import charisma_heads, factor_chips, figures_markup, morale_heads, no_unit
from massbattle_core.document import Edit
from massbattle_core.mass_combat.edits import (
    SetCharisma,
    SetFactors,
    SetMorale,
    SetUnit,
)
from massbattle_core.mass_combat.model import MassBattle, Unit
from massbattle_core.mass_combat.tables import CHARISMA_MODIFIERS, MORALE_FACTORS, MORALE_LIMIT

__all__ = ["UnitCard"]

Message = Mapping[str, Any]


class UnitCard(pn.viewable.Viewer):
    """The card of one session; ``keep`` keeps a unit in the library."""

    def __init__(
        self,
        session: BattleSession,
        army: Army,
        bestiary: Bestiary,
        words: Words,
        later: Later,
        keep: Callable[[str], None],
        **parameters: Any,
    ) -> None:
        super().__init__(**parameters)
        self._session, self._army, self._ = session, army, words
        self._unit_id = session.selected
        self._builder = UnitBuilder(bestiary, words, self._show, keep)
        _ = words
        self._groups = LiveMarkup(
            actions=self._builder.actions,
            sizing_mode="stretch_width",
            css_classes=["what"],
        )
        self._heads = {
            name: LiveMarkup(actions={"factor": self._turn_factor}, sizing_mode="stretch_width")
            for name in ("morale", "morale-note", "charisma", "charisma-note", "factors")
        }
        self._morale = EditSlider(
            session,
            later,
            _("Morale"),
            (-MORALE_LIMIT, MORALE_LIMIT),
            read=lambda battle: unit.morale if (unit := self._unit_of(battle)) else 0,
            edit=lambda value: SetMorale(self._unit_id, value),
        )
        self._charisma = EditSlider(
            session,
            later,
            _("Commander’s Charisma"),
            CHARISMA_MODIFIERS,
            read=lambda battle: unit.commander.charisma if (unit := self._unit_of(battle)) and unit.commander else 0,
            edit=lambda value: SetCharisma(self._unit_id, value),
        )
        self._figures = LiveMarkup(
            actions={
                "doctrine": lambda message: self._set(chosen_order("doctrine", message)),
                "targets": lambda message: self._set(chosen_order("targets", message)),
                "arrival": self._set_arrival,
                "edge": self._set_arrival,
                "factor": self._turn_factor,
            },
            sizing_mode="stretch_width",
            css_classes=["derived"],
        )
        self._empty = LiveMarkup(markup=no_unit(words), sizing_mode="stretch_width")
        body = pn.Column(
            self._groups,
            pn.Column(
                self._heads["morale"],
                self._morale,
                self._heads["morale-note"],
                self._heads["charisma"],
                self._charisma,
                self._heads["charisma-note"],
                self._heads["factors"],
                sizing_mode="stretch_width",
                css_classes=["moods"],
            ),
            self._figures,
            sizing_mode="stretch_width",
            css_classes=["card-body"],
        )
        self._body = pn.Column(body, sizing_mode="stretch_width")
        session.param.watch(self._selected, "selected")
        session.param.watch(self._show, ["shown", "odds", "problems"])
        self._show()

    # ---------------------------------------------------------------- showing

    def _unit_of(self, battle: MassBattle) -> Unit | None:
        return battle.units.get(self._unit_id)

    def _selected(self, event: Any) -> None:
        for slider in (self._morale, self._charisma):
            slider.flush()
        self._unit_id = event.new
        self._builder.aim(event.new)
        unit = self._unit_of(self._session.shown.mass_combat)
        for slider in (self._morale, self._charisma):
            slider.aim(unit.side if unit else "a")
        self._show()

    def _show(self, *_events: object) -> None:
        session, _ = self._session, self._
        unit = self._unit_of(session.shown.mass_combat)
        self._empty.visible = unit is None
        self._body.visible = unit is not None
        if unit is None:
            return
        line = self._army.line(session.shown, session.odds, unit.id)
        battle = session.shown.mass_combat
        self._groups.markup = self._builder.markup(line)
        for name, heads in (("morale", morale_heads), ("charisma", charisma_heads)):
            self._heads[name].markup, self._heads[f"{name}-note"].markup = heads(line, _)
        self._heads["factors"].markup = factor_chips(unit, _)
        self._figures.markup = figures_markup(line, battle.sides[unit.side], _)

    # ---------------------------------------------------------------- editing

    def _committed(self) -> Unit | None:
        return self._unit_of(self._session.document.mass_combat)

    def _submit(self, edit: Edit) -> None:
        self._session.submit(edit)

    def _set(self, values: Mapping[str, Any]) -> None:
        self._submit(SetUnit(self._unit_id, values))

    def _turn_factor(self, message: Message) -> None:
        """From neither to helpful, to harmful, and back to neither."""
        unit, name = self._committed(), str(message.get("factor"))
        if unit is None or name not in MORALE_FACTORS:
            return
        factors: dict[str, Literal[-1, 1]] = {key: value for key, value in unit.factors.items() if key != name}
        if name not in unit.factors:
            factors[name] = 1
        elif unit.factors[name] == 1:
            factors[name] = -1
        self._submit(SetFactors(unit.id, factors))

    def _set_arrival(self, message: Message) -> None:
        """Come in a round over an edge, or be there from the start."""
        unit = self._committed()
        edit = arrival_edit(self._session.document.mass_combat, unit, message) if unit else None
        if edit:
            self._session.submit(edit)
        else:
            self._show()

    def __panel__(self) -> pn.viewable.Viewable:
        return pn.Column(self._empty, self._body, css_classes=["card", "unit-card"], sizing_mode="stretch_width")
