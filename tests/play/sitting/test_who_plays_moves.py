"""Only a sitting plays moves and takes them back, besides those that replay or measure games."""

import ast
from collections.abc import Iterator
from pathlib import Path

import termgames
from termgames.play.match import Match

ROOT = Path(termgames.__file__).parent

PLAYS = """
    # the match itself, screen and line mode, records that are replayed, clocks of a new game
    play/match.py play/sitting/live.py play/record.py play/new_game.py
    play/foreign/imported.py play/foreign/abstractplay.py
    # GTP, a table elsewhere, bots against bots, a teacher against itself
    play/gtp/engine.py play/together/mirror.py tui/screens/guest.py
    workbench/arena.py workbench/balance.py workbench/train/taught.py study/lessons/examine.py
    # games that go on from a position, exercises, problems and lessons
    play/sitting/variations.py play/playing_out.py study/exercises/making.py study/lines.py
    study/exercises/answering.py study/lessons/course.py study/problems/ready.py
"""
"""Modules that change a match."""

CHANGES = ("submit", "undo", "redo", "resign", "flag")

OTHERS = {
    *("live", "_live", "board", "_board", "entry", "_entry", "input", "series"),
    *("executor", "_executor", "_threads", "workers"),
}
"""Names of what has a method of such a name and is no match."""


def changes_of_matches(path: Path) -> Iterator[str]:
    """Where a file names such a method of something that could be a match."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute) and node.attr in CHANGES:
            owner = node.value
            name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
            if name not in OTHERS and name != "self":
                yield f"{name}.{node.attr} in line {node.lineno}"


def test_nobody_else_changes_a_match() -> None:
    assert all(hasattr(Match, name) for name in CHANGES)
    changing = {}
    for path in ROOT.rglob("*.py"):
        calls = list(changes_of_matches(path))
        if calls:
            changing[path.relative_to(ROOT).as_posix()] = calls
    assert set(changing) <= set(PLAYS.split()), changing
    assert {"play/sitting/live.py", "play/gtp/engine.py", "workbench/arena.py"} <= set(changing)
