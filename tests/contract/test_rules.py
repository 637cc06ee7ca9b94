"""What every game promises as `core.game.Game`."""

import json
import pickle
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames.core.errors import IllegalMove, Refusal, UnreadableMove
from termgames.core.game import CHANCE, NEUTRAL, OVER, has_talk
from termgames.play.text import boards
from tests.contract.support import (
    OURS,
    SETTINGS,
    every_setting,
    game_of,
    label,
    mutations,
    random_game,
    sample,
)
from tests.texts import ANY_CHARACTER

SEED = 1
"""Of the random game of each setting."""


@every_setting
def test_somebody_acts_from_the_start_to_the_end_and_the_end_is_told(setting: Any) -> None:
    game = game_of(setting)
    states, _ = random_game(setting, SEED)
    assert game.start() == states[0]
    assert game.seats <= len(game.marks) == len(set(game.marks))
    assert len(game.marks) == game.seats or game.id not in OURS, "a colour that is nobody's"
    seats = range(game.seats)
    for state in states:
        over = state is states[-1]
        assert game.to_act(state) in ({OVER} if over else {CHANCE, *seats})
        assert (game.ending(state) is not None) == over
        assert game.ending(state) != ""
        assert (len(game.legal_moves(state)) == 0) == over
        names = [game.seat_name(state, seat) for seat in seats]
        assert len(set(names)) == game.seats
        assert all(name == name.lower().strip() and name for name in names)
        assert sorted(game.colour(state, seat) for seat in seats) == list(seats)
        fields = game.report_fields(state)
        assert json.loads(json.dumps(fields, allow_nan=False)) == fields


@every_setting
def test_legal_moves_are_those_that_are_not_refused(setting: Any) -> None:
    """Nothing listed is refused, and nothing else passes but talk: moves of other positions
    and moves with a number changed."""
    game = game_of(setting)
    rng = random.Random(SEED)
    states = sample(setting, SEED, 6)
    strangers = [
        move for state in states for move in rng.choices(game.legal_moves(state) or [None], k=20)
    ]
    for state in states:
        legal = game.legal_moves(state)
        known = set(legal)
        assert len(known) == len(legal), "legal_moves lists a move twice"
        assert [game.refuse(state, move) for move in legal] == [None] * len(legal)
        tried = [move for move in strangers if move is not None]
        tried += [m for move in tried for m in mutations(move, rng, game.topology.cells)]
        for move in tried:
            if game.refuse(state, move) is None and move not in known:
                told = f"refuse lets {move} pass, which legal_moves does not list"
                assert is_talk(game, state, move), told


@every_setting
def test_texts_are_lines(setting: Any) -> None:
    """What a game says is a line of text with nothing in it that a terminal would obey."""
    game = game_of(setting)
    for state in sample(setting, SEED, 6):
        texts = [game.prompt(state), game.ending(state) or "over"]
        texts += [game.seat_name(state, seat) for seat in range(game.seats)]
        texts += [part.text for part in game.score(state).parts]
        assert [text for text in texts if not text or not text.isprintable()] == []


def is_talk(game: Any, state: Any, move: Any) -> bool:
    """Whether an accepted move that is not listed is a proposal: no stone is touched."""
    return has_talk(game) and game.stones(game.apply(state, move)) == game.stones(state)


@every_setting
def test_a_refused_move_is_not_applied(setting: Any) -> None:
    """`apply` raises what `refuse` says; the refusal has a code, a sentence and cells."""
    game = game_of(setting)
    _, moves = random_game(setting, SEED)
    refused = 0
    for state in sample(setting, SEED, 6):
        for move in moves:
            refusal = game.refuse(state, move)
            if refusal is None:
                continue
            refused += 1
            assert isinstance(refusal, Refusal)
            assert refusal.code
            assert refusal.text
            assert all(0 <= cell < game.topology.cells for cell in refusal.cells)
            with pytest.raises(IllegalMove) as caught:
                game.apply(state, move)
            assert caught.value.refusal == refusal
            assert pickle.loads(pickle.dumps(caught.value)).refusal == refusal
    assert refused, "no move was refused: the test says nothing"


