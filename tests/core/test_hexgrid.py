"""The hexes of the battlefield."""

from __future__ import annotations

from itertools import pairwise, product
from math import cos, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core import hexgrid
from massbattle_core.mass_combat import battle as kernel
from massbattle_core.mass_combat.model import Battlefield, Hex, hex_name, parse_hex_key
from massbattle_core.mass_combat.state import cell, pack_map, position_of

PLACES = st.tuples(st.integers(-20, 60), st.integers(-20, 60))
SMALL = list(product(range(9), range(7)))


def test_R0_24_every_space_has_six_neighbours():
    assert set(hexgrid.neighbours((5, 4))) == {(4, 4), (6, 4), (4, 3), (5, 3), (4, 5), (5, 5)}
    assert set(hexgrid.neighbours((5, 3))) == {(4, 3), (6, 3), (5, 2), (6, 2), (5, 4), (6, 4)}


@given(PLACES)
def test_R0_24_adjacent_spaces_are_those_one_space_away(place):
    around = hexgrid.neighbours(place)
    assert len(set(around)) == 6
    assert all(hexgrid.distance(place, other) == 1 and place in hexgrid.neighbours(other) for other in around)


def test_R0_24_distance_is_the_number_of_steps():
    start = (4, 3)
    ring, steps, reached = {start}, 0, {start: 0}
    while len(reached) < 400:
        steps += 1
        ring = {there for here in ring for there in hexgrid.neighbours(here)} - reached.keys()
        reached |= dict.fromkeys(ring, steps)
    assert all(hexgrid.distance(start, place) == steps for place, steps in reached.items())


@given(PLACES, PLACES, PLACES)
def test_R0_24_distance_is_a_metric(a, b, c):
    assert hexgrid.distance(a, b) == hexgrid.distance(b, a)
    assert (hexgrid.distance(a, b) == 0) is (a == b)
    assert hexgrid.distance(a, c) <= hexgrid.distance(a, b) + hexgrid.distance(b, c)


@given(PLACES)
def test_axial_coordinates_lead_back(place):
    assert hexgrid.from_axial(*hexgrid.axial(place)) == place


@given(PLACES, st.floats(0, 6.28), st.floats(0, 0.86))
def test_a_point_within_a_hex_is_found(place, angle, length):
    x, y = hexgrid.center(place)
    assert hexgrid.hex_at(x + length * cos(angle), y + length * sin(angle)) == place


def test_R0_11_centres_of_neighbours_are_equally_far_apart():
    x, y = hexgrid.center((5, 4))
    lengths = {round((x - u) ** 2 + (y - v) ** 2, 9) for u, v in map(hexgrid.center, hexgrid.neighbours((5, 4)))}
    assert lengths == {3.0}
    assert hexgrid.center((0, 0)) == (0, 0)


@given(PLACES, PLACES)
def test_a_line_goes_step_by_step_from_end_to_end(a, b):
    line = hexgrid.line(a, b)
    assert (line[0], line[-1], len(line)) == (a, b, hexgrid.distance(a, b) + 1)
    assert all(hexgrid.distance(here, there) == 1 for here, there in pairwise(line))


def test_R0_32_a_line_along_an_edge_is_the_same_from_either_end():
    assert hexgrid.line((5, 4), (2, 2)) == hexgrid.line((2, 2), (5, 4))[::-1]
    differing = [(a, b) for a, b in product(SMALL, repeat=2) if hexgrid.line(a, b) != hexgrid.line(b, a)[::-1]]
    assert differing == []


def test_R0_24_R0_32_the_kernel_measures_and_sees_like_the_grid():
    walls = {"3,2", "5,4", "6,1", "2,5"}
    field = Battlefield(9, 7, {key: Hex("wall") for key in walls})
    ground = pack_map(field, {}, frozenset({0})).record
    blocking = {parse_hex_key(key) for key in walls}
    for a, b in product(SMALL, repeat=2):
        ends = cell(a, 9), cell(b, 9)
        assert kernel.spaces_between(ground, *ends) == hexgrid.distance(a, b)
        assert kernel.sees(ground, *ends) is not bool(blocking & set(hexgrid.line(a, b)[1:-1])), (a, b)


@pytest.mark.parametrize("columns", [1, 9, 60])
def test_cells_of_the_kernel_lead_back_to_positions(columns):
    for row, column in product((0, 3, 39), (0, columns - 1)):
        assert position_of(cell((column, row), columns), columns) == (column, row)


def test_names_and_keys_of_hexes():
    assert [hex_name(place) for place in ((6, 5), (0, 0), (11, 27), (59, 39))] == ["F7", "A1", "AB12", "AN60"]
    assert [parse_hex_key(key) for key in ("3,4", "0,0", "59,39")] == [(3, 4), (0, 0), (59, 39)]
    for key in ("", "3", "3,", ",4", "03,4", "3,4 ", "-1,4", "3.0,4", "100,4", "٣,4", "1٣,4", "3,4\n"):
        assert parse_hex_key(key) is None, key
