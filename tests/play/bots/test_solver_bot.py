"""Best play on solved boards."""

import random
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.play.bots import factory, solver_bot
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from tests.play.support import match

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
    monkeypatch.setattr(solver_bot, "_REPORTED", -1.0)
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
