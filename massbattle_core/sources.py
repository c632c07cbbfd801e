"""The rules in scope: rule id -> title and the place in play that it belongs to.

Every public rule function cites the ids it carries out in a ``Source:`` line of its docstring, and a
reading of an unclear rule in a ``Ruling:`` line. A rule that is left to the people at the table is named in a
``Judgement:`` line, with the reason. :func:`citations` collects these lines; the coverage table of the
documentation is made from them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["RULES", "SYSTEMS", "Citation", "Rule", "citations", "rule_key"]

Place = Literal["state", "setup", "action", "resolve", "event", "gm", "show"]


@dataclass(frozen=True)
class Rule:
    """Title of a rule and its place: kept state, set-up, player's choice, resolver, event, GM's judgement, display."""

    title: str
    place: Place


@dataclass(frozen=True)
class Citation:
    """One rule id of a ``Source:`` or ``Judgement:`` line, and the module (dotted) and name that cite it."""

    rule: str
    module: str
    name: str
    judgement: bool = False


SYSTEMS: dict[str, str] = {
    "R0": "S0 Mass combat",
    "R1": "S1 Fights of single characters",
    "R2": "S2 Strategic orders",
    "R3": "S3 Army results table",
    "R4": "S4 One-roll full attacks",
    "RB": "Bridges between systems",
}

_RULE_ID = re.compile(r"R[0-4B]\.\d+")


def rule_key(rule: str) -> tuple[str, int]:
    """Sort key of a rule id: system, then number."""
    system, number = rule.split(".")
    return system, int(number)


def citations(package: Path | None = None) -> Iterator[Citation]:
    """Every rule cited by a docstring of the core, in the order of the files.

    Parameters: ``package``, a folder of Python files (the core by default).
    A line may name several ids.
    """
    root = package or Path(__file__).parent
    for path in sorted(root.rglob("*.py")):
        module = ".".join((root.name, *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
                name = "" if isinstance(node, ast.Module) else node.name
                for line in (ast.get_docstring(node) or "").splitlines():
                    label = line.strip().partition(":")[0]
                    if label in ("Source", "Judgement"):
                        for rule in _RULE_ID.findall(line):
                            yield Citation(rule, module, name, label == "Judgement")


RULES: dict[str, Rule] = {
    "R0.1": Rule("Unit of play", "state"),
    "R0.2": Rule("Chain of ratings", "state"),
    "R0.3": Rule("BR by CR", "setup"),
    "R0.4": Rule("Weak creatures count in groups", "setup"),
    "R0.5": Rule("BR can go down to 0 or below", "state"),
    "R0.6": Rule("Size limit", "setup"),
    "R0.7": Rule("Space per creature", "setup"),
    "R0.8": Rule("Commander", "setup"),
    "R0.9": Rule("Mounts", "setup"),
    "R0.10": Rule("Unit BR", "setup"),
    "R0.11": Rule("Footprint", "state"),
    "R0.12": Rule("Ranged unit", "setup"),
    "R0.13": Rule("Morale rating and morale test", "resolve"),
    "R0.14": Rule("Base morale", "gm"),
    "R0.15": Rule("Ladder method", "setup"),
    "R0.16": Rule("Charisma adds to morale", "setup"),
    "R0.17": Rule("Homogeneous units", "show"),
    "R0.18": Rule("Time", "state"),
    "R0.19": Rule("Fixed initiative", "setup"),
    "R0.20": Rule("Order", "state"),
    "R0.21": Rule("Speed", "setup"),
    "R0.22": Rule("Modes and riders", "setup"),
    "R0.23": Rule("Turn", "action"),
    "R0.24": Rule("Grid", "state"),
    "R0.25": Rule("Contact", "event"),
    "R0.26": Rule("One action", "action"),
    "R0.27": Rule("Dash", "action"),
    "R0.28": Rule("Defend", "action"),
    "R0.29": Rule("Disengage", "action"),
    "R0.30": Rule("Guard", "action"),
    "R0.31": Rule("Melee attack", "action"),
    "R0.32": Rule("Ranged attack", "action"),
    "R0.33": Rule("Opposed roll", "resolve"),
    "R0.34": Rule("Margin 0", "resolve"),
    "R0.35": Rule("Margin below 0", "resolve"),
    "R0.36": Rule("Margin 1 to 10", "resolve"),
    "R0.37": Rule("Margin 11 or more", "resolve"),
    "R0.38": Rule("Advantage and disadvantage", "resolve"),
    "R0.39": Rule("Advantage if", "resolve"),
    "R0.40": Rule("Disadvantage if", "resolve"),
    "R0.41": Rule("Abstraction", "show"),
    "R0.42": Rule("Casualties", "event"),
    "R0.43": Rule("Friendly casualties", "event"),
    "R0.44": Rule("Elimination", "state"),
    "R0.45": Rule("Two ways in", "action"),
    "R0.46": Rule("Kills lower BR", "resolve"),
    "R0.47": Rule("Area and terrain effects", "gm"),
    "R0.48": Rule("Character-scale fight", "action"),
    "R0.49": Rule("Characters attached to a unit", "state"),
    "R0.50": Rule("Their turn", "action"),
    "R0.51": Rule("Targets", "resolve"),
    "R0.52": Rule("Disabled counts as gone", "resolve"),
    "R0.53": Rule("Their unit is attacked", "resolve"),
    "R0.54": Rule("Their unit is eliminated", "state"),
    "R0.55": Rule("Critical events", "gm"),
    "R0.56": Rule("Opening situation", "gm"),
    "R0.57": Rule("Characters as numbers", "setup"),
    "R0.58": Rule("Important villains", "gm"),
    "R0.59": Rule("End of battle", "gm"),
    "R0.60": Rule("Starting BR", "state"),
    "R1.1": Rule("Rounds and turns", "state"),
    "R1.2": Rule("Initiative", "resolve"),
    "R1.3": Rule("Ties", "gm"),
    "R1.4": Rule("Surprise", "resolve"),
    "R1.5": Rule("Turn", "action"),
    "R1.6": Rule("Movement", "action"),
    "R1.7": Rule("Split", "action"),
    "R1.8": Rule("Between attacks", "action"),
    "R1.9": Rule("Difficult terrain", "resolve"),
    "R1.10": Rule("Prone", "action"),
    "R1.11": Rule("Which actions", "action"),
    "R1.12": Rule("Attack", "action"),
    "R1.13": Rule("20 and 1", "resolve"),
    "R1.14": Rule("Damage", "resolve"),
    "R1.15": Rule("Help", "action"),
    "R1.16": Rule("Search", "action"),
    "R1.17": Rule("Dash", "action"),
    "R1.18": Rule("Dodge", "action"),
    "R1.19": Rule("Hide", "action"),
    "R1.20": Rule("Disengage", "action"),
    "R1.21": Rule("Ready", "action"),
    "R1.22": Rule("Bonus action", "action"),
    "R1.23": Rule("Reaction", "action"),
    "R1.24": Rule("Opportunity attack", "event"),
    "R1.25": Rule("0 hit points", "resolve"),
    "R1.26": Rule("Instant death", "resolve"),
    "R1.27": Rule("Unconscious", "state"),
    "R1.28": Rule("Death saves", "event"),
    "R1.29": Rule("Natural 1 and 20 on a death save", "event"),
    "R1.30": Rule("Damage at 0 hp", "resolve"),
    "R1.31": Rule("First aid", "action"),
    "R1.32": Rule("Stable", "state"),
    "R1.33": Rule("Healing", "action"),
    "R1.34": Rule("Monsters at 0", "action"),
    "R2.1": Rule("Battle turn", "state"),
    "R2.2": Rule("Fatigue", "resolve"),
    "R2.3": Rule("Tireless armies", "state"),
    "R2.4": Rule("Seven phases", "state"),
    "R2.5": Rule("Secret order", "action"),
    "R2.6": Rule("Who is the general", "setup"),
    "R2.7": Rule("Routed army", "action"),
    "R2.8": Rule("Orders", "action"),
    "R2.9": Rule("Reveal", "action"),
    "R2.10": Rule("Charge", "action"),
    "R2.11": Rule("Assault", "action"),
    "R2.12": Rule("Hold", "action"),
    "R2.13": Rule("Withdraw", "action"),
    "R2.14": Rule("Flee", "action"),
    "R2.15": Rule("Effectiveness", "action"),
    "R2.16": Rule("Cost of fleeing", "event"),
    "R2.17": Rule("Strategic bonus", "resolve"),
    "R2.18": Rule("Scale", "resolve"),
    "R2.19": Rule("Default characteristics", "resolve"),
    "R2.20": Rule("Success", "resolve"),
    "R2.21": Rule("Strategic difficulty", "action"),
    "R2.22": Rule("Art of war roll", "resolve"),
    "R2.23": Rule("Sheet", "show"),
    "R2.24": Rule("Winner of the turn", "resolve"),
    "R2.25": Rule("Routed", "resolve"),
    "R2.26": Rule("Status quo", "resolve"),
    "R2.27": Rule("Individual phase", "event"),
    "R2.28": Rule("Volley of arrows", "event"),
    "R2.29": Rule("Automatic damage", "event"),
    "R2.30": Rule("Event table", "event"),
    "R2.31": Rule("Heroic phase", "action"),
    "R2.32": Rule("Placement", "action"),
    "R2.33": Rule("Melee score", "action"),
    "R2.34": Rule("Losses", "action"),
    "R2.35": Rule("One step of size", "action"),
    "R2.36": Rule("Morale after losses", "action"),
    "R2.37": Rule("End", "action"),
    "R3.1": Rule("Detection", "setup"),
    "R3.2": Rule("When", "event"),
    "R3.3": Rule("Once", "state"),
    "R3.4": Rule("Combat situation", "event"),
    "R3.5": Rule("Coalitions", "event"),
    "R3.6": Rule("Defender", "resolve"),
    "R3.7": Rule("Still equal", "resolve"),
    "R3.8": Rule("Combat factors of a soldier", "resolve"),
    "R3.9": Rule("Army factors", "resolve"),
    "R3.10": Rule("Defending outside a town", "resolve"),
    "R3.11": Rule("Defending inside a town", "resolve"),
    "R3.12": Rule("Disorganised", "resolve"),
    "R3.13": Rule("Walls", "resolve"),
    "R3.14": Rule("When the table is used", "resolve"),
    "R3.15": Rule("Ratio", "resolve"),
    "R3.16": Rule("Outside", "resolve"),
    "R3.17": Rule("Die", "resolve"),
    "R3.18": Rule("Combat results table", "resolve"),
    "R3.19": Rule("Ax%", "resolve"),
    "R3.20": Rule("Dx%", "resolve"),
    "R3.21": Rule("Ex%", "resolve"),
    "R3.22": Rule("MA", "resolve"),
    "R3.23": Rule("MD", "resolve"),
    "R3.24": Rule("Who strikes, who is struck", "resolve"),
    "R3.25": Rule("Blow", "resolve"),
    "R3.26": Rule("Modifiers", "resolve"),
    "R3.27": Rule("Already struck", "resolve"),
    "R3.28": Rule("Breakage", "resolve"),
    "R3.29": Rule("Staff", "resolve"),
    "R3.30": Rule("Beaten army", "resolve"),
    "R3.31": Rule("Retreat", "resolve"),
    "R3.32": Rule("Losers", "resolve"),
    "R3.33": Rule("Others, now", "resolve"),
    "R3.34": Rule("Others, later", "resolve"),
    "R3.35": Rule("Absence", "resolve"),
    "R4.1": Rule("Scope", "action"),
    "R4.2": Rule("One roll", "resolve"),
    "R4.3": Rule("Graze", "resolve"),
    "R4.4": Rule("A graze is no hit", "resolve"),
    "R4.5": Rule("Hits", "resolve"),
    "R4.6": Rule("Maximum", "resolve"),
    "R4.7": Rule("Hits by base attack bonus", "resolve"),
    "R4.8": Rule("Worked example", "resolve"),
    "R4.9": Rule("Natural 1 and 20", "resolve"),
    "R4.10": Rule("Damage", "resolve"),
    "R4.11": Rule("Tracking", "show"),
    "R4.12": Rule("Several targets", "action"),
    "R4.13": Rule("Allocation", "action"),
    "R4.14": Rule("Allocation bypasses nothing", "action"),
    "R4.15": Rule("Critical", "action"),
    "R4.16": Rule("Double critical", "action"),
    "R4.17": Rule("Two weapons", "action"),
    "R4.18": Rule("Improved", "action"),
    "R4.19": Rule("Greater", "action"),
    "R4.20": Rule("Criticals with two weapons", "action"),
    "R4.21": Rule("Natural attacks", "action"),
    "R4.22": Rule("Bonus of natural attacks", "action"),
    "R4.23": Rule("Damage of natural attacks", "action"),
    "R4.24": Rule("Extra attacks", "action"),
    "R4.25": Rule("Natural attacks after manufactured weapons", "action"),
    "R4.26": Rule("Single rerolls", "action"),
    "R4.27": Rule("Rerolling all attack rolls", "action"),
    "R4.28": Rule("True strike", "action"),
    "R4.29": Rule("Other effects", "gm"),
    "R4.30": Rule("Mobile melee", "resolve"),
    "R4.31": Rule("Metres beyond the first", "resolve"),
    "R4.32": Rule("Acrobatics", "resolve"),
    "R4.33": Rule("Spring Attack", "resolve"),
    "RB.1": Rule("Time", "resolve"),
    "RB.2": Rule("Space", "resolve"),
    "RB.3": Rule("Character turns", "resolve"),
    "RB.4": Rule("Kills", "resolve"),
    "RB.5": Rule("Disabled", "resolve"),
    "RB.6": Rule("Mob attacks", "resolve"),
    "RB.7": Rule("Pausing", "resolve"),
    "RB.8": Rule("S2 with S0", "gm"),
    "RB.9": Rule("S4 with S1", "gm"),
}
