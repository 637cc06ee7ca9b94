"""Single changes of the package, each of which some test should notice.

A sample of all changes is drawn by the seed. Each is made in a copy of the tree, and there run
the tests that run its line, first those of its room. Changes that no test notices are printed: a
test is missing, the code is not needed, or the change changes nothing. The last are listed with
their reasons in EQUIVALENT, and are not drawn.

Which tests run a line is known from coverage, which is measured first, of all tests or of some:

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
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import Any

import click
from coverage import CoverageData

from tests.campaign import _collected
from tests.campaign._collected import READS, WRITES
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
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.Eq: ast.NotEq, ast.Lt: ast.GtE}
TURNED |= {ast.Gt: ast.LtE, ast.Is: ast.IsNot, ast.In: ast.NotIn}
TURNED |= {new: old for old, new in TURNED.items()}
SWAPPED: dict[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
STATEMENTS = (ast.Expr, ast.Assign, ast.AugAssign, ast.Delete)
STATEMENTS += (ast.Return, ast.Raise, ast.Continue, ast.Break)
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

    def made(self, source: bytes) -> bytes:
        """The changed file, with as many lines as before."""
        lost = b"\n" * source[self.start : self.end].count(b"\n")
        new = self.new.encode()
        new = new[:-1] + lost + new[-1:] if new.endswith(b")") else new + lost
        return source[: self.start] + new + source[self.end :]

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


def sample(
    root: Path, seed: int, most: int | None = None, only: tuple[str, ...] = ("",)
) -> Iterator[Mutant]:
    """Changes of the package without the equivalent ones, in an order by the seed; all by default,
    or so many; of `only` these of its folders."""
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


class Tests:
    """The tests of one tree, and the process that runs them."""

    def __init__(self, root: Path, file: Path) -> None:
        self.root, self._data = root, measured(file)
        self._sound: dict[str, bool] = {}
        """Whether a test passes without a change."""
        asked, answers = os.pipe(), os.pipe()
        ends = {READS: str(asked[0]), WRITES: str(answers[1])}
        # A compiled mutant would stand for the next one, if that is as long and as new.
        unwritten = {"PYTHONDONTWRITEBYTECODE": "1"}
        options = ["-n", "0", "-p", "no:cacheprovider", "-p", _collected.__name__]
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pytest", *options, "tests"],
            cwd=root,
            env=os.environ | {"PYTHONPATH": str(root)} | unwritten | ends,
            pass_fds=[asked[0], answers[1]],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        for end in (asked[0], answers[1]):
            os.close(end)
        self._asked, self._answers = os.fdopen(asked[1], "w"), os.fdopen(answers[0])
        self._answers.readline()  # all are collected: files may be changed

    def __enter__(self) -> Tests:
        return self

    def __exit__(self, *_: object) -> None:
        self._asked.close()
        self._process.wait()
        self._answers.close()

    def killers(
        self, mutant: Mutant, *, most: int, seconds: float = PATIENCE, each: int = 10_000
    ) -> tuple[list[str], bool]:
        """The test functions that fail by the change, so many at most, and whether all were asked
        that run its lines, `each` with so many of its parameters."""
        file, end = self.root / PACKAGE / mutant.path, time.monotonic() + seconds
        source = file.read_bytes()
        tests, found = list(thinned(reached_by(self._data, mutant), each)), list[str]()
        while True:
            file.write_bytes(mutant.made(source))
            try:
                left = end - time.monotonic()
                answer = self._run(mutant.path, source, tests, most - len(found), left)
            finally:
                file.write_bytes(source)
            failed = [test for test in answer["failed"] if self._passes(test)]
            found += map(_collected.function, failed)
            out_of_time = time.monotonic() > end
            if len(failed) == len(answer["failed"]) or len(found) >= most or out_of_time:
                return found, bool(answer["all"])
            tests = [test for test in tests if test not in answer["failed"]]

    def _passes(self, test: str) -> bool:
        """Whether a test passes in the tree as it is, in half of the time after which it hangs."""
        if test not in self._sound:
            unchanged = (self.root / PACKAGE / "__init__.py").read_bytes()
            answer = self._run("__init__.py", unchanged, [test], 1, HANGING / 2)
            self._sound[test] = answer["all"] and not answer["failed"]
        return self._sound[test]

    def _run(
        self, path: str, before: bytes, tests: list[str], most: int, seconds: float
    ) -> dict[str, Any]:
        asked = {"path": f"{PACKAGE}/{path}", "before": before.decode(), "tests": tests}
        asked |= {"most": most, "seconds": seconds, "hanging": HANGING}
        print(json.dumps(asked), file=self._asked, flush=True)
        answer: dict[str, Any] = json.loads(self._answers.readline())
        return answer


def thinned(tests: Iterable[str], most: int) -> Iterator[str]:
    """So many of each function's tests, from the first to the last of them."""
    for _, group in groupby(tests, _collected.function):
        each = list(group)
        yield from each[:: -(-len(each) // most)]


def measured(file: Path) -> CoverageData:
    """What coverage found; UsageError where it was not measured."""
    if not file.exists():
        raise click.UsageError(f"{file.name} is missing: see the head of mutants.py")
    data = CoverageData(str(file))
    data.read()
    return data


def reached_by(data: CoverageData, mutant: Mutant) -> list[str]:
    """The tests that run the statement of a change, by what coverage measured; those that run
    anything of its module, if it is run while that is imported. Those of its own room are first."""
    known = data.contexts_by_lineno(f"{PACKAGE}/{mutant.path}")
    found = {test for line in mutant.lines for test in known.get(line, ())}
    if "" in found or not found:
        found = {test for tests in known.values() for test in tests}
    room = "tests/" + mutant.path.rpartition("/")[0]
    return sorted(found - {""}, key=lambda test: (not test.startswith(room), test))


def copied(root: Path) -> None:
    """Copy the tree. Compiled modules are known by their content: a change may have as many bytes,
    and be made within a second."""
    hidden = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")
    shutil.copytree(ROOT, root, ignore=hidden)
    by_content = PycInvalidationMode.CHECKED_HASH
    compileall.compile_dir(root / PACKAGE, quiet=2, invalidation_mode=by_content)


def tried(
    minutes: float,
    drawn: Iterator[Mutant],
    each: Callable[[Tests, Mutant], Callable[[], None]],
) -> None:
    """Do this to each change as long as there is time, so many at a time; what is returned, one
    after the other."""
    turn, end = threading.Lock(), time.monotonic() + 60 * minutes

    def lane(tests: Tests) -> None:
        while time.monotonic() < end:
            with turn:
                mutant = next(drawn, None)
            if mutant is None:
                return
            told = each(tests, mutant)
            with turn:
                told()

    prefix = "termgames-mutants-"
    with tempfile.TemporaryDirectory(prefix=prefix) as folder, ExitStack() as stack:
        found = [Path(folder) / str(number) for number in range(LANES)]
        for tree in found:
            copied(tree)
        ways = [stack.enter_context(Tests(tree, ROOT / ".coverage")) for tree in found]
        with ThreadPoolExecutor() as pool:
            list(pool.map(lane, ways))


def run(minutes: float, seed: int, *, most: int = 100, only: tuple[str, ...] = ("",)) -> Report:
    """So many changes, or as many as there is time for."""
    report = Report()

    def noticed(tests: Tests, mutant: Mutant) -> Callable[[], None]:
        killers, whole = tests.killers(mutant, most=1)
        return lambda: tell(mutant, bool(killers), whole)

    def tell(mutant: Mutant, killed: bool, whole: bool) -> None:
        report.counts["noticed" if killed else "not noticed" if whole else "undecided"] += 1
        if not killed and whole:
            report.fault(str(mutant))
        elif not killed:
            print(f"undecided after {PATIENCE:.0f} s: {mutant}", flush=True)

    tried(minutes, sample(ROOT, seed, most, only), noticed)
    return report
