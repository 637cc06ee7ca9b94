"""The commands: one game at a time, driven by text lines.

Nothing that comes over the line ends the process but `quit`: what is wrong is answered
with `? ...`. Seats answer to their names (`black`), to the initials (`b`), and while a
komi offer is open to `first` and `second`. Where dice or cards are next, `chance` is to
move: the controller plays the outcome or lets `termgames-chance` draw it, and a `play` or
`genmove` for a seat draws it before. A bot sees what its seat may know, the controller all.

A command that is answered with `? ...` has changed nothing: each begins from a copy of what
there is to change (`_Table`), which takes its place again when the command fails.
"""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from termgames import __version__, games
from termgames.core.errors import IllegalMove, OptionError, TermgamesError, UnreadableMove
from termgames.core.game import Chancy, Game, Seat
from termgames.core.options import Value, number_text
from termgames.play import fault_reports, store
from termgames.play.bots.players import Bot
from termgames.play.gtp.clock import Clock
from termgames.play.gtp.protocol import CommandError, answer_text, read_command
from termgames.play.match import CHANCE_NAME, Match, Prompt
from termgames.play.text import boards, report, words

RESIGN = "resign"
_MOST_SECONDS = 10.0**9


BotMaker = Callable[[Game[Any, Any], int], Bot]
"""Makes the bot for a game; the number is its seed."""


@dataclass
class _Table:
    """All that commands change: the game and what belongs to it."""

    chosen: Mapping[str, Value]
    match: Match
    begun: int = 0
    """Games begun so far; the bot's seed and the game's own follow from it."""
    clock_settings: tuple[float, float, int] | None = None
    clocks: dict[Seat, Clock] = field(default_factory=dict)
    bot: Bot | None = None

    def copy(self) -> _Table:
        """The same once more, but for the bot: what it learnt by thinking stays with it."""
        clocks = {seat: copy.copy(clock) for seat, clock in self.clocks.items()}
        return replace(self, match=self.match.copy(), clocks=clocks)


