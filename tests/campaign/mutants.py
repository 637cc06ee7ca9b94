"""Single changes of the package, each of which some test should notice.

A sample of all changes is drawn by the seed. Each is made in a copy of the tree, and there run
the tests that are named after its module or import it, then all of its room, and the contract
tests if it belongs to a game. Changes that no test notices are printed: a test is missing, the
code is not needed, or the change changes nothing. The last are listed with their reasons in
EQUIVALENT, and are not drawn.

The tests must pass on the tree as it is: whatever fails counts as noticed. Docstrings, types,
texts and the names of what is exported are not changed.
"""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.campaign._equivalent import EQUIVALENT
from tests.campaign.report import Report

ROOT = Path(__file__).parent.parent.parent
PACKAGE = "termgames"
PATIENCE = 180.0
"""Seconds for the tests of one change; then it is undecided."""
HANGING = 60
"""Seconds after which a single test is taken to hang, which somebody notices."""
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


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """All that may be changed: no types, no messages, no names of what is exported."""
    if isinstance(tree, UNCHANGED):
        return
    match tree:
        case ast.If(test=ast.Name("TYPE_CHECKING")):
            return
        case ast.Assign(targets=[ast.Name("__all__")]):
            return
    yield tree
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "type_params"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from nodes(child)


def mutants_of(path: str, source: bytes) -> Iterator[Mutant]:
    """All changes of one file."""
    lines, begins = source.splitlines(keepends=True), [0]
    for line in lines:
        begins.append(begins[-1] + len(line))
    for node in nodes(ast.parse(source)):
        place = node.test if isinstance(node, ast.If) else node
        for changed in changes(node):
            start = begins[place.lineno - 1] + place.col_offset
            end = begins[place.end_lineno - 1] + place.end_col_offset
            new = ast.unparse(changed)
            if isinstance(changed, ast.expr):
                new = f"({new})"
            old = " ".join(source[start:end].decode().split())
            code = lines[place.lineno - 1].decode().strip()
            yield Mutant(path, place.lineno, code, start, end, old, new)


def sample(root: Path, seed: int) -> Iterator[Mutant]:
    """All changes of the package without the equivalent ones, in an order by the seed."""
    package = root / PACKAGE
    found = [
        mutant
        for file in sorted(package.rglob("*.py"))
        for mutant in mutants_of(file.relative_to(package).as_posix(), file.read_bytes())
        if mutant.change not in EQUIVALENT
    ]
    random.Random(seed).shuffle(found)
    return iter(found)


def rounds(root: Path, path: str) -> Iterator[list[str]]:
    """What pytest is told, time after time, for changes of this module; no test comes twice."""
    module, tests = Path(path), root / "tests"
    room = next(tests / part for part in module.parents if (tests / part).is_dir())
    dotted = ".".join([PACKAGE, *module.with_suffix("").parts]).removesuffix(".__init__")
    uses = re.compile(
        rf"{re.escape(dotted)}\b|from {re.escape(dotted.rpartition('.')[0])} import "
        rf"[^\n]*\b{module.stem}\b"
    )
    game = module.parts[1] if module.parts[0] == "games" and len(module.parts) > 2 else ""
    files = sorted(tests.rglob("test_*.py"))
    contract = [file for file in files if game and file.parent.name == "contract"]
    here = [] if room == tests else [file for file in files if file.is_relative_to(room)]
    close = [file for file in files if uses.search(file.read_text("utf-8"))]
    named = [file for file in here if file.stem == f"test_{module.stem}"]
    seen: set[Path] = set()
    for group in (named, close, here, contract):
        new = [file.relative_to(root).as_posix() for file in group if file not in seen]
        seen.update(group)
        if new:
            yield [*new, *(["-k", game] if group is contract else [])]


def noticed(root: Path, mutant: Mutant) -> bool | None:
    """Whether a test of the tree at `root`, which is left as it was, fails by the change; None if
    that took too long to say."""
    file, end = root / PACKAGE / mutant.path, time.monotonic() + PATIENCE
    source = file.read_bytes()
    file.write_bytes(source[: mutant.start] + mutant.new.encode() + source[mutant.end :])
    try:
        for arguments in rounds(root, mutant.path):
            code = _tested(root, arguments, end - time.monotonic())
            if code is None:
                return None
            if code not in (0, 5):  # 5: none of the game's tests is there
                return True
        return False
    finally:
        file.write_bytes(source)


def _tested(root: Path, arguments: list[str], seconds: float) -> int | None:
    """The exit code of pytest in that tree, or None where it takes longer."""
    environment = os.environ | {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "--tb=no", "-p", "no:cacheprovider"]
    process = subprocess.Popen(
        [*command, "-o", f"faulthandler_timeout={HANGING}", *arguments],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(max(0.0, seconds))
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def run(minutes: float, seed: int, *, most: int = 100) -> Report:
    """So many changes, or as many as there is time for."""
    report, end = Report(), time.monotonic() + 60 * minutes
    with tempfile.TemporaryDirectory(prefix="termgames-mutants-") as place:
        root = Path(place) / "tree"
        hidden = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist")
        shutil.copytree(ROOT, root, ignore=hidden)
        for _, mutant in zip(range(most), sample(root, seed), strict=False):
            if time.monotonic() > end:
                break
            answer = noticed(root, mutant)
            report.counts[{True: "noticed", False: "not noticed", None: "undecided"}[answer]] += 1
            if answer is None:
                print(f"undecided after {PATIENCE:.0f} s: {mutant}", flush=True)
            elif not answer:
                report.fault(str(mutant))
    return report
