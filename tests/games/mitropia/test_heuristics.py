"""What bots answer by habit is always legal, and sensible where it shows."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.games.mitropia import cards
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.moves import Numbers, Play, Start
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import (
    Discard,
    Reaction,
    Settle,
    Surrender,
    Turn,
)
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests.cases import cases, facts
from tests.games.mitropia.play import CARDS, PRO, asked_states, make

GAMES = (
    make(4, deck="classic"),
    make(2, handicap="0,-3", dead_stones="agree"),
    make(3, PRO),
    make(5, board="19x19", handicap="0,-2,-4,0,-1"),
)


@pytest.mark.parametrize("game", GAMES)
def test_the_usual_answer_is_legal_and_answers_have_numbers(game: Mitropia) -> None:
    numbers = Numbers(game.topology, game.seats)
    seen = set()
    for s in asked_states(game, 3, 260, lively=False):
        seen.add(type(s.question))
        usual = heuristics.usual(game.table, s)
        if usual is not None:
            assert game.refuse(s, usual) is None, (s.question, usual)
        if isinstance(s.question, Settle):
            continue
        for move in game.legal_moves(s):
            number = numbers.number(move)
            assert 0 <= number < numbers.actions
            assert numbers.move(number) == move
    assert Turn in seen


def test_numbers_tell_where_stones_go() -> None:
    game = make(2, board="9x9")
    numbers = Numbers(game.topology, 2)
    texts = ["c4", "c4,d4", "c4>e5", "pass", "start c4", "extra move"]
    moves = [game.parse(game.start(), text) for text in texts]
    target = numbers.target(numbers.numbers(moves))
    cells = game.topology.by_name
    assert target.tolist() == [cells["c4"], cells["c4"], cells["e5"], -1, -1, -1]


@pytest.mark.parametrize(
    ("hand", "goes"),
    cases("""
