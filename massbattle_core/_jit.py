"""The compiler of the kernels: a typed ``njit`` and the policy of its cache.

Machine code is cached in the user's cache folder, in a folder named after a hash of the kernel sources and
the versions of numba and numpy: an edit of one module can never leave a stale caller behind, and a
read-only installation works. Where no folder can be written, kernels are compiled anew in each process.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.extending import overload

__all__ = ["DISABLED", "cache_folder", "njit", "overload_of"]

F = TypeVar("F", bound=Callable[..., Any])

_SETTINGS: Any = numba.config

DISABLED: bool = bool(_SETTINGS.DISABLE_JIT)
"""True when the kernels run as plain Python (``NUMBA_DISABLE_JIT=1``)."""


_CONSTANTS = ("tables.py", "reasons.py", "codes.py")
"""Modules without kernels whose numbers are compiled into kernels."""


def _kernel_hash() -> str:
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__}".encode())
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        source = path.read_bytes()
        if path.name in _CONSTANTS or b"massbattle_core._jit" in source:
            digest.update(source)
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """The folder of the compiled kernels, made if needed; None where nothing can be written."""
    chosen = os.environ.get("MASSBATTLE_KERNEL_CACHE")
    folder = Path(chosen) if chosen else Path(platformdirs.user_cache_dir("massbattle")) / "kernels"
    folder = folder / _kernel_hash()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


_FOLDER = None if DISABLED else cache_folder()
if _FOLDER is not None:
    _SETTINGS.CACHE_DIR = str(_FOLDER)


def njit(function: F) -> F:
    """Compile a kernel function: cached, releasing the interpreter lock, with C's division by zero."""
    if DISABLED:
        return function
    compiled: Any = numba.njit(cache=_FOLDER is not None, nogil=True, error_model="numpy")(function)
    compiled.get_call_template = partial(_call_without_literals, compiled.get_call_template)
    return cast(F, compiled)


def _call_without_literals(typed_call: Callable[..., Any], args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
    """Type a call from compiled code by the types of its arguments alone.

    numba would compile one more version of the function for every constant that it is called with.
    """
    unliteral: Callable[[Any], Any] = numba.types.unliteral
    return typed_call(tuple(map(unliteral, args)), {name: unliteral(kind) for name, kind in kws.items()})


def overload_of(function: Callable[..., Any]) -> Callable[[F], F]:
    """Give a plain function its compiled twin (used for 64-bit arithmetic only, never for a rule)."""
    return cast("Callable[[F], F]", overload(function, strict=False))
