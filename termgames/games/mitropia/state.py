"""What a position of Mitropia is: the board, who holds what, and one open question.

`Table` holds what does not change in a game: the map, the players and the rules in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from termgames.core import maps
from termgames.core.game import Seat
from termgames.core.options import AGREE
from termgames.core.steps import distances
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia import house
from termgames.games.mitropia.cards import REACTIONS, Cards
from termgames.games.mitropia.options import AREA, Scoring, sheet
from termgames.games.mitropia.questions import Board, Question, Reaction
from termgames.games.mitropia.stones.alliance import Occupiers
from termgames.games.mitropia.stones.distance import in_steps

_LONG, MOST_IDLE = 3, 4
"""After how many turns of each player without a stone every further one counts towards the end, and
after how many play stops."""


@dataclass(frozen=True, eq=False)
class Table:
    """What is fixed before a game: map, players and rules."""

    topology: Topology
    players: int
    starts: tuple[Cell, ...]
    """The start points, clockwise."""
    house: house.Sheet
    """The house rules, see `plays`."""
    dice: bool
    by_dice: Callable[[tuple[int, int]], int] | None
    """The range that the dice of a turn give; None where they do not decide it."""
    fixed_reach: int | None
    """The range that no dice decide, in steps; None for no limit, and where dice decide."""
    hand_limit: int | None
    """How many cards are kept at the end of a turn; None for no limit."""
    starter_reach: int | None
    """The range of starter stones, in steps; None for no limit."""
    deck: tuple[int, ...] | None
    """How many cards of each kind the deck has; None in a game without cards."""
    surrender: bool
    scoring: Scoring
    """Whether territory and prisoners count, or stones and territory (rule 22)."""
    agree: bool
    """Whether the players agree on dead stones; see `will_agree`."""
    handicaps: tuple[int, ...]
    """By seat, from -5 to 0 (rule 3)."""

    @staticmethod
    def of(options: Mapping[str, Any]) -> Table:
        """The table for the options that `options.settle` returned."""
        board = maps.find(options["map"])
        players: int = options["players"]
        handicap, rules = options["handicap"], sheet(options)
        return Table(
            topology=board.topology,
            players=players,
            starts=tuple(map(board.topology.cell, board.start_points(players))),
            house=rules,
            dice=rules["dice"] == "yes",
            by_dice=house.BY_DICE.get(rules["range"]),
            fixed_reach=_steps(rules["range"]),
            hand_limit=_steps(rules["hand-limit"]),
            starter_reach=_steps(rules["starter-range"]),
            deck=None if rules["deck"] == house.NO_CARDS else house.deck(rules["deck"]),
            surrender=rules["surrender"] == "two too"
            or (players > 2 and rules["surrender"] == "three or more"),
            scoring=options["scoring"],
            agree=options["dead-stones"] == AGREE,
            handicaps=tuple(map(int, handicap.split(","))) if handicap else (0,) * players,
        )

    def plays(self, key: str, word: str) -> bool:
        """Whether a house rule has that word (see `house.KEYS`)."""
        assert word in house.BY_NAME[key].choices
        return self.house[key] == word

    def reach(self, s: State) -> int | None:
        """The range of this turn in steps (rules 4 and 5), None for no limit.

        Where dice decide the turn's dice must have been rolled.
        """
        if self.by_dice is None:
            return self.fixed_reach
        assert s.dice is not None
        return self.by_dice(s.dice)

    def draws(self, s: State) -> bool:
        """Whether the dice of this turn are a pair that lets its player draw (rule 4)."""
        return (
            s.dice is not None and s.dice[0] == s.dice[1] and str(s.dice[0]) in self.house["pairs"]
        )

    @property
    def several(self) -> bool:
        """Whether a trade takes prisoners from several players."""
        return self.plays("trades", "several players")

    @property
    def rejects(self) -> bool:
        """Whether the deck has a card that rejects stones."""
        return self.deck is not None and any(self.deck[kind] for kind in REACTIONS)

    @property
    def reactive(self) -> bool:
        """Whether the others are asked for such a card after the stones of a turn."""
        return self.rejects and self.plays("reject", "out of turn")

    @property
    def open_hands(self) -> bool:
        """Whether everybody sees all cards in hands, and those given back."""
        return self.plays("hands", "open")

    @property
    def by_area(self) -> bool:
        """Whether stones and territory count, and prisoners do not."""
        return self.scoring == AREA

    def will_agree(self, s: State) -> bool:
        """Whether the players are asked about dead stones if play stops on this board (rule 18)."""
        return self.agree and not s.board.disputed

    def ball(self, steps: int) -> tuple[tuple[Cell, ...], ...]:
        """ball(steps)[cell]: the cells at most `steps` steps from a cell, itself among them."""
        return _balls(self.topology, steps)


def _steps(word: str) -> int | None:
    """A number of a house rule; None for a word."""
    return int(word) if word.isdigit() else None


@lru_cache(maxsize=64)
def _balls(topology: Topology, steps: int) -> tuple[tuple[Cell, ...], ...]:
    near = in_steps(distances(topology), steps)
    return tuple(tuple(np.flatnonzero(row).tolist()) for row in near)


@dataclass(frozen=True)
class State:
    """A position. Tuples hold one entry for each seat, unless stated otherwise."""

    board: Board
    question: Question | None
    """The open question; None when the game is over."""
    occupiers: Occupiers
    cards: Cards
    order: tuple[Seat, ...]
    """The seats in order of play; in order of their numbers until all start points are chosen."""
    starts: tuple[Cell | None, ...]
    """Each seat's start point, None until it is chosen."""
    turn: Seat
    """Whose turn it is, also while another player is asked; before the first turn the first
    seat of `order`."""
    dice: tuple[int, int] | None = None
    """The roll of this turn, the lower die first, None before it; until all start points are
    chosen, the latest opening roll."""
    passes: int = 0
    """How many turns in a row were passes (rule 9)."""
    dead: tuple[Cell, ...] = ()
    """The stones that the players agreed are dead, ascending."""
    last: Reaction | None = None
    """Where Reject is played in one's own turn: the stones of the turn before this one, if it put
    any, with nobody waiting."""
    spent: tuple[Seat, ...] = ()
    """Who has left his occupier at another player's turn, and pays with his next one."""
    ending: str | None = None
    """How the game ended, in words; None while it goes on."""

    @property
    def stones(self) -> bytes:
        """(cells,): 0 empty, else 1 + the number of the colour."""
        return self.board.stones

    @property
    def towards_end(self) -> int:
        """How many of the last turns count towards the end, which is reached when they are as many
        as the players: passes in a row; and after three turns of each player without a stone every
        further one, whatever it is (rule 9)."""
        return max(self.passes, self.board.idle - _LONG * len(self.order))

    @property
    def countdown(self) -> str:
        """How near the end is where every turn without a stone counts towards it, in a sentence;
        empty before."""
        idle, seats = self.board.idle, len(self.order)
        if idle < _LONG * seats:
            return ""
        left = MOST_IDLE * seats - idle
        return f"{idle} turns in a row without a stone: after {left} more the game ends."
