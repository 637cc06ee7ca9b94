"""Names of players, levels, what is measured of them, and the bots made from them."""

import itertools
import json
import random
import subprocess
import sys
from typing import Any

import pytest

from termgames import games, paths
from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.core.nets import NetError
from termgames.play.bots import calibrated_levels, factory
from termgames.play.bots.calibrated_levels import CalibratedLevels, about, basis, label
from termgames.play.bots.factory import make_bot, refuse
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import FORMS, PlayerSpec, parse_player
from termgames.search.characters import CHARACTERS
from termgames.search.levels import DEFAULT_LEVEL, LEVELS, Level
from termgames.search.limits import Limit
from tests.cases import cases, options
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
    bot:solved | bot:solver
    random:3 | write random
    human: | write human
    mcts:playouts=0 | playouts=1000
    mcts:time=inf | time=2
    uct:speed=3 | uct:time=2
    uct:100 | uct:playouts=1000
    mcts:temperature=0 | mcts:playouts=1000
    mcts:aim= | mcts:playouts=1000
    bot:4,raidr | did you mean raider?
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


def levels(playouts: int) -> dict[str, Any]:
    """Nine levels, the lower ones from `playouts` on, doubled each time, 110 Elo apart."""
    return {
        str(number): {
            "playouts": None if number == 9 else playouts * 2 ** (number - 1),
            "seconds": float(number),
            "temperature": 0.1 if number == 1 else 0.0,
            "elo": 110.0 * (number - 1),
            "error": 9.0 * (number - 1),
            "games": 20,
            "takes": None if number == 9 else 0.05 * number,
        }
        for number in range(1, 10)
    }


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[dict[str, Any]]]:
    """Plurality was measured on 13x13, on 9x9 and with parity ties."""
    found = {
        "plurality": [
            {"options": {}, "cells": 169, "games": 300, "levels": levels(100)},
            {"options": {"size": 9}, "cells": 81, "games": 200, "levels": levels(10)},
            {"options": {"ties": "parity"}, "cells": 169, "games": 50, "levels": levels(7)},
        ]
    }
    monkeypatch.setattr(calibrated_levels, "table", lambda file: found)
    return found


def of(game: str) -> CalibratedLevels:
    game_id, _, chosen = game.partition(" ")
    settled = games.info(game_id).settle(options(game_id, chosen))
    return calibrated_levels.levels_on(game_id, settled)


@pytest.mark.parametrize(
    ("chosen", "playouts", "exact"),
    [
        ("", 100, True),
        ("size=9", 10, True),
        ("size=9 komi=3.5", 10, True),
        ("size=10", 10, False),
        ("size=19", 100, False),
    ],
)
def test_a_board_takes_near_levels(table: Any, chosen: str, playouts: int, exact: bool) -> None:
    known = of(f"plurality {chosen}")
    assert known.exact == exact, "komi changes no level"
    assert known.by_number[1].level == Level(playouts, 1.0, 0.1)
    assert known.by_number[2].level == Level(2 * playouts, 2.0)


def test_larger_boards_get_fewer_playouts_and_smaller_ones_no_more(table: Any) -> None:
    for size, playouts in ((19, 375), (13, 800), (12, 800)):
        game = match(f"plurality size={size}").game
        found = calibrated_levels.level("plurality", game.options, 4, game.topology.cells)
        assert found.playouts == playouts
    assert calibrated_levels.level("plurality", game.options, 9, 400).playouts is None
    thought = make_bot(parse_player("bot:3"), game, seed=1).think(game.start())
    assert 400 <= thought.playouts < 464, "bots take their level from the table"


def test_what_is_told_of_a_level(table: Any) -> None:
    known, near = of("plurality"), of("plurality size=10")
    assert about(known, 1) == "the weakest, answers at once"
    assert about(known, 5) == "440 Elo above level 1, 0.2 s a move"
    assert about(known, 9) == "880 Elo above level 1, 9 s a move"
    told = {"bot:5": "bot 5, average  +440", "bot:1": "bot 1, beginner", "greedy": "greedy"}
    assert {player: label(known, parse_player(player)) for player in told} == told
    measured = "About 110 Elo a level, measured in 300 games; level 9 is 880 (+-70) above level 1."
    assert basis(known) == measured
    assert about(near, 5).startswith("about 440 Elo")
    assert label(near, parse_player("bot:5")) == "bot 5, average  ~440"
    assert "200 games on --size 9;" in basis(near)
    assert basis(near).endswith("This board may differ.")


