"""What a key costs: how often the rules are asked who is to act, and for a player's view; and what
the first picture costs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from textual.css import stylesheet
from textual.dom import DOMNode
from textual.widget import Widget

from termgames import games
from termgames.core.game import Hidden
from termgames.games.mitropia import counting
from termgames.play.match import Match
from termgames.tui.screens.replay import ReplayScreen
from tests.quick_screens import PARSED

from .support import opened, table
from .tables import quiet, seated


class Calls(Counter[str]):
    """Counts calls of methods of a game's class."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, game: Any, *names: str) -> None:
        super().__init__()
        for name in names:
            monkeypatch.setattr(type(game), name, self._counted(name, getattr(type(game), name)))

    def _counted(self, name: str, method: Any) -> Any:
        def counted(*arguments: Any, **options: Any) -> Any:
            self[name] += 1
            return method(*arguments, **options)

        return counted


GAMES: dict[str, dict[str, Any]] = {
    "mitropia": {"map": "9x9-cut", "players": 2},
    "pletore": {"size": 9},
}


@pytest.mark.parametrize("game_id", GAMES)
async def test_a_question_is_made_once(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving the cursor asks the rules nothing. A move asks who is to act next, and for a view
    once for each of those who look at the new position."""
    game = games.create(game_id, GAMES[game_id])
    match = Match(game, ("human", "human"), 1)
    hidden = isinstance(game, Hidden)
    async with seated(match, quiet, size=(120, 40)) as pilot:
        await pilot.pause()
        if hidden:  # somebody takes the keyboard
            await pilot.press("enter")
            await pilot.pause()
        calls = Calls(monkeypatch, game, "to_act", *(["view"] if hidden else []))
        for key in ("right", "left", "up", "down"):
            await pilot.press(key)
            await pilot.pause()
        assert calls == {}
        ply = match.ply
        assert table(pilot).sitting.play(game.legal_moves(match.state)[0]) is None
        await pilot.pause()
        assert match.ply == ply + 1
        # The waiting keyboard shows a spectator's view; the next player is asked with his own.
        assert calls["view"] <= 2
        # In Mitropia the hand, the offers and the keys each ask once more.
        assert calls["to_act"] <= (30 if hidden else 12)


@pytest.mark.usefixtures("counted_at_once")
async def test_a_position_that_is_looked_at_is_counted_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    match = Match(games.create("mitropia", GAMES["mitropia"]), ("human", "human"), 1)
    while match.ply < 9:
        match.submit(match.game.legal_moves(match.state)[0])
    counts = 0
    count = counting.count

    def noted(*arguments: Any) -> counting.Count:
        nonlocal counts
        counts += 1
        return count(*arguments)

    async with opened(lambda opener: opener.open_replay(match, tmp_path / "long.tgr")) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        monkeypatch.setattr(counting, "count", noted)
        screen.sitting.shown.look(9)
        assert counts == 1


async def test_what_the_first_picture_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The style sheet is read once, and widgets are styled when they get their place and hardly
    once more."""
    read, styled = Counter[Any](), Counter[Any]()
    parse, apply = stylesheet.parse, stylesheet.Stylesheet.apply

    def noted_parse(scope: str, css: str, read_from: Any, **options: Any) -> Any:
        read[read_from] += 1
        return parse(scope, css, read_from, **options)

    def noted_apply(self: Any, node: DOMNode, **options: Any) -> None:
        if isinstance(node, Widget):
            styled[node] += 1
        apply(self, node, **options)

    PARSED.clear()
    monkeypatch.setattr(stylesheet, "parse", noted_parse)
    monkeypatch.setattr(stylesheet.Stylesheet, "apply", noted_apply)
    game = games.create("plurality", {"size": 9})
    async with seated(Match(game, ("human", "human"), 1), quiet) as pilot:
        await pilot.pause()
        widgets = list(table(pilot).query("*"))
        (sheet,) = pilot.app.css_path
        assert read[str(sheet), ""] == 1
        assert sum(map(styled.__getitem__, widgets)) <= 1.6 * len(widgets)
