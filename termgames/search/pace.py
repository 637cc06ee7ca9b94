"""How long rounds of playouts take, as those before have shown: so that a search begins none that
will not be over in time."""

_KEPT = 0.85
"""The weight of what was known when another round is noted."""
_LEAST_SLACK, _MOST_SLACK = 1.25, 2.5
"""The least and the greatest factor by which a round is expected to exceed the time that earlier
ones suggest."""
_GUESS = 0.75
"""The part of its time that any round takes where all rounds were about as large, ..."""
_GROWTH = 4
"""... and how many times as many playouts the next one may have."""
_LITTLE = 0.5
"""What the playouts of a round that are cheap take at most, as a part of what any round takes."""
_ALIKE = 0.1
"""Rounds are about as large while the variance of their playouts is at most this part of the mean
square."""
ANY = 10**9
"""How many playouts fit where nothing is known, or they take no time."""


class Pace:
    """Seconds of rounds by their playouts: a part that every round takes, since a call of a kernel
    hardly depends on how little there is to do, and a part for each playout.

    The two are fitted to the latest rounds. How far single rounds were above them, as on a machine
    that is busy, is allowed for. Without rounds of several sizes a part is guessed, and the next
    round may be a few times as large, so that more is known then.
    """

    def __init__(self) -> None:
        self._weight = 0.0
        self._playouts = self._seconds = 0.0
        """Means, as are the products."""
        self._squares = self._products = 0.0
        self._slack = _LEAST_SLACK

    @property
    def known(self) -> bool:
        """Whether a round was noted."""
        return self._weight > 0

    def note(self, playouts: int, seconds: float) -> None:
        """Note that a round of `playouts` playouts took `seconds` seconds."""
        playouts, seconds = max(1, playouts), max(0.0, seconds)
        if self.known and (expected := self._expected(playouts)) > 0:
            late = seconds / expected
            self._slack = max(late, _KEPT * self._slack + (1 - _KEPT) * late)
            self._slack = min(_MOST_SLACK, max(_LEAST_SLACK, self._slack))
        self._weight = _KEPT * self._weight + 1
        part = 1 / self._weight
        self._playouts += part * (playouts - self._playouts)
        self._seconds += part * (seconds - self._seconds)
        self._squares += part * (playouts**2 - self._squares)
        self._products += part * (playouts * seconds - self._products)

    def seconds(self, playouts: int) -> float:
        """How long a round may take, 0 where nothing is known."""
        return self._slack * self._expected(playouts) if self.known else 0.0

    def fitting(self, seconds: float) -> int:
        """The most playouts of a round that is over within `seconds`; 0 where none is."""
        if not self.known:
            return ANY
        fixed, each = self._parts()
        left = seconds / self._slack - fixed
        if left < 0:
            return 0
        most = _GROWTH * self._playouts if self._alike else ANY
        return int(min(most, left / each)) if each > 0 else int(most)

    @property
    def cheap(self) -> int:
        """How many playouts a round may have that takes little longer than the smallest one: fewer
        save hardly any time. 0 where nothing is known; not more than lately where all rounds were
        about as large."""
        if not self.known:
            return 0
        fixed, each = self._parts()
        most = self._playouts if self._alike else ANY
        return int(min(most, _LITTLE * fixed / each)) if each > 0 else int(most)

    def _expected(self, playouts: int) -> float:
        fixed, each = self._parts()
        return fixed + each * playouts

    @property
    def _alike(self) -> bool:
        """Whether all rounds lately were about as large."""
        return self._squares - self._playouts**2 <= _ALIKE * self._squares

    def _parts(self) -> tuple[float, float]:
        """Seconds for every round, and for each playout; neither is negative."""
        most = self._seconds / self._playouts
        if self._alike:
            return _GUESS * self._seconds, (1 - _GUESS) * most
        spread = self._squares - self._playouts**2
        each = (self._products - self._playouts * self._seconds) / spread
        each = min(most, max(0.0, each))
        return self._seconds - each * self._playouts, each
