"""Makes the bot that a player's name stands for. Imports numpy and the searches."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np

from termgames import games
from termgames.core import net_files
from termgames.core.determinized import DeterminizedGame, NetGuided
from termgames.core.errors import OptionError
from termgames.core.evaluation import Reward
from termgames.core.exact import SMALL_ENOUGH
from termgames.core.game import AnyGame, Hidden, has_chance
from termgames.core.net_game import NetGame
from termgames.core.packed import Aimed, PackedGame
from termgames.core.text import quoted
from termgames.play.bots import allowance, calibrated_levels
from termgames.play.bots.gtp_bot import GtpBot
from termgames.play.bots.helper_process import HelperProcess, HelpingSearch
from termgames.play.bots.options import USUAL, BotOptions
from termgames.play.bots.players import OFF, SOLVER, PlayerSpec
from termgames.play.openings.found import BookBot, of_game
from termgames.search import exact, policy, preset_answers
from termgames.search.baseline import GreedyBot, RandomBot
from termgames.search.characters import CHARACTERS
from termgames.search.generic import GenericDeterminized, GenericGame
from termgames.search.history import CHOICES
from termgames.search.ismcts.search import Ismcts
from termgames.search.limits import Limit, Listeners, ShouldStop, Thought
from termgames.search.mcts.search import Mcts
from termgames.search.parallel import Helpers
from termgames.search.policy import NetPolicy, Policy
from termgames.search.settings import PLAIN, PLAIN_PACKED, suited

if TYPE_CHECKING:
    from termgames.play.bots.bot import Bot

_REPORTED = 0.5
"""Seconds between two reports while a board is being solved."""


class _Stopped(Exception):
    """Nobody waits for the answer any more."""


class SolverBot:
    """Plays the best moves by points, or the shortest wins where there are none. The board is
    solved at the first move, in some ten seconds at most."""

    def __init__(self, game: AnyGame, *, candidates: int = 0) -> None:
        """OptionError where the game's board is not solved."""
        solver = games.solver(game)
        if solver is None or solver.effort(game.start()) > exact.WHOLE:
            raise OptionError(
                f"{SOLVER} plays on solved boards alone, and {game.id} on this one is not: choose "
                f"a smaller board, as {SMALL_ENOUGH}, or another bot, as bot:9"
            )
        self.game, self.candidates, self._solver = game, candidates, solver

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """A best move, and how the game ends. Whoever stops it while the board is being solved
        gets any legal move."""
        on_progress, should_stop = around.get("on_progress"), around.get("should_stop")
        began = reported = time.monotonic()
        anything = self.game.legal_moves(state)[0]

        def watch(done: int, total: int) -> None:
            nonlocal reported
            if should_stop is not None and should_stop():
                raise _Stopped
            if on_progress is not None and time.monotonic() - reported > _REPORTED:
                reported = time.monotonic()
                note = f"solving the board, {done / total:.0%}"
                on_progress(Thought(anything, seconds=reported - began, note=note))

        try:
            solved = self._solver.solve(state, watch)
        except _Stopped:
            return Thought(anything, seconds=time.monotonic() - began, note="stopped")
        return exact.thought(solved, self.game.seats, time.monotonic() - began, self.candidates)


_LONGEST_PONDERING = 120.0
"""Seconds for which a bot ponders at most: an opponent who takes longer may have left."""


class _PackedSearch:
    """A bot that searches packed positions, except for questions with a preset answer."""

    def __init__(
        self,
        search: Mcts[Any, Any],
        limit: Limit,
        form: PackedGame[Any, Any],
    ) -> None:
        self.search, self.limit, self.form = search, limit, form

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """The preset answer where there is one, else the move that the search found, or a
        proposal that follows from its estimate (such as a joint resignation)."""
        # The bot that proposes and the bot that is asked have to expect the same.
        answer = preset_answers.answer(self.form, state)
        if answer is not None:
            return Thought(answer, note="prepared answer")
        thought = self.search.think(state, self.limit.within(seconds), **around)
        proposal = preset_answers.proposal(self.form, state, thought.after or thought.value)
        return thought if proposal is None else replace(thought, move=proposal, line=())

    def ponder(self, state: Any, should_stop: ShouldStop) -> None:
        """See `bot.Pondering`. A bot limited by playouts declines: its strength would depend
        on how long its opponent thinks."""
        if self.limit.playouts is not None:
            return
        if preset_answers.answer(self.form, state) is None:
            self.search.ponder(state, _LONGEST_PONDERING, should_stop)


