"""Games of bots of mixed strength, and their positions as a diagram gives them; and the grade of a
position: the lowest level of the bot that finds a right answer nine times in ten."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Rng
from termgames.core.errors import OptionError
from termgames.core.game import CHANCE, OVER, AnyGame, Editable, has_chance, has_secrets
from termgames.core.options import Value
from termgames.play.bots import allowance
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.search.mcts.search import Mcts

TRIES, FOUND = 10, 9
_UNHURRIED = BotOptions(time=3600.0)
"""No time limit that matters: playouts alone limit the levels."""
HIGHEST = 8
"""The highest level that playouts limit; a problem that it misses has the grade above."""


@dataclass(frozen=True)
class Grade:
    """How hard a problem is for the bots."""

    level: int
    """1 to `HIGHEST` + 1."""
    wrong: Counter[Any]
    """The wrong answers that levels below gave, each with how often."""


def playouts_of(game: AnyGame, level: int) -> int:
    """How many playouts a level makes for a move on the game's board."""
    found = allowance.level_of(parse_player(f"bot:{level}"), game)
    assert found is not None, "it is a level"
    assert found.playouts is not None, "playouts limit it"
    return found.playouts


class Grader:
    """Bots of all levels on one board, which start each try with nothing in mind."""

    def __init__(self, game: AnyGame, seed: int, highest: int) -> None:
        self.game, self.highest = game, highest
        self._bots: dict[int, Any] = {}
        for level in range(1, highest + 1):
            spec = parse_player(f"bot:{level}")
            self._bots[level] = make_bot(spec, game, seed=seed + level, options=_UNHURRIED)

    def answer(self, level: int, state: Any) -> Any:
        """A move of a level."""
        bot = self._bots[level]
        if isinstance(search := getattr(bot, "search", None), Mcts):
            search.plant(None)  # the tree of an earlier try
        return bot.think(state).move

    def grade(self, state: Any, right: Collection[Any]) -> Grade:
        """The grade of a position whose right moves are given; above `highest` all levels miss
        it."""
        wrong: Counter[Any] = Counter()
        for level in self._bots:
            missed = 0
            for _ in range(TRIES):
                move = self.answer(level, state)
                if move not in right:
                    wrong[move] += 1
                    missed += 1
                if missed > TRIES - FOUND:
                    break
            else:
                return Grade(level, wrong)
        return Grade(self.highest + 1, wrong)


# -- games -----------------------------------------------------------------------------------

_RANDOM = 10
"""One random move at the beginning for so many cells, at most, where nothing else is said."""
_LONGEST = 400
_SIDE_LINES, _SIDE_MOVES = 6, 5
"""Side lines of random moves from a position, and moves of each."""


@dataclass(frozen=True)
class GamePosition:
    """A position of a game as it is read from a diagram."""

    ply: int
    state: Any
    board: tuple[str, ...]
    texts: dict[str, str]
    played: Any
    """What the bot of the game moves there; None in a side line."""
    aside: int = 0
    """How many random moves it lies beside the game."""


def positions(
    game: AnyGame, grader: Grader, rng: Rng, levels: Sequence[int], opening: int | None = None
) -> Iterator[GamePosition]:
    """The positions of one game in their order, those that a diagram gives whole, after some random
    moves, `opening` at most. One of `levels` is drawn for each other move; level 0 moves at random,
    but fills no point that only its own stones surround."""
    if opening is None:
        opening = 1 + game.topology.cells // _RANDOM
    state, drawn = game.start(), int(rng.integers(0, 1 + opening))
    for ply in range(_LONGEST):
        seat = game.to_act(state)
        if seat in (OVER, CHANCE):
            return
        moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
        if ply < drawn and moves:
            move = moves[int(rng.integers(len(moves)))]
        else:
            level = int(rng.choice(levels))
            move = grader.answer(level, state) if level else _rough(game, state, moves, rng)
            found = _read(game, ply, state, move)
            if found is not None:
                yield found
        state = game.apply(state, move)


def _rough(game: AnyGame, state: Any, moves: Sequence[Any], rng: Rng) -> Any:
    """One of some moves with stones that fills no eye; where there is none, one without a stone."""
    stones, own = game.stones(state), 1 + game.colour(state, game.to_act(state))

    def is_open(move: Any) -> bool:
        adjacent = (game.topology.adjacent[cell] for cell in game.cells_of(move))
        return any(stones[near] != own for around in adjacent for near in around)

    idle = [move for move in game.legal_moves(state) if not game.cells_of(move)]
    some = list(filter(is_open, moves)) or idle or list(moves)
    return some[int(rng.integers(len(some)))]


def side_lines(game: AnyGame, found: GamePosition, rng: Rng) -> Iterator[GamePosition]:
    """Positions that random moves lead to from one of a game: many ends from one slow game."""
    for _ in range(_SIDE_LINES):
        state = found.state
        for aside in range(1, 1 + _SIDE_MOVES):
            moves = [move for move in game.legal_moves(state) if game.cells_of(move)]
            if not moves:
                break
            state = game.apply(state, moves[int(rng.integers(len(moves)))])
            if game.to_act(state) in (OVER, CHANCE):
                break
            beside = _read(game, found.ply, state, None)
            if beside is not None:
                yield replace(beside, aside=aside)


def _read(game: AnyGame, ply: int, state: Any, played: Any) -> GamePosition | None:
    """The position read from its own diagram; None where that is another position."""
    assert isinstance(game, Editable), "the maker has seen to it"
    marks = "." + game.marks
    board = tuple(game.topology.rows([marks[stone] for stone in game.stones(state)]))
    texts = dict(game.position_text(state))
    try:
        there = game.position(board, texts)
    except OptionError:
        return None
    same = game.to_act(there) == game.to_act(state) and game.stones(there) == game.stones(state)
    moves = [{game.format(m) for m in game.legal_moves(each)} for each in (state, there)]
    return GamePosition(ply, there, board, texts, played) if same and moves[0] == moves[1] else None


def generator(seed: int, *numbers: int) -> Rng:
    """What all luck of a game follows from, or of the side lines of one of its positions."""
    return np.random.Generator(np.random.SFC64([seed, *numbers]))


def open_game(game_id: str, options: Iterable[tuple[str, Value]], what: str) -> AnyGame:
    """The game, set up; OptionError where it has what `what` cannot have."""
    game = games.create(game_id, dict(options))
    if has_chance(game) or has_secrets(game) or not isinstance(game, Editable):
        raise OptionError(
            f"{game.id} with these options has dice, cards or positions that no diagram gives: "
            f"{what} need open play, as with --pro"
        )
    return game
