"""Changes of the package that change nothing which a test should notice."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str, str], str] = {}
"""By the file below the package, the line of its code, and what is changed there: the reason."""
for _block in """
it is waited a thousandth of a second or a thousandth part longer
  play/children/pipes.py | waiting.poll(math.ceil(1000 * left)) | 1000 -> (1001)

a bound on work that nobody counts that closely
  study/lessons/checks.py | MOST_POSITIONS, MOST_REPLIES = 10_000, 150 | 10_000 -> (10001)
  study/lessons/checks.py | MOST_POSITIONS, MOST_REPLIES = 10_000, 150 | 150 -> (151)

how many positions are worked on at a time, where even one of them has too many lanes
  games/pletore/kernel.py | each = max(1, _CHUNK // lanes) | 1 -> (2)

it is set anew before it is read
  workbench/commands/many_games.py | self.total = 0 | self.total = 0 -> pass
  workbench/commands/many_games.py | self.total = 0 | 0 -> (1)

lines are padded with as many cells of the one plane as of the other
  games/majorities/exact.py | planes[-1] = FULL | 1 -> (2)

how many leaves are judged at a time, where any number gives a search
  search/generic.py | "leaves": 8, | 8 -> (9)

where an iteration begins that comes to the same end from anywhere
  workbench/ratings.py | strength = dict.fromkeys(players, 1.0) | 1.0 -> (2.0)
""".strip().split("\n\n"):
    _why, *_changes = _block.split("\n")
    for _change in _changes:
        _path, _code, _what = _change.strip().split(" | ")
        EQUIVALENT[_path, _code, _what] = _why
