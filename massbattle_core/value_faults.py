"""What pydantic finds wrong with the values of a document, said in the words of this project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from massbattle_core.errors import Problem
from massbattle_core.phrases import Phrase, phrase

__all__ = ["value_faults"]

_LONGEST_SHOWN = 60


def value_faults(error: ValidationError) -> list[Problem]:
    """Every wrong value with its place, and what was found there if it is short."""
    found = []
    for item in error.errors(include_url=False, include_input=True):
        place = "/".join(str(part) for part in item["loc"] if part != "[key]")
        said = _said(item["type"], item.get("ctx", {}))
        given = item["input"]
        if given != "" and isinstance(given, str | int | float | bool) and len(repr(given)) < _LONGEST_SHOWN:
            said = phrase("{fault} (found {given!r})", fault=said, given=given)
        found.append(Problem(place, said))
    return found


def _said(kind: str, bounds: Mapping[str, Any]) -> str:
    if kind == "value_error":  # the project's own
        own = bounds["error"]
        return value_faults(own)[0].text if isinstance(own, ValidationError) else own.args[0]
    if kind in _TEXTS:
        return _TEXTS[kind]
    match kind:
        case "greater_than_equal":
            return phrase("the number must be {least} or more", least=bounds["ge"])
        case "greater_than":
            return phrase("the number must be more than {bound}", bound=bounds["gt"])
        case "less_than_equal":
            return phrase("the number must be {most} or less", most=bounds["le"])
        case "less_than":
            return phrase("the number must be less than {bound}", bound=bounds["lt"])
        case "literal_error" | "enum":
            return phrase("it must be one of {values}", values=bounds["expected"].replace(" or ", ", "))
        case "string_too_long":
            return phrase("the text must not be longer than {most} characters", most=bounds["max_length"])
        case "string_too_short" if bounds["min_length"] == 1:
            return phrase("it must not be empty")
        case "string_too_short":
            return phrase("the text needs at least {least} characters", least=bounds["min_length"])
        case "too_long":
            return phrase("there must not be more than {most}", most=bounds["max_length"])
        case "too_short":
            return phrase("there must be at least {least}", least=bounds["min_length"])
    return phrase("this is no value that fits here")


_NUMBER = phrase("a number is expected")
_WHOLE = phrase("a whole number is expected")
_TRUTH = phrase("true or false is expected")
_TEXT = phrase("a text is expected")
_LIST = phrase("a list is expected")
_OBJECT = phrase("an object is expected")
_MISSING = phrase("the value is missing")
_UNKNOWN = phrase("no such value is known here")

_TEXTS: dict[str, Phrase] = {
    "missing": _MISSING,
    "missing_argument": _MISSING,
    "extra_forbidden": _UNKNOWN,
    "unexpected_keyword_argument": _UNKNOWN,
    "int_type": _WHOLE,
    "int_parsing": _WHOLE,
    "int_parsing_size": _WHOLE,
    "int_from_float": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "bool_type": _TRUTH,
    "bool_parsing": _TRUTH,
    "string_type": _TEXT,
    "string_unicode": _TEXT,
    "string_pattern_mismatch": phrase("the text has another form than is expected here"),
    "list_type": _LIST,
    "tuple_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "dict_type": _OBJECT,
    "mapping_type": _OBJECT,
    "dataclass_type": _OBJECT,
    "dataclass_exact_type": _OBJECT,
    "none_required": phrase("nothing may stand here"),
}
