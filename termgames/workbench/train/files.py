"""The files of a campaign: where they lie in its folder, how they are read and written.

    campaign.json           the plan; a campaign with another plan is refused in this folder
    spent.json              seconds used so far
    NAME.npz, NAME.json     at the end: the latest net, and how it was made
    NN/games-NNNN.npz       the samples of generation NN, a file for each bundle of games
    NN/games-NNNN.json      the report on these games, see `bundles.Report`
    NN/net.npz, NN/fit.json the net fitted to the latest generations' samples, and its losses

Numbers have more digits where they need them, so names are sorted by number, not as text.
"""

from __future__ import annotations

import contextlib
import re
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
_GENERATION = re.compile(r"([0-9]{2,})")
_BUNDLE = re.compile(r"games-([0-9]{4,})\.npz")


def generation_folder(folder: Path, number: int) -> Path:
    """Where the files of a generation lie; numbers begin at 0."""
    return folder / f"{number:02}"


def bundle_file(generation: Path, number: int) -> Path:
    """Where the samples of a bundle lie; numbers begin at 0."""
    return generation / f"games-{number:04}.npz"


def generations(folder: Path) -> list[Path]:
    """The folders of all generations that have begun, the first one first; StorageError where the
    folder cannot be read."""
    return [place for place in _numbered(folder, _GENERATION) if place.is_dir()]


def bundles(generation: Path) -> list[Path]:
    """The samples of the bundles that were finished, by number; StorageError as above."""
    return _numbered(generation, _BUNDLE)


def fitted(folder: Path) -> list[Path]:
    """The folders of the generations that have a net, the first one first; StorageError as
    above."""
    return [place for place in generations(folder) if (place / NET).exists()]


def _numbered(folder: Path, names: re.Pattern[str]) -> list[Path]:
    """What lies in a folder under such names, by number; nothing where there is no folder."""
    try:
        matches = [(names.fullmatch(path.name), path) for path in folder.iterdir()]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise StorageError(store.cannot("use", folder, error)) from None
    numbered = [(int(match[1]), path) for match, path in matches if match is not None]
    return [path for _, path in sorted(numbered)]


def refuse_leftovers(folder: Path, weights_name: str) -> None:
    """OptionError where a folder without a plan holds files of a campaign: it is not known of
    which one, and a new one would write over them. What else lies there does no harm."""
    signs = [folder / name for name in (SPENT, f"{weights_name}.npz", f"{weights_name}.json")]
    for place in generations(folder):
        signs += [place / NET, *bundles(place)]
    left = next((path for path in signs if path.exists()), None)
    if left is not None:
        raise OptionError(
            f"{folder} holds {left.relative_to(folder)} but no {PLAN} that says of which training: "
            "choose another --out, or bring that file back"
        )


def load_net(generation: Path) -> Net:
    """The net that was fitted to a generation; NetError, with the remedy, where its file is
    damaged."""
    try:
        return net_files.load(generation / NET)
    except NetError as error:
        raise NetError(
            f"{error}; delete that file, and the same command fits the net anew"
        ) from None


def read_json(path: Path, kind: type | tuple[type, ...], remedy: str) -> Any:
    """What a file of JSON holds, which must be of that kind; StorageError with the remedy."""
    try:
        value = files.json_value(path, _LARGEST)
    except OSError as error:
        raise StorageError(f"{store.cannot('read', path, error)}; {remedy}") from None
    except ValueError:
        raise damaged(path, remedy) from None
    if not isinstance(value, kind):
        raise damaged(path, remedy)
    return value


def read_seconds(path: Path) -> float:
    """The seconds that a file holds; StorageError where it holds something else."""
    remedy = "delete it, and the time is counted from 0"
    value = read_json(path, (int, float), remedy)
    if isinstance(value, bool) or not 0 <= value < _AGES:
        raise damaged(path, remedy)
    return float(value)


def damaged(path: Path, remedy: str) -> StorageError:
    """The error of a file that holds something else than was written."""
    return StorageError(f"{path} is damaged: {remedy}")


@contextlib.contextmanager
def writing(path: Path) -> Iterator[None]:
    """Meanwhile an error of writing the file becomes a StorageError."""
    try:
        yield
    except OSError as error:
        raise StorageError(store.cannot("write", path, error)) from None


@contextlib.contextmanager
def held(folder: Path) -> Iterator[None]:
    """Meanwhile the folder, which is made if need be, is ours alone. StorageError where another
    run trains in it, or it cannot be used."""
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
