"""What the source of a folder says of its classes; how much code there is tells `test_budgets`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def classes(folder: str) -> Iterator[ast.ClassDef]:
    """All classes of the files under a folder."""
    for path in sorted(Path(folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node


def callbacks(kind: ast.ClassDef) -> int:
    """How many functions the maker of an object of this class hands over."""
    notes = [node.annotation for node in kind.body if isinstance(node, ast.AnnAssign)]
    for node in kind.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            notes += [each.annotation for each in ast.walk(node) if isinstance(each, ast.arg)]
    return sum(note is not None and ast.unparse(note).startswith("Callable") for note in notes)
