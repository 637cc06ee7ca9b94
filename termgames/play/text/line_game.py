"""A game played line by line: text in, text out; no screen, no colours.

For pipes, screen readers and dumb terminals. `Live` plays the game; here lines are
read, moves and boards are printed, and bots think in the same thread while nobody types.

What is printed stays in sight. So a human who plays alone against bots reads his own cards,
but several who share the keyboard read what any spectator may know; `hand` shows the cards
of the one who is asked, and the lines are pushed out of sight when the keyboard goes on.
"""

import shlex
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args

from termgames.core.errors import StorageError, TermgamesError, UnreadableMove
from termgames.core.game import Seat, has_secrets
from termgames.core.text import sentence
from termgames.play import record, store
from termgames.play.advice import Glance, Lesson, MoveToJudge
from termgames.play.bots.allowance import patience
from termgames.play.bots.bot import Bot, inform, reply
from termgames.play.bots.gtp_bot import GtpBot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.events import (
    Answer,
    Begins,
    BotFailed,
    Delayed,
    Event,
    Notice,
    NotSaved,
    Resigns,
)
from termgames.play.match import AnyMatch, Prompt
from termgames.play.save_file import SaveFile
from termgames.play.sitting.auto_answer import REVEALS_HAND, When
from termgames.play.sitting.live import Live
from termgames.play.sitting.resting import UNTIL
from termgames.play.text import prompts, words
from termgames.play.text.printer import Ask, Boards, Printer, Reader, Say

_REMEDIES = {"1": "wait", "2": "start it again", "3": "play on in its place"}
_BOARDS: dict[Boards, str] = {
    "always": "The board is shown whenever it has changed.",
    "changed": "The board is shown when more than one stone has changed.",
    "asked": "The board is shown when you type board.",
}
_SCREENFUL = "\n" * 60
"""Takes a hand that was shown out of sight."""