class Engine:
    """A game behind the protocol.

    `chosen` are the options given by the user; what follows from the board's size is
    derived anew when the size changes. `make_bot` is asked for a bot at the first
    `genmove` of every game, with a seed that `seed` and the number of the game decide.
    """

    def __init__(
        self,
        game_id: str,
        chosen: Mapping[str, Value],
        *,
        make_bot: BotMaker,
        seed: int | None = None,
    ) -> None:
        self.running = True
        self._game_id = game_id
        self._make_bot = make_bot
        self._seed = time.time_ns() % 2**32 if seed is None else seed
        self._commands: dict[str, Callable[[str], str]] = {
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "final_score": self._final_score,
            "genmove": self._genmove,
            "known_command": lambda name: "true" if name.strip() in self._commands else "false",
            "komi": self._komi,
            "list_commands": lambda _: "\n".join(sorted(self._commands)),
            "list_stones": self._list_stones,
            "name": lambda _: "termgames",
            "play": self._play,
            "protocol_version": lambda _: "2",
            "quit": self._quit,
            "showboard": self._showboard,
            "termgames-chance": self._chance,
            "termgames-count": lambda _: json.dumps(report.count(self._game, self.match.state)),
            "termgames-legal_moves": self._legal_moves,
            "termgames-load": self._load,
            "termgames-state": lambda _: json.dumps(report.position(self.match)),
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: __version__,
        }
        self._table = _Table(dict(chosen), self._fresh(chosen, begun=0), begun=1)

    # -- the line -----------------------------------------------------------------------

    def answer(self, line: str) -> str | None:
        """The answer to a line with its closing empty line; None when it asks nothing."""
        command = read_command(line)
        if command is None:
            return None
        carry_out = self._commands.get(command.name)
        if carry_out is None:
            return answer_text(command.id, "unknown command", good=False)
        before = self._table.copy()
        try:
            return answer_text(command.id, carry_out(command.arguments), good=True)
        except (CommandError, TermgamesError) as error:
            text = str(error)
        except Exception as error:  # the line must outlive a fault of ours
            fault_reports.keep(error)
            text = f"internal fault: {error!r}"
        self._table = before
        return answer_text(command.id, text, good=False)

    @property
    def match(self) -> Match:
        """The game being played."""
        return self._table.match

    @property
    def clocks(self) -> Mapping[Seat, Clock]:
        """The clocks of the seats that have one."""
        return self._table.clocks

    @property
    def _game(self) -> Game[Any, Any]:
        return self.match.game

    def _fresh(self, chosen: Mapping[str, Value], begun: int) -> Match:
        """A new game after so many others; OptionError when the options do not fit."""
        game = games.create(self._game_id, chosen)
        return Match(game, ("gtp",) * game.seats, self._seed + begun, draws=False)

    def _begin(self, match: Match, chosen: Mapping[str, Value]) -> None:
        settings, begun = self._table.clock_settings, self._table.begun
        self._table = _Table(chosen, match, begun + 1, settings, _clocks(settings, match.game))

    # -- setting up ---------------------------------------------------------------------

    def _boardsize(self, arguments: str) -> str:
        known = {option.name for option in games.info(self._game_id).options}
        name = "hex" if self._table.chosen.get("hex") is not None else "size"
        if "size" not in known and "map" in known:
            name, arguments = "map", f"{arguments}x{arguments}"
        try:
            size = games.info(self._game_id).option(name).read(arguments)
            # A board by its size takes the place of a board by a map.
            chosen = {key: value for key, value in self._table.chosen.items() if key != "map"}
            chosen[name] = size
            match = self._fresh(chosen, self._table.begun)
        except OptionError as error:
            raise CommandError(f"unacceptable size: {error}") from None
        self._begin(match, chosen)
        return ""

    def _clear_board(self, _: str) -> str:
        chosen = self._table.chosen
        self._begin(self._fresh(chosen, self._table.begun), chosen)
        return ""

    def _komi(self, arguments: str) -> str:
        """Set komi and keep the moves; a loaded position gets the new komi, too."""
        if "komi" not in self._game.options and arguments in ("0", "0.0"):
            return ""  # that is the komi of a game without one
        komi = games.info(self._game_id).option("komi").read(arguments)
        old = self.match
        chosen = {**self._table.chosen, "komi": komi}
        game = games.create(self._game_id, chosen)
        # The first position is made anew: it holds the komi.
        first = game.position(old.diagram, dict(old.position_text)) if old.diagram else None
        match = Match(
            game, old.players, old.seed, first, old.diagram, old.position_text, draws=False
        )
        for move in old.moves:
            match.submit(move)
        if old.resigned is not None:
            match.resign(old.resigned)
        self._table = replace(self._table, chosen=chosen, match=match, bot=None)
        return ""

    def _load(self, arguments: str) -> str:
        if not arguments:
            raise CommandError("syntax error: termgames-load FILE")
        match = store.read(Path(arguments), expect=self._game_id, draws=False)
        options = match.game.options.items()
        self._begin(match, {name: value for name, value in options if value is not None})
        return ""

    # -- playing ------------------------------------------------------------------------

    def _seat(self, name: str) -> Seat:
        """The seat of that name, of its mark on the board, or of an initial of its own."""
        state, wanted = self.match.state, name.lower()
        called = self.match.seat_names
        if wanted in called:
            return called.index(wanted)
        for seat, known in enumerate(called):
            # Names before sides are chosen have nothing to do with marks.
            if wanted == self._game.marks[self._game.colour(state, seat)] and wanted in known:
                return seat
        meant = [seat for seat, known in enumerate(called) if wanted == known[:1]]
        if len(meant) == 1:
            return meant[0]
        raise CommandError(f"invalid color {name!r}: use {' or '.join(called)}")

    def _question(self, name: str) -> Prompt:
        """The question to the seat of that name, which must be the one to act; chance that
        is next is drawn before."""
        self._still_open()
        seat = self._seat(name)
        while self.match.at_chance:
            self.match.draw()
        self._still_open()
        prompt = self.match.prompt()
        assert prompt is not None, "an open game asks somebody"
        if seat != prompt.seat:
            turn = self.match.seat_name(prompt.seat)
            raise CommandError(f"it is not {name.lower()}'s turn: {turn} is to act")
        return prompt

    def _still_open(self) -> None:
        result = self.match.result()
        if result is not None:
            raise CommandError(f"the game is over: {result.reason}")

    def _play(self, arguments: str) -> str:
        name, _, text = arguments.partition(" ")
        if not text.strip():
            raise CommandError("syntax error: play COLOR MOVE")
        if name.lower() == CHANCE_NAME:
            self._fall(text)
            return ""
        prompt = self._question(name)
        if text.strip().lower() == RESIGN:
            self.match.resign(prompt.seat)
            return ""
        self._submit(text)
        return ""

    def _submit(self, text: str) -> None:
        try:
            self.match.submit(self._game.parse(self.match.state, text))
        except (IllegalMove, UnreadableMove) as error:
            raise CommandError(f"illegal move: {error}") from None

    def _fall(self, text: str) -> None:
        """Let chance fall as the text says."""
        self._still_open()
        if not self.match.at_chance:
            raise CommandError("it is not chance's turn: a player is to act")
        self._submit(text)

    def _genmove(self, arguments: str) -> str:
        if not arguments or " " in arguments:
            raise CommandError("syntax error: genmove COLOR")
        prompt = self._question(arguments)
        begun = time.monotonic()
        clock = self._table.clocks.get(prompt.seat)
        move = self._choose(prompt.state, None if clock is None else clock.allowance())
        if clock is not None and not clock.unlimited:
            clock.spend(time.monotonic() - begun)
        text = self._game.format(move)
        self.match.submit(move)
        return text

    def _choose(self, state: Any, seconds: float | None) -> Any:
        moves = self._game.legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        bot = self._table.bot
        if bot is None:
            bot = self._make_bot(self._game, self._seed + self._table.begun - 1)
            self._table.bot = bot
        if seconds is None:
            return bot.think(state).move
        end = time.monotonic() + seconds
        return bot.think(state, should_stop=lambda: time.monotonic() >= end).move

    def _undo(self, _: str) -> str:
        if self.match.ply == 0 and self.match.resigned is None:
            raise CommandError("cannot undo")
        self.match.undo()
        return ""

    def _chance(self, arguments: str) -> str:
        """Decide for chance: as the argument says, or as the seed does; tells the outcome."""
        if not isinstance(self._game, Chancy):
            raise CommandError("no chance in this game")
        if arguments.strip():
            self._fall(arguments)
        else:
            self._still_open()
            self.match.draw()
        return self._game.format(self.match.moves[-1])

    def _quit(self, _: str) -> str:
        self.running = False
        return ""

    # -- clocks -------------------------------------------------------------------------

    def _time_settings(self, arguments: str) -> str:
        usage = "syntax error: time_settings MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES"
        main, period, stones = self._numbers(arguments.split(), 3, usage)
        settings = (main, period, int(stones))
        self._table.clock_settings = settings if any(settings) else None
        self._table.clocks = _clocks(self._table.clock_settings, self._game)
        return ""

    def _time_left(self, arguments: str) -> str:
        usage = "syntax error: time_left COLOR TIME STONES"
        name, *rest = arguments.split() or [""]
        left, stones = self._numbers(rest, 2, usage)
        seat = self._seat(name)
        # A controller may tell what is left without having told what there was.
        clock = self._table.clocks.setdefault(seat, Clock(left, 0, 0))
        clock.set(left, int(stones))
        return ""

    @staticmethod
    def _numbers(words: Sequence[str], count: int, usage: str) -> list[float]:
        try:
            numbers = [float(word) for word in words]
        except ValueError:
            raise CommandError(usage) from None
        if len(numbers) != count or not all(0 <= number <= _MOST_SECONDS for number in numbers):
            raise CommandError(usage)
        return numbers

    # -- telling ------------------------------------------------------------------------

    def _showboard(self, _: str) -> str:
        state = self.match.state
        last = self._game.cells_of(self.match.moves[-1]) if self.match.ply else ()
        return (
            "\n" + boards.draw(self._game, state, last) + "\n" + words.score_line(self.match, state)
        )

    def _final_score(self, _: str) -> str:
        """`B+3.5`, `0` when nobody wins alone or all share; the score as it stands before
        the end. A winner by another rule than the most points is told without a margin, as
        `B`, and several winners among more players as `B=R`."""
        match, result = self.match, self.match.result()
        score = self._game.score(match.state)
        winners = score.winners if result is None else result.winners
        if len(winners) in (0, self._game.seats):
            return "0"
        marks = [self._game.marks[self._game.colour(match.state, seat)] for seat in winners]
        told = "=".join(marks).upper()
        if match.resigned is not None:
            return f"{told}+R"
        others = [total for seat, total in enumerate(score.totals) if seat not in winners]
        margin = round(score.totals[winners[0]] - max(others), 6)
        return told if len(winners) > 1 or margin <= 0 else f"{told}+{number_text(margin)}"

    def _list_stones(self, arguments: str) -> str:
        seat = self._seat(arguments.strip())
        state = self.match.state
        mark = 1 + self._game.colour(state, seat)
        names = self._game.topology.names
        stones = enumerate(self._game.stones(state))
        return " ".join(names[cell] for cell, stone in stones if stone == mark)

    def _legal_moves(self, _: str) -> str:
        if self.match.over:
            return ""
        moves = self._game.legal_moves(self.match.state)
        return "\n".join(sorted(self._game.format(move) for move in moves))


def _clocks(settings: tuple[float, float, int] | None, game: Game[Any, Any]) -> dict[Seat, Clock]:
    """A clock for every seat; none where no time is set."""
    return {seat: Clock(*settings) for seat in range(game.seats)} if settings else {}
