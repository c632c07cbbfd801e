"""The edits that lay another ground or picture under a battle, and the pictures themselves."""

import base64
import json
from math import sqrt
from typing import Any

import pytest

from massbattle_core.battlefile import dumps, loads
from massbattle_core.document import (
    BattleDocument,
    apply_edit,
    apply_patch,
    document_to_json,
    edit_from_json,
    edit_to_json,
)
from massbattle_core.errors import InvalidBattleError
from massbattle_core.mass_combat.backdrop import LARGEST_PICTURE, Picture, picture_of
from massbattle_core.mass_combat.edits import ResizeField, SetBackdrop, SetField
from massbattle_core.mass_combat.model import (
    Arrival,
    Backdrop,
    Battlefield,
    Hex,
    MassBattle,
    Objective,
    Unit,
)
from massbattle_core.mass_combat.state import pack_map

PNG = (
    "iVBORw0KGgoAAAANSUhEUgAAACEAAAAVCAIAAABHbRCDAAAAIklEQVR4nGP8z0BzwER7K0btGLVj1I5RO0btGLVj1A4aAwDfvQEp9O0xIwAA"
    "AABJRU5ErkJggg=="
)
WEBP_LOSSY = (
    "UklGRk4AAABXRUJQVlA4IEIAAACQAwCdASohABUAPm02l0ikIyIhJWgAgA2JZwDPkoB+AAAr98NwAP7wm0P/5BcsLrka//yA/5Af8gP/498Ql180"
    "AAA="
)
WEBP_LOSSLESS = "UklGRhwAAABXRUJQVlA4TA8AAAAvIAAFAAcQ/Y/+ByKi/wEA"


def coded(content: bytes) -> str:
    return base64.b64encode(content).decode()


def jpeg(width: int, height: int) -> bytes:
    """The beginning of a JPEG: a segment to pass over, a fill byte, then its size."""
    size = b"\x08" + height.to_bytes(2, "big") + width.to_bytes(2, "big") + bytes(8)
    return b"\xff\xd8\xff\xe0\x00\x05abc\xff\xff\xc2\x00\x11" + size


def png(width: int, height: int, length: int = 40) -> bytes:
    header = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return header.ljust(length, b"\x00")


def webp_extended(width: int, height: int) -> bytes:
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    return b"RIFF\x00\x00\x00\x00WEBPVP8X" + bytes(8) + sizes


def prepared() -> BattleDocument:
    """A battle of three units on a ground of 12 × 10 with zones and objectives."""
    units = {
        "u1": Unit("u1", "a", "Near", position=(1, 1)),
        "u2": Unit("u2", "b", "Far", position=(11, 9)),
        "u3": Unit("u3", "b", "Late", position=(11, 0), arrival=Arrival(3)),
    }
    field = Battlefield(12, 10, {"0,0": Hex("water"), "11,9": Hex("wall")}, {"a": ((0, 0), (11, 9)), "b": ((5, 5),)})
    objectives = {
        "hill": Objective("a", "hold", ((2, 2), (11, 8)), 3),
        "edge": Objective("b", "reach", ((11, 9),)),
        "king": Objective("b", "protect", unit="u2"),
    }
    return BattleDocument("Test", {}, MassBattle(units=units, field=field, objectives=objectives))


# ---------------------------------------------------------------- the ground


def test_a_new_ground_replaces_the_old_and_keeps_what_fits() -> None:
    ground = Battlefield(6, 6, {"3,3": Hex("difficult"), "4,4": Hex()})
    battle = apply_edit(prepared(), SetField(ground)).document.mass_combat
    assert battle.field == Battlefield(6, 6, {"3,3": Hex("difficult")}, {"a": ((0, 0),), "b": ((5, 5),)})
    assert {key: unit.position for key, unit in battle.units.items()} == {"u1": (1, 1), "u2": None, "u3": None}
    assert battle.objectives == {
        "hill": Objective("a", "hold", ((2, 2),), 3),
        "king": Objective("b", "protect", unit="u2"),
    }


def test_zones_and_picture_of_the_new_ground_go_before_the_old() -> None:
    old = apply_edit(prepared(), SetBackdrop(Backdrop(PNG))).document
    assert apply_edit(old, SetField(Battlefield(20, 20))).document.mass_combat.field.backdrop == Backdrop(PNG)
    ground = Battlefield(20, 20, {}, {"a": ((5, 5),)}, Backdrop(WEBP_LOSSLESS))
    assert apply_edit(old, SetField(ground)).document.mass_combat.field == ground


def test_a_smaller_map_keeps_what_fits() -> None:
    before = prepared()
    resized = apply_edit(before, ResizeField(6, 6)).document.mass_combat
    relaid = apply_edit(before, SetField(Battlefield(6, 6, {"0,0": Hex("water")}))).document.mass_combat
    assert resized == relaid


def test_the_edits_are_undone_by_their_patch_and_written_as_json() -> None:
    before = prepared()
    for edit in (SetField(Battlefield(6, 6, {"3,3": Hex("water", 2)})), SetBackdrop(Backdrop(PNG, 1, 2, 3, 0.5))):
        change = apply_edit(before, edit)
        assert apply_patch(change.document, change.inverse) == before
        assert apply_patch(before, change.patch) == change.document
        assert edit_from_json(json.loads(json.dumps(edit_to_json(edit)))) == edit
    assert edit_from_json({"edit": "SetBackdrop", "backdrop": None}) == SetBackdrop(None)


