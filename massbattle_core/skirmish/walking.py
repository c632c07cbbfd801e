"""Moves in progress: step by step, stopped by the reactions that a step gives others, and resumed after them."""

from __future__ import annotations

from dataclasses import replace

from massbattle_core.skirmish.ground import entering_cost
from massbattle_core.skirmish.rules.movement import distance_ft, leaves_reach
from massbattle_core.skirmish.scene import Scene, packed, seen
from massbattle_core.skirmish.state import Fighter, Offer, Walk

__all__ = ["answered", "walk_on"]


def walk_on(scene: Scene) -> None:
    """Go on with the moves in progress, the last begun first, until a reaction is on offer.

    Source: R1.23
    """
    while scene.walks and not scene.over:
        walk = scene.walks[-1]
        mover = scene.fighter(walk.mover)
        if not mover.up:
            walk = replace(walk, path=(), offers=tuple(offer for offer in walk.offers if offer.kind == "readied"))
            scene.walks[-1] = walk
        if walk.offers:
            return
        if not walk.path:
            scene.walks.pop()
            continue
        if not walk.leaving and not mover.disengaged:
            offers = _opportunities(scene, mover, walk.path[0])
            if offers:
                scene.walks[-1] = replace(walk, offers=offers, leaving=True)
                return
        _step(scene, mover, walk)
    if scene.over:
        scene.walks.clear()


def _step(scene: Scene, mover: Fighter, walk: Walk) -> None:
    scene.change(mover.id, square=walk.start)  # where it passes through others, it must not hide them
    state = scene.state()
    cost = entering_cost(packed(state), state.index(mover.id), *walk.path[0])
    moved = scene.change(mover.id, square=walk.path[0], movement=mover.movement - cost)
    scene.note("moved", "R1.6", fighter=mover.id, to=walk.path[0])
    scene.walks[-1] = replace(walk, path=walk.path[1:], offers=_readied(scene, mover, moved), leaving=False)


def _opportunities(scene: Scene, mover: Fighter, square: tuple[int, int]) -> tuple[Offer, ...]:
    """Who may strike at a mover about to step onto a square, in the order of turns.

    Source: R1.24
    """
    offers = []
    for name in scene.order:
        enemy = scene.fighter(name)
        if enemy.side != mover.side and enemy.can_react and seen(enemy, mover):
            after = distance_ft(*square, mover.sheet.squares, *enemy.square, enemy.sheet.squares)
            if leaves_reach(enemy.distance_ft(mover), after, enemy.sheet.reach_ft):
                offers.append(Offer(name, mover.id, "opportunity"))
    return tuple(offers)


def _readied(scene: Scene, before: Fighter, after: Fighter) -> tuple[Offer, ...]:
    """Whose readied response a step sets off.

    Source: R1.21
    """
    offers = []
    for name in scene.order:
        enemy = scene.fighter(name)
        if enemy.side == after.side or enemy.readied is None or enemy.readied.within_ft is None:
            continue
        came_near = enemy.distance_ft(before) > enemy.readied.within_ft >= enemy.distance_ft(after)
        if came_near and enemy.can_react and seen(enemy, after):
            offers.append(Offer(name, after.id, "readied"))
    return tuple(offers)


def answered(scene: Scene) -> Offer | None:
    """Take the current offer off the list."""
    if not scene.walks:
        return None
    walk = scene.walks[-1]
    scene.walks[-1] = replace(walk, offers=walk.offers[1:])
    return walk.offers[0]
