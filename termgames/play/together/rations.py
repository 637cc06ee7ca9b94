"""How much somebody may do in a while."""

from time import monotonic


class Allowance:
    """So much at once, `most`, and so much `a_second` afterwards."""

    def __init__(self, most: float, a_second: float) -> None:
        self._most, self._rate = most, a_second
        self._left, self._since = most, monotonic()

    def take(self, cost: float = 1) -> bool:
        """Whether so much is left; then it is taken."""
        now = monotonic()
        self._left = min(self._most, self._left + self._rate * (now - self._since))
        self._since = now
        enough = self._left >= cost
        self._left -= cost if enough else 0
        return enough
