"""The end of a campaign: the latest net in its folder, and beside it how it came about."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from termgames import __version__
from termgames.core import net_files
from termgames.core.errors import StorageError
from termgames.core.nets import Net, NetError
from termgames.play import store
from termgames.workbench.train import files
from termgames.workbench.train.gate import Gate, match
from termgames.workbench.train.sources import Source
from termgames.workbench.workers import Workers

_OF_THE_PLAN = ("options", "seed", "playouts", "first_net", "net_alone")
"""Keys of `campaign.json` that say of a net how it came about."""


def conclude(
    path: Path,
    own: Source,
    command: str,
    seconds: float,
    gate: Gate,
    progress: Callable[[str], None],
    workers: Workers | None = None,
) -> dict[str, Any]:
    """Write the latest net to `path`, with a JSON file that says how it came about; then play the
    gate's match and add its result. Answers what that file holds.

    `own` are the games of the whole campaign, `seconds` what it took. `games` in the answer counts
    those that gave samples: games in which nothing but chance moved are left out. Without a match
    the result of an earlier one stays, as long as it is of the same net.

    StorageError where a file cannot be read or written, NetError where the net cannot be.
    """
    about, latest = own.about, files.fitted(own.folder)
    net = files.load_net(latest[-1])
    gated = _earlier_gate(path, net)
    fits = [_read_fit(place) for place in latest]
    details: dict[str, Any] = {
        "weights": path.name,
        "command": command,
        "version": __version__,
        "game": about["game_id"],
        **{name: about[name] for name in _OF_THE_PLAN},
        "hours": round(seconds / 3600, 2),
        "generations": [{key: one[key] for key in one if key != "beside"} for one in fits],
        "games": sum(report.games for report in own.reports()),
        "numbers": net.size,
        **({} if gated is None else {"gate": gated}),
    }
    # The details first: no result of an earlier net's match stands beside this one.
    _write(path, details)
    with files.writing(path):
        net_files.save(net, path)
    if gate.games:
        chosen = tuple(about["options"].items())
        details["gate"] = match(gate, about["game_id"], chosen, path, progress, workers)
        _write(path, details)
    return details


def _write(path: Path, details: dict[str, Any]) -> None:
    store.write_text(path.with_suffix(".json"), json.dumps(details, indent=2) + "\n")


def _read_fit(place: Path) -> dict[str, Any]:
    """The report on a generation's fit."""
    remedy = f"delete {files.NET} beside it, and the next run fits that net again"
    about: dict[str, Any] = files.read_json(place / files.FIT, dict, remedy)
    return about


def _earlier_gate(path: Path, net: Net) -> Any:
    """The result of an earlier match of the same net; None where there is none."""
    try:
        before = net_files.load(path)
        details = files.read_json(path.with_suffix(".json"), dict, "")
    except (NetError, StorageError):
        return None
    same = before.shape == net.shape and all(
        before.weights[name].tobytes() == array.tobytes() for name, array in net.weights.items()
    )
    return details.get("gate") if same else None
