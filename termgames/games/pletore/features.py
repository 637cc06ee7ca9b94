"""What a net sees of Pletore: stones, who pinches each point, and who looks at it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.games.pletore import scoring
from termgames.games.pletore.state import FREE

PLANES = 9


def input_planes(positions: NDArray[Any], size: int) -> NDArray[np.float32]:
    """(n, cells, PLANES): own stones, the opponent's, and so on, for packed rows (n,)."""
    count = len(positions)
    stones = positions["stones"]
    boards = np.ascontiguousarray(stones.T).reshape(size, size, count)
    own = (positions["turn"] + 1).astype(np.uint8)[:, None]
    looks = scoring.looking(boards).reshape(4, size * size, count).transpose(2, 1, 0)
    pinched = positions["pinched"]
    empty = stones == 0
    planes = [stones == own, stones == 3 - own, empty]
    planes += [empty & (pinched == own), empty & (pinched == 3 - own), empty & (pinched == 3)]
    planes += [(looks == side[:, :, None]).mean(axis=2) for side in (own, 3 - own)]
    planes.append(np.broadcast_to((positions["button"] == FREE)[:, None], stones.shape))
    return np.stack(planes, axis=2, dtype=np.float32, casting="unsafe")
