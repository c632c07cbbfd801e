"""``massbattle sheet``: every format, and how it fails."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from dashboard.commands.sheet import command
from tests.core.armies.documents import FORD


def run(*arguments: str | Path) -> Result:
    main = typer.Typer()
    main.command()(command)
    return CliRunner().invoke(main, list(map(str, arguments)))


@pytest.mark.parametrize(
    ("name", "start"),
    [("html", '<!doctype html>\n<html lang="en">'), ("md", "# The Ford"), ("svg", "<?xml"), ("foundry", "{\n")],
)
def test_every_format_is_printed_or_written(tmp_path: Path, name: str, start: str) -> None:
    result = run(FORD, "--format", name)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(start)
    out = tmp_path / "sheet"
    assert run(FORD, "--format", name, "--out", out).stdout == ""
    assert out.read_text(encoding="utf-8") == result.stdout


def test_html_is_the_usual_format_and_french_a_language() -> None:
    text = run(FORD, "--lang", "fr").stdout
    assert '<html lang="fr">' in text
    assert "Géant des collines" in text
    assert json.loads(run(FORD, "--format", "foundry", "--lang", "fr").stdout)["name"] == "The Ford at Dornmere"


def test_failures_name_file_or_option(tmp_path: Path) -> None:
    junk = tmp_path / "junk.json"
    junk.write_text("{}", encoding="utf-8")
    for arguments, named in (
        ((junk,), junk),
        ((FORD, "--out", tmp_path), f"--out {tmp_path}"),
        ((FORD, "--format", "pdf"), "--format"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert str(named) in result.stderr
