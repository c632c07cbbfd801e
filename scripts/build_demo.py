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


def garrison() -> BattleDocument:
    """A horde storms a walled hill that a smaller garrison holds from behind cover."""
    hexes: dict[str, Hex] = {}
    for column, row in (
        (6, 4),
        (7, 4),
        (6, 5),
        (7, 5),
        (8, 5),
        (6, 6),
        (7, 6),
        (8, 6),
        (6, 7),
        (7, 7),
        (8, 7),
        (6, 8),
        (7, 8),
    ):
        hexes[hex_key((column, row))] = Hex(elevation=1)
    for column, row in ((8, 4), (9, 5), (9, 6), (9, 7), (8, 8)):
        hexes[hex_key((column, row))] = Hex(elevation=1, cover=True, label="Palisade" if row == 6 else "")
    for column, row in ((7, 3), (8, 3), (7, 9), (8, 9)):
        hexes[hex_key((column, row))] = Hex(terrain="wall")
    for column, row in ((13, 4), (13, 5), (14, 7), (13, 8), (14, 9)):
        hexes[hex_key((column, row))] = Hex(terrain="difficult")
    defenders = [
        Unit(
            "u1",
            "a",
            "Gate guard",
            (Group("guard", 80), Group("veteran", 5)),
            Commander(2, "veteran", "Reeve Hald"),
            2,
            position=(9, 6),
        ),
        Unit(
            "u2",
            "a",
            "North wall",
            (Group("guard", 120), Group("veteran", 2)),
            Commander(1, "knight", "Dame Orla"),
            2,
            position=(9, 5),
        ),
        Unit(
            "u3",
            "a",
            "South wall",
            (Group("guard", 120), Group("veteran", 2)),
            Commander(0, "veteran"),
            2,
            position=(9, 7),
        ),
        Unit("u4", "a", "Hunters", (Group("scout", 45),), Commander(0, "scout"), 0, position=(7, 6), targets="weakest"),
    ]
    attackers = [
        Unit("u5", "b", "Black orcs", (Group("orc", 80),), Commander(1, "orc", "Ghaz"), 2, position=(17, 6)),
        Unit("u6", "b", "Red orcs", (Group("orc", 70),), Commander(0, "orc"), 0, position=(17, 4)),
        Unit(
            "u7",
            "b",
            "Goblin bows",
            (Group("goblin", 120),),
            Commander(-1, "goblin"),
            -2,
            position=(18, 7),
            doctrine="skirmish",
        ),
        Unit(
            "u8",
            "b",
            "Bugbears",
            (Group("bugbear", 16),),
            Commander(-1, "bugbear"),
            0,
            position=(17, 8),
            doctrine="flank",
        ),
        Unit("u9", "b", "Ogres", (Group("ogre", 12),), Commander(-2, "ogre"), 0, position=(18, 5)),
    ]
    return document(
        "The Wall on Hollow Hill",
        MassBattle(
            sides={"a": Side("Garrison", doctrine="hold"), "b": Side("Horde of the Pass")},
            units=numbered([*defenders, *attackers]),
            field=Battlefield(22, 13, hexes),
        ),
    )


