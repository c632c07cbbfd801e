"""The notebooks run from top to bottom, show what they say, and ask no other host for anything."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).parents[1]
APPS = ROOT / "apps"
NOTEBOOKS = sorted(path.name for path in APPS.glob("*.ipynb"))
_OFFLINE = """
import socket
_connect = socket.socket.connect
def connect(self, address):
    if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
        raise AssertionError(f"a request to {address}")
    return _connect(self, address)
socket.socket.connect = connect
"""


def outputs(notebook) -> list:
    return [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]


def loaded_from(html: str) -> list[str]:
    """Addresses of scripts and styles that a browser would fetch for an output."""
    tags = re.findall(r"<(?:script|link|img|iframe)[^>]+(?:src|href)=[\"'](https?:[^\"']+)", html)
    lists = re.findall(r"(?:js_urls|css_urls|js_modules)\s*=\s*\[([^\]]*)\]", html)
    return tags + [address for each in lists for address in re.findall(r"[\"'](https?:[^\"']+)", each)]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_without_outputs(name):
    notebook = nbformat.read(APPS / name, as_version=4)
    nbformat.validate(notebook)
    assert not outputs(notebook)
    assert all(cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name):
    notebook = nbformat.read(APPS / name, as_version=4)
    notebook.cells.insert(0, nbformat.v4.new_code_cell(_OFFLINE))
    NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(ROOT)}}).execute()
    plotting = [cell for cell in notebook.cells if re.search(r"^show\(", cell.source, re.MULTILINE)]
    assert len(plotting) == 3
    for cell in plotting:
        assert any("docs_json" in output.data.get("text/html", "") for output in cell.outputs if "data" in output)
    texts = ["".join(output.get("data", {}).values()) for output in outputs(notebook)]
    assert any("BokehJS" in text for text in texts), "the script that draws is part of the notebook"
    assert [address for text in texts for address in loaded_from(text)] == []
    assert not [output.text for output in outputs(notebook) if output.get("name") == "stderr"]


def test_both_notebooks_are_there():
    assert NOTEBOOKS == ["battle.ipynb", "evening.ipynb"]
