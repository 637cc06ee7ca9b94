"""Two-player Mitropia without dice, cards, range and surrender is Go with positional superko
and no suicide: games side by side with GNU Go, move by move, and its scores at the end.

Scores are compared by their difference: prisoners that are put back (rule 20) take a point
from one side, prisoners that are kept give one to the other, so Japanese counting has the
same difference, and Chinese counting that of areas.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames.core.game import OVER
from termgames.games.mitropia.counting import count
from termgames.games.mitropia.moves import PASS, Point
from termgames.games.mitropia.options import Scoring
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from tests.games.mitropia import gnugo
from tests.games.mitropia.play import PLAIN, code, go, make, points
from tests.games.mitropia.table import on

COLOURS = ("black", "white")
GO: dict[str, Any] = {**PLAIN, "no-surrender": True}
REMEMBERED = 480
"""GNU Go keeps a history of 500 moves; in longer games it forgets repetitions."""
RECORDS = Path(__file__).with_name("go_random.jsonl")


def ordinary(size: int) -> Mitropia:
    """Ordinary Go on a square board."""
    square = "\n".join(["." * size] * size)
    return on(square, 2, **{name.replace("-", "_"): value for name, value in GO.items()})


def stones(rules: Mitropia, state: State, seat: int) -> set[str]:
    return {
        rules.topology.names[cell] for cell, stone in enumerate(state.stones) if stone == seat + 1
    }


def side_by_side(rules: Mitropia, state: State, program: gnugo.GnuGo) -> None:
    """Boards, prisoners and legal points are the same."""
    for seat, colour in enumerate(COLOURS):
        assert stones(rules, state, seat) == program.points(f"list_stones {colour}")
        taken = int(program.told(f"captures {colour}"))
        assert state.board.prisoners[seat][1 - seat] == taken
    asked = COLOURS[rules.to_act(state)]
    assert set(points(rules, state)) == program.points(f"all_legal {asked}")


def together(
    rules: Mitropia, program: gnugo.GnuGo, seed: int, games: int, passing: float
) -> Iterator[State]:
    """Each state of random games that the program plays as well; on small boards they come back to
    earlier positions all the time."""
    rng = random.Random(seed)
    for _ in range(games):
        state = rules.start()
        program.told("clear_board")
        for _ in range(REMEMBERED):
            yield state
            if rules.to_act(state) == OVER:
                break
            listed = points(rules, state)
            move = rng.choice(listed) if listed and rng.random() >= passing else "pass"
            program.told(f"play {COLOURS[rules.to_act(state)]} {move}")
            state = go(rules, state, move)


@gnugo.needed
@pytest.mark.parametrize(
    ("size", "seed", "games"),
    [(5, 1, 4), (6, 2, 3), (7, 3, 2), (9, 4, 2), (19, 6, 1)],
)
def test_rules_6_and_7_random_games_agree_with_go(size: int, seed: int, games: int) -> None:
    """Boards after each move; captures and all legal points, so suicide and superko too."""
    rules = ordinary(size)
    played = taken = 0
    with gnugo.running(size, "--positional-superko") as program:
        for state in together(rules, program, seed, games, 0.02):
            if rules.to_act(state) != OVER:
                side_by_side(rules, state, program)
            played += 1
            taken = max(taken, sum(map(sum, state.board.prisoners)))
    assert played > 150
    assert taken > 10


@gnugo.needed
def test_rule_7_what_is_refused_as_ko_would_be_legal_without_it() -> None:
    """The points that only superko forbids are those that GNU Go allows when it forbids no
    repetition; there are some, in games on a small board."""
    rules, repeated = ordinary(5), 0
    with gnugo.running(5, "--no-ko") as program:
        for state in together(rules, program, 8, 5, 0):
            if rules.to_act(state) == OVER:
                continue
            allowed = program.points(f"all_legal {COLOURS[rules.to_act(state)]}")
            legal = set(points(rules, state))
            forbidden = allowed - legal
            assert legal <= allowed
            assert {code(rules, state, point) for point in forbidden} <= {"superko"}
            repeated += len(forbidden)
    assert repeated > 20


# -- scores ---------------------------------------------------------------------------------


def difference(rules: Mitropia, state: State, dead: set[str], scoring: Scoring) -> int:
    """How far Black is ahead."""
    cells = [rules.topology.cell(name) for name in dead]
    found = count(
        rules.topology,
        state.stones,
        state.board.prisoners,
        state.occupiers,
        state.order,
        (0, 0),
        cells,
        scoring,
    )
    return found.totals[0] - found.totals[1]


def points_ahead(score: str) -> int:
    """`B+3.0` is 3, `W+2.0` -2, `0` none."""
    return 0 if score[0] == "0" else int(float(score[2:])) * (1 if score[0] == "B" else -1)


@gnugo.needed
@pytest.mark.parametrize("rule", ["japanese", "chinese"])
@pytest.mark.parametrize("seed", range(1, 3))
def test_rules_18_to_22_scores_of_whole_games_agree_with_go(rule: str, seed: int) -> None:
    """GNU Go plays both sides, says which stones are dead, and counts."""
    rules = ordinary(9)
    state = rules.start()
    scoring: Scoring = "territory" if rule == "japanese" else "area"
    with gnugo.running(9, "--level", "1", "--seed", str(seed), f"--{rule}-rules") as program:
        for _ in range(200):
            move = program.told(f"genmove {COLOURS[rules.to_act(state)]}").lower()
            state = go(rules, state, move)
            if rules.to_act(state) == OVER:
                break
        assert state.ending == "all passed"
        if seki := program.points("final_status_list seki"):
            pytest.skip(f"points in seki are no territory in GNU Go's count: {seki}")
        dead = program.points("final_status_list dead")
        ahead = points_ahead(program.told("final_score"))
    assert difference(rules, state, dead, scoring) == ahead


def settled(rules: Mitropia, rng: random.Random) -> State:
    """A random game in which nobody fills his own last points, to its end: every stone is
    alive, every point somebody's."""
    state = rules.start()
    adjacent = rules.topology.adjacent
    while rules.to_act(state) != OVER:
        own = rules.to_act(state) + 1
        useful = [
            move
            for move in rules.legal_moves(state)
            if isinstance(move, Point)
            and any(state.stones[near] != own for near in adjacent[move.cell])
        ]
        state = rules.apply(state, rng.choice(useful) if useful else PASS)
    return state


