"""The bots at a table: the one to move is asked, and what it decides is handed on."""

from collections.abc import Callable
from typing import Any

from termgames.core.game import Seat
from termgames.play import events
from termgames.play.match import Prompt
from termgames.play.sitting.shown import Shown
from termgames.search.limits import Thought

SECONDS = 0.3
"""How long every answer out of turn takes where a human plays."""
SECONDS_AMONG_BOTS = 0.1
"""The same where bots play among themselves: no human has to follow each answer."""


class AnswerDelay:
    """Holds back the answer to a question out of turn until its time is over.

    `deliver` gets an answer and its serial when it may be played, `stop` makes the bot decide.
    There is no clock in here: the owner calls `due` when the time of a question is over.
    """

    def __init__(
        self, deliver: Callable[[int, Thought], None], stop: Callable[[int], None]
    ) -> None:
        self._deliver, self._stop = deliver, stop
        self._serial: int | None = None
        self._held: Thought | None = None

    def on_question(self, serial: int) -> None:
        """A bot has been asked out of turn."""
        self._serial, self._held = serial, None

    def on_answer(self, serial: int, thought: Thought) -> None:
        """A bot has answered. Only an answer out of turn, before its time, is held back."""
        if serial == self._serial:
            self._held = thought
        else:
            self._deliver(serial, thought)

    def due(self, serial: int) -> None:
        """The time of a question is over; nothing happens when it is no longer open."""
        if serial != self._serial:
            return
        held, self._serial = self._held, None
        if held is None:
            self._stop(serial)
        else:
            self._deliver(serial, held)


class Nobody:
    """Whoever plays a seat that is not asked here: it never answers."""

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """Nothing happens."""

    def stop(self) -> None:
        """Nothing happens."""


class Thinkers:
    """Asks bots, at most one at a time, and hears their replies. A reply to a question that is no
    longer open changes nothing.

    `bots` are the bots by seat, those of `shown`. `decided` gets the question and the decision on
    it, `resigned` the seat of a bot that resigns instead. `allowance` answers how many seconds the
    bot that is asked has, None without a clock, and `begins` is called when it begins. Without
    `delays`, answers out of turn are taken as soon as they come.
    """

    def __init__(
        self,
        shown: Shown,
        bots: dict[Seat, events.Thinker],
        *,
        delays: bool,
        decided: Callable[[Prompt[Any], Thought], None],
        resigned: Callable[[Seat], None],
        allowance: Callable[[], float | None],
        begins: Callable[[], None],
    ) -> None:
        self._shown, self._bots = shown, bots
        self._delays, self._decided, self._resigned = delays, decided, resigned
        self._allowance, self._begins = allowance, begins
        self.begun = False
        """Whether the bot that has been asked has begun to think; known only where clocks run."""
        self.thinking: Thought | None = None
        """The latest report of the bot to move, None until it first reports; between moves, the
        decision of the bot that moved last."""
        self.broken: dict[Seat, str] = {}
        """By seat: bots that stopped working, and what went wrong."""
        self._delay = AnswerDelay(self._deliver, self.stop)
        self._open: Prompt[Any] | None = None
        """What a bot has been asked and has not answered."""

    @property
    def question(self) -> int | None:
        """The serial of the question that a bot has been asked and has not answered."""
        return None if self._open is None else self._open.serial

    def ask(self) -> None:
        """Ask the bot that is to move, if one is and it has not been asked yet."""
        shown, prompt = self._shown, self._shown.match.prompt()
        if self._open is not None or prompt is None or prompt.seat not in self._bots:
            return
        if prompt.seat in self.broken:
            shown.listen(events.BotFailed(prompt.seat, self.broken[prompt.seat]))
            return
        self._open, self.thinking, self.begun = prompt, None, False
        delayed = self._delays and shown.display.let(prompt.state) is not None
        if delayed:
            self._delay.on_question(prompt.serial)
        self._bots[prompt.seat].ask(prompt.serial, prompt.state, self._allowance())
        if delayed:
            alone = not shown.view.humans
            seconds = SECONDS_AMONG_BOTS if alone else SECONDS
            shown.listen(events.Delayed(prompt.serial, seconds))

    def hear(self, seat: Seat, reply: events.Reply) -> None:
        """Take a reply of the bot of `seat`."""
        match reply:
            case events.Begins(serial):
                if serial == self.question:
                    self.begun = True
                    self._begins()
            case events.Progress(serial, thought):
                if serial == self.question:
                    self.thinking = thought
                    self._shown.listen(events.Thinking())
            case events.Answer(serial, thought):
                self._delay.on_answer(serial, thought)
            case events.Resigns(serial):
                if self._open is not None and serial == self._open.serial:
                    self._resigned(self._open.seat)
            case events.Failed(_, text):
                self.fail(seat, text)

    def due(self, serial: int) -> None:
        """The time of a question out of turn is over, see `events.Delayed`."""
        self._delay.due(serial)

    def stop(self, serial: int | None = None) -> None:
        """Make the bot play the best move it has found; with a serial, only if it is
        thinking about that question."""
        if self._open is not None and serial in (None, self._open.serial):
            self._bots[self._open.seat].stop()

    def cancel(self) -> None:
        """Stop the bot that is thinking; what it answers is ignored."""
        self.stop()
        self._open = self.thinking = None
        self.begun = False

    def fail(self, seat: Seat, text: str) -> None:
        """The bot of `seat` stopped working; this is told when it is the bot's turn."""
        self.broken[seat] = text
        if self._open is not None and self._open.seat == seat:
            self._open, self.begun = None, False
            self._shown.listen(events.BotFailed(seat, text))

    def replace(self, seat: Seat, bot: events.Thinker | None) -> None:
        """Put a fresh bot in a seat, or none any more."""
        self.broken.pop(seat, None)
        if bot is None:
            self._bots.pop(seat, None)
        else:
            self._bots[seat] = bot

    def _deliver(self, serial: int, thought: Thought) -> None:
        """Hand a decision on, unless its question is no longer open."""
        prompt = self._open
        if prompt is not None and serial == prompt.serial:
            self._open, self.begun = None, False
            self._decided(prompt, thought)
