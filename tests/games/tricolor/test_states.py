"""Matches with talk, passes, agreements and undo, beside a list of moves and the second
engine in `brute.py`, which knows of the turns alone."""

import json
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from termgames.core.errors import IllegalMove
from termgames.core.game import OVER
from termgames.core.two_player import PASS, Pass
from termgames.games.tricolor.rules import Place, Propose
from termgames.go import superko
from termgames.go.board import groups
from termgames.go.dead_stones import AGREE, DECLINE, NONE_DEAD, Agree, Dead
from termgames.play import record
from termgames.play.match import Match
from tests import diagrams
from tests.games.tricolor import brute
from tests.games.tricolor.support import tricolor

ROWS = ["..-", "...", "-.."]
ANSWERS: list[list[Any]] = [[], [AGREE], [AGREE, AGREE], [AGREE, DECLINE], [DECLINE]]


class TalkingMachine(RuleBasedStateMachine):
    """Whatever is said and played on a tiny board, the turns go by the rules."""

    @initialize(
        order=st.sampled_from(["cyclic", "thue-morse"]),
        asks=st.sampled_from(["agree", "agree", "none"]),
        stones=st.integers(0, 20),
        seed=st.integers(0, 2**32),
    )
    def begin(self, order: str, asks: str, stones: int, seed: int) -> None:
        """Some stones are there already: what comes of them is what matters."""
        self.game = tricolor(map=f"t | {'/'.join(ROWS)}", order=order, dead_stones=asks)
        self.match = Match(self.game, ("one", "two", "three"), 5)
        rng = random.Random(seed)
        for _ in range(stones):
            moves = self.game.legal_moves(self.state)
            self.match.submit(rng.choice(moves[:-1] or moves))
            if not self.turning():
                self.match.undo()

    @property
    def state(self) -> Any:
        return self.match.state

    def turning(self) -> bool:
        """Whether a turn is to be taken, and not a question to be answered."""
        open_question = self.state.asking or self.state.agreement is not None
        return not self.match.over and not open_question

    def asked(self) -> bool:
        return not self.match.over and not self.turning()

    def proposing(self) -> bool:
        return self.asked() and self.game.legal_moves(self.state) == [NONE_DEAD]

    @precondition(lambda self: self.turning())
    @rule(data=st.data())
    def place(self, data: st.DataObject) -> None:
        moves = [move for move in self.game.legal_moves(self.state) if isinstance(move, Place)]
        if moves:
            self.match.submit(data.draw(st.sampled_from(moves)))

    @precondition(lambda self: self.turning())
    @rule()
    def take_no_stone(self) -> None:
        self.match.submit(PASS)

    @precondition(lambda self: self.turning())
    @rule()
    def all_pass(self) -> None:
        while self.turning():
            self.match.submit(PASS)

    @precondition(lambda self: self.turning())
    @rule(seat=st.integers(0, 2))
    def propose(self, seat: int) -> None:
        mover, before = self.game.mover(self.state), self.state
        if seat == mover or seat in before.proposed:
            with pytest.raises(IllegalMove):
                self.match.submit(Propose(seat))
            return
        self.match.submit(Propose(seat))
        assert self.game.to_act(self.state) == seat
        assert (self.state.stones, self.state.turn) == (before.stones, before.turn)

    @precondition(lambda self: self.proposing())
    @rule(data=st.data(), answers=st.sampled_from(ANSWERS))
    def call_dead(self, data: st.DataObject, answers: list[Any]) -> None:
        stones = [cell for cell, stone in enumerate(self.state.stones) if stone]
        cells = data.draw(st.lists(st.sampled_from(stones))) if stones else []
        self.match.submit(Dead(tuple(cells)))
        proposed = self.state.agreement.dead
        assert set(cells) <= set(proposed)
        for answer in answers:
            self.match.submit(answer)
        if answers == [AGREE, AGREE]:
            assert self.state.dead == proposed
            assert not any(self.state.stones[cell] for cell in proposed)

    @precondition(lambda self: self.asked() and not self.proposing())
    @rule(answer=st.sampled_from([AGREE, AGREE, AGREE, DECLINE]))
    def answer(self, answer: Any) -> None:
        before = self.state
        self.match.submit(answer)
        if answer == DECLINE:
            assert self.turning()
            assert self.state.stones == before.stones
            assert self.game.to_act(self.state) == self.game.mover(before)

    @precondition(lambda self: self.asked())
    @rule(cell=st.integers(-1, 7))
    def out_of_turn(self, cell: int) -> None:
        for move in (Place(cell), PASS, Propose(0)):
            with pytest.raises(IllegalMove):
                self.match.submit(move)

    @rule(back=st.integers(1, 3))
    def undo(self, back: int) -> None:
        self.match.undo(max(0, self.match.ply - back))

    @rule()
    def redo(self) -> None:
        self.match.redo()

    @rule()
    def save_and_load(self) -> None:
        again = record.load(record.write(self.match))
        assert again.state == self.match.state
        self.match = again

    @invariant()
    def the_board_is_what_the_turns_made_of_it(self) -> None:
        plain = brute.Position(brute.square(ROWS), self.game.order == "thue-morse")
        for move in self.match.moves:
            if isinstance(move, Place | Pass):
                plain = brute.play(plain, self.game.format(move))
        state, stones = self.state, dict(plain.stones)
        for cell in state.dead:
            stones.pop(self.game.topology.names[cell])
        marks = [stones.get(name, ".") for name in self.game.topology.names]
        assert diagrams.show(self.game, state) == self.game.topology.rows(marks)
        assert state.turn == plain.turn
        if self.turning():
            assert "abg"[self.game.to_act(state)] == plain.mover
            texts = {self.game.format(move) for move in self.game.legal_moves(state)}
            assert texts - {"pass"} == {
                name for name in plain.near if brute.placed(plain, name) is not None
            }

    @invariant()
    def every_group_has_a_liberty(self) -> None:
        found = groups(self.game.topology, self.state.stones)
        assert all(one.liberties for one in found)

    @invariant()
    def positions_and_plies_keep_in_step(self) -> None:
        history = self.state.history
        assert history.plies == self.match.ply
        assert history.key == superko.key(self.state.stones)

    @invariant()
    def the_end_has_its_reason(self) -> None:
        state = self.state
        over = self.game.to_act(state) == OVER
        assert over == (self.game.ending(state) is not None) == self.match.over
        assert json.dumps(self.game.report_fields(state))
        if not over:
            assert (state.dead, state.survivor) == ((), None)
            return
        assert isinstance(self.match.moves[-1], Pass | Agree)
        if state.survivor is not None:
            expected = [float(seat == state.survivor) for seat in range(3)]
            assert self.game.utilities(state).tolist() == expected
        if state.dead:
            assert self.game.options["dead-stones"] == "agree"


TalkingMachine.TestCase.settings = settings(max_examples=20, stateful_step_count=40)
test_talk_and_turns = TalkingMachine.TestCase
