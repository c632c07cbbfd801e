"""Dice: pinned values of the keyed dice, scripted and system dice, the laws of a d20."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from massbattle_core._jit import njit
from massbattle_core.dice import (
    KeyedDice,
    Roll,
    ScriptedDice,
    SystemDice,
    battle_key,
    d20_law,
    die_at,
    keep,
    mix64,
)
from massbattle_core.errors import DiceError

GOLDEN = 0x9E3779B97F4A7C15
WORDS = st.integers(0, 2**64 - 1)


def test_mix64_is_the_finaliser_of_splitmix64():
    """The first outputs of splitmix64 for the seeds 0 and 1234567, as published with it."""
    assert [mix64(n * GOLDEN) for n in (1, 2, 3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
    published = [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert [mix64(1234567 + n * GOLDEN) for n in range(1, 6)] == published


@given(WORDS, WORDS)
def test_mix64_is_one_to_one_on_64_bits(a, b):
    assert (mix64(a) == mix64(b)) is (a == b)
    assert 0 <= mix64(a) < 2**64
    assert mix64(a + 2**64) == mix64(a)


def test_known_faces():
    """These numbers never change: saved seeds must give the same battles for ever."""
    assert [die_at(1234567, place, 20) for place in range(1, 6)] == [8, 4, 11, 5, 18]
    assert [die_at(0, 1, sides) for sides in (2, 4, 6, 8, 10, 12, 20, 100)] == [2, 4, 6, 8, 9, 11, 18, 89]
    assert [battle_key(1, battle) for battle in (0, 1)] == [15916886550466581944, 17959770775919153504]
    assert battle_key(2**53 - 1, 10**6) == 13803980530028293908
    assert [die_at(battle_key(7, 3), place, 20) for place in (1, 2, 2**62)] == [4, 7, 19]


@given(WORDS, st.integers(0, 2**62), st.sampled_from([2, 4, 6, 20, 100]))
def test_a_keyed_die_shows_one_of_its_faces(key, place, sides):
    assert 1 <= die_at(key, place, sides) <= sides


def test_keyed_faces_are_equally_likely_over_places_and_over_battles():
    rolls = 20_000
    for faces in (
        Counter(die_at(99, place, 20) for place in range(rolls)),
        Counter(die_at(battle_key(5, battle), 1, 20) for battle in range(rolls)),
    ):
        chi_square = sum((faces[face] - rolls / 20) ** 2 / (rolls / 20) for face in range(1, 21))
        assert chi_square < 19 + 4 * (2 * 19) ** 0.5


@njit
def _compiled_face(seed, battle, place, sides):
    return die_at(battle_key(seed, battle), place, sides)


def test_compiled_dice_show_the_faces_of_plain_ones():
    numbers = random.Random(3)
    for _ in range(500):
        place = (numbers.randrange(2**53), numbers.randrange(10**6), numbers.randrange(2**62), 20)
        assert _compiled_face(*place) == die_at(battle_key(place[0], place[1]), place[2], 20)


def test_scripted_dice_fall_as_written_and_are_logged():
    dice = ScriptedDice([3, 20])
    assert [dice.roll(6, "one"), dice.left, dice.roll(20, "two"), dice.left] == [3, [20], 20, []]
    assert dice.log == [Roll(0, "one", 6, 3), Roll(1, "two", 20, 20)]
    with pytest.raises(DiceError, match="roll 3: d4 for three"):
        dice.roll(4, "three")


@pytest.mark.parametrize("face", [0, 7, -1, True, 3.0, "3", None])
def test_a_face_that_does_not_exist_is_refused(face):
    dice = ScriptedDice([face])
    with pytest.raises(DiceError, match="no face of a d6"):
        dice.roll(6, "test")
    assert dice.log == []


def test_keyed_dice_repeat_for_the_same_battle_and_differ_for_another():
    def faces(seed, battle):
        dice = KeyedDice(seed, battle)
        return [dice.roll(20, "test") for _ in range(30)]

    assert faces(1, 2) == faces(1, 2)
    assert len({tuple(faces(seed, battle)) for seed in range(3) for battle in range(3)}) == 9


def test_system_dice_show_all_their_faces():
    dice = SystemDice()
    assert {dice.roll(4, "test") for _ in range(400)} == {1, 2, 3, 4}
    assert [roll.number for roll in dice.log] == list(range(400))


@given(st.integers(1, 20), st.integers(1, 20))
def test_R0_38_the_die_that_counts(first, second):
    assert [keep(first, second, mode) for mode in (1, -1, 0)] == [max(first, second), min(first, second), first]


def test_R0_38_means_of_the_three_modes():
    assert [d20_law(mode).mean for mode in ("flat", "adv", "dis")] == [
        Fraction(21, 2),
        Fraction(553, 40),
        Fraction(287, 40),
    ]
