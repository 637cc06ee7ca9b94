"""The games that a net learns from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames.core.packed import AnyPacked
from termgames.workbench.train import files
from termgames.workbench.train.bundles import Report, read_report
from termgames.workbench.train.plan import Plan
from termgames.workbench.train.samples import Samples, joined, load

_DELETE = "delete that bundle's .npz and .json"


@dataclass(frozen=True, eq=False)
class Source:
    """Games of one campaign."""

    game: AnyPacked
    folder: Path
    """The campaign's folder."""
    about: Mapping[str, Any]
    """Its plan, as `plan.read` has it."""
    paths: Sequence[Path]
    """The files of samples, one for each bundle."""
    remedy: str
    """What the user can do where one of them is damaged."""

    def samples(self, paths: Sequence[Path]) -> Samples:
        """The samples in some of the files; StorageError where one is damaged."""
        return joined([load(path, self.game, self.remedy) for path in paths], self.game)

    def reports(self) -> list[Report]:
        """The report on each bundle; StorageError where one is damaged."""
        return [read_report(path, self.about, self.remedy) for path in self.paths]


def own_games(game: AnyPacked, own_plan: Plan, folder: Path, generations: Iterable[Path]) -> Source:
    """What a campaign itself has played, in the folders of some of its generations;
    StorageError."""
    paths = [path for place in generations for path in files.bundles(place)]
    remedy = f"{_DELETE}; its games are played again where their generation has no {files.NET}"
    return Source(game, folder, own_plan.written(), paths, remedy)
