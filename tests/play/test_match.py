"""A match: moves, undo and redo, late answers, resignations."""

import pytest

from termgames.core.errors import GameFault, IllegalMove
from termgames.play.match import LostGame, Match, StaleAnswer
from termgames.play.seeds import seed_for_bot
from tests.play.support import BOARD, match, play

FIRST = "c4,c5,d5"


def test_moves_go_forward_and_a_refused_one_changes_nothing() -> None:
    of = match(BOARD, FIRST, "pass")
    assert of.texts() == (FIRST, "pass")
    assert (of.state_at(0), of.state_at(2)) == (of.start.state, of.state)
    prompt = of.prompt()
    assert (prompt.ply, prompt.seat, prompt.state) == (2, 0, of.state)
    with pytest.raises(IllegalMove):
        play(of, FIRST)
    assert of.prompt() is prompt
    with pytest.raises(ValueError, match="2 seats"):
        Match(of.game, ("human",))


def test_no_match_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.play.match.MOST_PLIES", 2)
    of = match(BOARD, FIRST, "a1,a2,b1")
    with pytest.raises(IllegalMove, match="plurality may have 2 moves at most, and this one has"):
        play(of, "pass")
    of.undo()
    assert play(of, "pass").ply == 2
    game = match("mitropia players=2").game
    first, chances = game.start(), list[object]()
    monkeypatch.setattr(game, "apply", lambda state, move: chances.append(move) or first)
    with pytest.raises(GameFault, match="a game of mitropia may have 2 moves at most"):
        Match(game, ("human",) * 2, 1)
    assert len(chances) < 5, "a game that asks chance for ever is at fault"


def test_a_late_answer_is_void() -> None:
    of = match()
    asked = of.prompt()
    play(of, "pass")
    second = of.prompt()
    of.undo()
    third = of.prompt()
    for late in (asked, second):
        with pytest.raises(StaleAnswer):
            of.submit(of.game.parse(of.state, "pass"), serial=late.serial)
    assert of.ply == 0
    of.resign(0)
    assert of.prompt() is None
    of.undo()
    serials = {each.serial for each in (asked, second, third, of.prompt())}
    assert len(serials) == 4, "every question is a new one"


def test_undo_and_redo() -> None:
    of = match(BOARD, FIRST, "pass", "a1,a2,a3")
    of.undo()
    of.undo(to_ply=0)
    assert of.texts() == ()
    assert of.redo()
    assert of.texts() == (FIRST,)
    play(of, "pass")  # the very move that was undone
    assert of.redo()
    assert not of.redo()
    assert of.texts() == (FIRST, "pass", "a1,a2,a3")
    of.undo(to_ply=1)
    play(of, "e1,e2,e3")
    assert not of.redo(), "another move was played"
    of.undo(to_ply=-3)
    assert of.ply == 0


def test_a_resignation_ends_it_and_can_be_taken_back() -> None:
    of = match(BOARD, FIRST)
    assert of.result() is None
    of.resign(0)
    assert (of.result().winners, of.result().reason) == ((1,), "black resigned")
    with pytest.raises(StaleAnswer):
        play(of, "pass")
    assert not of.redo()
    of.undo()
    assert (of.ply, of.over) == (1, False)
    of.resign(1)
    assert of.loss == LostGame(1)
    of.undo(to_ply=0)
    assert (of.ply, of.loss) == (0, None)
    play(of, "pass", "pass").resign(1)
    assert (of.loss, of.prompt()) == (None, None), "nobody resigns a finished game"
    assert (of.result().winners, of.result().reason) == ((1,), "both passed")


def test_bots_learn_nothing_of_the_seed() -> None:
    """What chance brings follows from the seed: a bot's own must not lead to it."""
    seeds = {seed_for_bot(seed, seat) for _ in "12" for seed in range(300) for seat in range(2)}
    assert len(seeds) == 600
    assert min(seeds) > 10**12
    assert seed_for_bot(None, 0) is None
