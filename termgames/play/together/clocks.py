"""The clocks of a table: it runs them, tells its guests, and these count down by themselves until
they are told again."""

from termgames.core.game import Seat
from termgames.play.clock import Clock, TimeLeft
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.taught_move import TaughtMove
from termgames.play.sitting.thinkers import Thinkers
from termgames.play.sitting.timing import BELL, ClockNow, Timing
from termgames.play.together import wire
from termgames.play.together.mirror import Mirror


def told(live: Live) -> wire.Clocks:
    """What the clocks of a sitting show now, and whose runs."""
    seats, runs = [], None
    for each in live.clocks:
        left = each.left
        seats.append(wire.SeatClock(each.seat, round(left.seconds * 100), left.periods, left.moves))
        runs = each.seat if each.runs else runs
    return wire.Clocks(live.shown.match.ply, tuple(seats), runs)


class ToldTiming(Timing):
    """The clocks as a guest sees them. Whose time is over, the table says."""

    def __init__(
        self, shown: Shown, thinkers: Thinkers, taught: TaughtMove, mirror: Mirror
    ) -> None:
        super().__init__(shown, thinkers, taught, mirror.now)
        self._mirror = mirror
        self._told: wire.Clocks | None = None
        self._all: dict[Seat, Clock] = {}

    def follow(self) -> None:
        """Take over what the table has told."""
        clocks = self._mirror.clocks
        if clocks is None or clocks is self._told:
            return
        before, self._told = self._told, clocks
        time = self._shown.match.time
        self._all = {}
        for each in clocks.seats:
            control = time.control(each.seat) if each.seat in range(len(time.controls)) else None
            if control is not None:
                left = TimeLeft(max(0, each.left) / 100, max(0, each.periods), max(0, each.moves))
                self._all[each.seat] = Clock(control, left)
        self._clock = None if clocks.runs is None else self._all.get(clocks.runs)
        if self._clock is not None:
            self._clock.start(self._mirror.clocks_at)
            if before is None or (before.ply, before.runs) != (clocks.ply, clocks.runs):
                left = self._clock.left(self._mirror.clocks_at)
                self._rung = self._clock.control.total(left) <= BELL

    def hold(self, held: bool) -> None:
        """The table's clocks do not stand for what a guest looks at."""

    def look(self) -> bool:
        """A guest's program may stand still, the table does not."""
        return False

    @property
    def over(self) -> bool:
        """False: the table says so."""
        return False

    @property
    def wait(self) -> float | None:
        """As for every clock; None, too, while the table has still to say that a time is over."""
        ended = self._clock is not None and self._clock.left(self._now()).fallen
        return None if ended else super().wait

    @property
    def runs(self) -> bool:
        """Whether a clock runs."""
        self.follow()
        return super().runs

    def clocks(self) -> list[ClockNow]:
        """The clocks of all seats that have one, as they show now."""
        self.follow()
        now = self._now()
        return [
            ClockNow(seat, each.left(now), each.running) for seat, each in sorted(self._all.items())
        ]
