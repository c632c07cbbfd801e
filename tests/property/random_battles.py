"""Random battles on random ground under random house rules, the same for the same number.

Run as a program it fights them as they are and prints what became of them, one JSON line a battle: with
``NUMBA_DISABLE_JIT=1`` the same source runs as plain Python.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from massbattle_core import _jit
from massbattle_core.dice import battle_key
from massbattle_core.mass_combat.house_rules import choices
from massbattle_core.mass_combat.model import DOCTRINES, TARGETS
from massbattle_core.mass_combat.simulate import Prepared, fight
from massbattle_core.mass_combat.state import plain_map, plain_state
from tests.rulebook.scenario import prepare_scenario

BUILDING_RULES = ("br_cr0", "br_over_20", "br_grouping", "counts_to_limit", "pc_commander", "mount_space")


def random_scenario(number: int, most_units: int = 5) -> dict[str, Any]:
    """A battle of up to ``most_units`` a side, in the form of ``tests.rulebook.scenario``."""
    dice = random.Random(number)
    columns, rows = dice.randint(8, 18), dice.randint(6, 14)
    places = [(column, row) for column in range(columns) for row in range(rows)]
    dice.shuffle(places)
    hexes = {}
    rough = dice.choice((0.0, 0.0, 0.15, 0.4))
    for column, row in places:
        if dice.random() < rough:
            hexes[f"{column},{row}"] = {
                "terrain": dice.choice(("open", "open", "difficult", "difficult", "water", "impassable", "wall")),
                "elevation": dice.randint(0, 2),
                "cover": dice.random() < 0.3,
                "closed": dice.random() < 0.1,
            }
    counts = dice.randint(1, most_units), dice.randint(1, most_units)
    units = []
    for index in range(sum(counts)):
        mode = dice.choice(("walk", "walk", "walk", "fly", "swim"))
        units.append(
            {
                "id": f"u{index * dice.randint(1, 3) + index + 1}" if index else "u1",
                "side": "a" if index < counts[0] else "b",
                "br": dice.randint(-1, 30),
                "morale": dice.randint(-8, 10),
                "initiative": dice.randint(6, 16),
                "speed_ft": dice.choice((0, 20, 25, 30, 30, 40, 60)),
                "range_ft": dice.choice((0, 0, 100, 320, 600)),
                "mode": mode,
                "swim_ft": dice.choice((0, 0, 20, 40)) if mode == "walk" else 0,
                "at": list(places[index]),
                "doctrine": dice.choice((*DOCTRINES, "advance", "advance", "flank")),
                "targets": dice.choice(TARGETS),
                "arrives_round": dice.choice((0, 0, 0, 0, 2, 3)),
            }
        )
    for index, unit in enumerate(units):
        unit["id"] = f"u{3 * index + 1 + number % 3}"
    return {
        "id": f"random-{number}",
        "switches": {name: dice.choice(values) for name, values in choices().items() if name not in BUILDING_RULES},
        "map": {"columns": columns, "rows": rows, "hexes": hexes},
        "units": units,
        "round_limit": dice.randint(3, 12),
        "objectives": {
            "hold": {"side": dice.choice("ab"), "kind": "hold", "hexes": [list(places[-1])], "rounds": 2},
            "reach": {"side": dice.choice("ab"), "kind": "reach", "hexes": [list(places[-2]), list(places[-3])]},
            "protect": {"side": "b", "kind": "protect", "unit": units[-1]["id"]},
        },
    }


def end_of(prepared: Prepared, battle: int) -> dict[str, Any]:
    """How one battle of the run ends: winner, round, and what became of each unit; kills came before some."""
    record = prepared.state.copy()[0]
    record["key"] = battle_key(prepared.seed, battle)
    record["killed_br"][0], record["wiped_out"][1] = battle % 4, battle % 5 == 0
    fields = ("br", "status", "hex", "defend", "guard", "lost_turns", "fell_to", "turns_lost", "order")
    if _jit.DISABLED:
        state = plain_state(record)
        fight(state, plain_map(prepared.map.record), prepared.map.ways)
        found = vars(state)
    else:
        fight(record, prepared.map.record, prepared.map.ways)
        found = {name: record[name] for name in ("units", "winner", "round", *fields)}
    return {
        "winner": int(found["winner"]),
        "round": int(found["round"]),
        **{name: [int(value) for value in found[name][: int(found["units"])]] for name in fields},
    }


def main(first: int, last: int) -> None:
    """Fight random battles first…last−1 and print how they end."""
    for number in range(first, last):
        print(json.dumps(end_of(prepare_scenario(random_scenario(number)), number)))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
