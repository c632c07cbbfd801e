"""What is wrong or doubtful about a battle, everything at once, each with its place and remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from massbattle_core.creatures.model import Creature
from massbattle_core.errors import InvalidBattleError, Problem
from massbattle_core.game import Event
from massbattle_core.mass_combat.actions import Begin
from massbattle_core.mass_combat.building import BuiltUnit, build_unit
from massbattle_core.mass_combat.model import MassBattle, Unit, hex_name, parse_hex_key
from massbattle_core.mass_combat.situation import Die, Played
from massbattle_core.mass_combat.tables import SPACE_LIMIT
from massbattle_core.phrases import phrase

_TERRAINS = {"impassable": phrase("impassable ground"), "wall": phrase("a wall"), "water": phrase("water")}

__all__ = ["outside_its_zone", "problems", "structural_problems"]


def structural_problems(battle: MassBattle, creatures: Mapping[str, Creature]) -> list[Problem]:
    """What no battle may have, finished or not: places off the map, two units in one hex, unknown names."""
    return [*_wrong_places(battle), *_wrong_references(battle, creatures), *_wrong_fight(battle)]


def problems(battle: MassBattle, creatures: Mapping[str, Creature]) -> list[Problem]:
    """Everything that keeps a battle from being played (errors) or that a GM should know (warnings).

    A unit that is not on the board takes no part: whatever is wrong with it stops nothing.

    Source: R0.6, R0.8
    """
    found = structural_problems(battle, creatures)
    for side, facts in battle.sides.items():
        placed = [unit for unit in battle.side_units(side) if unit.position is not None]
        if not placed:
            found.append(
                Problem(
                    f"mass_combat/sides/{side}",
                    phrase("{side} has no unit on the board", side=facts.name or side),
                    phrase("add a unit and place it on a hex"),
                    "R0.59",
                )
            )
    for unit in battle.ordered_units():
        for problem in _unit_problems(battle, unit, creatures):
            found.append(problem if unit.position is not None else replace(problem, severity="warning"))
    return found


def outside_its_zone(battle: MassBattle, unit: Unit) -> bool:
    """Whether a unit that is there from the start stands outside the deployment zone of its side, if that has one."""
    zone = battle.field.zones.get(unit.side, ())
    return bool(zone) and unit.position is not None and unit.arrival is None and unit.position not in zone


def _wrong_places(battle: MassBattle) -> Iterator[Problem]:
    taken: dict[tuple[int, int], Unit] = {}
    field = battle.field
    size = phrase("the map has {columns} columns and {rows} rows", columns=field.columns, rows=field.rows)
    for key, unit in battle.units.items():
        place = f"mass_combat/units/{key}"
        if key != unit.id:
            yield Problem(
                f"{place}/id",
                phrase("the id {unit!r} differs from the key {key!r}", unit=unit.id, key=key),
                phrase("make them equal"),
            )
        if unit.position is None:
            continue
        if not field.contains(unit.position):
            yield Problem(
                f"{place}/position", phrase("{hex} is off the map", hex=hex_name(unit.position)), size, "R0.24"
            )
        elif unit.arrival is None:
            if unit.position in taken:
                yield Problem(
                    f"{place}/position",
                    phrase(
                        "{unit} stands on {hex}, where {other} is",
                        unit=unit.name or key,
                        hex=hex_name(unit.position),
                        other=taken[unit.position].name,
                    ),
                    phrase("move one of them"),
                    "R0.11",
                )
            taken.setdefault(unit.position, unit)
    for key in field.hexes:
        position = parse_hex_key(key)
        if position is None:
            yield Problem(
                f"mass_combat/field/hexes/{key}",
                phrase("{key!r} names no hex", key=key),
                phrase('write "column,row" from 0'),
            )
        elif not field.contains(position):
            yield Problem(f"mass_combat/field/hexes/{key}", phrase("the hex is off the map"), size)
    for side, zone in field.zones.items():
        if any(not field.contains(position) for position in zone):
            yield Problem(f"mass_combat/field/zones/{side}", phrase("the zone reaches off the map"), size)
    both = set(field.zones.get("a", ())) & set(field.zones.get("b", ()))
    if both:
        yield Problem(
            "mass_combat/field/zones",
            phrase("the deployment zones overlap at {hex}", hex=hex_name(min(both))),
            phrase("take the hex out of one of them"),
        )


def _wrong_references(battle: MassBattle, creatures: Mapping[str, Creature]) -> Iterator[Problem]:
    for side in ("a", "b"):
        if side not in battle.sides:
            yield Problem(
                "mass_combat/sides",
                phrase("side {side!r} is missing", side=side),
                phrase('a battle has the sides "a" and "b"'),
            )
    for unit in battle.ordered_units():
        wanted = {f"groups/{n}/creature": group.creature for n, group in enumerate(unit.groups)}
        wanted |= {f"groups/{n}/mount": group.mount for n, group in enumerate(unit.groups) if group.mount}
        if unit.commander:
            wanted |= {
                f"commander/{part}": getattr(unit.commander, part)
                for part in ("creature", "mount")
                if getattr(unit.commander, part)
            }
        for place, name in wanted.items():
            if name not in creatures:
                yield Problem(
                    f"mass_combat/units/{unit.id}/{place}",
                    phrase("unknown creature {name!r}", name=name),
                    phrase("describe it under creatures or choose another"),
                )
    for key, goal in battle.objectives.items():
        place = f"mass_combat/objectives/{key}"
        if any(not battle.field.contains(position) for position in goal.hexes):
            yield Problem(f"{place}/hexes", phrase("the objective lies off the map"), phrase("choose hexes on the map"))
        if goal.kind == "protect" and goal.unit not in battle.units:
            missing = phrase("there is no unit {unit!r}", unit=goal.unit) if goal.unit else phrase("no unit is named")
            yield Problem(f"{place}/unit", missing, phrase("name the unit to keep alive"))
        if goal.kind != "protect" and not goal.hexes:
            yield Problem(f"{place}/hexes", phrase("no hex is named"), phrase("name at least one hex to hold or reach"))


def _wrong_fight(battle: MassBattle) -> Iterator[Problem]:
    """A fight must be one of this very battle: its units, its map, its objectives."""
    if battle.fight is None:
        return
    place, remedy = "mass_combat/fight", phrase("take the fight out of the file and start it anew")
    fighting = [unit.id for unit in battle.ordered_units() if unit.position is not None]
    situation, pending = battle.fight.situation, battle.fight.pending
    if situation is None:
        if pending is None or not isinstance(pending.action, Begin):
            yield Problem(f"{place}/situation", phrase("the fight stands nowhere"), remedy)
    else:
        if [unit.id for unit in situation.units] != fighting:
            yield Problem(
                f"{place}/situation/units", phrase("the units are not those on the board of this battle"), remedy
            )
        if sorted(situation.order) != sorted(fighting) or not -1 <= situation.turn < len(fighting):
            yield Problem(f"{place}/situation/order", phrase("the order is not one of the units on the board"), remedy)
        if any(not battle.field.contains(unit.position) for unit in situation.units):
            yield Problem(f"{place}/situation/units", phrase("a unit stands off the map"), remedy, "R0.24")
        standing = [unit for unit in situation.units if unit.status == "field"]
        if situation.passing:
            standing = [unit for unit in standing if unit.id != situation.mover]
        if len({unit.position for unit in standing}) != len(standing):
            yield Problem(f"{place}/situation/units", phrase("two units stand on one hex"), remedy, "R0.11")
        if situation.mover is not None and situation.mover not in fighting:
            yield Problem(f"{place}/situation/mover", phrase("it is the turn of no unit on the board"), remedy, "R0.23")
        if len(situation.held) != len(battle.objectives):
            yield Problem(f"{place}/situation/held", phrase("the objectives are not those of this battle"), remedy)
    named = {name for played in battle.fight.entries.values() for name in _units_named(played)}
    if pending is not None:
        named |= {*_units_of_dice((pending.asked, *pending.dice)), *_units_in(pending.events)}
        named |= {getattr(pending.action, part) for part in ("unit", "target") if hasattr(pending.action, part)}
    if unknown := named - set(fighting) - {""}:
        yield Problem(place, phrase("there is no unit {unit!r} on the board", unit=min(unknown)), remedy)


def _units_named(played: Played) -> Iterator[str]:
    yield played.unit
    yield from _units_of_dice(played.dice)
    yield from _units_in(played.events)


def _units_in(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        yield from (event.facts[name] for name in ("unit", "target", "cause", "friend") if name in event.facts)


def _units_of_dice(dice: Iterable[Die]) -> Iterator[str]:
    for die in dice:
        yield from (die.roller, die.cause)


def _unit_problems(battle: MassBattle, unit: Unit, creatures: Mapping[str, Creature]) -> Iterator[Problem]:
    place = f"mass_combat/units/{unit.id}"
    name = unit.name or unit.id
    if not unit.has_creatures:
        yield Problem(
            f"{place}/groups", phrase("{name} has no creatures", name=name), phrase("add a group of creatures")
        )
    if unit.commander is None:
        yield Problem(
            f"{place}/commander",
            phrase("{name} has no commander", name=name),
            phrase("choose one of its creatures"),
            "R0.8",
        )
    elif unit.commander.creature is None and battle.rules.pc_commander == "forbidden":
        yield Problem(
            f"{place}/commander",
            phrase("a character may not command {name}", name=name),
            phrase("choose one of its creatures"),
            "R0.8",
        )
    if unit.position is None:
        yield Problem(
            f"{place}/position", phrase("{name} is not on the board", name=name), phrase("place it"), "", "warning"
        )
    elif outside_its_zone(battle, unit):
        yield Problem(
            f"{place}/position",
            phrase("{name} stands on {hex}, outside its deployment zone", name=name, hex=hex_name(unit.position)),
            phrase("move it, or widen the zone"),
            "R0.56",
            "warning",
        )
    try:
        built = build_unit(unit, creatures, battle.sides[unit.side], battle.rules)
    except InvalidBattleError as error:
        yield from (
            Problem(f"mass_combat/{p.place}", p.message, p.remedy, p.rule)
            for p in error.problems
            if not p.message.startswith("unknown creature")
        )
        return
    yield from _built_problems(battle, built, place, name)


def _built_problems(battle: MassBattle, built: BuiltUnit, place: str, name: str) -> Iterator[Problem]:
    if built.over_space:
        yield Problem(
            f"{place}/groups",
            phrase(
                "{name} takes {space} space, {over} over the limit of {limit}",
                name=name,
                space=built.space.value,
                over=built.over_space,
                limit=SPACE_LIMIT,
            ),
            phrase("split it"),
            "R0.6",
            "warning",
        )
    above = {term.facts["cr"] for term in built.battle_rating.terms if term.facts.get("cr", Fraction(0)) > 20}
    for cr in sorted(above):
        yield Problem(
            f"{place}/groups",
            phrase("{name} holds a creature of CR {cr}, above the table's 20", name=name, cr=cr),
            phrase("a house rule says how it counts"),
            "R0.3",
            "warning",
        )
    if built.unit.has_creatures and not built.speed:
        yield Problem(
            f"{place}/groups",
            phrase("{name} cannot move: no speed is common to all", name=name),
            "",
            "R0.22",
            "warning",
        )
    position = built.unit.position
    if position is not None and battle.field.contains(position):
        terrain = battle.field.hex(position).terrain
        blocked = {"impassable": ("walk", "swim"), "wall": ("walk", "swim", "fly"), "water": ("walk",)}
        if built.mode in blocked.get(terrain, ()) and not (terrain == "water" and "swim" in built.speeds):
            yield Problem(
                f"{place}/position",
                phrase(
                    "{name} stands on {hex}: {terrain}", name=name, hex=hex_name(position), terrain=_TERRAINS[terrain]
                ),
                phrase("move it"),
                "R0.22",
                "warning",
            )
