"""How saved games ended, what they tell of a person, and ratings on the ladder of levels."""

import json
import math
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games
from termgames.core.errors import OptionError
from termgames.play import data_files, store
from termgames.play.bots import calibrated_levels
from termgames.play.history import ended, figures, ladder
from termgames.play.history.ended import EndedGame
from termgames.play.history.figures import PersonFigures, WinCount
from termgames.play.history.rating import RatedGame, Rating, even_level, rating
from termgames.play.match import Terms
from tests.play.support import BOARD, loser, match


def saved(*moves: str, resigned: int | None = 1) -> Path:
    """A game in the folder, with these moves, and then resigned unless it goes on."""
    of = match(BOARD, *moves, players="human bot:3")
    path = store.new_file("plurality")
    store.save(of if resigned is None else loser(of, resigned), path)
    return path


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are replayed."""
    read, real = list[Path](), store.read
    monkeypatch.setattr(store, "read", lambda path, **how: read.append(path) or real(path, **how))
    return read


def test_a_game_that_ended_has_the_players_the_board_and_who_won() -> None:
    path = saved("a1,b1,c1", "a3,b3,c3")
    saved(resigned=None)
    (store.folder() / "no.tgr").write_text("nothing\n")
    (store.folder() / "cut.tgr").write_text("termgames record 2\ngame: plurality\nplies: 3\n\na1")
    (found,) = ended.ended_games()
    assert (found.path, found.game_id, found.players) == (path, "plurality", ("human", "bot:3"))
    assert (found.plies, found.winners, found.ordinary) == (2, (0,), True)
    assert found.options["size"] == "5"
    assert found.settled(games.info("plurality"))["size"] == 5
    assert (found.share(0), found.share(1)) == (1.0, 0.0)
    taught = match(players="human bot:3", terms=Terms(teaching=True))
    assert ended.remembered(taught) is None
    assert ended.remembered(loser(taught, 0))["ordinary"] is False


def test_a_file_is_replayed_once_and_again_when_it_changed(replays: list[Path]) -> None:
    kept, changed = saved(), saved(resigned=None)
    assert len(ended.ended_games()) == 1
    assert sorted(replays) == sorted([kept, changed])
    replays.clear()
    assert len(ended.ended_games()) == 1
    assert not replays
    store.save(loser(store.read(changed), 0), changed)
    replays.clear()
    latest, _ = ended.ended_games()
    assert (latest.path, latest.winners, replays) == (changed, (1,), [changed])
    kept.unlink()
    assert [one.path for one in ended.ended_games()] == [changed]
    assert kept.name not in data_files.path("ended.json").read_text()


GAME = '"players":["human","bot:3"],"plies":0,"ordinary":true'
DAMAGED = [
    *("", "[", "[]", "{}", '{"version":1}', '{"version":1,"games":7}', '{"version":99,"games":{}}'),
    '{"version":1,"games":{"NAME":[[0,0],null]}}',
    '{"version":1,"games":{"NAME":[STAMP,7]}}',
    '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality"}]}}',
    '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality","options":{"size":5},"winners":[0],'
    f"{GAME}}}]}}}}",
    '{"version":1,"games":{"NAME":[STAMP,{"game":"plurality","options":{},"winners":[2],'
    f"{GAME}}}]}}}}",
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_memory_harms_nothing(text: str) -> None:
    path = saved()
    stamp = json.dumps([path.stat().st_mtime, path.stat().st_size])
    text = text.replace("NAME", path.name).replace("STAMP", stamp)
    data_files.path("ended.json").write_text(text)
    assert len(ended.ended_games()) == int(stamp not in text)


def test_a_folder_that_cannot_be_written_costs_the_memory_alone(replays: list[Path]) -> None:
    saved()
    data_files.path("ended.json").mkdir()
    for number in (1, 2):
        assert len(ended.ended_games()) == 1
        assert len(replays) == number


def test_with_a_limit_new_games_come_a_few_at_a_time(replays: list[Path]) -> None:
    for number in range(5):
        os.utime(saved(), (number, number))
    told: list[Any] = []
    found = [len(ended.ended_games(lambda *done: told.append(done), most=2)) for _ in range(4)]
    assert (found, len(replays)) == ([2, 4, 5, 5], 5)
    assert told == [(done, 5) for done in range(5)]


def a_game(players: str = "human bot:3", *won: int, game: str = "plurality", **what: Any) -> Any:
    """A game that these players played, and who won it: the first where nobody is named."""
    known = {"options": {"size": "13"}, "plies": 40, "when": 0.0, "ordinary": True}
    known |= {"game_id": game, "path": Path("x"), "winners": won or (0,)}
    return EndedGame(**{**known, "players": tuple(players.split()), **what})


def of(*played: EndedGame, person: str = "") -> PersonFigures:
    return figures.of(person, played)


def test_wins_draws_and_losses_are_counted_for_each_name() -> None:
    other = ("bot:3 human", 0, 1), ("bot:3 human", 1)
    found = of(a_game(), a_game("human bot:3", 1), *(a_game(*each) for each in other)).total
    assert (found.games, found.won, found.shared, found.lost, found.points) == (4, 2, 1, 1, 2.5)
    played = [
        a_game("human:Ann bot:3"),
        a_game("human:Ann human:Bob", 1),
        a_game("human human:Bob"),
    ]
    played += [a_game("bot:2 bot:3"), a_game("human human"), a_game("human:Cid human:Cid")]
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
    found = of(*(a_game("human bot:3", *winners[won]) for won in wins))
    assert (found.streak, found.longest) == (streak, longest)


def test_parts_by_game_board_opponent_and_seat() -> None:
    found = of(
        a_game(when=5.0),
        a_game("bot:4 human", 1, options={"size": "9", "komi": "3"}),
        a_game("bot:3 human bot:6", game="tricolor", options={"size": "7"}),
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
        (True, a_game()),
        (True, a_game("bot:9 human", 1)),
        (True, a_game("human bot:2 bot:5", **THREE)),
        (False, a_game("human human:Ann")),
        (False, a_game("human bot:2 random", **THREE)),
        (False, a_game("human mcts:playouts=100")),
        (False, a_game("human some-new-player:7")),
        (False, a_game(ordinary=False)),
        (False, a_game(winners=())),
        (False, a_game(**HANDICAP)),
        (False, a_game(game="nothing-of-that-kind")),
        (False, a_game(options={"size": "999"})),
    ],
)
def test_which_games_are_rated(rated: bool, game: EndedGame) -> None:
    assert set(of(game).strengths) == ({game.game_id} if rated else set())
    assert of(game).total.games == 1


INFO = games.info("plurality")
USUAL = INFO.settle({})


def against(bot: str, *, won: bool, name: str = "a") -> EndedGame:
    """A game of somebody without a name against a bot."""
    winners = (0,) if won else (1,)
    return EndedGame(Path(name), 1.0, "plurality", {}, ("human", bot), 60, winners, True)


def half_won(bot: str, count: int = 20) -> list[EndedGame]:
    return [against(bot, won=number % 2 == 0, name=f"{number}") for number in range(count)]


EVEN = half_won("bot:4")


def test_the_next_opponent_is_the_one_against_whom_one_wins_half() -> None:
    def opponent(games: list[EndedGame], person: str = "") -> str:
        return ladder.opponent(INFO, USUAL, person, games)

    assert opponent([]) == "bot:1", "nothing is known yet"
    assert opponent(EVEN) == "bot:4"
    assert int(opponent([against("bot:4", won=True)] * 20).partition(":")[2]) > 4
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
    now = against("bot:4", won=True, name="now")
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