@gnugo.needed
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 7, 8, 9])
def test_rule_22_areas_of_settled_boards_agree_with_go(seed: int) -> None:
    rules = ordinary(9)
    state = settled(rules, random.Random(seed))
    with gnugo.running(9, "--chinese-rules", "--level", "1") as program:
        for seat, colour in enumerate(COLOURS):
            for point in sorted(stones(rules, state, seat)):
                program.told(f"play {colour} {point}")
        for seat, colour in enumerate(COLOURS):
            assert stones(rules, state, seat) == program.points(f"list_stones {colour}")
        if dead := program.points("final_status_list dead"):
            pytest.skip(f"GNU Go holds living stones for dead: {dead}")
        ahead = points_ahead(program.told("final_score"))
    assert difference(rules, state, set(), "area") == ahead


# -- recorded games -------------------------------------------------------------------------


@pytest.mark.parametrize("line", range(2))
def test_recorded_random_games_of_go(line: int) -> None:
    """Random games that GNU Go has judged, in the project's notation; needs no GNU Go."""
    game = json.loads(RECORDS.read_text("utf-8").splitlines()[line])
    rules = make(2, board=game["options"]["map"], **{k.replace("-", "_"): v for k, v in GO.items()})
    state = rules.start()
    checks = {check["ply"]: check for check in game["checks"]}
    for ply, move in enumerate([*game["moves"], None]):
        if ply in checks:
            check = checks[ply]
            assert COLOURS[rules.to_act(state)] == check["to_move"]
            for seat, colour in enumerate(COLOURS):
                assert stones(rules, state, seat) == set(check[colour])
                assert state.board.prisoners[seat][1 - seat] == check["captures"][colour]
            if "legal" in check:
                assert {*points(rules, state), "pass"} == set(check["legal"])
            if "n_legal" in check:
                assert len(points(rules, state)) + 1 == check["n_legal"]
        if move is not None:
            state = go(rules, state, move)
    assert rules.topology.rows([".bw"[stone] for stone in state.stones]) == game["final"]["board"]
    assert state.ending == "all passed"
