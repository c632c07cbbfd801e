"""The library on disk: one readable JSON file, written whole or not at all, shared by the page and the commands."""

from __future__ import annotations

import os
import secrets
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs
import sqlalchemy as sa

from massbattle_core.armies import library
from massbattle_core.armies.library import Library
from massbattle_core.errors import BattleFileError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["LibraryFile", "library_path"]

Stamp = tuple[int, int, int]


def library_path(store: str | None = None) -> Path:
    """Where the library is: beside the SQLite database with this URL, by default in the user's data folder."""
    name = "library.json"
    if store:
        url = sa.make_url(store)
        if url.get_backend_name() == "sqlite" and url.database:
            return Path(url.database).with_name(name)
    return Path(platformdirs.user_data_dir("massbattle")) / name


class LibraryFile:
    """A library kept in a file; safe to use from several threads and processes.

    Every error is a :class:`BattleFileError` that names the file, the place in it and the remedy; a file that
    cannot be read is left as it is.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.RLock()
        self._known: tuple[Stamp, Library] | None = None

    def read(self) -> Library:
        """The library as it is now; empty while there is no file."""
        with self._lock:
            try:
                with self.path.open("rb") as file:
                    facts = os.fstat(file.fileno())
                    stamp = (facts.st_mtime_ns, facts.st_size, facts.st_ino)
                    if self._known is None or self._known[0] != stamp:
                        self._known = (stamp, library.loads(file.read(library.LARGEST_FILE + 1)))
            except FileNotFoundError:
                return Library()
            except BattleFileError as error:
                raise BattleFileError(error.message, f"{self.path} {error.place}".strip(), error.remedy) from error
            except OSError as error:
                raise self._error("cannot be read", error) from error
            return self._known[1]

    def change(self, change: Callable[[Library], Library]) -> Library:
        """Keep what ``change`` makes of the library as it is now; it is on the disk when the call returns."""
        with self._lock:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with _alone(self.path.with_suffix(".lock")):
                    changed = change(self.read())
                    self._write(library.dumps(changed).encode())
            except OSError as error:
                raise self._error("was not changed", error) from error
            return changed

    def _write(self, data: bytes) -> None:
        if len(data) > library.LARGEST_FILE:
            limit = f"{library.LARGEST_FILE // 1_000_000} MB"
            raise BattleFileError(f"the library would be larger than {limit}", str(self.path), "delete some of it")
        draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)

    def _error(self, message: str, error: OSError) -> BattleFileError:
        return BattleFileError(
            f"{message}: {error.strerror or error}", str(self.path), "check the folder and its rights"
        )


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Hold a lock that other processes wait for."""
    with lock.open("a+b") as file:
        if sys.platform == "win32":
            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
            try:
                yield
            finally:
                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
