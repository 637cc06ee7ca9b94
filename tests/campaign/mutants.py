"""Single changes of the package, each of which some test should notice.

A sample of all changes is drawn by the seed. Each is made in a copy of the tree, and there run
the tests that are named after its module or import it, then all of its room and of the room around
that, and the contract tests if it belongs to a game; of these only those that run its line, where
that is known. Changes that no test notices are printed: a test is missing, the code is not needed,
or the change changes nothing. The last are listed with their reasons in EQUIVALENT, and are not
drawn.

Which tests run a line is known from coverage, if that was measured after the last change of the
module (by hours it saves more than it takes):

    python -m coverage run -m pytest -n 2 -p tests.campaign._contexts
    python -m coverage combine

A test that fails, or that does not end, counts only if it passes without the change. Docstrings,
types, texts and the names of what is exported are not changed.
"""

from __future__ import annotations

import ast
import compileall
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

from tests.campaign._equivalent import EQUIVALENT
from tests.campaign.report import Report

ROOT = Path(__file__).parent.parent.parent
PACKAGE = "termgames"
PATIENCE = 900.0
"""Seconds for the tests of one change; then it is undecided."""
HANGING = 120
"""Seconds after which a single test is taken to hang, if it does not without the change."""
LANES = 2
"""How many changes are tried at a time."""
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
STATEMENTS = (
    *(ast.Expr, ast.Assign, ast.AugAssign, ast.Delete),
    *(ast.Return, ast.Raise, ast.Continue, ast.Break),
)
UNCHANGED = (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr)
ARGUMENTS = ("timeout", "frozen")
"""How long something is waited for or shown; what nobody may assign, of which mypy knows."""


