"""Comments and variations beside a game: the tree, and its lines in a record."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames import games
from termgames.core.errors import StorageError
from termgames.play import note_lines, notes, record, store
from termgames.play.match import Match
from termgames.play.notes import LONGEST_COMMENT, Node, Notes, NotesFull

HEAD = """\
termgames record 2
game: plurality
size: 5
plies: 2

"""
NOTED = f"""{HEAD}| Black is in a hurry.
|1. pass
|2. pass
c4,c5,d5
| A good beginning:
|
|   two stones of one's own.
|1. a1,a2,b1
| 1. in the corner
|2. pass
|1. pass
pass
|1. a1,a2,b1
"""


def as_dict(notes: Notes, at: notes.Place) -> dict[str, object]:
    return {node.move: (node.comment, as_dict(notes, node)) for node in notes.children(at)}


def test_notes_are_read_and_written_as_they_were() -> None:
    match = record.load(NOTED)
    found = match.notes
    assert record.warnings(match) == [record.UNCHECKED]
    assert found.comment(0) == "Black is in a hurry."
    assert found.comment(1) == "A good beginning:\n\n  two stones of one's own."
    assert as_dict(found, 0) == {"pass": ("", {"pass": ("", {})})}
    assert as_dict(found, 1) == {
        "a1,a2,b1": ("1. in the corner", {"pass": ("", {})}),
        "pass": ("", {}),
    }
    assert as_dict(found, 2) == {"a1,a2,b1": ("", {})}
    assert (found.count, [node.ply for node in found.nodes()]) == (6, [0, 1, 1, 2, 1, 2])
    body = NOTED.partition("\n\n")[2]
    assert record.write(match).partition("\n\n")[2] == body
    assert record.write(match.copy()).partition("\n\n")[2] == body


def test_the_checksum_is_that_of_the_game_alone() -> None:
    match = record.load(NOTED)
    text = record.write(match)
    bare = "".join(line for line in text.splitlines(True) if not line.startswith("|"))
    assert not record.load(bare).unchecked
    match.notes = Notes()
    assert record.write(match) == bare


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("|1. c4,c5", "line 11: 'c4,c5': "),
        ("|1. c4,c5,d5", "line 11: 'c4,c5,d5': c4, c5 and d5 are occupied"),
        ("|2. pass", "line 11: 'pass': the move before it, move 1 of the variation, is"),
        ("|1. \x1b[2J", r"line 11: '\x1b[2J': "),
        (f"|1. {'x' * 5000}", "line 11: 'xxx"),
    ],
)
def test_a_damaged_line_becomes_a_comment_and_is_named(line: str, fault: str) -> None:
    text = NOTED.replace("| A good beginning:\n", f"| A good beginning:\n{line}\n|2. pass\n")
    match = record.load(text)
    [_, warning] = record.warnings(match)
    assert "not fit the game and can be read as comments only; line " in warning
    assert fault in warning
    assert "\x1b" not in warning
    kept = match.notes.comment(1).split("\n")
    assert kept[0] == "A good beginning:"
    assert kept[1] == line[1:].replace("\x1b", r"\x1b")
    assert match.moves == record.load(NOTED).moves
    again = record.load(record.write(match))
    assert record.warnings(again) == []
    assert again.notes.comment(1) == match.notes.comment(1)
    assert as_dict(again.notes, 1) == as_dict(match.notes, 1)


def test_a_mended_record_keeps_its_notes() -> None:
    cut = NOTED.replace("pass\n|1. a1,a2,b1\n", "| so far\n")[: -len("\n")] + "\nx"
    assert record.mended(cut).notes.comment(1).endswith("own.")


def test_comments_are_escaped_and_bounded() -> None:
    found = Notes()
    found.say(0, "\r\n red \x1b[31m\u2028\r\n\ttab ")
    assert found.comment(0) == " red \\x1b[31m\\u2028\n tab"
    node = found.add(3, "pass")
    found.say(node, "x" * LONGEST_COMMENT)
    before = found.size
    with pytest.raises(NotesFull, match="at most 4000"):
        found.say(node, "x" * (LONGEST_COMMENT + 1))
    with pytest.raises(NotesFull, match="more than 4000"):
        found.add(node, "x" * 4001)
    assert (found.size, len(node.comment)) == (before, LONGEST_COMMENT)


def test_there_is_room_for_so_many_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_NODES", 3)
    found, at = Notes(), 0
    nodes: list[Node] = []
    for _ in range(3):
        nodes.append(found.add(nodes[-1] if nodes else at, "pass"))
    with pytest.raises(NotesFull, match="delete some"):
        found.add(nodes[-1], "pass")
    assert found.add(nodes[0], "pass") is nodes[1]
    found.remove(nodes[1])
    assert found.count == 1
    found.add(nodes[0], "pass")


def test_a_record_with_more_moves_than_there_is_room_for_keeps_all_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(notes, "MOST_NODES", 4)
    match = record.load(NOTED)
    assert match.notes.count == 4
    assert "line 16" in record.warnings(match)[1]
    body = NOTED.partition("\n\n")[2].replace("|1. pass\npass\n|1.", "| 1. pass\npass\n| 1.")
    assert record.write(match).partition("\n\n")[2] == body


def test_what_follows_a_damaged_move_follows_no_other() -> None:
    text = f"{HEAD}|1. pass\n|1. x\n|2. pass\n|3. pass\n|1. a1,a2,b1\n|2. pass\npass\npass\n"
    match = record.load(text)
    assert as_dict(match.notes, 0) == {
        "pass": ("1. x\n2. pass\n3. pass", {}),
        "a1,a2,b1": ("", {"pass": ("", {})}),
    }
    assert record.warnings(match)[1].startswith("3 lines of variations do not fit")


def test_all_text_together_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notes, "MOST_TEXT", 100)
    found = Notes()
    found.say(0, "x" * 60)
    with pytest.raises(NotesFull, match="at most 100"):
        found.say(1, "x" * 41)
    found.say(0, "x" * 59)
    found.say(1, "x" * 41)
    with pytest.raises(NotesFull):
        found.add(0, "pass")


def test_the_greatest_notes_stay_far_below_the_largest_record() -> None:
    marks = notes.MOST_NODES * len("|2000. \n") + 4 * notes.MOST_TEXT
    assert marks < store._MOST_BYTES


def test_a_variation_as_long_as_can_be_is_read_and_written() -> None:
    found, at = Notes(), Node("", 0, None)
    at = found.add(0, "pass")
    while found.count < notes.MOST_NODES:
        at = found.add(at, "pass")
    twin = found.copy()
    assert twin.count == notes.MOST_NODES
    assert list(note_lines.lines(twin, 0))[-1] == f"|{notes.MOST_NODES}. pass"


def test_no_record_holds_a_move_that_is_not_one_line() -> None:
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    match.notes.add(0, "pass\npass")
    with pytest.raises(StorageError, match="one line"):
        record.write(match)


def test_notes_go_with_the_moves_they_are_on() -> None:
    match = record.load(NOTED)
    match.undo()
    match.redo()
    assert match.notes.comment(1)
    assert match.notes.children(2)
    match.undo(1)
    assert "|1. a1,a2,b1\n" not in record.write(match).partition("\npass")[2]
    match.submit(match.game.parse(match.state, "a1,a2,b1"))
    assert match.notes.children(1)
    assert not match.notes.children(2)
    match.undo(0)
    match.submit(match.game.parse(match.state, "pass"))
    assert match.notes.comment(0)
    assert not match.notes.comment(1)


# -- against a naive model -------------------------------------------------------------------

Naive = dict[tuple[str, ...], str]
"""By path (the first word is the ply): the comment."""


def naive_of(found: Notes) -> Naive:
    return {
        (str(node.path[0].ply), *(step.move for step in node.path)): node.comment
        for node in found.nodes()
    }


def places(found: Notes) -> Iterator[notes.Place]:
    yield from range(4)
    yield from found.nodes()


def path_of(at: notes.Place) -> tuple[str, ...]:
    if isinstance(at, int):
        return (str(at),)
    return (str(at.path[0].ply), *(step.move for step in at.path))


@given(st.lists(st.tuples(st.sampled_from("aaasrc"), st.integers(0, 99), st.sampled_from("xyz"))))
def test_a_tree_is_what_a_naive_one_is(steps: list[tuple[str, int, str]]) -> None:
    found, naive, said = Notes(), Naive(), dict[int, str]()
    for deed, number, word in steps:
        there = list(places(found))
        at = there[number % len(there)]
        path = path_of(at)
        if deed == "a":
            node = found.add(at, word)
            naive.setdefault((*path, word), "")
            assert path_of(node) == (*path, word)
        elif deed == "s":
            found.say(at, word)
            if isinstance(at, int):
                said[at] = word
            else:
                naive[path] = word
        elif deed == "r" and isinstance(at, Node):
            found.remove(at)
            naive = {key: text for key, text in naive.items() if key[: len(path)] != path}
        elif deed == "c":
            ply = number % 4
            found.cut(ply)
            naive = {key: text for key, text in naive.items() if int(key[0]) <= ply}
            said = {key: text for key, text in said.items() if key <= ply}
    assert naive_of(found) == naive
    assert {ply: found.comment(ply) for ply in range(4) if found.comment(ply)} == said
    assert found.count == len(naive)
    words = sum(map(len, (*naive.values(), *said.values())))
    assert found.size == words + len(naive)
    assert bool(found) == bool(naive or said)
    assert naive_of(found.copy()) == naive
    assert all(node.ply == int(path_of(node)[0]) + len(node.path) - 1 for node in found.nodes())


def test_a_place_is_after_so_many_moves() -> None:
    noted = Notes()
    first = noted.add(3, "pass")
    assert [notes.ply_of(at) for at in (0, 3, first, noted.add(first, "pass"))] == [0, 3, 4, 5]
