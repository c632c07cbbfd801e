"""Exact test vectors: ``MASSBATTLE_VECTORS`` names another file to run."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.rulebook.shapes import same
from tests.rulebook.vectors import evaluate

_FILE = Path(os.environ.get("MASSBATTLE_VECTORS", Path(__file__).with_name("vectors.json")))
_VECTORS = json.loads(_FILE.read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("vector", _VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector):
    got = evaluate(vector)
    assert same(got, vector["expected"]), f"{got} instead of {vector['expected']}"
