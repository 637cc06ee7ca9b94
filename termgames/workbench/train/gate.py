"""The net at the end of a campaign: how it came about, and its gate, a match that says whether the
search with it beats the search without it at equal time."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames import __version__
from termgames.core import net_files
from termgames.core.errors import StorageError
from termgames.play import store
from termgames.play.bots.players import OFF
from termgames.workbench.arena import Contest, game_of, play_games
from termgames.workbench.standings import Standings
from termgames.workbench.train import files
from termgames.workbench.train.plan import Plan
from termgames.workbench.workers import Workers

HYPOTHESES = (0.0, 50.0)
"""Elo differences that the sequential test of a gate tells apart."""


@dataclass(frozen=True)
class Gate:
    """The match that a net has to pass."""

    games: int
    """Games at the most; 0 for no match."""
    seconds: float
    """Time a move."""
    seed: int


def conclude(
    path: Path,
    plan: Plan,
    fitted: Sequence[Path],
    about: Mapping[str, Any],
    gate: Gate,
    progress: Callable[[str], None],
    workers: Workers | None = None,
) -> dict[str, Any]:
    """Write the latest net to `path`, with a JSON file that says how it came about; then play the
    gate's match and add its result. Answers what that file holds.

    `plan` is as `Plan.written` has it, `fitted` are the folders of the generations, `about` is said
    in the file as it is. `games` in the answer counts those that gave samples: games in which
    nothing but chance moved are left out. Without a match the result of an earlier one stays, as
    long as it is of the same net.

    StorageError where a file cannot be read or written, NetError where the net cannot be.
    """
    net, fits = files.load_net(fitted[-1]), [files.read_fit(place) for place in fitted]
    details: dict[str, Any] = {
        "weights": path.name,
        **about,
        "version": __version__,
        "game": plan.game_id,
        "options": dict(plan.options),
        **{name: getattr(plan, name) for name in ("seed", "playouts", "first_net")},
        "generations": fits,
        "games": sum(fit["games"] for fit in fits),
        "numbers": net.size,
        **_earlier_gate(path, net_files.content(fitted[-1] / files.NET)),
    }
    # The details first: no result of an earlier net's match stands beside this one.
    _write(path, details)
    net_files.save(net, path)
    if gate.games:
        details["gate"] = match(gate, plan, path, progress, workers)
        _write(path, details)
    return details


def match(
    gate: Gate,
    plan: Plan,
    net: Path,
    progress: Callable[[str], None],
    workers: Workers | None = None,
) -> dict[str, Any]:
    """Play the match with the net in the file `net`; its result as a JSON value.

    In a game for two the match ends as soon as the sequential test decides, and the net passes
    when it accepts the higher difference. It also passes, in any game, when the lower end of the
    interval of its share of the wins lies above par.
    """
    players = tuple(f"mcts:time={gate.seconds:g},policy={policy}" for policy in (net, OFF))
    contest = Contest(plan.game_id, tuple(plan.options.items()), players, gate.seed)
    standings = Standings(contest)
    duel = game_of(contest).seats == 2
    tasks = ((contest, number) for number in range(gate.games))
    for _, game in play_games(tasks, workers):
        standings.add(game)
        low, share, high = standings.share("a")
        progress(f"gate: {standings.games} games, share {share:.3f} ({low:.3f} to {high:.3f})")
        if duel and standings.test(*HYPOTHESES).accepted != "open":
            break
    low, share, high = standings.share("a")
    passed = low > standings.par("a")
    if duel:
        passed = standings.test(*HYPOTHESES).accepted == "elo1" or passed
    return {
        "games": standings.games,
        "seconds_a_move": gate.seconds,
        "share": [round(number, 4) for number in (low, share, high)],
        "par": standings.par("a"),
        "passed": passed,
    }


def _write(path: Path, details: dict[str, Any]) -> None:
    store.write_text(path.with_suffix(".json"), json.dumps(details, indent=2) + "\n")


def _earlier_gate(path: Path, content: bytes) -> dict[str, Any]:
    """The result of an earlier match of the same net, under its key; nothing where there is
    none."""
    try:
        same = net_files.content(path) == content
        details = files.read_json(path.with_suffix(".json"), dict, "") if same else {}
    except (OSError, StorageError):
        return {}
    return {"gate": details["gate"]} if "gate" in details else {}
