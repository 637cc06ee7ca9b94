"""`termgames lab solve GAME`: how a small game ends under best play."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

import click

from termgames import games
from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.options import GameInfo
from termgames.core.text import quoted

if TYPE_CHECKING:
    from termgames.core.exact import Solved, Solver
    from termgames.core.game import AnyGame


_EVERY = 2.0
"""Seconds between two lines of progress."""


class PositionsProgress:
    """Tells of the work on standard error now and then."""

    def __init__(self, visible: bool) -> None:
        self.visible = visible
        self.done = self.total = 0
        self._first: int | None = None
        self._began = self._reported = time.monotonic()

    @property
    def reached(self) -> str:
        """How far the work has come."""
        if not self.total:
            return "before the first position was done"
        return f"after {self.done:,} of {self.total:,} positions"

    def __call__(self, done: int, total: int) -> None:
        self.done, self.total = done, total
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if self.visible and now - self._reported >= _EVERY:
            self._reported = now
            rate = (done - self._first) / max(now - self._began, 1e-9)
            click.echo(f"{done:,} of {total:,} positions, {rate:,.0f} a second", err=True)


def _solve(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.core.exact import SMALL_ENOUGH
    from termgames.search.exact import WHOLE, verdict

    game = games.create(info.id, chosen)
    state = _after(game, options["after"])
    solver = games.solver(game)
    if solver is None:
        raise OptionError(
            f"{info.title} with these options cannot be solved: choose a smaller board, as "
            f"{SMALL_ENOUGH}"
        )
    effort = solver.effort(state)
    if effort > WHOLE:
        raise OptionError(
            f"{info.title} with these options is out of reach: "
            f"{effort:.2g} positions, {WHOLE:.0e} at most: give more moves with --after, or choose "
            f"{SMALL_ENOUGH}"
        )
    began = time.perf_counter()
    solved = _solved(solver, state, options["progress"])
    seconds = time.perf_counter() - began
    worths = {game.format(each.move): each.worth for each in solved.outcomes}
    line = list(map(game.format, solved.line))
    if options["as_json"]:
        by_points = solved.worth.turns is None
        fields = {
            "value": solved.worth.value,
            "winner": _winner(solved.worth.value),
            "openings": {
                move: worth.value if by_points else _winner(worth.value)
                for move, worth in worths.items()
            },
            "line": line,
            "states": solved.states,
            "seconds": round(seconds, 3),
        }
        click.echo(json.dumps(fields))
        return 0
    click.echo(verdict(solved.worth))
    grouped: dict[str, list[str]] = {}
    for move, worth in worths.items():
        grouped.setdefault(verdict(worth), []).append(move)
    for outcome, moves in grouped.items():
        click.echo(f"{outcome} after: {' '.join(moves)}")
    click.echo("a best game: " + "  ".join(line))
    click.echo(f"{solved.states:,} positions in {seconds:.2f} seconds")
    return 0


def _winner(value: float) -> str:
    """Whose win a value is; games without a winner are drawn."""
    return "black" if value > 0 else "white" if value < 0 else "draw"


def _after(game: AnyGame, moves: str) -> Any:
    """The position after some moves, in which a player is to move; OptionError naming the first
    that is none."""
    state, words, number = game.start(), moves.split(), 0
    while words:
        number += 1
        text, words = _first_move(game, state, words)
        try:
            state = game.apply(state, game.parse(state, text))
        except (UnreadableMove, IllegalMove) as error:
            raise OptionError(f"--after, move {number}, {quoted(text)}: {error}") from None
    if game.to_act(state) < 0:
        raise OptionError("--after: the game is over after these moves: leave out the last")
    return state


def _first_move(game: AnyGame, state: Any, words: list[str]) -> tuple[str, list[str]]:
    """The text of the first move, of one word or of two (`komi 3`), and the other words."""
    for count in (1, 2):
        text = " ".join(words[:count])
        try:
            game.parse(state, text)
        except UnreadableMove:
            continue
        return text, words[count:]
    return words[0], words[1:]


def _solved(solver: Solver[Any, Any], state: Any, progress: bool) -> Solved[Any]:
    """The solution. Whoever interrupts it is told how far it had come."""
    watch = PositionsProgress(progress or sys.stderr.isatty())
    try:
        return solver.solve(state, watch)
    except KeyboardInterrupt:
        common.note(f"stopped {watch.reached}")
        raise


solve = of_each_game(
    "solve",
    _solve,
    [
        click.Option(
            ["--after"],
            metavar="MOVES",
            default="",
            help='Solve the position after these moves, as "b2 a1": blanks between moves, '
            "none within a move.",
        ),
        common.flag(
            "--progress",
            help="Tell of the progress also where standard error is no terminal.",
        ),
        common.as_json(
            "One line of JSON, of which the value is Black's points less White's under best "
            "play, komi and button counted (1 or -1 in games without points)."
        ),
    ],
    title="Solve {title}.",
    about="Say how {title} ends under best play, after each first move, with a best game. Every "
    "position is looked at, by the real rules. In games of points both sides play for points. "
    "Where komi is offered, the first move is to name it: it is named so that the winner wins "
    "by as few points as can be, since the other picks his side; the best offers are the fair "
    "komi.",
    examples=("lab solve majorities --size 3", "lab solve pletore --size 3 --komi 3"),
    help="Say how a small game ends under best play.",
)
