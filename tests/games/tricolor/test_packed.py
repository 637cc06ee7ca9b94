"""Packed positions against the readable rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.core.packed import Aimed, TableTalk, Tuned
from termgames.core.topology import Topology
from termgames.core.two_player import PASS
from termgames.games.tricolor.packed import PackedTriColor, margin
from termgames.games.tricolor.rules import Place, TriColor
from termgames.games.tricolor.state import resting
from termgames.go import pass_alive
from tests.games.tricolor.support import play, position, tricolor

CUT = "cut | 2: a1 e5 | ...../.-.-./....-/..-../....."
BOARDS: dict[str, dict[str, Any]] = {
    "five": {"size": 5},
    "seven": {"size": 7, "order": "thue-morse"},
    "hexhex": {"hex": 3},
    "map": {"map": CUT},
}


def made(**options: Any) -> tuple[TriColor, PackedTriColor]:
    game = tricolor(**options)
    return game, PackedTriColor(game)


def own_eyes(game: TriColor, state: Any) -> set[int]:
    """The points that only fill an own eye, by their definition."""
    seat, found = game.mover(state) + 1, set()
    for cell, near in enumerate(game.topology.adjacent):
        if state.stones[cell] or any(state.stones[other] != seat for other in near):
            continue
        if game.refuse(state, Place(cell)) is not None:
            continue
        after = game.apply(state, Place(cell)).stones
        groups = [_liberties(game, state.stones, other) for other in near]
        if all(len(liberties) > 1 for liberties in groups) and after[cell]:
            found.add(cell)
    return found


def own_ground(topology: Topology, stones: bytes, colour: int) -> set[int]:
    regions = pass_alive.ground(topology, stones)
    return {cell for holder, region in regions if holder == colour for cell in region}


def _liberties(game: TriColor, stones: bytes, cell: int) -> set[int]:
    seen, todo, found = {cell}, [cell], set()
    while todo:
        for near in game.topology.adjacent[todo.pop()]:
            if not stones[near]:
                found.add(near)
            elif stones[near] == stones[cell] and near not in seen:
                seen.add(near)
                todo.append(near)
    return found


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seed", range(2))
def test_replay(board: str, seed: int) -> None:
    """Random games: the same moves, positions, seats, scores and ends; below roots of all ages no
    move is missing."""
    game, packed = made(**BOARDS[board])
    rng = np.random.default_rng(seed)
    state = game.start()
    row = packed.pack([state])
    for _ in range(6 * game.topology.cells):
        if rng.random() < 0.1:
            row = packed.pack([state])
        assert packed.to_act(row)[0] == game.to_act(state)
        assert set(np.flatnonzero(packed.rests(row[0])).tolist()) == resting(state)
        np.testing.assert_allclose(packed.standing(row)[0], game.score(state).totals)
        if game.to_act(state) == OVER:
            break
        actions = packed.legal(row[0])
        assert (np.diff(actions) > 0).all()
        moves = [packed.move(row[0], int(action)) for action in actions]
        eyes, seat = own_eyes(game, state), 1 + game.to_act(state)
        held = own_ground(game.topology, state.stones, seat)
        expected = [
            move
            for move in game.legal_moves(state)
            if not isinstance(move, Place) or move.cell not in eyes | held
        ]
        fresh = packed.pack([state])
        known = [packed.move(fresh[0], int(action)) for action in packed.legal(fresh[0])]
        assert known == expected
        # Below the root, repetitions from long ago are not seen.
        assert set(expected) <= set(moves)
        chosen = expected.index(PASS) if rng.random() < 0.05 else int(rng.integers(len(expected)))
        state = game.apply(state, expected[chosen])
        row = packed.advance(row, actions[[moves.index(expected[chosen])]])
        packed_anew = packed.pack([state])
        for field in ("stones", "turn", "passed", "over", "key", "keys"):
            np.testing.assert_array_equal(row[field], packed_anew[field])
        if not packed_anew["barred"].any():
            assert packed.same(row[0], packed_anew[0])
    while game.to_act(state) != OVER:
        state = game.apply(state, PASS)
    reward, share = packed.final(packed.pack([state]), Reward(0.2, 8, margin))
    np.testing.assert_array_equal(share[0], game.utilities(state))
    assert ((reward >= 0) & (reward <= 1)).all()


@pytest.mark.parametrize(
    ("moves", "rest"),
    [
        ("", set()),
        ("a1 b1 c1", set()),
        ("a1 pass c1", {1}),
        ("pass b1 pass", {0, 2}),
        ("pass b1 pass a1", {2}),
        # Talk is no turn.
        ("a1 pass c1; resign with gamma; decline", {1}),
        ("a1 pass c1 pass b1", {0}),
        ("a1 pass c1 pass b1 pass", {0, 2}),
        ("a1 b1 pass pass", {2, 0}),
    ],
)
def test_who_rests_passed_in_his_latest_turn(moves: str, rest: set[int]) -> None:
    game, packed = made(size=5)
    turns, *talk = (part.strip() for part in moves.split(";"))
    state = play(game, game.start(), *turns.split(), *talk)
    assert resting(state) == rest
    assert packed.rests(packed.pack([state])[0]).tolist() == [seat in rest for seat in range(3)]


def test_after_a_failed_agreement_only_new_passes_count() -> None:
    game = tricolor(size=5, dead_stones="agree")
    state = play(game, game.start(), "a1", "b1", "pass", "pass", "pass", "dead none", "decline")
    assert game.mover(state) == 2
    assert resting(state) == set()
    state = play(game, state, "pass")
    assert resting(state) == {2}
    state = play(game, state, "e5")
    assert resting(state) == {2}
    assert resting(play(game, state, "pass", "d5")) == {1}


def test_after_a_failed_agreement_passes_before_a_stone_are_known() -> None:
    """To the row of the position after the stone as to the one that the stone leads to."""
    game, packed = made(size=5, dead_stones="agree")
    state = play(game, game.start(), "a1", "b1", "pass", "pass", "pass", "dead none", "decline")
    state = play(game, state, "pass", "pass")
    after = packed.advance(packed.pack([state]), np.array([game.topology.cell("e5")]))
    state = play(game, state, "e5")
    assert resting(state) == {0, 2}
    assert packed.same(after[0], packed.pack([state])[0])


def test_who_has_passed_in_a_position_from_a_file_rests() -> None:
    game, packed = made(size=5)
    rows = ". . . . .\na a . . .\n. . . b .\n. . . . .\n. . g . ."
    state = position(rows, game=game, to_move="gamma", passed="beta")
    assert resting(state) == {1}
    assert packed.rests(packed.pack([state])[0]).tolist() == [False, True, False]


def test_in_the_thue_morse_order_a_stone_before_a_pass_does_not_count() -> None:
    """alpha beta gamma beta gamma alpha: beta and gamma move twice before alpha does."""
    game, _ = made(size=5, order="thue-morse")
    assert resting(play(game, game.start(), "a1", "b1", "pass", "pass")) == {1, 2}
    assert resting(play(game, game.start(), "a1", "pass", "pass", "b1")) == {2}


def test_a_stone_in_held_ground_can_be_taken() -> None:
    """Alpha holds a1 and b1, and d1 and e1, for good. Beta goes to a1: alpha may take him, and
    still sees no reason to fill the other region."""
    board = ". . . . .\n. . . . .\n. . . . .\na a a a a\n. . a . ."
    game, packed = made(size=5)
    row = packed.pack([position(board, game=game, to_move="beta")])
    a1, b1, d1, e1 = (game.topology.cell(name) for name in ("a1", "b1", "d1", "e1"))
    row = packed.advance(packed.advance(row, np.array([a1], np.int32)), _pass(packed))
    assert b1 in packed.legal(row[0])
    assert not {d1, e1} & set(packed.legal(row[0]).tolist())


KO = """
. a b . .
a . a b .
. a b . .
. . . . .
. . . . g
"""
"""beta takes c4 at b4, and alpha b4 at c4."""


def test_rows_know_the_repetitions_of_a_ko() -> None:
    """Beta takes, gamma passes, alpha takes back, as he may: the board was never his. For
    beta to take again would repeat his own move."""
    game, packed = made(size=5)
    state = position(KO, game=game, to_move="beta")
    row = packed.pack([state])
    b4, c4 = game.topology.cell("b4"), game.topology.cell("c4")
    for name, action in (("b4", b4), ("pass", packed.passing), ("c4", c4)):
        assert action in packed.legal(row[0])
        state, row = play(game, state, name), packed.advance(row, np.array([action], np.int32))
    refusal = game.refuse(state, Place(b4))
    assert refusal is not None
    assert refusal.code == "superko"
    assert b4 not in packed.legal(row[0])
    assert packed.same(row[0], packed.pack([state])[0])
    # With a stone elsewhere in between the board is another one.
    for name, action in (("a1", 0), ("c1", 2), ("c2", 7)):
        state, row = play(game, state, name), packed.advance(row, np.array([action], np.int32))
    assert game.refuse(state, Place(b4)) is None
    assert b4 in packed.legal(row[0])


TWO_KOS = """
. a b . . . .
a . a b . . .
. a b . . . .
. . . . . . .
. a b . . . .
a b . b . . .
. a b . g . .
"""


def test_superko_from_long_ago_is_marked_at_the_root() -> None:
    """Alpha and beta take both kos in turn; nine turns later the board would be as after
    beta's first move, which rows do not remember."""
    game, packed = made(size=7)
    state = position(TWO_KOS, game=game, to_move="beta")
    row = packed.pack([state])
    for name in ["b6", "pass", "c2", "pass", "pass", "c6", "b2", "pass", "pass"]:
        cell = packed.passing if name == "pass" else game.topology.cell(name)
        assert cell in packed.legal(row[0])
        state, row = play(game, state, name), packed.advance(row, np.array([cell], np.int32))
    again = game.topology.cell("b6")
    refusal = game.refuse(state, Place(again))
    assert refusal is not None
    assert refusal.code == "superko"
    root = packed.pack([state])[0]
    assert np.flatnonzero(root["barred"]).tolist() == [again]
    assert again not in packed.legal(root)
    assert not packed.same(root, row[0])
    onward = packed.advance(root[None], _pass(packed))
    assert not onward["barred"].any()


