"""Mass combat in numpy, every battle of a run at once: the yardstick of the kernel, and an oracle for its tests.

Written from the rules a second time, for a subset of them: open ground, units on foot that fight hand to hand and
*advance* on the nearest enemy or *hold*, friends' spaces closed, every other house rule as in the book. On that
subset it throws the same dice as the kernel and must end every battle as the kernel does.

Arrays called ``b`` hold numbers of battles, ``u``, ``a``, ``d`` units, one of each for every battle at hand.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from massbattle_core.dice import battle_key
from massbattle_core.mass_combat.simulate import Prepared

__all__ = ["NumpyBattles"]

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

_ADVANCE, _HOLD = 0, 1
_ATTACK, _AGAIN, _DEFENCE, _ROUT, _CASUALTIES, _FRIENDS, _TIE = 0, 1, 2, 3, 4, 5, 7
_MOST = np.iinfo(np.int64).max
_UNBREAKABLE = 1 << 55
_GOLDEN, _MIX_A, _MIX_B = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
_U27, _U30, _U31, _U32, _U20 = (np.uint64(n) for n in (27, 30, 31, 32, 20))


class NumpyBattles:
    """The battles ``first`` … ``last`` − 1 of a prepared battle. Raises ``ValueError`` outside the subset."""

    def __init__(self, prepared: Prepared, first: int, last: int) -> None:
        state, ground = prepared.state[0], prepared.map.record
        n = self.units = int(state["units"])
        _check_subset(state, ground, n)
        self.number, self.side, self.morale, self.initiative, self.starting_br, self.speed, self.doctrine = (
            cast(Ints, state[name][:n].copy())
            for name in ("number", "side", "morale", "initiative", "starting_br", "speed", "doctrine")
        )
        hexes = int(ground["hexes"])
        self.neighbour: Ints = ground["neighbour"][: hexes * 6].reshape(hexes, 6)
        q, r = ground["q"][:hexes], ground["r"][:hexes]
        dq, dr = q[:, None] - q, r[:, None] - r
        self.spaces: Ints = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        self.straightness: Ints = dq * dq + dq * dr + dr * dr
        self.round_limit = int(state["round_limit"])
        battles = self.battles = last - first
        self.keys = np.array([battle_key(prepared.seed, number) for number in range(first, last)], np.uint64)
        self.hex: Ints = np.tile(state["start_hex"][:n], (battles, 1))
        self.br: Ints = np.tile(state["starting_br"][:n], (battles, 1))
        self.alive: Flags = np.ones((battles, n), bool)
        self.defend, self.guard, self.lost_turn = (np.zeros((battles, n), np.int64) for _ in range(3))
        self.occupant: Ints = np.tile(state["occupant"][:hexes], (battles, 1))
        self.occupant[:, state["start_hex"][:n]] = np.arange(n)
        self.turn_of: Ints = np.zeros(battles, np.int64)
        self.rounds: Ints = np.zeros(battles, np.int64)
        self.order = self._initiative_order()

    def fight(self) -> tuple[Ints, Ints]:
        """Fight all battles to their ends: who won each (0, 1, or 2 if undecided), and in which round."""
        for round_number in range(1, self.round_limit + 1):
            self.rounds[self._going_on()] = round_number
            for place in range(self.units):
                b = np.nonzero(self._going_on())[0]
                u = self.order[b, place]
                present = self.alive[b, u]
                b, u = b[present], u[present]
                self.turn_of[b] = round_number * 16384 + self.number[u]
                self._turn(b, u)
        a, other = self._sides_alive()
        return np.where(other, np.where(a, 2, 1), np.where(a, 0, 2)), self.rounds

    def _sides_alive(self) -> tuple[Flags, Flags]:
        return (self.alive & (self.side == 0)).any(1), (self.alive & (self.side == 1)).any(1)

    def _going_on(self) -> Flags:
        a, b = self._sides_alive()
        return a & b

    # ---------------------------------------------------------------- dice

    def _d20(self, b: Ints, roller: Ints, cause: Ints, purpose: int, occurrence: int = 0) -> Ints:
        place = (self.turn_of[b] * 16384 + self.number[roller]) * 16384 + self.number[cause]
        place = (place * 16 + purpose) * 16 + occurrence
        with np.errstate(over="ignore"):
            z = self.keys[b] + place.astype(np.uint64) * _GOLDEN
            z = (z ^ (z >> _U30)) * _MIX_A
            z = (z ^ (z >> _U27)) * _MIX_B
            z = z ^ (z >> _U31)
            return ((((z >> _U32) * _U20) >> _U32) + np.uint64(1)).astype(np.int64)

    def _initiative_order(self) -> Ints:
        """Highest initiative first; ties by five d20s one after the other, then by the order of the units."""
        every = np.repeat(np.arange(self.battles), self.units)
        unit = np.tile(np.arange(self.units), self.battles)
        rolls = np.zeros(every.size, np.int64)
        for occurrence in range(5):
            rolls = rolls * 21 + self._d20(every, unit, unit, _TIE, occurrence)
        order = np.lexsort((-rolls.reshape(self.battles, -1), np.broadcast_to(-self.initiative, self.hex.shape)))
        return order.astype(np.int64)

    def _passes(self, b: Ints, u: Ints, cause: Ints, purpose: int, dc: int) -> Flags:
        return self._d20(b, u, cause, purpose) + self.morale[u] >= dc

    # ---------------------------------------------------------------- R0.13, R0.33 to R0.44

    def _mode(self, b: Ints, a: Ints, d: Ints) -> Ints:
        beside = self.occupant[b[:, None], self.neighbour[self.hex[b, d]]]
        friends = (beside >= 0) & (self.side[beside] == self.side[d][:, None])
        enemies = (beside >= 0) & ~friends & (beside != a[:, None])
        better = enemies.any(1)
        worse = (friends.sum(1) >= 2) | (self.defend[b, d] > 0)
        return better.astype(np.int64) - worse

    def _attack(self, b: Ints, a: Ints, d: Ints) -> None:
        mode = self._mode(b, a, d)
        die, again = self._d20(b, a, d, _ATTACK), self._d20(b, a, d, _AGAIN)
        die = np.where(mode > 0, np.maximum(die, again), np.where(mode < 0, np.minimum(die, again), die))
        margin = die + self.br[b, a] - self._d20(b, d, a, _DEFENCE) - self.br[b, d]
        hit = margin > 0
        b, a, d, margin = b[hit], a[hit], d[hit], margin[hit]
        before, half = self.br[b, d], self.starting_br[d] / 2
        after = before - np.where(margin >= 11, 5, 2)
        self.br[b, d] = after
        falls = (margin >= 11) & ~self._passes(b, d, a, _ROUT, 10)
        crossing = (after <= half) & ((before > half) | (before >= self.starting_br[d]))
        falls |= crossing & ~self._passes(b, d, a, _CASUALTIES, 15)
        self._eliminate(b[falls], d[falls])

    def _eliminate(self, b: Ints, d: Ints) -> None:
        here = self.hex[b, d]
        self.alive[b, d] = False
        self.guard[b, d] = 0
        self.occupant[b, here] = -1
        near = self.alive[b] & (self.side == self.side[d][:, None]) & (self.spaces[here[:, None], self.hex[b]] <= 5)
        i, friend = np.nonzero(near)
        shaken = ~self._passes(b[i], friend, d[i], _FRIENDS, 10)
        self.lost_turn[b[i[shaken]], friend[shaken]] = 1

    # ---------------------------------------------------------------- turns

    def _turn(self, b: Ints, u: Ints) -> None:
        lost = self.lost_turn[b, u] > 0
        self.lost_turn[b[lost], u[lost]] = 0
        ready, ready_unit = b[~lost], u[~lost]
        target = self._beside(ready, ready_unit)
        strikes, holds = target >= 0, self.doctrine[ready_unit] == _HOLD
        self._strike(ready[strikes], ready_unit[strikes], target[strikes], self.speed[ready_unit[strikes]])
        waits = ~strikes & holds
        self.guard[ready[waits], ready_unit[waits]] = 0
        self.defend[ready[waits], ready_unit[waits]] = 2
        goes = ~strikes & ~holds
        self._advance(ready[goes], ready_unit[goes])
        self.defend[b, u] = np.maximum(self.defend[b, u] - 1, 0)

    def _strike(self, b: Ints, u: Ints, target: Ints, left: Ints) -> None:
        """Attack; a unit that advances goes on where nothing keeps it."""
        self.guard[b, u] = 0
        self._attack(b, u, target)
        on = (self.doctrine[u] == _ADVANCE) & (left > 0) & ~self._engaged(b, u) & self._going_on()[b]
        b, u, left = b[on], u[on], left[on]
        self._walk(b, u, self._nearest(b, u), left)

    def _advance(self, b: Ints, u: Ints) -> None:
        sought = self._nearest(b, u)
        here, left = self.hex[b, u], self.speed[u].copy()
        stride = (left + 50) // 100
        far = 2 * self.spaces[here, self.hex[b, sought]] - 2 > 2 * stride
        strides = (self.speed + 50) // 100
        enemies = self.alive[b] & (self.side != self.side[u][:, None])
        close = self.spaces[here[:, None], self.hex[b]] - 2 * stride[:, None] <= strides + 1
        dash = far & ~(enemies & close).any(1)
        self.guard[b[dash], u[dash]] = 0
        left[dash] *= 2
        left = self._walk(b, u, sought, left)
        acts = self.alive[b, u] & ~dash
        b, u, left = b[acts], u[acts], left[acts]
        target = self._beside(b, u)
        strikes = target >= 0
        self.guard[b[~strikes], u[~strikes]] = 1
        self._strike(b[strikes], u[strikes], target[strikes], left[strikes])

    def _beside(self, b: Ints, u: Ints) -> Ints:
        """The adjacent enemy with the best chance to be beaten, −1 if there is none."""
        beside = self.occupant[b[:, None], self.neighbour[self.hex[b, u]]]
        enemy = (beside >= 0) & (self.side[beside] != self.side[u][:, None])
        i, k = np.nonzero(enemy)
        v = beside[i, k]
        value = np.full(beside.shape, _MOST)
        chance = (self.br[b[i], v] - 4 * self._mode(b[i], u[i], v)) * 64 + v
        value[i, k] = chance + np.where(self._unbreakable(b[i], v), _UNBREAKABLE, 0)
        best = value.argmin(1)
        rows = np.arange(b.size)
        return np.where(value[rows, best] == _MOST, -1, beside[rows, best])

    def _nearest(self, b: Ints, u: Ints) -> Ints:
        every = np.arange(self.units)
        value = 2 * self.spaces[self.hex[b, u][:, None], self.hex[b]] * 64 + every
        value = value + np.where(self._unbreakable(b[:, None], every[None, :]), _UNBREAKABLE, 0)
        enemy = self.alive[b] & (self.side != self.side[u][:, None])
        return np.where(enemy, value, _MOST).argmin(1)

    def _unbreakable(self, b: Ints, v: Ints) -> Flags:
        spent = (self.br[b, v] <= self.starting_br[v] / 2) & (self.br[b, v] < self.starting_br[v])
        return (self.morale[v] >= 9) & (spent | (self.morale[v] >= 14))

    def _engaged(self, b: Ints, u: Ints) -> Flags:
        beside = self.occupant[b[:, None], self.neighbour[self.hex[b, u]]]
        return ((beside >= 0) & (self.side[beside] != self.side[u][:, None])).any(1)

    # ---------------------------------------------------------------- R0.24, R0.25, R0.30

    def _walk(self, b: Ints, u: Ints, target: Ints, left: Ints) -> Ints:
        """Walk next to where the target stands; the feet left of each."""
        left = left.copy()
        goal, before, going = self.hex[b, target], np.full(b.size, -1), np.arange(b.size)
        while going.size:
            here = self.hex[b[going], u[going]]
            length = self.spaces[here, goal[going]]
            there = self.neighbour[here]
            ahead = self.spaces[there, goal[going][:, None]]
            may = (
                (there != here[:, None])
                & (there != before[going][:, None])
                & (ahead <= length[:, None])
                & (self.occupant[b[going][:, None], there] == -1)
                & ((2 * left[going] >= 100) & (length > 1))[:, None]
            )
            value = ((2 * ahead + 2) << 40) + (self.straightness[there, goal[going][:, None]] << 20) + there
            value = np.where(may, value, _MOST)
            best = value.argmin(1)
            steps = value[np.arange(going.size), best] != _MOST
            going, here, there = going[steps], here[steps], there[np.arange(going.size), best][steps]
            left[going] -= 100
            before[going] = here
            self.occupant[b[going], here] = -1
            self.occupant[b[going], there] = u[going]
            self.hex[b[going], u[going]] = there
            self._set_off_guards(b[going], u[going])
            going = going[self.alive[b[going], u[going]] & ~self._engaged(b[going], u[going])]
        return left

    def _set_off_guards(self, b: Ints, u: Ints) -> None:
        for place in range(self.units):
            g = self.order[b, place]
            strikes = (
                (self.guard[b, g] != 0)
                & (self.side[g] != self.side[u])
                & self.alive[b, u]
                & (self.spaces[self.hex[b, u], self.hex[b, g]] == 1)
            )
            self.guard[b[strikes], g[strikes]] = 0
            self._attack(b[strikes], g[strikes], u[strikes])


def _check_subset(state: Any, ground: Any, n: int) -> None:
    """Refuse a battle that uses a rule left out here."""
    wrong = [name for name in ("range", "targets", "arrival", "movement_class", "killed_br") if state[name][:n].any()]
    wrong += [name for name in _AS_IN_THE_BOOK if state[name]]
    wrong += [name for name in ("elevation", "cover", "wall") if ground[name].any()]
    if (state["doctrine"][:n] > _HOLD).any():
        wrong.append("doctrine")
    if not state["friends_closed"]:
        wrong.append("friends_closed")
    if wrong or ground["way_table"][0] >= 0:
        raise ValueError(f"outside the subset: {', '.join(wrong) or 'ground that is not open'}")


_AS_IN_THE_BOOK = (
    "objectives",
    "every_loss",
    "net_count",
    "friends_of_attacker",
    "stack_lost_turns",
    "no_breakthrough",
    "free_disengage",
    "guard_lasting",
    "end_condition",
)
