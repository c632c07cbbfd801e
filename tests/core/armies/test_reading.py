"""Lists of every kind of spreadsheet, and what is told line by line."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from massbattle_core.armies import ArmyPreview, read_army_csv
from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument, apply_edit
from massbattle_core.errors import BattleFileError, InvalidBattleError
from massbattle_core.mass_combat.edits import AddUnit
from massbattle_core.mass_combat.model import Arrival, Commander, Group, MassBattle

FRENCH = """Mes armées;;;;;;;;;
;;;;;;;;;
camp;unité;groupe;créature;nombre;monture;commandant;moral;colonne;ligne
Royaume;Piquiers;1;Gardes;1 000,0;;;+2,0;3;4
;;2;200 gobelins;;loups;;;;
;;;chevalier;;;oui;;;
camp;unité;groupe;créature;nombre;monture;commandant;moral;colonne;ligne

"Horde";"La ""Meute""; grise";1;Orc;80;;;−2;F7;
"""


def read(text: str | bytes) -> ArmyPreview:
    return read_army_csv(text, {}, catalogue())


def line(**cells: str) -> ArmyPreview:
    """A list of one line with these cells."""
    usual = {"side": "a", "unit": "U", "creature": "orc", "count": "20", "is_commander": ""}
    cells = {**usual, **cells}
    return read(f"{'|'.join(cells)}\n{'|'.join(cells.values())}\n")


def told(preview: ArmyPreview) -> list[str]:
    return [f"{problem.severity} {problem}" for problem in preview.problems]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_french_spreadsheet(encoding: str, end: str) -> None:
    text = FRENCH.replace("−", "-") if encoding == "cp1252" else FRENCH
    preview = read(text.replace("\n", end).encode(encoding))
    assert told(preview) == [
        'warning line 9, is_commander: La "Meute"; grise has no commander (mark a line with yes, or choose later)'
    ]
    pikes, pack = preview.units
    assert pikes.name == "Piquiers"
    assert pikes.groups == (Group("guard", 1000), Group("goblin", 200, "wolf"))
    assert pikes.commander == Commander(2, "knight")
    assert (pikes.side, pikes.morale, pikes.position) == ("a", 2, (3, 4))
    assert (pack.side, pack.morale, pack.position) == ("b", -2, (6, 5))
    assert preview.sides == {"a": {"name": "Royaume"}, "b": {"name": "Horde"}}
    assert sorted(preview.creatures) == ["goblin", "guard", "knight", "orc", "wolf"]


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_separators(separator: str) -> None:
    text = "side,unit,creature,count\nb,Horde,orc,80\n".replace(",", separator)
    assert read(text).units[0].groups == (Group("orc", 80),)


def test_columns_in_any_order_and_missing_ones() -> None:
    preview = read("Number,Monster,Mood\n60,Scouts,fine\n14,Ogre,\n")
    assert [(unit.id, unit.side, unit.name, unit.groups[0].count) for unit in preview.units] == [
        ("u1", "a", "Scout", 60),
        ("u2", "a", "Ogre", 14),
    ]
    assert told(preview)[:2] == [
        "warning line 1: 'Mood' is no column of a list: left out",
        "warning line 2, side: no side is named: it counts as side A (write a or b)",
    ]


def test_lists_without_headings() -> None:
    usual = read("a,Pikes,1,guard,100,,,2,3,4\nb,Horde,1,orc,80,,,0,9,4\n")
    assert [(unit.name, unit.position) for unit in usual.units] == [("Pikes", (3, 4)), ("Horde", (9, 4))]
    assert usual.problems[0].severity == "warning"
    counted = read("200 gobelins\n20 x wolves\n")
    assert [unit.groups for unit in counted.units] == [(Group("goblin", 200),), (Group("wolf", 20),)]


def test_first_two_names_are_the_sides_and_a_third_is_refused() -> None:
    preview = read("side,unit,creature,count\nElves,A,scout,1\nOrcs,B,orc,1\n,C,orc,1\nGnomes,D,orc,1\n")
    assert [(unit.name, unit.side) for unit in preview.units] == [("A", "a"), ("B", "b"), ("C", "b")]
    assert str(preview.errors[0]) == "line 5, side: 'Gnomes' is a third side (a battle has two: write a or b)"
    mixed = read("side,unit,creature,count\nb,A,scout,1\nOrcs,B,orc,1\n")
    assert [unit.side for unit in mixed.units] == ["b", "a"]


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        ("200", 200), ("200 orcs", 200), ("x20", 20), ("20 ×", 20), ("20,0", 20), ("20,", 20),
        ("1 000", 1000), ("1'000", 1000), ("1,000", 1000), ("1.000", 1000),
    ],
)  # fmt: skip
def test_counts(count: str, expected: int) -> None:
    preview = line(count=count)
    assert preview.errors == ()
    assert preview.units[0].groups == (Group("orc", expected),)


@pytest.mark.parametrize("count", ["many", "2.5", "0", "-5", "100001", "1e9", "NaN", "9" * 400])
def test_counts_that_are_none(count: str) -> None:
    assert [problem.column for problem in line(count=count).errors] == ["count"]


@pytest.mark.parametrize(
    ("name", "creature", "guessed"),
    [
        ("Éclaireurs", "scout", False),
        ("HOBGOBLINS", "hobgoblin", False),
        ("hill-giant", "hill-giant", False),
        ("hobgoblun", "hobgoblin", True),
        ("orc warriors", "orc", True),
    ],
)
def test_creatures_by_name(name: str, creature: str, guessed: bool) -> None:
    preview = line(creature=name)
    assert preview.units[0].groups[0].creature == creature
    warned = [problem for problem in preview.problems if problem.column == "creature"]
    assert [problem.severity for problem in warned] == (["warning"] if guessed else [])


def test_a_creature_like_no_other_is_an_error() -> None:
    assert str(line(creature="xyzzy").errors[0]).startswith("line 2, creature: no creature is called 'xyzzy' (write")


def test_creatures_of_the_battle_come_first() -> None:
    orc = catalogue().get("orc")
    assert orc
    preview = read_army_csv("creature,count\nGobelin,3\nOrc,4\n", {"goblin": orc, "mine": orc}, catalogue())
    [unit] = preview.units
    assert unit.groups == (Group("goblin", 3), Group("goblin", 4))
    assert preview.creatures == {"goblin": orc}
    assert preview.to_edit(MassBattle()).edits == (AddUnit(unit),)


def test_commanders() -> None:
    assert line(creature="knight", count="", is_commander="oui").units[0].commander == Commander(2, "knight")
    named = line(creature="goblin", count="1", is_commander="Snik", mount="wolf").units[0]
    assert named.commander == Commander(-1, "goblin", "Snik", "wolf")
    many = line(creature="goblin", count="20", is_commander="yes")
    assert many.units[0].groups == (Group("goblin", 19),)
    assert many.problems[0].message == "one of the 20 leads: 19 and the commander"
    hero = line(creature="", count="", commander_name="Ysolde", charisma="3").units[0]
    assert hero.commander == Commander(3, None, "Ysolde")
    assert line(charisma="16").units[0].commander == Commander(3)
    two = read("unit,creature,is_commander\nU,orc,yes\nU,knight,yes\n")
    assert str(two.errors[0]) == "line 3, is_commander: U has a commander in line 2 (leave one of them)"


def test_facts_of_a_unit() -> None:
    preview = line(
        morale="motivé", doctrine="tenir", targets="weakest", mode="vol", arrival="3", losses="2", secret="oui",
        factors="pay+1 enemy −1", notes="hidden", id="u7", col="B12",
    )  # fmt: skip
    [unit] = preview.units
    assert preview.errors == ()
    assert (unit.id, unit.morale, unit.doctrine, unit.targets, unit.mode) == ("u7", 2, "hold", "weakest", "fly")
    assert (unit.arrival, unit.losses, unit.secret, unit.notes, unit.position) == (
        Arrival(3),
        2,
        True,
        "hidden",
        (11, 1),
    )
    assert unit.factors == {"pay": 1, "enemy": -1}
    assert line(factors="pay+ stakes+").units[0].morale == 4


@pytest.mark.parametrize(
    "cell",
    [
        {"morale": "11"}, {"morale": "good"}, {"col": "60"}, {"row": "-1"}, {"charisma": "31"}, {"doctrine": "dance"},
        {"mode": "jump"}, {"arrival": "0"}, {"losses": "x"}, {"secret": "perhaps"}, {"factors": "pay"}, {"id": "7"},
        {"mount": "xyzzy"}, {"side_morale": "99"},
        {"unit": "=1+1"}, {"creature": "@SUM(1)"}, {"count": "#REF!"}, {"morale": "+cmd|' /C calc'!A0"},
    ],
)  # fmt: skip
def test_values_that_do_not_fit_name_their_column(cell: dict[str, str]) -> None:
    [problem] = line(**cell).errors
    assert (problem.line, problem.column) == (2, next(iter(cell)))
    assert problem.remedy


def test_names_that_begin_like_a_formula_are_names() -> None:
    assert [line(unit=name).units[0].name for name in ("- Reserve (left)", "+2 swords!")] == [
        "- Reserve (left)",
        "+2 swords!",
    ]


def test_lines_that_contradict_each_other_are_told() -> None:
    heading = "side,unit,creature,count,morale,col,row,side_name\n"
    told_of = told(read(f"{heading}a,U,orc,5,2,3,4,Us\na,U,ogre,5,4,3,4,You\nb,V,orc,5,0,3,4,\n"))
    assert "warning line 3, morale: line 2 says otherwise of U: the first counts (check it)" in told_of
    assert "warning line 3, side_name: a line above says otherwise: the first counts (check it)" in told_of
    assert "warning line 4, col: U stands there already: V is not placed (choose another hex)" in told_of


def test_lines_are_mended_in_the_preview() -> None:
    preview = read("side,unit,creature,count\na,Pikes,guards,100\na,Pikes,xyzzy,20\nb,Horde,orc,many\n")
    assert [problem.line for problem in preview.errors] == [3, 4]
    with pytest.raises(InvalidBattleError, match="line 3, creature"):
        preview.to_edit(MassBattle())
    mended = preview.with_line(3, {"creature": "veteran"}).with_line(4, {"count": "80", "morale": "-2"})
    assert mended.errors == ()
    assert mended.columns == ("side", "unit", "creature", "count", "morale")
    assert mended.lines[2].cells == {"side": "b", "unit": "Horde", "creature": "orc", "count": "80", "morale": "-2"}
    document = apply_edit(BattleDocument(), mended.to_edit(MassBattle())).document
    assert document.mass_combat.units["u1"].groups == (Group("guard", 100), Group("veteran", 20))
    assert document.mass_combat.units["u2"].morale == -2
    assert sorted(document.creatures) == ["guard", "orc", "veteran"]
    assert preview.without_line(3).without_line(4).errors == ()
    with pytest.raises(InvalidBattleError, match="no such line"):
        preview.with_line(99, {})


def test_a_quotation_mark_left_open_costs_one_line() -> None:
    preview = read('unit,creature,count\n"Old,orc,5\nNew,orc,6\n')
    assert [unit.name for unit in preview.units] == ["Old,orc,5", "New"]
    assert preview.problems[0].message == "a quotation mark is not closed"


def test_more_than_a_battle_holds() -> None:
    rows = "".join(f"a,U{n},orc,1\n" for n in range(70))
    assert [problem.line for problem in read(f"side,unit,creature,count\n{rows}").errors] == [66, 67, 68, 69, 70, 71]
    rows = "a,U,orc,1\n" * 41
    assert str(read(f"side,unit,creature,count\n{rows}").errors[0]).startswith("line 42, group: a unit has at most 40")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \n;;\n", "no line names"),
        (b'"', "empty"),
        (b"PK\x03\x04rest", "spreadsheet"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old spreadsheet"),
        (b"%PDF-1.7", "PDF"),
        (bytes(range(256)) * 20, "no text"),
        (b'{"format": "massbattle"}', "JSON"),
        (b"<html>", "page"),
        (b"dear all,\nhow are you?\n", "no line names the columns"),
        (b"side,unit\na,b\n", "no column of creatures"),
        (b"side,unit,creature,count\n", "no creatures"),
        (b"creature,count\n" + b"orc,1\n" * 99_000, "more than 5000 lines"),
        (b"creature,count\n" + b"\n" * 1_000_000, "has 1000002 lines"),
        (b"creature,count\n" + b"x" * 30_000, "characters in one line"),
        (b"a," * 3_000_000, "larger than 5 MB"),
    ],
)
def test_files_that_are_no_lists(data: bytes, message: str) -> None:
    with pytest.raises(BattleFileError, match=message) as caught:
        read(data)
    assert caught.value.remedy


@pytest.mark.parametrize("filler", [" ", "1 ", "'", "é", "x", "1,", "(", "a="])
def test_long_cells_are_read_in_seconds(filler: str) -> None:
    cell = f"a{filler * (15_000 // len(filler))}b"
    columns = ("creature", "count", "unit", "morale", "factors", "notes", "side", "is_commander")
    rows = "".join(";".join(cell if place == n else "orc" for place in range(8)) + "\n" for n in range(8)) * 5
    started = time.perf_counter()
    assert read(f"{';'.join(columns)}\n{rows}").errors
    assert time.perf_counter() - started < 5


def test_thousands_of_unknown_names_are_told_in_seconds() -> None:
    rows = "".join(f"unit {n},qwx{n}zy,{n}\n" for n in range(1, 4000))
    started = time.perf_counter()
    assert len(read(f"unit,creature,count\n{rows}").errors) > 3900
    assert time.perf_counter() - started < 20


_cells = st.sampled_from(
    ["a", "b", "orc", "wolf", "20", "-1", "=x", '"', "''", "yes", "F7", "1,0", "é", "\n", "200 orcs", "u1", "∞"]
) | st.text(max_size=8)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.lists(_cells, max_size=12).map(";".join), max_size=8).map("\n".join) | st.binary(max_size=200),
    st.booleans(),
)
def test_whatever_is_read_ends_in_a_preview_or_a_clear_message(data: str | bytes, headed: bool) -> None:
    heading = "side;unit;group;creature;count;mount;is_commander;morale;col;row;charisma;notes\n"
    if headed:
        data = heading + data if isinstance(data, str) else heading.encode() + data
    try:
        preview = read(data)
    except BattleFileError as error:
        refusal = error.remedy
    else:
        refusal = "; ".join(problem.remedy for problem in preview.errors)
        if not preview.errors:
            document = apply_edit(BattleDocument(), preview.to_edit(MassBattle(), replacing=("a", "b"))).document
            assert len(document.mass_combat.units) == len(preview.units)
            return
    assert refusal
