"""The map of a movement phase: nodes and roads, armies at nodes, and what has happened to them so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.results_table.model import Army, Rules, Soldier, army_problems
from massbattle_core.results_table.rules.encounter import Detected, Pair, Relations, Sides
from massbattle_core.results_table.tables import Wound

__all__ = ["Absent", "Aftermath", "Field", "Map", "Node", "setup"]


@dataclass(frozen=True, slots=True)
class Node:
    """A place on the map: a town or open country, with walls or without."""

    name: str
    town: bool = False
    walls: bool = False


@dataclass(frozen=True, slots=True)
class Map:
    """Nodes and the roads between them, each a pair of names; a move goes along one road."""

    nodes: tuple[Node, ...]
    roads: frozenset[Pair]

    def node(self, name: str) -> Node:
        """The node of this name."""
        return next(node for node in self.nodes if node.name == name)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Names of the nodes one move away, in the order of the map."""
        return tuple(
            node.name for node in self.nodes if node.name != name and frozenset((node.name, name)) in self.roads
        )


@dataclass(frozen=True, slots=True)
class Absent:
    """A soldier who has left an army wounded or dead; ``back_on`` is the first day of fighting again."""

    army: str
    soldier: Soldier
    wound: Wound
    back_on: int


@dataclass(frozen=True, slots=True)
class Aftermath:
    """A combat whose retreats are not over: both sides, who must still retreat, who has."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    losers: tuple[str, ...]
    massacre_by: str | None
    waiting: tuple[str, ...]
    retreated: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Field:
    """The state of play. Sets hold names of armies.

    ``committed``: have moved or fought in this phase; ``moved``: have moved in this round; ``held_now`` and
    ``held_later``: must not move in this round, in later rounds of the phase. ``fought``: pairs that must not meet
    again. ``drawn``: the combat drawn to be next where several wait. A movement phase is a day; in each of its rounds
    an army moves one node.
    """

    map: Map
    armies: tuple[Army, ...]
    relations: Relations
    detected: Detected
    rules: Rules
    day: int = 1
    round: int = 1
    fought: frozenset[Pair] = field(default_factory=frozenset)
    committed: frozenset[str] = field(default_factory=frozenset)
    moved: frozenset[str] = field(default_factory=frozenset)
    held_now: frozenset[str] = field(default_factory=frozenset)
    held_later: frozenset[str] = field(default_factory=frozenset)
    absent: tuple[Absent, ...] = ()
    drawn: Sides | None = None
    aftermath: Aftermath | None = None

    def army(self, name: str) -> Army | None:
        """The army of this name, None if there is none (any more)."""
        return next((army for army in self.armies if army.name == name), None)

    def at(self, node: str) -> tuple[Army, ...]:
        """The armies at a node."""
        return tuple(army for army in self.armies if army.node == node)


def setup(
    map: Map,
    armies: Iterable[Army],
    relations: Relations,
    rules: Rules,
    detected: Iterable[tuple[str, str]] = (),
) -> Field:
    """The state before the first move of the first day.

    ``detected`` are pairs (observer, target) of army names, which the source leaves to another system.
    Raises :class:`InvalidBattleError` with every problem of map, armies and detection.
    Source: R3.1
    """
    armies, detected = tuple(armies), frozenset(detected)
    problems = [*_map_problems(map), *army_problems(armies), *_place_problems(map, armies)]
    names = {army.name for army in armies}
    problems += [
        Problem("detected", f"there is no army {name!r}", "name armies of this field", "R3.1")
        for name in sorted({name for seen in detected for name in seen} - names)
    ]
    problems += [
        Problem("relations", f"{' and '.join(sorted(both))} are friends and enemies", "keep one")
        for both in sorted(relations.enemies & relations.friends, key=sorted)
    ]
    if problems:
        raise InvalidBattleError(problems)
    return Field(map, armies, relations, detected, rules)


def _map_problems(chart: Map) -> Iterator[Problem]:
    names = [node.name for node in chart.nodes]
    for name in sorted(set(names)):
        if names.count(name) > 1:
            yield Problem(f"map/{name}", "two nodes have this name", "rename one")
    for node in chart.nodes:
        if node.walls and not node.town:
            yield Problem(f"map/{node.name}", "walls without a town", "make it a town, or drop the walls", "R3.13")
    for road in sorted(chart.roads, key=sorted):
        if len(road) != 2 or not road <= set(names):
            yield Problem("map/roads", f"no road joins {' and '.join(sorted(road))}", "two different nodes of the map")


def _place_problems(chart: Map, armies: tuple[Army, ...]) -> Iterator[Problem]:
    towns = {node.name: node.town for node in chart.nodes}
    for army in armies:
        if army.node not in towns:
            yield Problem(f"armies/{army.name}/node", f"there is no node {army.node!r}", "a node of the map")
        elif (army.in_town or army.besieging) and not towns[army.node]:
            yield Problem(f"armies/{army.name}/node", "there is no town here", "clear in_town and besieging", "R3.11")
