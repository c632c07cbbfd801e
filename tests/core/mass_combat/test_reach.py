"""Where a unit can go and whom it can attack: exactly what the rules let it do one space at a time."""

from __future__ import annotations

from massbattle_core import hexgrid
from massbattle_core.mass_combat import play
from tests.core.mass_combat.boards import after, begin, do, unit, walk

FAR = unit(9, "b", (15, 0))


def walked(state, unit_id):
    """Every other hex where a unit can end its movement, found by walking every way; the most feet left at each."""
    start = state.unit(unit_id).position
    found, open_states = {}, [state]
    while open_states:
        here = open_states.pop()
        for action in play.legal_actions(here):
            if isinstance(action, play.Move):
                there = do(here, action).state
                if there.left > found.get(action.to, (-999,))[0]:
                    found[action.to] = (there.left, there.passing)
                    open_states.append(there)
    return {place: left for place, (left, passing) in found.items() if not passing and place != start}


def test_R0_24_the_reach_is_where_walking_leads_at_the_lowest_cost():
    hexes = {"5,4": {"terrain": "difficult"}, "5,3": {"terrain": "water"}, "5,5": {"elevation": 2}}
    state = begin(unit(1, "a", (4, 4)), unit(2, "a", (4, 3)), unit(3, "b", (8, 4)), hexes=hexes)
    found = play.ways(state)
    assert {place: way.left for place, way in found.items()} == walked(state, "u1")
    assert (4, 3) not in found  # a friend stands there
    assert (4, 4) not in found
    for place, way in found.items():
        assert after(state, *walk("u1", *way.hexes)).unit("u1").position == place


def test_R0_25_no_way_leads_past_contact():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (7, 4)))
    for place, way in play.ways(state).items():
        assert all(hexgrid.distance(step, (7, 4)) > 1 for step in way.hexes[:-1]), place
    assert (6, 4) in play.ways(state)
    assert not any(place[0] > 7 for place in play.ways(state))


def test_R0_30_a_way_ends_where_a_guard_strikes():
    state = after(begin(unit(1, "a", (6, 4)), unit(2, "b", (3, 4))), play.Guard("u1"), play.EndTurn("u1"))
    way = play.ways(state)[(5, 4)]
    assert (way.hexes, way.guarded) == (((4, 4), (5, 4)), True)
    assert not play.ways(state)[(4, 4)].guarded


def test_R0_32_the_targets_and_how_the_unit_rolls_against_them():
    shooter = unit(1, "a", (4, 4), range_ft=300)
    low, hidden, far = unit(2, "b", (6, 4)), unit(3, "b", (4, 6)), unit(4, "b", (12, 4))
    state = begin(shooter, low, hidden, far, hexes={"4,4": {"elevation": 1}, "4,6": {"elevation": 2, "cover": True}})
    assert play.targets(state) == {"u2": "adv", "u3": "dis"}
    assert play.targets(after(state, play.Defend("u1"))) == {}


def test_nobody_goes_anywhere_once_the_battle_is_over():
    state = begin(unit(1, "a", (4, 4)), unit(2, "b", (5, 4), br=0, morale=-10))
    state = do(state, play.Attack("u1", "u2"), 20, 1, 1).state
    assert state.over
    assert play.ways(state) == play.targets(state) == {}
