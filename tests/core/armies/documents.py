"""Battles for hypothesis: every field of a unit and a side that an army list can carry, and awkward names."""

from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from massbattle_core.creatures import Creature, catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import (
    DOCTRINES,
    TARGETS,
    Arrival,
    Commander,
    Group,
    MassBattle,
    Objective,
    Side,
    Unit,
)
from massbattle_core.mass_combat.tables import MORALE_FACTORS

FORD = Path(__file__).with_name("ford.json")
"""A battle file of two armies of six units."""

ORC = catalogue().get("orc")
assert ORC
OWN: dict[str, Creature] = {
    "orc": ORC,
    "orc-2": replace(ORC, id="orc-2", charisma=30),
    "grey-ork": replace(ORC, id="grey-ork", name="=Grey, \"Ork\"; |x|", french_name="-Orque"),
    "ork": replace(ORC, id="ork", name="Орк"),
    "twelve": replace(ORC, id="twelve", name="12 x Goblins"),
    **{creature.id: creature for creature in catalogue() if creature.id in ("goblin", "wolf", "knight", "warhorse")},
}  # fmt: skip

_texts = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=30).map(str.strip)
_awkward = st.sampled_from(
    ("=cmd|' /C calc'!A0", "+1", "-2", "@SUM(A1)", "'=x", "''-x", 'a "b" c', "a,b;c\td|e", "unit", "side", "a", "x",
     "Élan", "two\nlines", "12 orcs", "u1", "#N/A", "Orcs", "orcs", "−3", "true", "end of the list", "A\u2028B")
)  # fmt: skip
names = _texts | _awkward
keys = st.sampled_from(sorted(OWN))
positions = st.tuples(st.integers(0, 29), st.integers(0, 19))
groups = st.builds(Group, keys, st.integers(1, 100_000), st.none() | keys)
commanders = st.builds(Commander, st.integers(-5, 10), st.none() | keys, names, st.none() | keys)


@st.composite
def units(draw: st.DrawFn, unit_id: str) -> Unit:
    return Unit(
        unit_id,
        draw(st.sampled_from(("a", "b"))),
        draw(names),
        tuple(draw(st.lists(groups, max_size=3))),
        draw(st.none() | commanders),
        draw(st.integers(-10, 10)),
        draw(st.dictionaries(st.sampled_from(MORALE_FACTORS), st.sampled_from((-1, 1)))),
        None,
        draw(st.none() | st.sampled_from(DOCTRINES)),
        draw(st.none() | st.sampled_from(TARGETS)),
        draw(st.none() | st.sampled_from(("walk", "fly", "swim"))),
        draw(st.none() | st.builds(Arrival, st.integers(1, 200))),
        draw(st.integers(0, 3)),
        draw(st.booleans()),
        draw(names),
    )


@st.composite
def documents(draw: st.DrawFn) -> BattleDocument:
    numbers = draw(
        st.lists(st.integers(1, 9999), max_size=5, unique=True) | st.integers(0, 5).map(lambda n: range(1, n + 1))
    )
    found = [draw(units(f"u{number}")) for number in numbers]
    places = draw(st.lists(positions, min_size=len(found), max_size=len(found), unique=True))
    placed = {u.id: replace(u, position=draw(st.none() | st.just(at))) for u, at in zip(found, places, strict=True)}
    side = st.builds(
        Side,
        names.filter(bool),
        st.sampled_from(DOCTRINES),
        st.sampled_from(TARGETS),
        st.integers(-10, 10),
        st.integers(-10, 10),
    )
    goals = {"keep": Objective("a", "protect", unit=found[0].id)} if found else {}
    return BattleDocument("Test", OWN, MassBattle({"a": draw(side), "b": draw(side)}, placed, objectives=goals))
