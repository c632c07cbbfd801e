"""Shapes shared by the translations of vectors: fractions out, fractions in, and comparison by value."""

from __future__ import annotations

from fractions import Fraction
from typing import Any


def frac(p: Fraction | int) -> dict[str, Any]:
    """The shape ``{"frac": "n/d", "float": x}`` of a probability or a mean."""
    p = Fraction(p)
    return {"frac": f"{p.numerator}/{p.denominator}", "float": float(p)}


def bare(p: Fraction | int) -> str:
    """The bare shape ``"n/d"``."""
    p = Fraction(p)
    return f"{p.numerator}/{p.denominator}"


def same(got: Any, expected: Any) -> bool:
    """Whether two values of vectors are equal: numbers and decimal strings by value, ``frac`` exactly."""
    if isinstance(expected, dict):
        if not isinstance(got, dict):
            return False
        if "frac" in expected:
            return Fraction(got["frac"]) == Fraction(expected["frac"])
        return set(got) == set(expected) and all(same(got[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return isinstance(got, list | tuple) and len(got) == len(expected) and all(map(same, got, expected))
    if isinstance(expected, bool) or expected is None or isinstance(got, bool) or got is None:
        return got is expected
    number = _number(expected)
    if number is not None:
        return _number(got) == number
    return bool(got == expected)


def _number(value: Any) -> Fraction | None:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        return None
