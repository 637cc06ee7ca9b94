"""The clocks at a table: whose runs, what it shows, and whose time is over.

Nothing in here looks at the time by itself. Whoever shows a clock looks at it when it is due
(`Timing.wait`), and `Live.look_at_clock` ends the time of a player who has none left.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

from termgames.core.game import Seat
from termgames.play import clock
from termgames.play.clock import Clock, TimeLeft
from termgames.play.events import ClockChanged
from termgames.play.match import LostGame
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.taught_move import TaughtMove
from termgames.play.sitting.thinkers import Thinkers

GAP = 2.0
"""The longest time between two looks at a running clock. When more has passed the program itself
stood still, stopped from the shell or with the lid closed, and no clock counts that."""
BELL = 10.0
"""Seconds before the end of a human's time at which he is told."""


@dataclass(frozen=True)
class ClockNow:
    """A clock as it shows now."""

    seat: Seat
    left: TimeLeft
    runs: bool


class Timing:
    """Runs the clock of the seat that is asked, from the time at which the game `began` here.

    A human's runs while he can answer: not before he has taken the keyboard, and not while his move
    is spoken of by a teacher. A bot's runs from when its process has begun to think. What bots
    answer out of turn takes no time: the pause before it is ours. `now` answers seconds.
    """

    def __init__(
        self,
        shown: Shown,
        thinkers: Thinkers,
        taught: TaughtMove,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._shown, self._thinkers, self._taught, self._now = shown, thinkers, taught, now
        self.began = self._held = False
        self._clock: Clock | None = None
        """That of the seat that is asked; None where it has none."""
        self._serial: int | None = None
        """The question that `_clock` is about."""
        self._looked: float | None = None
        """When the running clock was looked at last; None where nobody looks regularly."""
        self._rung = False

    # -- running ------------------------------------------------------------------------

    def follow(self) -> None:
        """Let the clock of whoever is asked run or stand, as things are now."""
        ran = self.runs
        self._follow()
        if self.runs and not ran:
            self._shown.listen(ClockChanged())

    def _follow(self) -> None:
        if not self._shown.match.time.controls:
            return
        match, prompt = self._shown.match, self._shown.match.prompt()
        serial = None if prompt is None else prompt.serial
        if serial != self._serial:
            self._begin(serial)
        if self._clock is None or prompt is None:
            return
        if self._runs(prompt.seat):
            if not self._clock.running:
                self._looked = None
            self._clock.start(self._now())
        else:
            self._clock.stop(self._now())
        match.time.in_hand = 0.0

    def hold(self, held: bool) -> None:
        """Let all clocks stand while something else is asked, or let them go on."""
        self._held = held
        self._follow()
        if self._shown.match.time.controls:
            self._shown.listen(ClockChanged())

    def look(self) -> bool:
        """The clock is looked at, as it is regularly; whether the program stood still before."""
        now = self._now()
        clock, before, self._looked = self._clock, self._looked, now
        stood = clock is not None and before is not None and now - before > GAP
        if clock is not None and before is not None and stood:
            clock.skip(now - before)
        return stood

    def _begin(self, serial: int | None) -> None:
        """The clock for another question, with the time that was thought about it before."""
        seat, match_time = self._shown.match.to_act, self._shown.match.time
        control = match_time.control(seat)
        self._serial, self._clock = serial, None
        if control is not None:
            left = match_time.left(seat) or control.full
            self._clock = Clock(control, left, match_time.in_hand)
            # Who has less than that for each move knows it.
            self._rung = control.total(left) <= BELL

    def _runs(self, seat: Seat) -> bool:
        if self._held or self._taught.move is not None or not self.began:
            return False
        view = self._shown.view
        if seat in view.humans:
            return view.apart or view.waits_for is None
        prompt = self._shown.match.prompt()
        reaction = prompt is not None and self._shown.display.let(prompt.state) is not None
        return self._thinkers.begun and not reaction

    # -- looking ------------------------------------------------------------------------

    @property
    def thought(self) -> float:
        """Seconds that the seat that is asked has thought about it; 0 without a clock."""
        return 0.0 if self._clock is None else self._clock.thought(self._now())

    def spent(self, serial: int) -> float:
        """Seconds that were thought about a question: 0 where its clock has not begun here."""
        return self.thought if serial == self._serial else 0.0

    @property
    def runs(self) -> bool:
        """Whether a clock runs."""
        return self._clock is not None and self._clock.running

    @property
    def over(self) -> bool:
        """Whether the time of the seat that is asked is over."""
        return self._clock is not None and self._clock.left(self._now()).fallen

    def allowance(self) -> float | None:
        """Seconds for the bot that is asked now; None where it has no clock."""
        self.follow()
        return None if self._clock is None else self._clock.allowance(self._now())

    def clocks(self) -> list[ClockNow]:
        """The clocks of all seats that have one, as they show now."""
        match, prompt = self._shown.match, self._shown.match.prompt()
        here = prompt is not None and prompt.serial == self._serial
        clocks = []
        for seat in range(match.game.seats):
            left, asked = match.time.left(seat), here and seat == match.to_act
            if left is None:
                continue
            if asked and self._clock is not None:
                left = self._clock.left(self._now())
            if match.loss == LostGame(seat, on_time=True):
                left = TimeLeft(0.0)
            clocks.append(ClockNow(seat, left, asked and self.runs))
        return clocks

    @property
    def wait(self) -> float | None:
        """Seconds until the running clock shows something else; None where none runs."""
        if self._clock is None or not self._clock.running:
            return None
        return clock.until_next(self._clock.left(self._now()))

    @property
    def lasts(self) -> float | None:
        """Seconds until the time of the running clock is over; None where none runs."""
        if self._clock is None or not self._clock.running:
            return None
        return self._clock.control.total(self._clock.left(self._now()))

    def rings(self) -> bool:
        """Whether a human is to be told now that little of his time is left: once a question."""
        running = self._clock
        if running is None or not running.running or self._rung:
            return False
        if self._shown.match.to_act not in self._shown.view.humans:
            return False
        self._rung = running.control.total(running.left(self._now())) <= BELL
        return self._rung
