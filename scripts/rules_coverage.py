"""Write ``docs/rules-coverage.md``: which function carries out each rule, and which test proves it.

Run from the root of the project: ``python scripts/rules_coverage.py`` (``--check`` only compares).
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from massbattle_core.sources import RULES, SYSTEMS, citations, rule_key

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "rules-coverage.md"


def tests_by_rule() -> dict[str, int]:
    """How many tests name each rule: functions called ``test_R0_42_…``."""
    found: dict[str, int] = defaultdict(int)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_R"):
                parts = node.name.split("_")[1:]
                while len(parts) >= 2 and parts[0] in {*SYSTEMS} and parts[1].isdigit():
                    found[f"{parts[0]}.{parts[1]}"] += 1
                    parts = parts[2:] if parts[2:3] and parts[2] in SYSTEMS else _more(parts, found)
    return found


def _more(parts: list[str], found: dict[str, int]) -> list[str]:
    """Count further numbers of the same system (``test_R0_36_37_…``)."""
    system = parts[0]
    for number in parts[2:]:
        if not number.isdigit():
            break
        found[f"{system}.{number}"] += 1
    return []


def table() -> str:
    """The whole page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    carried: dict[str, list[str]] = defaultdict(list)
    judged: set[str] = set()
    for citation in citations():
        if citation.judgement:
            judged.add(citation.rule)
        elif citation.name and citation.name not in ("__init__",):
            module = citation.module.removeprefix("massbattle_core.")
            name = f"`{module}.{citation.name}`"
            if name not in carried[citation.rule]:
                carried[citation.rule].append(name)
    tests = tests_by_rule()
    yield "# Rules coverage"
    yield ""
    yield "Made by `scripts/rules_coverage.py` from the docstrings and the names of the tests."
    yield "*Judgement*: left to the people at the table; the product gives them a field or a manual change."
    for system, title in SYSTEMS.items():
        rules = sorted((rule for rule in RULES if rule.startswith(system)), key=rule_key)
        yield ""
        yield f"## {title}"
        yield ""
        yield "| rule | title | carried out by | tests |"
        yield "|---|---|---|---|"
        for rule in rules:
            names = carried[rule]
            shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
            if not names and rule in judged:
                shown = "*judgement*"
            yield f"| {rule} | {RULES[rule].title} | {shown or '**not yet**'} | {tests.get(rule, 0) or ''} |"


def main() -> int:
    """Write or compare the page."""
    page = table()
    if "--check" in sys.argv:
        return 0 if TABLE.exists() and TABLE.read_text(encoding="utf-8") == page else 1
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
