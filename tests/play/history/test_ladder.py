"""Ratings on the ladder of levels: what moves them, and rated games."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games
from termgames.core.errors import OptionError
from termgames.play.bots import calibrated_levels
from termgames.play.history import ladder
from termgames.play.history.ended import EndedGame
from termgames.play.history.rating import RatedGame, Rating, even_level, rating
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


OPPONENTS = st.lists(st.floats(0, 2500), min_size=1, max_size=4).map(tuple)
PLAYED = st.lists(
    st.builds(RatedGame, OPPONENTS, st.sampled_from([0.0, 0.5, 1.0])), min_size=1, max_size=30
)


def rated(*played: RatedGame) -> Rating:
    return rating(played)


@pytest.mark.parametrize(
    ("opponents", "shares", "elo", "within"),
    [
        ((800.0,), (1.0, 0.0) * 10, 800, 10),
        # A half of the wins among three is the odds 1 : 1 against two of strength 10^2 each.
        ((800.0, 800.0), (0.5,) * 500, 800 + 400 * math.log10(2), 5),
        ((1000.0,), (1.0, 1.0, 0.0, 1.0) * 100, 1191, 12),
    ],
)
def test_what_was_won_tells_the_strength(
    opponents: tuple[float, ...], shares: tuple[float, ...], elo: float, within: float
) -> None:
    found = rated(*(RatedGame(opponents, share) for share in shares))
    assert found.elo == pytest.approx(elo, abs=within)


@given(PLAYED, st.floats(-500, 500))
def test_a_moved_ladder_and_one_more_win(played: list[RatedGame], by: float) -> None:
    found = rated(*played)
    moved = [RatedGame(tuple(e + by for e in game.opponents), game.share) for game in played]
    assert rated(*moved).elo == pytest.approx(found.elo + by, abs=0.5)
    assert found.low < found.elo < found.high
    assert found.games == len(played)
    better = [RatedGame(played[0].opponents, 1.0), *played[1:]]
    assert rated(*better).elo >= found.elo - 1e-3


def test_the_even_level_is_the_nearest_one() -> None:
    levels = calibrated_levels.levels_on("plurality", games.info("plurality").settle({}))
    for number, level in levels.by_number.items():
        assert even_level(level.elo + 20, levels) == number
    assert even_level(-900.0, levels) == 1
    assert even_level(9000.0, levels) == max(levels.by_number)
