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
    "settle fails": (GOOD.replace("with_defaults(())", "lambda chosen: 1 / 0"), "ZeroDivision"),
}
RULES = {
    "no rules": (None, "ModuleNotFoundError"),
    "no create": ("", "AttributeError"),
    "no game": ("create = lambda settled: object()", "its rules lack id, options"),
}


def install(site: Path, name: str, options: str, rules: str | None = None) -> None:
    """A package that announces a game, as pip leaves it."""
    package, record = site / f"plugin_{name}", site / f"plugin_{name}-1.0.dist-info"
    for folder in (package, record):
        folder.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "options.py").write_text(options)
    if rules is not None:
        (package / "rules.py").write_text(rules)
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: plugin-{name}\nVersion: 1.0\n")
    (record / "entry_points.txt").write_text(f"[termgames.games]\n{name} = plugin_{name}\n")


def termgames(site: Path, *words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "termgames", *words],
        env={**os.environ, "PYTHONPATH": str(site)},
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
