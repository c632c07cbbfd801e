"""The files that describe the project agree with each other and name no machine."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOLDERS = ("massbattle_core", "dashboard", "apps", "docs", "scripts", "tests", ".ci")
HOSTS = re.compile(
    rb"pypi\.(org|python)|pythonhosted|anaconda\.(org|com)|registry\.npm|index-url|_proxy\b|\bproxy\.\w+\.\w+"
)
MACHINES = re.compile(rb"(?<![\w.$}])/(home|Users|root|work|srv|mnt)/[\w.]|[A-Z]:\\\\?Users")


def files() -> Iterator[Path]:
    """The files of the project, without what tools leave behind."""
    yield from (path for path in sorted(ROOT.iterdir()) if path.is_file() and path.name != ".git")
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts):
                yield path


def conda() -> list[str]:
    lines = (ROOT / "environment.yml").read_text(encoding="utf-8").splitlines()
    return [line.strip().removeprefix("- ") for line in lines if line.strip().startswith("- ")]


def test_conda_and_pip_install_the_same():
    wanted = [line for line in conda() if line not in ("conda-forge", "pip", "pip:")]
    assert f"python{PROJECT['requires-python']}" in wanted
    assert sorted(set(wanted) - {f"python{PROJECT['requires-python']}"}) == sorted(PROJECT["dependencies"])
    assert len(wanted) == len(set(wanted))


def test_constraints_are_names_and_numbers_for_all_that_program_and_tests_need():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][A-Za-z0-9.!+]*( *; *python_version.*)?", pin) for pin in pins)
    pinned = {re.sub(r"[-_.]+", "-", pin.partition("==")[0]).lower() for pin in pins}
    tests = PROJECT["optional-dependencies"]["test"]
    needed = {re.split(r"[^\w-]", name)[0].lower() for name in (*PROJECT["dependencies"], *tests)}
    assert needed <= pinned


def test_no_file_names_a_registry_host_or_a_place_on_one_machine():
    for path in files():
        data = path.read_bytes()
        if path != Path(__file__):
            for pattern in (HOSTS, MACHINES):
                found = pattern.search(data)
                assert found is None, f"{path.relative_to(ROOT)}: {data[found.start() - 20 : found.end() + 20]!r}"


@pytest.mark.parametrize("marker", ["run", "test"])
def test_the_readme_has_one_command_after_each_marker(marker):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(rf"^<!-- {marker} -->\n```\w*\n(.+?)\n```$", text, re.MULTILINE | re.DOTALL)
    assert command.startswith("python3 -m venv ")
    assert "-c constraints.txt" in command


def test_files_that_the_readme_speaks_of_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = [link for link in re.findall(r"(?<!!)\[[^]]*\]\(([^)#]+)\)", text) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
