"""The heroes' lever: what a fight of single characters changes in the odds of the mass battle.

Nobody knows how many a fight will kill; its law does. The law is carried into the battle whole: the odds after the
fight are those of the battle with that many fewer creatures, each weighed with its chance. Battles whose numbers come
out the same are simulated once, and all of them with the same dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import hypot, sqrt

import numpy as np

from massbattle_core.bridges.zoom import Zoom, zoom_in
from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.mass_combat.kills import KillsOutcome, Part, after_kills
from massbattle_core.mass_combat.model import MassBattle, Unit
from massbattle_core.mass_combat.odds import BattleOdds, Share
from massbattle_core.mass_combat.simulate import odds_of, prepare, run
from massbattle_core.skirmish import Group, muster
from massbattle_core.skirmish.simulate import fallen_by_fight

__all__ = ["KillsRow", "LeverOdds", "NumberKilled", "heroes_lever", "kills_law", "lever_odds"]

_Z95 = 1.959963984540054
_MOST = 1_000_000


@dataclass(frozen=True, slots=True)
class KillsRow:
    """The battle after certain kills: how likely they are, what they leave of the unit, the odds then."""

    killed: Part
    p: float
    outcome: KillsOutcome
    odds: BattleOdds


@dataclass(frozen=True, slots=True)
class NumberKilled:
    """A number of killed, its probability, and side A's chances to win and to lose if it comes about."""

    killed: int
    p: float
    win: float
    loss: float


@dataclass(frozen=True, slots=True)
class LeverOdds:
    """The odds of a mass battle before and after a fight of single characters, seen from side A.

    ``rows`` go by the number of killed; ``win``, ``undecided`` and ``loss`` are their mixture. Its 95 % interval
    takes the errors of the battles, which share their dice, as if they all went the same way, and adds that of the
    ``fights`` (None if the law of kills is exact). ``simulated`` counts the battles that had to be told apart.
    """

    unit_id: str
    before: BattleOdds
    rows: tuple[KillsRow, ...]
    win: Share
    undecided: Share
    loss: Share
    fights: int | None
    simulated: int

    @property
    def mean_killed(self) -> float:
        """The mean number of members killed or disabled."""
        return sum(row.p * row.killed.count for row in self.rows)

    @property
    def by_number(self) -> tuple[NumberKilled, ...]:
        """The table by the number of killed, whoever they are."""
        table = []
        for killed, group in groupby(self.rows, key=lambda row: row.killed.count):
            rows = list(group)
            p = sum(row.p for row in rows)
            win = sum(row.p * row.odds.win.p for row in rows) / p
            loss = sum(row.p * row.odds.loss.p for row in rows) / p
            table.append(NumberKilled(killed, p, win, loss))
        return tuple(table)

    @property
    def gain(self) -> float:
        """What the fight adds to side A's chance to win."""
        return self.win.p - self.before.win.p


def kills_law(zoom: Zoom, rounds: int, fights: int = 2000, seed: int = 0) -> list[tuple[Part, int]]:
    """Who of the unit is down after so many character rounds, and in how many of the simulated fights.

    All groups are counted together: losses that come together stay together.

    Raises :class:`InvalidBattleError` for numbers that make no sense or an encounter that cannot be played.

    Source: R0.48, R0.52, RB.4
    """
    _check(("fights", fights, 1), ("rounds", rounds, 0), ("seed", seed, 0))
    fallen = fallen_by_fight(muster(zoom.encounter), seed, 0, fights, rounds)
    fallen[:, [place is None for place in zoom.places]] = 0
    rows, counts = np.unique(fallen, axis=0, return_counts=True)
    return [(zoom.part(row), int(count)) for row, count in zip(rows.tolist(), counts, strict=True)]