SHIPPED = [
    pytest.param(game_id, board, id=f"{game_id} {board['options']}")
    for game_id, boards in json.loads(
        (paths.assets() / calibrated_levels.FILE).read_text("utf-8")
    ).items()
    for board in boards
]


@pytest.mark.parametrize(("game_id", "board"), SHIPPED)
def test_shipped_ladders_have_all_levels_and_rise(game_id: str, board: dict[str, Any]) -> None:
    game = games.create(game_id, board["options"])
    assert board["cells"] == game.topology.cells
    known = calibrated_levels.levels_on(game_id, game.options)
    assert known.exact, "the board is found again by what it was measured with"
    assert sorted(known.by_number) == list(LEVELS)
    assert known.by_number[9].level.playouts is None
    assert known.by_number[9].level.seconds == 10
    assert known.rated == bool(board["games"])
    assert not known.rated or known.by_number[1].elo == 0
    for lower, higher in itertools.pairwise(known.by_number.values()):
        assert lower.level.seconds <= higher.level.seconds
        assert lower.level.temperature >= higher.level.temperature
        assert not known.rated or lower.elo < higher.elo
    assert board["chosen"].startswith(f"termgames calibrate {game_id}")


SOLVER = parse_player("Bot:Solver")


def solver_on(game: str) -> Any:
    rules = match(game).game
    return rules, make_bot(SOLVER, rules, seed=1)


def test_nobody_does_better_against_it_than_is_proved() -> None:
    labels = (str(SOLVER), SOLVER.label, SOLVER.human, SOLVER.level)
    assert labels == ("bot:solver", "solver", False, None)
    game, bot = solver_on("pletore size=3 komi=1")
    rnd = random.Random(2)
    for seat in (0, 1, 0, 1):
        s, proved = game.start(), []
        while game.to_act(s) != OVER:
            move = rnd.choice(game.legal_moves(s))
            if game.to_act(s) == seat:
                thought = bot.think(s)
                move = thought.move
                proved.append(value_in(thought.note))
                assert thought.value[seat] == float((proved[-1] > 0) == (seat == 0))
            s = game.apply(s, move)
        black, white = game.score(s).totals
        # What is proved grows in the bot's favour with each mistake of the other.
        assert [*proved, black - white] == sorted([*proved, black - white], reverse=seat == 1)
    game, bot = solver_on("majorities size=2")
    assert bot.think(game.start()).note == "proved: White wins in 2 turns", "the fewest"


def value_in(note: str) -> float:
    """The value in a note such as `proved: White wins by 2½`."""
    name, _, points = note.removeprefix("proved: ").partition(" wins by ")
    number = float(points.replace("½", "") or 0) + 0.5 * points.endswith("½")
    return number if name == "Black" else -number


def test_it_may_be_stopped_while_it_solves_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    game, bot = solver_on("pletore size=3 komi=0")
    monkeypatch.setattr(factory, "_REPORTED", -1.0)
    heard: list[Any] = []
    stopped = bot.think(game.start(), on_progress=heard.append, should_stop=lambda: len(heard) > 3)
    assert stopped.note == "stopped"
    assert game.refuse(game.start(), stopped.move) is None
    assert [each.note[:18] for each in heard] == ["solving the board,"] * 4
    assert bot.think(game.start()).note == "proved: Black wins by 3"


UNSOLVED = ["pletore size=5", "plurality size=6", "majorities", "majorities size=3 capture"]


@pytest.mark.parametrize("game", [*UNSOLVED, "tricolor", "mitropia"])
def test_it_is_refused_where_the_board_is_not_solved(game: str) -> None:
    rules = match(game).game
    for attempt in (factory.refuse, lambda spec, game: make_bot(spec, game, seed=1)):
        with pytest.raises(OptionError, match=r"bot:solver plays on solved boards.*as bot:9"):
            attempt(SOLVER, rules)
