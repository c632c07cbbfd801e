"""Write the demo battles that ship with the dashboard, from the catalogue of creatures.

Run from the root of the project: ``python scripts/build_demo.py``.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from massbattle_core import battlefile
from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.mass_combat.model import Battlefield, Commander, Group, Hex, MassBattle, Side, Unit, hex_key

FOLDER = Path(__file__).parent.parent / "dashboard" / "battles"


def document(name: str, battle: MassBattle, notes: str = "") -> BattleDocument:
    """The document of a battle with the creatures that its units name."""
    wanted: set[str] = set()
    for unit in battle.units.values():
        for group in unit.groups:
            wanted |= {group.creature, group.mount or group.creature}
        if unit.commander and unit.commander.creature:
            wanted |= {unit.commander.creature, unit.commander.mount or unit.commander.creature}
    return BattleDocument(name, {name: catalogue().get(name) for name in sorted(wanted)}, battle, notes)


def numbered(units: Iterable[Unit]) -> dict[str, Unit]:
    """Units by id."""
    return {unit.id: unit for unit in units}


def ford() -> BattleDocument:
    """Two armies of six units on either side of a river with a bridge and a ford."""
    river = [
        (12, 0),
        (12, 1),
        (13, 2),
        (12, 3),
        (13, 4),
        (13, 5),
        (14, 6),
        (14, 7),
        (15, 8),
        (14, 9),
        (15, 10),
        (14, 11),
    ]
    river += [(14, 12), (13, 13), (14, 14)]
    hexes = {hex_key(place): Hex(terrain="water") for place in river}
    hexes[hex_key((13, 4))] = Hex(label="Bridge")
    hexes[hex_key((15, 10))] = Hex(terrain="difficult", label="Ford")
    for place in (
        (4, 1),
        (5, 1),
        (4, 2),
        (5, 2),
        (6, 2),
        (7, 12),
        (8, 12),
        (7, 13),
        (21, 12),
        (22, 12),
        (21, 13),
        (22, 13),
    ):
        hexes[hex_key(place)] = Hex(terrain="difficult", label="")
    for place in ((18, 6), (19, 6), (18, 5), (19, 7), (18, 7), (17, 6), (18, 8)):
        hexes[hex_key(place)] = Hex(elevation=1)
    hexes[hex_key((18, 6))] = Hex(elevation=2, label="Gallows Hill")
    for place in ((10, 4), (11, 9), (11, 10)):
        hexes[hex_key(place)] = Hex(cover=True)
    human = [
        Unit(
            "u1",
            "a",
            "Pikes of Dorn",
            (Group("guard", 120), Group("thug", 15), Group("veteran", 6)),
            Commander(2, "veteran", "Captain Ysolde"),
            0,
            position=(10, 5),
        ),
        Unit(
            "u2",
            "a",
            "Knights of the Lily",
            (Group("knight", 8, "warhorse"),),
            Commander(2, "knight", "Sir Aldric", "warhorse"),
            2,
            position=(8, 4),
        ),
        Unit("u3", "a", "Border archers", (Group("scout", 60),), Commander(0, "scout"), 0, position=(10, 8)),
        Unit(
            "u4",
            "a",
            "Militia",
            (Group("commoner", 200), Group("guard", 100)),
            Commander(1, "knight", "Bailiff Tam"),
            0,
            position=(9, 9),
        ),
        Unit("u5", "a", "Longbows", (Group("scout", 50),), Commander(0, "scout"), 0, position=(11, 6), doctrine="hold"),
        Unit(
            "u6",
            "a",
            "House guard",
            (Group("veteran", 6), Group("guard", 60)),
            Commander(1, "gladiator", "Berrin"),
            2,
            position=(8, 7),
        ),
    ]
    horde = [
        Unit(
            "u7",
            "b",
            "Wolf riders",
            (Group("goblin", 60, "wolf"),),
            Commander(0, "goblin", "Snik", "wolf"),
            -2,
            position=(17, 4),
        ),
        Unit("u8", "b", "Ogre line", (Group("ogre", 18),), Commander(-2, "ogre"), 0, position=(17, 8)),
        Unit("u9", "b", "Orc host", (Group("orc", 90),), Commander(1, "orc", "Grukk"), -2, position=(17, 10)),
        Unit("u10", "b", "Worg pack", (Group("worg", 60),), Commander(-1, "worg"), 2, position=(19, 5)),
        Unit("u11", "b", "Goblin slings", (Group("goblin", 140),), Commander(0, "hobgoblin"), 0, position=(18, 9)),
        Unit("u12", "b", "Hill giants", (Group("hill-giant", 5),), Commander(-2, "hill-giant"), 2, position=(20, 7)),
    ]
    return document(
        "The Ford at Dornmere",
        MassBattle(
            sides={"a": Side("Dornmere"), "b": Side("Grukk’s Horde")},
            units=numbered([*human, *horde]),
            field=Battlefield(26, 15, hexes),
        ),
    )


def main() -> None:
    """Write every demo battle."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in (("demo-ford", ford()),):
        (FOLDER / f"{name}.json").write_text(battlefile.dumps(made), encoding="utf-8")


if __name__ == "__main__":
    main()
