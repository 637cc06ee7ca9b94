"""Games, wins and streaks of a person, and which of his games are rated."""

from pathlib import Path
from typing import Any

import pytest

from termgames.play.history import figures
from termgames.play.history.ended import EndedGame
from termgames.play.history.figures import PersonFigures, WinCount


def ended(players: str = "human bot:3", *won: int, game: str = "plurality", **what: Any) -> Any:
    """A game that these players played, and who won it: the first where nobody is named."""
    known = {"options": {"size": "13"}, "plies": 40, "when": 0.0, "ordinary": True}
    known |= {"game_id": game, "path": Path("x"), "winners": won or (0,)}
    return EndedGame(**{**known, "players": tuple(players.split()), **what})


def of(*played: EndedGame, person: str = "") -> PersonFigures:
    return figures.of(person, played)


def test_wins_draws_and_losses_are_counted_for_each_name() -> None:
    other = ("bot:3 human", 0, 1), ("bot:3 human", 1)
    found = of(ended(), ended("human bot:3", 1), *(ended(*each) for each in other)).total
    assert (found.games, found.won, found.shared, found.lost, found.points) == (4, 2, 1, 1, 2.5)
    played = [ended("human:Ann bot:3"), ended("human:Ann human:Bob", 1), ended("human human:Bob")]
    played += [ended("bot:2 bot:3"), ended("human human"), ended("human:Cid human:Cid")]
    assert figures.people(played) == ["Ann", "Bob", ""], "two at one keyboard are nobody"
    assert of(*played, person="Ann").total == of(*played, person="Bob").total
    assert of(*played, person="Ann").total == WinCount(2, 1, 0, 1.0)
    assert of(*played).total == WinCount(1, 1, 0, 1.0)
    assert not of(*played, person="Dora").total.games


@pytest.mark.parametrize(
    ("wins", "streak", "longest"),
    [("", 0, 0), ("1", 1, 1), ("0", -1, 0), ("1101110", 2, 3), ("0011", -2, 2), ("=11", 0, 2)],
)
def test_streaks(wins: str, streak: int, longest: int) -> None:
    winners = {"1": (0,), "0": (1,), "=": (0, 1)}
    found = of(*(ended("human bot:3", *winners[won]) for won in wins))
    assert (found.streak, found.longest) == (streak, longest)


def test_parts_by_game_board_opponent_and_seat() -> None:
    found = of(
        ended(when=5.0),
        ended("bot:4 human", 1, options={"size": "9", "komi": "3"}),
        ended("bot:3 human bot:6", game="tricolor", options={"size": "7"}),
    )
    by_game = found.by(lambda part: part.game_id)
    assert list(by_game) == ["plurality", "tricolor"]
    assert (by_game["plurality"], by_game["tricolor"].lost) == (WinCount(2, 2, 0, 2.0, 5.0), 1)
    assert set(found.by(lambda part: part.board)) == {"size 13", "size 9", "size 7"}
    assert set(found.by(lambda part: part.opponents)) == {"bot 3", "bot 4", "bot 6 and 1 more"}
    assert set(found.by(lambda part: part.seat)) == {"black", "white", "beta"}


THREE = {"game": "tricolor", "options": {"size": "7"}}
HANDICAP = {"game": "mitropia", "options": {"players": "2", "handicap": "-3,0"}}


@pytest.mark.parametrize(
    ("rated", "game"),
    [
        (True, ended()),
        (True, ended("bot:9 human", 1)),
        (True, ended("human bot:2 bot:5", **THREE)),
        (False, ended("human human:Ann")),
        (False, ended("human bot:2 random", **THREE)),
        (False, ended("human mcts:playouts=100")),
        (False, ended("human some-new-player:7")),
        (False, ended(ordinary=False)),
        (False, ended(winners=())),
        (False, ended(**HANDICAP)),
        (False, ended(game="nothing-of-that-kind")),
        (False, ended(options={"size": "999"})),
    ],
)
def test_which_games_are_rated(rated: bool, game: EndedGame) -> None:
    assert set(of(game).strengths) == ({game.game_id} if rated else set())
    assert of(game).total.games == 1


def test_who_beats_level_4_half_the_time_is_told_that_level_4_is_even() -> None:
    strength = of(*(ended("human bot:4", won) for won in (0, 1) * 10)).strengths["plurality"]
    assert strength.even == 4
    assert strength.reach[0] <= 4 <= strength.reach[1]
    played = [ended("human bot:4")] * figures.ENOUGH
    assert "plurality" in figures.even_levels("", played), "proposed after some games alone"
    assert figures.even_levels("", played[1:]) == {}