class _Bot:
    """A bot as a sitting asks it: `ask` only notes the question, `answer` thinks about it."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._serial, self._state = 0, None
        self._seconds: float | None = None
        self._stopped = False

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """See `events.Thinker`."""
        self._serial, self._state, self._stopped = serial, state, False
        self._seconds = seconds

    def stop(self) -> None:
        """See `events.Thinker`."""
        self._stopped = True

    def answer(self, match: AnyMatch, meanwhile: Callable[[], None]) -> Answer | Resigns:
        """Think about the question; `meanwhile` is called again and again."""

        def should_stop() -> bool:
            meanwhile()
            return self._stopped

        inform(self._bot, match)
        think = partial(self._bot.think, self._state, should_stop=should_stop)
        if self._seconds is not None:
            think = partial(think, seconds=self._seconds)
        return reply(self._serial, think)


class LineGame:
    """One match between the person at the keyboard and bots, or among either.

    `bots` holds a bot for every seat that no human plays. `file` None: nothing is saved.
    `advise` says what to play in a position, `examine` looks at moves where bots teach, and
    `collect` makes one that lost much an exercise and answers what there is to say of it; `boards`
    says when the board is printed unasked. `sit` makes the sitting, which tells what happens to the
    function it is given; without it the game is played here.
    """

    _at_end = "undo, moves, score, save FILE"
    """What can be done when the game is over."""

    def __init__(
        self,
        match: AnyMatch,
        *,
        bots: Mapping[Seat, Bot],
        ask: Ask,
        say: Say,
        warn: Say,
        file: SaveFile | None = None,
        advise: Callable[[Any], Any] | None = None,
        examine: Callable[[MoveToJudge], Lesson] | None = None,
        collect: Callable[[MoveToJudge, Lesson], str] | None = None,
        boards: Boards = "always",
        sit: Callable[[Callable[[Event], None]], Live] | None = None,
    ) -> None:
        self._match = match
        self._reader = Reader(ask, say)
        self._say = say
        self._warn = warn
        self._advise, self._examine, self._collect = advise, examine, collect
        self._bots = {seat: _Bot(bot) for seat, bot in bots.items()}
        self._live = self._seated(match, file) if sit is None else sit(self._on_event)
        self._printer = Printer(self._live.shown, say)
        self._printer.boards = boards
        self._due: tuple[int, float] | None = None
        """A question out of turn, and the clock's time when `Thinkers.due` is called."""
        self._hinted: tuple[Any, Any] = None, None
        """The position of the latest hint, and its move."""
        self._bot_fault = ""
        self._remedy = ""
        """What the player chose to do about a silent program: a key of `_REMEDIES`."""
        for seat, bot in bots.items():
            if isinstance(bot, GtpBot) and self._live.humans:
                spec = parse_player(match.players[seat])
                bot.patience = patience(spec, match.game, BotOptions(bot.time))
                bot.more = partial(self._ask_about_silence, seat, bot.patience)
        self._moves_printed = 0
        """The number of moves that have been printed."""
        self._asked_at = -1
        """The ply of the question that has been printed."""
        self._hand_in_sight = False
        """Whether something was printed that only the player who is asked may see."""
        printer, live = self._printer, self._live
        self._commands: dict[str, Callable[[str], None]] = {
            **printer.commands,
            "boards": self._boards,
            "estimate": self._showing_cards(self._estimate),
            "help": lambda _: printer.help(),
            "hint": self._showing_cards(self._hint),
            "last": lambda _: printer.last(),
            "legal": self._showing_cards(lambda _: printer.legal()),
            "moves": lambda _: printer.moves(),
            "quit": self._quit,
            "redo": lambda _: self._go("Now at", "There is nothing to redo.", live.redo),
            "save": self._save_as,
            "undo": self._undo,
            "what": self._showing_cards(lambda _: printer.what()),
        }
        if self._live.resting.has_passes:
            self._commands["rest"] = self._rest
        if match.time.controls:
            self._commands["clock"] = lambda _: self._say(prompts.time_left(self._live))
        if match.game.resigns:
            self._commands["resign"] = lambda _: self._live.resign()
        if has_secrets(match.game):
            self._commands |= {
                **dict.fromkeys(("hand", "cards"), self._hand),
                "always": self._always,
            }

    def _seated(self, match: AnyMatch, file: SaveFile | None) -> Live:
        # Nobody is there to learn from the time that bots take among themselves.
        delays = len(self._bots) < match.game.seats
        return Live(match, file=file, bots=self._bots, listen=self._on_event, delays=delays)

    @property
    def unsaved(self) -> bool:
        """Whether the last attempt to save failed."""
        return bool(self._live.keeper.fault)

    def run(self) -> None:
        """Play until the game is over or the player leaves. What was played is saved; where
        that fails, the record is printed at the end, however it came."""
        self._begin()
        try:
            while not self._reader.leaving:
                self._step()
        except KeyboardInterrupt:
            if self.unsaved:
                self._say_goodbye()
            raise
        except TermgamesError:
            self._say_goodbye()
            raise
        else:
            self._say_goodbye()
        finally:
            self._live.close()

    def _begin(self) -> None:
        """Print what is played, and what can be typed."""
        match, live = self._match, self._live
        for line in record.warnings(match):
            self._warn(f"note: {line}")
        match.go_on()
        self._printer.begin()
        if live.humans and not match.over:
            # A bot that moves first may make the example an illegal move.
            example = "" if live.seat in live.shown.bots else self._printer.example()
            self._say(f"Type a move{example and f', as {example}'}; or help, or quit.")
        if not all(map(match.by_chance, range(match.ply))):
            self._moves_printed = match.ply

    def _step(self) -> None:
        """Print what is new, then let whoever is to act do so."""
        match, live = self._match, self._live
        live.advance()
        if self._bot_fault:
            raise TermgamesError(self._bot_fault)
        self._printer.moves_from(self._moves_printed)
        self._moves_printed = match.ply
        prompt = match.prompt()
        if live.taught.move is not None:
            self._teach(live.taught.move)
        elif prompt is None:
            self._game_over()
        elif live.awaits_bot:
            self._let_think(prompt.seat)
        else:
            self._turn(prompt)

    def _teach(self, to_judge: MoveToJudge) -> None:
        """Have a move looked at, and ask what to do about one that lost much."""
        live = self._live
        if live.lesson is None:
            if self._examine is None:
                live.taught.go_on()
                return
            live.taught.take(to_judge, self._examine(to_judge))
            if live.lesson is None:
                return
            for line in prompts.lesson(live, live.lesson):
                self._say(line)
        more = "why, on or practise" if self._collect else "why, or on"
        match self._reader.read(f"back takes it back, {more}> ").lower():
            case "back" | "undo" | "1":
                self._undo("")
            case "why" | "2":
                self._say(prompts.better(live.shown, live.lesson))
            case "on" | "3":
                live.taught.go_on()
            case "practise" | "4" if self._collect is not None:
                self._say(self._collect(to_judge, live.lesson))
            case line if line and not self._command(line):
                self._say("Type back to take the move back, why to see what was better, or on.")

    def _on_event(self, event: Event) -> None:
        """Handle an event of the sitting. Changes of the position are printed by `_step`."""
        match event:
            case Delayed(serial, seconds):
                self._due = serial, time.monotonic() + seconds
            case NotSaved(text):
                self._warn(f"error: not saved: {text}; write save FILE to keep the game elsewhere")
            case Notice(text):
                self._say(f"Note: {text}.")
            case BotFailed(seat, text):
                self._bot_fault = f"{self._live.shown.label(seat)}: {text}"

    # -- bots ---------------------------------------------------------------------------

    def _let_think(self, seat: Seat) -> None:
        """Hand the answer of the bot to the sitting, and wait until it is played."""
        question = self._live.thinkers.question
        assert question is not None, "a bot has been asked"
        self._live.thinkers.hear(seat, Begins(question))
        try:
            answer = self._bots[seat].answer(self._match, self._check_time)
        except TermgamesError:
            if self._remedy == "3":
                self._live.take_over(seat)
            elif self._remedy != "2" and not self._reader.leaving:
                raise
            return
        finally:
            self._remedy = ""
        if isinstance(answer, Resigns) and not self._match.game.resigns:
            name = self._live.shown.label(seat)
            self._say(f"{name} resigned, but this game knows no resigning: play on in its place.")
            self._live.take_over(seat)
            return
        self._live.thinkers.hear(seat, answer)
        if self._due is not None and self._due[0] == answer.serial:
            time.sleep(max(0.0, self._due[1] - time.monotonic()))
            self._check_time()

    def _ask_about_silence(self, seat: Seat, seconds: float) -> float:
        """Ask what to do about a program that has not answered for so long; the seconds that it
        gets now, 0 where it is to be ended."""
        self._live.timing.hold(True)
        self._say(f"{self._live.shown.label(seat)} has not answered for {seconds:g} seconds.")
        self._say(", ".join(f"{key} {meaning}" for key, meaning in _REMEDIES.items()))
        choice = ""
        while choice not in _REMEDIES and not self._reader.leaving:
            choice = self._reader.read("1, 2 or 3> ")
        self._remedy = choice
        self._live.timing.hold(False)
        return seconds if choice == "1" else 0.0

    def _check_time(self) -> None:
        """Tell the sitting when the time of a question out of turn is over, or that of a bot."""
        if self._live.timing.runs:
            self._live.look_at_clock()
        if self._due is not None and time.monotonic() >= self._due[1]:
            (serial, _), self._due = self._due, None
            self._live.thinkers.due(serial)

    # -- the human's turn ---------------------------------------------------------------

    def _turn(self, prompt: Prompt[Any]) -> None:
        match, live = self._match, self._live
        name = match.seat_name(prompt.seat)
        if live.waits_for is not None:
            self._hand_over(name)
            note = prompts.first_handover(live, prompt.seat)
            if note:
                self._say(f"{note} always ask changes that.")
            live.take_keyboard(prompt.seat)
        if self._asked_at != match.ply:
            if self._printer.stale:
                self._printer.board()
            self._printer.warn_of_pass()
            self._say(match.game.prompt(prompt.state))
            if live.timing.runs:
                self._say(prompts.time_left(live))
            self._asked_at = match.ply
        line = self._reader.read(f"{self._printer.turn}. {name}> ")
        if live.look_at_clock():
            self._say("Your time is over.")
        elif line:
            self._answer(prompt, line)

    def _hand_over(self, name: str) -> None:
        """Say whose turn it is at a shared keyboard, with no hand left in sight."""
        if self._hand_in_sight:
            self._say(_SCREENFUL)
            self._hand_in_sight = False
            self._printer.forget()
        self._say(f"The keyboard goes to {name}.")

    def _answer(self, prompt: Prompt[Any], line: str) -> None:
        if self._command(line):
            return
        try:
            move = self._match.game.parse(prompt.state, line)
        except UnreadableMove as error:
            self._say(f"{error}. Type help for what can be typed here.")
            return
        advised = self._hinted == (prompt.state, move)
        risk = "" if advised else prompts.risk(self._live.shown, prompt.state, move)
        refusal = self._live.play(move)
        if refusal is not None:
            self._say(f"Not allowed: {refusal.text}.")
        elif risk:
            back = "" if self._match.terms.rated else " Type undo to take it back."
            self._say(f"{risk}{back}")

    def _command(self, line: str) -> bool:
        """Do what a command asks for; False when the line is none."""
        name, _, rest = line.partition(" ")
        command = self._commands.get(name.lower())
        if command is not None:
            command(rest.strip())
        return command is not None

    def _game_over(self) -> None:
        """Show the result and wait for a human to take something back or to leave."""
        self._printer.board()
        match, shown = self._match, self._live.shown
        if not (match.loss or match.told) and (why := shown.display.why(match.state)):
            self._say(f"{sentence(prompts.capitalized(shown, why))}.")
        self._say(words.result_line(match))
        if used := words.time_used(match):
            self._say(f"Time: {used}.")
        self._reader.leaving = not self._live.humans
        while self._match.over and not self._reader.leaving:
            line = self._reader.read(f"game over ({self._at_end}, quit)> ")
            if line and not self._command(line):
                command = self._at_end.partition(",")[0]
                self._say(f"The game is over: only commands now, as {command} or quit.")

    # -- commands -----------------------------------------------------------------------

    def _advised(self) -> tuple[Any, Callable[[Any], Any]] | None:
        """The position, as the seat that is asked knows it, and the analysis; None, which is told,
        where there is none."""
        prompt = self._match.prompt()
        if prompt is not None and self._advise is not None:
            return prompt.state, self._advise
        rated = self._match.terms.rated
        self._say("This game is rated: no analysis." if rated else "There is nothing to analyse.")
        return None

    def _hint(self, _: str) -> None:
        if (asked := self._advised()) is not None:
            state, advise = asked
            advice = advise(state)
            self._hinted = state, advice.move
            for text in prompts.hint_lines(self._live.shown, state, advice):
                self._say(text)

    def _estimate(self, _: str) -> None:
        """Say who wins, as the analysis sees it."""
        if (asked := self._advised()) is not None:
            estimate = asked[1](Glance(asked[0]))
            self._live.shown.estimate(self._match.ply, estimate)
            outlook = words.outlook(words.seat_names(self._match), estimate)
            self._say(f"analysis: {outlook}")

    def _showing_cards(self, command: Callable[[str], None]) -> Callable[[str], None]:
        """The command, which may name cards of the seat that is asked: what it prints has to be
        pushed out of sight later."""

        def wrapped(rest: str) -> None:
            self._hand_in_sight |= has_secrets(self._match.game)
            command(rest)

        return wrapped

    def _hand(self, _: str) -> None:
        """Print the cards of the seat that is asked, whose player is at the keyboard."""
        if self._printer.hand(self._match.prompt()):
            self._hand_in_sight = True

    def _always(self, rest: str) -> None:
        """Choose when the seat that is asked accepts what others do without being asked."""
        prompt, live = self._match.prompt(), self._live
        when: dict[str, When | None] = {"accept": "all", "ask": None}
        if not live.shown.view.apart:
            when["choice"] = "idle"
        rest = "accept" if rest == "let" else rest  # the older word for it
        if rest == "choice" and rest not in when:
            self._say(f"Not where others follow the game: {REVEALS_HAND}.")
            return
        if prompt is None or rest not in when:
            *others, last = (f"always {word}" for word in when)
            self._say(f"Write {', '.join(others)} or {last}.")
            return
        name = self._match.seat_name(prompt.seat)
        outcome = {
            "accept": "accepts all moves of others without being asked",
            "choice": "is asked about moves of others only when there is a choice"
            + (f": {REVEALS_HAND}" if live.shown.view.shared else ""),
            "ask": "is asked about moves of others"
            + (" while holding a card" if live.shown.view.watched else ""),
        }
        self._say(f"{name} {outcome[rest]}.")
        live.accept_for(prompt.seat, when[rest])

    def _rest(self, _: str) -> None:
        """Pass until something matters to the seat that is asked, or no longer."""
        live = self._live
        if not live.resting.seats and not live.resting.possible:
            self._say("You cannot pass just now.")
            return
        live.resting.switch()
        # What is already at hand ends the rest at once, and that has been said.
        if live.resting.seats:
            self._say(f"You pass {UNTIL}.")

    def _boards(self, rest: str) -> None:
        """Choose when the board is printed unasked."""
        when = next((each for each in get_args(Boards) if each == rest.lower()), None)
        if when is None:
            self._say("Write boards always, boards changed or boards asked.")
            return
        self._printer.boards = when
        self._say(_BOARDS[when])

    def _undo(self, _: str) -> None:
        if self._match.terms.rated:
            self._say("This game is rated: moves cannot be taken back.")
            return
        self._go("Back at", "There is nothing to take back.", self._live.undo)

    def _go(self, where: str, nowhere: str, go: Callable[[], bool]) -> None:
        """Undo or redo, and show the position that it led to."""
        if not go():
            self._say(nowhere)
            return
        self._say(f"{where} turn {self._printer.turn}.")
        self._moves_printed = self._match.ply
        self._asked_at = -1
        self._printer.forget()

    def _save_as(self, rest: str) -> None:
        try:
            names = shlex.split(rest)
        except ValueError:  # a quote without its other half
            names = []
        if len(names) != 1:
            self._say("Name one file, as: save game.tgr")
            return
        try:
            if self.unsaved:
                self._live.keeper.save_in(Path(names[0]))
                self._say(f"Saved in {names[0]}, where the game goes on.")
            else:
                store.export(self._match, Path(names[0]))
                self._say(f"Saved as {names[0]}.")
        except StorageError as error:
            self._say(f"Not saved: {error}.")

    def _quit(self, _: str) -> None:
        self._reader.leaving = True

    def _say_goodbye(self) -> None:
        keeper = self._live.keeper
        if keeper.path is None:
            self._say("The game was not saved.")
        elif keeper.fault and not keeper.save():
            self._say(store.last_resort(self._match, keeper.fault))
        elif not keeper.path.exists():
            self._say("Nothing was played, nothing is saved.")
        elif self._match.over:
            self._say(f"The game is in {keeper.path}")
        else:
            self._say(f"The game is saved; go on with: {store.resuming(keeper.path)}")
