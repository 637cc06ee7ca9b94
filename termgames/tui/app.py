"""The terminal application, and the doors the command line opens it by.

Every `run_*` takes over the terminal until the player leaves, and answers the exit code:
0 when he left (the game is saved when it has a path), 1 when something failed, with one
line on standard error. The caller has made sure that there is a terminal.
"""

from __future__ import annotations

from pathlib import Path

from termgames.play.match import Match


def run_game(
    match: Match,
    *,
    path: Path | None = None,
    time: float | None = None,
    ascii: bool = False,
    analysis: bool = True,
    theme: str | None = None,
) -> int:
    """Play on in `match` (new or resumed), saving every move to `path` (None: not at all).

    `time` is a bot's thinking time in seconds a move, None for what its level takes;
    `analysis` False hides score, overlays and estimates; `theme` is a theme's name.
    """
    raise NotImplementedError


def run_menu(*, ascii: bool = False, theme: str | None = None) -> int:
    """The menu: play, resume, replay, rules, quit."""
    raise NotImplementedError


def run_resume(*, ascii: bool = False, theme: str | None = None) -> int:
    """The list of saved games, to choose one from."""
    raise NotImplementedError


def run_replay(
    match: Match, *, title: str, ascii: bool = False, theme: str | None = None
) -> int:
    """Look through a record, forwards and backwards; nothing is saved."""
    raise NotImplementedError
