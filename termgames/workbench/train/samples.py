"""What a net learns from: positions, the search's visits there, who owned each cell at the end.

Samples are rows of the packed game, with lists of different lengths beside them. Those of one
bundle of games are kept in one file.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core import array_files
from termgames.core.arrays import Floats, Ints, Rng
from termgames.core.errors import StorageError
from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.net_game import NetGame, OwnersKnown
from termgames.core.packed import AnyPacked, Positions
from termgames.play import store


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
    """(n, cells, owners): for each of the seats that a net predicts (`NetGame.predicted_seats`) in
    which part of the playouts from the end of the game it owned the cell. Files of one owner lack
    the last axis."""
    leads: Floats
    """(games,): by how many points the first seat was ahead of the second one at the end of each
    game that gave samples; NaN where the game was not played to its end. Older files lack them."""

    def __len__(self) -> int:
        return len(self.rows)

    def places(self, chosen: NDArray[np.integer]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Where the actions of the positions numbered `chosen` (n,) stand in `actions`, one
        position after the other, and beside each place (both alike long) which of the n it is
        of."""
        sizes = self.first[chosen + 1] - self.first[chosen]
        begin = np.cumsum(sizes) - sizes
        at = np.repeat(self.first[chosen] - begin, sizes) + np.arange(sizes.sum())
        return at, np.repeat(np.arange(len(chosen)), sizes)

    def save(self, path: Path) -> None:
        """Write all to a file, whole or not at all; OSError."""
        halved = {name: getattr(self, name).astype(np.float16) for name in ("visits", "owner")}
        whole = {name: getattr(self, name) for name in ("rows", "first", "actions", "leads")}
        array_files.save(path, **whole, **halved)


_OWNER_PLAYOUTS = 64
"""Playouts from the last position that say who owns each cell at the end."""


def one_game(
    game: AnyPacked,
    rows: Sequence[Any],
    actions: Sequence[Ints],
    visits: Sequence[Floats],
    end: Positions,
    rng: Rng,
) -> Samples:
    """The samples of a game: its positions, their legal actions, and the part of the visits that
    each of these got. If the game is over its last position, `end` (1,), tells who owned what where
    it can; else playouts do, which begin there, or with the last sample if the game is over."""
    assert isinstance(game, NetGame)
    positions = np.array(rows, game.dtype)
    over = game.to_act(end)[0] == OVER
    if over and isinstance(game, OwnersKnown):
        owner = np.equal.outer(game.final_owners(end)[0], np.arange(game.seats))
    else:
        counted = game.evaluate(positions[-1:] if over else end, _OWNER_PLAYOUTS, rng, Reward())
        owner = counted.owner / np.float32(_OWNER_PLAYOUTS)
    owner = owner.astype(np.float32)
    points = game.standing(end)[0] if over else (np.nan, np.nan)
    return Samples(
        positions,
        np.cumsum([0, *map(len, actions)], dtype=np.int64),
        np.concatenate(actions),
        np.concatenate(visits),
        np.ascontiguousarray(np.swapaxes(owner.T[game.predicted_seats(positions)], 1, 2)),
        np.array([points[0] - points[1]], np.float32),
    )


_MOST_BYTES = 2_000_000_000
"""Bytes of a file's samples, at most; a larger file is not read."""


def load(path: Path, game: AnyPacked) -> Samples:
    """The samples in a file. StorageError, which names the remedy, where it is damaged or its
    samples are of another game, board or version."""
    remedy = "delete it; its games are played again where their generation has no net.npz"
    try:
        file = array_files.read(path, _MOST_BYTES, rows=True)
        owner = file["owner"].astype(np.float32)
        samples = Samples(
            file["rows"],
            file["first"],
            file["actions"],
            file["visits"].astype(np.float32),
            owner[:, :, None] if owner.ndim == 2 else owner,
            file.get("leads", np.zeros(0, np.float32)),
        )
        fault = _fault(samples, game)
    except OSError as error:
        raise StorageError(f"{store.cannot('read', path, error)}; {remedy}") from None
    except array_files.UNREADABLE:
        fault = _NO_GAMES
    if fault:
        raise StorageError(f"cannot read {path}: {fault}; {remedy}")
    return samples


_NO_GAMES = "it holds no games"


def _fault(samples: Samples, game: AnyPacked) -> str:
    """What is wrong with the arrays of a file, for samples of that game; else empty."""
    assert isinstance(game, NetGame)
    rows, first, actions, visits = samples.rows, samples.first, samples.actions, samples.visits
    if rows.ndim != 1 or rows.dtype.names is None:
        return _NO_GAMES
    if rows.dtype != game.dtype or samples.owner.shape != (len(rows), game.cells, game.owners):
        return "its games are of another game, board or version"
    ragged = (
        first.shape == (len(rows) + 1,)
        and first[0] == 0
        and (np.diff(first) > 0).all()
        and actions.shape == visits.shape == (first[-1],)
        and samples.leads.ndim == 1
    )
    if not ragged or first.dtype.kind != "i" or actions.dtype.kind != "i":
        return _NO_GAMES
    possible = np.isin(actions, np.arange(len(game.action_index))).all()
    finite = np.isfinite(visits).all() and np.isfinite(samples.owner).all()
    weights = (visits >= 0).all() and (np.add.reduceat(visits, first[:-1]) > 0).all()
    return "" if possible and finite and weights else _NO_GAMES


def joined(parts: Sequence[Samples], game: AnyPacked) -> Samples:
    """All samples one after the other; none where there are no parts."""
    assert isinstance(game, NetGame)
    none, floats = np.zeros(1, np.int64), np.zeros(0, np.float32)
    owner = np.zeros((0, game.cells, game.owners), np.float32)
    empty = Samples(np.zeros(0, game.dtype), none, np.zeros(0, np.int32), floats, owner, floats)

    def whole(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in (empty, *parts)])

    sizes = [np.diff(part.first) for part in parts]
    first = np.cumsum(np.concatenate([none, *sizes]))
    names = ("actions", "visits", "owner", "leads")
    return Samples(whole("rows"), first, *map(whole, names))
