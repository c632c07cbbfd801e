"""A fight as one browser sees it: its mode, who rolls the dice, what the unit whose turn it is may do.

Imports no Panel, as the session does not. Whatever changes the fight is an edit that the session submits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import randbelow
from typing import Any, cast

import param

from dashboard.models.rewinding import newest_entry, revision_of
from dashboard.models.session import BattleSession
from massbattle_core.document import BattleDocument, Several, preview
from massbattle_core.errors import IllegalActionError
from massbattle_core.hexgrid import distance, neighbours
from massbattle_core.mass_combat import play, reasons
from massbattle_core.mass_combat.actions import Befall, ByDoctrine, Suffer
from massbattle_core.mass_combat.fight import (
    Act,
    CancelAction,
    EndFight,
    FightEdit,
    GiveDice,
    LeaveToDoctrine,
    StartFight,
    reason_against,
    with_live_dice,
)
from massbattle_core.mass_combat.model import SideId
from massbattle_core.mass_combat.packing import prepare
from massbattle_core.mass_combat.play.states import state_in
from massbattle_core.mass_combat.situation import Fight, Situation, UnitState
from massbattle_core.phrases import phrase

__all__ = ["MODES", "PLAIN_ACTIONS", "FightDesk", "Outlook", "Refusal"]

Position = tuple[int, int]
Refusal = tuple[str, str]
"""Why something is not allowed, in the words of the rules, and the rule."""

MODES = ("prepare", "fight")
FACES = 20

PLAIN_ACTIONS: Mapping[str, type[Any]] = {
    "dash": play.Dash,
    "defend": play.Defend,
    "disengage": play.Disengage,
    "guard": play.Guard,
    "end": play.EndTurn,
}
"""The actions that need no target, by the words that the page uses for them."""

_DIE_AWAITED = phrase("a die is waited for: type it, or cancel the action")
_GONE_ON = phrase("the fight has gone on meanwhile: look again")
_OUT_OF_REACH = phrase("that hex is out of reach this turn")
_FROM_THE_START = phrase("that turn was played as the fight began: undo to the beginning instead")


@dataclass(frozen=True)
class Outlook:
    """What the unit whose turn it is may do now: where it can go, whom it can attack, why it cannot do the rest."""

    ways: Mapping[Position, play.Way]
    targets: Mapping[str, play.RollMode]
    refusals: Mapping[str, Refusal | None]


_NOTHING = Outlook({}, {}, dict.fromkeys(PLAIN_ACTIONS))


class FightDesk(param.Parameterized):
    """What one browser does in a fight. Views read and watch the parameters; only the desk sets them.

    Actions never raise for what a user may do wrong: they set ``refused``, or the session's ``refusal`` where the
    room refuses.
    """

    mode: Any = param.Selector(default="prepare", objects=["prepare", "fight"], doc="What the page is used for now.")
    real_dice = param.Boolean(True, doc="People roll and type the dice; otherwise they are rolled here.")
    opening: Any = param.Selector(
        default=None, objects=[None, "a", "b"], doc="The side left to doctrines from the start."
    )
    refused = param.Parameter(None, doc="Why what was tried last is not allowed: a Refusal or None.")
    aim = param.Parameter(None, doc="The hex (column, row) that the keyboard points at, or None.")

    def __init__(self, session: BattleSession, **parameters: Any) -> None:
        super().__init__(**parameters)
        self.session = session
        self._seen: tuple[BattleDocument | None, Outlook] = (None, _NOTHING)
        session.param.watch(self._follow, "document")

    # ---------------------------------------------------------------- what is

    @property
    def fight(self) -> Fight | None:
        """The fight that is on, or None."""
        return self.session.shown.mass_combat.fight

    @property
    def situation(self) -> Situation | None:
        """How the units stand; None while there is no fight, or the order is still being rolled for."""
        return self.fight.situation if self.fight else None

    @property
    def mover(self) -> UnitState | None:
        """The unit whose turn it is."""
        situation = self.situation
        return self.unit(situation.mover) if situation and situation.mover else None

    @property
    def by_doctrine(self) -> SideId | None:
        """The side whose units play every turn by their doctrines; None if people play both."""
        return self.fight.by_doctrine if self.fight else None

    def unit(self, unit_id: str) -> UnitState | None:
        """How a unit stands, as far as it is known."""
        situation = self.situation
        return next((unit for unit in situation.units if unit.id == unit_id), None) if situation else None

    def unit_on(self, place: Position) -> UnitState | None:
        """The unit that stands on a hex."""
        units = self.situation.units if self.situation else ()
        return next((unit for unit in units if unit.status == "field" and unit.position == place), None)

    @property
    def outlook(self) -> Outlook:
        """What the unit whose turn it is may do; nothing for those who look on, or while a die is waited for."""
        document = self.session.shown
        if self._seen[0] is not document:
            self._seen = (document, self._look(document))
        return self._seen[1]

    def _look(self, document: BattleDocument) -> Outlook:
        now = self.fight
        if not self.session.can_edit or now is None or now.pending or now.situation is None or not now.situation.mover:
            return _NOTHING
        battle, creatures, mover = document.mass_combat, document.creatures, now.situation.mover
        state = state_in(prepare(battle, creatures), now.situation)
        return Outlook(
            play.ways(state),
            play.targets(state),
            {do: reason_against(battle, creatures, kind(mover)) for do, kind in PLAIN_ACTIONS.items()},
        )

    def _follow(self, event: Any) -> None:
        """Forget what was about an earlier state of the fight."""
        if event.old.mass_combat.fight != event.new.mass_combat.fight:
            self.param.update(refused=None, aim=None)

    # ---------------------------------------------------------------- this browser

    def show(self, mode: str) -> None:
        """Turn to the preparation or to the fight."""
        if mode in MODES:
            self.param.update(mode=mode, refused=None, aim=None)

    def roll_real_dice(self, real: bool) -> None:
        """Have dice typed that fall on the table, or rolled here."""
        self.real_dice = real

    def choose_opening(self, side: SideId | None) -> None:
        """Have a side left to its doctrines once the fight begins here, or none."""
        self.opening = side

    # ---------------------------------------------------------------- the whole fight

    def start(self) -> bool:
        """Begin the fight as the battle is prepared."""
        return self._do(StartFight(by_doctrine=self.opening))

    def end(self, keep: bool) -> bool:
        """End it; with ``keep`` its losses go into the preparation."""
        return self.session.submit(EndFight(keep))

    def fight_again(self) -> bool:
        """End it without a trace and begin another."""
        return self._do(EndFight(False), StartFight(by_doctrine=self.by_doctrine))

    def leave_to_doctrine(self, side: SideId | None) -> bool:
        """Let a side play every turn of its own by its doctrines from now on, or none."""
        return self.fight is not None and self._do(LeaveToDoctrine(side))

    def rewind(self, number: int) -> bool:
        """Take the fight back to when the entry of this number was the newest of its log; what is prepared stays.

        Where doctrines played that turn at a stretch, it goes back to the last choice of people before it.
        """
        if self.fight is None or not 1 <= number < newest_entry(self.fight.entries):
            return False
        revision = revision_of(number, self.fight, self.session.history)
        if revision is None:
            return self._refuse((_FROM_THE_START, ""))
        return self.session.rewind(revision)

    # ---------------------------------------------------------------- the turn

    def is_current(self, number: int) -> bool:
        """Whether somebody who chose what to do saw the fight as it is: its newest entry had this number."""
        now = self.session.document.mass_combat.fight
        return (now is not None and newest_entry(now.entries) == number) or self._refuse((_GONE_ON, ""))

    def go(self, place: Position) -> bool:
        """Move the unit whose turn it is to a hex along the cheapest way, as one edit."""
        if self._must_wait():
            return False
        mover, way = self.mover, self.outlook.ways.get(place)
        if mover is None:
            return False
        if way is None:
            return self._refuse(self._why_not_to(mover, place))
        return self._do(*(Act(play.Move(mover.id, step)) for step in way.hexes))

    def attack(self, target: str) -> bool:
        """Let the unit whose turn it is attack another."""
        mover = self.mover
        return mover is not None and self._act(play.Attack(mover.id, target))

    def act(self, do: str) -> bool:
        """Take one of the :data:`PLAIN_ACTIONS`."""
        mover = self.mover
        return mover is not None and do in PLAIN_ACTIONS and self._act(PLAIN_ACTIONS[do](mover.id))

    def play_by_doctrine(self) -> bool:
        """Let the unit whose turn it is play the turn as its doctrine says."""
        mover = self.mover
        return mover is not None and not self._must_wait() and self._do(Act(ByDoctrine(mover.id)))

    def suffer(self, unit_id: str, loss: int) -> bool:
        """Take BR from a unit; the morale tests that follow are the rules' own."""
        return not self._must_wait() and self._do(Act(Suffer(unit_id, loss)))

    def befall(self, event: Befall) -> bool:
        """Let a critical event do something to a unit: a gain of BR, a lost turn, its end."""
        return not self._must_wait() and self._do(Act(event))

    def click(self, place: Position) -> bool:
        """Do what a click on a hex means: attack the enemy there, or go there; a friend is selected, with why not."""
        there, mover = self.unit_on(place), self.mover
        if not self.session.can_edit or mover is None:
            return self.session.select(there.id) if there else False
        if there and self._is_friend(mover, there):
            waits = there.id == mover.id or self._waits_for_die
            self.refused = None if waits else reasons.WORDS[reasons.STOPS_ON_FRIEND]
            return self.session.select(there.id)
        return self.attack(there.id) if there else self.go(place)

    def _is_friend(self, one: UnitState, other: UnitState) -> bool:
        units = self.session.shown.mass_combat.units
        return units[one.id].side == units[other.id].side

    def _why_not_to(self, mover: UnitState, place: Position) -> Refusal:
        """Why a unit cannot go to a hex, told of the hex itself if it is near, of the first step otherwise."""
        document = self.session.document
        if distance(mover.position, place) == 1:
            move = play.Move(mover.id, place)
            return reason_against(document.mass_combat, document.creatures, move) or (_OUT_OF_REACH, "R0.24")
        if self.outlook.ways:
            return _OUT_OF_REACH, "R0.24"
        nearest = min(neighbours(mover.position), key=lambda step: distance(step, place))
        reason = reason_against(document.mass_combat, document.creatures, play.Move(mover.id, nearest))
        return reason or (_OUT_OF_REACH, "R0.24")

    # ---------------------------------------------------------------- dice

    def give(self, face: int, first: tuple[int, int] | None = None) -> bool:
        """Give the die that is waited for the face that fell; with ``first``, only if it is still that die."""
        if not 1 <= face <= FACES:
            return self._refuse((phrase("a d20 shows 1 to 20"), "R0.33"))
        return self.session.submit(GiveDice((face,), first))

    def roll_one(self) -> bool:
        """Roll the die that is waited for here."""
        return self._waits_for_die and self.session.submit(GiveDice((randbelow(FACES) + 1,), self._die_number))

    def roll_rest(self) -> bool:
        """Roll every die that the action still needs here."""
        rest = GiveDice((), self._die_number)
        return self._waits_for_die and self.session.submit(self._rolled(rest, self.session.document))

    @property
    def _waits_for_die(self) -> bool:
        fight = self.session.document.mass_combat.fight
        return fight is not None and fight.pending is not None

    @property
    def _die_number(self) -> tuple[int, int] | None:
        fight = self.session.document.mass_combat.fight
        return fight.die_number if fight else None

    def cancel(self) -> bool:
        """Take back the action that waits for a die."""
        return self.session.submit(CancelAction())

    # ---------------------------------------------------------------- within

    def _must_wait(self) -> bool:
        """Whether nothing can be done now: by somebody who looks on, or while a die is waited for."""
        if self.fight and self.fight.pending:
            self._refuse((_DIE_AWAITED, ""))
            return True
        return not self.session.can_edit

    def _refuse(self, reason: Refusal) -> bool:
        self.refused = reason
        return False

    def _act(self, action: Any) -> bool:
        if self._must_wait():
            return False
        document = self.session.document
        if reason := reason_against(document.mass_combat, document.creatures, action):
            return self._refuse(reason)
        return self._do(Act(action))

    def _do(self, *edits: FightEdit) -> bool:
        """Submit these as one edit; only the last of them may need dice."""
        if not self.real_dice:
            edits = self._rolled_last(edits)
        return self.session.submit(edits[0] if len(edits) == 1 else Several(edits))

    def _rolled_last(self, edits: tuple[FightEdit, ...]) -> tuple[FightEdit, ...]:
        """The edits with the dice of the last one; as they are where the battle has changed meanwhile."""
        before = self.session.document
        try:
            for edit in edits[:-1]:
                before = preview(before, edit)
            return (*edits[:-1], self._rolled(edits[-1], before))
        except IllegalActionError:  # the room refuses them, and its reason is shown
            return edits

    def _rolled(self, edit: FightEdit, before: BattleDocument) -> FightEdit:
        rolled: FightEdit = with_live_dice(before.mass_combat, before.creatures, cast(Any, edit))
        return rolled