def test_questions_have_no_row() -> None:
    game, packed = made(size=5, dead_stones="agree")
    state = play(game, game.start(), "pass", "pass", "pass")
    with pytest.raises(ValueError, match="judging"):
        packed.pack([state])
    with pytest.raises(ValueError, match="judging"):
        packed.pack([play(game, game.start(), "resign with beta")])


def test_a_game_that_is_over_is_counted_as_agreed() -> None:
    """Whatever stones bots would have taken for dead."""
    game, packed = made(size=5, dead_stones="agree")
    begun = position("a.bb. aabbb .abgg aabg. a.bgg", game=game, to_move="alpha")
    assert packed.pack([begun])["dead"].any()
    state = play(game, begun, "pass", "pass", "pass", "dead none", "agree", "agree")
    row = packed.pack([state])
    assert packed.to_act(row)[0] == OVER
    assert packed.standing(row)[0].tolist() == list(game.score(state).totals)
    _, share = packed.final(row, Reward())
    assert share[0].tolist() == game.utilities(state).tolist()


def test_evaluation_counts_what_playouts_gave() -> None:
    game, packed = made(size=5)
    boards = [game.start(), play(game, game.start(), "c3", "b2")]
    rows = packed.pack(boards)
    reward = Reward(0.2, 8, margin)
    result = packed.evaluate(rows, 64, np.random.default_rng(1), reward)
    assert result.reward.shape == result.share.shape == (2, 3)
    assert (result.share.sum(axis=1) <= 1.0001).all()
    assert result.owner.shape == (25, 3)
    assert result.owner.sum(axis=1).max() <= 128
    assert result.amaf_count.shape == result.amaf_reward.shape == (2, 75)
    assert result.amaf_count[0].reshape(3, 25).sum(axis=0).max() <= 64
    assert (result.amaf_reward <= result.amaf_count).all()
    # The stones that stand already are not played first by anybody again as such.
    mean, weight = packed.amaf(rows[0], result.amaf_count[0], result.amaf_reward[0])
    assert mean.shape == weight.shape == (26,)
    assert weight[-1] == pytest.approx(weight[:-1].mean()), "the pass is known as well as others"
    assert ((mean > 0) & (mean < 1)).all()
    alpha, gamma = (set(packed.amaf_features(row, packed.legal(row))[:, 0]) for row in rows)
    assert alpha & gamma == {-1}


