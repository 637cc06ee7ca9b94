"""How much code there is: `python -m tests.lines [FOLDER …]`.

Counts modules and lines of code, folder by folder. Docstrings, comments and blank lines do not
count; a statement that is spread over several lines counts each of them. Then come the classes
with the most members, and the callbacks and lambdas of the screens.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """The number of lines of `source` that hold code."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            value = node.value
            if isinstance(value.value, str) and value.end_lineno is not None:
                lines.difference_update(range(value.lineno, value.end_lineno + 1))
    return len(lines)


def classes(folder: str) -> Iterator[ast.ClassDef]:
    """All classes of the files under a folder."""
    for path in sorted(Path(folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node


def members(kind: ast.ClassDef) -> set[str]:
    """The names of a class: methods and properties, fields, and attributes that `__init__` sets."""
    names = set()
    for node in kind.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
            if node.name == "__init__":
                names |= set(_set_on_self(node))
        elif isinstance(node, ast.AnnAssign):
            names.add(ast.unparse(node.target))
        elif isinstance(node, ast.Assign):
            names |= {ast.unparse(target) for target in node.targets}
    return names


def _set_on_self(function: ast.AST) -> Iterator[str]:
    for node in ast.walk(function):
        stored = isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
        if stored and ast.unparse(node.value) == "self":
            yield node.attr


def callbacks(kind: ast.ClassDef) -> int:
    """How many functions the maker of an object of this class hands over."""
    notes = [node.annotation for node in kind.body if isinstance(node, ast.AnnAssign)]
    for node in kind.body:
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            notes += [each.annotation for each in ast.walk(node) if isinstance(each, ast.arg)]
    return sum(note is not None and ast.unparse(note).startswith("Callable") for note in notes)


def lambdas(folder: str) -> int:
    """How many lambdas the files under a folder have."""
    trees = (ast.parse(path.read_text("utf-8")) for path in Path(folder).rglob("*.py"))
    return sum(isinstance(node, ast.Lambda) for tree in trees for node in ast.walk(tree))


def main(folders: list[str]) -> None:
    """Print modules and lines of each package under `folders`, and their sums: of all, of the
    workbench, and of what players use; then the largest classes, and what is called back."""
    for folder in folders:
        modules: Counter[Path] = Counter()
        lines: Counter[Path] = Counter()
        for path in sorted(Path(folder).rglob("*.py")):
            modules[path.parent] += 1
            lines[path.parent] += code_lines(path.read_text("utf-8"))
        for package in modules:
            print(f"{modules[package]:5} modules {lines[package]:7,} lines  {package}")
        apart = [package for package in modules if "workbench" in package.parts]
        told = {"in all": list(modules), "workbench": apart}
        told["without the workbench"] = [each for each in modules if each not in apart]
        for name, packages in told.items():
            count = sum(modules[each] for each in packages)
            code = sum(lines[each] for each in packages)
            print(f"{count:5} modules {code:7,} lines  {folder}, {name}")
        largest = sorted(classes(folder), key=lambda kind: len(members(kind)), reverse=True)[:5]
        print("Most members:", ", ".join(f"{kind.name} {len(members(kind))}" for kind in largest))
    screens = "termgames/tui"
    count = sum(map(callbacks, classes(screens)))
    print(f"{screens}: {count} callbacks handed to constructors, {lambdas(screens)} lambdas")


if __name__ == "__main__":
    main(sys.argv[1:] or ["termgames"])
