"""Positions that are set up by hand, in every game: made of any position, refused by name."""

from typing import Any

import pytest

from termgames import games
from termgames.core.game import Editable
from termgames.play import record
from termgames.play.position_editor import PositionEditor
from tests.cases import cases
from tests.contract.support import OURS, every_game, game_of, random_game, setting_of, small


def states(game_id: str) -> tuple[Any, list[Any]]:
    return game_of(small(game_id)), list(random_game(small(game_id), 2)[0])


def read(game: Any, state: Any) -> bool:
    """Whether a game that another package brings takes the board of a state as a position, and who
    is to move beside it; some begin from their start alone."""
    if game.id in OURS:
        return True
    editor = PositionEditor(game, state)
    editor.texts["to move"] = game.seat_name(state, game.to_act(state))
    refusal = editor.refuse()
    return refusal is None or refusal.code != "position"


@every_game
def test_positions_of_games_are_possible_and_played_on(game_id: str) -> None:
    game, played = states(game_id)
    tried = 0
    for state in played[:: max(1, len(played) // 12)]:
        if game.to_act(state) < 0 or not any(game.stones(state)) or not read(game, state):
            continue
        editor = PositionEditor(game, state)
        assert bytes(editor.stones) == game.stones(state)
        assert editor.refuse() is None or editor.refuse().code == "over"
        made = editor.state()
        assert game.stones(made) == game.stones(state)
        if isinstance(game, Editable):
            # Of the very texts that it was made of, the same position is made again.
            assert dict(game.position_text(made)) == editor.texts
        if editor.refuse() is None:
            match = editor.match(("human",) * game.seats)
            again = record.load(record.write(match), draws=False)
            assert again.state == match.state
            move = game.legal_moves(match.state)[0]
            match.submit(move)
            tried += 1
    assert tried or game_id not in OURS


@every_game
def test_the_mover_changes_and_texts_are_told(game_id: str) -> None:
    game, played = states(game_id)
    begun = (each for each in played if any(game.stones(each)) and game.to_act(each) >= 0)
    state = next((each for each in begun if read(game, each)), None)
    if state is None:
        pytest.skip("the game begins from its start alone")
    editor = PositionEditor(game, state)
    movers = set()
    for _ in range(game.seats):
        editor.next_mover()
        movers.add(editor.texts["to move"])
        assert (
            game.seat_name(editor.state(), game.to_act(editor.state())) == editor.texts["to move"]
        )
    assert len(movers) == game.seats
    before = dict(editor.texts)
    for line in ("to move: nobody", "no such thing: 1", "to move", ": 3", f"to move: {'x' * 500}"):
        assert editor.tell(line)
        assert editor.texts == before
    cell = game.stones(state).index(0)
    for stone in range(1, len(game.marks) + 1):
        editor.put(cell, editor.after(cell))
        assert editor.stones[cell] == stone
    editor.clear()
    assert not any(editor.stones)


IMPOSSIBLE = """
# game | rows | what is said, with the point that is shown
plurality size=5 | ..... ..... bb... ..... ..... | stones come in threes
plurality size=5 | ..... ..... bbb.. ..... ..... | too many black stones, 3 of 3
plurality size=5 | ..... ..... bb.w. ..... ..... | not made of whole tromin
plurality size=5 | .b... .b... .w.w. ..bb. ..... |
plurality size=5 | ..... ..... bbw.. wb... ..... | 2x2 square
tricolor size=5 | ..... ..... ..... b.... ab... | a1 has no liberty
mitropia map=9x9 players=2 | ......... ......... ......... ......... ......... ......... \
  ......... w........ bw....... | a1 has no liberty
mitropia map=9x9-cut players=2 | |
majorities size=3 | |
"""


@pytest.mark.parametrize(("setting", "rows", "says"), cases(IMPOSSIBLE))
def test_impossible_positions_are_refused_by_name(setting: str, rows: str, says: str) -> None:
    game = game_of(setting_of(setting))
    editor = PositionEditor(game, game.start())
    if rows:
        editor.stones[:] = game.topology.read(rows.split(), "." + game.marks)
    refusal = editor.refuse()
    assert (refusal is not None) == bool(says)
    assert says in ("" if refusal is None else refusal.text)
    if game.id == "mitropia" and refusal is not None:
        assert refusal.cells == (game.topology.cell("a1"),)


def test_numbers_of_stones_that_no_game_of_majorities_has_are_refused() -> None:
    game = games.create("majorities", {"size": 3})
    editor = PositionEditor(game, game.start())
    for stones, mover, says in (
        ([1], "white", ""),
        ([1], "black", "it is white's turn"),
        ([2], "white", "black put 1"),
        ([1, 2], "black", "an odd number"),
        ([1, 2, 2], "black", ""),
        ([1, 1, 2], "black", "2 of 3 stones are black: black put 1"),
        ([1, 2, 2, 1, 1], "white", ""),
    ):
        editor.clear()
        for cell, stone in enumerate(stones):
            editor.put(cell, stone)
        editor.texts = {"to move": mover}
        refusal = editor.refuse()
        assert says in ("" if refusal is None else refusal.text), stones
        assert (refusal is None) == (not says), stones


@every_game
def test_where_no_text_tells_who_is_to_move_it_is_who_plays_on(game_id: str) -> None:
    game, played = states(game_id)
    if not read(game, next(state for state in played if game.to_act(state) >= 0)):
        pytest.skip("the game begins from its start alone")
    editor = PositionEditor(game, game.start())
    assert editor.tell("to move:") == ""
    match = editor.match(("human",) * game.seats)
    before = editor.mover
    assert before == match.seat_name(match.to_act)
    editor.next_mover()
    assert editor.mover not in ("", before)
