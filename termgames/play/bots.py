"""The bots behind the names in `players.py`; loads numpy and the game's own tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import Hidden
from termgames.core.packed import Aimed, PackedGame, Reward
from termgames.play import ladders
from termgames.search import questions
from termgames.search.baseline import GreedyBot, RandomBot
from termgames.search.hidden import HiddenSearch
from termgames.search.limits import Limit, OnProgress, ShouldStop, Thought
from termgames.search.mcts import Search
from termgames.search.plain import PlainGame
from termgames.search.settings import suited
from termgames.search.uct import THROUGH_WORLDS, Uct

if TYPE_CHECKING:
    from termgames.core.game import Game
    from termgames.play.players import Bot, PlayerSpec


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
    """A bot that thinks within a limit about what the game's book does not answer."""

    def __init__(self, search: Search | Uct, limit: Limit, form: PackedGame[Any, Any]) -> None:
        self.search, self.limit, self.form = search, limit, form

    def think(
        self,
        state: Any,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """The book's answer or the search's move; or what it makes the bot propose."""
        answer = questions.answer(self.form, state, self.search.rng)
        if answer is not None:
            return Thought(answer, note="book")
        thought = self.search.think(
            state, self.limit, on_progress=on_progress, should_stop=should_stop
        )
        proposal = questions.proposal(self.form, state, thought.value)
        return thought if proposal is None else replace(thought, move=proposal, line=())


class _Imagining:
    """A bot that searches through worlds about what habit does not answer."""

    def __init__(self, search: HiddenSearch, limit: Limit) -> None:
        self.search, self.limit = search, limit

    def think(
        self,
        state: Any,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """The usual answer or the search's."""
        answer = self.search.worlds.book(state)
        if answer is not None:
            return Thought(answer, note="book")
        return self.search.think(
            state, self.limit, on_progress=on_progress, should_stop=should_stop
        )


def make(spec: PlayerSpec, game: Game[Any, Any], *, seed: int | None, limit: Limit | None) -> Bot:
    """The bot that `spec` names; `limit` for those that search. See `players.make_bot`."""
    through = games.worlds(game)
    packed = games.packed(game)
    form = packed or PlainGame(game, through)
    if spec.kind == "random":
        return _Simple(RandomBot(form, seed=seed))
    if spec.kind == "greedy":
        return _Simple(GreedyBot(form, seed=seed))
    assert limit is not None
    aim = _aim(spec, game, form)
    if through is not None and (packed is None or spec.kind == "uct"):
        suits = THROUGH_WORLDS if spec.kind == "uct" else suited(through, aim)
        measured = ladders.ladder(game.id, game.options).cells
        if spec.level is not None and limit.playouts is not None and not measured:
            limit = replace(limit, playouts=max(1, round(limit.playouts * through.pace)))
        return _Imagining(
            HiddenSearch(
                game,
                through,
                _imagine(game),
                seed=seed,
                settings=suits,
                temperature=spec.temperature,
            ),
            limit,
        )
    search: Search | Uct
    if spec.kind == "uct":
        search = Uct(game, seed=seed, rollout=games.rollout(game))
    else:
        # Bots that choose freely among good moves are not to know what is certain.
        solves = spec.temperature == 0 and aim is None
        search = Search(
            form,
            seed=seed,
            settings=suited(form, aim),
            temperature=spec.temperature,
            solver=games.solver(game) if solves else None,
        )
    return _Searching(search, limit, form)


def _imagine(game: Game[Any, Any]) -> Callable[[Any, int, np.random.Generator], Any]:
    """Worlds that a seat cannot tell from the real one; that one itself where nothing is
    hidden."""
    if not isinstance(game, Hidden):
        return lambda s, seat, rng: s
    hidden: Hidden[Any] = game
    return lambda s, seat, rng: hidden.imagine(hidden.view(s, seat), seat, rng)


def _aim(spec: PlayerSpec, game: Game[Any, Any], form: PackedGame[Any, Any]) -> Reward | None:
    """What the player plays for instead of winning; OptionError where the game knows no
    such aim."""
    if spec.aim is None:
        return None
    aims = form.aims if isinstance(form, Aimed) else {}
    if spec.aim not in aims:
        instead = f"choose one of {', '.join(aims)} or leave" if aims else "leave"
        raise OptionError(f"{game.id} knows no aim {spec.aim!r}: {instead} it out")
    return aims[spec.aim]
