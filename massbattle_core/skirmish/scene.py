"""The working copy of a state while an action is carried out: fighters change, events are noted, dice fall.

The procedures here are those that several actions share; each action's own is in
:mod:`~massbattle_core.skirmish.carry_out`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from massbattle_core.dice import Dice
from massbattle_core.game import Event
from massbattle_core.skirmish.actions import Attack
from massbattle_core.skirmish.ground import cover_between, occupy
from massbattle_core.skirmish.record import Record, pack
from massbattle_core.skirmish.rules.attack import (
    CRITICAL,
    MISS,
    attack_mode,
    cover_armor_class,
    critical_on_hit,
    dodges,
    resolve_attack,
)
from massbattle_core.skirmish.rules.checks import sees
from massbattle_core.skirmish.rules.d20 import mode_of
from massbattle_core.skirmish.rules.dying import (
    DeathTally,
    after_damage,
    falls_prone,
    heal,
    makes_death_saves,
    resolve_death_save,
)
from massbattle_core.skirmish.rules.movement import turn_movement
from massbattle_core.skirmish.state import Fighter, State
from massbattle_core.skirmish.tables import COVERS, SIDES

__all__ = ["Scene", "beaten", "packed", "seen"]


def seen(observer: Fighter, fighter: Fighter) -> bool:
    """Whether an observer sees a fighter.

    Source: R1.19
    """
    return sees(observer.hit_points, observer.sheet.passive, max(fighter.hidden or 0, 0))


def beaten(fighters: tuple[Fighter, ...]) -> tuple[str, ...]:
    """The sides of which nobody stands.

    Source: R1.1
    """
    return tuple(side for side in SIDES if not any(fighter.up for fighter in fighters if fighter.side == side))


def packed(state: State) -> Record:
    """The record of a state, with everybody's squares noted, for questions of geometry."""
    record = pack(state)
    occupy(record)
    return record


