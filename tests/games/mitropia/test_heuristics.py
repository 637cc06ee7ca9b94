"""What bots answer by habit is always legal, and sensible where it shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from termgames.games.mitropia import cards
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.moves import (
    ACCEPT,
    DECLINE,
    INDEPENDENCE,
    PASS_AND_DRAW,
    ROLL,
    Lose,
    Move,
    Numbers,
    Play,
    Start,
    SurrenderTo,
)
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


def with_hand(s: State, seat: int, *names: str) -> State:
    kinds = tuple(sorted(cards.NAMES.index(name) for name in names))
    hands = tuple(kinds if other == seat else hand for other, hand in enumerate(s.cards.hands))
    return replace(s, cards=replace(s.cards, hands=hands))


@pytest.mark.parametrize(
    ("hand", "goes"),
    [
        (("no move", "extra move", "reject", "3 points"), "no move"),
        (("extra move", "extra move", "extra move", "move two"), "move two"),
        (("5 points", "3 points", "3 points", "move anywhere"), "move anywhere"),
        (("3 points", "3 points", "3 points", "5 points"), "3 points"),
        (("pair place", "pair place", "pair place", "move anywhere"), "pair place"),
    ],
)
def test_the_card_that_is_worth_least_is_discarded(hand: tuple[str, ...], goes: str) -> None:
    game = make(3)
    s = with_hand(replace(game.start(), question=Discard(1, under=False)), 1, *hand)
    assert heuristics.usual(game.table, s) == Lose(cards.NAMES.index(goes))


def test_start_points_are_chosen_far_from_those_taken() -> None:
    game = make(4, board="19x19")
    s = next(
        s for s in asked_states(game, 1, 40, lively=False) if any(at is not None for at in s.starts)
    )
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

ROWS = (
    "..w..b...",
    "..w..b...",
    "..w..b...",
    "..w..b...",
    "..w..brrr",
    "..w..bbb.",
    "..w......",
    "..w......",
    "..w......",
)


def outlook(shares: tuple[float, ...], owner: NDArray[np.float32]) -> heuristics.Outlook:
    return lambda s: (np.array(shares, np.float32), owner)


def welcomed(shares: tuple[float, ...], owner: NDArray[np.float32]) -> heuristics.Outlook:
    """Whoever takes red in keeps a few points more."""

    def seen(s: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        host, held = s.occupiers[SEATS.index("red")], owner.copy()
        if host is not None:
            held[:, host] += 0.1
        return np.array(shares, np.float32), held

    return seen


def owned(game: Mitropia, s: State, part: float, lost: int | None = None) -> NDArray[np.float32]:
    """Everybody keeps his stones but the seat that has lost; empty points are black's."""
    owner = np.zeros((game.topology.cells, game.seats), np.float32)
    for cell, stone in enumerate(s.stones):
        holder = stone - 1 if stone and stone - 1 != lost else 0
        owner[cell, holder] = part
    return owner


def board(turn: str) -> tuple[Mitropia, State]:
    game = make(3, board=NINE)
    return game, game.position(ROWS, {"to move": turn})


def test_the_beset_seek_shelter_with_the_weakest_who_may_take_them() -> None:
    game, s = board("red")
    lost = owned(game, s, 0.9, lost=SEATS.index("red"))
    assert (
        heuristics.first_choice(game.table, s, welcomed((0.9, 0.1, 0.0), lost), done=False) == ROLL
    )
    rows = list(ROWS)
    rows[3] = "..w..brrr"
    s = game.position(rows, {"to move": "red"})
    lost = owned(game, s, 0.9, lost=SEATS.index("red"))
    answer = heuristics.first_choice(game.table, s, welcomed((0.9, 0.1, 0.0), lost), done=False)
    assert answer == SurrenderTo(SEATS.index("black"))
    # With a share of his own he fights on.
    assert (
        heuristics.first_choice(game.table, s, welcomed((0.8, 0.1, 0.1), lost), done=False) == ROLL
    )


def test_of_two_who_may_take_the_beset_he_comes_under_the_weaker() -> None:
    game, s = board("red")
    rows = [*ROWS[:2], "..w..bww.", "..w..brr.", "..w..brrr", "..w..b.bw", *ROWS[6:]]
    s = game.position(rows, {"to move": "red"})
    assert {SurrenderTo(0), SurrenderTo(1)} <= set(game.legal_moves(s))
    lost = owned(game, s, 0.9, lost=SEATS.index("red"))
    for shares, host in (((0.9, 0.1, 0.0), 1), ((0.1, 0.9, 0.0), 0)):
        answer = heuristics.first_choice(game.table, s, welcomed(shares, lost), done=False)
        assert answer == SurrenderTo(host)