@dataclass(frozen=True)
class Mutant:
    """One change: what stands at `start` to `end`, in bytes of the file, is replaced by `new`."""

    path: str
    """Below the package."""
    line: int
    code: str
    """All of the line on which it begins."""
    start: int
    end: int
    old: str
    new: str
    lines: range
    """Those of its statement, without a block that belongs to it."""

    @property
    def change(self) -> tuple[str, str, str]:
        """What it is known by as long as its code stays the same, wherever that moves."""
        return self.path, self.code, f"{self.old} -> {self.new}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.old} -> {self.new}"


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What can stand for this node, by itself, as a change that matters."""
    match node:
        case ast.Compare(left, [operator], right) if type(operator) in TURNED:
            yield ast.Compare(left, [TURNED[type(operator)]()], right)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
        case ast.BoolOp(operator, values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
            yield from (values[0], values[-1])
        case ast.Call():
            yield from calls(node)
        case ast.BinOp(left, operator, right) if type(operator) in SWAPPED:
            yield ast.BinOp(left, SWAPPED[type(operator)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)) | ast.Constant(float(value)):
            yield ast.Constant(value + 1)
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.UnaryOp(ast.Not(), value))
        case ast.If(ast.Name() | ast.Call() | ast.Attribute() as test):
            yield ast.UnaryOp(ast.Not(), test)
        case ast.Expr(ast.Constant()):  # a docstring
            return
        case ast.stmt() if isinstance(node, STATEMENTS):
            yield ast.Pass()


def calls(node: ast.Call) -> Iterator[ast.expr]:
    """What can stand for a call: another function, swapped arguments, none of a name."""
    match node:
        case ast.Call(ast.Name("min" | "max" as name), arguments, keywords):
            yield ast.Call(ast.Name("max" if name == "min" else "min"), arguments, keywords)
        case ast.Call(ast.Name("reversed" | "sorted"), [argument, *_]):
            yield argument
        case ast.Call(function, [first, second, *others], keywords):
            if not isinstance(first, ast.Starred) and not isinstance(second, ast.Starred):
                yield ast.Call(function, [second, first, *others], keywords)
    for at, keyword in enumerate(node.keywords):
        if keyword.arg is not None and keyword.arg not in ARGUMENTS:
            yield ast.Call(node.func, node.args, node.keywords[:at] + node.keywords[at + 1 :])


def nodes(tree: ast.AST, lines: range = range(0)) -> Iterator[tuple[ast.AST, range]]:
    """All that may be changed, with the lines of its statement: no types, no messages, no seconds
    of waiting, no names of what is exported."""
    if isinstance(tree, UNCHANGED):
        return
    match tree:
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return
        case ast.Assign(targets=[ast.Name("__all__")]):
            return
        case ast.keyword(arg=name, value=ast.Constant()) if name in ARGUMENTS:
            return
        case ast.stmt(body=[first, *_]):
            lines = range(tree.lineno, max(tree.lineno + 1, first.lineno))
        case ast.stmt():
            lines = range(tree.lineno, (tree.end_lineno or tree.lineno) + 1)
    yield tree, lines
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from nodes(child, lines)


def mutants_of(path: str, source: bytes) -> Iterator[Mutant]:
    """All changes of one file."""
    lines, begins = source.splitlines(keepends=True), [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    for node, reach in nodes(ast.parse(source)):
        place = node.test if isinstance(node, ast.If) else node
        for changed in changes(node):
            start = begins[place.lineno - 1] + place.col_offset
            end = begins[place.end_lineno - 1] + place.end_col_offset
            new = ast.unparse(changed)
            if isinstance(changed, ast.expr):
                new = f"({new})"
            old = " ".join(source[start:end].decode().split())
            code = lines[place.lineno - 1].decode().strip()
            yield Mutant(path, place.lineno, code, start, end, old, new, reach)


def sample(root: Path, seed: int, most: int | None = None, only: str = "") -> Iterator[Mutant]:
    """Changes of the package without the equivalent ones, in an order by the seed; all by default,
    or so many; of `only` one of its folders."""
    package = root / PACKAGE
    found = [
        mutant
        for file in sorted(package.rglob("*.py"))
        for mutant in mutants_of(file.relative_to(package).as_posix(), file.read_bytes())
    ]
    # In this order one more equivalent change leaves the others of a seed as they were.
    random.Random(seed).shuffle(found)
    wanted = (each for each in found if each.path.startswith(only))
    return islice((mutant for mutant in wanted if mutant.change not in EQUIVALENT), most)


def rounds(root: Path, path: str) -> Iterator[list[str]]:
    """What pytest is told, time after time, for changes of this module; no test comes twice."""
    module, tests = Path(path), root / "tests"
    rooms = [tests / part for part in module.parents if part.name and (tests / part).is_dir()]
    dotted = ".".join([PACKAGE, *module.with_suffix("").parts]).removesuffix(".__init__")
    uses = re.compile(
        rf"{re.escape(dotted)}\b|from {re.escape(dotted.rpartition('.')[0])} import "
        rf"[^\n]*\b{module.stem}\b"
    )
    game = module.parts[1] if module.parts[0] == "games" and len(module.parts) > 2 else ""
    files = sorted(tests.rglob("test_*.py"))
    contract = [file for file in files if game and file.parent.name == "contract"]
    # A game has no room but its own: the other games stand beside it.
    rooms = rooms[:1] if game else rooms
    here = [[file for file in files if file.is_relative_to(room)] for room in rooms]
    close = [file for file in files if uses.search(file.read_text("utf-8"))]
    named = [file for group in here[-1:] for file in group if file.stem == f"test_{module.stem}"]
    seen: set[Path] = set()
    for group in (named, close, *here, contract):
        new = [file.relative_to(root).as_posix() for file in group if file not in seen]
        seen.update(group)
        if new:
            yield [*new, *(["-k", game] if group is contract else [])]


class Tests:
    """The tests of one tree, and the process that runs them."""

    def __init__(self, root: Path, reached: Reached) -> None:
        self.root, self._reached = root, reached
        self._sound: dict[str, bool] = {}
        """Whether a test passes without a change."""
        # A compiled mutant would stand for the next one, if that is as long and as new.
        unwritten = {"PYTHONDONTWRITEBYTECODE": "1"}
        environment = os.environ | {"PYTHONPATH": str(root)} | unwritten
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).with_name("_forked.py"))],
            cwd=root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Tests:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def noticed(self, mutant: Mutant) -> bool | None:
        """Whether a test fails by the change; None if that took too long to say."""
        file, end = self.root / PACKAGE / mutant.path, time.monotonic() + PATIENCE
        source = file.read_bytes()
        changed = source[: mutant.start] + mutant.new.encode() + source[mutant.end :]
        for arguments, chosen in self._rounds(mutant):
            while True:
                file.write_bytes(changed)
                try:
                    code, test = self._run(arguments, chosen, end - time.monotonic())
                finally:
                    file.write_bytes(source)
                if code in (0, 5):  # 5: none of the game's tests is there
                    break
                if code is None:
                    return None
                if not test or self._passes(test):
                    return True
                arguments = [*arguments, f"--deselect={test}"]
        return False

    def _rounds(self, mutant: Mutant) -> Iterator[tuple[list[str], list[str] | None]]:
        """What pytest is told, and which tests are chosen there; None for all."""
        reaching = self._reached.by_file(mutant)
        known = bool(reaching)
        for arguments in rounds(self.root, mutant.path):
            if not known:
                yield arguments, None
                continue
            files = [name for name in arguments if name in reaching]
            if files:
                yield files, [test for name in files for test in reaching.pop(name)]
        if reaching:
            yield list(reaching), [test for tests in reaching.values() for test in tests]

    def _passes(self, test: str) -> bool:
        """Whether a test passes in the tree as it is, in half of the time after which it hangs."""
        if test not in self._sound:
            self._sound[test] = self._run([test], None, HANGING / 2)[0] == 0
        return self._sound[test]

    def _run(self, arguments: list[str], chosen: list[str] | None, seconds: float) -> Any:
        """See `_forked.tested`."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        options = ["-x", "--tb=no", "-p", "no:cacheprovider", "-o"]
        words = [*options, f"faulthandler_timeout={HANGING}", *arguments]
        asked = {"arguments": words, "chosen": chosen, "seconds": max(0.0, seconds)}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


