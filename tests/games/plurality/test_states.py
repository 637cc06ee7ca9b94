"""Plurality against its second version in `brute.py`, on random positions and matches."""

import random
from functools import cache, reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from termgames import games
from termgames.core.errors import IllegalMove
from termgames.core.game import OVER
from termgames.games.plurality.rules import PASS, Place, Plurality, State
from termgames.play import record
from termgames.play.match import LostGame, Match, StaleAnswer
from tests import diagrams
from tests.games.plurality import brute

BOARDS = ["size 5", "size 6", "size 9", "hex 3", "hex 5"]
PLAYED_ON = ["size 5", "size 6", "size 7", "hex 3", "hex 4"]
"""Smaller ones, for whole games: the second version looks at every triple of cells."""


@cache
def both(board: str) -> tuple[Plurality, brute.Board]:
    """A board as the game and as its second version."""
    option, number = board.split()
    game = games.create("plurality", {option: int(number)})
    assert isinstance(game, Plurality)
    edge = int(number)
    return game, brute.hexhex(edge) if option == "hex" else brute.square(edge)


def thinned(game: Plurality, marks: list[int]) -> bytes:
    """Random stones, one taken from every full block, so that the position may be."""
    stones = bytearray(marks)
    for block in game.topology.blocks.tolist():
        if all(stones[cell] for cell in block):
            stones[block[sum(marks) % 4]] = 0
    return bytes(stones)


@st.composite
def positions(draw: st.DrawFn, board: str) -> State:
    """Any stones that leave no block full, dense or thin, either side to move."""
    game, _ = both(board)
    empties = draw(st.integers(0, 6))
    choice = st.sampled_from([0] * empties + [1, 2])
    cells = game.topology.cells
    stones = thinned(game, draw(st.lists(choice, min_size=cells, max_size=cells)))
    rows = game.topology.rows([diagrams.MARKS[stone] for stone in stones])
    side = draw(st.sampled_from(["black", "white"]))
    passes = draw(st.sampled_from(["0", "1"]))
    return game.position(rows, {"to move": side, "passes": passes})


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("ties", ["neutral", "parity"])
@given(data=st.data())
@settings(max_examples=20)
def test_scores_agree_with_the_second_version(board: str, ties: str, data: st.DataObject) -> None:
    game, plain = both(board)
    game = games.create("plurality", {**game.options, "ties": ties})
    state = data.draw(positions(board))
    stones = brute.read(plain, diagrams.show(game, state))
    score = game.score(state)
    assert score.totals == brute.score(plain, stones, game.options["komi"], ties == "parity")
    counted = {
        tuple(sorted(game.topology.cell(plain.name[point]) for point in region)): counts
        for region, *counts in brute.territories(plain, stones)
    }
    told = {part.cells: part.text for part in score.parts if part.cells}
    assert told.keys() == counted.keys()
    for cells, (black, white) in counted.items():
        assert told[cells].endswith(f"({black} black, {white} white)")


@pytest.mark.parametrize("board", PLAYED_ON)
@given(seed=st.integers(0, 2**32), eager=st.floats(0, 0.4))
@settings(max_examples=8)
def test_random_games_agree_with_the_second_version(board: str, seed: int, eager: float) -> None:
    """Move by move to the end: boards, side to move, legal moves and scores."""
    game, plain = both(board)
    rng = random.Random(seed)
    state, stones, mover, passes = game.start(), {}, "b", 0
    while True:
        options = {brute.text(plain, move): move for move in brute.moves(plain, stones, passes)}
        assert sorted(map(game.format, game.legal_moves(state))) == sorted(options)
        assert game.score(state).totals == brute.score(plain, stones, game.options["komi"], False)
        if not options:
            break
        assert game.seat_name(state, game.to_act(state))[0] == mover
        text = "pass" if rng.random() < eager else rng.choice(sorted(options))
        state = game.apply(state, game.parse(state, text))
        stones, mover, passes = brute.successor(stones, mover, passes, options[text])
        assert brute.read(plain, diagrams.show(game, state)) == stones
    assert game.ending(state) == ("both passed" if passes == 2 else "no placement left")


@pytest.mark.parametrize("board", BOARDS)
@given(data=st.data())
@settings(max_examples=20)
def test_any_triple_of_cells_is_refused_or_listed(board: str, data: st.DataObject) -> None:
    """`refuse` finds the cells at fault, and they are at fault."""
    game, _ = both(board)
    state = data.draw(positions(board))
    cells = game.topology.cells
    first = data.draw(st.integers(0, cells - 1))
    near = sorted({*game.topology.adjacent[first], first})
    near += [cell for other in near for cell in game.topology.adjacent[other]]
    second, third = data.draw(st.sampled_from(near)), data.draw(st.sampled_from(near))
    move = Place((first, second), third)
    refusal = game.refuse(state, move)
    assert (refusal is None) == (move in game.legal_moves(state))
    if refusal is None or refusal.code == "over":
        return
    fault, shape = refusal.cells, move.shape
    if refusal.code == "repeated":
        assert [shape.count(cell) > 1 for cell in fault] == [True]
    elif refusal.code == "occupied":
        assert fault == tuple(cell for cell in shape if state.stones[cell])
    elif refusal.code == "apart":
        assert fault == shape
        assert sum(b in game.topology.adjacent[a] for a in shape for b in shape) < 4
    else:
        assert refusal.code == "block"
        assert list(fault) in game.topology.blocks.tolist()
        assert set(fault) & set(shape)
        assert all(cell in shape or state.stones[cell] for cell in fault)


