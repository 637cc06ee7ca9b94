"""Trees of properties in the text of the Smart Game Format, FF[1] to FF[4].

Files that programs really wrote are read: text around the games, line ends of any system, marks of
byte order, `CA` or none, property names of FF[3] with small letters, a missing `;` after `(`,
missing brackets `)` at the end. Trees are walked by loops, so that none is too deep.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from termgames.core.errors import RecordError
from termgames.core.text import quoted

MOST_NODES = 500_000
"""Nodes in a file, at most."""
_MOST_FAULTS = 1000
_BEGIN = re.compile(r"\(\s*;")
_ROOT = re.compile(r"\(\s*;\s*(?:[A-Za-z]+\s*(?:\[[^\]]*\]\s*)+)*?(?:GM|FF|SZ|CA)\s*\[")
"""Where a game begins, not a variation."""
_HOLDS_TREE = re.compile(r"\(\s*;\s*[A-Z]{1,2}\[[^\[\]]*$")
"""A value whose bracket is missing ends where the tree after it has its first one."""
_BLANK = re.compile(r"[\s\0]*")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_VALUE = re.compile(r"\[([^\\\]]*(?:\\.[^\\\]]*)*)\]", re.DOTALL)


@dataclass(eq=False, slots=True)
class SgfNode:
    """A node: its properties, each with its values as they are written, and what follows it, the
    main line first."""

    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[SgfNode] = field(default_factory=list)

    def text(self, name: str) -> str:
        """The text of a property, its lines kept; empty where there is none."""
        return "\n".join(map(unescaped, self.properties.get(name, ())))

    def line(self, name: str) -> str:
        """The text of a property in one line."""
        return " ".join(self.text(name).split())

    def main_line(self) -> Iterator[SgfNode]:
        """This node and the first of those after it, and so on."""
        node: SgfNode | None = self
        while node is not None:
            yield node
            node = node.children[0] if node.children else None


class _Damage(RecordError):
    """A game that cannot be read; the next one begins at `at` or later."""

    def __init__(self, what: str, at: int) -> None:
        super().__init__(what)
        self.at = at


def begins(text: str) -> bool:
    """Whether a tree begins anywhere in a text."""
    return _BEGIN.search(text) is not None


def read(text: str) -> list[SgfNode | RecordError]:
    """The roots of all trees in a text; for one that cannot be read an error that names line and
    column: it costs no other one, until there are 1,000."""
    roots: list[SgfNode | RecordError] = []
    at, mark, faults = 0, _BEGIN, 0
    while (begin := mark.search(text, at)) and faults < _MOST_FAULTS:
        try:
            root, at = _tree(text, begin.start())
            roots.append(root)
            mark = _BEGIN
        except _Damage as error:
            roots.append(error)
            at, mark, faults = error.at, _ROOT, faults + 1
            if faults == _MOST_FAULTS:
                roots.append(RecordError("so many games before it are damaged: it is not read"))
    return roots


def _tree(text: str, at: int) -> tuple[SgfNode, int]:
    """The tree that begins at a bracket, and where the text goes on."""
    top = SgfNode()
    last, fresh = top, False
    forks: list[SgfNode] = []
    count = 0
    while True:
        at = _BLANK.match(text, at).end()  # type: ignore[union-attr]
        mark = text[at : at + 1]
        name = _NAME.match(text, at)
        if mark == "(" and forks and _ROOT.match(text, at):
            return top.children[0], at  # the last brackets of the game before are missing
        if mark == "(":
            forks.append(last)
            fresh = False
        elif mark == ")":
            last, fresh = forks.pop(), False
        elif mark == ";" or (name and not fresh):
            node = SgfNode()
            last.children.append(node)
            last, fresh, count = node, True, count + 1
            if count > MOST_NODES:
                raise _Damage(f"the game has more than {MOST_NODES} nodes: it is not read", at)
        if name:
            at = _property(text, name, last)
        elif mark and mark in "();":
            at += 1
        elif mark:
            raise _fault(text, at, f"{quoted(mark)} is no part of a game here: delete it")
        if not mark or not forks:
            return top.children[0], at


def _property(text: str, name: re.Match[str], node: SgfNode) -> int:
    """Read a property into a node; where the text goes on."""
    # Small letters are the long names of FF[3]: AddBlack is AB.
    short = "".join(c for c in name[0] if not c.islower()) or name[0].upper()
    values = node.properties.setdefault(short, [])
    end = name.end()
    while True:
        at = _BLANK.match(text, end).end()  # type: ignore[union-attr]
        if not text.startswith("[", at):
            return end
        value = _VALUE.match(text, at)
        begun = value and _HOLDS_TREE.search(text, *value.span(1))
        if value is None or begun:
            how = "a game or variation begins in it" if begun else "the file is cut off"
            what = f"the value of {quoted(name[0], 20)} has no end: {how}"
            raise _fault(text, at, what, begun.start() if begun else len(text))
        values.append(value[1])
        end = value.end()


def write(root: SgfNode) -> str:
    """The text of a tree, a line a node."""
    parts: list[str] = ["("]
    waiting: list[SgfNode | str] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        written = (
            name + "".join(f"[{value}]" for value in values)
            for name, values in item.properties.items()
        )
        parts.append(f";{''.join(written)}\n")
        for child in reversed(item.children):
            waiting += [")\n", child, "("] if len(item.children) > 1 else [child]
    return "".join([*parts, ")\n"])


def escaped(text: str) -> str:
    """A text as a value has it."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescaped(value: str) -> str:
    """The text of a value: line ends after a backslash are left out."""
    return re.sub(r"\\(.)", lambda escape: escape[1].removeprefix("\n"), value, flags=re.DOTALL)


def _fault(text: str, at: int, what: str, after: int | None = None) -> _Damage:
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    return _Damage(f"line {line}, column {column}: {what}", at if after is None else after)
