"""The bots behind the names in `players.py`; loads numpy and the game's own tables."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from termgames.games import GAMES
from termgames.search.baseline import GreedyBot, RandomBot
from termgames.search.levels import LEVELS
from termgames.search.limits import Limit, OnProgress, ShouldStop, Thought
from termgames.search.mcts import Search
from termgames.search.plain import PlainGame
from termgames.search.uct import Rollout, Uct

if TYPE_CHECKING:
    from termgames.core.game import Game
    from termgames.core.packed import PackedGame
    from termgames.play.players import Bot, PlayerSpec


def packed(game: Game[Any, Any]) -> PackedGame[Any, Any]:
    """The packed form of a game: its own where it has one, else its rules' states."""
    module = f"{GAMES[game.id]}.packed" if game.id in GAMES else None
    if module is None or find_spec(module) is None:
        return PlainGame(game)
    made: PackedGame[Any, Any] = import_module(module).packed(game)
    return made


def _rollout(game: Game[Any, Any]) -> Rollout | None:
    """The game's plain reference playout, where it has one."""
    module = f"{GAMES[game.id]}.reference" if game.id in GAMES else None
    if module is None or find_spec(module) is None:
        return None
    made: Rollout | None = getattr(import_module(module), "rollout", lambda game: None)(game)
    return made


class _Simple:
    """A bot that answers at once."""

    def __init__(self, bot: RandomBot | GreedyBot) -> None:
        self.bot = bot

    def think(
        self,
        state: Any,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """The bot's move; there is nothing to report or to stop."""
        return self.bot.think(state)


class _Searching:
    """A bot that thinks within a limit, and asks the game's book first."""

    def __init__(self, search: Search | Uct, limit: Limit, book: Callable[[Any], Any]) -> None:
        self.search, self.limit, self.book = search, limit, book

    def think(
        self,
        state: Any,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """The book's move or the search's."""
        answer = self.book(state)
        if answer is not None:
            return Thought(answer, note="book")
        return self.search.think(
            state, self.limit, on_progress=on_progress, should_stop=should_stop
        )


def make(spec: PlayerSpec, game: Game[Any, Any], *, seed: int | None, limit: Limit | None) -> Bot:
    """The bot that `spec` names; `limit` for those that search. See `players.make_bot`."""
    form = packed(game)
    if spec.kind == "random":
        return _Simple(RandomBot(form, seed=seed))
    if spec.kind == "greedy":
        return _Simple(GreedyBot(form, seed=seed))
    assert limit is not None
    search: Search | Uct
    if spec.kind == "uct":
        search = Uct(game, seed=seed, rollout=_rollout(game))
    else:
        temperature = 0.0 if spec.level is None else LEVELS[spec.level].temperature
        search = Search(form, seed=seed, temperature=temperature)
    return _Searching(search, limit, form.book)
