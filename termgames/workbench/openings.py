"""Making trees of openings by self-play: a search of one position, and the games that lead to it.

Each game goes from the start through positions that were searched before, and ends at the first
that was not, which is searched then: what the search expects there is the game's result. Moves are
drawn among those that a position's search looked at most, the oftener the better they are, as far
as the search and the games so far tell. So lines that are played often grow long, and the tree is
widest where several moves are as good.

What a search expects is wrong by about as much in all positions of a game that is at its beginning,
which does not matter when moves are compared. Games that bots play on to their ends tell by how
much: all shares and points of the tree are put right by the same step (`_Correction`).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core.errors import IllegalMove, OptionError, UnreadableMove
from termgames.core.game import OVER, AnyGame
from termgames.core.options import Value
from termgames.play.bots.factory import make_bot, searcher
from termgames.play.bots.players import parse_player
from termgames.play.openings.found import BoardImages
from termgames.play.openings.tree import (
    MOST_LINES,
    OpeningMove,
    OpeningPosition,
    OpeningTree,
    PlayedEnds,
)
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts
from termgames.workbench.journal import Journal
from termgames.workbench.problems.seeking import generator, open_game

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
        game = open_game(self.game_id, self.options, "openings")
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
    game, searching = _searcher(wanted)
    state = game.start()
    for text in task.line:
        state = game.apply(state, game.parse(state, text))
    if game.to_act(state) == OVER:
        return SearchedPosition(key, *_outcome(game, state))
    searching.rng.bit_generator.state = generator(wanted.seed, int(key, 16), 0).bit_generator.state
    searching.plant(None)
    thought = searching.think(state, Limit(playouts=wanted.playouts))
    assert thought.value is not None, "searches have expectations"
    score = thought.score or game.score(state).totals
    moves = tuple(
        SearchedMove(game.format(each.move), each.visits, each.shares[0])
        for each in thought.candidates
        if each.shares is not None
    )
    end = _played_on(wanted, game, state, key) if task.to_end else None
    return SearchedPosition(key, thought.value[0], score[0] - score[1], moves, end)


class Positions(Journal[SearchedPosition]):
    """What was found, in a file."""

    what, one, kind = "positions", "position", SearchedPosition

    def refuse(self, row: SearchedPosition) -> None:
        """ValueError where a share is none."""
        shares = (row.share, *(each.share for each in row.moves), *(row.end or ())[:1])
        if not all(0 <= share <= 1 for share in shares):
            raise ValueError("no share of the win")


@lru_cache(maxsize=2)
def _searcher(wanted: OpeningSearch) -> tuple[AnyGame, Mcts[Any, Any]]:
    """The game and the search of a process."""
    game = wanted.game()
    found = searcher(parse_player("mcts:playouts=1"), game, seed=0, solves=False)
    assert isinstance(found, Mcts), "there is no chance, and nothing hidden"
    found.candidates = CANDIDATES
    return game, found


def _played_on(wanted: OpeningSearch, game: AnyGame, state: Any, key: str) -> tuple[float, float]:
    seeds = generator(wanted.seed, int(key, 16), 1).integers(2**62, size=game.seats).tolist()
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


# -- the tree --------------------------------------------------------------------------------

_MARGIN = 0.05
"""Moves that promise less of the win than this below the best are not played."""
_STEP = 0.02
"""How much less a move promises that is drawn e times as seldom."""
_TRUST = 4
"""Games that weigh as much as the search in which a move was one of the candidates."""
_ROUND = 128
"""Positions that are searched at the same time, at most; while there are few, a quarter of them."""
_TRIES = 8
"""Games of a round, at most, for each position that is wanted."""
_LEAST_ENDS = 30
"""With fewer games that were played to their ends nothing is put right."""
_DEEPEST = 50
_IDLE = 20
"""Rounds that lead nowhere new, after which no more is to be expected."""


@dataclass(eq=False)
class _OpeningEdge:
    """A move and the games that it was played in; sums for the first player."""

    text: str
    visits: int
    expected: float
    after: _OpeningNode
    games: int = 0
    share: float = 0.0
    lead: float = 0.0

    def promise(self) -> float:
        """The first player's share of the win, by the search and the games."""
        return (_TRUST * self.expected + self.share) / (_TRUST + self.games)


