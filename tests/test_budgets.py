"""How large the house may be: code lines, modules and import lines by folder.

A code line holds code: no docstring, comment or blank. Who adds lines to a folder takes them away
elsewhere in it, or raises its budget in the open; who takes lines away lowers it, so that nothing
grows back unseen. `python -m tests.test_budgets` prints the table as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "termgames"
BUDGETS = """
(top)            48    3    10
cli            3662   32   556
core           2970   29   228
games          9803   77   973
go             2163   22   169
play          13202  135  1354
search         3252   35   288
study          3914   41   413
tui           14295  122  1627
workbench      5762   47   663
all           59071  543  6281
"""
"""Folder, code lines, modules, import lines."""
SLACK = 20
"""Code lines by which a folder may be below its budget."""


def code_lines(source: str) -> tuple[int, int]:
    """Lines of code, and those of them that import."""
    full, texts, imports = [_full(line) for line in source.split("\n")], 0, 0
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(ast.Constant(str())):
                texts += sum(full[node.lineno - 1 : node.end_lineno])
            case ast.Import() | ast.ImportFrom():
                imports += (node.end_lineno or 0) - node.lineno + 1
    return sum(full) - texts, imports


def _full(line: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    return line.strip()[:1] not in ("", "#")


def measured() -> Iterator[tuple[str, int, int, int]]:
    """Each folder of the package, and all: code lines, modules, import lines."""
    folders: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        folders.setdefault(parts[0] if len(parts) > 1 else "(top)", []).append(path)
    whole = (0, 0, 0)
    for folder, paths in folders.items():
        counts = [code_lines(path.read_text("utf-8")) for path in paths]
        found = sum(c for c, _ in counts), len(paths), sum(i for _, i in counts)
        yield folder, *found
        whole = tuple(map(sum, zip(whole, found, strict=True)))  # type: ignore[assignment]
    yield "all", *whole


def table() -> str:
    """The budgets as they would be today."""
    return "\n".join(
        f"{name:12}{code:7}{files:5}{rows:6}" for name, code, files, rows in measured()
    )


def test_no_folder_is_larger_than_its_budget_nor_much_smaller() -> None:
    rows = (line.split() for line in BUDGETS.strip().splitlines())
    budgets = {name: tuple(map(int, numbers)) for name, *numbers in rows}
    told = []
    for name, *now in measured():
        over = [one > most for one, most in zip(now, budgets.get(name, (0, 0, 0)), strict=True)]
        if any(over) or (name != "all" and now[0] < budgets[name][0] - SLACK):
            told.append(f"{name}: {now}, budget {budgets.get(name)}")
    assert not told, "\n".join(["code lines, modules, import lines:", *told])


SOURCE = '''"""A
text."""

from b import (
    c,
)

X = c  # so
"""What X is."""
'''


def test_docstrings_comments_and_blanks_are_no_code() -> None:
    assert code_lines(SOURCE) == (4, 3)


if __name__ == "__main__":
    print(table())
