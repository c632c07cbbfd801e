"""What is written reads back as the same battle."""

from dataclasses import replace

from hypothesis import given, settings

from massbattle_core import battlefile
from massbattle_core.armies import read_army_csv, write_army_csv
from massbattle_core.creatures import catalogue
from massbattle_core.document import BattleDocument, apply_edit, edit_from_json, edit_to_json
from massbattle_core.document import preview as after
from massbattle_core.mass_combat.model import MassBattle, Side
from tests.core.armies.documents import FORD, documents

DEMO = battlefile.load(FORD)


@settings(max_examples=60, deadline=None)
@given(documents())
def test_every_army_reads_back_as_it_was(document: BattleDocument) -> None:
    battle = document.mass_combat
    if not battle.units:
        return
    preview = read_army_csv(write_army_csv(document), document.creatures, catalogue())
    assert preview.errors == ()
    used = {unit.side for unit in battle.units.values()}
    emptied = replace(
        document,
        mass_combat=replace(
            battle, units={}, objectives={}, sides={**battle.sides, **{side: Side("?") for side in used}}
        ),
    )
    edit = preview.to_edit(emptied.mass_combat)
    assert after(emptied, edit) == replace(document, mass_combat=replace(battle, objectives={}))
    again = preview.to_edit(battle, replacing=("a", "b"))
    assert after(document, edit_from_json(edit_to_json(again))) == document


def test_the_demo_goes_into_a_new_battle_with_its_creatures() -> None:
    edit = read_army_csv(write_army_csv(DEMO).encode("cp1252"), {}, catalogue()).to_edit(MassBattle())
    document = apply_edit(BattleDocument(), edit).document
    assert document.mass_combat.units == DEMO.mass_combat.units
    assert document.mass_combat.sides == DEMO.mass_combat.sides
    assert document.creatures == DEMO.creatures


def test_only_the_usual_columns_and_those_needed_are_written() -> None:
    heading, first, *_ = write_army_csv(DEMO).splitlines()
    assert heading == (
        "side,unit,group,creature,count,mount,is_commander,morale,col,row,charisma,commander_name,doctrine,side_name"
    )
    assert first == "a,Pikes of Dorn,1,Guard,120,,,0,10,5,,,,Dornmere"
    assert len(write_army_csv(DEMO, "b").splitlines()) == 1 + 6 * 2


def test_no_cell_is_a_formula() -> None:
    unit = replace(DEMO.mass_combat.units["u1"], name="=cmd|' /C calc'!A0", notes="@SUM(1)", position=None)
    text = write_army_csv(replace(DEMO, mass_combat=replace(DEMO.mass_combat, units={"u1": unit})))
    assert ",'=cmd|' /C calc'!A0," in text
    assert ",'@SUM(1)," in text


def test_an_army_of_one_side_goes_to_either() -> None:
    preview = read_army_csv(write_army_csv(DEMO, "b"), {}, catalogue())
    moved = preview.of_side("a")
    document = apply_edit(DEMO, moved.to_edit(DEMO.mass_combat, replacing=("a",))).document
    assert document.mass_combat.sides["a"].name == "Grukk’s Horde"
    names = [unit.name for unit in document.mass_combat.side_units("a")]
    assert names == [unit.name for unit in DEMO.mass_combat.side_units("b")]
    assert {unit.id for unit in document.mass_combat.side_units("b")} == {f"u{n}" for n in range(7, 13)}
    both = read_army_csv(write_army_csv(DEMO), {}, catalogue()).of_side("b")
    assert [unit.name for unit in both.units] == names
    assert "guard" not in both.creatures


def test_units_that_cannot_stand_come_without_a_place() -> None:
    preview = read_army_csv(write_army_csv(DEMO, "b"), {}, catalogue())
    document = apply_edit(DEMO, preview.to_edit(DEMO.mass_combat)).document
    assert [unit.position for unit in document.mass_combat.side_units("b")[6:]] == [None] * 6
    small = replace(DEMO.mass_combat.field, columns=18, hexes={})
    edit = preview.to_edit(replace(DEMO.mass_combat, field=small, units={}))
    placed = apply_edit(replace(DEMO, mass_combat=replace(DEMO.mass_combat, field=small, units={})), edit).document
    assert [u.position for u in placed.mass_combat.side_units("b")] == [(17, 4), (17, 8), (17, 10), None, None, None]
