"""What the core, the store and the room say, in French: every phrase has its text, and nothing English is shown."""

from __future__ import annotations

import ast
import pickle
import re
import string
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.i18n import Words
from massbattle_core.errors import IllegalActionError, InvalidBattleError, Problem
from massbattle_core.phrases import Feet, Phrase, all_of, either, phrase, plural

ROOT = Path(__file__).parents[2]
FRENCH = Words("fr")
ON_THE_PAGE = ("*.py", "mass_combat/**/*.py", "creatures/**/*.py", "armies/**/*.py", "maps/**/*.py")
"""The modules of the core whose words a page shows; the other rulebooks speak on the command line, in English."""
SAID = ("message", "remedy", "reason")
"""The parameters that take words for people."""


class Said(NamedTuple):
    """A call of ``phrase`` or ``plural`` in the source."""

    where: str
    templates: tuple[str, ...]
    has_facts: bool


def _sources(root: str, *patterns: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(chain.from_iterable((ROOT / root).glob(pattern) for pattern in patterns)):
        yield str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8"))


def _name(call: ast.Call) -> str:
    return getattr(call.func, "id", "") or getattr(call.func, "attr", "")


def _phrases() -> list[Said]:
    found = []
    for where, tree in chain(_sources("massbattle_core", "**/*.py"), _sources("dashboard", "**/*.py")):
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in ("phrase", "plural"):
                templates = call.args[: 1 if call.func.id == "phrase" else 2]
                assert all(isinstance(text, ast.Constant) for text in templates), f"{where}:{call.lineno} is made up"
                texts = tuple(text.value for text in templates)  # type: ignore[attr-defined]
                found.append(Said(f"{where}:{call.lineno}", texts, bool(call.keywords) or len(texts) > 1))
    return found


PHRASES = _phrases()


def _fields(template: str) -> dict[str, str]:
    """The names of the facts that a template puts in, each with its format."""
    return {name: spec or "" for _, name, spec, _ in string.Formatter().parse(template) if name}


def _in_french(said: Said) -> tuple[str, ...]:
    catalogue = FRENCH._catalogue
    if len(said.templates) == 1:
        return (catalogue.gettext(said.templates[0]),)
    return tuple(catalogue.ngettext(*said.templates, count) for count in (1, 2, 5_000_000))


# ---------------------------------------------------------------- the catalogue


def test_every_phrase_has_a_french_text_with_the_same_facts() -> None:
    assert len(PHRASES) > 500
    known = FRENCH._catalogue._catalog  # type: ignore[attr-defined]
    for said in PHRASES:
        key = said.templates[0] if len(said.templates) == 1 else (said.templates[0], 0)
        assert key in known, f"{said.where}: {said.templates[0]!r} has no French text"
        if said.has_facts:
            wanted = set().union(*(_fields(template) for template in said.templates))
            for text in _in_french(said):
                assert set(_fields(text)) <= wanted, f"{said.where}: {text!r} asks for facts that nobody gives"
            assert set().union(*(_fields(text) for text in _in_french(said))) == wanted, f"{said.where} loses a fact"


def test_french_sets_its_signs_apart() -> None:
    for text in FRENCH._catalogue._catalog.values():  # type: ignore[attr-defined]
        for sign in re.finditer(r"(?<=[\w»)}…])(.?)([;:?!])(?=\s|$)", re.sub(r"\{[^}]*\}", "}", text)):
            if sign[1] != '"' and "Content-T" not in text:  # JSON and the heading of the catalogue
                assert sign[1] == "\N{NARROW NO-BREAK SPACE}", text
        assert not re.search("« |« | »|\\w'\\w", text), text


facts = st.one_of(
    st.text(max_size=20),
    st.integers(),
    st.floats(),
    st.none(),
    st.booleans(),
    st.just(Feet(30)),
    st.just(phrase("a list")),
    st.just(phrase("{text!r}", text="{braces} and %s")),
    st.lists(st.text(max_size=3), max_size=2),
)
numbers = {"+d": st.integers(), "g": st.floats(), ".0f": st.floats()}


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([said for said in PHRASES if said.has_facts]), st.data())
def test_a_phrase_can_be_said_whatever_its_facts(said: Said, data: st.DataObject) -> None:
    wanted = {name: spec for template in said.templates for name, spec in _fields(template).items()}
    given_facts = {name: data.draw(numbers.get(spec, facts)) for name, spec in wanted.items()}
    if len(said.templates) > 1:
        given_facts["count"] = data.draw(st.integers(0, 10**9))
    made = Phrase(said.templates[0], given_facts, "".join(said.templates[1:]))
    for words in (FRENCH, Words("en")):
        assert isinstance(words(made), str)
    again = pickle.loads(pickle.dumps(made))
    assert (again, FRENCH(again)) == (made, FRENCH(made))


