"""What an entry of the history did in a fight, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dashboard.i18n import N_, Words
from massbattle_core.mass_combat.model import hex_name

__all__ = ["FIGHT_WORDS"]

Json = Mapping[str, Any]
Names = Mapping[str, str]

_DONE = {
    "Attack": N_("{name} attack {target}"),
    "Dash": N_("{name} dash"),
    "Defend": N_("{name} defend"),
    "Disengage": N_("{name} try to disengage"),
    "Guard": N_("{name} stand guard"),
    "EndTurn": N_("{name} end their turn"),
    "ByDoctrine": N_("{name} play their turn by their doctrine"),
}

_BEFELL = {
    "gain": N_("{name} gain {amount} BR"),
    "lose_turn": N_("{name} will lose their next turn"),
    "eliminate": N_("{name} are taken off the board"),
}


def _acted(edit: Json, names: Names, _: Words) -> str:
    action = edit["action"]
    name = names.get(action["unit"], action["unit"])
    if action["do"] == "Move":
        return _("{name} move to {hex}").format(name=name, hex=hex_name(tuple(action["to"])))
    if action["do"] == "Suffer":
        return _("{name} suffer a loss of {loss} BR").format(name=name, loss=_.number(action["loss"]))
    if action["do"] == "Befall":
        return _(_BEFELL[action["what"]]).format(name=name, amount=_.number(action["amount"]))
    target = str(action.get("target", ""))
    return _(_DONE[action["do"]]).format(name=name, target=names.get(target, target))


def _thrown(edit: Json, _names: Names, _: Words) -> str:
    faces = edit.get("faces", ())
    return _("dice: {faces}").format(faces=", ".join(map(str, faces)))


def _left(edit: Json, names: Names, _: Words) -> str:
    side = edit.get("side")
    if side is None:
        return _("both sides are played by hand")
    return _("{side} plays by its doctrine").format(side=names.get(side, side))


def _rewound(edit: Json, names: Names, _: Words) -> str:
    unit = edit.get("unit")
    if unit is None:
        return _("the fight taken back to the order of units")
    return _("the fight taken back to round {round}, the turn of {unit}").format(
        round=edit["round"], unit=names.get(unit, unit)
    )


FIGHT_WORDS: Mapping[str, Callable[[Json, Names, Words], str]] = {
    "StartFight": lambda _edit, _names, _: _("the fight begins"),
    "Act": _acted,
    "GiveDice": _thrown,
    "LeaveToDoctrine": _left,
    "Rewind": _rewound,
    "CancelAction": lambda _edit, _names, _: _("action cancelled"),
    "EndFight": lambda edit, _names, _: (
        _("the fight ended, its losses kept") if edit.get("keep") else _("the fight ended, nothing kept")
    ),
}
"""The words of each edit of a fight, from the edit and the names of units."""
