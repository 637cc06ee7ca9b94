"""The weights that come with the program: they fit their games, and say where they are from."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games, paths
from termgames.core import net_files
from termgames.core.net_game import NetGame
from termgames.core.nets import log_softmax
from termgames.search.policy import NetPolicy, usual

BOARDS: dict[str, list[dict[str, Any]]] = {
    "majorities": [{"size": 3}, {"size": 7}],
    "mitropia": [{"map": "9x9"}, {"map": "13x13"}],
    "pletore": [{"size": 5}, {"size": 13}],
    "tricolor": [{"size": 7}, {"size": 13}],
}
WEIGHTS = sorted((paths.assets() / "weights").glob("*.npz"))


@pytest.mark.parametrize("path", WEIGHTS, ids=lambda path: path.stem)
def test_weights_tell_how_they_came_about_and_passed_their_gate(path: Path) -> None:
    told = json.loads(path.with_suffix(".json").read_text("utf-8"))
    fits = (f"termgames train {told['game']} ", "ENV/bin/python tests/benchmarks/torch_fit.py ")
    assert told["command"].startswith(fits)
    assert told["games"] > 0
    assert told["hours"] > 0
    assert told["gate"]["passed"]
    assert told["gate"]["share"][1] > told["gate"]["par"]
    assert told["numbers"] == net_files.load(path).size
    assert path.stat().st_size < 2_000_000


FOR_LUCK = {"go"}


@pytest.mark.parametrize(
    "path", [path for path in WEIGHTS if path.stem not in FOR_LUCK], ids=lambda path: path.stem
)
def test_bots_use_them_on_boards_of_any_size(path: Path) -> None:
    told = json.loads(path.with_suffix(".json").read_text("utf-8"))
    for board in BOARDS[told["game"]]:
        game = games.create(told["game"], {**told["options"], **board})
        packed = games.packed(game)
        assert isinstance(packed, NetGame)
        assert packed.weights_name == path.stem
        policy = usual(packed)
        assert isinstance(policy, NetPolicy)
        state = game.start()
        while (answer := packed.preset_answer(state)) is not None:
            state = game.apply(state, answer)
        rows = packed.pack([state])
        legal = packed.legal(rows[0])
        logs = log_softmax(policy.logits(rows)[0][legal])
        assert np.isfinite(logs).all()
        assert logs.std() > 0.1, "on an empty board not all points are alike"
