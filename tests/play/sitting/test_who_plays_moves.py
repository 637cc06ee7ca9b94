"""Only a sitting plays moves and takes them back, besides those that replay or measure games."""

import ast
from collections.abc import Iterator
from pathlib import Path

import termgames
from termgames.play.match import Match

ROOT = Path(termgames.__file__).parent

PLAYS = {
    "play/match.py": "the match itself",
    "play/sitting/live.py": "screen and line mode",
    "play/record.py": "records are replayed",
    "play/foreign/imported.py": "records of other programs are replayed",
    "play/foreign/abstractplay.py": "records of other programs tell who gave up",
    "play/new_game.py": "a game that goes on from a position gets its clocks",
    "play/together/mirror.py": "what a table elsewhere has played is replayed",
    "tui/screens/guest.py": "the sitting sends it to the table",
    "play/gtp/engine.py": "GTP",
    "workbench/arena.py": "bots against bots",
    "workbench/balance.py": "bots against bots",
    "workbench/train/taught.py": "a teacher against itself",
    "play/sitting/variations.py": "a new game goes on from a variation",
    "play/playing_out.py": "a new game goes on from a position of another",
    "study/exercises/making.py": "an exercise is a game up to a mistake, without its clocks",
    "study/exercises/answering.py": "what follows an answer is played out",
    "study/lines.py": "a line is played out in a match of its own",
    "study/lessons/course.py": "a lesson begins with its moves",
    "study/lessons/examine.py": "bots against bots",
    "study/problems/ready.py": "a problem begins with its moves",
}
"""Modules that change a match, and for what."""

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
    assert set(changing) <= set(PLAYS), changing
    assert {"play/sitting/live.py", "play/gtp/engine.py", "workbench/arena.py"} <= set(changing)