def lever_odds(
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    unit_id: str,
    law: Iterable[tuple[Part, float]],
    *,
    battles: int = 4000,
    fights: int | None = None,
) -> LeverOdds:
    """The odds of a battle after kills in one unit whose law is given as pairs (killed, weight).

    The kills fall before the first turn: the unit's starting BR is that of the whole unit, and the morale test of
    half strength, if due, is made then.

    Raises :class:`InvalidBattleError` for an unknown unit, members it does not have, weights that are no law, or a
    battle that cannot be fought.

    Source: R0.46, R0.48, RB.4
    """
    _check(("battles", battles, 1))
    unit = _placed_unit(battle, unit_id)
    weighed = sorted(((killed, float(weight)) for killed, weight in law if weight), key=lambda pair: pair[0].count)
    total = sum(weight for _, weight in weighed)
    if not weighed or not 0 < total < float("inf") or any(weight < 0 for _, weight in weighed):
        raise InvalidBattleError([Problem("law", "no law of kills", "weights of 0 or more, not all 0")])
    found: dict[str, BattleOdds] = {}

    def odds_after(kills: Mapping[str, KillsOutcome]) -> BattleOdds:
        prepared = prepare(battle, creatures, kills)
        if prepared.key not in found:
            found[prepared.key] = odds_of(prepared, run(prepared, 0, battles))
        return found[prepared.key]

    before = odds_after({})
    rows = []
    for killed, weight in weighed:
        outcome = after_kills(unit, killed, creatures, battle.sides[unit.side], battle.rules)
        rows.append(KillsRow(killed, weight / total, outcome, odds_after({unit_id: outcome})))
    return LeverOdds(
        unit_id,
        before,
        tuple(rows),
        win=_mixture(rows, lambda odds: odds.win, fights),
        undecided=_mixture(rows, lambda odds: odds.undecided, fights),
        loss=_mixture(rows, lambda odds: odds.loss, fights),
        fights=fights,
        simulated=len(found),
    )


def heroes_lever(
    battle: MassBattle,
    creatures: Mapping[str, Creature],
    unit_id: str,
    part: Part,
    heroes: Sequence[Group],
    *,
    rounds: int = 10,
    fights: int = 2000,
    battles: int = 4000,
    seed: int = 0,
) -> LeverOdds:
    """The odds of a battle before and after heroes fight part of a unit for so many character rounds.

    Ten character rounds are one round of mass combat (RB.1). For other ground or other doctrines put
    :func:`zoom_in`, :func:`kills_law` and :func:`lever_odds` together.

    Raises :class:`InvalidBattleError` with what is wrong with the battle, the part, the heroes or the numbers.

    Source: R0.46, R0.48, RB.4
    """
    unit = _placed_unit(battle, unit_id)
    zoom = zoom_in(unit, part, creatures, heroes)
    law = kills_law(zoom, rounds, fights, seed)
    return lever_odds(battle, creatures, unit_id, law, battles=battles, fights=fights)


def _mixture(rows: Sequence[KillsRow], pick: Callable[[BattleOdds], Share], fights: int | None) -> Share:
    shares = [(row.p, pick(row.odds)) for row in rows]
    p = sum(weight * share.p for weight, share in shares)
    low = sum(weight * share.low for weight, share in shares)
    high = sum(weight * share.high for weight, share in shares)
    variance = max(0.0, sum(weight * share.p**2 for weight, share in shares) - p * p)
    of_fights = _Z95 * sqrt(variance / fights) if fights else 0.0
    return Share(p, max(0.0, p - hypot(p - low, of_fights)), min(1.0, p + hypot(high - p, of_fights)))


def _placed_unit(battle: MassBattle, unit_id: str) -> Unit:
    placed = {unit.id: unit for unit in battle.ordered_units() if unit.position is not None}
    if unit_id not in placed:
        raise InvalidBattleError(
            [Problem("unit_id", f"no unit {unit_id!r} is on the board", f"one of {', '.join(placed)}", "R0.48")]
        )
    return placed[unit_id]


def _check(*numbers: tuple[str, int, int]) -> None:
    problems = [
        Problem(name, f"{value!r} {name}", f"a whole number from {least} to {_MOST}")
        for name, value, least in numbers
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= _MOST
    ]
    if problems:
        raise InvalidBattleError(problems)
