"""Names of players, levels, and the bots made from them."""

import itertools
import subprocess
import sys
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.core.nets import NetError
from termgames.play.bots.factory import make_bot, refuse
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import FORMS, PlayerSpec, parse_player
from termgames.search.characters import CHARACTERS
from termgames.search.levels import DEFAULT_LEVEL
from termgames.search.limits import Limit
from tests.cases import cases
from tests.play.support import match
from tests.search.gomoku import Gomoku

EVERY = ["random", "greedy", "bot:1", "mcts:playouts=64", "uct:playouts=9"]


@pytest.mark.parametrize(
    ("text", "canonical", "kind", "fields"),
    [
        ("human", "human", "human", {}),
        ("Human: Ann  Lee ", "human:Ann Lee", "human", {"name": "Ann Lee"}),
        (" Random ", "random", "random", {}),
        ("bot", "bot:5", "bot", {"level": DEFAULT_LEVEL}),
        ("bot:9", "bot:9", "bot", {"level": 9}),
        ("BOT: 4 , Raider", "bot:4,raider", "bot", {"level": 4, "character": "raider"}),
        ("bot:raider", "bot:5,raider", "bot", {"level": 5, "character": "raider"}),
        ("mcts", "mcts:time=2", "mcts", {"seconds": 2.0}),
        ("MCTS:time=0.5,playouts=5", "mcts:playouts=5,time=0.5", "mcts", {"seconds": 0.5}),
        ("mcts:temperature=0.05,playouts=5", "mcts:playouts=5,temperature=0.05", "mcts", {}),
        ("mcts:aim=area,playouts=5", "mcts:playouts=5,aim=area", "mcts", {"aim": "area"}),
        ("uct:playouts=5", "uct:playouts=5", "uct", {"playouts": 5}),
    ],
)
def test_names(text: str, canonical: str, kind: str, fields: dict[str, Any]) -> None:
    spec = parse_player(text)
    assert str(spec) == canonical
    assert parse_player(canonical) == spec
    if "playouts" in canonical:
        fields = {"playouts": 5, **fields}
    if "temperature" in canonical:
        fields = {"temperature": 0.05, **fields}
    assert spec == PlayerSpec(kind, **fields)
    assert spec.human == (kind == "human")
    assert not spec.character or spec.label == f"raider {spec.level}"


FAULTY = """
    # text | what the error says to write
    martian | bot:1 to bot:9
    bot:0 | 1 to 9
    bot: | 1 to 9
    bot:solved | bot:solver
    random:3 | write random
    human: | write human
    mcts:playouts=0 | playouts=1000
    mcts:time=0 | time=2
    mcts:time=inf | time=2
    uct:speed=3 | uct:time=2
    uct:100 | uct:playouts=1000
    mcts:temperature=0 | mcts:playouts=1000
    mcts:aim= | mcts:playouts=1000
    bot:4,raidr | did you mean raider?
    bot:4, | as bot:4,raider
    bot:,raider | 1 to 9
    bot:4,raider,rock | unknown character
"""


@pytest.mark.parametrize(
    ("text", "remedy"), [*cases(FAULTY), ("", FORMS), ("bot:4,x", ", ".join(CHARACTERS))]
)
def test_faulty_names_say_what_to_write(text: str, remedy: str) -> None:
    with pytest.raises(OptionError) as error:
        parse_player(text)
    assert remedy in str(error.value)
    assert "\n" not in str(error.value)


def test_names_and_levels_are_read_without_numpy() -> None:
    program = (
        "import sys; from termgames import games;"
        "from termgames.play.bots import calibrated_levels, players; players.parse_player('bot:4');"
        "calibrated_levels.levels_on('plurality', games.info('plurality').settle({}));"
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("board", ["size=5", "hex=3 ties=parity", "size=9 pie"])
def test_every_bot_plays_legal_moves(name: str, board: str) -> None:
    of = match(f"plurality {board}")
    bots = [make_bot(parse_player(name), of.game, seed=seed) for seed in (1, 2)]
    while of.to_act != OVER and (of.ply < 2 or "pie" not in board):
        of.submit(bots[of.to_act].think(of.state).move)
    assert of.over or (of.state.stage == "play" and 0 <= of.state.komi <= 20)


@pytest.mark.parametrize("name", ["greedy", "mcts:playouts=200", "uct:playouts=20"])
def test_the_same_seed_plays_the_same(name: str) -> None:
    def opening(seed: int) -> tuple[str, ...]:
        of = match("plurality size=7")
        bot = make_bot(parse_player(name), of.game, seed=seed)
        for _ in range(4):
            of.submit(bot.think(of.state).move)
        return of.texts()

    assert opening(3) == opening(3) != opening(4)


def test_time_and_scale() -> None:
    of = match()
    few = make_bot(parse_player("mcts:playouts=1000"), of.game, seed=1, options=BotOptions(1, 0.1))
    assert few.think(of.state).playouts <= 200
    short = make_bot(parse_player("bot:9"), of.game, seed=1, options=BotOptions(time=0.05))
    assert short.think(of.state).seconds < 1
    for name, wrong in itertools.product(("time", "time_scale"), (0.0, -1.0, float("nan"))):
        with pytest.raises(OptionError, match=f"^{name.replace('_', ' ')} .* positive"):
            BotOptions(**{name: wrong})
    assert Limit(2.0, 1000).scaled(0.5) == Limit(1.0, 500)
    assert Limit(playouts=1).scaled(0.01) == Limit(playouts=1)


def test_players_that_a_game_cannot_have() -> None:
    game = match().game
    for player, why in (("human", "human"), ("mcts:playouts=8,aim=area", "leave it out")):
        with pytest.raises(OptionError, match=why):
            make_bot(parse_player(player), game, seed=1)
    with pytest.raises(OptionError, match="gomoku has no learned policy"):
        refuse(parse_player("mcts:policy=/nonexistent"), Gomoku(5))
    for other in ("mitropia players=3", "pletore size=5"):
        with pytest.raises(NetError, match="cannot read weights"):
            refuse(parse_player("mcts:policy=/nonexistent"), match(other).game)
        refuse(parse_player("mcts:policy=off"), match(other).game)
