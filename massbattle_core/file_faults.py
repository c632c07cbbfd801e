"""What the system and the reader of JSON find wrong with a file, said in the words of this project."""

from __future__ import annotations

import errno
from json import JSONDecodeError

from massbattle_core.phrases import Phrase, phrase

__all__ = ["file_fault", "in_file", "json_fault", "line_and_column"]

_OF_SYSTEM: dict[int, Phrase] = {
    errno.ENOENT: phrase("there is no such file or folder"),
    errno.EACCES: phrase("the rights for it are missing"),
    errno.EPERM: phrase("the rights for it are missing"),
    errno.EISDIR: phrase("this is a folder"),
    errno.ENOTDIR: phrase("a part of the path is no folder"),
    errno.ENOSPC: phrase("the disk is full"),
    errno.EROFS: phrase("the disk cannot be written to"),
    errno.ENAMETOOLONG: phrase("the name is too long"),
}

_OF_JSON: dict[str, Phrase] = {
    "Expecting value": phrase("a value is expected"),
    "Expecting ',' delimiter": phrase("a comma is expected"),
    "Expecting ':' delimiter": phrase("a colon is expected"),
    "Expecting property name enclosed in double quotes": phrase("a key in double quotes is expected"),
    "Illegal trailing comma before end of object": phrase("the last comma is one too many"),
    "Illegal trailing comma before end of array": phrase("the last comma is one too many"),
    "Unterminated string starting at": phrase("a text is not closed by a quote"),
    "Invalid control character at": phrase("a text has a line break or another control character"),
    "Invalid \\escape": phrase("a backslash stands before a letter that it does not fit"),
    "Invalid \\uXXXX escape": phrase("a backslash stands before a letter that it does not fit"),
    "Extra data": phrase("there is more after the end"),
}


def file_fault(error: OSError) -> str:
    """Why the system could not read or write a file."""
    return _OF_SYSTEM.get(error.errno or 0) or error.strerror or str(error)


def json_fault(error: JSONDecodeError) -> str:
    """Why a text is no JSON."""
    return _OF_JSON.get(error.msg) or _OF_JSON.get(error.msg.partition(": ")[0]) or phrase("a sign does not fit here")


def line_and_column(line: int, column: int) -> Phrase:
    """A place in a text, both counted from 1."""
    return phrase("line {line}, column {column}", line=line, column=column)


def in_file(filename: str, place: str) -> str:
    """A place in a file that may have no name."""
    return phrase("{file}: {place}", file=filename, place=place) if filename and place else filename or place
