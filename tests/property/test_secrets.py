"""What a viewer's session holds of a random battle: not one word or number of what is hidden, whatever is ticked.

Every secret is a word or a number that stands nowhere else.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from dashboard.history import Entry
from dashboard.models import BattleSession
from dashboard.models.files import save_battle
from dashboard.models.room import Author, OddsState, Overtaken, Presence, RoomView
from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument
from massbattle_core.errors import Problem
from massbattle_core.mass_combat.edits import SetUnit
from massbattle_core.mass_combat.model import (
    Arrival,
    Backdrop,
    Battlefield,
    Commander,
    Group,
    Hex,
    MassBattle,
    Objective,
    Side,
    SimulationSettings,
    Unit,
)
from massbattle_core.mass_combat.odds import BattleOdds, UnitOdds, share
from massbattle_core.viewers import Viewers
from tests.dashboard.fakes import EVE

ORC = catalogue().get("orc")
assert ORC
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="


@dataclass
class Made:
    """A battle, and of each mark in it whether viewers may find it."""

    view: RoomView
    shown: dict[str, bool] = field(default_factory=dict)


@st.composite
def rooms(draw: st.DrawFn) -> Made:
    """A room with a battle of marked units, of which anything may be hidden, and everything that a room tells."""
    viewers = draw(st.builds(Viewers, st.sampled_from(("a", "b", "both")), *[st.booleans()] * 5))
    shown: dict[str, bool] = {}

    def mark(name: str, may_be_seen: bool) -> str:
        shown[f"«{name}»"] = may_be_seen
        return f"«{name}»"

    def number(name: int, may_be_seen: bool) -> int:
        shown[str(name)] = may_be_seen
        return name

    units, creatures, odds = {}, {}, []
    for index in range(draw(st.integers(1, 5))):
        key = f"u{index + 1}"
        side = draw(st.sampled_from(("a", "b")))
        secret, placed, late, led = (draw(st.booleans()) for _ in range(4))
        ours = viewers.side in (side, "both")
        seen = not secret and (ours or (placed and not late))
        known = seen and (ours or viewers.composition)
        creature = f"beast-{index}"
        creatures[creature] = replace(
            ORC, id=creature, name=mark(f"beast {index}", known), hit_points=number(70_000 + index, known)
        )
        leader = Commander(0, creature, mark(f"hero {index}", known)) if led else None
        units[key] = Unit(
            key,
            side,
            mark(f"unit {index}", seen),
            (Group(creature, number(80_000 + index, known)),),
            leader,
            morale=draw(st.integers(-10, 10)),
            position=(index, 2) if placed else None,
            arrival=Arrival(3) if late else None,
            losses=number(90_000 + index, known),
            secret=secret,
            notes=mark(f"note {index}", False),
        )
        survival = 0.123001 + index / 1000
        shown[str(survival)] = seen and ours and viewers.odds
        odds.append(UnitOdds(key, units[key].name, side, survival, 1.0, 3))
    goals = {}
    for side in ("a", "b"):
        goals[mark(f"goal {side}", viewers.side in (side, "both"))] = Objective(side, "hold", ((7, 7),))
    target = draw(st.sampled_from(sorted(units)))
    guarded = units[target]
    ours = viewers.side in (guarded.side, "both")
    goals[mark("goal of a unit", ours and not guarded.secret)] = Objective(guarded.side, "protect", unit=target)
    ground = Battlefield(
        hexes={
            "3,3": Hex("water", label=mark("name of a lake", viewers.labels)),
            "4,4": Hex(label=mark("name of a plain", viewers.labels)),
        },
        zones={"a": ((51, 31),), "b": ((52, 32),)},
        backdrop=Backdrop(PICTURE),
    )
    shown["(51, 31)"], shown["(52, 32)"] = viewers.side in ("a", "both"), viewers.side in ("b", "both")
    shown[PICTURE] = viewers.picture
    battle = MassBattle(
        {"a": Side("Ours"), "b": Side("Theirs")}, units, ground, goals,
        simulation=SimulationSettings(seed=number(987_654_321, False)),
    )  # fmt: skip
    document = BattleDocument("The ford", creatures, battle, mark("notes of the battle", False), viewers)
    shown["0.654"] = viewers.odds
    found = BattleOdds(
        "simulated", 1000, 987_654_321, share(654, 1000), share(0, 1000), share(346, 1000), {7: 0.777123}, {}, odds
    )
    shown["0.777123"] = False
    ana, entry = Author("ana", "Ana"), Entry(4, {"edit": "Rename", "name": mark("edit", False)}, [], [], "ana", "", "")
    hidden = SetUnit(target, {"name": mark("tried", False)})
    view = RoomView(
        document,
        document,
        4,
        problems=(Problem(mark("place", False), mark("problem", False)),),
        odds=OddsState(found, mark("key", False), 1000, True, 5.0),
        odds_problem=mark("odds problem", False),
        peers=(ana, EVE),
        present=(Presence(ana, target, hidden), Presence(EVE)),
        last=entry,
        overtaken=Overtaken(entry, entry),
        can_undo=True,
    )
    return Made(view, shown)


class Looked:
    """A room that is only looked at."""

    id = "battle"

    def __init__(self, view: RoomView) -> None:
        self._view = view

    def view(self, _author: Author) -> RoomView:
        return self._view

    def subscribe(self, _callback: Callable[[], None], _author: Author) -> Callable[[], None]:
        return lambda: None

    def be_at(self, *_told: Any) -> None:
        """Nobody else is here."""

    watch_curve = watch_doctrines = be_at


@settings(max_examples=60, deadline=None)
@given(rooms())
def test_a_viewer_s_session_holds_nothing_that_is_hidden(made: Made) -> None:
    session = BattleSession(Looked(made.view), EVE)  # type: ignore[arg-type]
    for unit in made.view.document.mass_combat.units.values():
        if not session.select(unit.id):  # as for a unit that there never was
            assert not made.shown[unit.name]
            told, _ = session.status, session.select("u9999")
            assert (session.status, session.selected) == (told, "")
        session.select("")
    held = f"{session.param.values()!r} {session.simulated.param.values()!r} {save_battle(session).decode()}"
    assert {mark: mark in held for mark in made.shown} == made.shown
    everything = repr(BattleSession(Looked(made.view), Author("ana")).param.values())  # type: ignore[arg-type]
    assert all(mark in everything for mark, seen in made.shown.items() if seen)


def test_a_view_tells_viewers_only_of_what_somebody_has_decided() -> None:
    """A new field of what a room tells, or of what a document holds, is a decision: it is hidden until it is made."""
    told = {fact.name for fact in dataclasses.fields(RoomView)}
    assert told - TOLD == HIDDEN, "say in dashboard/models/redaction.py whether viewers are told, then here"


TOLD = {"document", "shown", "revision", "odds", "odds_stale", "saved", "peers", "present"}
HIDDEN = {"problems", "odds_problem", "curves", "doctrines", "can_undo", "can_redo", "last", "overtaken"}
