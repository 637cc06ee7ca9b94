"""The guide for authors of games tells of everything there is."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from termgames import games
from termgames.core import topology
from termgames.core.game import Game

GUIDE = (Path(games.__file__).parent / "README.md").read_text("utf-8")


def test_every_member_of_a_game_is_told() -> None:
    for name in vars(Game):
        if not name.startswith("_"):
            assert re.search(rf"`{name}[`(]", GUIDE), name


def test_every_module_of_a_game_is_told_with_its_function() -> None:
    source = inspect.getsource(games)
    parts = dict(re.findall(r'_offered\(game(?:_id|\.id), "(\w+)"\)[^$]*?module\.(\w+)\(', source))
    assert parts.keys() == {"display", "packed", "determinized", "exact", "rollout"}
    for module, function in parts.items():
        assert f"| `{module}.py` | `{function}(" in GUIDE


def test_every_board_is_told() -> None:
    for name, made in vars(topology).items():
        if name.startswith("_") or not inspect.isroutine(inspect.unwrap(made)):
            continue
        if inspect.signature(made).return_annotation == "Topology":
            assert f"`{name}(" in GUIDE, name
