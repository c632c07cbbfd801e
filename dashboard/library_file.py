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
from massbattle_core.file_faults import file_fault, in_file
from massbattle_core.phrases import phrase

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
                raise BattleFileError(error.message, in_file(str(self.path), error.place), error.remedy) from error
            except OSError as error:
                raise self._error(phrase("cannot be read: {error}", error=file_fault(error))) from error
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
                raise self._error(phrase("was not changed: {error}", error=file_fault(error))) from error
            return changed

    def _write(self, data: bytes) -> None:
        if len(data) > library.LARGEST_FILE:
            raise BattleFileError(
                phrase("the library would be larger than {megabytes} MB", megabytes=library.LARGEST_FILE // 1_000_000),
                str(self.path),
                phrase("delete some of it"),
            )
        draft = self.path.with_name(f".{self.path.name}.{secrets.token_hex(4)}")
        try:
            with draft.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        finally:
            draft.unlink(missing_ok=True)

    def _error(self, message: str) -> BattleFileError:
        return BattleFileError(message, str(self.path), phrase("check the folder and its rights"))


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
