"""That changes are found and made, and that those are told which no test notices."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.campaign import matrix, mutants
from tests.campaign.mutants import Mutant

SOURCE = b'''"""A document."""

from typing import TYPE_CHECKING

__all__ = ["f"]
if TYPE_CHECKING:
    SIZE = 1


def f(a: "int | 1", b=2):
    """A function."""
    assert a, "no"
    if a:
        b += 1
        return a(timeout=2)
    max(f(a, b, size=a), *reversed(a))
    return not a or b - 1 >= 3
'''
CHANGES = [
    "10: 2 -> (3)",
    "13: a -> (not a)",
    "14: b += 1 -> pass",
    "14: 1 -> (2)",
    "15: return a(timeout=2) -> return not a(timeout=2)",
    "16: max(f(a, b, size=a), *reversed(a)) -> pass",
    "16: max(f(a, b, size=a), *reversed(a)) -> (min(f(a, b, size=a), *reversed(a)))",
    "16: f(a, b, size=a) -> (f(b, a, size=a))",
    "16: f(a, b, size=a) -> (f(a, b))",
    "16: reversed(a) -> (a)",
    "17: return not a or b - 1 >= 3 -> return not (not a or b - 1 >= 3)",
    "17: not a or b - 1 >= 3 -> (not a and b - 1 >= 3)",
    "17: not a or b - 1 >= 3 -> (not a)",
    "17: not a or b - 1 >= 3 -> (b - 1 >= 3)",
    "17: not a -> (a)",
    "17: b - 1 >= 3 -> (b - 1 < 3)",
    "17: b - 1 -> (b + 1)",
    "17: 1 -> (2)",
    "17: 3 -> (4)",
]


def test_everything_that_matters_is_changed_once_and_nothing_else() -> None:
    found = list(mutants.mutants_of("f.py", SOURCE))
    assert [str(each).removeprefix("f.py:") for each in found] == CHANGES
    for each in found:
        text = SOURCE[: each.start] + each.new.encode() + SOURCE[each.end :]
        compile(text, "f.py", "exec")


FILES = """
termgames/__init__.py
termgames/core/__init__.py
termgames/core/sums.py
STEP = 1
def seen(a):
    while a < 0:
        a += 3
    return a + STEP
def lost(a):
    a - 1
tests/core/test_sums.py
from termgames.core.sums import lost, seen
def test_it(): assert seen(-1) == 3
def test_other(): lost(2)
def test_broken(): assert seen(1) == 3
pyproject.toml
[tool.pytest.ini_options]
pythonpath = ['.']
addopts = '--import-mode=importlib'
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package with tests that look at half of it, and what coverage measured of them."""
    parts = re.split(r"(?m)^(\S+\.(?:py|toml))\n", FILES)
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    data = CoverageData(str(tmp_path / ".coverage"))
    for test, lines in (("", {1, 2, 6}), *RUN.items()):
        data.set_context(test and f"tests/core/test_sums.py::{test}")
        data.add_lines({"termgames/core/sums.py": lines})
    data.write()
    return tmp_path


RUN = {"test_it": {3, 4, 5}, "test_broken": {3, 5}, "test_other": {7}}


@pytest.fixture
def changed(tree: Path) -> dict[str, Mutant]:
    """By line and what then stands there."""
    return {f"{each.line} {each.new}": each for each in mutants.sample(tree, 1)}


def test_changes_are_noticed_or_not_and_the_tree_is_left_as_it_was(
    tree: Path, changed: dict[str, Mutant], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change within a function, one of what runs at import, one that hangs, one that no test
    looks at; a test that fails without the change says nothing."""
    file = tree / "termgames" / "core" / "sums.py"
    before, known = file.read_bytes(), "tests/core/test_sums.py::test_it"
    with mutants.Tests(tree, tree / ".coverage") as tests:
        assert tests.killers(changed["5 (a - STEP)"], most=9) == ([known], True)
        assert tests.killers(changed["1 (2)"], most=9) == ([known], True)
        assert tests.killers(changed["7 (a + 1)"], most=9) == ([], True)
        assert tests.killers(changed["4 pass"], most=9, seconds=0.5) == ([], False)
        monkeypatch.setattr(mutants, "HANGING", 1)
        assert tests.killers(changed["4 pass"], most=1)[0] == [known]
    assert file.read_bytes() == before


def test_only_tests_that_run_the_line_are_asked(tree: Path, changed: dict[str, Mutant]) -> None:
    data = mutants.measured(tree / ".coverage")
    asked = {name: mutants.reached_by(data, each) for name, each in changed.items()}
    assert asked["7 (a + 1)"] == ["tests/core/test_sums.py::test_other"]
    assert asked["1 (2)"] == sorted(f"tests/core/test_sums.py::{name}" for name in RUN)


def test_functions_with_many_parameters_are_asked_with_some() -> None:
    tests = [*(f"a[{at}]" for at in range(5)), "b"]
    assert list(mutants.thinned(tests, 2)) == ["a[0]", "a[3]", "b"]


def test_what_is_needed_is_what_holds_a_promise_and_few_of_the_others() -> None:
    rows = [{"a"}, {"a", "b"}, {"b", "c"}, {"d", "test_rules.py::e"}, {"c", "f"}, {"c", "g"}]
    assert matrix.not_needed(map(set, rows)) == {"b", "d", "f", "g"}


def test_the_same_seed_draws_the_same_changes_without_those_that_change_nothing(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = list(mutants.sample(tree, 2))
    assert drawn == list(mutants.sample(tree, 2))
    monkeypatch.setattr(mutants, "EQUIVALENT", {drawn[0].change: "for this test"})
    assert list(mutants.sample(tree, 2)) == drawn[1:], "the order is as it was"


def test_equivalent_changes_are_still_there() -> None:
    """A line that was rewritten is to be looked at again."""
    package = mutants.ROOT / mutants.PACKAGE
    for path, code, what in mutants.EQUIVALENT:
        there = {each.change for each in mutants.mutants_of(path, (package / path).read_bytes())}
        assert (path, code, what) in there
