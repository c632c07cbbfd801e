"""Fights of single characters as a game: set up, ask what is legal, act, see who has won.

Chance comes in as dice, so that real, typed and simulated dice all play the same fight. The order of the dice:
the Stealth of hiders (side A's first), initiative in the order of the fighters, ties; then, action by action,
the attacker's d20 (two with advantage or disadvantage), the damage dice, and at the start of turns the death
saves of those who lie at 0 hit points.

Judgement: R1.11, R1.16, R1.22 (the game master says what abilities allow and what is found)
"""

from __future__ import annotations

from massbattle_core.dice import Dice
from massbattle_core.errors import IllegalActionError
from massbattle_core.game import Outcome, Step
from massbattle_core.skirmish.actions import Action
from massbattle_core.skirmish.carry_out import carry_out, settle
from massbattle_core.skirmish.model import Encounter
from massbattle_core.skirmish.options import legal_actions
from massbattle_core.skirmish.rules.order import resolve_initiative, resolve_surprise, tied
from massbattle_core.skirmish.scene import Scene, beaten
from massbattle_core.skirmish.state import State, muster
from massbattle_core.skirmish.tables import SIDES
from massbattle_core.skirmish.verify import verify

__all__ = ["apply", "legal_actions", "outcome", "setup", "verify", "why_not"]


def setup(encounter: Encounter, dice: Dice) -> State:
    """Place everybody, roll surprise and initiative, and begin the first turn.

    Where the game master settles ties, the state waits for :class:`ActsFirst`. Raises
    :class:`InvalidBattleError` with everything that is wrong with the encounter.

    Source: R1.2, R1.3, R1.4
    """
    scene = Scene(muster(encounter), dice)
    _roll_surprise(scene, encounter)
    for fighter in scene.fighters:
        scene.change(fighter.id, initiative=resolve_initiative(fighter.sheet.abilities.dexterity, dice))
    _arrange(scene)
    settle(scene)
    return scene.state()


def apply(state: State, action: Action, dice: Dice) -> Step[State]:
    """Carry out an action.

    Raises :class:`IllegalActionError` with the reason if it is not legal, and whatever the dice raise.
    """
    verify(state, action)
    first = len(dice.log)
    scene = Scene(state, dice)
    carry_out(scene, state.active, action)
    return Step(scene.state(), tuple(scene.events), tuple(dice.log[first:]))


def outcome(state: State) -> Outcome | None:
    """Who has won: the side that stands when nobody of the other does; nobody after the last round.

    Source: R1.1
    """
    lost = beaten(state.fighters)
    if lost:
        return Outcome(next((side for side in SIDES if side not in lost), None), "beaten")
    if state.round > state.encounter.round_limit:
        return Outcome(None, "round limit")
    return None


def why_not(state: State, action: Action) -> str | None:
    """Why an action is not legal now, in words; None if it is."""
    try:
        verify(state, action)
    except IllegalActionError as error:
        return error.reason
    return None


def _roll_surprise(scene: Scene, encounter: Encounter) -> None:
    """Each side's hiders against the other side's passive Perception.

    Source: R1.4
    Ruling: the check decides who is surprised; once the fight has begun only the action Hide hides (R1.19).
    """
    for side in SIDES:
        threats = [fighter for fighter in scene.fighters if fighter.side == side]
        observers = [fighter for fighter in scene.fighters if fighter.side != side]
        hiders = [fighter for fighter in threats if encounter.groups[fighter.group].hiding]
        surprised = resolve_surprise(
            [fighter.sheet.stealth_bonus for fighter in hiders],
            [fighter.sheet.passive for fighter in observers],
            scene.dice,
            encounter.rules,
            len(threats) - len(hiders),
        )
        for observer, is_surprised in zip(observers, surprised, strict=True):
            scene.change(observer.id, surprised=is_surprised)


def _arrange(scene: Scene) -> None:
    """The order of turns; ties that chance settles are drawn one place after the other.

    Source: R1.2, R1.3
    """
    rule = scene.code("initiative_tie")
    by_dexterity = scene.rules.initiative_tie == "dex_then_random"
    order = sorted(scene.fighters, key=lambda f: (-f.initiative, -f.sheet.abilities.dexterity if by_dexterity else 0))
    if scene.rules.initiative_tie != "gm_choice":
        for slot, fighter in enumerate(order):
            fighter = order[slot]
            equals = [
                other
                for other in order[slot + 1 :]
                if tied(
                    fighter.initiative,
                    fighter.sheet.abilities.dexterity,
                    other.initiative,
                    other.sheet.abilities.dexterity,
                    rule,
                )
            ]
            if equals:
                picked = slot + scene.dice.roll(len(equals) + 1, "tie") - 1
                order[slot], order[picked] = order[picked], order[slot]
        scene.settled = len(order)
    scene.order = tuple(fighter.id for fighter in order)
