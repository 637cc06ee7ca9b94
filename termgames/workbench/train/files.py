"""The files of a campaign: where they lie in its folder, how they are read.

campaign.json           the plan; a campaign with another plan is refused in this folder
spent.json              seconds used so far
NAME.npz, NAME.json     at the end: the latest net, and how it was made
NN/games-NNNN.npz       the samples of generation NN, a file for each bundle of games
NN/net.npz, NN/fit.json the net fitted to the latest generations' samples, and its losses
"""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core import files, net_files
from termgames.core.errors import OptionError, StorageError
from termgames.core.nets import Net, NetError
from termgames.play import store
from termgames.play.locks import FileLock, InUse

PLAN, SPENT, NET, FIT = "campaign.json", "spent.json", "net.npz", "fit.json"
_LARGEST = 50_000_000
"""Bytes of a file of JSON, at most; a larger one is not read."""
_AGES = 1e10
"""More seconds than any campaign takes."""
_MOST = 1e6
"""No lead is as large, in points, and no number of games a generation."""


def refuse_leftovers(folder: Path, weights_name: str) -> None:
    """OptionError where nets or games lie in a folder without a plan that says of which
    campaign."""
    patterns = (SPENT, f"{weights_name}.npz", f"{weights_name}.json", "[0-9]*/*.npz")
    left = next((path for pattern in patterns for path in folder.glob(pattern)), None)
    if left is not None:
        raise OptionError(
            f"{folder} holds {left.relative_to(folder)} but no {PLAN} that says of which training: "
            "choose another --out, or bring that file back"
        )


def load_net(generation: Path) -> Net:
    """The net of a generation; NetError, which names the remedy, where the file is damaged."""
    try:
        return net_files.load(generation / NET)
    except NetError as error:
        raise NetError(
            f"{error}; delete that file, and the same command fits the net anew"
        ) from None


def read_json(path: Path, kind: type | tuple[type, ...], remedy: str) -> Any:
    """The value in a file of JSON, of one of these kinds; StorageError, which names the remedy,
    where it cannot be read or holds something else."""
    try:
        value = files.json_value(path, _LARGEST)
    except OSError as error:
        raise StorageError(f"{store.cannot('read', path, error)}; {remedy}") from None
    except ValueError:
        raise damaged(path, remedy) from None
    if not isinstance(value, kind):
        raise damaged(path, remedy)
    return value


def read_seconds(folder: Path) -> float:
    """The seconds spent on a campaign so far; StorageError where the file is damaged."""
    path, remedy = folder / SPENT, "delete it, and the time is counted from 0"
    value = read_json(path, (int, float), remedy) if path.exists() else 0.0
    if isinstance(value, bool) or not 0 <= value < _AGES:
        raise damaged(path, remedy)
    return float(value)


def read_fit(generation: Path) -> dict[str, Any]:
    """The value of a generation's `fit.json`: its games, by how many points the first seat won
    them on average, positions, steps, losses. StorageError where the file is damaged."""
    path, remedy = generation / FIT, f"delete {NET} beside it, and the next run fits that net again"
    about = {"games": 0, "ahead": 0.0, **read_json(path, dict, remedy)}
    for name, kind in (("games", int), ("ahead", float)):
        if type(about[name]) is not kind or abs(about[name]) > _MOST:
            raise damaged(path, remedy)
    return about


def damaged(path: Path, remedy: str) -> StorageError:
    """The error of a file whose content cannot be used."""
    return StorageError(f"{path} is damaged: {remedy}")


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keep other runs out of a campaign's folder, which is made where there is none. StorageError
    where another run trains there or the folder cannot be used."""
    try:
        paths.make_private(folder)
    except OSError as error:
        raise StorageError(store.cannot("use", folder, error)) from None
    lock = FileLock((folder / PLAN).absolute())
    try:
        lock.take()
    except InUse as error:
        raise StorageError(
            f"another training runs in {folder} ({error.owner}): wait until it has ended, or "
            "choose another --out"
        ) from None
    try:
        yield
    finally:
        lock.release()
