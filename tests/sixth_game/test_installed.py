"""The games as their players get them: built, installed beside termgames, and found there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases import cases

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PROGRAM = """
import io, sys
from termgames.cli import main
for line in sys.argv[1:]:
    words, _, said = line.partition(" < ")
    sys.stdin = io.TextIOWrapper(io.BytesIO(said.replace(" / ", chr(10)).encode()))
    print(main(words.split()), end="$$")
"""
SAID = """
# a command < what is typed | what it tells
list | hex ~ stacks
rules hex --plain | # Hex
play hex --help | Cells an edge
gtp hex --size 4 < play b b2 / play w swap / termgames-state / quit \
  | "board": ["....", "....", ".b..", "...."] ~ "to_move": "white" ~ "swap": true
play hex --size 3 --plain --no-swap < b2 / board / quit | 1. black b2
learn stacks --plain | B1
arena hex --a bot:1 --b random --size 3 --games 2 --json | "games": 2
"""


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """What a program prints."""
    around = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    around |= {"PIP_NO_COMPILE": "0", **more}
    done = subprocess.run(command, cwd=cwd, env=around, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.wheel
def test_the_installed_games_have_everything_from_their_rules_alone(tmp_path: Path) -> None:
    """The tests that all games share run over the installed ones as well."""
    wheels, site = tmp_path / "wheels", str(tmp_path / "site")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", wheels, HERE, cwd=tmp_path)
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index")
    run(*pip, "--target", site, *wheels.glob("*.whl"), cwd=tmp_path)
    rows = cases(SAID)
    told = run(
        sys.executable, "-c", PROGRAM, *(row[0] for row in rows), cwd=tmp_path, PYTHONPATH=site
    )
    for (command, wanted), said in zip(rows, told.split("$$"), strict=False):
        assert said.endswith("0"), (command, said)
        assert [text for text in wanted.split(" ~ ") if text not in said] == [], said
    # Forms and command lines are alike for all games; those of our own are tried.
    left_out = [f"--ignore={ROOT}/tests/contract/test_{each}.py" for each in ("perft", "doors")]
    ours = (*left_out, "-k", "hex or bids")
    alone = (sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-q")
    around = {"PYTHONPATH": site, "CONTRACT_GAMES": "hex, bids"}
    told = run(*alone, *ours, ROOT / "tests/contract", cwd=ROOT, **around, TERMGAMES_DATA=site)
    assert "[100%]" in told
