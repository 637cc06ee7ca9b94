"""Games, wins and streaks of a person, and which of his games are rated."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames.play.history import figures
from termgames.play.history.ended import EndedGame
from termgames.play.history.figures import PersonFigures, WinCount


def ended(*players: str, won: tuple[int, ...] = (0,), **what: Any) -> EndedGame:
    """A game that these players played, and who won it."""
    known = {"game_id": "plurality", "options": {"size": "13"}, "plies": 40, "when": 0.0}
    return EndedGame(
        **{**known, "path": Path("x"), "players": players, "winners": won, "ordinary": True, **what}
    )


def of(*played: EndedGame, person: str = "") -> PersonFigures:
    return figures.of(person, played)


def test_wins_draws_and_losses_are_counted() -> None:
    found = of(
        ended("human", "bot:3"),
        ended("human", "bot:3", won=(1,)),
        ended("bot:3", "human", won=(0, 1)),
        ended("bot:3", "human", won=(1,)),
    ).total
    assert (found.games, found.won, found.shared, found.lost, found.points) == (4, 2, 1, 1, 2.5)


def test_a_person_is_a_name_and_somebody_without_one_is_another() -> None:
    played = [
        ended("human:Ann", "bot:3"),
        ended("human:Ann", "human:Bob", won=(1,)),
        ended("human", "human:Bob"),
        ended("bot:2", "bot:3"),
    ]
    assert figures.people(played) == ["Ann", "Bob", ""]
    assert of(*played, person="Ann").total == WinCount(2, 1, 0, 1.0)
    assert of(*played, person="Bob").total == WinCount(2, 1, 0, 1.0)
    assert of(*played).total == WinCount(1, 1, 0, 1.0)
    assert not of(*played, person="Cid").total.games


def test_two_without_a_name_at_one_keyboard_are_nobody_in_particular() -> None:
    played = [ended("human", "human"), ended("human:Ann", "human:Ann")]
    assert figures.people(played) == []


@pytest.mark.parametrize(
    ("wins", "streak", "longest"),
    [("", 0, 0), ("1", 1, 1), ("0", -1, 0), ("1101110", 2, 3), ("0011", -2, 2), ("=11", 0, 2)],
)
def test_streaks(wins: str, streak: int, longest: int) -> None:
    winners = {"1": (0,), "0": (1,), "=": (0, 1)}
    found = of(*(ended("human", "bot:3", won=winners[won]) for won in wins))
    assert (found.streak, found.longest) == (streak, longest)


def test_parts_by_game_board_opponent_and_seat() -> None:
    found = of(
        ended("human", "bot:3", when=5.0),
        ended("bot:4", "human", won=(1,), options={"size": "9", "komi": "3"}),
        ended("bot:3", "human", "bot:6", game_id="tricolor", options={"size": "7"}),
    )
    assert list(found.by(lambda part: part.game_id)) == ["plurality", "tricolor"]
    assert set(found.by(lambda part: part.board)) == {"size 13", "size 9", "size 7"}
    assert set(found.by(lambda part: part.opponents)) == {"bot 3", "bot 4", "bot 6 and 1 more"}
    assert set(found.by(lambda part: part.seat)) == {"black", "white", "beta"}
    by_game = found.by(lambda part: part.game_id)
    assert by_game["plurality"] == WinCount(2, 2, 0, 2.0, 5.0)
    assert by_game["tricolor"].lost == 1


def test_games_of_unknown_rules_count_and_are_not_rated() -> None:
    found = of(
        ended("human", "bot:3", game_id="nothing-of-that-kind"),
        ended("human", "bot:3", options={"size": "999"}),
        ended("human", "some-new-player:7"),
    )
    assert found.total.games == 3
    assert found.strengths == {}


@pytest.mark.parametrize(
    ("rated", "game"),
    [
        (True, ended("human", "bot:3")),
        (True, ended("bot:9", "human", won=(1,))),
        (True, ended("human", "bot:2", "bot:5", game_id="tricolor", options={"size": "7"})),
        (False, ended("human", "human:Ann")),
        (False, ended("human", "bot:2", "random", game_id="tricolor", options={"size": "7"})),
        (False, ended("human", "mcts:playouts=100")),
        (False, ended("human", "bot:3", ordinary=False)),
        (False, ended("human", "bot:3", won=())),
        (
            False,
            ended(
                "human", "bot:3", game_id="mitropia", options={"players": "2", "handicap": "-3,0"}
            ),
        ),
    ],
)
def test_rated_are_whole_games_without_handicap_against_measured_levels(
    rated: bool, game: EndedGame
) -> None:
    assert set(of(game).strengths) == ({game.game_id} if rated else set())


def test_who_beats_level_4_half_the_time_is_told_that_level_4_is_even() -> None:
    found = of(*(ended("human", "bot:4", won=(won,)) for won in (0, 1) * 10))
    strength = found.strengths["plurality"]
    assert strength.even == 4
    assert strength.reach is not None
    assert strength.reach[0] <= 4 <= strength.reach[1]


def test_an_opponent_is_proposed_after_some_games_alone() -> None:
    played = [ended("human", "bot:4")] * figures.ENOUGH
    assert "plurality" in figures.even_levels("", played)
    assert figures.even_levels("", played[1:]) == {}
