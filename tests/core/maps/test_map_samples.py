"""Real files of other tools, where the environment names a folder of them: MASSBATTLE_SAMPLES."""

import os
from pathlib import Path

from massbattle_core.maps import read_map

FORMATS = {"tiled/*.tm[xj]": "Tiled", "uvtt/*.*vtt": "Universal VTT"}


def test_real_files_are_read() -> None:
    chosen = os.environ.get("MASSBATTLE_SAMPLES")
    for pattern, name in FORMATS.items():
        for path in sorted(Path(chosen).glob(pattern)) if chosen else []:
            found = read_map(path.read_bytes(), path.name, feet_per_square=100)
            assert found.format == name, path
            assert found.field.columns > 1, path
