from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.errors import InvalidBattleError
from massbattle_core.results_table.model import Soldier
from massbattle_core.results_table.roster import SoldierCount, read_soldiers_csv, soldiers_from_counts
from massbattle_core.results_table.tables import MAX_SOLDIERS


def places(error):
    return [problem.place for problem in error.value.problems]


def test_soldiers_from_counts_are_numbered():
    soldiers = soldiers_from_counts([SoldierCount(2, 120, "sword"), SoldierCount(1, 30, "none", True)])
    assert soldiers == (
        Soldier("1", 120, "sword"),
        Soldier("2", 120, "sword"),
        Soldier("3", 30, "none", True),
    )


def test_every_wrong_count_is_named_at_once():
    wrong = [SoldierCount(-1), SoldierCount(True), SoldierCount(1, -5, "axe", "yes"), SoldierCount(2.0)]
    with pytest.raises(InvalidBattleError) as error:
        soldiers_from_counts(wrong)
    assert places(error) == [
        "counts/0/count",
        "counts/1/count",
        "counts/2/strength",
        "counts/2/weapon",
        "counts/2/shield",
        "counts/3/count",
    ]


def test_too_many_soldiers_are_refused():
    with pytest.raises(InvalidBattleError, match="more than 100000 soldiers"):
        soldiers_from_counts([SoldierCount(MAX_SOLDIERS), SoldierCount(1)])
    with pytest.raises(InvalidBattleError, match="more than 100000 soldiers"):
        read_soldiers_csv(f"count,strength\n{MAX_SOLDIERS},1\n1,1\n")


def test_csv_columns_come_in_any_order_and_may_be_left_out():
    text = "\ufeffWeapon;Strength;Shield;Name;Count\n# guards\nsword;120;yes;Guard;2\n\n;30;;Anna;\nMACE;60;no;;1\n"
    assert read_soldiers_csv(text) == (
        Soldier("Guard 1", 120, "sword", True),
        Soldier("Guard 2", 120, "sword", True),
        Soldier("Anna", 30),
        Soldier("line 6", 60, "mace"),
    )
    assert read_soldiers_csv("strength\n50\n") == (Soldier("line 2", 50),)


def test_csv_problems_are_told_line_by_line():
    text = "name,strength,weapon,shield,count\nA,abc,sword,yes,1\nB,10,axe,maybe,-1\nC,10\nD,10,,,1\nD,10,,,1\n"
    with pytest.raises(InvalidBattleError) as error:
        read_soldiers_csv(text)
    assert places(error) == [
        "line 2/strength",
        "line 3/count",
        "line 3/weapon",
        "line 3/shield",
        "line 4",
        "line 6/name",
    ]
    assert all(problem.remedy for problem in error.value.problems)


@pytest.mark.parametrize("text", ["", "\n\n", "strength\n", "# nothing\n"])
def test_csv_without_soldiers_is_refused(text):
    with pytest.raises(InvalidBattleError, match="no soldier"):
        read_soldiers_csv(text)


def test_csv_headers_are_checked():
    with pytest.raises(InvalidBattleError) as error:
        read_soldiers_csv("weapon,weapon,size\nsword,sword,1\n")
    assert [problem.message for problem in error.value.problems] == [
        "unknown column 'size'",
        "two columns 'weapon'",
        "no column 'strength'",
    ]


CELLS = st.sampled_from(["name", "strength", "count", "weapon", "sword", "yes", "7", "-1", "²", "\x00", "", '"'])


@given(st.lists(st.lists(CELLS, max_size=4).map(",".join), max_size=5).map("\n".join))
@settings(max_examples=60)
def test_csv_of_any_text_is_read_or_refused(text):
    try:
        soldiers = read_soldiers_csv(text)
    except InvalidBattleError:
        return
    assert len({soldier.name for soldier in soldiers}) == len(soldiers)
