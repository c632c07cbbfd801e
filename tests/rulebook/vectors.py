"""The adapter between the shape of the exact test vectors and the product's own functions.

It translates names and shapes only: no rule lives here. Each rulebook has its table of translations in
``adapters/<rulebook>.py``: ``FUNCTIONS = {fn: function(inputs, switches) -> expected}``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

Translation = Callable[[Mapping[str, Any], Mapping[str, Any]], Mapping[str, Any]]

_RULEBOOKS = {0: "mass_combat", 1: "skirmish", 2: "strategic", 3: "results_table", 4: "full_attack"}


def evaluate(vector: Mapping[str, Any]) -> dict[str, Any]:
    """Run one vector (its ``system``, ``fn``, ``inputs``, ``switches``) and return the shape of its ``expected``."""
    table = import_module(f"tests.rulebook.adapters.{_RULEBOOKS[int(vector['system'])]}")
    translate: Translation = table.FUNCTIONS[vector["fn"]]
    return dict(translate(vector["inputs"], vector.get("switches", {})))