@dataclass(eq=False)
class _OpeningNode:
    """A position as the first game came to it."""

    line: tuple[str, ...]
    state: Any
    key: str
    way: int
    found: SearchedPosition | None = None
    edges: list[_OpeningEdge] = field(default_factory=list)
    games: int = 0


class Growth:
    """A tree that grows by rounds of games; the same for the same seed and results."""

    def __init__(self, wanted: OpeningSearch) -> None:
        self.wanted, self.game = wanted, wanted.game()
        self.games = 0
        self._images = BoardImages(self.game)
        self._rng = generator(wanted.seed)
        self._nodes: dict[str, _OpeningNode] = {}
        self._start = self._node((), self.game.start())
        self._idle = 0
        self._waiting: list[tuple[list[_OpeningEdge], _OpeningNode]] = []
        """The games of the round: their moves, and the positions that they end at."""

    def round(self) -> list[SearchTask]:
        """Play games; returns the positions that are to be searched before `take` ends the
        round."""
        searched = sum(node.found is not None for node in self._nodes.values())
        wanted = min(_ROUND, max(1, searched // 4))
        leaves: dict[str, _OpeningNode] = {}
        for _ in range(_TRIES * wanted):
            moves, leaf = self._played()
            self._waiting.append((moves, leaf))
            if leaf.found is None:
                leaves[leaf.key] = leaf
            if len(leaves) == wanted:
                break
        self._idle = 0 if leaves else self._idle + 1
        return [
            SearchTask(self.wanted, leaf.line, key, self._to_end(key))
            for key, leaf in leaves.items()
        ]

    @property
    def exhausted(self) -> bool:
        """Whether all that is worth playing was played to its end."""
        return self._idle >= _IDLE

    def take(self, results: Iterable[SearchedPosition]) -> None:
        """Take up what was found in the positions of the round."""
        for found in results:
            node = self._nodes[found.key]
            node.found, node.edges = found, list(self._edges(node, found))
        for moves, leaf in self._waiting:
            assert leaf.found is not None, "all of the round were searched"
            self.games += 1
            for edge in moves:
                edge.games += 1
                edge.share += leaf.found.share
                edge.lead += leaf.found.lead
                edge.after.games += 1
        self._waiting = []

    def count(self, least: int) -> int:
        """How many positions at least so many games came to."""
        return 1 + sum(node.games >= least for node in self._nodes.values())

    def tree(self, least: int, made: str) -> OpeningTree:
        """The tree of the positions that at least so many games came to."""
        right = _Correction(
            [node.found for node in self._nodes.values() if node.found and node.found.end]
        )
        positions: dict[str, OpeningPosition] = {}
        waiting = [(self._start, self.game.start())]
        while waiting and len(positions) < MOST_LINES // 2:
            node, state = waiting.pop()
            if node.key in positions:
                continue
            # As the line has it that leads here in the file, which may not be the first game's.
            way = self._images.of(state)[1][0]
            kept = [edge for edge in node.edges if edge.games and edge.after.games >= least]
            kept = [edge for edge in kept if edge.games >= least or self._first(node, edge)]
            kept.sort(key=lambda edge: -edge.games)
            texts = [self._images.carried(edge.text, node.way, way) for edge in kept]
            played = [self.game.parse(state, text) for text in texts]
            black = self.game.to_act(state) == 0
            moves = (
                right.move(edge, self.game.format(move), black)
                for edge, move in zip(kept, played, strict=True)
            )
            positions[node.key] = OpeningPosition(way, tuple(moves))
            after = [self.game.apply(state, move) for move in played]
            waiting += reversed([(e.after, s) for e, s in zip(kept, after, strict=True)])
        wanted = self.wanted
        return OpeningTree(
            game=wanted.game_id,
            options=dict(wanted.options),
            playouts=wanted.playouts,
            games=max(1, self.games),
            ends=right.ends,
            made=made,
            start=self._start.key,
            positions=positions,
        )

    # -- a game ------------------------------------------------------------------------------

    def _played(self) -> tuple[list[_OpeningEdge], _OpeningNode]:
        moves: list[_OpeningEdge] = []
        node = self._start
        while node.found is not None and node.edges and len(moves) < _DEEPEST:
            moves.append(self._drawn(node))
            node = moves[-1].after
        return moves, node

    def _drawn(self, node: _OpeningNode) -> _OpeningEdge:
        sign = 1 if self.game.to_act(node.state) == 0 else -1
        promises = [sign * edge.promise() for edge in node.edges]
        best = max(promises)
        weights = np.array(
            [
                edge.visits * math.exp((promise - best) / _STEP)
                if promise >= best - _MARGIN
                else 0.0
                for edge, promise in zip(node.edges, promises, strict=True)
            ]
        )
        return node.edges[int(self._rng.choice(len(weights), p=weights / weights.sum()))]

    # -- positions ---------------------------------------------------------------------------

    def _node(self, line: tuple[str, ...], state: Any) -> _OpeningNode:
        key, ways = self._images.of(state)
        return self._nodes.setdefault(key, _OpeningNode(line, state, key, ways[0]))

    def _edges(self, node: _OpeningNode, found: SearchedPosition) -> Iterator[_OpeningEdge]:
        """The moves that the search looked at, those that are one up to symmetry together."""
        edges: dict[str, _OpeningEdge] = {}
        for each in found.moves:
            try:
                move = self.game.parse(node.state, each.text)
                after = self._node((*node.line, each.text), self.game.apply(node.state, move))
            except (UnreadableMove, IllegalMove):
                continue  # of a worker that plays by other rules
            edge = edges.setdefault(after.key, _OpeningEdge(each.text, 0, each.share, after))
            edge.visits += max(1, each.visits)
        yield from edges.values()

    def _first(self, node: _OpeningNode, edge: _OpeningEdge) -> bool:
        """Whether a move leads to a position as the first game came to it."""
        return edge.after.line == (*node.line, edge.text)

    def _to_end(self, key: str) -> bool:
        return int(key, 16) % 100 < self.wanted.ends


class _Correction:
    """By how much what searches expect is wrong, from games that were played to their ends."""

    def __init__(self, looks: Sequence[SearchedPosition]) -> None:
        ends = [look.end for look in looks if look.end is not None]
        self.ends = PlayedEnds(0, 0.5, 0.0)
        self._step, self._points = 0.0, 0.0
        if not ends:
            return
        share, lead = (float(np.mean(values)) for values in zip(*ends, strict=True))
        self.ends = PlayedEnds(len(ends), share, lead)
        if len(ends) < _LEAST_ENDS:
            return
        self._points = lead - float(np.mean([look.lead for look in looks]))
        low, high = -5.0, 5.0
        for _ in range(40):
            self._step = (low + high) / 2
            if np.mean([self._share(look.share) for look in looks]) < share:
                low = self._step
            else:
                high = self._step

    def _share(self, expected: float) -> float:
        """A share of the first player, put right."""
        odds = min(max(expected, 0.001), 0.999)
        return 1 / (1 + math.exp(-self._step) * (1 - odds) / odds)

    def move(self, edge: _OpeningEdge, text: str, black: bool) -> OpeningMove:
        """A move with its figures for whoever plays it, the first player or the other."""
        share = self._share(edge.share / edge.games)
        lead = edge.lead / edge.games + self._points
        if not black:
            share, lead = 1 - share, -lead
        share, lead = round(share, 3), round(lead, 1)
        return OpeningMove(text, edge.games, share, lead + 0.0, edge.after.key)
