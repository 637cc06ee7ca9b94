"""Best play on solved boards."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import OVER
from termgames.play import solutions
from termgames.play.bots import factory
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TERMGAMES_DATA", str(tmp_path))
    return tmp_path / "solved"


def solver_on(game_id: str, **options: Any) -> Any:
    game = games.create(game_id, options)
    return game, make_bot(parse_player("bot:solver"), game, seed=1)


def test_its_name() -> None:
    spec = parse_player("Bot:Solver")
    assert (str(spec), spec.label, spec.human, spec.level) == ("bot:solver", "solver", False, None)
    with pytest.raises(OptionError, match="bot:solver"):
        parse_player("bot:solved")


def test_nobody_does_better_against_it_than_is_proved(folder: Path) -> None:
    game, bot = solver_on("pletore", size=3, komi=1)
    rnd = random.Random(2)
    for seat in (0, 1, 0, 1):
        s, proved = game.start(), []
        while game.to_act(s) != OVER:
            move = rnd.choice(game.legal_moves(s))
            if game.to_act(s) == seat:
                thought = bot.think(s)
                move = thought.move
                proved.append(solutions_value(game, thought.note))
                assert thought.value[seat] == float((proved[-1] > 0) == (seat == 0))
            s = game.apply(s, move)
        totals = game.score(s).totals
        # What is proved grows in the bot's favour with each mistake of the other.
        proved.append(totals[0] - totals[1])
        assert proved == sorted(proved, reverse=seat == 1)
    assert (folder / "pletore-3.npz").is_file()


def solutions_value(game: Any, note: str) -> float:
    """The value in a note such as `proved: White wins by 2½`."""
    told = note.removeprefix("proved: ")
    name, _, points = told.partition(" wins by ")
    number = float(points.replace("½", "") or 0) + 0.5 * points.endswith("½")
    return number if name == "Black" else -number


def test_it_goes_on_from_what_is_kept_and_does_without_a_file_that_is_damaged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, bot = solver_on("pletore", size=3, komi=0)
    first = bot.think(game.start())
    assert first.note == "proved: Black wins by 3"
    _, again = solver_on("pletore", size=3, komi=0)

    def never(*args: Any) -> bool:
        raise AssertionError("there is nothing new to keep")

    monkeypatch.setattr(solutions, "keep", never)
    assert again.think(game.start()).move == first.move
    monkeypatch.undo()
    monkeypatch.setenv("TERMGAMES_DATA", str(folder.parent))
    (folder / "pletore-3.npz").write_bytes(b"PK nothing of the kind")
    _, damaged = solver_on("pletore", size=3, komi=0)
    assert damaged.think(game.start()).note == first.note


def test_it_reports_while_it_solves_and_stops_when_it_is_told_to(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from termgames.play.bots import solver_bot

    monkeypatch.setattr(solver_bot, "_REPORTED", -1.0)
    game, bot = solver_on("pletore", size=3, komi=0)
    heard: list[Any] = []
    stopped = bot.think(game.start(), on_progress=heard.append, should_stop=lambda: len(heard) > 3)
    assert stopped.note == "stopped"
    assert game.refuse(game.start(), stopped.move) is None
    assert [each.note[:18] for each in heard] == ["solving the board,"] * 4
    assert bot.think(game.start()).note == "proved: Black wins by 3"


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("pletore", {"size": 5}),
        ("plurality", {"size": 6}),
        ("majorities", {}),
        ("majorities", {"size": 3, "capture": True}),
        ("tricolor", {}),
        ("mitropia", {}),
    ],
)
def test_it_is_refused_where_the_board_is_not_solved(game_id: str, options: dict[str, Any]) -> None:
    game = games.create(game_id, options)
    for attempt in (factory.refuse, lambda spec, game: make_bot(spec, game, seed=1)):
        with pytest.raises(OptionError, match=r"bot:solver plays on solved boards.*as bot:9"):
            attempt(parse_player("bot:solver"), game)


def test_it_wins_majorities_in_the_fewest_turns() -> None:
    game, bot = solver_on("majorities", size=2)
    assert bot.think(game.start()).note == "proved: White wins in 2 turns"
