"""Reports of a search, which come when the clock says so, do not change what it finds."""

from __future__ import annotations

import pytest

from termgames import games
from termgames.core.options import Value
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.search import anytime
from termgames.search.limits import Thought


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("plurality", {"size": 7}),
        ("tricolor", {"size": 5}),
    ],
)
def test_reports_change_nothing(
    monkeypatch: pytest.MonkeyPatch, game_id: str, options: dict[str, Value]
) -> None:
    game = games.create(game_id, options)
    found: list[list[tuple[str, object, int]]] = []
    reports: list[Thought] = []
    for due in (1e9, 0.0):
        monkeypatch.setattr(anytime, "REPORT", due)
        bot = make_bot(parse_player("mcts:playouts=120"), game, seed=3)
        state, answers = game.start(), []
        for _ in range(5):
            thought = bot.think(state, on_progress=reports.append)
            answers.append((game.format(thought.move), thought.value, thought.visits))
            state = game.apply(state, thought.move)
        found.append(answers)
    assert reports
    assert found[0] == found[1]
