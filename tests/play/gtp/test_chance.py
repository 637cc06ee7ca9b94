"""GTP for a game of three seats with chance, hidden cards and questions out of turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.play import record
from termgames.play.gtp.engine import Engine
from termgames.play.match import Match
from tests.play.gtp.test_engine import First, bad, good
from tests.toy_card_game.rules import Lots


class Looking(First):
    """Remembers what it saw."""

    seen: list[Any]

    def think(self, state: Any, **options: Any) -> Any:
        self.__dict__.setdefault("seen", []).append(state)
        return super().think(state, **options)


@pytest.fixture
def to(lots: Lots) -> Engine:
    return Engine("lots", {}, make_bot=Looking, seed=3)


def state(to: Engine) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(good(to, "termgames-state"))
    return told


def moves(to: Engine) -> list[str]:
    return [to.match.game.format(move) for move in to.match.moves]


def test_chance_is_to_move_and_can_be_forced(to: Engine) -> None:
    assert (state(to)["to_move"], state(to)["ply"]) == ("chance", 0)
    assert good(to, "termgames-legal_moves").split("\n") == ["die blue", "die green", "die red"]
    assert "illegal move" in bad(to, "termgames-chance card 3")
    assert good(to, "termgames-chance die blue") == "die blue"
    assert state(to)["to_move"] == "blue"
    assert "it is not chance's turn" in bad(to, "termgames-chance die red")
    assert "it is not chance's turn" in bad(to, "play chance die red")
    good(to, "play blue draw")
    assert state(to)["to_move"] == "chance"
    good(to, "play chance card 4")
    assert state(to)["to_move"] == "green"
    assert to.match.state.hands == ((), (4,), ())


def test_every_game_has_dice_of_its_own_and_the_seed_repeats_them(lots: Lots) -> None:
    def session() -> list[str]:
        to = Engine("lots", {}, make_bot=Looking, seed=3)
        fell = []
        for _ in range(12):
            fell.append(good(to, "termgames-chance"))
            good(to, "clear_board")
        return fell

    assert len(set(session())) == 3
    assert session() == session()


def test_a_seat_that_is_not_asked_is_told_who_is(to: Engine) -> None:
    good(to, "play chance die blue")
    assert "blue is to act" in bad(to, "play red pass")
    good(to, "play blue a1")
    assert state(to)["to_move"] == "green"
    assert good(to, "termgames-legal_moves") == "let"
    assert "green is to act" in bad(to, "genmove blue")
    good(to, "play g let")
    good(to, "play r let")
    assert state(to)["to_move"] == "green"
    assert good(to, "list_stones blue") == good(to, "list_stones u") == "a1"
    assert state(to)["board"][-1] == "u.."


def test_undo_takes_back_an_answer_and_what_chance_made_of_it(to: Engine) -> None:
    for command in ("play chance die red", "play red draw", "play chance card 6", "undo"):
        good(to, command)
    assert moves(to) == ["die red"]
    good(to, "play red draw")
    assert good(to, "termgames-chance") == "card 6"
    good(to, "undo")
    good(to, "undo")
    assert (state(to)["ply"], state(to)["to_move"]) == (0, "chance")
    bad(to, "undo")


def test_a_bot_sees_what_its_seat_may_know(to: Engine) -> None:
    for command in ("play chance die red", "play red draw", "play chance card 6"):
        good(to, command)
    good(to, "genmove blue")
    bot: Any = to._table.bot
    assert bot.seen[-1].hands == ((0,), (), ())


def test_final_scores_of_more_than_two(to: Engine) -> None:
    good(to, "play chance die red")
    for seat, card in (("red", 3), ("blue", 1), ("green", 2)):
        good(to, f"play {seat} draw")
        good(to, f"play chance card {card}")
    assert good(to, "final_score") == "R+1"
    good(to, "play red pass")
    good(to, "play blue a1")
    for _ in range(2):
        good(to, f"play {state(to)['to_move']} let")
    good(to, "play green a2")
    for _ in range(2):
        good(to, f"play {state(to)['to_move']} let")
    assert good(to, "final_score") == "R=G"  # three points each
    for command in ("play red lay 3", "play blue draw", "play chance card 4"):
        good(to, command)
    for command in ("play green draw", "play chance card 6"):
        good(to, command)
    assert good(to, "final_score") == "G+3"


def test_a_record_that_ends_at_chance_is_loaded_open(
    to: Engine, lots: Lots, tmp_path: Path
) -> None:
    match = Match(lots, ("human",) * 3, 1, draws=False)
    for text in ("die red", "draw"):
        match.submit(lots.parse(match.state, text))
    path = tmp_path / "open.tgr"
    path.write_text(record.write(match))
    good(to, f"termgames-load {path}")
    assert state(to)["to_move"] == "chance"
    good(to, "play chance card 2")
    assert to.match.state.hands[0] == (2,)


def test_nobody_plays_on_from_what_spectators_saw(to: Engine, lots: Lots, tmp_path: Path) -> None:
    shown = record.redacted(Match(lots, ("human", "random", "random"), 7, draws=False))
    (path := tmp_path / "shown.tgr").write_text(record.write(shown))
    good(to, f"termgames-load {path}")
    before = state(to)
    for command in ("genmove red", "play red pass", "play chance 1"):
        assert "hands are left out of this record" in bad(to, command)
    assert state(to) == before
