"""Packed positions against the readable rules."""

from typing import Any

import numpy as np
import pytest

from termgames.core.evaluation import Reward
from termgames.core.game import OVER
from termgames.games.tricolor.packed import PackedTriColor, margin
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import resting
from tests.cases import cases, options
from tests.games.tricolor.support import position, tricolor
from tests.scenes import code
from tests.scenes import go as play

CUT = "cut | 2: a1 e5 | ...../.-.-./....-/..-../....."
BOARDS: dict[str, dict[str, Any]] = {
    "five": {"size": 5},
    "seven": {"size": 7, "order": "thue-morse"},
    "hexhex": {"hex": 3},
    "map": {"map": CUT},
    "shared": {"size": 5, "shared": "all"},
    "hexagons": {"map": CUT.replace("cut", "cut | cells: hexagons")},
}


def made(**options: Any) -> tuple[TriColor, PackedTriColor]:
    game = tricolor(**options)
    return game, PackedTriColor(game)


RESTING = cases("""
# Options, moves, who rests then: who passed in his latest turn.
size=5 | |
size=5 | a1 b1 c1 |
size=5 | a1 pass c1 | 1
size=5 | pass b1 pass | 0 2
size=5 | pass b1 pass a1 | 2
# Talk is no turn.
size=5 | a1 pass c1, resign with gamma, decline | 1
size=5 | a1 pass c1 pass b1 | 0
size=5 | a1 pass c1 pass b1 pass | 0 2
size=5 | a1 b1 pass pass | 0 2
# Alpha beta gamma beta gamma alpha: beta and gamma move twice before alpha does.
size=5 order=thue-morse | a1 b1 pass pass | 1 2
size=5 order=thue-morse | a1 pass pass b1 | 2
# After a failed agreement only new passes count.
size=5 dead-stones=agree | {} |
size=5 dead-stones=agree | {}, pass | 2
size=5 dead-stones=agree | {}, pass, e5 | 2
size=5 dead-stones=agree | {}, pass, e5, pass, d5 | 1
size=5 dead-stones=agree | {}, pass, pass, e5 | 0 2
""")


@pytest.mark.parametrize(("chosen", "moves", "rest"), RESTING)
def test_who_rests_passed_in_his_latest_turn(chosen: str, moves: str, rest: str) -> None:
    game = tricolor(**options("tricolor", chosen))
    packed = PackedTriColor(game)
    texts = moves.format("a1 b1 pass pass pass, dead none, decline").split(", ")
    turns = texts[0].split() if " with " not in texts[0] and "dead" not in texts[0] else texts[:1]
    state = play(game, game.start(), *turns, *texts[1:])
    expected = set(map(int, rest.split()))
    assert resting(state) == expected
    rows = packed.pack([state])
    assert packed.rests(rows[0]).tolist() == [seat in expected for seat in range(3)]
    # So it is in the row that the one before the last stone leads to.
    if moves.endswith("pass, pass, e5"):
        before = play(game, game.start(), *turns, *texts[1:-1])
        after = packed.advance(packed.pack([before]), np.array([game.topology.cell("e5")]))
        assert packed.same(after[0], rows[0])


KOS = cases("""
# Board, moves from beta's, the point that superko bars then, and whether rows know that by
# themselves. A ko: beta takes, gamma passes, alpha takes back, as he may, since that board was
# never his; for beta to take again would repeat his own move, but not with stones elsewhere.
.ab.. a.ab. .ab.. ..... ....g | b4 pass c4 | b4 | yes
.ab.. a.ab. .ab.. ..... ....g | b4 pass c4 a1 c1 c2 | | yes
# Two kos in turn: nine turns later the board would be as after beta's first move.
.ab.... a.ab... .ab.... ....... .ab.... ab.b... .ab.g.. | {} | b6 | no
""")


@pytest.mark.parametrize(("board", "moves", "barred", "known"), KOS)
def test_rows_know_late_repetitions_and_roots_those_of_long_ago(
    board: str, moves: str, barred: str, known: str
) -> None:
    game, packed = made(size=len(board.split()))
    state = position(board, game=game, to_move="beta")
    row = packed.pack([state])
    for name in moves.format("b6 pass c2 pass pass c6 b2 pass pass").split():
        cell = packed.passing if name == "pass" else game.topology.cell(name)
        assert cell in packed.legal(row[0])
        state, row = play(game, state, name), packed.advance(row, np.array([cell], np.int32))
    point = game.topology.cell(barred or "b4")
    assert code(game, state, game.topology.names[point]) == ("superko" if barred else None)
    root = packed.pack([state])[0]
    assert np.flatnonzero(root["barred"]).tolist() == ([point] if known == "no" else [])
    assert (point in packed.legal(root)) == (not barred)
    assert (point in packed.legal(row[0])) == (not barred or known == "no")
    assert packed.same(root, row[0]) == (known == "yes")
    assert not packed.advance(root[None], _pass(packed))["barred"].any()


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
    onward, rng = row[None], np.random.default_rng(1)
    while (onward["stones"] > 0).sum() < packed.cells / 2:
        may = packed.legal(onward[0])[:-1]
        onward = packed.advance(onward, np.array([rng.choice(may)], np.int32))
    assert not packed.prior(onward[0], packed.legal(onward[0])).any()


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