def cavalry() -> BattleDocument:
    """Knights, griffon riders and giants charge pikes that stand on guard with shooters behind them."""
    wood = ((9, 2), (10, 2), (9, 3), (10, 11), (11, 11), (10, 12))
    pikes = [
        Unit(
            f"u{number}",
            "a",
            f"Pikes, company {number}",
            (Group("guard", 160), Group("veteran", 6)),
            Commander(1, "veteran"),
            2,
            position=(7, 2 + 2 * number),
            doctrine="guard",
        )
        for number in (1, 2, 3, 4)
    ]
    shooters = [
        Unit(
            "u5",
            "a",
            "Crossbows",
            (Group("hobgoblin", 40),),
            Commander(0, "hobgoblin"),
            0,
            position=(5, 6),
            doctrine="hold",
        ),
        Unit(
            "u6",
            "a",
            "Reserve",
            (Group("gladiator", 3), Group("guard", 60)),
            Commander(2, "knight", "The Provost"),
            4,
            position=(5, 8),
            doctrine="screen",
        ),
    ]
    riders = [
        Unit(
            "u7",
            "b",
            "Lances of the Sun",
            (Group("knight", 8, "warhorse"),),
            Commander(3, "knight", "Count Rhys", "warhorse"),
            4,
            position=(19, 5),
            doctrine="flank",
        ),
        Unit(
            "u8",
            "b",
            "Lances of the Moon",
            (Group("knight", 8, "warhorse"),),
            Commander(2, "knight", "", "warhorse"),
            4,
            position=(19, 9),
            doctrine="flank",
        ),
        Unit(
            "u9",
            "b",
            "Griffon riders",
            (Group("scout", 12, "griffon"),),
            Commander(1, "knight", "Ser Vane", "griffon"),
            2,
            position=(20, 3),
            doctrine="flank",
            targets="weakest",
        ),
        Unit("u10", "b", "Hill giants", (Group("hill-giant", 5),), Commander(-2, "hill-giant"), 0, position=(20, 7)),
        Unit(
            "u11", "b", "Stone giants", (Group("stone-giant", 2),), Commander(-1, "stone-giant"), 2, position=(20, 10)
        ),
    ]
    return document(
        "Lances against Pikes",
        MassBattle(
            sides={"a": Side("Free Companies"), "b": Side("Count Rhys", doctrine="flank")},
            units=numbered([*pikes, *shooters, *riders]),
            field=Battlefield(24, 14, {hex_key(place): Hex(terrain="difficult") for place in wood}),
        ),
    )


def undead() -> BattleDocument:
    """An undead host that never breaks against living troops with better captains."""
    bog = ((11, 5), (11, 6), (12, 7), (11, 8), (10, 9))
    living = [
        Unit(
            "u1",
            "a",
            "Temple guard",
            (Group("guard", 100), Group("priest", 6)),
            Commander(3, "priest", "Mother Anselm"),
            2,
            position=(5, 5),
        ),
        Unit("u2", "a", "Sworn swords", (Group("veteran", 8),), Commander(2, "knight", "Sir Odo"), 4, position=(6, 7)),
        Unit(
            "u3", "a", "Bowmen", (Group("scout", 70),), Commander(0, "scout"), 0, position=(4, 6), doctrine="skirmish"
        ),
        Unit("u4", "a", "Berserkers", (Group("berserker", 12),), Commander(-1, "berserker"), 4, position=(6, 9)),
        Unit(
            "u5",
            "a",
            "Pegasus riders",
            (Group("scout", 8, "pegasus"),),
            Commander(1, "knight", "", "pegasus"),
            2,
            position=(4, 9),
            doctrine="flank",
        ),
    ]
    host = [
        Unit("u6", "b", "The nameless", (Group("zombie", 90),), Commander(-3, "wight"), 10, position=(17, 5)),
        Unit("u7", "b", "Bone spears", (Group("skeleton", 60),), Commander(-1, "wight"), 10, position=(17, 7)),
        Unit("u8", "b", "Ghouls", (Group("ghoul", 18),), Commander(-1, "ghast"), 8, position=(16, 9)),
        Unit(
            "u9", "b", "Barrow wights", (Group("wight", 4),), Commander(2, "wight", "Old Marrow"), 4, position=(18, 6)
        ),
        Unit("u10", "b", "Wraiths", (Group("wraith", 1),), Commander(2, "wraith"), 10, position=(18, 9)),
    ]
    return document(
        "The Nameless Host",
        MassBattle(
            sides={"a": Side("The Living"), "b": Side("The Host")},
            units=numbered([*living, *host]),
            field=Battlefield(22, 14, {hex_key(place): Hex(terrain="difficult", label="") for place in bog}),
        ),
    )


DEMOS = {"demo-ford": ford, "demo-garrison": garrison, "demo-cavalry": cavalry, "demo-undead": undead}


def main() -> None:
    """Write every demo battle."""
    FOLDER.mkdir(exist_ok=True)
    for name, made in DEMOS.items():
        (FOLDER / f"{name}.json").write_text(battlefile.dumps(made()), encoding="utf-8")


if __name__ == "__main__":
    main()
