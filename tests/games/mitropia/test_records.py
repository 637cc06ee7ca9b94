"""Sample records: each card, each reaction, surrender, occupiers, independence, the end.

The files are for reading; what each of them shows is asserted here, at the moves it is about.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames.core.game import CHANCE, OVER
from termgames.games.mitropia.cards import NAMES
from termgames.games.mitropia.display import display
from termgames.games.mitropia.questions import ReplaceAt
from termgames.games.mitropia.stones import alliance
from termgames.play import record
from termgames.play.match import Match
from termgames.play.text import words
from tests.games.mitropia.boards import BLACK, RED, WHITE
from tests.games.mitropia.play import asked, code, hands, prisoners, show

FOLDER = Path(__file__).with_name("records")
SHOWN = sorted(path.stem for path in FOLDER.glob("*.txt"))
FREE = (None, None, None)


@cache
def replayed(name: str) -> Match:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return record.load(text, expect="mitropia", draws=False)


def after(name: str, text: str, which: int = 0) -> tuple[Any, Any]:
    """The game and the state after the move of that text, the first such or a later one."""
    match = replayed(name)
    plies = [ply for ply, move in enumerate(match.moves) if match.game.format(move) == text]
    return match.game, match.state_at(plies[which] + 1)


def last(name: str) -> tuple[Any, Any]:
    match = replayed(name)
    return match.game, match.state


def rows(game: Any, state: Any) -> str:
    """The board on one line, from the top."""
    return " ".join(show(game, state))


# -- all of them ----------------------------------------------------------------------------


def test_every_card_and_reaction_has_a_record() -> None:
    played = {
        word
        for name in SHOWN
        for move in replayed(name).moves
        if (word := replayed(name).game.format(move)) in NAMES or word.startswith("trade")
    }
    assert {" ".join(word.split()[:2]) if "trade" in word else word for word in played} == set(
        NAMES
    ) - {"5 points"}  # which counts in the hand as well, as its record shows


@pytest.mark.parametrize("name", SHOWN)
def test_records_are_what_is_written_of_them(name: str) -> None:
    """Comments apart, a record is the text of its match."""
    told = [
        line.strip()
        for line in (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
        if line.strip() and not line.startswith("#")
    ]
    written = [
        line.strip()
        for line in record.write(replayed(name)).splitlines()
        if line.strip() and not line.startswith("#")
    ]
    assert set(told[1:]) <= set(written), "all but the version of the format"
    moves = len(replayed(name).moves)
    assert told[-moves:] == written[-moves:]


@pytest.mark.parametrize("name", SHOWN)
def test_rule_17_redacted_they_show_spectators_the_same(name: str) -> None:
    match = replayed(name)
    shown = record.load(record.write(record.redacted(match)), draws=False)
    for ply in range(match.ply + 1):
        assert shown.game.view(shown.state_at(ply), None) == match.game.view(
            match.state_at(ply), None
        )
    rng = np.random.default_rng(1)
    for seat in (None, *range(match.game.seats)):
        view = match.game.view(match.state_at(0), seat)
        assert match.game.view(match.game.imagine(view, seat, rng), seat) == view


# -- the opening and the turn ---------------------------------------------------------------


def test_rules_2_and_3_opening() -> None:
    game, state = after("opening", "3,4", 1)
    assert asked(game, state) == "chance"  # Black and Red have 7 each
    game, state = after("opening", "2,4")
    assert (asked(game, state), state.question.opening) == ("white", (WHITE, RED, BLACK))
    match = replayed("opening")
    starters = [game.seat_name(s, game.to_act(s)) for s in map(match.state_at, range(8, 14))]
    assert starters == ["red", "red", "white", "red", "white", "red"]
    assert code(game, match.state_at(8), "g5") == "range"
    game, state = after("opening", "d2")
    assert [state.stones.count(1 + seat) for seat in (BLACK, WHITE, RED)] == [0, 2, 4]
    # Clockwise from White's d7: Red's g1, Black's a1.
    assert (asked(game, state), state.order) == ("white", (WHITE, RED, BLACK))


def test_rule_4_draw_and_discard() -> None:
    game, state = after("draw_and_discard", "5,5")
    assert [game.format(move) for move in game.legal_moves(state)] == ["draw", "no draw"]
    game, state = after("draw_and_discard", "card no move")
    assert asked(game, state) == "black"
    assert len(state.cards.hands[BLACK]) == 4
    assert code(game, state, "no move") is None  # it may be played at once
    game, state = after("draw_and_discard", "let", 1)
    assert code(game, state, "pass") == "stage"  # first the discard
    game, state = after("draw_and_discard", "discard no move")
    assert hands(state)[BLACK] == ["no move", "reject", "3 points"]
    game, state = last("draw_and_discard")
    assert state.passes == 2  # a pass with a card, and a forfeit


def test_rule_15_give_back() -> None:
    game, state = after("give_back", "discard reject")
    assert hands(state)[BLACK] == ["no move", "extra move", "3 points"]
    assert state.cards.under == ((NAMES.index("reject"), BLACK),)
    assert game.view(state, WHITE).cards.under == ((None, BLACK),)
    assert not any(state.cards.discards)


# -- cards ----------------------------------------------------------------------------------


def test_rule_16_no_move() -> None:
    game, state = after("no_move", "no move")
    assert (asked(game, state), state.passes, hands(state)[BLACK]) == ("white", 0, ["reject"])
    assert last("no_move")[1].ending == "all passed"


def test_rule_16_extra_move() -> None:
    game, state = after("extra_move", "a4")
    assert asked(game, state) == "black"
    assert code(game, state, "b4") == "near"
    assert code(game, state, "d1") is None
    game, state = after("extra_move", "c1")
    assert asked(game, state) == "white"  # one round of reactions, after both
    assert rows(game, state) == "....... ....... ....... b.w.... ....... .b...r. ..b...."


def test_rule_16_reject() -> None:
    game, state = after("reject", "a1")
    assert prisoners(game, state) == {"b": "ww"}
    game, undone = after("reject", "reject")
    assert rows(game, undone) == rows(*after("reject", "extra move"))
    assert prisoners(game, undone) == {}
    assert hands(undone) == [[], [], []]  # both cards are spent
    assert asked(game, undone) == "white"
    game, state = after("reject", "f4", 1)
    assert prisoners(game, state) == {"b": "ww"}  # no repetition


def test_rule_16_reject_and_replace() -> None:
    game, state = after("reject_and_replace", "reject and replace")
    assert isinstance(state.question, ReplaceAt)
    assert [game.format(move) for move in game.legal_moves(state)] == ["c3", "c4"]
    game, state = last("reject_and_replace")
    assert rows(game, state) == "....... ....... ....... ..w.... .b..... ....... ......r"
    assert asked(game, state) == "white"


def test_rule_16_replace_any() -> None:
    game, state = last("replace_any")
    assert rows(game, state).endswith("b...... .b.....")
    assert prisoners(game, state) == {"b": "w"}


def test_rule_16_a_replaced_stone_that_is_rejected_clears_no_point() -> None:
    game, state = after("replace_any_rejected", "d4")
    assert rows(game, state).count("b") == 1
    game, state = after("replace_any_rejected", "reject and replace")
    assert rows(game, state).count("w") == 1
    assert (asked(game, state), hands(state)) == ("white", [[], [], []])


def test_rule_16_move_anywhere() -> None:
    match = replayed("move_anywhere")
    assert code(match.game, match.state_at(0), "g7") == "range"
    game, state = last("move_anywhere")
    assert rows(game, state).startswith("......b ......b")


def test_rule_16_pair_place() -> None:
    game, state = after("pair_place", "pair place")
    assert code(game, state, "b2,b3") == "occupied"
    assert code(game, state, "g1,g2") == "range"
    game, state = after("pair_place", "a2,b2")
    assert rows(game, state).endswith("wwb.... bb.b... ..b....")
    assert prisoners(game, state) == {"b": "www"}


def test_rule_16_move_two() -> None:
    game, state = after("move_two", "g2>e4")
    assert prisoners(game, state) == {"b": "w"}
    assert code(game, state, "a1>c5") == "near"
    assert code(game, state, "e4>e1") == "moved"
    game, state = last("move_two")
    assert rows(game, state) == "....... ....... b..b... ..b.b.. ...b... ....... ......."


def test_rule_16_move_three() -> None:
    game, state = after("move_three", "c6>d7")
    assert code(game, state, "done") is None
    game, state = after("move_three", "d6>g1")
    assert rows(game, state) == "...b... ....... ....... ...w... ....... .bbb... b.....b"
    assert asked(game, state) == "white"


def test_rules_16_and_21_points() -> None:
    game, state = last("3_points")
    assert game.report_fields(state)["laid"]["black"] == ["3 points"]
    assert game.score(state).totals == (3, 0, 0)
    game, state = last("5_points")
    assert hands(state)[WHITE] == ["5 points"]
    assert game.score(state).totals == (0, 5, 0)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("trade_1-2", {"b": "r", "w": "bbbr"}),
        ("trade_2-5", {"b": "wwwww", "r": "bbww"}),
        ("trade_3-8", {"b": "wwwwrrrrr", "u": "bwww"}),
    ],
)
def test_rule_16_trades(name: str, expected: dict[str, str]) -> None:
    """1-2: red, then a black one that leaves the game, for red. 2-5: of white and red the
    white one and the red one go, the red one out of the game; white 6, 5, 4, 3, 2 come.
    3-8: three white for white 3, 2, 1 and red 5, 4, 3, 2, 1 in turn."""
    game, state = last(name)
    assert prisoners(game, state) == expected
    assert (state.passes, state.ending) == (game.seats, "all passed")  # the trade was no pass


# -- spoils, surrender, independence --------------------------------------------------------


def test_rule_10_shared_spoils() -> None:
    game, state = last("shared_spoils")
    assert prisoners(game, state) == {"w": "b", "r": "b", "u": "bbb"}


def test_rules_10_to_12_surrender_merges_groups() -> None:
    game, state = after("surrender", "accept")
    assert alliance.blocs(state.occupiers) == (RED, WHITE, RED, 3)
    alone = game.apply(replayed("surrender").state_at(0), game.parse(state, "pass"))
    taken = game.apply(alone, game.parse(state, "a4"))
    assert prisoners(game, taken) != {}  # without the surrender it is the last liberty
    game, state = after("surrender", "a4")
    assert prisoners(game, state) == {}
    assert rows(game, state).endswith("w...... bw..... br..... br.....")
    game, state = after("surrender", "c1")
    # bbbrr: two for White, who killed, two for Blue, and the one that is left for White.
    assert prisoners(game, state) == {"w": "bbr", "u": "br"}
    assert rows(game, state).endswith("w...... .w..... ..u.... ..w....")


def test_rule_11_surrender_declined() -> None:
    game, state = after("surrender_declined", "decline")
    assert (state.occupiers, asked(game, state), state.passes) == (FREE, "white", 0)
    assert last("surrender_declined")[1].ending == "all passed"


def test_rule_11_an_occupier_brings_his_own_along() -> None:
    game, state = last("surrender_of_an_occupier")
    assert state.occupiers == (RED, None, WHITE)
    assert game.count(state)["territory"] == {"black": 1, "white": 29, "red": 1}
    assert game.score(state).totals == (0, 31, 0)


def test_rule_14_change_of_occupier() -> None:
    game, state = after("change_of_occupier", "accept")
    assert state.occupiers[BLACK] == RED
    # At Black's next turn White has as many stones in contact as Red; later one more.
    match = replayed("change_of_occupier")
    turns = [s for s in map(match.state_at, range(match.ply)) if asked(game, s) == "black"]
    assert [alliance.contacts(game.topology, s.stones, BLACK, 4) for s in turns] == [
        (0, 1, 2, 0),
        (0, 2, 2, 0),
        (0, 3, 2, 0),
    ]
    assert [code(game, s, "surrender to white") for s in turns] == ["surrender", "surrender", None]
    game, state = after("change_of_occupier", "accept", 1)
    assert state.occupiers[BLACK] == WHITE
    assert alliance.blocs(state.occupiers) == (WHITE, WHITE, RED, 3)


def test_rule_14_independence_leaves_a_group_without_liberties() -> None:
    game, state = after("independence", "independence")
    assert state.occupiers == FREE
    assert rows(game, state).endswith("rr..... bbr.... bbr....")
    game, state = last("independence")
    assert rows(game, state).endswith("rr..... bbr.... bbr....")  # still there
    first, *_ = display(game).walkthrough(state)
    assert first.title == "groups without liberties"
    assert game.count(state)["total"] == {"black": 0, "white": 0, "red": 4 + 4}


def test_rule_14_independence_until_a_move_touches_it() -> None:
    game, state = after("independence_touched", "independence")
    assert rows(game, state).endswith("rr..... bbr.... bbr....")
    game, state = last("independence_touched")
    assert rows(game, state).endswith("rw..... ..r.... ..r....")
    assert prisoners(game, state) == {"w": "bb", "r": "bb"}


def test_lines_of_text_tell_what_lies_beside_the_board() -> None:
    match = replayed("chain_of_occupiers")
    told = [
        "cards: black 1, white 0, red 0",
        "prisoners of black: white 2",
        "prisoners of white: black 1",
        "prisoners of red: black 1",
        "black is under white",
        "white is under red",
    ]
    assert words.holdings(match, match.state) == told
    assert words.holdings(match, match.game.view(match.state, WHITE)) == told
    match = replayed("opening")
    assert words.holdings(match, match.state) == []


# -- the end --------------------------------------------------------------------------------


def test_rules_13_and_21_chain_of_occupiers() -> None:
    """Black holds 7 points and two white prisoners, White 7 and one black, Red the 14
    between them and one black: nobody puts any back, they are all in one bloc."""
    game, state = last("chain_of_occupiers")
    assert game.count(state)["own_total"] == {"black": 14, "white": 11, "red": 15}
    assert game.score(state).totals == (0, 0, 14 + 11 + 15)
    assert game.score(state).winners == (RED,)


def test_rule_18_dead_stones_agreed() -> None:
    game, state = last("dead_stones_agreed")
    assert game.count(state)["scoring"] == "territory"
    # b6 goes to Black and back into White's ground, b1 to White and back into Black's.
    assert game.count(state)["territory"] == {"black": 9, "white": 7, "red": 0}
    assert game.score(state).totals == (8, 6, 0)


def test_rule_18_dead_stones_declined() -> None:
    game, state = after("dead_stones_declined", "decline")
    assert (asked(game, state), state.board.disputed) == ("black", True)
    game, state = last("dead_stones_declined")
    assert game.to_act(state) == OVER
    assert game.count(state)["scoring"] == "territory"
    assert game.score(state).totals == (0, 0, 0)


def test_chance_stands_among_the_moves() -> None:
    match = replayed("draw_and_discard")
    drawn = [
        match.game.format(move)
        for ply, move in enumerate(match.moves)
        if match.game.to_act(match.state_at(ply)) == CHANCE
    ]
    assert drawn == ["5,5", "card no move", "card extra move", "1,6"]
