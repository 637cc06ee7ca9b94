"""Rated games: against whom, and what they do to the rating."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.play.bots import calibrated_levels
from termgames.play.history import ladder
from termgames.play.history.ended import EndedGame
from termgames.play.match import Match, Terms

INFO = games.info("plurality")
USUAL = INFO.settle({})


def ended(level: int, *, won: bool, name: str = "a") -> EndedGame:
    """A game of somebody without a name against a level."""
    winners = (0,) if won else (1,)
    players = ("human", f"bot:{level}")
    return EndedGame(Path(name), 1.0, "plurality", {}, players, 60, winners, True)


def test_the_next_opponent_is_the_one_against_whom_one_wins_half() -> None:
    assert ladder.opponent(INFO, USUAL, "", []) == "bot:1", "nothing is known yet"
    even = [ended(4, won=number % 2 == 0) for number in range(20)]
    assert ladder.opponent(INFO, USUAL, "", even) == "bot:4"
    stronger = [ended(4, won=True) for _ in range(20)]
    assert int(ladder.opponent(INFO, USUAL, "", stronger).partition(":")[2]) > 4
    assert ladder.opponent(INFO, USUAL, "Ann", even) == "bot:1", "of somebody else"


def test_the_next_rated_game_is_against_the_level_that_is_even_by_then() -> None:
    game = games.create("plurality", {})
    match = Match(game, ("human", "bot:1,raider"), terms=Terms(rated=True))
    even = [ended(4, won=number % 2 == 0) for number in range(20)]
    assert ladder.next_players(match, even) == ("human", "bot:4,raider")
    assert ladder.next_players(match, []) == ("human", "bot:1,raider")
    two = Match(game, ("human:Ann", "human:Ben"))
    assert ladder.next_players(two, even) == two.players


def test_a_character_is_rated_as_its_level() -> None:
    ladder.refuse(INFO, USUAL, ("human", "bot:3,rover"))
    plain, rover = (
        [replace(ended(4, won=bool(n % 2)), players=("human", who)) for n in range(6)]
        for who in ("bot:4", "bot:4,rover")
    )
    assert ladder.opponent(INFO, USUAL, "", rover) == ladder.opponent(INFO, USUAL, "", plain)


def test_where_nothing_was_measured_nothing_is_rated(monkeypatch: pytest.MonkeyPatch) -> None:
    unmeasured = calibrated_levels.levels_on("no game", {})
    monkeypatch.setattr(calibrated_levels, "levels_on", lambda *_: unmeasured)
    with pytest.raises(OptionError, match="not measured"):
        ladder.opponent(INFO, USUAL, "", [])


@pytest.mark.parametrize(
    "players",
    [("human", "human"), ("bot:1", "bot:2"), ("human", "greedy"), ("human", "bot:solver")],
)
def test_a_rated_game_is_one_human_against_levels(players: tuple[str, ...]) -> None:
    with pytest.raises(OptionError, match="one human against bots of measured levels"):
        ladder.refuse(INFO, USUAL, players)
    ladder.refuse(INFO, USUAL, ("human", "bot:3"))


def test_a_rated_game_has_no_handicaps() -> None:
    info = games.info("mitropia")
    settled = {**info.settle({}), "handicap": "0,-2,0"}
    players = ("human", *["bot:1"] * (len(info.seated(settled)) - 1))
    with pytest.raises(OptionError, match="no handicaps"):
        ladder.refuse(info, settled, players)


def test_what_a_game_did_to_the_rating_is_told() -> None:
    match = Match(games.create("plurality", {}), ("human", "bot:4"), 1)
    before = [ended(4, won=number % 2 == 0, name=f"{number}") for number in range(8)]
    now = ended(4, won=True, name="now")
    told = ladder.effect(match, Path("games/now"), [now, *before])
    assert told is not None
    assert told.before is not None
    assert told.after.rating.elo > told.before.rating.elo
    assert "Your rating in Plurality: " in str(told)
    assert "(+" in str(told)
    assert "level 4 is an even game." in str(told)
    first = ladder.effect(match, Path("now"), [now])
    assert str(first).startswith("Your first rating in Plurality: ")
    assert ladder.effect(match, None, [now]) is None, "saved nowhere"
    unusual = replace(now, ordinary=False)
    assert ladder.effect(match, Path("now"), [unusual, *before]) is None
