"""The games that a net learns from: a campaign's own, and those of campaigns beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames.core.errors import OptionError
from termgames.core.net_game import NetGame
from termgames.core.packed import AnyPacked
from termgames.workbench.train import files, plan
from termgames.workbench.train.bundles import Report, read_report
from termgames.workbench.train.plan import Plan, set_up
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

    @property
    def moves_alone(self) -> bool:
        """Whether a teacher played them and no program judged them: then a move is all that is
        known of what to play."""
        return bool(self.about["teacher"]) and not self.about["judge"]

    def samples(self, paths: Sequence[Path]) -> Samples:
        """The samples in some of the files; StorageError where one is damaged."""
        return joined([load(path, self.game, self.remedy) for path in paths], self.game)

    def reports(self) -> list[Report]:
        """The report on each bundle; StorageError where one is damaged."""
        return [read_report(path, self.about, self.remedy) for path in self.paths]

    def summary(self) -> dict[str, Any]:
        """Where the games are from and how many gave samples, as a JSON value; StorageError."""
        return {
            "folder": str(self.folder),
            "game": self.about["game_id"],
            "options": self.about["options"],
            "teacher": self.about["teacher"],
            "judge": self.about["judge"],
            "games": sum(report.games for report in self.reports()),
        }


def own_games(game: AnyPacked, own_plan: Plan, folder: Path, generations: Iterable[Path]) -> Source:
    """What a campaign itself has played, in the folders of some of its generations;
    StorageError."""
    paths = [path for place in generations for path in files.bundles(place)]
    remedy = f"{_DELETE}; its games are played again where their generation has no {files.NET}"
    return Source(game, folder, own_plan.written(), paths, remedy)


def other_sources(own_plan: Plan, wanted: NetGame) -> list[Source]:
    """The games of the campaigns beside the one that is asked for, whose net is for the `wanted`
    game; their files have been read once. OptionError where a folder holds none that its net could
    learn from, StorageError where one of them is damaged."""
    sources = [_source_in(own_plan, wanted, Path(name)) for name in own_plan.beside]
    for source in sources:
        for path in source.paths:
            load(path, source.game, source.remedy)
        source.summary()
    return sources


def _source_in(own_plan: Plan, wanted: NetGame, folder: Path) -> Source:
    if not (folder / files.PLAN).exists():
        raise OptionError(f"--beside {folder}: there is no {files.PLAN}, so no training was there")
    remedy = f"leave --beside {folder} out"
    about = plan.read(folder, remedy)
    try:
        _, packed, _ = set_up(about["game_id"], about["options"])
    except OptionError as error:
        raise OptionError(f"--beside {folder}: {error}") from None
    assert isinstance(packed, NetGame)
    if packed.weights_name != wanted.weights_name:
        raise OptionError(
            f"--beside {folder}: a net for {own_plan.game_id} with these options cannot learn from "
            f"games of {about['game_id']} there: leave that folder out"
        )
    paths = [path for place in files.generations(folder) for path in files.bundles(place)]
    if not paths:
        raise OptionError(f"--beside {folder}: no games were finished there: leave it out")
    return Source(packed, folder, about, paths, f"{remedy}, or {_DELETE}")