class Scene:
    """A state that is being changed."""

    def __init__(self, state: State, dice: Dice) -> None:
        self._state = state
        self.dice = dice
        self.rules = state.encounter.rules
        self.fighters = list(state.fighters)
        self.order = state.order
        self.settled = state.settled
        self.round = state.round
        self.turn = state.turn
        self.walks = list(state.walks)
        self.events: list[Event] = []

    def state(self) -> State:
        """The state as it is now."""
        return replace(
            self._state,
            fighters=tuple(self.fighters),
            order=self.order,
            settled=self.settled,
            round=self.round,
            turn=self.turn,
            walks=tuple(self.walks),
        )

    def fighter(self, name: str) -> Fighter:
        """A fighter as it is now."""
        return self.fighters[self._state.index(name)]

    def change(self, name: str, **changes: Any) -> Fighter:
        """Change a fighter."""
        changed = replace(self.fighter(name), **changes)
        self.fighters[self._state.index(name)] = changed
        return changed

    def note(self, kind: str, rule: str, **facts: Any) -> None:
        """Note an event."""
        self.events.append(Event(kind, rule, facts))

    @property
    def over(self) -> bool:
        """Whether a side is beaten or the last round is over."""
        return bool(beaten(tuple(self.fighters))) or self.round > self._state.encounter.round_limit

    def code(self, switch: str) -> int:
        """The code of a house rule."""
        return self.rules.code(switch)

    # ------------------------------------------------------------ attacks and hit points

    def attack(self, attacker: Fighter, action: Attack) -> None:
        """One attack roll, its damage and what the damage does.

        Source: R1.12, R1.13, R1.14, R1.15, R1.18, R1.19
        """
        target = self.fighter(action.target)
        form = attacker.sheet.attacks[action.form]
        distance = attacker.distance_ft(target)
        if action.cover is None:
            cover = cover_between(packed(self.state()), self._state.index(attacker.id), self._state.index(target.id))
        else:
            cover = COVERS.index(action.cover)
        mode = 0 if form.automatic else self._mode(attacker, target, action, distance, cover)
        result = resolve_attack(
            form.bonus + action.bonus,
            target.sheet.armor_class + cover_armor_class(cover, self.code("cover")),
            mode_of(mode),
            form.dice,
            form.flat,
            self.dice,
            self.rules,
            critical_hits=critical_on_hit(int(not target.up), distance, self.code("unconscious_effects")),
            automatic=form.automatic,
        )
        self.change(attacker.id, hidden=None)
        self.note(
            "attack",
            "R1.12",
            attacker=attacker.id,
            target=target.id,
            attack=form.name,
            mode=mode_of(mode),
            natural=result.natural,
            result=("miss", "hit", "critical")[result.grade],
            damage=result.damage,
        )
        if result.grade != MISS:
            self.hurt(target.id, result.damage, critical=result.grade == CRITICAL)

    def _mode(self, attacker: Fighter, target: Fighter, action: Attack, distance: int, cover: int) -> int:
        helpers = [
            other.id
            for other in self.fighters
            if other.aid is not None and other.aid.ally == attacker.id and other.aid.foe == target.id
        ]
        for helper in helpers:
            self.change(helper, aid=None)
        dodged = dodges(int(target.dodging), target.hit_points, target.sheet.speed_ft, int(seen(target, attacker)))
        return attack_mode(
            len(helpers) + action.advantages,
            int(dodged) + action.disadvantages,
            distance,
            cover,
            int(attacker.prone),
            int(target.prone),
            int(not target.up),
            self.code("cover"),
            self.code("prone_effects"),
            self.code("unconscious_effects"),
        )

    def hurt(self, name: str, damage: int, *, critical: bool) -> None:
        """Damage reaches a fighter, who may fall or die of it.

        Source: R1.25, R1.26, R1.27, R1.30, R1.34
        """
        before = self.fighter(name)
        hit_points, successes, failures, stable, dead = after_damage(
            before.hit_points,
            before.sheet.hit_points,
            before.successes,
            before.failures,
            int(before.stable),
            damage,
            int(critical),
            int(makes_death_saves(int(before.sheet.character), self.code("monsters_at_zero"))),
        )
        falls = before.up and not hit_points
        prone = before.prone or (falls and not dead and falls_prone(self.code("unconscious_effects")))
        after = self.change(
            name,
            hit_points=hit_points,
            successes=successes,
            failures=failures,
            stable=bool(stable),
            dead=bool(dead),
            prone=prone,
        )
        if falls or after.dead:
            self.note(after.status, "R1.26" if after.dead else "R1.27", fighter=name)
        elif not after.up and damage > 0:
            self.note("failed death saves", "R1.30", fighter=name, failures=failures)

    def heal(self, name: str, healed: int) -> None:
        """A fighter that is not dead gets hit points back.

        Source: R1.27, R1.33
        """
        before = self.fighter(name)
        hit_points = heal(before.hit_points, before.sheet.hit_points, healed)
        self.note("healed", "R1.33", fighter=name, hit_points=hit_points)
        if hit_points > 0:
            self.change(name, hit_points=hit_points, successes=0, failures=0, stable=False)

    # ------------------------------------------------------------ turns

    def begin_turns(self) -> None:
        """Start the turn of the next fighter who can act, from ``turn`` on; those who cannot pass.

        Source: R1.1, R1.4, R1.5
        """
        while not self.over and not self._begin_turn(self.order[self.turn]):
            self.pass_on()

    def pass_on(self) -> None:
        """Go on to the next place in the order, and to the next round after the last.

        Source: R1.1, R1.20
        """
        self.change(self.order[self.turn], disengaged=False)
        self.turn += 1
        if self.turn == len(self.order):
            self.turn = 0
            self.round += 1
            self.note("round", "R1.1", round=self.round)

    def _begin_turn(self, name: str) -> bool:
        """What happens by itself at the start of a turn; True if the fighter can then act.

        Source: R1.4, R1.5, R1.15, R1.18, R1.20, R1.21, R1.23, R1.28, R1.29
        Ruling: the help of a fighter who died lapses at the fighter's place in the order.
        Ruling: who comes back at 1 hit point by a 20 acts at once, for its turn has just begun.
        """
        fighter = self.change(name, aid=None)
        if fighter.dead:
            return False
        fighter = self.change(
            name,
            dodging=False,
            readied=None,
            reaction=True,
            movement=0,
            action=False,
            bonus_action=False,
            attacks_left=(0,) * len(fighter.sheet.attacks),
        )
        if not fighter.up and not fighter.stable:
            self._death_save(fighter)
        surprised = fighter.surprised
        fighter = self.change(name, surprised=False)
        if not fighter.up:
            return False
        if surprised:
            self.note("surprised", "R1.4", fighter=name)
            return False
        self.change(name, action=True, bonus_action=True, movement=turn_movement(2 * fighter.sheet.speed_ft, 0))
        self.note("turn", "R1.5", fighter=name, round=self.round)
        return True

    def _death_save(self, fighter: Fighter) -> None:
        tally = resolve_death_save(DeathTally(fighter.successes, fighter.failures), self.dice)
        self.change(
            fighter.id,
            successes=tally.successes,
            failures=tally.failures,
            stable=tally.fate == "stable",
            dead=tally.fate == "dead",
            hit_points=int(tally.fate == "back"),
        )
        self.note(
            "death save",
            "R1.28",
            fighter=fighter.id,
            fate=tally.fate,
            successes=tally.successes,
            failures=tally.failures,
        )
