"""Settings of the whole suite, and kernels that are compiled once before its workers begin."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("massbattle", deadline=None)  # a loaded machine is slow, not wrong
settings.load_profile("massbattle")

_KERNELS = (
    "from dashboard.warm_up import WarmUp; WarmUp()()",
    "from dashboard.bench import skirmish, results_table as r; skirmish.seconds_a_fight(1); r.compile_kernels()",
)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels side by side, lest every worker compile them all for itself on a fresh machine."""
    if getattr(config.option, "dist", "no") != "no" and not hasattr(config, "workerinput"):
        root = Path(__file__).parents[1]
        compilers = [subprocess.Popen([sys.executable, "-c", kernel], cwd=root) for kernel in _KERNELS]
        failed = [compiler.args for compiler in compilers if compiler.wait() != 0]
        if failed:
            raise pytest.UsageError(f"the kernels were not compiled: {failed}")
