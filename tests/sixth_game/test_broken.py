"""Packages of others that announce games which cannot be used: each costs one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

GOOD = """
from termgames.core.options import GameInfo, with_defaults
INFO = GameInfo(id="broken", title="Broken", author="x", players="2", summary="x", options=(),
                settle=with_defaults(()))
"""

OPTIONS = {
    "an import fails": ("import nothing_like_it", "ModuleNotFoundError: No module named"),
    "no Python": ("INFO = (", "SyntaxError"),
    "no INFO": ("", "AttributeError"),
    "INFO of another kind": ("INFO = 3", "is no GameInfo"),
    "another id": (GOOD.replace('id="broken"', 'id="other"'), "its INFO 'other'"),
    "it ends the program": ("raise SystemExit(3)", "SystemExit: 3"),
    "it raises lines": ("raise ValueError('one\\ntwo')", "ValueError: one"),
    "no presets": (GOOD.replace("options=()", "options=(), presets=()"), "has no preset"),
    "a preset without its option": (
        GOOD.replace("GameInfo,", "GameInfo, Preset,").replace(
            "options=()", 'options=(), presets=(Preset("small", {"size": 5}),)'
        ),
        "has no option --size",
    ),
    "a title that a terminal obeys": (
        GOOD.replace('title="Broken"', 'title="\\x1b[2J"'),
        "'\\x1b[2J' in its options.py is not one line of plain text",
    ),
    "settle fails": (GOOD.replace("with_defaults(())", "lambda chosen: 1 / 0"), "ZeroDivision"),
}
RULES = {
    "no rules": (None, "ModuleNotFoundError"),
    "no create": ("", "AttributeError"),
    "no game": ("create = lambda settled: object()", "its rules lack id, options"),
}
HEX = """
from termgames_hex.rules import Hex
class Broken(Hex):
    id = "broken"
    def __init__(self):
        super().__init__(dict(size=3, swap=False))
        self.options = dict()
    _may_swap = lambda self, s: False
    {member}
create = lambda settled: Broken()
"""
LATE = {
    "the moves fail": (
        "def legal_moves(self, s): return super().legal_moves(s)[:9 * (1 - s.turn) or 1 // 0]",
        "ZeroDivisionError: ",
    ),
    "a move fails": ("def apply(self, s, m): raise ValueError('\\x1b[2J\\nno')", "\\x1b[2J no"),
    "it ends the program": ("def apply(self, s, m): raise SystemExit('\\x1b[2J')", "SystemExit: "),
    "a text is none": ("def score(self, s): return [][len(s.stones)]", "IndexError: "),
}
"""Members of rules that fail in the middle of a game, and what is said of them."""


def install(
    site: Path, name: str, options: str, rules: str | None = None, display: str | None = None
) -> None:
    """A package that announces a game, as pip leaves it."""
    package, record = site / f"plugin_{name}", site / f"plugin_{name}-1.0.dist-info"
    for folder in (package, record):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "options.py").write_text(options)
    if rules is not None:
        (package / "rules.py").write_text(rules)
    if display is not None:
        (package / "display.py").write_text(display)
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plugin-{name}\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text(f"[termgames.games]\n{name} = plugin_{name}\n")


def termgames(site: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "termgames", *words],
        env={**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{Path(__file__).parent}"},
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(("options", "told"), OPTIONS.values(), ids=OPTIONS)
def test_broken_options_cost_a_line(tmp_path: Path, options: str, told: str) -> None:
    install(tmp_path, "broken", options)
    listed = termgames(tmp_path, "list")
    assert listed.returncode == 0
    assert "plurality" in listed.stdout
    assert "broken" not in listed.stdout
    (line,) = listed.stderr.splitlines()
    assert line.startswith("the game broken cannot be used: ")
    assert told in line
    played = termgames(tmp_path, "play", "broken", "--plain")
    assert (played.returncode, played.stdout) == (2, "")
    assert told in played.stderr
    assert "Traceback" not in played.stderr


@pytest.mark.parametrize(("rules", "told"), RULES.values(), ids=RULES)
def test_broken_rules_cost_a_line_when_they_are_asked_for(
    tmp_path: Path, rules: str | None, told: str
) -> None:
    install(tmp_path, "broken", GOOD, rules)
    assert "broken" in termgames(tmp_path, "list").stdout
    played = termgames(tmp_path, "play", "broken", "--plain")
    assert (played.returncode, played.stdout) == (2, "")
    assert told in played.stderr
    assert "Traceback" not in played.stderr


@pytest.mark.parametrize(("member", "told"), LATE.values(), ids=LATE)
def test_rules_that_fail_in_a_game_cost_a_line_that_says_whose_they_are(
    tmp_path: Path, member: str, told: str
) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    played = termgames(tmp_path, "play", "broken", "--plain", "--white", "random", said="a1\n")
    assert played.returncode == 1
    (line,) = played.stderr.splitlines()
    assert line.startswith("error: fault in the game broken, ")
    assert "report it to the makers of plugin-broken: " in line
    assert told in line
    assert "\x1b" not in played.stdout + played.stderr


def test_a_display_is_one(tmp_path: Path) -> None:
    install(tmp_path, "broken", GOOD, HEX.format(member="x = 1"), "display = lambda game: None")
    played = termgames(tmp_path, "play", "broken", "--plain")
    assert (played.returncode, played.stdout) == (2, "")
    assert "display.py answers no core.display.Display" in played.stderr


def test_a_terminal_obeys_no_text_of_a_game(tmp_path: Path) -> None:
    """Nor does a record hold a move that is no line: it could not be read again."""
    member = "format = lambda self, m: '\\x1b[2J\\n'; prompt = lambda self, s: '\\x1b[2J'"
    install(tmp_path, "broken", GOOD, HEX.format(member=member))
    said = "a1\nquit\n"
    played = termgames(tmp_path, "play", "broken", "--plain", "--white", "human", said=said)
    assert "\\x1b[2J" in played.stdout
    assert "\x1b" not in played.stdout + played.stderr
    assert "no record can hold a move of broken" in played.stderr


def test_a_game_of_ours_keeps_its_name(tmp_path: Path) -> None:
    install(tmp_path, "pletore", "raise ValueError('never loaded')")
    listed = termgames(tmp_path, "list")
    assert "Pletore by Luis" in listed.stdout
    (line,) = listed.stderr.splitlines()
    assert "the game pletore of plugin-pletore cannot be used: its name is taken" in line


def test_other_games_do_not_load_a_broken_one(tmp_path: Path) -> None:
    install(tmp_path, "broken", "print('loaded')")
    played = termgames(tmp_path, "play", "pletore", "--size", "5", "--plain", said="quit\n")
    assert played.returncode == 0
    assert "loaded" not in played.stdout
    helped = termgames(tmp_path, "play", "--help")
    assert helped.returncode == 0
    assert "mitropia" in helped.stdout