class _SampledSearch:
    """A bot for games with chance or hidden hands, which samples what it cannot know."""

    def __init__(
        self, search: Ismcts[Any, Any], limit: Limit, form: DeterminizedGame[Any, Any, Any]
    ) -> None:
        self.search, self.limit, self.form = search, limit, form

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """The preset answer where there is one, else what the search found."""
        answer = self.form.preset_answer(state)
        if answer is not None:
            return Thought(answer, note="prepared answer")
        return self.search.think(state, self.limit.within(seconds), **around)


def refuse(spec: PlayerSpec, game: AnyGame) -> None:
    """Raise the error that `make_bot` would raise about a player's policy, aim or solver:
    OptionError where the game has no such thing or its board is not solved, NetError for a file
    that does not fit."""
    if spec.kind == "solver":
        SolverBot(game)
    elif spec.particular:
        searcher(spec, game, seed=0)


def make_bot(
    spec: PlayerSpec,
    game: AnyGame,
    *,
    seed: int | None,
    options: BotOptions = USUAL,
    candidates: int = 0,
) -> Bot:
    """The bot that `spec` names, for one game. Where it searches, its thoughts hold so many
    `candidates`. With the same seed, a bot limited by playouts alone plays the same moves. Raises
    OptionError for `human`."""
    if spec.human:
        raise OptionError("a human is no bot: choose random, greedy, bot:LEVEL, mcts or uct")
    if spec.kind == "gtp":
        seconds = None if options.time is None else options.time * options.time_scale
        return GtpBot(spec.command, game, allowed=options.allowed, time=seconds)
    if spec.kind == "solver":
        return SolverBot(game, candidates=candidates)
    if spec.kind in ("random", "greedy"):
        simple = RandomBot if spec.kind == "random" else GreedyBot
        return simple(_form(game), seed=seed)
    level = allowance.level_of(spec, game)
    limit = allowance.limit_of(spec, level, options)
    assert limit is not None, "it searches"
    if level is not None:
        spec = replace(
            spec, temperature=level.temperature, policy=OFF if level.unguided else spec.policy
        )
    search = searcher(spec, game, seed=seed)
    search.candidates = candidates
    if options.cores > 1 and limit.playouts is None:
        asks_net = isinstance(search, Mcts) and search.evaluator.by_net_alone
        search.helpers = _helpers(spec, game, seed, options.cores - 1, asks_net=asks_net)
    if isinstance(search, Mcts):
        thinking = _PackedSearch(search, limit, search.game)
        booked = options.openings and level is not None and not spec.character
        return _with_openings(thinking, game, seed) if booked else thinking
    measured = calibrated_levels.levels_on(game.id, game.options).cells
    if level is not None and limit.playouts is not None and not measured:
        limit = replace(limit, playouts=max(1, round(limit.playouts * search.form.pace)))
    return _SampledSearch(search, limit, search.form)


def _with_openings(bot: _PackedSearch, game: AnyGame, seed: int | None) -> Bot:
    """The bot, with a tree of openings that was made with more thought than it has and with the
    same komi, if there is one."""
    playouts, found = bot.limit.playouts, of_game(game)
    if found is None or playouts is None or playouts >= found.tree.playouts or found.other_komi:
        return bot
    return BookBot(bot, found, seed)


def _form(game: AnyGame) -> PackedGame[Any, Any]:
    return games.packed(game) or GenericGame(game, games.determinized(game))


def _determinized(
    game: AnyGame, *, uniform: bool = False
) -> DeterminizedGame[Any, Any, Any] | None:
    """What the game offers for a search of chance and hidden hands; made from the rules alone
    where it offers nothing but has such things, with `uniform` playouts if need be."""
    offered = games.determinized(game)
    if offered is not None or games.packed(game) is not None:
        return offered
    if has_chance(game) or isinstance(game, Hidden):
        return GenericDeterminized(game, choices=1 if uniform else CHOICES)
    return None


