"""The rules in scope, and that docstrings cite them: nothing unknown, nothing missing."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import massbattle_core
from massbattle_core.sources import RULES, SYSTEMS, Citation, citations, rule_key

CORE = Path(massbattle_core.__file__).parent
CHAPTERS = {"R0": 60, "R1": 34, "R2": 37, "R3": 35, "R4": 33, "RB": 9}
MASS_COMBAT = [f"R0.{number}" for number in (*range(1, 45), 59, 60)]


def test_every_rule_of_every_rulebook_has_a_title_and_a_place_in_play():
    assert list(RULES) == [f"{system}.{number}" for system, last in CHAPTERS.items() for number in range(1, last + 1)]
    assert set(SYSTEMS) == set(CHAPTERS)
    places = Counter(rule.place for rule in RULES.values())
    assert set(places) == {"state", "setup", "action", "resolve", "event", "gm", "show"}
    assert all(rule.title for rule in RULES.values())


def test_rules_sort_by_number():
    assert sorted(["R0.10", "R0.9", "RB.1", "R4.2", "R0.1"], key=rule_key) == ["R0.1", "R0.9", "R0.10", "R4.2", "RB.1"]
    assert sorted(RULES, key=rule_key) == list(RULES)


def test_no_docstring_cites_a_rule_that_does_not_exist():
    unknown = [citation for citation in citations() if citation.rule not in RULES]
    assert unknown == []


def test_no_line_of_source_names_something_else_than_rules():
    """A slip such as ``Source: R0,24`` or ``Sources: R0.24`` would be overlooked."""
    for path in sorted(CORE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                for line in (ast.get_docstring(node) or "").splitlines():
                    label, _, rest = line.strip().partition(":")
                    assert label not in ("Sources", "source", "Judgment", "judgement", "Rulings"), (path, line)
                    if label in ("Source", "Judgement"):
                        assert re.match(r" *R[0-4B]\.\d+", rest), (path, line)


def test_every_rule_of_mass_combat_is_carried_out_or_left_to_judgement():
    cited = {citation.rule for citation in citations() if "mass_combat" in citation.module}
    assert [rule for rule in MASS_COMBAT if rule not in cited] == []


def test_citations_are_read_from_docstrings(tmp_path):
    folder = tmp_path / "rulebook"
    folder.mkdir()
    (folder / "__init__.py").write_text('"""Rulebook.\n\nJudgement: R0.17 (advice)\n"""\n', encoding="utf-8")
    source = 'def enter():\n    """Enter.\n\n    Source: R0.24, R0.999\n    """\n    x = "Source: R0.1"\n\n\n'
    source += 'class Unit:\n    """A unit (see R0.2).\n\n    Source: R0.1\n    """\n'
    (folder / "moves.py").write_text(source, encoding="utf-8")
    assert list(citations(folder)) == [
        Citation("R0.17", "rulebook", "", judgement=True),
        Citation("R0.24", "rulebook.moves", "enter"),
        Citation("R0.999", "rulebook.moves", "enter"),
        Citation("R0.1", "rulebook.moves", "Unit"),
    ]