def test_nobody_offers_himself_to_who_gains_nothing_by_him() -> None:
    """An offer that is declined costs the turn."""
    game, _ = board("red")
    s = game.position((*ROWS[:3], "..w..brrr", *ROWS[4:]), {"to move": "red"})
    lost = owned(game, s, 0.9, lost=SEATS.index("red"))
    for seen, answer in ((outlook, ROLL), (welcomed, SurrenderTo(SEATS.index("black")))):
        expected = seen((0.9, 0.1, 0.0), lost)
        assert heuristics.first_choice(game.table, s, expected, done=False) == answer


@pytest.mark.parametrize(
    ("alone", "together", "answer"),
    [
        # Black was not expected to win, and would be.
        ((0.4, 0.6, 0.0), (0.7, 0.3, 0.0), ROLL),
        # He wins either way, or neither way, or is hardly helped.
        ((0.6, 0.4, 0.0), (0.9, 0.1, 0.0), SurrenderTo(0)),
        ((0.1, 0.9, 0.0), (0.3, 0.7, 0.0), SurrenderTo(0)),
        ((0.49, 0.51, 0.0), (0.51, 0.49, 0.0), SurrenderTo(0)),
    ],
)
def test_the_beset_do_not_crown_the_second(
    alone: tuple[float, ...], together: tuple[float, ...], answer: Move
) -> None:
    game, _ = board("red")
    s = game.position((*ROWS[:3], "..w..brrr", *ROWS[4:]), {"to move": "red"})
    lost = owned(game, s, 0.9, lost=SEATS.index("red"))

    def seen(state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        return welcomed(alone if state.occupiers[2] is None else together, lost)(state)

    assert heuristics.first_choice(game.table, s, seen, done=False) == answer


@pytest.mark.parametrize(
    ("occupiers", "prisoners", "considered"),
    [
        ("", "white: red 1; black: red 3", True),
        # Prisoners count for the bloc, whoever of it holds them.
        ("white: black", "white: red 1; black: red 3", False),
        ("black: white", "white: red 1; black: red 3", False),
        # Under Red neither is his ally.
        ("white: red", "white: red 1; black: red 3", True),
        # White leads alone: he may leave in his next turn.
        ("white: black", "white: red 1; black: red 2; red: black 3", True),
    ],
)
def test_nobody_trades_with_an_ally_but_to_win(
    occupiers: str, prisoners: str, considered: bool
) -> None:
    game = make(3, board=NINE)
    facts = {"to move": "white", "occupiers": occupiers, "prisoners": prisoners}
    s = game.position(("..wb..br.",) * 9, facts)
    play = Play(cards.TRADE_1_2, SEATS.index("black"))
    assert heuristics.tradeable(game.table, s, SEATS.index("white"), play) == considered


@pytest.mark.parametrize(
    ("share", "area", "answer"),
    [(0.6, 0.0, ACCEPT), (0.4, 0.9, DECLINE), (0.52, 0.9, ACCEPT), (0.48, 0.0, DECLINE)],
)
def test_a_surrender_is_accepted_where_it_helps_to_win_or_else_brings_points(
    share: float, area: float, answer: Move
) -> None:
    """The host wins half of the games alone; the other one holds `area` of each cell."""
    game, s = board("red")
    owner = np.zeros((game.topology.cells, game.seats), np.float32)
    owner[:, 2] = area

    def seen(state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        black = share if state.occupiers[2] == 0 else 0.5
        return np.array((black, 1 - black, 0), np.float32), owner

    assert heuristics.answer_surrender(s, Surrender(2, 0), seen) == answer


def test_the_occupied_leave_when_they_can_win_alone() -> None:
    game, s = board("red")
    occupied = replace(s, occupiers=(None, None, 0))

    def alone(state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        free = state.occupiers[2] is None
        shares = (0.6, 0.1, 0.3) if free else (0.9, 0.1, 0.0)
        return np.array(shares, np.float32), owned(game, s, 0.5)

    assert heuristics.first_choice(game.table, occupied, alone, done=False) == INDEPENDENCE


def test_at_the_end_the_occupied_leave_for_any_hope_at_all() -> None:
    game, s = board("red")
    occupied = replace(s, occupiers=(None, None, 0))
    seen = outlook((0.9, 0.07, 0.03), owned(game, s, 0.5))
    assert heuristics.first_choice(game.table, occupied, seen, done=False) == ROLL
    last = replace(occupied, passes=1)
    assert heuristics.first_choice(game.table, last, seen, done=False) == INDEPENDENCE
    hopeless = outlook((0.9, 0.1, 0.0), owned(game, s, 0.5))
    assert heuristics.first_choice(game.table, last, hopeless, done=False) == ROLL


def test_where_all_is_decided_the_occupied_wait_for_nothing() -> None:
    game, s = board("red")
    occupied = replace(s, occupiers=(None, None, 0))
    for part, answer in ((0.92, ROLL), (0.93, INDEPENDENCE)):
        seen = outlook((0.9, 0.07, 0.03), owned(game, s, part))
        assert heuristics.first_choice(game.table, occupied, seen, done=False) == answer


@pytest.mark.parametrize(
    ("passes", "prisoners", "hands", "answer"),
    [
        ("2", "white: black 1", "", PASS_AND_DRAW),
        ("1", "white: black 1", "", ROLL),
        ("2", "", "", ROLL),
        # Who has a card in his hand may have points there.
        ("2", "white: black 1", "black: ?", ROLL),
        ("2", "white: black 4", "black: ?", PASS_AND_DRAW),
    ],
)
def test_who_wins_by_a_pass_passes(passes: str, prisoners: str, hands: str, answer: Move) -> None:
    """White and Black have 18 points each, Red 9; the outlook says nothing."""
    game = make(3, board=NINE)
    facts = {"to move": "white", "passes": passes, "prisoners": prisoners, "hands": hands}
    s = game.position(("..wb..br.",) * 9, {name: each for name, each in facts.items() if each})
    seen = outlook((0.4, 0.4, 0.2), owned(game, s, 0.5))
    assert heuristics.first_choice(game.table, s, seen, done=False) == answer


def test_a_settled_board_is_passed_and_a_card_drawn() -> None:
    game, s = board("white")
    seen = outlook((1.0, 0.0, 0.0), owned(game, s, 0.99))
    assert heuristics.first_choice(game.table, s, seen, done=True) == PASS_AND_DRAW
    assert heuristics.first_choice(game.table, s, seen, done=False) == ROLL


@pytest.mark.parametrize(("share", "answer"), [(0.6, ACCEPT), (0.4, DECLINE)])
def test_an_occupied_host_counts_what_he_would_have_alone(share: float, answer: Move) -> None:
    """Black, whom White occupies, is asked by Red; he wins half of the games alone."""
    game, s = board("red")
    s = replace(s, occupiers=(1, None, None))
    owner = np.zeros((game.topology.cells, game.seats), np.float32)

    def seen(state: State) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        assert state.occupiers[0] is None
        black = share if state.occupiers[2] == 0 else 0.5
        return np.array((black, 1 - black, 0), np.float32), owner

    assert heuristics.answer_surrender(s, Surrender(2, 0), seen) == answer


@pytest.mark.parametrize(
    ("occupiers", "hands", "prisoners", "answer"),
    [
        ("red: white", "red: reject", "red: white 6; white: red 2", Play(cards.REJECT)),
        ("red: white", "", "red: white 6; white: red 2", None),
        # An enemy's stones are for the search to decide about.
        ("", "red: reject", "red: white 6; white: red 2", None),
        # White leads anyway.
        ("red: white", "red: reject", "red: white 2; white: red 2", None),
    ],
)
def test_the_occupied_rejects_an_ally_who_takes_the_lead_from_him(
    occupiers: str, hands: str, prisoners: str, answer: Move | None
) -> None:
    game = make(3, CARDS)
    rows = (".r.rbb.", "rrrrb.b", "...rbb.", "rrrrbwb", "wwwwwww", "..w.w..", ".w...ww")
    facts = {"to move": "white", "prisoners": prisoners, "occupiers": occupiers, "hands": hands}
    s = game.position(rows, {name: text for name, text in facts.items() if text})
    s = game.apply(s, game.parse(s, "g5"))
    question = s.question
    assert isinstance(question, Reaction)
    assert question.waiting[0] == SEATS.index("red")
    assert heuristics.reject_ally(game.table, s, question) == answer


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
