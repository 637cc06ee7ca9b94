"""The guide for authors of games tells of everything there is."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from termgames import games
from termgames.core import topology
from termgames.core.game import Game

GUIDE = (Path(games.__file__).parent / "README.md").read_text("utf-8")


def test_every_member_of_a_game_every_module_and_every_board_is_told() -> None:
    members = [name for name in vars(Game) if not name.startswith("_")]
    assert [name for name in members if not re.search(rf"`{name}[`(]", GUIDE)] == []
    source = inspect.getsource(games)
    parts = dict(re.findall(r'_offered\(game(?:_id|\.id), "(\w+)"\)[^$]*?module\.(\w+)\(', source))
    assert parts.keys() == {"display", "packed", "determinized", "exact", "rollout"}
    assert [part for part in parts.items() if "| `{}.py` | `{}(".format(*part) not in GUIDE] == []
    for name, made in vars(topology).items():
        if not name.startswith("_") and inspect.isroutine(inspect.unwrap(made)):
            is_board = inspect.signature(made).return_annotation == "Topology"
            assert not is_board or f"`{name}(" in GUIDE, name
