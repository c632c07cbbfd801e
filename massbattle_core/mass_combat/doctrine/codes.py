"""What the numbers of doctrines and of their rules of targets stand for, in the order of ``model.DOCTRINES``."""

from __future__ import annotations

ADVANCE, HOLD, GUARD, DEFEND, SKIRMISH, FLANK, SCREEN, WITHDRAW = range(8)
NEAREST, WEAKEST, STRONGEST, BEST_CHANCE = range(4)

NONE = -1
"""No unit, no hex."""

WORST = 1 << 60
"""More than any measure of how little something is wanted."""
