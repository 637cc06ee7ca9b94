"""How large the house may be: code lines, modules and import lines by folder.

A code line holds code: no docstring, comment or blank. Who adds lines to a folder takes them away
elsewhere in it, or raises its budget in the open; who takes lines away lowers it, so that nothing
grows back unseen. `python -m tests.test_budgets` prints the table as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "termgames"
BUDGETS = """
(top)            52    3    10
cli            3558   30   517
core           3024   29   206
games         10285   77   932
go             2117   21   142
play          13019  120  1217
search         3259   31   257
study          3943   43   413
tui           13351  110  1486
workbench      5449   41   605
all           58057  505  5785
"""
"""Folder, code lines, modules, import lines."""
SLACK = 20
"""Code lines by which a folder may be below its budget."""


@cache
def code_lines(source: str) -> tuple[int, int]:
    """Lines of code, and those of them that import."""
    told = ["", *map(str.strip, source.split("\n"))]
    code = {number for number, line in enumerate(told) if line and line[0] != "#"}
    texts, imports = set[int](), set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr | ast.Constant | ast.Import | ast.ImportFrom | ast.JoinedStr):
            lines = range(node.lineno, (node.end_lineno or 0) + 1)
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.update(lines)
            elif not isinstance(node, ast.Expr):
                code.update(lines if '"""' in told[node.lineno] else ())  # which may hold blanks
            elif isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
                texts.update(lines)
    return len(code - texts), len(imports)


def measured() -> Iterator[tuple[str, int, int, int]]:
    """Each folder of the package, and all: code lines, modules, import lines."""
    folders: dict[str, list[Path]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        folders.setdefault(parts[0] if len(parts) > 1 else "(top)", []).append(path)
    folders["all"] = [path for paths in folders.values() for path in paths]
    for folder, paths in folders.items():
        counts = [code_lines(path.read_text("utf-8")) for path in paths]
        yield folder, sum(c for c, _ in counts), len(paths), sum(i for _, i in counts)


def test_no_folder_is_larger_than_its_budget_nor_much_smaller() -> None:
    rows = (line.split() for line in BUDGETS.strip().splitlines())
    budgets = {name: tuple(map(int, numbers)) for name, *numbers in rows}
    told = []
    for name, *now in measured():
        over = [one > most for one, most in zip(now, budgets.get(name, (0, 0, 0)), strict=True)]
        if any(over) or (name != "all" and now[0] < budgets[name][0] - SLACK):
            told.append(f"{name}: {now}, budget {budgets.get(name)}")
    assert not told, "\n".join(["code lines, modules, import lines:", *told])


if __name__ == "__main__":
    for row in measured():
        print("{:12}{:7}{:5}{:6}".format(*row))
