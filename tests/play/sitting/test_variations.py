"""The cursor in a tree of variations, against lists of moves."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from termgames.core.errors import IllegalMove, UnreadableMove
from termgames.play import notes
from termgames.play.notes import Node, NotesFull
from termgames.play.sitting.variations import Variations
from tests.play import support
from tests.play.support import BOARD, match

GAME = support.GAME[:4]
PLURALITY = match(BOARD).game


def tree_of(count: int = 4) -> Variations:
    return Variations(match(BOARD, *GAME[:count]))


def texts(moves: Any) -> list[str]:
    return [PLURALITY.format(move) for move in moves]


def tried(tree: Variations, text: str) -> Any:
    return tree.play(PLURALITY.parse(tree.state(tree.at), text))


def test_a_line_is_added_once_and_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = tree_of()
    for _ in range(2):
        at = tree.add_line(1, [GAME[1], "pass", "c1,b1,b2"], "better")
    told = [(node.ply, node.move, node.comment) for node in tree.notes.nodes()]
    assert told == [(2, "pass", "better"), (3, "b1,c1,b2", "")]
    assert texts(tree.moves(at)) == [*GAME[:2], "pass", "b1,c1,b2"]
    assert tree.add_line(0, GAME[:2], "as played") == 2
    assert (tree.notes.comment(1), tree.at) == ("as played", 4), "the cursor stays"
    tree = tree_of(2)
    for moves, error in ((["pass", "x"], UnreadableMove), (["pass", *GAME[:1] * 2], IllegalMove)):
        with pytest.raises(error):
            tree.add_line(0, moves)
        assert not tree.notes
    monkeypatch.setattr(notes, "MOST_NODES", 1)
    with pytest.raises(NotesFull):
        tree.add_line(0, ["pass", "pass"])
    assert not tree.notes
    assert tried(tree, "pass") is None
    assert tried(tree, "pass").code == "full"


DEEDS = st.tuples(
    st.sampled_from(["play", "play", "look", "beside", "remove", "game"]), st.integers(0, 99)
)


@settings(max_examples=40, deadline=None)
@given(st.lists(DEEDS, max_size=30))
def test_the_cursor_is_where_a_list_of_moves_says(deeds: list[tuple[str, int]]) -> None:
    """Beside the tree, the lines that were tried are kept as plain lists of texts."""
    tree = tree_of()
    lines: list[list[str]] = [list(GAME)]

    def here() -> list[str]:
        return texts(tree.moves(tree.at))

    for deed, number in deeds:
        now = here()
        if deed == "play":
            legal = PLURALITY.legal_moves(tree.state(tree.at))
            if not legal:
                continue
            move = legal[number % 3 - 1]
            assert tree.play(move) is None
            assert here() == [*now, PLURALITY.format(move)]
            lines.append(here())
        elif deed == "look":
            line = texts(tree.line().moves)
            assert line[: len(now)] == now
            tree.look(number % 7)
            assert here() == line[: number % 7]
            assert texts(tree.line().moves) == line
        elif deed == "beside":
            long = [line[: len(now)] for line in lines if len(line) >= len(now) > 0]
            beside = [line for line in long if line[:-1] == now[:-1] and line != now]
            by = 1 if number % 2 else -1
            moved = tree.beside(by)
            assert here() in beside if moved else here() == now
            if beside and not moved:
                assert tree.beside(-by), "the other way"
                assert here() in beside
        elif deed == "remove" and isinstance(tree.at, Node):
            tree.remove(tree.at)
            assert here() == now[:-1]
            lines = [*(line for line in lines if line[: len(now)] != now), now[:-1]]
        elif deed == "game":
            tree.to_game()
            assert here() == list(GAME[: len(here())]) == now[: len(here())]
        assert tree.state(tree.at) == match(BOARD, *here()).state
    whole = {tuple(line[:end]) for line in lines for end in range(1, len(line) + 1)}
    held = {tuple(texts(tree.moves(node))) for node in tree.notes.nodes()}
    game = {GAME[:end] for end in range(1, len(GAME) + 1)}
    assert held | game == whole
    assert texts(tree.match.moves) == list(GAME)
