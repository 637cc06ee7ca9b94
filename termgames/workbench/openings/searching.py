"""One position of a tree of openings: a search of it, and a game that goes on to its end."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import OVER, AnyGame, Editable, has_chance, has_secrets
from termgames.core.options import Value
from termgames.play.bots.factory import make_bot, searcher
from termgames.play.bots.players import parse_player
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.workbench.journal import Journal

CANDIDATES = 16
"""Of the best moves of a position, so many at most are looked at; several may be one up to
symmetry."""
_LONGEST = 2000
"""Moves after which a game that goes on to its end is given up as a draw."""


@dataclass(frozen=True)
class OpeningSearch:
    """What is made."""

    game_id: str
    options: tuple[tuple[str, Value], ...]
    playouts: int
    """Of the search, for every position."""
    ends: int
    """Of a hundred positions from so many a game is played to its end."""
    player: str
    """The bot that plays both sides of it."""
    seed: int

    def game(self) -> AnyGame:
        """The game, set up; OptionError where it has something that a tree cannot have."""
        game = games.create(self.game_id, dict(self.options))
        if has_chance(game) or has_secrets(game) or not isinstance(game, Editable):
            raise OptionError(
                f"{game.id} with these options has dice or cards: openings need open play, as with "
                "--pro"
            )
        if game.options.get("pie") or game.options.get("komi") == "offer":
            raise OptionError("openings begin when all offers are answered: leave them out")
        if game.seats != 2:
            raise OptionError(f"{game.id} with these options is for {game.seats}: openings need 2")
        return game


@dataclass(frozen=True)
class SearchedMove:
    """One of the best moves of a position."""

    text: str
    visits: int
    share: float
    """Of the win, for the first player, as all shares here."""


@dataclass(frozen=True)
class SearchedPosition:
    """What a search found in a position, and how a game went on from there."""

    key: str
    share: float
    lead: float
    """The first player's points less those of the second, at the end."""
    moves: tuple[SearchedMove, ...] = ()
    end: tuple[float, float] | None = None
    """Share and lead at the end of a game that bots played on from there; None without one."""


@dataclass(frozen=True)
class SearchTask:
    """A position that is to be searched."""

    wanted: OpeningSearch
    line: tuple[str, ...]
    """The moves that lead to it."""
    key: str
    to_end: bool
    """Whether a game is played on from there."""


def search(task: SearchTask) -> SearchedPosition:
    """Search a position; the same for the same task."""
    wanted, key = task.wanted, task.key
    desk = _SearchDesk.of(wanted)
    state = desk.game.start()
    for text in task.line:
        state = desk.game.apply(state, desk.game.parse(state, text))
    if desk.game.to_act(state) == OVER:
        return SearchedPosition(key, *_outcome(desk.game, state))
    desk.search.rng.bit_generator.state = _generator(wanted, key, 0).bit_generator.state
    desk.search.plant(None)
    thought = desk.search.think(state, Limit(playouts=wanted.playouts))
    assert thought.value is not None, "searches have expectations"
    score = thought.score or desk.game.score(state).totals
    moves = tuple(
        SearchedMove(desk.game.format(each.move), each.visits, each.shares[0])
        for each in thought.candidates
        if each.shares is not None
    )
    end = _played_on(wanted, desk.game, state, key) if task.to_end else None
    return SearchedPosition(key, thought.value[0], score[0] - score[1], moves, end)


class Positions(Journal[SearchedPosition]):
    """What was found, in a file."""

    what, one, kind = "positions", "position", SearchedPosition

    def refuse(self, row: SearchedPosition) -> None:
        """ValueError where a share is none."""
        shares = (row.share, *(each.share for each in row.moves), *(row.end or ())[:1])
        if not all(0 <= share <= 1 for share in shares):
            raise ValueError("no share of the win")


class _SearchDesk:
    """The search of a process."""

    def __init__(self, wanted: OpeningSearch) -> None:
        self.game = wanted.game()
        found = searcher(parse_player("mcts:playouts=1"), self.game, seed=0, solves=False)
        assert isinstance(found, Mcts), "there is no chance, and nothing hidden"
        self.search: Mcts[Any, Any] = found
        self.search.candidates = CANDIDATES

    @staticmethod
    @lru_cache(maxsize=2)
    def of(wanted: OpeningSearch) -> _SearchDesk:
        return _SearchDesk(wanted)


def _generator(wanted: OpeningSearch, key: str, what: int) -> np.random.Generator:
    """What all luck about a position follows from."""
    return np.random.Generator(np.random.SFC64([wanted.seed, int(key, 16), what]))


def _played_on(wanted: OpeningSearch, game: AnyGame, state: Any, key: str) -> tuple[float, float]:
    seeds = _generator(wanted, key, 1).integers(2**62, size=game.seats).tolist()
    spec = parse_player(wanted.player)
    bots = [make_bot(spec, game, seed=seed) for seed in seeds]
    for _ in range(_LONGEST):
        seat = game.to_act(state)
        if seat == OVER:
            return _outcome(game, state)
        state = game.apply(state, bots[seat].think(state).move)
    return 0.5, 0.0


def _outcome(game: AnyGame, state: Any) -> tuple[float, float]:
    """The first player's share of the win and lead where the game is over."""
    totals = game.score(state).totals
    return float(game.utilities(state)[0]), float(totals[0] - totals[1])
