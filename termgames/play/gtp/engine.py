"""The commands of the Go Text Protocol. An engine plays one game at a time.

Only `quit` ends the process; every error is answered with `? ...`. A seat is called by its
name (`black`) or its initial (`b`), and by `first` or `second` while a komi offer is open.
Where dice or cards are next, `chance` is to move: the controller plays the outcome or has
`termgames-chance` draw it; a `play` or `genmove` for a seat draws it first. A bot sees only
what its seat may know, the controller sees everything.

A command that is answered with `? ...` has changed nothing: the engine copies what commands
can change (`_Table`) before each command, and goes back to the copy when the command fails.
"""

from __future__ import annotations

import contextlib
import copy
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from termgames import __version__, games
from termgames.core.errors import IllegalMove, OptionError, TermgamesError, UnreadableMove
from termgames.core.game import CHANCE, AnyGame, Chancy, Seat
from termgames.core.options import Value, number_text
from termgames.core.text import quoted, sentence
from termgames.play import fault_reports, record, store
from termgames.play.advice import Estimate, Glance
from termgames.play.bots.bot import Bot
from termgames.play.clock import Clock, TimeControl, TimeLeft
from termgames.play.gtp.protocol import CommandError, answer_text, read_command
from termgames.play.match import CHANCE_NAME, AnyMatch, Match, Prompt
from termgames.play.played_moves import StartPosition
from termgames.play.seeds import seed_for_bot
from termgames.play.text import boards, report, words

RESIGN = "resign"
_MOST_SECONDS = 10.0**9
_SETTING_UP = (
    "boardsize",
    "clear_board",
    "komi",
    "termgames-load",
    "time_left",
    "time_settings",
)
"""The commands after which a bot is made where clocks run."""


BotMaker = Callable[[AnyGame, int | None], Bot]
"""Makes the bot for a game; the number is its seed."""
Analyst = Callable[[Glance], Estimate]
"""Says who wins a position."""


@dataclass
class _Table:
    """Everything that commands can change: the game and what belongs to it."""

    chosen: Mapping[str, Value]
    match: AnyMatch
    games_started: int
    """How many games were started so far; the seeds of the bot and of the game depend on it."""
    control: TimeControl | None = None
    """What `time_settings` gave everybody; None without a limit."""
    clocks: dict[Seat, Clock] = field(default_factory=dict)
    bot: Bot | None = None
    analyst: Analyst | None = None

    def copy(self) -> _Table:
        """A copy with the same bot: what a bot has learnt by thinking is not undone."""
        clocks = {seat: copy.copy(clock) for seat, clock in self.clocks.items()}
        return replace(self, match=self.match.copy(), clocks=clocks)


