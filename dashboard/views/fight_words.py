"""The words of a fight: actions, dice and what they are for, reasons why not, what became of a unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dashboard.i18n import N_, Words
from dashboard.markup import Child, Markup, tag
from dashboard.models.fight import Refusal
from dashboard.views.armies import Line
from massbattle_core.mass_combat.rules import loss_of_margin, routs
from massbattle_core.mass_combat.situation import Die, Fight, UnitState
from massbattle_core.mass_combat.tables import CASUALTIES_DC, DISENGAGE_DC, FRIENDLY_CASUALTIES_DC, ROUT_DC

__all__ = [
    "ACTIONS",
    "MARKS",
    "Asked",
    "Names",
    "asked",
    "dice_markup",
    "fate",
    "marks_of",
    "mode_words",
    "reason_popup",
    "refusal_words",
]

ACTIONS = {
    "dash": (N_("Dash"), N_("Adds the unit’s speed to its movement of this turn.")),
    "defend": (N_("Defend"), N_("Attacks on it have disadvantage until the end of its next turn.")),
    "disengage": (N_("Disengage"), N_("A morale test DC 10 to move away from enemies at half speed.")),
    "guard": (N_("Guard"), N_("Strikes the next enemy that comes next to it.")),
    "end": (N_("End turn"), N_("The next unit’s turn begins.")),
}
"""The actions without a target, and what each does."""

MARKS = {
    "shaken": (N_("shaken"), N_("Loses its next turn: it saw a friend fall.")),
    "guard": (N_("on guard"), N_("Strikes the next enemy that comes next to it.")),
    "defend": (N_("defends"), N_("Attacks on it have disadvantage.")),
}

_MODES = {"adv": N_("with advantage"), "dis": N_("with disadvantage"), "flat": ""}

_TWO_DICE = {
    "adv": N_("with advantage: of two dice the higher counts"),
    "dis": N_("with disadvantage: of two dice the lower counts"),
    "flat": "",
}

_FATES = {
    "rout": N_("fled"),
    "casualties": N_("broke at half its strength"),
    "kills": N_("wiped out"),
}

_TESTS = {
    "rout": (N_("Morale test after a heavy blow"), ROUT_DC),
    "casualties": (N_("Morale test at half strength"), CASUALTIES_DC),
    "friends": (N_("Morale test: {unit} have fallen"), FRIENDLY_CASUALTIES_DC),
    "disengage": (N_("Morale test to disengage"), DISENGAGE_DC),
}
"""What a d20 with the morale rating is rolled for, and against what."""


def refusal_words(reason: Refusal | None, _: Words) -> str:
    """Why something is not allowed, with the rule; nothing if it is."""
    if reason is None:
        return ""
    words, rule = reason
    said = _(words)
    return f"{said} ({rule})" if rule else said


def mode_words(mode: str, _: Words) -> str:
    """How a unit rolls against another: with advantage, with disadvantage, or nothing to tell."""
    return _(_MODES[mode])


def marks_of(unit: UnitState) -> list[str]:
    """What is to be known of a unit on the board: keys of :data:`MARKS`."""
    return [
        key for key, is_so in (("shaken", unit.lost_turns), ("guard", unit.guard), ("defend", unit.defend)) if is_so
    ]


def fate(unit: UnitState, _: Words) -> str:
    """What became of an eliminated unit."""
    return _(_FATES.get(unit.fell_to, N_("eliminated")))


def reason_popup(shown: Child, reason: str, class_: str) -> Markup:
    """A button that cannot be pressed now and tells on hover, focus or tap why."""
    return tag(
        "span",
        shown,
        tag("span", reason, popover="manual", role="tooltip", class_="why-body"),
        class_=f"why off {class_}",
        role="button",
        aria_disabled="true",
        tabindex="0",
    )


class Names(dict[str, str]):
    """Names of units by id; one that is not known has a word of its own."""

    def __init__(self, known: Mapping[str, str], unknown: str) -> None:
        super().__init__(known)
        self._unknown = unknown

    def __missing__(self, key: str) -> str:
        return self._unknown


# ---------------------------------------------------------------- dice


@dataclass(frozen=True)
class Asked:
    """A die that is waited for: whose it is, what for, and what is added to it or needed."""

    roller: str
    heading: str
    sum: str
    needs: str = ""


def asked(fight: Fight, die: Die, lines: dict[str, Line], _: Words) -> Asked:
    """The words of a die: ``Pikes of Dorn``, ``Attack on Ogre line``, ``d20 + 25``, ``needs 8 or more``."""
    roller, cause = lines[die.roller], lines[die.cause]
    if die.purpose == "tie":
        return Asked(roller.name(_), _("Order among equals"), "d20", _("the highest goes first"))
    if die.purpose in _TESTS:
        heading, dc = _TESTS[die.purpose]
        heading = _(heading).format(unit=cause.name(_))
        rating = roller.built.morale.value if roller.built else 0
        return Asked(
            roller.name(_),
            f"{heading} · {_('DC {dc}').format(dc=dc)}",
            f"d20 {_plus(rating, _)}",
            _needs(dc - rating, _),
        )
    br = _br_now(fight, die.roller)
    if die.purpose == "defence":
        heading = _("Defence against {unit}").format(unit=cause.name(_))
        return Asked(roller.name(_), heading, f"d20 {_plus(br, _)}", _defence_needs(fight, die, br, _))
    on_guard = fight.situation is not None and fight.situation.mover != die.roller
    heading = {
        ("attack", False): _("Attack on {unit}"),
        ("attack", True): _("Guard! Attack on {unit}"),
        ("attack_again", False): _("Attack on {unit}, second die"),
        ("attack_again", True): _("Guard! Attack on {unit}, second die"),
    }[die.purpose, on_guard].format(unit=cause.name(_))
    return Asked(roller.name(_), heading, f"d20 {_plus(br, _)}", _(_TWO_DICE[die.mode]))


def _br_now(fight: Fight, unit_id: str) -> int:
    """The BR of a unit after what the dice so far have led to."""
    events = fight.pending.events if fight.pending else ()
    for event in reversed(events):
        if event.kind == "loss" and event.facts["unit"] == unit_id:
            return int(event.facts["br"])
    return next((unit.br for unit in fight.situation.units if unit.id == unit_id), 0) if fight.situation else 0


def _defence_needs(fight: Fight, die: Die, br: int, _: Words) -> str:
    """What the attack came to, and which faces hold against it or end in a heavy loss."""
    thrown = fight.pending.dice if fight.pending else ()
    pairs = [one for one in thrown if (one.roller, one.cause) == (die.cause, die.roller)]
    faces = [one.face or 0 for one in pairs if one.purpose.startswith("attack")]
    faces = faces[-1:] if die.mode == "flat" else faces[-2:]
    if not faces:
        return ""
    total = _br_now(fight, die.cause) + (min(faces) if die.mode == "dis" else max(faces))
    margins = {face: total - br - face for face in range(1, 21)}
    holding = [face for face, margin in margins.items() if loss_of_margin(margin) == 0]
    heavy = [face for face, margin in margins.items() if routs(margin)]
    said = [_("against {total}").format(total=_.number(total))]
    said.append(_("{face} or more holds").format(face=min(holding)) if holding else _("no face holds"))
    if heavy:
        said.append(_("{face} or less is a heavy loss").format(face=max(heavy)))
    return ", ".join(said)


def _plus(value: int, _: Words) -> str:
    return f"{'+' if value >= 0 else '−'} {_.number(abs(value))}"


def _needs(face: int, _: Words) -> str:
    if face <= 1:
        return _("succeeds with any face")
    if face > 20:
        return _("fails with any face")
    return _("needs {face} or more").format(face=face)


def dice_markup(dice: tuple[Die, ...], lines: dict[str, Line], _: Words) -> Markup | None:
    """The dice that fell for an action, each told on hover."""
    fallen = [die for die in dice if die.face is not None]
    if not fallen:
        return None
    return tag(
        "span",
        [
            tag(
                "span",
                _.number(die.face or 0),
                class_=f"die side-{lines[die.roller].unit.side}" if die.roller in lines else "die",
                title=_die_title(die, lines, _),
            )
            for die in fallen
        ],
        class_="dice",
    )


_SHORT = {
    "attack": N_("attack"),
    "attack_again": N_("attack, second die"),
    "defence": N_("defence"),
    "rout": N_("morale after a heavy blow"),
    "casualties": N_("morale at half strength"),
    "friends": N_("morale, a friend has fallen"),
    "disengage": N_("morale to disengage"),
    "tie": N_("order among equals"),
}


def _die_title(die: Die, lines: dict[str, Line], _: Words) -> str:
    name = lines[die.roller].name(_) if die.roller in lines else ""
    return _.labelled(name, _(_SHORT[die.purpose])) if name else _(_SHORT[die.purpose])
