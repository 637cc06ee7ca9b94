"""A match at a table, whether it is played or looked through.

What the parts of a table ask of it, `Live` and `Study` both answer, each in its way: the match
`shown`, the `seat` that a move would be made for and the position in which it is `asked`, whether
a human `can_play` now and may later (`going_on`), whose hand can be looked at, what waits,
and what the `clocks` show.
"""

from __future__ import annotations

from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study

Sitting = Live | Study
