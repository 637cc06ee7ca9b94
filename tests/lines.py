"""How much code there is: `python -m tests.lines [FOLDER …]`.

Counts modules and lines of code, folder by folder. Docstrings, comments and blank lines do not
count; a statement that is spread over several lines counts each of them.
"""

from __future__ import annotations

import ast
import io
import sys
import tokenize
from collections import Counter
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


def main(folders: list[str]) -> None:
    """Print modules and lines of each package under `folders`, and their sums: of all, of the
    workbench, and of what players use."""
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


if __name__ == "__main__":
    main(sys.argv[1:] or ["termgames"])
