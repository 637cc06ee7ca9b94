"""The bots behind the names in `players.py`; loads numpy and the game's own tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from termgames import games
from termgames.core import nets
from termgames.core.determinized import DeterminizedGame
from termgames.core.errors import OptionError
from termgames.core.game import Hidden
from termgames.core.packed import Aimed, NetGame, PackedGame, Reward
from termgames.play.bots import calibrated_levels
from termgames.play.bots.helper_process import HelperProcess, Helping
from termgames.play.bots.players import OFF
from termgames.search import policy, preset_answers
from termgames.search.baseline import GreedyBot, RandomBot
from termgames.search.generic import GenericGame
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit, OnProgress, ShouldStop, Thought
from termgames.search.mcts.search import Mcts
from termgames.search.parallel import PonderingTeam, Team
from termgames.search.policy import NetPolicy, Policy
from termgames.search.settings import suited
from termgames.search.uct import THROUGH_WORLDS, Uct

if TYPE_CHECKING:
    from termgames.core.game import Game
    from termgames.play.bots.players import Bot, PlayerSpec


_PONDERED = 120.0
"""Seconds for which a bot ponders at most: who thinks longer may have left."""


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

    def __init__(
        self,
        search: Mcts | Uct | PonderingTeam,
        limit: Limit,
        form: PackedGame[Any, Any],
        rng: np.random.Generator,
    ) -> None:
        self.search, self.limit, self.form, self.rng = search, limit, form, rng

    def think(
        self,
        state: Any,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """The book's answer or the search's move; or what it makes the bot propose."""
        answer = preset_answers.answer(self.form, state, self.rng)
        if answer is not None:
            return Thought(answer, note="book")
        thought = self.search.think(
            state, self.limit, on_progress=on_progress, should_stop=should_stop
        )
        proposal = preset_answers.proposal(self.form, state, thought.value)
        return thought if proposal is None else replace(thought, move=proposal, line=())

    def ponder(self, state: Any, should_stop: ShouldStop) -> None:
        """See `players.Pondering`. Bots of limited playouts decline: their level would
        depend on how long others think."""
        if self.limit.playouts is not None or isinstance(self.search, Uct):
            return
        if preset_answers.answer(self.form, state, self.rng) is None:
            self.search.ponder(state, _PONDERED, should_stop)


class _Imagining:
    """A bot that searches through worlds about what habit does not answer."""

    def __init__(
        self, search: Ismcts | Team, limit: Limit, form: DeterminizedGame[Any, Any, Any]
    ) -> None:
        self.search, self.limit, self.form = search, limit, form

    def think(
        self,
        state: Any,
        *,
        on_progress: OnProgress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> Thought:
        """The usual answer or the search's."""
        answer = self.form.preset_answer(state)
        if answer is not None:
            return Thought(answer, note="book")
        return self.search.think(
            state, self.limit, on_progress=on_progress, should_stop=should_stop
        )


def make(
    spec: PlayerSpec,
    game: Game[Any, Any],
    *,
    seed: int | None,
    limit: Limit | None,
    cores: int = 1,
) -> Bot:
    """The bot that `spec` names; `limit` for those that search. See `players.make_bot`."""
    if spec.kind in ("random", "greedy"):
        simple = RandomBot if spec.kind == "random" else GreedyBot
        return _Simple(simple(_form(game), seed=seed))
    assert limit is not None
    search = searcher(spec, game, seed=seed)
    helpers: list[HelperProcess] = []
    if cores > 1 and limit.playouts is None and not isinstance(search, Uct):
        helpers = _helpers(spec, game, seed, cores - 1)
    if isinstance(search, Ismcts):
        measured = calibrated_levels.ladder(game.id, game.options).cells
        if spec.level is not None and limit.playouts is not None and not measured:
            pace = search.form.pace
            limit = replace(limit, playouts=max(1, round(limit.playouts * pace)))
        team = Team(search, helpers) if helpers else search
        return _Imagining(team, limit, search.form)
    if isinstance(search, Uct):
        return _Searching(search, limit, _form(game), search.rng)
    pondering = PonderingTeam(search, helpers) if helpers else search
    return _Searching(pondering, limit, search.game, search.rng)


def _form(game: Game[Any, Any]) -> PackedGame[Any, Any]:
    return games.packed(game) or GenericGame(game, games.determinized(game))


def searcher(
    spec: PlayerSpec, game: Game[Any, Any], *, seed: int | None, solves: bool = True
) -> Mcts | Ismcts | Uct:
    """The search behind a player's name; `solves` where it may play from exact solutions."""
    through, packed = games.determinized(game), games.packed(game)
    form = packed or GenericGame(game, through)
    aim = _aim(spec, game, form)
    if through is not None and (spec.kind == "uct" or packed is None):
        return Ismcts(
            game,
            through,
            _imagine(game),
            seed=seed,
            settings=THROUGH_WORLDS if spec.kind == "uct" else suited(through, aim),
            temperature=spec.temperature,
        )
    if spec.kind == "uct":
        return Uct(game, seed=seed, rollout=games.rollout(game))
    # Bots that choose freely among good moves are not to know what is certain.
    solves = solves and spec.temperature == 0 and aim is None
    return Mcts(
        form,
        seed=seed,
        settings=suited(form, aim),
        temperature=spec.temperature,
        solver=games.solver(game) if solves else None,
        policy=None if aim is not None else _policy(spec, form),
    )


def _helpers(
    spec: PlayerSpec, game: Game[Any, Any], seed: int | None, count: int
) -> list[HelperProcess]:
    """Processes that search the same, each in its own way."""
    seeds = np.random.SeedSequence(seed).generate_state(count, np.uint64).tolist()
    options = dict(game.options)
    return [HelperProcess(Helping(game.id, options, spec, number)) for number in seeds]


def _policy(spec: PlayerSpec, form: PackedGame[Any, Any]) -> Policy | None:
    """What was learnt: the player's own file, or what comes with the program; or only what
    the game knows by hand. OptionError where the game can have no such thing, NetError where
    the file does not fit."""
    if spec.policy == OFF:
        return policy.unlearned(form)
    if not spec.policy:
        return policy.usual(form)
    if not isinstance(form, NetGame):
        raise OptionError("this game knows no policy: leave policy=FILE out")
    return NetPolicy(form, nets.load(Path(spec.policy)))


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
