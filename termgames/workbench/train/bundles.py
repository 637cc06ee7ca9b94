"""Bundles of games, each a task for a worker, and the reports on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from termgames.core.net_game import NetGame
from termgames.core.nets import Net
from termgames.play import store
from termgames.search.policy import NetPolicy, predicts_values, unlearned
from termgames.workbench.train import files
from termgames.workbench.train.netplay import NetPlay
from termgames.workbench.train.plan import Plan, set_up
from termgames.workbench.train.samples import Samples
from termgames.workbench.train.selfplay import SelfPlay, SelfPlaySettings

_FAR = 1e6
"""No lead is as large, in points."""


@dataclass(frozen=True)
class Bundle:
    """Games that are played together, as a task."""

    plan: Plan
    generation: int
    number: int
    """From 0."""
    ahead: float
    """By how many points the first seat is expected to win."""
    net: Net | None
    """The net that the search plays them with; None for hand-made knowledge."""

    @property
    def seed(self) -> list[int]:
        """What everything random in it follows from."""
        return [self.plan.seed, self.generation, self.number]

    @property
    def games(self) -> int:
        """How many; the last bundle of a generation has what is left."""
        return min(self.plan.bundle, self.plan.games - self.number * self.plan.bundle)


@dataclass(frozen=True)
class Report:
    """The report on a bundle of games. The fields are the keys of `games-NNNN.json`; those of
    older versions hold the leads alone."""

    games: int
    """Games that gave samples."""
    leads: list[float]
    """By how many points the first seat was ahead at the end of each game that was played to its
    end."""

    def save(self, samples: Path) -> None:
        """Write it beside the file of the bundle's samples; StorageError."""
        store.write_text(samples.with_suffix(".json"), json.dumps(asdict(self)))


def read_report(samples: Path, about: Mapping[str, Any], remedy: str) -> Report:
    """The report on the games whose samples lie in a file, in a campaign with that plan, as
    `plan.read` has it; StorageError, which names the remedy, where it cannot be read or is
    damaged."""
    path = samples.with_suffix(".json")
    value = files.read_json(path, (dict, list), remedy)
    if isinstance(value, list):
        value = {"games": about["bundle"], "leads": value}
    games, leads = value.get("games"), value.get("leads")
    if type(games) is not int or games < 0 or not isinstance(leads, list):
        raise files.damaged(path, remedy)
    # A comparison with NaN is false.
    if not all(type(lead) in (int, float) and abs(lead) < _FAR for lead in leads):
        raise files.damaged(path, remedy)
    return Report(games, [float(lead) for lead in leads])


def play_bundle(bundle: Bundle) -> tuple[Samples, Report]:
    """Play one bundle: games of the search, or of the net alone, with itself."""
    plan = bundle.plan
    _, packed, start = set_up(plan.game_id, plan.options)
    policy = unlearned(packed)
    if bundle.net is not None:
        assert isinstance(packed, NetGame)
        policy = NetPolicy(packed, bundle.net)
    settings = SelfPlaySettings(plan.playouts, bundle.games)
    played: SelfPlay | NetPlay
    if plan.net_alone:
        assert predicts_values(policy)
        played = NetPlay(packed, start, policy, settings, bundle.seed)
    else:
        played = SelfPlay(packed, start, policy, settings, bundle.seed, ahead=bundle.ahead)
    samples = played.play()
    return samples, Report(played.learnt_from, played.leads)