@every_setting
def test_apply_is_pure_and_values_are_values(setting: Any) -> None:
    """States and moves hash, compare and travel between processes."""
    game = game_of(setting)
    states, moves = random_game(setting, SEED)
    for state, move, after in zip(states, moves, states[1:], strict=False):
        before = pickle.dumps(state)
        assert game.apply(state, move) == after
        assert pickle.dumps(state) == before
        for value in (state, move):
            copy = pickle.loads(pickle.dumps(value))
            assert copy == value
            assert hash(copy) == hash(value)
        assert state != after


@every_setting
def test_every_legal_move_has_its_text(setting: Any) -> None:
    game = game_of(setting)
    for state in sample(setting, SEED, 5):
        legal = game.legal_moves(state)
        texts = [game.format(move) for move in legal]
        assert len(set(texts)) == len(texts)
        for move, text in zip(legal, texts, strict=True):
            assert text == text.lower().strip()
            assert text.isprintable()
            assert game.parse(state, text) == move
            assert game.parse(state, f" {text.upper()} ") == move


@pytest.mark.parametrize("setting", SETTINGS, ids=label)
@given(
    text=st.one_of(st.text(ANY_CHARACTER), st.text("abcinz0159 ,-+komipasblckwhte\n", max_size=15))
)
@settings(max_examples=20)
def test_any_text_is_a_move_or_unreadable(setting: Any, text: str) -> None:
    """Whatever is typed: an UnreadableMove of one line, or a move that `refuse` judges."""
    game = game_of(setting)
    states, _ = random_game(setting, SEED)
    for state in (states[0], states[len(states) // 2], states[-1]):
        try:
            move = game.parse(state, text)
        except UnreadableMove as error:
            told = str(error)
        else:
            told = game.format(move)
            assert game.parse(state, told) == move
            accepted, listed = game.refuse(state, move) is None, move in game.legal_moves(state)
            assert accepted == listed or (accepted and is_talk(game, state, move))
        assert len(told.splitlines()) == 1


@every_setting
def test_scores_add_up_and_utilities_share_one_win(setting: Any) -> None:
    game = game_of(setting)
    for state in random_game(setting, SEED)[0]:
        score = game.score(state)
        assert len(score.totals) == game.seats
        sums = [0.0] * game.seats
        counted: list[int] = []
        for part in score.parts:
            assert part.text
            counted += part.cells
            if part.seat != NEUTRAL:
                sums[part.seat] += part.points
        assert sums == pytest.approx(score.totals)
        assert len(set(counted)) == len(counted), "a cell is counted twice"
        assert score.winners or game.seats > 2, "between two somebody is ahead, or both are"
        assert score.winners == tuple(sorted(set(score.winners)))
        assert set(score.winners) <= set(range(game.seats))
        assert score.draw == (len(score.winners) > 1)
    end = random_game(setting, SEED)[0][-1]
    shares = game.utilities(end)
    assert shares.shape == (game.seats,)
    assert shares.dtype == np.float32
    assert (shares >= 0).all()
    assert shares.sum() <= 1 + 1e-6
    assert tuple(np.flatnonzero(shares).tolist()) == game.score(end).winners


@every_setting
def test_stones_change_where_the_move_says(setting: Any) -> None:
    """The move's cells are on the board, and so are the stones. In our games new stones lie on the
    move's cells; they stay unless the move takes stones away. A move without cells puts none, but
    it may bring back what lay there before."""
    game = game_of(setting)
    states, moves = random_game(setting, SEED)
    for state, move, after in zip(states, moves, states[1:], strict=False):
        old, new = game.stones(state), game.stones(after)
        assert len(new) == game.topology.cells
        assert set(game.cells_of(move)) <= set(range(len(new)))
        assert max(new) <= len(game.marks)
        if game.id not in OURS:
            continue  # what is bid on a cell in secret puts stones when all have bid
        added = {cell for cell in range(len(new)) if new[cell] and not old[cell]}
        undone = not game.cells_of(move) and new in {game.stones(state) for state in states}
        assert undone or added <= set(game.cells_of(move))
        taken = any(old[cell] and not new[cell] for cell in range(len(new)))
        assert taken or all(new[cell] for cell in game.cells_of(move))


@every_setting
def test_the_diagram_of_the_start_is_its_board(setting: Any) -> None:
    """As a rule an empty one."""
    game = game_of(setting)
    start = game.start()
    assert game.id not in OURS or not any(game.stones(start))
    rows = game.topology.rows(boards.marks(game, start))
    assert game.stones(game.position(rows, {})) == game.stones(start)
