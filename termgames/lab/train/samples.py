"""What a net learns from: positions, the search's visits there, who owned each cell at the end.

Samples are rows of the packed game, with lists of different lengths beside them. Those of one
bundle of games are kept in one file.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core import array_files
from termgames.core.arrays import Floats, Ints, Rng
from termgames.core.errors import StorageError
from termgames.core.game import OVER
from termgames.core.packed import PackedGame, Positions, Reward


@dataclass(frozen=True, eq=False)
class Samples:
    """Positions of one set-up game with what a net is to answer there."""

    rows: Positions
    """(n,)."""
    first: NDArray[np.int64]
    """(n + 1,): where each position's part of `actions` begins; the last entry is its end."""
    actions: Ints
    """(first[n],): the legal actions of each position, one position after the other."""
    visits: Floats
    """(first[n],): which part of the search's visits each action got."""
    owner: Floats
    """(n, cells): in which part of the playouts from the end of the game the seat to act
    owned each cell."""

    def __len__(self) -> int:
        return len(self.rows)

    def save(self, path: Path) -> None:
        """Write all to a file, whole or not at all; OSError."""
        halved = {"visits": self.visits.astype(np.float16), "owner": self.owner.astype(np.float16)}
        array_files.save(path, rows=self.rows, first=self.first, actions=self.actions, **halved)


_OWNER_PLAYOUTS = 64
"""Playouts from the last position that say who owns each cell at the end."""


def one_game(
    game: PackedGame[Any, Any],
    rows: Sequence[Any],
    actions: Sequence[Ints],
    visits: Sequence[Floats],
    end: Positions,
    rng: Rng,
) -> Samples:
    """The samples of a game: its positions, their legal actions, and the part of the visits that
    each of these got. Playouts from `end` (1,), its last position, tell who owned what; from the
    last sample if the game is over."""
    positions = np.array(rows, game.dtype)
    if game.to_act(end)[0] == OVER:
        end = positions[-1:]
    counted = game.evaluate(end, _OWNER_PLAYOUTS, rng, Reward())
    owner = counted.owner / np.float32(_OWNER_PLAYOUTS)
    return Samples(
        positions,
        np.cumsum([0, *map(len, actions)], dtype=np.int64),
        np.concatenate(actions),
        np.concatenate(visits),
        np.ascontiguousarray(owner.T[game.to_act(positions)]),
    )


def load(path: Path) -> Samples:
    """The samples in a file; StorageError where it is damaged."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return Samples(
                file["rows"],
                file["first"],
                file["actions"],
                file["visits"].astype(np.float32),
                file["owner"].astype(np.float32),
            )
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
        reason = getattr(error, "strerror", None) or "it holds no games"
        raise StorageError(f"cannot read {path}: {reason}; delete it to play again") from None


def joined(parts: Sequence[Samples]) -> Samples:
    """All samples one after the other; there must be at least one part."""
    starts = [0]
    for part in parts:
        starts.append(starts[-1] + int(part.first[-1]))
    first = [part.first[:-1] + start for part, start in zip(parts, starts, strict=False)]
    return Samples(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([*first, np.array(starts[-1:], np.int64)]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate([part.visits for part in parts]),
        np.concatenate([part.owner for part in parts]),
    )