no move, extra move, reject, 3 points | no move
extra move, extra move, extra move, move two | move two
5 points, 3 points, 3 points, move anywhere | move anywhere
3 points, 3 points, 3 points, 5 points | 3 points
pair place, pair place, pair place, move anywhere | pair place
"""),
)
def test_the_card_that_is_worth_least_is_discarded(hand: str, goes: str) -> None:
    game = make(3)
    s = replace(game.start(), question=Discard(1, under=False))
    kinds = tuple(sorted(map(cards.NAMES.index, hand.split(", "))))
    s = replace(s, cards=replace(s.cards, hands=((), kinds, ())))
    assert game.format(heuristics.usual(game.table, s)) == f"discard {goes}"


def test_start_points_are_chosen_far_from_those_taken() -> None:
    game = make(4, board="19x19")
    s = next(s for s in asked_states(game, 1, 40, lively=False) if set(s.starts) != {None})
    taken = [at for at in s.starts if at is not None]
    answer = heuristics.usual(game.table, s)
    assert isinstance(answer, Start)
    steps = heuristics.distances(game.topology)
    free = [move.cell for move in game.legal_moves(s) if isinstance(move, Start)]
    assert min(steps[answer.cell, at] for at in taken) == max(
        min(steps[cell, at] for at in taken) for cell in free
    )


# -- the turn -----------------------------------------------------------------------------

NINE = "nine | 3: a9 j9 e1 | " + "/".join(["........."] * 9)
BESET = ["..w..b..."] * 4 + ["..w..brrr", "..w..bbb."] + ["..w......"] * 3
BOARDS = {
    "BESET": BESET,
    "TOUCHED": [*BESET[:3], "..w..brrr", *BESET[4:]],
    "BETWEEN": [*BESET[:2], "..w..bww.", "..w..brr.", "..w..brrr", "..w..b.bw", *BESET[6:]],
    # White and Black have 18 points each, Red 9.
    "EVEN": ["..wb..br."] * 9,
}


def placed(board: str, beside: str) -> tuple[Mitropia, State]:
    game = make(3, board=NINE)
    return game, game.position(BOARDS[board], facts(beside))


def outlook(game: Mitropia, s: State, text: str) -> heuristics.Outlook:
    """Who is expected to win, as three numbers, three more where that changes once red is under
    somebody; `own=` how sure all are of their stones, and black of empty points; `lost` if red's
    are black's as well, `welcomed` if whoever takes red in keeps a few points more."""
    words = text.split()
    shares = np.array([word for word in words if word[0] in ".01"], np.float32).reshape(-1, 3)
    (part,) = [float(word[4:]) for word in words if word.startswith("own=")] or [0.9]
    owner = np.zeros((game.topology.cells, game.seats), np.float32)
    for cell, stone in enumerate(s.stones):
        owner[cell, 0 if not stone or ("lost" in words and stone == 3) else stone - 1] = part

    def seen(state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        host, held = state.occupiers[SEATS.index("red")], owner.copy()
        if "welcomed" in words and host is not None:
            held[:, host] += 0.1
        return shares[0 if host is None else -1], held

    return seen


CHOICES = cases("""
# Board, what is beside it, what is expected, what is done. The beset seek shelter with the weakest
# who may take them; with a share of his own he fights on.
BESET | to move: red | .9 .1 0 lost welcomed | roll
TOUCHED | to move: red | .9 .1 0 lost welcomed | surrender to black
TOUCHED | to move: red | .8 .1 .1 lost welcomed | roll
BETWEEN | to move: red | .9 .1 0 lost welcomed | surrender to white
BETWEEN | to move: red | .1 .9 0 lost welcomed | surrender to black
# Nobody offers himself to who gains nothing by him: an offer that is declined costs the turn.
TOUCHED | to move: red | .9 .1 0 lost | roll
# Black was not expected to win, and would be; or he wins either way, or neither way, or is hardly
# helped.
TOUCHED | to move: red | .4 .6 0 / .7 .3 0 lost welcomed | roll
TOUCHED | to move: red | .6 .4 0 / .9 .1 0 lost welcomed | surrender to black
TOUCHED | to move: red | .1 .9 0 / .3 .7 0 lost welcomed | surrender to black
TOUCHED | to move: red | .49 .51 0 / .51 .49 0 lost welcomed | surrender to black
# The occupied leave when they can win alone; at the end, or where all is decided, for any hope.
BESET | to move: red, occupiers: red: black | .6 .1 .3 / .9 .1 0 own=.5 | independence
BESET | to move: red, occupiers: red: black | .9 .07 .03 own=.5 | roll
BESET | to move: red, occupiers: red: black, passes: 1 | .9 .07 .03 own=.5 | independence
BESET | to move: red, occupiers: red: black, passes: 1 | .9 .1 0 own=.5 | roll
BESET | to move: red, occupiers: red: black | .9 .07 .03 own=.92 | roll
BESET | to move: red, occupiers: red: black | .9 .07 .03 own=.93 | independence
# Who wins by a pass passes; but who has a card in his hand may have points there.
EVEN | to move: white, passes: 2, prisoners: white: black 1 | .4 .4 .2 own=.5 | pass draw
EVEN | to move: white, passes: 1, prisoners: white: black 1 | .4 .4 .2 own=.5 | roll
EVEN | to move: white, passes: 2 | .4 .4 .2 own=.5 | roll
EVEN | to move: white, passes: 2, prisoners: white: black 1, hands: black: ? | .4 .4 .2 | roll
EVEN | to move: white, passes: 2, prisoners: white: black 4, hands: black: ? | .4 .4 .2 | pass draw
# A settled board is passed and a card drawn.
BESET | to move: white | 1 0 0 own=.99 done | pass draw
BESET | to move: white | 1 0 0 own=.99 | roll
""")


@pytest.mark.parametrize(("board", "beside", "expected", "answer"), CHOICES)
def test_first_choices(board: str, beside: str, expected: str, answer: str) -> None:
    game, s = placed(board, beside)
    seen = outlook(game, s, expected)
    found = heuristics.first_choice(game.table, s, seen, done="done" in expected)
    assert game.format(found) == answer


TRADES = cases("""
# Occupiers, prisoners, whether white considers to trade with black. Those count for the bloc,
# whoever of it holds them.
| white: red 1; black: red 3 | yes
white: black | white: red 1; black: red 3 | no
black: white | white: red 1; black: red 3 | no
# Under Red neither is his ally.
white: red | white: red 1; black: red 3 | yes
# White leads alone: he may leave in his next turn.
white: black | white: red 1; black: red 2; red: black 3 | yes
""")


@pytest.mark.parametrize(("occupiers", "prisoners", "considered"), TRADES)
def test_nobody_trades_with_an_ally_but_to_win(
    occupiers: str, prisoners: str, considered: str
) -> None:
    game, s = placed("EVEN", f"to move: white, occupiers: {occupiers}, prisoners: {prisoners}")
    play = Play(cards.TRADE_1_2, SEATS.index("black"))
    found = heuristics.tradeable(game.table, s, SEATS.index("white"), play)
    assert found == (considered == "yes")


@pytest.mark.parametrize("occupiers", [(None, None, None), (1, None, None)])
@pytest.mark.parametrize(
    ("share", "area", "answer"),
    [(0.6, 0.0, "accept"), (0.4, 0.9, "decline"), (0.52, 0.9, "accept"), (0.48, 0.0, "decline")],
)
def test_a_surrender_is_accepted_where_it_helps_to_win_or_else_brings_points(
    share: float, area: float, answer: str, occupiers: tuple[int | None, ...]
) -> None:
    """The host wins half of the games alone; the other one holds `area` of each cell. If he is
    occupied himself, he counts what he would have alone."""
    game, s = placed("BESET", "to move: red")
    owner = np.zeros((game.topology.cells, game.seats), np.float32)
    owner[:, 2] = area

    def seen(state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        assert state.occupiers[0] is None
        black = share if state.occupiers[2] == 0 else 0.5
        return np.array((black, 1 - black, 0), np.float32), owner

    s = replace(s, occupiers=occupiers)
    assert game.format(heuristics.answer_surrender(s, Surrender(2, 0), seen)) == answer


REJECTIONS = cases("""
# Occupiers, hands, prisoners, whether red rejects white's g5.
red: white | red: reject | red: white 6; white: red 2 | yes
red: white | | red: white 6; white: red 2 | no
# An enemy's stones are for the search to decide about.
| red: reject | red: white 6; white: red 2 | no
# White leads anyway.
red: white | red: reject | red: white 2; white: red 2 | no
""")


@pytest.mark.parametrize(("occupiers", "hands", "prisoners", "rejects"), REJECTIONS)
def test_the_occupied_rejects_an_ally_who_takes_the_lead_from_him(
    occupiers: str, hands: str, prisoners: str, rejects: str
) -> None:
    game = make(3, CARDS)
    rows = (".r.rbb.", "rrrrb.b", "...rbb.", "rrrrbwb", "wwwwwww", "..w.w..", ".w...ww")
    beside = {"to move": "white", "prisoners": prisoners, "occupiers": occupiers, "hands": hands}
    s = game.position(rows, {name: text for name, text in beside.items() if text})
    s = game.apply(s, game.parse(s, "g5"))
    assert isinstance(s.question, Reaction)
    assert s.question.waiting[0] == SEATS.index("red")
    expected = Play(cards.REJECT) if rejects == "yes" else None
    assert heuristics.reject_ally(game.table, s, s.question) == expected


ROW = "row | 3: a1 h1 j1 | ........."


@pytest.mark.parametrize(
    ("board_map", "stones", "answer"),
    [
        (NINE, {}, "b7"),
        (NINE, {"b6": 1}, "c8"),
        (NINE, {"b6": 2}, "c8"),
        # Next to his own stone, rather than next to another's.
        (ROW, {"b1": 0, "e1": 1}, "c1"),
    ],
)
def test_a_starter_stone_keeps_away_from_the_stones_of_others(
    board_map: str, stones: dict[str, int], answer: str
) -> None:
    game = make(3, {"handicap": "0,-1,-1", **PRO}, board=board_map)
    cells = bytearray(game.topology.cells)
    for name, seat in stones.items():
        cells[game.topology.cell(name)] = 1 + seat
    s = game.start()
    s = replace(s, board=replace(s.board, stones=bytes(cells)))
    assert game.format(heuristics.starter(game.table, s)) == answer
