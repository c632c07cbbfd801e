"""The secret of a server, in a file that only its user may read, beside the battles that it guards."""

from __future__ import annotations

import hmac
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

import platformdirs

from dashboard.store import StoreError

__all__ = ["derived_key", "load_key"]

_BYTES = 32


def load_key(folder: Path | None) -> bytes:
    """The key in ``folder`` (the user's data folder by default), made there if there is none yet.

    Raises :class:`StoreError` if it cannot be read or made, or if others may read it.
    """
    path = (folder or Path(platformdirs.user_data_dir("massbattle"))) / "secret.key"
    try:
        if not path.exists():
            _make(path)
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise StoreError(f"others may read {path}: write chmod 600 {path}")
        key = bytes.fromhex(path.read_text())
    except ValueError as error:
        raise _damaged(path) from error
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}; the secret of the server is kept there") from error
    if len(key) != _BYTES:
        raise _damaged(path)
    return key


def _make(path: Path) -> None:
    """Write a new key, whole at once: another process may be about to do the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
        stream.write(secrets.token_hex(_BYTES))
    try:
        with suppress(FileExistsError):
            os.link(written, path)
    finally:
        written.unlink()


def derived_key(key: bytes, purpose: str) -> str:
    """A secret for one purpose, from which the key cannot be told."""
    return hmac.digest(key, purpose.encode(), "sha256").hex()


def _damaged(path: Path) -> StoreError:
    return StoreError(f"{path} is damaged: remove it and start again; every link is then new")
