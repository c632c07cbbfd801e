"""What happened in a battle, in plain words: the events of a turn as sentences.

Units are spoken of as people, in the plural: "Wolf riders attack Pikes of Dorn: 14 against 37, no effect".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dashboard.i18n import N_, Words
from massbattle_core.game import Event
from massbattle_core.mass_combat.model import hex_name
from massbattle_core.mass_combat.tables import CASUALTIES_DC, ROUT_DC

__all__ = ["Sentence", "sentences"]

Weight = Literal["plain", "hit", "fall", "end"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A line of the log, how much it matters, and the rule it comes from."""

    text: str
    weight: Weight = "plain"
    rule: str = ""


_MODES = {
    "adv": N_(" with advantage"),
    "dis": N_(" with disadvantage"),
    "flat": "",
}


def sentences(events: Sequence[Event], names: Mapping[str, str], sides: Mapping[str, str], _: Words) -> list[Sentence]:
    """The events of one turn in words; ``names`` of units by id, ``sides`` by letter."""
    return list(_Telling(events, names, sides, _).tell())


class _Telling:
    def __init__(self, events: Sequence[Event], names: Mapping[str, str], sides: Mapping[str, str], _: Words) -> None:
        self._events = [event for event in events if event.kind not in ("turn", "round_ends")]
        self._names, self._sides, self._ = names, sides, _
        self._at = 0

    def tell(self) -> Iterator[Sentence]:
        """The sentences, in order."""
        while self._at < len(self._events):
            event = self._events[self._at]
            self._at += 1
            yield from getattr(self, f"_{event.kind}", self._nothing)(event)

    def _take_while(self, fits: Callable[[Event], bool]) -> list[Event]:
        start = self._at
        while self._at < len(self._events) and fits(self._events[self._at]):
            self._at += 1
        return self._events[start : self._at]

    def _name(self, event: Event, role: str = "unit") -> str:
        return self._names[event.facts[role]]

    # ---------------------------------------------------------------- one kind of event each

    def _nothing(self, event: Event) -> Iterator[Sentence]:
        """An event that another sentence tells of."""
        yield from ()

    def _enters(self, event: Event) -> Iterator[Sentence]:
        way = [event, *self._take_while(lambda e: e.kind == "enters" and e.facts["unit"] == event.facts["unit"])]
        _ = self._
        moved = _("{unit} move from {start} to {end}").format(
            unit=self._name(event), start=hex_name(event.facts["from"]), end=hex_name(way[-1].facts["to"])
        )
        if len(way) > 1:
            moved += f" ({_.plural('{count} hex', '{count} hexes', len(way))})"
        yield Sentence(moved, rule=event.rule)

    def _arrives(self, event: Event) -> Iterator[Sentence]:
        text = self._("{unit} arrive at {hex}").format(unit=self._name(event), hex=hex_name(event.facts["at"]))
        yield Sentence(text, rule=event.rule)

    def _dash(self, event: Event) -> Iterator[Sentence]:
        yield Sentence(self._("{unit} dash").format(unit=self._name(event)), rule=event.rule)

    def _defend(self, event: Event) -> Iterator[Sentence]:
        text = self._("{unit} defend: attacks on them have disadvantage").format(unit=self._name(event))
        yield Sentence(text, rule=event.rule)

    def _guard(self, event: Event) -> Iterator[Sentence]:
        text = self._("{unit} stand guard: they will strike whoever comes near").format(unit=self._name(event))
        yield Sentence(text, rule=event.rule)

    def _turn_lost(self, event: Event) -> Iterator[Sentence]:
        text = self._("{unit} lose this turn").format(unit=self._name(event))
        yield Sentence(text, "hit", event.rule)

    def _guard_strikes(self, event: Event) -> Iterator[Sentence]:
        attack = self._take_attack()
        if attack:
            yield from self._attack(attack, self._("{unit} were on guard and strike {target}"))

    def _strikes(self, event: Event) -> Iterator[Sentence]:
        attack = self._take_attack()
        if attack:
            spaces = int(event.facts["spaces"])
            pattern = (
                self._("{unit} attack {target}")
                if spaces == 1
                else self._("{unit} shoot at {target} over {spaces} hexes")
            )
            yield from self._attack(attack, pattern, spaces)

    def _take_attack(self) -> Event | None:
        if self._at < len(self._events) and self._events[self._at].kind == "attack":
            self._at += 1
            return self._events[self._at - 1]
        return None

    def _attack(self, event: Event, pattern: str, spaces: int = 1) -> Iterator[Sentence]:
        _, facts = self._, event.facts
        who = pattern.format(unit=self._name(event), target=self._name(event, "target"), spaces=spaces)
        loss = self._take_loss_to(facts["unit"])
        if loss:
            effect = _("{target} lose {loss} BR, {left} left").format(
                target=self._name(loss), loss=_.number(loss.facts["loss"]), left=_.number(loss.facts["br"])
            )
        else:
            effect = _("no effect")
        totals = _("{total} against {other}").format(
            total=_.number(facts["attacker_total"]), other=_.number(facts["target_total"])
        )
        yield Sentence(f"{who}{_(_MODES[facts['mode']])}: {totals}, {effect}", "hit" if loss else "plain", event.rule)

    def _take_loss_to(self, attacker: str) -> Event | None:
        """The loss that comes next if it is that of an attack: the one after it may have another cause."""
        following = self._events[self._at] if self._at < len(self._events) else None
        if following is None or following.kind != "loss" or following.facts["cause"] != attacker:
            return None
        self._at += 1
        return following

    def _loss(self, event: Event) -> Iterator[Sentence]:
        """A loss that no attack of a unit made: to a hero, a spell or a trap; or what an event gave it."""
        if event.facts["loss"] < 0:
            gained = self._("{target} gain {gain} BR, they have {left}").format(
                target=self._name(event),
                gain=self._.number(-event.facts["loss"]),
                left=self._.number(event.facts["br"]),
            )
            yield Sentence(gained, rule=event.rule)
            return
        text = self._("{target} suffer a loss of {loss} BR from outside, {left} left").format(
            target=self._name(event), loss=self._.number(event.facts["loss"]), left=self._.number(event.facts["br"])
        )
        yield Sentence(text, "hit", event.rule)

    def _morale_test(self, event: Event) -> Iterator[Sentence]:
        _, facts = self._, event.facts
        total = _("{total} against {dc}").format(total=_.number(facts["total"]), dc=facts["dc"])
        unit = self._name(event)
        if event.rule == "R0.43":
            yield from self._friends(event)
            return
        if event.rule == "R0.29":
            pattern = _("{unit} disengage: {total}") if facts["passed"] else _("{unit} fail to disengage: {total}")
            yield Sentence(pattern.format(unit=unit, total=total), rule=event.rule)
            return
        if facts["dc"] == CASUALTIES_DC:
            pattern = _("{unit} are down to half: {total}, they hold") if facts["passed"] else (
                _("{unit} are down to half: {total}, they break and are gone")
            )  # fmt: skip
        else:
            assert facts["dc"] == ROUT_DC
            pattern = _("{unit} waver: {total}, they hold") if facts["passed"] else (
                _("{unit} waver: {total}, they flee and are gone")
            )  # fmt: skip
        yield Sentence(pattern.format(unit=unit, total=total), "plain" if facts["passed"] else "fall", event.rule)

    def _loses_next_turn(self, event: Event) -> Iterator[Sentence]:
        """That an event costs a unit its next turn; where a friend fell, the test tells of it."""
        if event.facts["friend"] == event.facts["unit"]:
            text = self._("{unit} will lose their next turn").format(unit=self._name(event))
            yield Sentence(text, "hit", event.rule)

    def _eliminated(self, event: Event) -> Iterator[Sentence]:
        """That nobody is left of a unit; where it broke, its test tells of it."""
        if event.facts["fell_to"] == "kills":
            yield Sentence(self._("{unit} are wiped out").format(unit=self._name(event)), "fall", event.rule)

    def _friends(self, first: Event) -> Iterator[Sentence]:
        """Who stands the sight of a friend's fall, and who does not."""
        _ = self._
        tests = [first]
        tests += self._take_while(
            lambda e: e.kind == "loses_next_turn" or (e.kind == "morale_test" and e.rule == "R0.43")
        )
        tests = [test for test in tests if test.kind == "morale_test"]
        for passed, pattern, weight in (
            (True, _("Seeing it, these hold: {units}"), "plain"),
            (False, _("Seeing it, these lose their next turn: {units}"), "hit"),
        ):
            units = [
                f"{self._name(test)} ({_.number(test.facts['total'])})"
                for test in tests
                if test.facts["passed"] is passed
            ]
            if units:
                yield Sentence(pattern.format(units=", ".join(units)), weight, first.rule)  # type: ignore[arg-type]

    def _over(self, event: Event) -> Iterator[Sentence]:
        winner = event.facts["winner"]
        pattern = self._("Round {round}: {side} win") if winner else self._("Round {round}: nobody has won")
        text = pattern.format(round=event.facts["round"], side=self._sides.get(winner or "", ""))
        yield Sentence(text, "end", event.rule)
