"""Small shapes that are worth a stone in their middle, on square boards.

They are the patterns of Gelly, Wang, Munos and Teytaud ("Modification of UCT with Patterns
in Monte-Carlo Go", 2006), in the form in which later programs have them: hane, cuts, and
moves on the rim. Turned, mirrored and with colours exchanged they mean the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

# X, O: stones of the two sides; x, o: anything but them; "?": anything; " ": off the board.
_SHAPES = (
    "XOX ... ???",  # hane, enclosing
    "XO. ... ?.?",  # hane, not cutting
    "XO? X.. x.?",  # hane, magari
    ".O. X.. ...",  # a diagonal attachment
    "XO? O.o ?o?",  # a cut that is not protected
    "XO? O.X ???",  # a cut that is peeped at
    "?X? O.O ooo",  # a cut through
    "OX? o.O ???",  # a cut of a keima
    "X.? O.? ---",  # the rim: chase
    "OX? X.O ---",  # block a cut
    "?X? x.O ---",  # block a connection
    "?XO x.x ---",  # sagari
    "?OX X.O ---",  # cut
)
_MEANT = {"?": ".XO-", "x": ".O-", "o": ".X-", ".": ".", "X": "X", "O": "O", "-": "-"}
_RING = (5, 2, 1, 0, 3, 6, 7, 8)
"""The places of a shape's text from east counter-clockwise."""
_DIGITS = {".": 0, "X": 1, "O": 2, "-": 3}
_SWAPPED = str.maketrans("XO", "OX")


@cache
def known_patterns() -> frozenset[int]:
    """The patterns, numbered as in `move_weights`, that one of the shapes describes."""
    patterns = set()
    for shape in _SHAPES:
        for turned in _turned(shape.replace(" ", "")):
            for stones in product(*(_MEANT[mark] for mark in turned)):
                for text in ("".join(stones), "".join(stones).translate(_SWAPPED)):
                    digits = (_DIGITS[text[place]] for place in _RING)
                    patterns.add(sum(digit << 2 * at for at, digit in enumerate(digits)))
    return frozenset(patterns)


def _turned(shape: str) -> Iterator[str]:
    """Nine marks in all the ways they can be turned and mirrored."""
    rows = [shape[:3], shape[3:6], shape[6:]]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield "".join(rows)
        yield "".join(row[::-1] for row in rows)
