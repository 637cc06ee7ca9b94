"""Mitropia for a search: what it considers, and what a board is worth, against slow counts."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames.core.evaluation import Reward
from termgames.core.steps import distances
from termgames.games.mitropia import cards
from termgames.games.mitropia.bot.evaluation import HELD, Judgement
from termgames.games.mitropia.bot.shapes import (
    LOST,
    NEAR,
    SAVES,
    TAKES,
    THREATENS,
    THREATENS_MORE,
)
from termgames.games.mitropia.determinized import DeterminizedMitropia
from termgames.games.mitropia.moves import (
    DONE,
    FORFEIT,
    PASS,
    PASS_AND_DRAW,
    ROLL,
    Move,
    Pair,
    Play,
    Point,
    Say,
    Shift,
    SurrenderTo,
)
from termgames.games.mitropia.questions import Act, Reaction, ReplaceAt, Settle, Stones, Turn
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.turns.card_plays import STEPS
from termgames.go.dead_stones import Agreement
from tests.games.mitropia.play import CARDS, PLAIN, SETTLED, asked_states, at, go, make

GAMES = (
    make(3, deck="classic"),
    make(2, PLAIN, board="9x9"),
    make(4, CARDS, dead_stones="agree", deck="classic"),
    make(3, scoring="area"),
)
IDLE = {PASS, PASS_AND_DRAW, FORFEIT, DONE, ROLL}
EMPTY = " ".join(["." * 7] * 7)
WALLS = "...bw.. ...bw.. ...bw.. ...bw.. ...bw.. ...b.w. ...b.w."
"""Two walls behind which everything is settled."""


def met(
    diagram: str, *switches: dict[str, Any], hand: tuple[int, ...] = (), **options: Any
) -> tuple[Mitropia, DeterminizedMitropia, State]:
    """A game for two, its form, and a position in which black, who is to move, has a hand."""
    game = make(2, *switches, **options)
    s = at(game, diagram)
    s = replace(s, cards=replace(s.cards, hands=(hand, ()))) if hand else s
    return game, DeterminizedMitropia(game), s


def considered(form: DeterminizedMitropia, s: State, judgement: Judgement) -> list[Move]:
    return [form.move(s, n) for n in form.candidates(s, judgement).tolist()]


@pytest.mark.parametrize("game", GAMES)
def test_candidates_hold_all_legal_answers_but_a_few_kinds(game: Mitropia) -> None:
    """Left out are own eyes; cards that are laid down by habit; in shifts most stones to
    lift; where a card goes anywhere, what is in reach without it; other ways to pass."""
    worlds = DeterminizedMitropia(game)
    open_ = worlds.judge(game.start())
    looked_at = set()
    for s in asked_states(game, 3, 160):
        if not isinstance(s.question, Turn | Act | Stones | Reaction | ReplaceAt):
            continue
        looked_at.add(type(s.question))
        legal = set(game.legal_moves(s))
        looked = set(considered(worlds, s, open_))
        left_out = IDLE | set(worlds.pointless(s))
        for move in legal - looked - left_out:
            habit = isinstance(move, Play) and move.card not in (*STEPS, *cards.TRADES)
            anywhere = isinstance(s.question, Stones) and s.question.card == cards.MOVE_ANYWHERE
            anywhere &= isinstance(move, Point)
            assert habit or anywhere or isinstance(move, Shift | Pair | Say | SurrenderTo), move
        if isinstance(s.question, Act | Reaction):
            assert looked & legal
        # Of points only ko and rule 8 are left to the rules.
        for move in looked - legal:
            refusal = game.refuse(s, move)
            assert refusal.code in {"superko", "near", "joined", "suicide", "range"}
    assert looked_at


def test_evaluations_have_their_shapes_and_amaf_sums_are_those_of_the_playouts() -> None:
    game = make(3)
    worlds = DeterminizedMitropia(game)
    open_ = worlds.judge(game.start())
    assert open_.openness == 1
    asked = [s for s in asked_states(game, 1, 120) if worlds.usual_answer(s, open_) is None]
    some = [replace(s, occupiers=(None,) * 3) for s in asked if isinstance(s.question, Act)][-4:]
    lanes, reward = 6, Reward(0.3, 12.0)
    found = worlds.evaluate(some, lanes, np.random.default_rng(2), reward, open_)
    evaluator, cells = worlds.evaluator, worlds.cells
    ends = evaluator.ends(some, lanes, np.random.default_rng(2))
    points, won = evaluator.worth(some, ends.owner, lanes, 1.0)
    gained = reward.of(won, points).reshape(4, lanes, 3)
    assert found.owner.shape == (cells, 3)
    assert found.owner.sum() == (ends.owner >= 0).sum()
    np.testing.assert_allclose(found.reward, gained.mean(axis=1), atol=1e-5)
    first = ends.first.reshape(4, lanes, cells)
    played = np.stack([first == seat + 1 for seat in range(3)], axis=2)
    counts = played.sum(axis=1).reshape(4, -1)
    sums = np.einsum("pls,plsc->psc", gained, played).reshape(4, -1)
    features = 3 * cells
    np.testing.assert_array_equal(found.amaf_count[:, :features], counts)
    np.testing.assert_allclose(found.amaf_reward[:, :features], sums, atol=1e-3)


def slow_worth(s: State, owner: list[int], open_: float, *, area: bool) -> list[float]:
    """Area less stones put, prisoners put back one by one into what ground is left."""
    seats = range(len(s.occupiers))
    blocs = alliance.blocs(s.occupiers)
    own = [owner.count(seat) for seat in seats]
    held = [list(line) for line in s.board.prisoners]
    if not area:
        own = [points - s.stones.count(seat + 1) for seat, points in enumerate(own)]
    own = [max(p, 0) if blocs[seat] != seat else p for seat, p in enumerate(own)]
    if not area:
        room = [max(points, 0) for points in own]
        for colour in seats:
            while room[colour] and any(held[h][colour] for h in seats if blocs[h] != blocs[colour]):
                for holder in s.order:
                    if blocs[holder] != blocs[colour] and held[holder][colour] and room[colour]:
                        held[holder][colour] -= 1
                        room[colour] -= 1
                        own[colour] -= 1
        own = [points + sum(held[seat]) for seat, points in enumerate(own)]
    totals = [0.0 for _ in seats]
    for seat in seats:
        totals[blocs[seat]] += own[seat]
        hand = s.cards.hands[seat]
        totals[seat] += cards.points(s.cards, seat)
        totals[seat] += open_ * sum(HELD.get(kind, 0) for kind in hand if kind is not None)
    return totals


@pytest.mark.parametrize("scoring", ["territory", "area"])
def test_what_a_board_is_worth_is_what_a_slow_count_says(scoring: str) -> None:
    game = make(3, scoring=scoring)
    worlds = DeterminizedMitropia(game)
    rng = np.random.default_rng(7)
    for s in asked_states(game, 5, 150)[-12:]:
        prisoners = tuple(tuple(rng.integers(0, 14, 3).tolist()) for _ in range(3))
        under = (None, 2, None) if rng.random() < 0.5 else (None, None, None)
        s = replace(s, board=replace(s.board, prisoners=prisoners), occupiers=under)
        owner = rng.integers(-1, 3, (4, worlds.cells)).astype(np.int8)
        totals, won = worlds.evaluator.worth([s], owner, 4, 0.5)
        for lane in range(4):
            slow = slow_worth(s, owner[lane].tolist(), 0.5, area=scoring == "area")
            assert totals[lane].tolist() == pytest.approx(slow, abs=1e-4)
            free = [seat for seat in range(3) if under[seat] is None]
            best = max(slow[seat] for seat in free)
            winners = [seat for seat in free if slow[seat] == pytest.approx(best, abs=1e-4)]
            assert np.flatnonzero(won[lane]).tolist() == winners


def test_a_descent_goes_on_where_stones_are_owed_and_skips_what_is_forced() -> None:
    game = make(3, CARDS)
    worlds = DeterminizedMitropia(game)
    s = game.start()
    judgement = worlds.judge(s)
    s = replace(s, cards=replace(s.cards, hands=((cards.EXTRA_MOVE,), (cards.REJECT,), ())))
    mid_answer = game.apply(s, Play(cards.EXTRA_MOVE))
    assert worlds.mid_answer(mid_answer)
    assert worlds.forced(mid_answer, judgement) is None
    put = game.apply(s, Point(10))
    assert worlds.forced(put, judgement) is None  # White may reject it
    let = game.apply(put, game.parse(put, "let"))
    assert worlds.forced(let, judgement) == game.parse(
        let, "let"
    )  # Red has nothing to reject it with
    assert not worlds.mid_answer(put)


def test_settled_points_are_no_candidates() -> None:
    game, form, s = met(WALLS, PLAIN)
    settled, unknown = form.judge(s), form.judge(game.start())
    assert settled.settled.any()
    assert not unknown.settled.any()
    assert settled.openness < unknown.openness == 1
    assert len(form.candidates(s, settled)) < len(form.candidates(s, unknown))
    # In long games nothing is settled, so that they end.
    history = s.board.history
    for key in range(int(1.5 * game.topology.cells)):
        history = history.extended(1 + key, 0)
    judged = form.judge(replace(s, board=replace(s.board, history=history)))
    assert judged.fills_up
    assert not judged.settled.any()
    assert judged.openness == settled.openness


def test_points_beside_stones_that_have_to_be_captured_are_open() -> None:
    """With agreement the dead stone on b9 will be removed, else Black has to take it."""
    for agreement, beside in (("agree", []), ("none", ["a9", "c9"])):
        game, form, s = met(" ".join(SETTLED), PLAIN, board="9x9", dead_stones=agreement)
        settled = form.judge(s).settled
        open_points = [c for c, stone in enumerate(s.stones) if not stone and not settled[c]]
        assert [game.topology.names[cell] for cell in open_points] == beside


def test_a_stone_that_a_card_has_moved_is_not_moved_again() -> None:
    game, form, s = met("b...... " + EMPTY[8:-8] + " ......b", CARDS)
    a7, g1 = map(game.topology.cell, ("a7", "g1"))
    s = replace(s, question=Stones(0, cards.MOVE_TWO, s.board, (a7,)))
    moved = considered(form, s, form.judge(s))
    assert {m.origin for m in moved if isinstance(m, Shift)} == {g1}


@pytest.mark.parametrize("switches", [{}, PLAIN])
def test_on_an_open_board_nobody_lets_a_turn_go_by(switches: dict[str, Any]) -> None:
    game, form, s = met(EMPTY, switches)
    if game.table.dice:
        s = replace(s, question=Act(0), dice=(2, 3))
    judged = form.judge(s)

    def idle(judgement: Judgement) -> bool:
        return bool(IDLE & set(considered(form, s, judgement)))

    assert judged.openness == 1
    assert not idle(judged)
    assert idle(replace(judged, openness=0.99))
    assert idle(replace(judged, settled=np.ones_like(judged.settled))), "there is no point to play"


def test_a_card_that_owes_a_stone_is_no_candidate_where_none_is_wanted() -> None:
    """Once it is played a stone has to be put, were it into own ground."""
    hand = (cards.EXTRA_MOVE, cards.MOVE_ANYWHERE, cards.PAIR_PLACE, cards.MOVE_TWO)
    game, form, s = met(WALLS, CARDS, hand=hand)
    wanted = form.judge(game.start())
    assert {Play(card) for card in hand} <= set(considered(form, s, wanted))
    own = np.broadcast_to(np.array([1, 0], np.float32), wanted.owner.shape)
    nowhere = replace(wanted, settled=np.ones_like(wanted.settled), owner=own)
    assert set(considered(form, s, nowhere)) <= {PASS, PASS_AND_DRAW}
    # Two stones at once may still kill in the other's ground.
    assert Play(cards.PAIR_PLACE) in considered(form, s, replace(nowhere, owner=1 - own))


def test_two_stones_at_once_are_no_candidate_where_all_that_is_left_is_suicide() -> None:
    """The rules still let the card be played, into own ground."""
    hand = (cards.PAIR_PLACE,)
    boxes = "five | 2: a1 e1 | ...../...../...../...../....."
    game, form, s = met("wwwbb ..wb. wwwb. w.wb. wwwbb", CARDS, hand=hand, board=boxes)
    right = np.array([name[0] in "de" for name in game.topology.names])
    owner = np.stack([right, ~right], axis=1).astype(np.float32)
    judged = Judgement(np.ones(game.topology.cells, bool), owner)
    assert Play(cards.PAIR_PLACE) in game.legal_moves(s)
    asked = replace(s, question=Stones(0, cards.PAIR_PLACE, s.board))
    pair = Pair(*map(game.topology.cell, ("a4", "b4")))
    assert considered(form, asked, judged) == [pair]
    assert set(considered(form, s, judged)) <= IDLE


def test_where_dead_stones_are_agreed_on_playouts_begin_with_the_next_turn() -> None:
    """As after an agreement that failed."""
    game = make(3, PLAIN, dead_stones="agree")
    asked = go(game, game.start(), "d4", "pass", "pass", "pass")
    onward = go(game, asked, "dead none", "decline")
    assert (asked.question, onward.question) == (Settle(Agreement((1, 2, 0))), Turn(1))
    evaluator = DeterminizedMitropia(game).evaluator
    one, other = (evaluator.ends([s], 16, np.random.default_rng(1)) for s in (asked, onward))
    np.testing.assert_array_equal(one.first, other.first)
    np.testing.assert_array_equal(one.owner, other.owner)


@pytest.mark.parametrize("card", [cards.EXTRA_MOVE, cards.MOVE_TWO, cards.MOVE_THREE])
def test_more_stones_of_a_card_are_looked_for_five_steps_away(card: int) -> None:
    diagram = "\n".join(["b" + "." * 12, *["." * 13] * 11, "." * 12 + "w"])
    game, form, s = met(diagram, CARDS, board="13x13")
    judged = form.judge(game.start())
    middle = game.topology.by_name["g7"]
    question = Stones(0, card, s.board)
    first, more = (replace(s, question=replace(question, put=put)) for put in ((), (middle,)))
    steps = distances(game.topology)[middle]

    def targets(state: State) -> set[int]:
        found = considered(form, state, judged)
        stones = [move for move in found if move != DONE]
        assert (DONE in found) == (state is more)
        return {move.cell if isinstance(move, Point) else move.target for move in stones}

    assert targets(more) == {cell for cell in targets(first) if steps[cell] >= 5}
    assert len(targets(first)) > 150


def test_what_is_asked_in_between_changes_no_answer() -> None:
    """Everything a search asks depends on the judgement that it hands on, not on which board
    was judged last."""
    game, alone, s = met(WALLS, PLAIN)
    other, shared = game.start(), DeterminizedMitropia(game)
    expected, judgement = alone.judge(s), shared.judge(s)

    def answers(form: DeterminizedMitropia, judged: Judgement) -> list[object]:
        actions = form.candidates(s, judged)
        result = form.evaluate([s], 4, np.random.default_rng(1), Reward(0.3, 12.0), judged)
        return [
            actions.tolist(),
            form.prior(s, actions, judged).tolist(),
            result.reward.tolist(),
            form.preset_answer(s),
        ]

    wanted = answers(alone, expected)
    between = shared.judge(other)
    assert len(shared.candidates(other, between)) == game.topology.cells
    shared.preset_answer(other)
    assert answers(shared, judgement) == wanted


def test_points_that_cards_brought_belong_to_the_outlook() -> None:
    """The same stones with other points on the table are another board."""
    game, fresh, s = met(WALLS, CARDS)
    rich = replace(s, cards=replace(s.cards, laid=((), (cards.FIVE_POINTS,) * 4)))
    used = DeterminizedMitropia(game)
    used.evaluator.outlook(s)
    expected, _ = fresh.evaluator.outlook(rich)
    share, _ = used.evaluator.outlook(rich)
    assert share.tolist() == expected.tolist()
    assert expected[1] > used.evaluator.outlook(s)[0][1]


# -- shapes ---------------------------------------------------------------------------------


def test_a_glance_sees_captures_rescues_and_lost_stones() -> None:
    game, form, s = met("....... .bb.... bwww... .bbb... ....... .....bb ....bw.", PLAIN)
    point = game.topology.by_name
    black, white = (form._look(replace(s), seat).features.worth for seat in (0, 1))
    assert black[point["g1"]] >= TAKES
    assert white[point["g1"]] <= LOST + NEAR  # it would have no liberty, with what it joins
    # e5 is not yet the last liberty of three stones: d6 is one, too.
    assert NEAR < black[point["e5"]] < TAKES
    assert black[point["a7"]] == pytest.approx(NEAR)
    hunted = game.apply(s, Point(point["d6"]))
    assert form._look(hunted, 1).features.worth[point["e5"]] >= SAVES
    assert form._look(replace(hunted), 0).features.worth[point["e5"]] >= TAKES
    # Two stones at once take what has two liberties.
    game, form, s = met("bbb.... ww..... ww..... bbb.... ....... ....... .......", PLAIN)
    pairs = np.array([[point["c5"], point["c6"]], [point["d5"], point["d6"]]])
    taking, beside = form.shapes.of_pairs(form._look(s, 0).features, pairs).tolist()
    assert taking >= TAKES > beside
    # A group that is met twice is threatened once: d5 leaves White's three stones d3 alone.
    game, form, s = met("....... ...bb.. ..b.wb. ..bwwb. ....b.. ....... .......", PLAIN)
    expected = THREATENS + 3 * THREATENS_MORE + NEAR
    assert form._look(s, 0).features.worth[point["d5"]] == pytest.approx(expected)


@pytest.mark.parametrize(("occupiers", "may"), [("", True), ("white: black", False)])
def test_nobody_rejects_stones_of_an_ally(occupiers: str, may: bool) -> None:
    game = make(3, board="13x13")
    worlds = DeterminizedMitropia(game)
    facts = {"to move": "black", "occupiers": occupiers, "hands": "white: reject"}
    s = game.position(("." * 13,) * 13, facts)
    reacting = Reaction(0, (1, 2), s.board, (80,))
    assert (worlds.forced(replace(s, question=reacting), None) is None) == may


def test_the_occupied_play_to_win_alone_and_else_for_their_bloc() -> None:
    """White is under Black. Where he could not win alone what is good for Black is good for him."""
    nine = "nine | 3: a9 e1 j9 | " + "/".join(["." * 9] * 9)
    game = make(3, board=nine, no_dice=True, range="1")
    worlds, reward = DeterminizedMitropia(game), Reward(0.3, 12.0)
    facts = {"to move": "white", "occupiers": "white: black"}
    for row, wins in (("..bw.wr..", False), (".bw...wr.", True)):
        s = game.position((row,) * 9, facts)
        judgement = worlds.judge(s)
        found = worlds.evaluate([s], 64, np.random.default_rng(1), reward, judgement)
        assert found.share[0, 1] == 0
        bloc = found.reward[0, 0] - 0.7 * found.share[0, 0]
        assert (found.reward[0, 1] > bloc + 0.5) == wins
        if not wins:
            assert found.reward[0, 1] == pytest.approx(bloc, abs=0.05)
    over = replace(s, question=None, ending="all passed")
    gained, share = worlds.final(over, reward)
    assert gained[1] == pytest.approx(gained[0] - 0.7 * share[0])
