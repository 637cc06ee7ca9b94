"""GTP for a game of three seats with chance, hidden cards and questions out of turn."""

from pathlib import Path
from typing import Any

import pytest

from termgames.play import record
from termgames.play.gtp.engine import Engine
from termgames.play.match import Match
from tests.play.gtp.support import First, good, session, state
from tests.toy_card_game.rules import Lots


@pytest.fixture
def to(lots: Lots) -> Engine:
    return Engine("lots", {}, make_bot=First, seed=3)


SESSIONS = {
    "chance is to move and can be forced": """
        state to_move "chance"; termgames-legal_moves = die blue / die green / die red
        termgames-chance card 3 ? illegal move; termgames-chance die blue = die blue
        state to_move "blue"; termgames-chance die red ? it is not chance's turn
        play chance die red ? it is not chance's turn; play blue draw; state to_move "chance"
        play chance card 4; state to_move "green"
    """,
    "a seat that is not asked is told who is": """
        play chance die blue; play red pass ? blue is to act; play blue a1
        state to_move "green"; termgames-legal_moves = let; genmove blue ? green is to act
        play g let; play r let; state to_move "green"; list_stones blue = a1; list_stones u = a1
        showboard ~ U
    """,
    "undo takes back an answer and what chance made of it": """
        play chance die red; play red draw; play chance card 6; undo; state ply 1; play red draw
        termgames-chance = card 6; undo; undo; state ply 0; state to_move "chance"; undo ?
    """,
    # Three points each before the cards.
    "final scores of more than two": """
        play chance die red; play red draw; play chance card 3; play blue draw
        play chance card 1; play green draw; play chance card 2; final_score = R+1
        play red pass; play blue a1; play green let; play red let; play green a2; play red let
        play blue let; final_score = R=G; play red lay 3; play blue draw; play chance card 4
        play green draw; play chance card 6; final_score = G+3
    """,
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session(to: Engine, name: str) -> None:
    session(to, SESSIONS[name])


def test_every_game_has_dice_of_its_own_and_the_seed_repeats_them(lots: Lots) -> None:
    def session() -> list[str]:
        to = Engine("lots", {}, make_bot=First, seed=3)
        return [good(to, "termgames-chance") + good(to, "clear_board") for _ in range(12)]

    assert len(set(session())) == 3
    assert session() == session()


def test_a_bot_sees_what_its_seat_may_know(to: Engine) -> None:
    session(to, "play chance die red\nplay red draw\nplay chance card 6\ngenmove blue")
    bot: Any = to._table.bot
    assert bot.seen[-1].hands == ((0,), (), ())


def test_nobody_plays_on_from_what_spectators_saw(to: Engine, lots: Lots, tmp_path: Path) -> None:
    shown = record.redacted(Match(lots, ("human", "random", "random"), 7, draws=False))
    (path := tmp_path / "shown.tgr").write_text(record.write(shown))
    good(to, f"termgames-load {path}")
    before = state(to)
    for command in ("genmove red", "play red pass", "play chance 1"):
        session(to, f"{command} ? hands are left out of this record")
    assert state(to) == before
