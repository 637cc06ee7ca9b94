"""A player that is another program: GNU Go, a rival, termgames itself.

The program speaks the Go Text Protocol, version 2, about the game as `termgames lab gtp` does:
seats by their names, moves as they are written everywhere. In Go, which is Mitropia for two without
dice, cards and range, these are the names that every Go program knows. The program is told the size
of a square or hexagonal board (`boardsize N`) and the komi (0 where there is none); for all other
options the user has to start it accordingly.

Between bots a game of Go ends when all have passed, with every stone alive. Programs that
pass while dead stones lie about are to be started so that they capture them first (GNU Go:
`--play-out-aftermath --capture-all-dead`), and to count by area, where that costs nothing.

The rules of termgames decide: a move that they refuse loses the game, as does resigning, ending or
not answering. A program that refuses a command cannot play the game at all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Set
from typing import TYPE_CHECKING, Any, Unpack

from termgames.core.errors import OptionError, TermgamesError, UnreadableMove
from termgames.core.game import AnyGame, has_chance
from termgames.core.options import number_text
from termgames.core.text import quotable
from termgames.play.bots.bot import Forfeit, MoveTexts, Resigned
from termgames.play.gtp.program import CommandRefused, Program, ProgramError, missing
from termgames.search.limits import Listeners, Thought

if TYPE_CHECKING:
    from termgames.play.match import AnyMatch

_PATIENCE = 300.0
"""Seconds for an answer; a program may have to load much, and thinks as long as it likes."""
_SLACK = 10
"""How many times the thinking time that it was told a program may take for an answer."""
_RESIGN = "resign"


class GtpBotError(TermgamesError):
    """The program and this game do not go together."""


class GtpBot:
    """A program on one seat or several of one game.

    It is started when it is first needed, if its command is among those `allowed`. `time` is the
    seconds for a move that the program is told. With None it is told no time, and the command
    decides how long it thinks. Call `follow` before every `think` (see `bot.inform`), because a
    position does not tell which moves led to it.
    """

    def __init__(
        self,
        command: str,
        game: AnyGame,
        *,
        allowed: Set[str],
        time: float | None = None,
    ) -> None:
        self.command, self.game, self.time = command, game, time
        self.allowed = allowed
        self.patience = max(_PATIENCE, _SLACK * (time or 0))
        self.more: Callable[[], float] = lambda: 0.0
        """Called after `patience` seconds without an answer; returns how many more seconds to wait.
        0 ends the program; another one is started when a move is wanted again."""
        self._program: Program | None = None
        self._sent: list[tuple[str, str]] = []
        self._informed = False
        self._has_time_left: bool | None = None
        self._cpu_before: float
        """CPU seconds that went into setting up, once that is done."""
        self._waited = 0.0
        """Wall-clock seconds that answers to genmove took."""
        self._used: float | None = None

    @property
    def spent(self) -> float:
        """CPU seconds that the program has used for playing, its thinking out of turn
        included; where the system does not tell, seconds that it kept others waiting."""
        return self._waited if self._used is None else self._used

    def follow(self, moves: MoveTexts) -> None:
        """Tell the program the moves that led to the position it will be asked about.

        GtpBotError when it cannot be set up or refuses a move, Forfeit when it ends or
        hangs meanwhile.
        """
        count = len(self._sent)
        if self._program is None or self._sent != list(moves[:count]):
            self._begin()
            count = 0
        for seat, move in moves[count:]:
            self._command(f"play {seat} {move}")
            self._sent.append((seat, move))
        self._informed = True

    def follow_match(self, match: AnyMatch) -> None:
        """The same, from the match; GtpBotError where the protocol has no commands for it."""
        self.follow(move_texts(match))

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """The program's move; it cannot be stopped or hurried, and reports nothing. Where it knows
        `time_left` it is told how many `seconds` it has for this move.

        Resigned when it resigns, another Forfeit when it ends, hangs, or answers something that
        the rules refuse; OptionError where nobody told it the moves.
        """
        if not self._informed:
            raise OptionError("another program plays only in `play` and in the arena")
        self._informed = False
        seat = self.game.seat_name(state, self.game.to_act(state))
        if seconds is not None and self._knows_time():
            self._command(f"time_left {seat} {max(1, int(seconds))} 1")
        start = time.monotonic()
        answer = self._command(f"genmove {seat}")
        waited = time.monotonic() - start
        self._waited += waited
        self._measure()
        if answer.lower() == _RESIGN:
            raise Resigned(f"{self._program} resigned")
        try:
            move = self.game.parse(state, answer)
        except UnreadableMove as error:
            raise Forfeit(f'{self._program} answered "{answer}" as {seat}: {error}') from None
        refused = self.game.refuse(state, move)
        if refused is not None:
            raise Forfeit(f'{self._program} answered "{answer}" as {seat}: {refused.text}')
        self._sent.append((seat, self.game.format(move)))
        return Thought(move, seconds=waited)

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.close()
            self._program = None

    def _begin(self) -> None:
        """Set up a new game, in a new process where there is none yet."""
        if self._program is None:
            self._program = Program(self.command, allowed=self.allowed)
        self._sent.clear()
        try:
            for line in self._setting_up():
                self._command(line)
        except Forfeit as error:
            raise GtpBotError(str(error)) from None
        if self._used is None:
            self._cpu_before = self._program.cpu_seconds() or 0.0

    def _setting_up(self) -> list[str]:
        board = self.game.topology
        lines = []
        if board.kind == "hexhex" or (board.kind != "map" and board.cells == board.size**2):
            lines.append(f"boardsize {board.size}")
        lines.append("clear_board")
        komi = self.game.options.get("komi", 0)
        if isinstance(komi, int | float):
            lines.append(f"komi {number_text(komi)}")
        if self.time is not None:
            lines.append("time_settings 0 {} {}".format(*period(self.time)))
        return lines

    def _command(self, line: str) -> str:
        assert self._program is not None
        try:
            return self._program.ask(line, self.patience, self.more)
        except ProgramError as error:
            self.close()
            raise Forfeit(str(error)) from None
        except CommandRefused as error:
            raise GtpBotError(str(error)) from None

    def _knows_time(self) -> bool:
        """Whether the program can be told what is left of its time; it is asked once."""
        if self._has_time_left is None:
            self._has_time_left = self._command("known_command time_left") == "true"
        return self._has_time_left

    def _measure(self) -> None:
        assert self._program is not None
        total = self._program.cpu_seconds()
        if total is not None:
            self._used = total - self._cpu_before


def period(seconds: float) -> tuple[int, int]:
    """Whole seconds and a number of moves that come near to `seconds` a move: the protocol
    knows no parts of a second."""
    moves = next((n for n in (1, 2, 4, 5, 10, 20, 50) if abs(n * seconds % 1) < 1e-9), 100)
    return max(1, round(moves * seconds)), moves


def refusal(game: AnyGame, *, diagram: bool = False) -> str:
    """Why no other program can play this game, empty where one can; `diagram` where the game begins
    from a position. The protocol has no commands for dice, cards and positions."""
    if has_chance(game):
        return "another program plays no game of dice and cards"
    if diagram:
        return "another program cannot be told a position that a game begins from"
    return ""


def refuse(game: AnyGame, commands: Iterable[str], *, here: bool = True) -> None:
    """OptionError when no other program can play a game from its beginning, or when one of
    these commands, if it is to run `here`, starts nothing."""
    for command in commands:
        fault = refusal(game)
        if fault:
            raise OptionError(f"{game.id}: {fault}: choose a bot, as bot:4")
        fault = missing(command) if here else ""
        if fault:
            raise OptionError(f'"gtp:{quotable(command)}": {fault}')


def move_texts(match: AnyMatch) -> list[tuple[str, str]]:
    """The moves of a match; GtpBotError where the protocol has no commands for them."""
    fault = refusal(match.game, diagram=bool(match.start.diagram))
    if fault:
        raise GtpBotError(fault)
    return [(match.actor_name(ply), text) for ply, text in enumerate(match.texts())]
