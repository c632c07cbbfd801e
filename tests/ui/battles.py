"""A small battle whose odds are quick to compute and far from certain."""

from __future__ import annotations

from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Battlefield, Commander, Group, Hex, MassBattle, Side, Unit, hex_key

NASTY = '<img src=x onerror="alert(1)"><b>Bold</b>'
"""A name that must show as text."""


def skirmish_at_the_bridge() -> BattleDocument:
    """Two units a side, and one that is not placed."""
    units = [
        Unit(
            "u1",
            "a",
            "Pikes",
            (Group("guard", 160), Group("veteran", 3)),
            Commander(1, "veteran", "Ysolde"),
            0,
            position=(3, 3),
        ),
        Unit("u2", "a", "Archers", (Group("scout", 60),), Commander(0, "scout"), 0, position=(2, 4)),
        Unit("u3", "b", "Orcs", (Group("orc", 80),), Commander(1, "orc", "Grukk"), 0, position=(9, 3)),
        Unit("u4", "b", "Ogres", (Group("ogre", 10),), Commander(-1, "ogre"), 0, position=(10, 4)),
        Unit("u5", "a", "Reserve", (Group("guard", 40),), Commander(0, "guard"), 0),
    ]
    creatures = {name: catalogue().get(name) for name in ("guard", "veteran", "scout", "orc", "ogre")}
    river = {hex_key((6, row)): Hex(terrain="water") for row in range(8) if row != 3}
    return BattleDocument(
        "Skirmish at the bridge",
        {name: creature for name, creature in creatures.items() if creature},
        MassBattle(
            sides={"a": Side("Dornmere"), "b": Side("Horde")},
            units={unit.id: unit for unit in units},
            field=Battlefield(13, 8, {**river, hex_key((6, 3)): Hex(label="Bridge")}),
        ),
    )
