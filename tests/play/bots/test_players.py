"""Names of players, levels, and the bots made from them."""

import itertools
import subprocess
import sys

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.core.nets import NetError
from termgames.play.bots.factory import make_bot, refuse
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import FORMS, PlayerSpec, parse_player
from termgames.search.characters import CHARACTERS
from termgames.search.levels import DEFAULT_LEVEL, LEVELS
from termgames.search.limits import Limit
from tests.search.gomoku import Gomoku

EVERY = ["random", "greedy", "bot:1", "mcts:playouts=64", "uct:playouts=9"]


@pytest.mark.parametrize(
    ("text", "spec", "canonical"),
    [
        ("human", PlayerSpec("human"), "human"),
        ("Human: Ann  Lee ", PlayerSpec("human", name="Ann Lee"), "human:Ann Lee"),
        (" Random ", PlayerSpec("random"), "random"),
        ("greedy", PlayerSpec("greedy"), "greedy"),
        ("bot", PlayerSpec("bot", level=DEFAULT_LEVEL), f"bot:{DEFAULT_LEVEL}"),
        ("bot:9", PlayerSpec("bot", level=9), "bot:9"),
        ("mcts", PlayerSpec("mcts", seconds=2.0), "mcts:time=2"),
        ("mcts:playouts=500", PlayerSpec("mcts", playouts=500), "mcts:playouts=500"),
        (
            "MCTS:time=0.5,playouts=500",
            PlayerSpec("mcts", playouts=500, seconds=0.5),
            "mcts:playouts=500,time=0.5",
        ),
        (
            "mcts:temperature=0.05,playouts=500",
            PlayerSpec("mcts", playouts=500, temperature=0.05),
            "mcts:playouts=500,temperature=0.05",
        ),
        ("uct:playouts=100", PlayerSpec("uct", playouts=100), "uct:playouts=100"),
        (
            "mcts:aim=area,playouts=500",
            PlayerSpec("mcts", playouts=500, aim="area"),
            "mcts:playouts=500,aim=area",
        ),
    ],
)
def test_names(text: str, spec: PlayerSpec, canonical: str) -> None:
    assert parse_player(text) == spec
    assert str(spec) == canonical
    assert parse_player(canonical) == spec
    assert spec.human == text.lower().startswith("human")


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("", FORMS),
        ("martian", "bot:1 to bot:9"),
        ("bot:0", "1 to 9"),
        ("bot:10", "1 to 9"),
        ("bot:", "1 to 9"),
        ("bot:strong", "1 to 9"),
        ("bot:²", "1 to 9"),
        ("random:3", "write random"),
        ("human:", "write human"),
        ("mcts:playouts=0", "playouts=1000"),
        ("mcts:playouts=-1", "playouts=1000"),
        ("mcts:time=0", "time=2"),
        ("mcts:time=inf", "time=2"),
        ("mcts:time=nan", "time=2"),
        ("uct:speed=3", "uct:time=2"),
        ("uct:100", "uct:playouts=1000"),
        ("uct:aim=area", "uct:playouts=1000"),
        ("uct:temperature=1", "uct:playouts=1000"),
        ("mcts:temperature=0", "mcts:playouts=1000"),
        ("mcts:aim=", "mcts:playouts=1000"),
    ],
)
def test_faulty_names_say_what_to_write(text: str, remedy: str) -> None:
    with pytest.raises(OptionError) as error:
        parse_player(text)
    assert remedy in str(error.value)
    assert "\n" not in str(error.value)


def test_names_are_read_without_numpy() -> None:
    program = (
        "import sys; from termgames.play.bots.players import parse_player; parse_player('bot:4');"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_the_ladder_rises() -> None:
    assert sorted(LEVELS) == list(range(1, 10))
    steps = [LEVELS[level] for level in sorted(LEVELS)]
    for lower, higher in itertools.pairwise(steps):
        assert lower.seconds <= higher.seconds
        assert lower.temperature >= higher.temperature
        assert lower.playouts is not None
        assert higher.playouts is None or lower.playouts < higher.playouts
    assert LEVELS[DEFAULT_LEVEL].seconds <= 3
    assert LEVELS[9].seconds <= 10


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}, {"size": 6, "ties": "parity"}])
def test_every_bot_plays_a_legal_game(name: str, options: dict[str, int | str]) -> None:
    game = games.create("plurality", options)
    bots = [make_bot(parse_player(name), game, seed=seed) for seed in (1, 2)]
    state = game.start()
    while (seat := game.to_act(state)) != OVER:
        state = game.apply(state, bots[seat].think(state).move)
    assert game.ending(state)


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:playouts=200", "uct:playouts=20"])
def test_the_same_seed_plays_the_same(name: str) -> None:
    game = games.create("plurality", {"size": 7})

    def opening(seed: int) -> list[object]:
        bot, state, moves = make_bot(parse_player(name), game, seed=seed), game.start(), []
        for _ in range(4):
            moves.append(bot.think(state).move)
            state = game.apply(state, moves[-1])
        return moves

    assert opening(3) == opening(3)
    assert opening(3) != opening(4)


