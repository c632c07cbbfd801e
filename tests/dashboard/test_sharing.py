"""Links, password, key and guesses, without a server."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from dashboard.cli import app
from dashboard.models import Author, Role
from dashboard.rooms import Room, Rooms
from dashboard.server import COLOURS, _author
from dashboard.sharing.access import HOST, ROLES, Access
from dashboard.sharing.desk import SharingDesk
from dashboard.sharing.door import Door
from dashboard.sharing.guesses import FREE, LONGEST_WAIT, Guesses
from dashboard.sharing.headers import content_policy
from dashboard.sharing.key import load_key
from dashboard.sharing.network import base_url, names_of_this_machine, parse_origin
from dashboard.sharing.passport import Passport, clean_name
from dashboard.store import Store, StoreError
from massbattle_core.errors import IllegalActionError
from tests.dashboard.fakes import demo

KEY = bytes(32)


@pytest.fixture
def access(store: Store) -> Access:
    return Access(store, KEY)


# ---------------------------------------------------------------- links


def test_a_battle_has_a_link_for_each_role_and_always_the_same(access: Access, store: Store) -> None:
    battle = store.create(demo())
    links = access.links(battle)
    assert tuple(links) == ROLES
    assert Access(store, KEY).links(battle) == links
    assert len({link.token for link in links.values()}) == 3
    for role, link in links.items():
        assert access.admit(link.token) == link
        assert access.role(battle, [link.id]) == role
        assert access.role(store.create(demo()), [link.id]) is None
    assert access.role(battle, [links["viewer"].id, links["editor"].id]) == "editor"
    assert access.role(battle, []) is None


def test_the_link_of_the_host_opens_every_battle(access: Access, store: Store) -> None:
    host = access.links(HOST)["owner"]
    assert access.role(store.create(demo()), [host.id]) == "owner"
    assert access.is_host([host.id])
    assert not access.is_host([access.links(store.create(demo()))["owner"].id])


def test_a_renewed_or_closed_link_opens_nothing(access: Access, store: Store) -> None:
    battle = store.create(demo())
    old = access.links(battle)["viewer"]
    new = access.renew(battle, "viewer")
    assert access.admit(old.token) is None
    assert access.still_open([old.id, new.id]) == {new.id}
    access.revoke(battle, "viewer")
    assert access.admit(new.token) is None
    assert tuple(access.links(battle)) == ("owner", "editor")
    assert access.admit(access.renew(battle, "viewer").token)


def test_a_token_is_long_bound_to_its_link_and_not_in_the_database(
    access: Access, store: Store, tmp_path: Path
) -> None:
    battle = store.create(demo())
    viewer, owner = (access.links(battle)[role].token for role in ("viewer", "owner"))
    signature = viewer.partition(".")[2]
    assert len(signature) * 6 >= 128
    assert access.admit(f"{owner.partition('.')[0]}.{signature}") is None
    assert access.admit(f"{viewer[:-1]}{'A' if viewer[-1] != 'A' else 'B'}") is None
    assert Access(store, bytes(31) + b"\1").admit(viewer) is None
    assert access.admit("") is access.admit("é.ü") is None
    store.close()
    assert signature.encode() not in (tmp_path / "battles.db").read_bytes()


def test_only_the_owner_s_desk_tells_and_changes_links(access: Access, store: Store) -> None:
    battle, told = store.create(demo()), []
    desks = {role: SharingDesk(access, battle, role, "http://h:1/", False, told.append) for role in ROLES}
    addresses = desks["owner"].addresses()
    assert addresses["viewer"] == f"http://h:1/join#{access.links(battle)['viewer'].token}"
    assert desks["editor"].addresses() == desks["viewer"].addresses() == {}
    for role in ("editor", "viewer"):
        with pytest.raises(IllegalActionError):
            desks[role].renew("viewer")
        with pytest.raises(IllegalActionError):
            desks[role].revoke("owner")
    with pytest.raises(IllegalActionError, match="your own"):
        desks["owner"].revoke("owner")
    assert access.links(battle).keys() == set(ROLES)
    desks["owner"].revoke("viewer")
    assert desks["owner"].addresses()["viewer"] == ""
    desks["owner"].renew("owner")
    assert [link and link.role for link in told] == [None, "owner"]


@pytest.mark.parametrize("role", ["owner", "editor"])
def test_whoever_branches_owns_the_branch_and_nothing_more(
    access: Access, rooms: Rooms, room: Room, role: Role
) -> None:
    links = access.links(room.id)
    desk = SharingDesk(access, room.id, role, "http://h:1/", False, lambda _link: None)
    branch = room.branch(0, "What if", Author("ben", role=role))
    token = desk.entrance(branch).removeprefix("join#")
    found = access.admit(token)
    assert found
    assert (found.battle, found.role) == (branch, "owner")
    assert access.role(room.id, [found.id]) is None  # the battle it came from is not theirs by it
    assert access.role(branch, [link.id for link in links.values()]) is None  # nor the branch that of the others
    for battle in (room.id, branch, rooms.store.create(demo())):
        access.links(battle)
        with pytest.raises(IllegalActionError, match="only the owner"):
            desk.entrance(battle)
    assert access.links(room.id) == links


def test_a_viewer_owns_nothing_and_the_host_needs_no_link(access: Access, store: Store) -> None:
    battle, made = store.create(demo()), store.create(demo())
    with pytest.raises(IllegalActionError, match="only the owner"):
        SharingDesk(access, battle, "viewer", "http://h:1/", False, lambda _link: None).entrance(made)
    assert SharingDesk(access, battle, "owner", "http://h:1/", True, lambda _link: None).entrance(made) == ""
    assert access.claim(made)  # nobody has made links of it


def test_the_page_of_all_battles_is_for_the_host_alone(access: Access, store: Store) -> None:
    """There battles are imported, duplicated and deleted: no link of a battle opens it."""
    battle = store.create(demo())
    door = Door(access, "secret", lambda: battle, "en", "run", shared=True)
    for role, link in access.links(battle).items():
        visitor = Passport("somebody", "", (link.id,), access.door)
        assert (door.role(visitor, battle), door.is_host(visitor)) == (role, False)
    assert door.is_host(Passport("host", "", (access.links(HOST)["owner"].id,), access.door))


# ---------------------------------------------------------------- password, key, guesses


def test_a_password_is_kept_as_a_salted_hash(access: Access, tmp_path: Path, store: Store) -> None:
    assert access.is_password("anything")
    assert access.door == ""
    access.set_password("correct horse")
    first = access.door
    assert (access.is_password("correct horse"), access.is_password("correct hors")) == (True, False)
    access.set_password("correct horse")
    assert access.door != first  # another salt: whoever was in before must say it again
    store.close()
    assert b"correct horse" not in (tmp_path / "battles.db").read_bytes()


def test_the_key_is_made_once_for_its_user_alone(tmp_path: Path) -> None:
    key = load_key(tmp_path / "new")
    path = tmp_path / "new" / "secret.key"
    assert load_key(tmp_path / "new") == key
    assert os.name != "posix" or stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]
    path.chmod(0o644)
    with pytest.raises(StoreError, match="chmod 600"):
        load_key(tmp_path / "new")
    path.chmod(0o600)
    path.write_text("nonsense")
    with pytest.raises(StoreError, match="damaged"):
        load_key(tmp_path / "new")


def test_wrong_guesses_wait_longer_and_longer_by_address_and_by_link() -> None:
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    for _ in range(FREE - 1):
        guesses.wrong("here", "link")
    assert guesses.wait("here") == 0
    waits = []
    for _ in range(12):
        guesses.wrong("here", "link")
        waits.append(guesses.wait("elsewhere", "link"))
    assert waits[:4] == [1, 2, 4, 8]
    assert waits[-1] == LONGEST_WAIT
    assert guesses.wait("elsewhere") == 0
    now[0] += LONGEST_WAIT
    assert guesses.wait("here", "link") == 0
    guesses.right("here", "link")
    guesses.wrong("here")
    assert guesses.wait("here") == 0


# ---------------------------------------------------------------- addresses, headers, command


def test_origins_are_read_with_their_ports() -> None:
    assert parse_origin("battles.example", 5006) == ("battles.example:5006", "http://battles.example:5006/")
    assert parse_origin("battles.example:80", 5006)[0] == "battles.example:80"
    assert parse_origin("https://battles.example", 5006) == ("battles.example", "https://battles.example/")
    assert base_url(["https://battles.example"], 5006) == "https://battles.example/"
    assert {"127.0.0.1", "localhost"} <= set(names_of_this_machine())
    for wrong in ("", "ftp://x", "https://x/path", "http://[::1]"):
        with pytest.raises(ValueError, match="no origin"):
            parse_origin(wrong, 1)


def test_the_content_policy_runs_no_script_of_others() -> None:
    scripts = content_policy("n0nce").partition("script-src ")[2].partition(";")[0]
    assert "'nonce-n0nce'" in scripts
    assert "unsafe-inline" not in scripts
    assert "http" not in content_policy("n")


def test_everybody_present_has_a_colour_of_their_own() -> None:
    present: list[Author] = []
    for number in range(len(COLOURS)):
        present.append(_author(Passport(f"author-{number}"), "editor", present))
    assert {one.colour for one in present} == set(COLOURS)
    assert _author(Passport("author-3"), "editor", present) == present[3]
    assert _author(Passport("one-too-many"), "editor", present).colour in COLOURS


def test_names_are_one_short_line() -> None:
    assert clean_name("  Ana \n\u202e the\tfirst ") == "Ana the first"
    assert len(clean_name("x" * 99)) == 30


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--address", "0.0.0.0"], "add --share"),
        (["--origin", "battles.example"], "add --share"),
        (["--share", "--origin", "https://x/y"], "no origin"),
    ],
)
def test_serve_lets_nobody_in_by_mistake(
    options: list[str], reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        app(["serve", "--store", f"sqlite:///{tmp_path / 'b.db'}", *options], prog_name="massbattle")
    assert ended.value.code == 2
    assert reason in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
