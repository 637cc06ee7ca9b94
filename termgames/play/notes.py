"""The notes beside a game: comments on its moves, and variations with comments of their own.

Notes stand beside the main line and never change it. Their moves are texts, as in records; that
they are legal is for others to check (`record`, `study.variations`). Trees are walked by loops, not
by recursion: a variation may be as long as a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from termgames.core.errors import TermgamesError
from termgames.core.text import escaped_lines

MOST_NODES = 2000
"""Moves in all variations of a record."""
LONGEST_MOVE = 4000
"""Characters of one of these moves; a set of dead stones on a large board may be long."""
LONGEST_COMMENT = 4000
"""Characters of a comment that is written here. Longer ones are read, for the size of a file
has its own limit."""
MOST_TEXT = 500_000
"""Characters of all notes together, beyond which nothing is added: the record stays far below
the size up to which records are read."""


class NotesFull(TermgamesError):
    """There is no room for another variation or a longer comment."""


@dataclass(eq=False, slots=True)
class Node:
    """One move of a variation, its comment, and the moves that were tried after it."""

    move: str
    ply: int
    """Which move of its line it is, from 0, counted from the start of the game."""
    parent: Node | None
    """The move before it; None where it branches off from the main line."""
    comment: str = ""
    children: list[Node] = field(default_factory=list)

    @property
    def path(self) -> list[Node]:
        """The moves of the variation up to this one, the one that branches off first."""
        path, node = [self], self.parent
        while node is not None:
            path.append(node)
            node = node.parent
        path.reverse()
        return path


Place = Node | int
"""A position: after a move of a variation, or the number of moves of the main line before it."""


def ply_of(at: Place) -> int:
    """How many moves lead to a position."""
    return at if isinstance(at, int) else at.ply + 1


class Notes:
    """The notes on one game."""

    def __init__(self) -> None:
        self._comments: dict[int, str] = {}
        """Comments on positions of the main line, by the number of moves before the position."""
        self._branches: dict[int, list[Node]] = {}
        """The first moves of variations, by the number of moves before them."""
        self.fault = ""
        """What was wrong with the notes of a record when it was read, in one line."""
        self.count = 0
        """Moves in all variations."""
        self.size = 0
        """Characters of all notes."""

    def __bool__(self) -> bool:
        """Whether there are any."""
        return bool(self._comments or self._branches)

    def comment(self, at: Place) -> str:
        """The comment on a position; at 0 the one on the whole game."""
        return at.comment if isinstance(at, Node) else self._comments.get(at, "")

    def children(self, at: Place) -> tuple[Node, ...]:
        """The moves that variations try in a position."""
        return tuple(at.children if isinstance(at, Node) else self._branches.get(at, ()))

    def nodes(self) -> Iterator[Node]:
        """All moves of variations, each after the one before it in its line."""
        waiting = [node for ply in sorted(self._branches) for node in self._branches[ply]][::-1]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += node.children[::-1]

    def add(self, at: Place, move: str) -> Node:
        """The move in that position; the one that is there when it was tried before. NotesFull
        when there is no room."""
        for node in self.children(at):
            if node.move == move:
                return node
        if self.count >= MOST_NODES:
            raise NotesFull(
                f"this record has {MOST_NODES} moves in variations, and no room for more: "
                "delete some"
            )
        if len(move) > LONGEST_MOVE:
            raise NotesFull(f"a move of more than {LONGEST_MOVE} characters is kept nowhere")
        self._refuse_text(len(move))
        if isinstance(at, Node):
            node = Node(move, at.ply + 1, at)
            at.children.append(node)
        else:
            node = Node(move, at, None)
            self._branches.setdefault(at, []).append(node)
        self.count, self.size = self.count + 1, self.size + len(move)
        return node

    def say(self, at: Place, text: str) -> None:
        """Comment on a position; an empty text takes the comment away. NotesFull, and nothing
        has changed, for a text that is too long."""
        text = _plain(text)
        if len(text) > LONGEST_COMMENT:
            raise NotesFull(f"a comment has at most {LONGEST_COMMENT} characters")
        self._refuse_text(len(text) - len(self.comment(at)))
        self._set(at, text)

    def read_comment(self, at: Place, text: str) -> None:
        """Add a comment from a record to the comment on a position."""
        before = self.comment(at)
        self._set(at, _plain(f"{before}\n{text}" if before else text))

    def remove(self, node: Node) -> None:
        """Delete a move with all that follows it."""
        branches = self._branches[node.ply] if node.parent is None else node.parent.children
        branches.remove(node)
        if not branches and node.parent is None:
            del self._branches[node.ply]
        self._count_again()

    def cut(self, ply: int) -> None:
        """Delete the notes on move `ply` of the main line and on all after it: the main line goes
        another way from there."""
        self._comments = {at: text for at, text in self._comments.items() if at <= ply}
        self._branches = {at: nodes for at, nodes in self._branches.items() if at <= ply}
        self._count_again()

    def copy(self) -> Notes:
        """A copy with nodes of its own."""
        other = Notes()
        other._comments, other.fault = dict(self._comments), self.fault
        other.count, other.size = self.count, self.size
        twins: dict[Node | None, Node] = {}
        for node in self.nodes():
            parent = twins.get(node.parent)
            twins[node] = twin = Node(node.move, node.ply, parent, node.comment)
            if parent is None:
                other._branches.setdefault(node.ply, []).append(twin)
            else:
                parent.children.append(twin)
        return other

    def _count_again(self) -> None:
        nodes = list(self.nodes())
        self.count = len(nodes)
        self.size = sum(map(len, self._comments.values()))
        self.size += sum(len(node.move) + len(node.comment) for node in nodes)

    def _set(self, at: Place, text: str) -> None:
        self.size += len(text) - len(self.comment(at))
        if isinstance(at, Node):
            at.comment = text
        elif text:
            self._comments[at] = text
        else:
            self._comments.pop(at, None)

    def _refuse_text(self, more: int) -> None:
        if more > 0 and self.size + more > MOST_TEXT:
            raise NotesFull(f"all notes on a game have at most {MOST_TEXT} characters")


def _plain(text: str) -> str:
    """A comment as it is kept: lines without anything that a terminal would obey, none of them
    empty at the beginning or the end."""
    lines = escaped_lines(text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " "))
    return "\n".join(line.rstrip() for line in lines.split("\n")).strip("\n")