class Reached:
    """Which tests run a line, as far as coverage was measured."""

    def __init__(self, root: Path, measured: Path) -> None:
        since = measured.stat().st_mtime if measured.exists() else 0.0
        self._file = measured
        self._same = {
            file.relative_to(root).as_posix()
            for file in (root / PACKAGE).rglob("*.py")
            if file.stat().st_mtime <= since
        }
        """Modules that have not changed since."""
        self._tests: dict[str, dict[int, list[str]]] = {}

    def by_file(self, mutant: Mutant) -> dict[str, list[str]]:
        """The tests that run the statement of a change, by file; none where that is not known."""
        found: dict[str, list[str]] = {}
        known = self._known(f"{PACKAGE}/{mutant.path}")
        for test in sorted({test for line in mutant.lines for test in known.get(line, ())}):
            if test:  # what runs while modules are imported is no test's
                found.setdefault(test.partition("::")[0], []).append(test)
        return found

    def _known(self, path: str) -> dict[int, list[str]]:
        if path not in self._same:
            return {}
        if path not in self._tests:
            from coverage import CoverageData

            data = CoverageData(str(self._file))
            data.read()
            self._tests[path] = data.contexts_by_lineno(path)
        return self._tests[path]


def copied(root: Path) -> None:
    """Copy the tree. Compiled modules are known by their content: a change may have as many bytes,
    and be made within a second."""
    hidden = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")
    shutil.copytree(ROOT, root, ignore=hidden)
    by_content = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(root / PACKAGE, quiet=2, invalidation_mode=by_content)


def run(minutes: float, seed: int, *, most: int = 100, only: str = "") -> Report:
    """So many changes, or as many as there is time for."""
    report, turn, end = Report(), threading.Lock(), time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory(prefix="termgames-mutants-") as folder, ExitStack() as stack:
        trees = [Path(folder) / str(number) for number in range(LANES)]
        copied(trees[0])
        for tree in trees[1:]:
            shutil.copytree(trees[0], tree)
        drawn = sample(trees[0], seed, most, only)
        reached = Reached(trees[0], ROOT / ".coverage")

        def lane(tests: Tests) -> None:
            while time.monotonic() < end:
                with turn:
                    mutant = next(drawn, None)
                if mutant is None:
                    return
                answer = tests.noticed(mutant)
                with turn:
                    tell(mutant, answer)

        def tell(mutant: Mutant, answer: bool | None) -> None:
            told = {True: "noticed", False: "not noticed", None: "undecided"}[answer]
            report.counts[told] += 1
            if answer is None:
                print(f"undecided after {PATIENCE:.0f} s: {mutant}", flush=True)
            elif not answer:
                report.fault(str(mutant))

        ways = [stack.enter_context(Tests(tree, reached)) for tree in trees]
        lanes = [threading.Thread(target=lane, args=[tests]) for tests in ways]
        for each in lanes:
            each.start()
        for each in lanes:
            each.join()
    return report
