"""Real files of other tools, where the environment names a folder of them: MASSBATTLE_SAMPLES."""

import os
from pathlib import Path

from massbattle_core.creatures import catalogue
from massbattle_core.creatures.readers import read_creatures

FOLDERS = {
    "5e_bits": "5e-bits",
    "5etools": "5etools",
    "fightclub_xml": "Fight Club",
    "foundry": "Foundry dnd5e",
    "improved_initiative": "Improved Initiative",
    "open5e_v1": "Open5e v1",
    "open5e_v2": "Open5e v2",
    "tetracube": "tetra-cube",
}


def sample_files() -> list[tuple[str, Path]]:
    chosen = os.environ.get("MASSBATTLE_SAMPLES")
    return [
        (tool, path) for folder, tool in FOLDERS.items() if chosen for path in sorted(Path(chosen, folder).glob("*"))
    ]


def test_real_files_agree_with_the_catalogue() -> None:
    for tool, path in sample_files():
        for imported in read_creatures(path.read_bytes(), path.name):
            creature = imported.creature
            known = catalogue().get(creature.name)
            assert imported.format == tool, path
            if known is None or "5.3.3" in path.name or "2024" in path.name:
                continue
            assert (creature.challenge_rating, creature.size) == (known.challenge_rating, known.size), path
            assert creature.speeds == known.speeds, path
            assert (creature.charisma, creature.hit_points) == (known.charisma, known.hit_points), path
            if creature.attacks:
                assert creature.ranged_ft == known.ranged_ft, path