def test_the_area_aim_plays_for_the_highest_score() -> None:
    game, packed = made(size=5)
    state = position(".aabb aaab. aaabb a.agg aaag.", game=game, to_move="alpha")
    row = packed.pack([state])
    over = packed.advance(
        packed.advance(packed.advance(row, _pass(packed)), _pass(packed)), _pass(packed)
    )
    assert packed.to_act(over)[0] == OVER
    _, middle = packed.final(over, packed.tuning["reward"])
    _, most = packed.final(over, packed.aims["area"])
    assert middle.tolist() == [[0, 1, 0]]
    assert most.tolist() == [[1, 0, 0]]
    assert isinstance(packed, Aimed)
    assert isinstance(packed, Tuned)
    assert isinstance(packed, TableTalk)


def _pass(packed: PackedTriColor) -> Any:
    return np.array([packed.passing], np.int32)


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((10, 20, 40), (-10, 10, -20)),
        ((20, 20, 50), (0, 0, -30)),
        ((30, 30, 30), (0, 0, 0)),
    ],
)
def test_the_margin_is_the_way_to_the_middle(points: Any, expected: Any) -> None:
    for turn in range(3):
        score = np.roll(np.array([points], np.float32), turn, axis=1)
        assert margin(score).tolist() == [np.roll(expected, turn).tolist()]


