"""Getting the compiled kernel ready without making the page wait.

Compiling takes many seconds, once for each version of the kernel, and holds the interpreter meanwhile. So a
process of its own does it and leaves the machine code in the cache, from which it is loaded in a moment.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from massbattle_core import battlefile
from massbattle_core._jit import cache_folder
from massbattle_core.mass_combat import simulate

__all__ = ["WarmUp"]

DEMO = Path(__file__).parent / "battles" / "demo-ford.json"


class WarmUp:
    """Call it to get the kernel ready; ``stop`` ends that from another thread."""

    def __init__(self) -> None:
        self._compiler: subprocess.Popen[bytes] | None = None
        self._stopped = False

    def __call__(self) -> None:
        """Compile if need be, and load; what goes wrong there comes up again here."""
        folder = cache_folder()
        mark = folder / "complete" if folder else None
        if mark and not mark.exists():
            self._compiler = subprocess.Popen([sys.executable, "-m", __name__], stderr=subprocess.DEVNULL)
            self._compiler.wait()
        if self._stopped:
            return
        _fight()
        if mark:
            mark.touch()

    def stop(self) -> None:
        """Compile no further."""
        self._stopped = True
        if self._compiler:
            self._compiler.kill()


def _fight() -> None:
    document = battlefile.load(DEMO)
    simulate.run(simulate.prepare(document.mass_combat, document.creatures), 0, 1)


if __name__ == "__main__":
    _fight()
