"""XML files of creatures, read safely: no entities, no document type, bounded depth and size."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

from massbattle_core.creatures.readers import fight_club
from massbattle_core.creatures.readers.draft import ImportedCreature
from massbattle_core.errors import CreatureFileError
from massbattle_core.file_faults import in_file, line_and_column
from massbattle_core.phrases import phrase

__all__ = ["read_xml"]

_DEEPEST = 30
_MOST_TAGS = 700_000


def read_xml(data: bytes, filename: str) -> Iterator[ImportedCreature]:
    """The creatures of an XML file.

    Raises :class:`CreatureFileError` if it is no XML, is nested too deeply, or defines entities.
    """
    if data.count(b"<") > _MOST_TAGS:
        raise CreatureFileError(phrase("it holds too many elements"), filename, phrase("split the file"))
    open_elements: list[Element] = []
    number = 0
    for event, element in _events(data, filename):
        if event == "start":
            open_elements.append(element)
            if len(open_elements) > _DEEPEST:
                raise CreatureFileError(
                    phrase("its elements are nested too deeply"), filename, phrase("export the file again")
                )
            continue
        open_elements.pop()
        if element.tag == "monster":
            number += 1
            draft = fight_club.read(element, phrase("monster {number}", number=number))
            if not draft.is_empty:
                yield draft.finish()
        if open_elements and (element.tag == "monster" or len(open_elements) == 1):
            open_elements[-1].remove(element)  # what has been read need not stay in memory


def _events(data: bytes, filename: str) -> Iterator[tuple[str, Element]]:
    try:
        yield from iterparse(BytesIO(data), events=("start", "end"), forbid_dtd=True)
    except ParseError as error:
        line, column = error.position
        place = in_file(filename, line_and_column(line, column + 1))
        raise CreatureFileError(phrase("this is no well-formed XML"), place, phrase("export the file again")) from None
    except DefusedXmlException:
        raise CreatureFileError(
            phrase("it defines a document type or entities"), filename, phrase("remove <!DOCTYPE …>")
        ) from None
    except (LookupError, ValueError):
        raise CreatureFileError(phrase("its encoding is unknown"), filename, phrase("save it as UTF-8")) from None