@pytest.mark.parametrize("board", ["seven", "hexhex"])
def test_priors_speak_of_the_rim_while_there_is_room(board: str) -> None:
    game, packed = made(**BOARDS[board])
    row = packed.pack([game.start()])[0]
    actions = packed.legal(row)
    prior = dict(zip(actions.tolist(), packed.prior(row, actions).tolist(), strict=True))
    inner = max(map(len, game.topology.adjacent))
    centre = game.topology.cells // 2
    assert prior[packed.passing] < min(value for a, value in prior.items() if a < packed.passing)
    assert prior[centre] == 0
    rim = {cell for cell, near in enumerate(game.topology.adjacent) if len(near) < inner}
    assert {prior[cell] for cell in rim} == {min(prior[cell] for cell in range(packed.cells))}
    corner = game.topology.adjacent[0][0]  # a stone there halves what the rim costs beside it
    beside = packed.advance(row[None], np.array([corner], np.int32))
    near, far = packed.prior(beside[0], np.array([0, packed.cells - 1], np.int32))
    assert 2 * near == far == prior[0]
    onward, rng = row[None], np.random.default_rng(1)
    while (onward["stones"] > 0).sum() < packed.cells / 2:
        may = packed.legal(onward[0])[:-1]
        onward = packed.advance(onward, np.array([rng.choice(may)], np.int32))
    assert not packed.prior(onward[0], packed.legal(onward[0])).any()


def test_a_packed_position_knows_the_last_stone() -> None:
    """As `advance` leaves it: a net looks at it."""
    game, packed = made(size=5)
    state = game.start()
    assert packed.pack([state])["last"] == packed.passing
    for text in ("c3", "a1", "pass", "b2", "pass"):
        before = packed.pack([state])
        move = game.parse(state, text)
        state = game.apply(state, move)
        action = packed.passing if move == PASS else move.cell
        after = packed.advance(before, np.array([action], np.int32))
        assert packed.pack([state])["last"] == after["last"] == action


def test_rows_know_whose_the_last_turn_is_that_a_position_may_begin_with() -> None:
    """And those of the longest game from there: the table of the order is long enough."""
    game, packed = made(size=5, order="thue-morse")
    state = position("..... " * 5, game=game, turn="9999")
    row = packed.pack([state])
    for _ in range(2):
        assert packed.to_act(row)[0] == game.to_act(state)
        row["turn"] += 19_682 - 9_999
        state = replace(state, turn=19_682)


def test_marks_of_dead_stones_go_with_the_stones_and_a_group_dies_whole() -> None:
    """Beta takes alpha's dead a1: nothing there is dead any more. Gamma's dead c1 lives with d1."""
    game, packed = made(size=5)
    row = packed.pack([position("..... ..... ..... ..... abg..", game=game, to_move="beta")])
    at = game.topology.cell
    row["dead"][0, [at("a1"), at("c1")]] = True

    def lie(row: Any) -> str:
        return game.topology.rows([".abg"[stone] for stone in packed.cleared(row)[0]])[-1]

    assert lie(row) == ".b..."
    taken = packed.advance(row, np.array([at("a2")], np.int32))
    assert np.flatnonzero(taken["dead"][0]).tolist() == [at("c1")]
    joined = packed.advance(taken, np.array([at("d1")], np.int32))
    assert lie(joined) == ".bgg."


def test_in_playouts_the_others_stop_below_who_has_most() -> None:
    """Where all go on as long as they can he is more often the one in the middle, or takes all."""
    game, packed = made(size=7)
    board = ["a.aaa.a", ".aaaaaa", "aaa.aaa", ".......", "b.bb.gg", "bbb.ggg", "b.b.g.g"]
    rows = packed.pack([game.position(board, {})])
    rng, lanes = np.random.default_rng(1), 2048
    restrained = packed.evaluate(rows, lanes, rng, Reward(0.2, 8, margin)).share
    all_go_on = packed.kernel.run(rows["stones"], rows["turn"], None, lanes, rng).utility
    assert restrained[0, 0] < all_go_on[:, 0].mean() - 0.04