class MatchMachine(RuleBasedStateMachine):
    """A match at the table beside a list of moves: play, refuse, undo, redo, resign, save."""

    @initialize(board=st.sampled_from(["size 5", "hex 3"]), pie=st.booleans())
    def begin(self, board: str, pie: bool) -> None:
        game, self.plain = both(board)
        chosen = {name: value for name, value in game.options.items() if name in ("size", "hex")}
        self.game: Any = games.create("plurality", {**chosen, "pie": pie})
        self.match = Match(self.game, ("one", "two"), 5)
        self.played: list[Any] = []
        self.undone: list[Any] = []
        self.resigned: int | None = None

    def state(self) -> Any:
        """The position that the list of moves leads to."""
        return reduce(self.game.apply, self.played, self.game.start())

    def going_on(self) -> bool:
        return self.resigned is None and self.game.to_act(self.state()) != OVER

    @precondition(going_on)
    @rule(data=st.data())
    def submit(self, data: st.DataObject) -> None:
        prompt = self.match.prompt()
        move = data.draw(st.sampled_from(self.game.legal_moves(prompt.state)))
        self.match.submit(move, serial=prompt.serial)
        self.undone = self.undone[:-1] if self.undone[-1:] == [move] else []
        self.played.append(move)

    @rule(data=st.data())
    def submit_what_is_refused(self, data: st.DataObject) -> None:
        """No placement at all, an answer to an earlier question, or one after the end."""
        cell = st.integers(-1, self.game.topology.cells)
        move = Place((data.draw(cell), data.draw(cell)), data.draw(cell))
        if not self.going_on() or self.game.refuse(self.state(), move) is not None:
            with pytest.raises((IllegalMove, StaleAnswer)):
                self.match.submit(move)
        prompt = self.match.prompt()
        now = -1 if prompt is None else prompt.serial
        stale = data.draw(st.integers(-1, now - 1)) if now > 0 else -1
        with pytest.raises(StaleAnswer):
            self.match.submit(PASS, serial=stale)

    @rule(data=st.data(), one=st.booleans())
    def undo(self, data: st.DataObject, one: bool) -> None:
        """One move, or a resignation alone when there is one; or all moves after a ply."""
        most = len(self.played)
        ply = max(0, most - (self.resigned is None)) if one else data.draw(st.integers(0, most))
        self.match.undo(*[] if one else [ply])
        self.resigned = None
        while len(self.played) > ply:
            self.undone.append(self.played.pop())

    @rule()
    def redo(self) -> None:
        able = bool(self.undone) and self.resigned is None
        assert self.match.redo() == able
        if able:
            self.played.append(self.undone.pop())

    @rule(seat=st.integers(0, 1))
    def resign(self, seat: int) -> None:
        if self.going_on():
            self.resigned = seat
        self.match.resign(seat)

    @rule()
    def save_and_load(self) -> None:
        self.match = record.load(record.write(self.match))
        self.undone = []

    @invariant()
    def agrees(self) -> None:
        """The match is what the list of moves says; the stones are the second version's."""
        state, match = self.state(), self.match
        assert match.state == state
        assert (list(match.moves), list(match.undone)) == (self.played, self.undone)
        assert match.loss == (None if self.resigned is None else LostGame(self.resigned))
        assert match.over == (not self.going_on())
        stones: brute.Stones = {}
        # The moves before play are the komi and the side.
        for number, move in enumerate(self.played[2 * self.game.options["pie"] :]):
            if move != PASS:
                names = self.game.format(move).split(",")
                a, b, enemy = (self.plain.point[name] for name in names)
                stones = brute.play(stones, "bw"[number % 2], ((a, b), enemy))
        assert brute.read(self.plain, diagrams.show(self.game, state)) == stones
        result = match.result()
        assert (result is None) == self.going_on()
        if result is not None and self.resigned is not None:
            name = self.game.seat_name(state, self.resigned)
            assert (result.winners, result.reason) == ((1 - self.resigned,), f"{name} resigned")
        elif result is not None:
            assert result.winners == self.game.score(state).winners
            assert result.reason == self.game.ending(state)


MatchMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=25)
test_matches = MatchMachine.TestCase