@pytest.mark.parametrize(
    ("ground", "place"),
    [
        (Battlefield(61, 40), "mass_combat/field/columns"),
        (Battlefield(10, 1_000_000), "mass_combat/field/rows"),
        (Battlefield(3, 3, {"3,0": Hex("water")}), "mass_combat/field/hexes/3,0"),
        (Battlefield(3, 3, {}, {"a": ((0, 0),), "b": ((0, 0),)}), "mass_combat/field/zones"),
        (Battlefield(3, 3, {}, {"a": ((0, 3),)}), "mass_combat/field/zones/a"),
    ],
)
def test_a_ground_that_no_battle_has_is_refused(ground: Battlefield, place: str) -> None:
    before = prepared()
    with pytest.raises(InvalidBattleError) as error:
        apply_edit(before, SetField(ground))
    assert place in {problem.place for problem in error.value.problems}


# ---------------------------------------------------------------- the picture


@pytest.mark.parametrize(
    ("data", "picture"),
    [
        (PNG, Picture("png", 33, 21)),
        (WEBP_LOSSY, Picture("webp", 33, 21)),
        (WEBP_LOSSLESS, Picture("webp", 33, 21)),
        (coded(webp_extended(4000, 3000)), Picture("webp", 4000, 3000)),
        (coded(jpeg(640, 480)), Picture("jpeg", 640, 480)),
    ],
)
def test_pictures_are_known_by_their_first_bytes(data: str, picture: Picture) -> None:
    assert picture_of(data) == picture
    assert Backdrop(data).address.startswith(f"data:image/{picture.kind};base64,")
    document = apply_edit(prepared(), SetBackdrop(Backdrop(data, -3.5, 2, 12, 0.25))).document
    assert loads(dumps(document)) == document


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("", "no picture"),
        ("not base64!", "base64"),
        ("Ünïcode", "base64"),
        (coded(b"GIF89a" + bytes(40)), "no picture"),
        (coded(b"<svg onload='alert(1)'/>"), "no picture"),
        (coded(b"%PDF-1.7" + bytes(40)), "no picture"),
        (coded(png(33, 21)[:20]), "no picture"),
        (coded(jpeg(33, 21)[:10]), "no picture"),
        (coded(b"\xff\xd8\xff" + b"\xff" * 100_000), "no picture"),
        (coded(b"RIFF\x00\x00\x00\x00WEBPVP9X" + bytes(30)), "no picture"),
        (coded(png(0, 21)), "0 × 21 pixels"),
        (coded(png(60_000, 60_000)), "at most 40 million"),
        (coded(png(33, 21, LARGEST_PICTURE + 1)), "larger than 4 MB"),
        ("A" * 30_000_000, "larger than 4 MB"),
    ],
)
def test_what_is_no_harmless_picture_is_refused_and_the_battle_stays(data: str, words: str) -> None:
    before = prepared()
    with pytest.raises(InvalidBattleError) as error:
        apply_edit(before, SetBackdrop(Backdrop(data)))
    [problem] = error.value.problems
    assert problem.place == "mass_combat/field/backdrop/data"
    assert words in problem.message
    assert before == prepared()
    with pytest.raises(InvalidBattleError, match="backdrop/data"):
        edit_from_json({"edit": "SetBackdrop", "backdrop": {"data": data}})


@pytest.mark.parametrize(
    "values",
    [
        {"x": float("nan")},
        {"y": float("inf")},
        {"x": 501},
        {"scale": 0},
        {"scale": -1},
        {"scale": float("nan")},
        {"opacity": 1.01},
        {"opacity": "much"},
        {"rotation": 90},
    ],
)
def test_numbers_that_make_no_sense_are_refused(values: dict[str, Any]) -> None:
    with pytest.raises(InvalidBattleError) as error:
        edit_from_json({"edit": "SetBackdrop", "backdrop": {"data": PNG, **values}})
    assert error.value.problems[0].place == f"backdrop/{next(iter(values))}"


def test_the_largest_picture_is_welcome() -> None:
    data = coded(png(6000, 6000, LARGEST_PICTURE))
    document = apply_edit(prepared(), SetBackdrop(Backdrop(data))).document
    assert document_to_json(document)["mass_combat"]["field"]["backdrop"] == {"data": data}


def test_a_picture_lies_where_its_numbers_say() -> None:
    assert Backdrop(PNG, 0, 0, 11).frame == pytest.approx((-sqrt(3) / 2, 1 - 7 * sqrt(3), 10.5 * sqrt(3), 1))
    assert Backdrop(PNG, 2, 1, 11).frame == pytest.approx((1.5 * sqrt(3), 1 - 8 * sqrt(3), 12.5 * sqrt(3), 1 - sqrt(3)))


def test_a_picture_means_nothing_to_the_battle() -> None:
    plain, pictured = (
        Battlefield(4, 4, {"1,1": Hex("water")}),
        Battlefield(4, 4, {"1,1": Hex("water")}, {}, Backdrop(PNG)),
    )
    assert pack_map(plain, {}, frozenset()).record.tobytes() == pack_map(pictured, {}, frozenset()).record.tobytes()
