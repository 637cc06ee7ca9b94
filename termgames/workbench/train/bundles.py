"""Bundles of games, each a task for a worker, and the reports on them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from termgames.core import net_files
from termgames.core.errors import TermgamesError
from termgames.core.net_game import NetGame
from termgames.core.text import quotable
from termgames.play import store
from termgames.play.bots.bot import Forfeit
from termgames.play.bots.gtp_bot import GtpBotError
from termgames.search.policy import NetPolicy, predicts_values, unlearned
from termgames.workbench.pinned_weights import Weights
from termgames.workbench.train import files
from termgames.workbench.train.netplay import NetPlay
from termgames.workbench.train.plan import Plan, set_up
from termgames.workbench.train.program_judge import ProgramJudge
from termgames.workbench.train.samples import Samples, joined
from termgames.workbench.train.selfplay import SelfPlay, SelfPlaySettings
from termgames.workbench.train.taught import Taught

_FAR = 1e6
"""No lead is as large, in points."""
_IN_A_ROW = 3
"""Dropped games at the beginning, before any gave samples, that end the work: the next ones will
be no better."""


@dataclass(frozen=True)
class Bundle:
    """Games that are played together, as a task."""

    plan: Plan
    generation: int
    number: int
    """From 0."""
    ahead: float
    """By how many points the first seat is expected to win."""
    net: Weights | None
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
    """By how many points the first seat was ahead: at the end of each game that the search played
    to its end, or of each that a teacher played."""
    dropped: list[str]
    """Why a teacher's games were dropped, a text for each game: what became of the program that
    played, or that there was nothing to learn."""

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
        games = len(value) if about["teacher"] else about["bundle"]
        value = {"games": games, "leads": value, "dropped": []}
    report = _report(value)
    if report is None:
        raise files.damaged(path, remedy)
    return report


def _report(value: Mapping[str, Any]) -> Report | None:
    """The report in a JSON value; None where it holds none."""
    games, leads, dropped = (value.get(field.name) for field in fields(Report))
    if type(games) is not int or games < 0:
        return None
    if not isinstance(leads, list) or not isinstance(dropped, list):
        return None
    # A comparison with NaN is false.
    numbers = all(type(lead) in (int, float) and abs(lead) < _FAR for lead in leads)
    if not numbers or not all(isinstance(cause, str) for cause in dropped):
        return None
    return Report(games, [float(lead) for lead in leads], dropped)


def play_bundle(bundle: Bundle) -> tuple[Samples, Report]:
    """Play one bundle, and have its positions judged where the plan says by whom. TermgamesError
    where a program forfeits most of its games or judges nothing; NetError where weights are no
    longer what they were."""
    plan = bundle.plan
    play = _taught if plan.teacher else _search_games
    if not plan.judge:
        return play(bundle)
    _, packed, _ = set_up(plan.game_id, plan.options)
    judge = ProgramJudge(plan.judge, packed, allowed={plan.judge})
    try:
        samples, report = play(bundle)
        return judge.with_judgements(samples), report
    finally:
        judge.close()


def _search_games(bundle: Bundle) -> tuple[Samples, Report]:
    """Games of the search, or of the net alone, with itself."""
    plan = bundle.plan
    _, packed, start = set_up(plan.game_id, plan.options)
    policy = unlearned(packed)
    if bundle.net is not None:
        assert isinstance(packed, NetGame)
        policy = NetPolicy(packed, net_files.load(bundle.net.file()))
    settings = SelfPlaySettings(plan.playouts, bundle.games)
    played: SelfPlay | NetPlay
    if plan.net_alone:
        assert predicts_values(policy)
        played = NetPlay(packed, start, policy, settings, bundle.seed)
    else:
        played = SelfPlay(packed, start, policy, settings, bundle.seed, ahead=bundle.ahead)
    samples = played.play()
    return samples, Report(played.learnt_from, played.leads, [])


def _taught(bundle: Bundle) -> tuple[Samples, Report]:
    """Games of the teacher. Those that a program forfeits, or in which it made no move to learn
    from, are dropped, while they are few."""
    plan, seed = bundle.plan, bundle.seed
    game, packed, _ = set_up(plan.game_id, plan.options)
    teaching = Taught(game, packed, plan.teacher, seed=seed, weights=plan.weights)
    samples: list[Samples] = []
    leads: list[float] = []
    dropped: list[str] = []
    try:
        for number in range(bundle.games):
            try:
                played = teaching.play([*seed, number])
            except (Forfeit, GtpBotError) as error:
                if isinstance(error, GtpBotError) and not samples:
                    raise  # it cannot play this game at all
                cause = str(error)
            else:
                if played is not None:
                    samples.append(played[0])
                    leads.append(played[1])
                    continue
                cause = f"{quotable(plan.teacher)} made no move that a net could learn from"
            dropped.append(cause)
            hopeless = not samples and len(dropped) == _IN_A_ROW
            if hopeless or 2 * len(dropped) > bundle.games:
                raise _failed(dropped, bundle.games)
    finally:
        teaching.close()
    return joined(samples, packed), Report(len(samples), leads, dropped)


def _failed(dropped: list[str], games: int) -> TermgamesError:
    """The error where most games were dropped; the cause names the player."""
    return TermgamesError(
        f"{len(dropped)} of {games} games could not be learnt from, the latest because "
        f"{dropped[-1]}; mend the player, choose another one or a larger board, and give the "
        "command again"
    )
