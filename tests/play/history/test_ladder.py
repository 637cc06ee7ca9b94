"""Rated games: against whom, and what they do to the rating."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.play.bots import calibrated_levels
from termgames.play.history import ladder
from termgames.play.history.ended import EndedGame
from termgames.play.match import Terms
from tests.play.support import match

INFO = games.info("plurality")
USUAL = INFO.settle({})


def ended(bot: str, *, won: bool, name: str = "a") -> EndedGame:
    """A game of somebody without a name against a bot."""
    winners = (0,) if won else (1,)
    return EndedGame(Path(name), 1.0, "plurality", {}, ("human", bot), 60, winners, True)


def half_won(bot: str, count: int = 20) -> list[EndedGame]:
    return [ended(bot, won=number % 2 == 0, name=f"{number}") for number in range(count)]


EVEN = half_won("bot:4")


def test_the_next_opponent_is_the_one_against_whom_one_wins_half() -> None:
    def opponent(games: list[EndedGame], person: str = "") -> str:
        return ladder.opponent(INFO, USUAL, person, games)

    assert opponent([]) == "bot:1", "nothing is known yet"
    assert opponent(EVEN) == "bot:4"
    assert int(opponent([ended("bot:4", won=True)] * 20).partition(":")[2]) > 4
    assert opponent(EVEN, "Ann") == "bot:1", "of somebody else"
    assert opponent(half_won("bot:4,rover", 6)) == opponent(half_won("bot:4", 6)), "as its level"
    rated = match("plurality", players="human bot:1,raider", terms=Terms(rated=True))
    assert ladder.next_players(rated, EVEN) == ("human", "bot:4,raider")
    assert ladder.next_players(rated, []) == rated.players
    two = match("plurality", players="human:Ann human:Ben")
    assert ladder.next_players(two, EVEN) == two.players


@pytest.mark.parametrize("players", ["human human", "bot:1 bot:2", "human greedy"])
def test_a_rated_game_is_one_human_against_levels(players: str, monkeypatch: Any) -> None:
    with pytest.raises(OptionError, match="one human against bots of measured levels"):
        ladder.refuse(INFO, USUAL, tuple(players.split()))
    ladder.refuse(INFO, USUAL, ("human", "bot:3,rover"))
    info = games.info("mitropia")
    settled = {**info.settle({}), "handicap": "0,-2,0"}
    with pytest.raises(OptionError, match="no handicaps"):
        ladder.refuse(info, settled, ("human", *["bot:1"] * (len(info.seated(settled)) - 1)))
    unmeasured = calibrated_levels.levels_on("no game", {})
    monkeypatch.setattr(calibrated_levels, "levels_on", lambda *_: unmeasured)
    with pytest.raises(OptionError, match="not measured"):
        ladder.opponent(INFO, USUAL, "", [])


def test_what_a_game_did_to_the_rating_is_told() -> None:
    of, before = match("plurality", players="human bot:4"), EVEN[:8]
    now = ended("bot:4", won=True, name="now")
    told = ladder.effect(of, Path("games/now"), [now, *before])
    assert told.after.rating.elo > told.before.rating.elo
    for words in ("Your rating in Plurality: ", "(+", "level 4 is an even game."):
        assert words in str(told)
    first = ladder.effect(of, Path("now"), [now])
    assert str(first).startswith("Your first rating in Plurality: ")
    assert ladder.effect(of, None, [now]) is None, "saved nowhere"
    assert ladder.effect(of, Path("now"), [replace(now, ordinary=False), *before]) is None
