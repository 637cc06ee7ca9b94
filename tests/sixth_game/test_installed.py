"""The games as their players get them: built, installed beside termgames, and found there."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
TERMGAMES = (sys.executable, "-m", "termgames")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package."""
    folder = tmp_path_factory.mktemp("sixth")
    wheels, installed = folder / "wheels", folder / "site"
    run(sys.executable, "-m", "build", "--wheel", "--outdir", wheels, HERE, cwd=folder)
    (wheel,) = wheels.glob("*.whl")
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, "--target", installed, wheel, cwd=folder)
    return installed


def run(
    *command: str | Path, cwd: Path, site: Path | None = None, say: str = "", **more: str
) -> str:
    """What a program prints that finds what is installed in `site` and is told `say`."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    environment["PIP_NO_COMPILE"] = "1"
    if site is not None:
        environment["PYTHONPATH"] = str(site)
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**environment, **more},
        input=say,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.wheel
def test_the_installed_game_has_everything_from_its_rules_alone(site: Path, tmp_path: Path) -> None:
    def termgames(*words: str, say: str = "") -> str:
        return run(*TERMGAMES, *words, cwd=tmp_path, site=site, say=say)

    assert "hex " in termgames("list")
    assert termgames("rules", "hex", "--plain").startswith("# Hex\n")
    assert "Cells an edge" in termgames("play", "hex", "--help")

    told = termgames("gtp", "hex", "--size", "4", say="play b b2\nplay w swap\ntermgames-state\n")
    state = json.loads(told.split("= ")[-1])
    assert state["board"] == ["....", "....", ".b..", "...."]
    assert (state["options"], state["to_move"]) == ({"size": 4, "swap": True}, "white")

    told = termgames("play", "hex", "--size", "3", "--plain", "--no-swap", say="b2\nboard\nquit\n")
    assert "1. black b2" in told
    assert re.search(r"(?m)^  a2[ *].*B.* c2$", told)

    told = termgames("learn", "stacks", "--plain")
    assert "B1" in told, "the lessons are in the package, and heights in lines"

    duel = ("arena", "hex", "--a", "bot:1", "--b", "random", "--size", "3", "--games", "2")
    last = json.loads(termgames(*duel, "--json").splitlines()[-1])
    assert last["games"] == 2


@pytest.mark.wheel
def test_the_contract_holds_for_the_installed_games(site: Path, tmp_path: Path) -> None:
    """The tests that all games share run over the installed ones as well."""
    pytest_alone = (sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider")
    told = run(
        *(*pytest_alone, "-q", ROOT / "tests" / "contract"),
        cwd=ROOT,
        site=site,
        CONTRACT_GAMES="hex, stacks, bids, flip",
        TERMGAMES_DATA=str(tmp_path),
    )
    assert "[100%]" in told
