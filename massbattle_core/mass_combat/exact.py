"""The exact odds of a battle that is a duel in contact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from massbattle_core.dice import Mode
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.doctrine import ADVANCE, FLANK, GUARD, HOLD, SCREEN, SKIRMISH
from massbattle_core.mass_combat.duel import Duellist, DuelOdds, duel_odds
from massbattle_core.mass_combat.house_rules import HouseRules
from massbattle_core.mass_combat.odds import BattleOdds, Share, UnitOdds
from massbattle_core.mass_combat.packing import Prepared

__all__ = ["as_battle_odds", "exact_odds"]

_FIGHTS_ON = (ADVANCE, HOLD, GUARD, FLANK, SCREEN)


def exact_odds(prepared: Prepared) -> BattleOdds | None:
    """The exact odds of a battle that is a duel in contact; None where the exact method does not apply.

    It applies to two enemies who stand next to each other, strike by their doctrines, and have no objective.

    Source: R0.20, R0.25, R0.33
    """
    record = prepared.state[0]
    if int(record["units"]) != 2 or int(record["objectives"]) or set(record["side"][:2]) != {0, 1}:
        return None
    if any(record[name][:2].any() for name in ("arrival", "killed_br", "wiped_out")) or int(record["resumed"]):
        return None
    if not all(_strikes_on(record, u) for u in (0, 1)):
        return None
    ground = prepared.map.record
    board = record.copy()
    kernel.begin_battle(board, ground)
    if kernel.spaces_between(ground, int(board["hex"][0]), int(board["hex"][1])) != 1:
        return None
    a = 0 if int(record["side"][0]) == 0 else 1
    b = 1 - a
    words: dict[int, Mode] = {1: "adv", 0: "flat", -1: "dis"}
    modes = [words[int(kernel.mode_of_attack(board, ground, u, 1 - u))] for u in (0, 1)]
    fighters = [Duellist(int(record["starting_br"][u]), int(record["morale"][u]), modes[u]) for u in (0, 1)]
    lead = int(record["initiative"][a]) - int(record["initiative"][b])
    odds = duel_odds(
        fighters[a],
        fighters[b],
        first="a" if lead > 0 else "b" if lead < 0 else None,
        rounds=int(record["round_limit"]),
        rules=HouseRules(casualties_test="every_loss_at_or_below_half" if record["every_loss"] else "on_crossing"),
    )
    units = [prepared.units[u].unit for u in (a, b)]
    return as_battle_odds(odds, fighters[a], fighters[b], ((units[0].id, units[0].name), (units[1].id, units[1].name)))


def _strikes_on(record: Any, u: int) -> bool:
    doctrine = int(record["doctrine"][u])
    return doctrine in _FIGHTS_ON or (doctrine == SKIRMISH and int(record["range"][u]) == 0)


def as_battle_odds(
    odds: DuelOdds, a: Duellist, b: Duellist, names: tuple[tuple[str, str], tuple[str, str]] = (("a", "A"), ("b", "B"))
) -> BattleOdds:
    """The odds of a duel in the form of the odds of a battle; ``names`` are the (id, name) of A and of B."""
    gone = (odds.loss, odds.win)
    laws = (odds.left_a, odds.left_b)
    return BattleOdds(
        method="exact",
        battles=None,
        seed=None,
        win=_exact(odds.win),
        undecided=_exact(odds.undecided),
        loss=_exact(odds.loss),
        rounds=odds.rounds,
        remaining={side: _remaining(law, lost) for side, law, lost in zip("ab", laws, gone, strict=True)},
        units=tuple(
            UnitOdds(
                id=names[which][0],
                name=names[which][1],
                side="ab"[which],
                survival=1.0 - gone[which],
                mean_br=sum(br * p for br, p in laws[which].items()),
                starting_br=fighter.br,
                routed=odds.routed[which],
                broken=odds.broken[which],
            )
            for which, fighter in enumerate((a, b))
        ),
    )


def _exact(p: float) -> Share:
    return Share(p, p, p)


def _remaining(law: Mapping[int, float], gone: float) -> dict[int, float]:
    """The law of a side's BR in all, 0 where its unit is gone or worse than 0."""
    remaining = {0: gone} if gone else {}
    for br, p in law.items():
        remaining[max(br, 0)] = remaining.get(max(br, 0), 0.0) + p
    return dict(sorted(remaining.items()))
