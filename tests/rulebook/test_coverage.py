"""The coverage table of the rules is made from the docstrings and is up to date."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from massbattle_core.sources import RULES, citations

ROOT = Path(__file__).parents[2]


def test_every_cited_rule_exists():
    unknown = {
        (citation.rule, citation.module, citation.name) for citation in citations() if citation.rule not in RULES
    }
    assert not unknown


def test_the_table_in_the_docs_is_up_to_date():
    done = subprocess.run([sys.executable, "scripts/rules_coverage.py", "--check"], cwd=ROOT, check=False)
    assert done.returncode == 0, "run: python scripts/rules_coverage.py"