@pytest.mark.parametrize("name", EVERY)
def test_every_bot_answers_the_komi_offer(name: str) -> None:
    game = games.create("plurality", {"size": 9, "pie": True})
    state = game.start()
    for seat in (0, 1):
        assert game.to_act(state) == seat
        thought = make_bot(parse_player(name), game, seed=1).think(state)
        state = game.apply(state, thought.move)
    assert state.stage == "play"
    assert 0 <= state.komi <= 20


def test_time_and_scale() -> None:
    game = games.create("plurality", {"size": 5})
    state = game.start()
    few = make_bot(
        parse_player("mcts:playouts=1000"), game, seed=1, options=BotOptions(time_scale=0.1)
    )
    assert few.think(state).playouts <= 200
    short = make_bot(parse_player("bot:9"), game, seed=1, options=BotOptions(time=0.05))
    assert short.think(state).seconds < 1
    for wrong in ({"time": 0.0}, {"time_scale": -1.0}, {"time": float("nan")}):
        with pytest.raises(OptionError, match="positive"):
            BotOptions(**wrong)
    with pytest.raises(OptionError, match="human"):
        make_bot(parse_player("human"), game, seed=1)


def test_limits() -> None:
    assert Limit(2.0, 1000).scaled(0.5) == Limit(1.0, 500)
    assert Limit(playouts=1).scaled(0.01) == Limit(playouts=1)
    for wrong in ({}, {"seconds": 0.0}, {"playouts": 0}):
        with pytest.raises(ValueError, match=r"limit|positive"):
            Limit(**wrong)


def test_an_aim_that_the_game_does_not_know_is_an_error() -> None:
    game = games.create("plurality", {"size": 5})
    with pytest.raises(OptionError, match="leave it out"):
        make_bot(parse_player("mcts:playouts=8,aim=area"), game, seed=1)


def test_a_policy_is_for_games_that_a_net_plays() -> None:
    with pytest.raises(OptionError, match="gomoku has no learned policy"):
        refuse(parse_player("mcts:policy=/nonexistent"), Gomoku(5))
    for game, options in (("mitropia", {"players": 3}), ("pletore", {"size": 5})):
        with pytest.raises(NetError, match="cannot read weights"):
            refuse(parse_player("mcts:policy=/nonexistent"), games.create(game, options))
        refuse(parse_player("mcts:policy=off"), games.create(game, options))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("bot:4,raider", "bot:4,raider"),
        ("BOT: 4 , Raider", "bot:4,raider"),
        ("bot:raider", f"bot:{DEFAULT_LEVEL},raider"),
    ],
)
def test_a_level_may_have_a_character(text: str, canonical: str) -> None:
    spec = parse_player(text)
    assert str(spec) == canonical
    assert spec.character == "raider"
    assert parse_player(canonical) == spec
    assert spec.label == f"raider {spec.level}"
    assert parse_player("bot:4").character == ""


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("bot:4,raidr", "did you mean raider?"),
        ("bot:raidr", "did you mean raider?"),
        ("bot:4,", "as bot:4,raider"),
        ("bot:,raider", "1 to 9"),
        ("bot:10,raider", "1 to 9"),
        ("bot:4,raider,rock", "unknown character"),
        ("bot:4,x", ", ".join(CHARACTERS)),
    ],
)
def test_a_character_that_nobody_knows_is_told(text: str, remedy: str) -> None:
    with pytest.raises(OptionError) as error:
        parse_player(text)
    assert remedy in str(error.value)
    assert "\n" not in str(error.value)


def test_every_character_is_said_how_it_plays() -> None:
    for name, each in CHARACTERS.items():
        assert name == each.name
        assert each.about.endswith(tuple("abcdefghijklmnopqrstuvwxyz"))
        assert len(f"{name} {each.about}") <= 72