# ---------------------------------------------------------------- the source


def _takes_words(tree: ast.Module) -> Iterator[tuple[str, dict[str, int]]]:
    """The callables of a module that take words for people, with the places of these among their arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = [argument.arg for argument in node.args.args if argument.arg not in ("self", "cls")]
            yield node.name, {name: names.index(name) for name in SAID if name in names}
        elif isinstance(node, ast.ClassDef):
            fields = [part.target.id for part in node.body if isinstance(part, ast.AnnAssign)]  # type: ignore[union-attr]
            made = [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"]
            names = [argument.arg for argument in made[0].args.args[1:]] if made else fields
            yield node.name, {name: names.index(name) for name in SAID if name in names}


def _is_plain(node: ast.expr) -> bool:
    """Whether words are written as they are, or put together, instead of as a phrase."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(node.value)
    if isinstance(node, ast.IfExp):
        return _is_plain(node.body) or _is_plain(node.orelse)
    if isinstance(node, ast.BoolOp):
        return any(map(_is_plain, node.values))
    return isinstance(node, ast.JoinedStr | ast.BinOp) or (
        isinstance(node, ast.Call) and _name(node) in ("str", "join")
    )


def _plain_words(*roots: tuple[str, tuple[str, ...]]) -> Iterator[str]:
    errors = {"IllegalActionError": {"reason": 0}, "DiceError": {"message": 0}}
    errors |= {name: {"message": 0, "remedy": 2} for name in _FILE_ERRORS}
    for root, patterns in roots:
        for where, tree in _sources(root, *patterns):
            known = {**dict(_takes_words(tree)), **errors, "Problem": {"message": 1, "remedy": 2}}
            for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
                places = known.get(_name(call), {})
                found = [call.args[place] for place in places.values() if place < len(call.args)]
                found += [keyword.value for keyword in call.keywords if keyword.arg in places]
                yield from (f"{where}:{node.lineno}" for node in found if _is_plain(node))


_FILE_ERRORS = ("BattleFileError", "CreatureFileError", "MapFileError", "ScaleNeeded", "MapTooLarge", "PictureError")


def test_what_is_raised_for_people_is_a_phrase() -> None:
    """Errors of programming (ValueError, TypeError) are shown to nobody and need none."""
    assert list(_plain_words(("massbattle_core", ON_THE_PAGE))) == []


# ---------------------------------------------------------------- what a phrase is


def test_a_phrase_is_its_english_text() -> None:
    said = phrase("{other} already stands on {hex}", other="Pikes", hex="F7")
    assert said == "Pikes already stands on F7"
    assert str(IllegalActionError(said, "R0.11")) == "Pikes already stands on F7 (R0.11)"
    assert FRENCH(said) == "F7 est déjà occupé, par Pikes"


def test_facts_are_put_as_the_language_writes_them() -> None:
    score = phrase("{value} is read as a score: its modifier is {modifier:+d}", value=8, modifier=-1)
    assert FRENCH(score) == "8 est lu comme une valeur\N{NARROW NO-BREAK SPACE}: son modificateur est −1"
    reach = phrase("not all of its members can shoot {length}", length=Feet(100))
    assert reach == "not all of its members can shoot 100 ft"
    assert FRENCH(reach) == "ses membres ne peuvent pas tous tirer à 30\N{NARROW NO-BREAK SPACE}m"
    most = phrase("write a whole number from 1 to {most}", most=100_000)
    assert FRENCH(most) == "écrivez un nombre entier de 1 à 100\N{NARROW NO-BREAK SPACE}000"
    assert FRENCH(phrase("{text!r}", text="orque")) == "«\N{NO-BREAK SPACE}orque\N{NO-BREAK SPACE}»"


@pytest.mark.parametrize(("count", "text"), [(1, "et 1 autre problème"), (3, "et 3 autres problèmes")])
def test_a_count_decides_the_form(count: int, text: str) -> None:
    assert FRENCH(plural("and {count} more problem", "and {count} more problems", count=count)) == text


def test_phrases_within_phrases_are_said_too() -> None:
    problem = Problem("", phrase("a wall is in the way"), phrase("use {values}", values=either(["a", "b", "c"])))
    error = InvalidBattleError([problem, Problem("x", phrase("water"))])
    assert str(error) == "a wall is in the way (use a, b or c); x: water"
    assert FRENCH(error.text) == "un mur fait obstacle (choisissez a, b ou c) ; x : eau".replace(
        " ;", "\N{NARROW NO-BREAK SPACE};"
    ).replace(" :", "\N{NARROW NO-BREAK SPACE}:")
    assert all_of([]) == ""
    again: Any = pickle.loads(pickle.dumps(error))
    assert (again.problems, FRENCH(again.text)) == (error.problems, FRENCH(error.text))