def searcher(
    spec: PlayerSpec, game: AnyGame, *, seed: int | None, solves: bool = True
) -> Mcts[Any, Any] | Ismcts[Any, Any]:
    """The search behind a player's name. `solves`: whether it may use the game's exact solver."""
    uniform = spec.kind == "uct"
    through, packed = _determinized(game, uniform=uniform), games.packed(game)
    form = packed or GenericGame(game, through, games.rollout(game) if uniform else None)
    aim, character = _aim(spec, game, form), CHARACTERS.get(spec.character)
    if spec.policy not in ("", OFF) and aim is not None:
        raise OptionError("policy=FILE and aim=NAME exclude each other: leave one out")
    if spec.policy not in ("", OFF) and not isinstance(packed or through, NetGame | NetGuided):
        raise OptionError(f"{game.id} has no learned policy: leave policy=FILE out")
    if through is not None and (uniform or packed is None):
        through = _guided(spec, through)
        return Ismcts(
            game,
            through,
            _imagine(game),
            seed=seed,
            settings=PLAIN if uniform else suited(through, aim, None, character),
            temperature=spec.temperature,
        )
    if uniform:
        return Mcts(form, seed=seed, settings=PLAIN if packed is None else PLAIN_PACKED)
    # A bot whose level makes it choose among good moves must not play from exact solutions.
    solves = solves and spec.temperature == 0 and aim is None
    guide = None if aim is not None else _policy(spec, form)
    return Mcts(
        form,
        seed=seed,
        settings=suited(form, aim, guide, character),
        temperature=spec.temperature,
        solver=games.solver(game) if solves else None,
        policy=guide,
    )


@dataclass(frozen=True)
class HelperRole:
    """What a child needs to help a search, see `child.Role`."""

    game_id: str
    options: dict[str, Any]
    spec: PlayerSpec
    seed: int | None

    def worker(self) -> HelpingSearch:
        """A search of its own, which plays leaves out."""
        game = games.create(self.game_id, self.options)
        search = searcher(self.spec, game, seed=self.seed, solves=False)
        return HelpingSearch(search.evaluator if isinstance(search, Mcts) else search)


def _helpers(
    spec: PlayerSpec, game: AnyGame, seed: int | None, count: int, *, asks_net: bool
) -> Helpers:
    """Processes that play leaves out, or ask a net about them, each with a seed of its own. They
    load the player's net only if `asks_net`."""
    seeds = np.random.SeedSequence(seed).generate_state(count, np.uint64).tolist()
    options, spec = dict(game.options), spec if asks_net else replace(spec, policy=OFF)
    return Helpers([HelperProcess(HelperRole(game.id, options, spec, number)) for number in seeds])


def _guided(
    spec: PlayerSpec, form: DeterminizedGame[Any, Any, Any]
) -> DeterminizedGame[Any, Any, Any]:
    """The game's form with the net that the player's policy names: the one that comes with the
    program, one from his own file, or none. NetError where the file does not fit the game."""
    if not isinstance(form, NetGuided) or (spec.kind != "uct" and not spec.policy):
        return form
    plain = spec.kind == "uct" or spec.policy == OFF
    return form.guided_by(None if plain else net_files.load(Path(spec.policy)))


def _policy(spec: PlayerSpec, form: PackedGame[Any, Any]) -> Policy | None:
    """The policy that guides the search: from the player's own file, the shipped weights, or
    the game's hand-made one. NetError where the file does not fit the game."""
    if spec.policy == OFF:
        return policy.unlearned(form)
    if not spec.policy:
        return policy.usual(form)
    assert isinstance(form, NetGame), "`searcher` refuses other games"
    return NetPolicy(form, net_files.load(Path(spec.policy)))


def _imagine(game: AnyGame) -> Callable[[Any, int, np.random.Generator], Any]:
    """A function that samples a full state which a seat cannot tell from the real one; it
    returns the real one where nothing is hidden."""
    if not isinstance(game, Hidden):
        return lambda s, seat, rng: s
    hidden: Hidden[Any] = game
    return lambda s, seat, rng: hidden.imagine(hidden.view(s, seat), seat, rng)


def _aim(spec: PlayerSpec, game: AnyGame, form: PackedGame[Any, Any]) -> Reward | None:
    """What the player plays for instead of winning; OptionError where the game has no such
    aim."""
    if spec.aim is None:
        return None
    aims = form.aims if isinstance(form, Aimed) else {}
    if spec.aim not in aims:
        instead = f"choose one of {', '.join(aims)} or leave" if aims else "leave"
        raise OptionError(f"{game.id} has no aim {quoted(spec.aim)}: {instead} it out")
    return aims[spec.aim]
