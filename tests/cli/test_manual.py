"""Man pages: one a command, with its help, and nothing in them that troff takes for an order."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from termgames.cli.root import COMMANDS

from .support import Cli


def test_every_command_has_a_page(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("click_man")
    done = cli("help", "--man", str(tmp_path))
    assert done.code == 0
    names = {"termgames.1", *(f"termgames-{name}.1" for name in COMMANDS)}
    assert {path.name for path in tmp_path.iterdir()} == names
    root = (tmp_path / "termgames.1").read_text()
    assert all(f"\\fB{name}\\fP" in root for name in COMMANDS)
    page = (tmp_path / "termgames-resume.1").read_text()
    assert "\n.nf\nExamples:\n" in page
    assert "\b" not in page
    orders = {line.split()[0] for line in page.split("\n") if line.startswith((".", "'"))}
    assert orders <= {".TH", ".SH", ".B", ".PP", ".TP", ".nf", ".fi"}


@pytest.mark.skipif(shutil.which("man") is None, reason="there is no man here")
def test_man_shows_them_without_a_warning(cli: Cli, tmp_path: Path) -> None:
    pytest.importorskip("click_man")
    cli("help", "--man", str(tmp_path))
    for name in ("termgames", "termgames-play", "termgames-arena"):
        command = ["man", "--warnings", "-l", str(tmp_path / f"{name}.1")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr == ""
        assert "Example" in done.stdout


def test_without_click_man_one_line_says_how_to_get_it(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "click_man.core", None)
    done = cli("help", "--man", str(tmp_path))
    assert done.code == 2
    assert "termgames[man]" in done.error