class Engine:
    """A game behind the protocol.

    `chosen` are the options that the user gave; options that depend on the board's size are derived
    again when the size changes. The first `genmove` of every game calls `make_bot` with a seed that
    depends on `seed` and on the number of the game; where clocks run a command before it does, so
    that no player's time is spent on it. A player's time runs from when the engine is given his
    `genmove`. `note` gets messages for the user that are neither answers nor errors, `clock`
    answers seconds.
    """

    def __init__(
        self,
        game_id: str,
        chosen: Mapping[str, Value],
        *,
        make_bot: BotMaker,
        analyst: Callable[[AnyGame], Analyst],
        seed: int | None = None,
        note: Callable[[str], None] = lambda text: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.running = True
        self._clock, self._heard = clock, clock()
        self._game_id = game_id
        self._make_bot, self._make_analyst = make_bot, analyst
        self._note = note
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
            "termgames-estimate": lambda _: json.dumps(self._estimate()),
            "termgames-legal_moves": self._legal_moves,
            "termgames-load": self._load,
            "termgames-state": lambda _: json.dumps(report.position(self.match)),
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: __version__,
        }
        self._table = _Table(dict(chosen), self._fresh(chosen, games_started=0), games_started=1)

    # -- the line -----------------------------------------------------------------------

    def answer(self, line: str) -> str | None:
        """The answer to a line, with its closing empty line; None when the line is no command."""
        self._heard = self._clock()
        command = read_command(line)
        if command is None:
            return None
        carry_out = self._commands.get(command.name)
        if carry_out is None:
            return answer_text(command.id, "unknown command", good=False)
        before = self._table.copy()
        try:
            answer = answer_text(command.id, carry_out(command.arguments), good=True)
            if self.clocks and command.name in _SETTING_UP:
                # What is wrong with the bot is told when it is asked for a move.
                with contextlib.suppress(TermgamesError):
                    self._bot()
            return answer
        except (CommandError, TermgamesError) as error:
            text = str(error)
        except Exception as error:  # a fault of ours must not end the process
            text = fault_reports.report(error)
        self._table = before
        return answer_text(command.id, text, good=False)

    @property
    def match(self) -> AnyMatch:
        """The game being played."""
        return self._table.match

    @property
    def clocks(self) -> Mapping[Seat, Clock]:
        """The clocks of the seats that have one."""
        return self._table.clocks

    @property
    def _game(self) -> AnyGame:
        return self.match.game

    def _fresh(self, chosen: Mapping[str, Value], games_started: int) -> AnyMatch:
        """A new game after `games_started` others; OptionError when the options do not fit."""
        game = games.create(self._game_id, chosen)
        return Match(game, ("gtp",) * game.seats, self._seed + games_started, draws=False)

    def _begin(self, match: AnyMatch, chosen: Mapping[str, Value]) -> None:
        control, started = self._table.control, self._table.games_started
        self._table = _Table(chosen, match, started + 1, control, _clocks(control, match.game))

    # -- setting up ---------------------------------------------------------------------

    def _boardsize(self, arguments: str) -> str:
        names = {option.name for option in games.info(self._game_id).options}
        name = "hex" if self._table.chosen.get("hex") is not None else "size"
        if "size" not in names and "map" in names:
            name, arguments = "map", f"{arguments}x{arguments}"
        try:
            size = games.info(self._game_id).option(name).read(arguments)
            # A board given by its size replaces a board given by a map.
            chosen = {key: value for key, value in self._table.chosen.items() if key != "map"}
            chosen[name] = size
            match = self._fresh(chosen, self._table.games_started)
        except OptionError as error:
            raise CommandError(f"unacceptable size: {error}") from None
        self._begin(match, chosen)
        return ""

    def _clear_board(self, _: str) -> str:
        chosen = self._table.chosen
        self._begin(self._fresh(chosen, self._table.games_started), chosen)
        return ""

    def _komi(self, arguments: str) -> str:
        """Set komi and keep the moves. A position that was loaded gets the new komi as well."""
        if "komi" not in self._game.options and arguments in ("0", "0.0"):
            return ""  # a game without komi has komi 0
        komi = games.info(self._game_id).option("komi").read(arguments)
        old = self.match
        chosen = {**self._table.chosen, "komi": komi}
        game = games.create(self._game_id, chosen)
        # The first position holds the komi, so it is set up again.
        diagram, texts = old.start.diagram, dict(old.start.texts)
        start = StartPosition.read(game, diagram, texts) if diagram else StartPosition(game.start())
        match = Match(game, old.players, old.seed, start, draws=False)
        for move in old.moves:
            match.submit(move)
        if old.loss is not None:
            match.resign(old.loss.seat)
        self._table = replace(self._table, chosen=chosen, match=match, bot=None, analyst=None)
        return ""

    def _load(self, arguments: str) -> str:
        if not arguments:
            raise CommandError("syntax error: termgames-load FILE")
        match = store.read(Path(arguments), expect=self._game_id, draws=False)
        for line in record.warnings(match):
            self._note(line)
        options = match.game.options.items()
        self._begin(match, {name: value for name, value in options if value is not None})
        return ""

    # -- playing ------------------------------------------------------------------------

    def _seat(self, name: str) -> Seat:
        """The seat with that name, that mark on the board, or that initial if no other has it."""
        state, wanted = self.match.state, name.lower()
        names = words.seat_names(self.match)
        if wanted in names:
            return names.index(wanted)
        for seat, full in enumerate(names):
            # Before sides are chosen, the names "first" and "second" have no mark.
            if wanted == self._game.marks[self._game.colour(state, seat)] and wanted in full:
                return seat
        initials = [seat for seat, full in enumerate(names) if wanted == full[:1]]
        if len(initials) == 1:
            return initials[0]
        raise CommandError(f"invalid color {quoted(name)}: use {' or '.join(names)}")

    def _question(self, name: str) -> Prompt[Any]:
        """The open question, which must be for the seat of that name. If chance is next, its
        outcome is drawn first."""
        self._still_open()
        seat = self._seat(name)
        while self.match.to_act == CHANCE:
            self.match.draw()
        self._still_open()
        prompt = self.match.prompt()
        assert prompt is not None, "an open game asks somebody"
        if seat != prompt.seat:
            turn = self.match.seat_name(prompt.seat)
            raise CommandError(f"it is not {name.lower()}'s turn: {turn} is to act")
        return prompt

    def _still_open(self) -> None:
        if self.match.redacted:
            raise CommandError("hidden hands are left out of this record: it cannot be played on")
        result = self.match.result()
        if result is not None:
            raise CommandError(f"the game is over: {result.reason}")

    def _play(self, arguments: str) -> str:
        name, _, text = arguments.partition(" ")
        if not text.strip():
            raise CommandError("syntax error: play COLOR MOVE")
        if name.lower() == CHANCE_NAME:
            self._play_chance(text)
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

    def _play_chance(self, text: str) -> None:
        """Take `text` as the outcome of chance."""
        self._still_open()
        if self.match.to_act != CHANCE:
            raise CommandError("it is not chance's turn: a player is to act")
        self._submit(text)

    def _genmove(self, arguments: str) -> str:
        if not arguments or " " in arguments:
            raise CommandError("syntax error: genmove COLOR")
        prompt = self._question(arguments)
        clock = self._table.clocks.get(prompt.seat)
        if clock is not None:
            clock.start(self._heard)
        move = self._choose(prompt.state, None if clock is None else clock.allowance(self._heard))
        if clock is not None:
            clock.press(self._clock())
        text = self._game.format(move)
        self.match.submit(move)
        return text

    def _choose(self, state: Any, seconds: float | None) -> Any:
        moves = self._game.legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        bot = self._bot()
        if seconds is None:
            return bot.think(state).move
        end, clock = self._heard + seconds, self._clock
        return bot.think(state, should_stop=lambda: clock() >= end, seconds=end - clock()).move

    def _bot(self) -> Bot:
        """The bot of the game, made if there is none yet."""
        table = self._table
        if table.bot is None:
            table.bot = self._make_bot(self._game, seed_for_bot(self._seed, table.games_started))
        return table.bot

    def _undo(self, _: str) -> str:
        if self.match.ply == 0 and self.match.loss is None:
            raise CommandError("cannot undo")
        self.match.undo()
        return ""

    def _chance(self, arguments: str) -> str:
        """Play the outcome of chance: the one given, or one drawn from the seed. Answers it."""
        if not isinstance(self._game, Chancy):
            raise CommandError("no chance in this game")
        if arguments.strip():
            self._play_chance(arguments)
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
        moves = int(stones)
        # A period without moves is no limit at all, see the protocol.
        limited = (main or period) and (moves or not period)
        periods = 1 if moves and period else 0
        self._table.control = (
            TimeControl(main, 0, period, periods, max(1, moves)) if limited else None
        )
        self._table.clocks = _clocks(self._table.control, self._game)
        return ""

    def _time_left(self, arguments: str) -> str:
        usage = "syntax error: time_left COLOR TIME STONES"
        name, *rest = arguments.split() or [""]
        left, stones = self._numbers(rest, 2, usage)
        seat = self._seat(name)
        moves = int(stones)
        # A controller may send time_left without time_settings before it.
        usual = TimeControl(0, 0, left, 1, moves) if moves else TimeControl(left)
        clock = self._table.clocks.setdefault(seat, Clock(usual))
        periods = 0 if moves else clock.control.periods
        clock.set(TimeLeft(round(left, 2), periods, moves))
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

    # -- answering ------------------------------------------------------------------------

    def _showboard(self, _: str) -> str:
        state = self.match.state
        last = self._game.cells_of(self.match.moves[-1]) if self.match.ply else ()
        board = boards.draw(self._game, state, last, labels=games.display(self._game).labels(state))
        return f"\n{board}\n{words.score_line(self.match, state)}"

    def _final_score(self, _: str) -> str:
        """`B+3.5`, or `0` when all or none would win; before the end, the score as it stands.
        A winner who has not the most points is given without a margin, as `B`; several
        winners of three or more players as `B=R`."""
        match, result = self.match, self.match.result()
        score = self._game.score(match.state)
        winners = score.winners if result is None else result.winners
        if len(winners) in (0, self._game.seats):
            return "0"
        marks = [self._game.marks[self._game.colour(match.state, seat)] for seat in winners]
        text = "=".join(marks).upper()
        if match.loss is not None:
            return f"{text}+R"
        if len(winners) > 1 or match.told:
            return text
        others = [total for seat, total in enumerate(score.totals) if seat not in winners]
        margin = round(score.totals[winners[0]] - max(others), 6)
        return text if margin <= 0 else f"{text}+{number_text(margin)}"

    def _estimate(self) -> dict[str, Any]:
        """Who wins, as the analysis tells players who see what the seat to act may see; of a game
        that is over who has won."""
        match, result = self.match, self.match.result()
        if result is not None:
            won = result.winners
            shares = [(seat in won) / max(1, len(won)) for seat in range(match.game.seats)]
            text, _, _ = words.result_line(match).partition(" (")
            estimate = Estimate(tuple(shares), tuple(result.score.totals), sentence(text))
        elif match.to_act == CHANCE:
            raise CommandError("chance is next: play its outcome first")
        else:
            self._still_open()
            prompt = match.prompt()
            assert prompt is not None, "an open game asks somebody"
            table = self._table
            table.analyst = table.analyst or self._make_analyst(match.game)
            estimate = table.analyst(Glance(prompt.state))
        names, points = words.seat_names(match), estimate.points
        return {
            "shares": dict(zip(names, (round(p, 4) for p in estimate.shares), strict=True)),
            "points": points and dict(zip(names, (round(x, 2) for x in points), strict=True)),
            "known": estimate.known,
            "playouts": estimate.playouts,
        }

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


def _clocks(control: TimeControl | None, game: AnyGame) -> dict[Seat, Clock]:
    """A clock for every seat; empty without a limit."""
    return {} if control is None else {seat: Clock(control) for seat in range(game.seats)}
