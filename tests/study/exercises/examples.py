"""Mistakes out of which tests make exercises."""

from typing import Any

from termgames import games
from termgames.play.match import Match
from termgames.study.exercises.exercise import Exercise
from termgames.study.exercises.making import of_finding
from termgames.study.review import Finding

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")
BLUNDER, BETTER = 3, "b5,c5,a5"


def played(*players: str) -> Match[Any, Any]:
    """A game in which White's second move gives everything away."""
    match = Match(games.create("plurality", {"size": 5}), players or ("greedy", "human"), 1)
    for text in GAME:
        match.submit(match.game.parse(match.state, text))
    return match


def finding(ply: int = BLUNDER, lost: float = 0.9, best: str = BETTER) -> Finding:
    """What a review says of a move that gives away so much."""
    seat, replies = ply % 2, (GAME[ply], BETTER)
    name = ("black", "white")[seat]
    return Finding(
        ply, seat, name, GAME[ply], best, (best,), 0.95, (lost, lost), 2.5, refutation=replies
    )


def exercise(*players: str) -> Exercise:
    """The exercise that the blunder makes."""
    return of_finding(played(*players), finding())
