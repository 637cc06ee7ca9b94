"""A match: moves, undo and redo, late answers, resignations."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from termgames.core.errors import GameFault, IllegalMove
from termgames.core.game import OVER
from termgames.play import record
from termgames.play.match import Match, StaleAnswer
from termgames.play.seeds import seed_for_bot


def match(**chosen: object) -> Match:
    return Match(games.create("plurality", chosen or {"size": 5}), ("human", "bot:4"))  # type: ignore[arg-type]


def play(to: Match, *texts: str) -> None:
    for text in texts:
        to.submit(to.game.parse(to.state, text))


def moves(of: Match) -> list[str]:
    return [of.game.format(move) for move in of.moves]


def test_the_players_must_be_as_many_as_the_seats() -> None:
    with pytest.raises(ValueError, match="2 seats"):
        Match(games.create("plurality"), ("human",))


def test_moves_go_forward() -> None:
    to = match()
    play(to, "c4,c5,d5", "pass")
    assert moves(to) == ["c4,c5,d5", "pass"]
    assert to.state_at(0) == to.start.state
    assert to.state_at(2) == to.state
    prompt = to.prompt()
    assert prompt is not None
    assert (prompt.ply, prompt.seat, prompt.state) == (2, 0, to.state)


def test_a_refused_move_changes_nothing() -> None:
    to = match()
    play(to, "c4,c5,d5")
    before = to.prompt()
    with pytest.raises(IllegalMove):
        play(to, "c4,c5,d5")
    assert to.prompt() == before


def test_no_match_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.play.match.MOST_PLIES", 2)
    to = match()
    play(to, "c4,c5,d5", "a1,a2,b1")
    with pytest.raises(IllegalMove, match="plurality may have 2 moves at most, and this one has"):
        play(to, "pass")
    assert to.ply == 2
    to.undo()
    play(to, "pass")


def test_a_game_that_asks_chance_for_ever_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.play.match.MOST_PLIES", 1)
    game = games.create("mitropia", {"players": 2})
    first, chances = game.start(), 0

    def apply(state: object, move: object) -> object:
        nonlocal chances
        chances += 1
        return first

    monkeypatch.setattr(game, "apply", apply)
    with pytest.raises(GameFault, match="a game of mitropia may have 1 moves at most"):
        Match(game, ("human",) * 2, 1)
    assert chances == 2


def test_a_late_answer_is_void() -> None:
    to = match()
    asked = to.prompt()
    assert asked is not None
    play(to, "pass")
    to.undo()
    with pytest.raises(StaleAnswer):
        to.submit(to.game.parse(to.state, "pass"), serial=asked.serial)
    assert to.ply == 0


def test_an_answer_to_a_position_that_was_undone_is_void() -> None:
    to = match()
    play(to, "pass")
    asked = to.prompt()
    assert asked is not None
    to.undo()
    with pytest.raises(StaleAnswer):
        to.submit(to.game.parse(to.state, "pass"), serial=asked.serial)
    assert to.ply == 0


def test_a_question_is_made_once() -> None:
    to = match()
    first = to.prompt()
    assert first is not None
    assert to.prompt() is first
    play(to, "pass")
    second = to.prompt()
    to.undo()
    third = to.prompt()
    assert len({prompt.serial for prompt in (first, second, third) if prompt is not None}) == 3
    to.resign(0)
    assert to.prompt() is None
    to.undo()
    assert to.prompt() not in (None, first, second, third)


def test_who_acts_follows_every_way_to_change_the_position() -> None:
    to = match()
    play(to, "c4,c5,d5", "pass")
    assert [to.actor(ply) for ply in range(3)] == [0, 1, 0]
    to.undo()
    assert (to.to_act, to.actor(1)) == (1, 1)
    to.redo()
    assert to.to_act == 0
    to.resign(0)
    assert (to.to_act, to.actor(2)) == (OVER, 0)
    to.undo()
    play(to, "pass")
    assert (to.to_act, to.actor(to.ply)) == (OVER, OVER)


def test_undo_and_redo() -> None:
    to = match()
    play(to, "c4,c5,d5", "pass", "a1,a2,a3")
    to.undo()
    to.undo(to_ply=0)
    assert moves(to) == []
    assert to.redo()
    assert moves(to) == ["c4,c5,d5"]
    play(to, "pass")  # the very move that was undone
    assert to.redo()
    assert not to.redo()
    assert moves(to) == ["c4,c5,d5", "pass", "a1,a2,a3"]
    to.undo(to_ply=1)
    play(to, "e1,e2,e3")
    assert not to.redo(), "another move was played"
    to.undo(to_ply=-3)
    assert to.ply == 0


def test_two_passes_end_it() -> None:
    to = match()
    assert to.result() is None
    play(to, "pass", "pass")
    result = to.result()
    assert result is not None
    assert (to.prompt(), result.winners, result.reason) == (None, (1,), "both passed")


def test_a_resignation_ends_it_and_can_be_taken_back() -> None:
    to = match()
    play(to, "c4,c5,d5")
    to.resign(0)
    result = to.result()
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "black resigned")
    with pytest.raises(StaleAnswer):
        play(to, "pass")
    assert not to.redo()
    to.undo()
    assert (to.ply, to.over) == (1, False)
    to.resign(1)
    to.undo(to_ply=0)
    assert (to.ply, to.loss) == (0, None)


def test_nobody_resigns_a_finished_game() -> None:
    to = match()
    play(to, "pass", "pass")
    to.resign(1)
    assert to.loss is None


def test_bots_learn_nothing_of_the_seed() -> None:
    """What chance brings follows from the seed: a bot's own must not lead to it."""
    seeds = set()
    for seed in range(300):
        told = [seed_for_bot(seed, seat) for seat in range(2)]
        assert told == [seed_for_bot(seed, seat) for seat in range(2)]
        seeds.update(told)
    assert len(seeds) == 600
    assert min(seed for seed in seeds if seed is not None) > 10**12
    assert seed_for_bot(None, 0) is None


def test_a_move_is_written_once_however_often_the_game_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    to = match()
    written: list[Any] = []
    real = type(to.game).format

    def noted(game: Any, move: Any) -> str:
        written.append(move)
        return real(game, move)

    monkeypatch.setattr(type(to.game), "format", noted)
    for _ in range(2):
        to.submit(to.game.legal_moves(to.state)[0])
        for _ in range(2):
            record.write(to)
    assert written == list(to.moves)
    to.undo()
    to.submit(to.game.legal_moves(to.state)[-1])
    assert to.texts() == tuple(real(to.game, move) for move in to.moves)
    other = to.copy()
    other.undo()
    assert len(to.texts()) == len(other.texts()) + 1
