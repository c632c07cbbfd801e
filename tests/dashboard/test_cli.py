"""The command line: bad input ends with exit code 2 and a message that names file, place and remedy."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from typer.testing import CliRunner, Result

from dashboard import cli
from dashboard.commands import serve
from dashboard.store import Store
from massbattle_core import battlefile
from massbattle_core.mass_combat.simulate import odds_of, prepare, run
from tests.dashboard.fakes import ANA, DEMO, demo
from tests.dashboard.test_session import bad_files

FEW = ("--battles", "300", "--threads", "2")


def massbattle(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [str(argument) for argument in arguments])


@pytest.fixture
def bad(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "bad.json"
    path.write_bytes(bad_files()[request.param])
    return path


@pytest.mark.parametrize("bad", bad_files(), indirect=True)
@pytest.mark.parametrize("command", ["odds", "serve"])
def test_a_bad_battle_file_is_refused_with_file_place_and_remedy(
    command: str, bad: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    more = ("--store", f"sqlite:///{tmp_path / 'battles.db'}") if command == "serve" else ()
    result = massbattle(command, bad, *more)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"massbattle {command}: {bad}")
    assert result.stderr.rstrip().endswith(")")
    place = {
        "not JSON": "line 1, column 1",
        "newer version": "version",
        "unknown creature": "mass_combat/units/u1/groups/0/creature",
        "a billion creatures": "mass_combat/units/u1/groups/0/count",
        "two units in one hex": "mass_combat/units/u2/position",
        "no commander": "mass_combat/units/u1/commander",
        "an empty side": "mass_combat/sides/b",
    }
    name = request.node.callspec.params["bad"]
    assert place.get(name, "") in result.stderr


def test_a_missing_file_is_refused() -> None:
    result = massbattle("odds", "nowhere.json")
    assert result.exit_code == 2
    assert "nowhere.json" in result.stderr


@pytest.mark.parametrize("option", [("--battles", 0), ("--threads", 0), ("--seed", -1), ("--seed", 2**53)])
def test_a_bad_number_is_refused_naming_the_option(option: tuple[str, int]) -> None:
    result = massbattle("odds", DEMO, *option)
    assert result.exit_code == 2
    assert option[0] in result.stderr


def test_odds_are_those_of_the_same_seed_and_battles_whatever_the_threads() -> None:
    document = demo()
    prepared = prepare(document.mass_combat, document.creatures)
    expected = odds_of(prepared, run(prepared, 0, 300))
    for threads in (1, 3):
        found = json.loads(massbattle("odds", DEMO, "--battles", 300, "--threads", threads, "--json").stdout)
        assert (found["format"], found["method"], found["battles"], found["seed"]) == (1, "simulated", 300, 1)
        assert found["win"] == {"p": expected.win.p, "low": expected.win.low, "high": expected.win.high}
        assert sum(found["rounds"].values()) == pytest.approx(1)
        assert {"id", "name", "side", "survival", "mean_br"} <= found["units"][0].keys()


def test_another_seed_gives_other_battles() -> None:
    first, second = (massbattle("odds", DEMO, *FEW, "--seed", seed, "--json").stdout for seed in (1, 2))
    assert json.loads(first)["units"] != json.loads(second)["units"]


def test_odds_for_people() -> None:
    lines = massbattle("odds", DEMO, *FEW).stdout.splitlines()
    assert lines[0] == "The Ford at Dornmere"
    assert lines[2].startswith("Dornmere win")
    assert any("simulated, 300 battles, seed 1" in line for line in lines)
    assert any(line.startswith("Pikes of Dorn") for line in lines)


def test_two_units_in_contact_have_exact_odds_unless_battles_are_asked_for(tmp_path: Path) -> None:
    document = demo()
    battle = document.mass_combat
    fighters = {
        "u1": replace(battle.units["u1"], position=(5, 5)),
        "u8": replace(battle.units["u8"], position=(6, 5)),
    }
    path = tmp_path / "duel.json"
    path.write_text(battlefile.dumps(replace(document, mass_combat=replace(battle, units=fighters))))
    exact = json.loads(massbattle("odds", path, "--json").stdout)
    simulated = json.loads(massbattle("odds", path, "--battles", 4_000, "--json").stdout)
    assert (exact["method"], exact["battles"], exact["seed"]) == ("exact", None, None)
    assert (simulated["method"], simulated["battles"]) == ("simulated", 4_000)
    assert json.loads(massbattle("odds", path, "--seed", 1, "--json").stdout)["method"] == "simulated"
    p = exact["win"]["p"]
    assert abs(simulated["win"]["p"] - p) <= 4 * (p * (1 - p) / 4_000) ** 0.5
    assert "exact" in massbattle("odds", path).stdout


def test_the_schema_describes_the_demo() -> None:
    schema = json.loads(massbattle("schema").stdout)
    jsonschema.validate(json.loads(DEMO.read_text()), schema)
    assert schema["properties"]["version"]["maximum"] == battlefile.VERSION


def test_every_command_is_listed_and_has_help() -> None:
    said = massbattle("--help").stdout
    for name in ("serve", "odds", "schema", "creatures"):
        assert name in said
        assert massbattle(name, "--help").exit_code == 0
    assert massbattle("dance").exit_code == 2


def test_the_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "version", lambda name: "1.2.3")
    assert massbattle("--version").stdout == "massbattle 1.2.3\n"

    def missing(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(cli, "version", missing)
    assert massbattle("--version").exit_code == 0


# ---------------------------------------------------------------- serve, up to the server itself


class NoServer:
    """Takes the place of the server and remembers what it was to serve."""

    served: list[Any]

    def __init__(self, rooms: Any, battle: str, *_: Any, **options: Any) -> None:
        room = rooms.get_room(battle)
        self.served.append((battle, room.view(ANA).document, options))
        self.url = "http://127.0.0.1:1/"
        self.door = SimpleNamespace(shared=False)

    def run(self, ready: Any) -> None:
        ready()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    found: list[Any] = []
    monkeypatch.setattr(NoServer, "served", found, raising=False)
    monkeypatch.setattr(serve, "BattleServer", NoServer)
    monkeypatch.setattr(serve, "WarmUp", NoWarmUp)
    return found


class NoWarmUp:
    def __call__(self) -> None:
        pass

    def stop(self) -> None:
        pass


def test_the_first_start_shows_the_demo_and_the_next_the_last_battle(url: str, served: list[Any]) -> None:
    result = massbattle("serve", "--store", url, "--no-browser", "--port", 0, "--lang", "fr")
    assert result.exit_code == 0, result.output
    assert "http://127.0.0.1:1/" in result.stdout
    assert served[0][1] == demo()
    assert served[0][2]["language"] == "fr"
    massbattle("serve", "--store", url, "--no-browser")
    assert served[1][0] == served[0][0]


def test_a_file_goes_on_as_it_was_left(url: str, served: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(DEMO.read_text().replace("The Ford at Dornmere", "Mine"))
    massbattle("serve", path, "--store", url, "--no-browser")
    massbattle("serve", "--store", url, DEMO, "--no-browser")
    massbattle("serve", path, "--store", url, "--no-browser")
    assert [document.name for _, document, _ in served] == ["Mine", demo().name, "Mine"]
    assert served[2][0] == served[0][0]
    store = Store(url)
    assert len(store.battles()) == 2
    store.close()


def test_a_draft_is_served_when_asked_for(url: str, served: list[Any], tmp_path: Path) -> None:
    path = tmp_path / "draft.json"
    path.write_bytes(bad_files()["no commander"])
    assert massbattle("serve", path, "--store", url, "--no-browser", "--draft").exit_code == 0
    assert served


def test_a_store_that_cannot_be_opened_is_refused(served: list[Any], tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear aunt, " * 200)
    result = massbattle("serve", "--store", f"sqlite:///{tmp_path / 'letter.txt'}", "--no-browser")
    assert result.exit_code == 2
    assert "letter.txt" in result.stderr
    assert served == []


def test_an_address_that_is_not_ours_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "WarmUp", NoWarmUp)
    result = massbattle("serve", "--store", url, "--no-browser", "--address", "192.0.2.1")
    assert result.exit_code == 2
    assert "--address 192.0.2.1" in result.stderr
