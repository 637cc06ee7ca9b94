"""That changes are found and made, and that those are told which no test notices."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.campaign import mutants
from tests.campaign.mutants import Reached

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


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A package with a test that looks at half of it."""
    files = {
        "termgames/__init__.py": "",
        "termgames/core/__init__.py": "",
        "termgames/core/sums.py": "def seen(a):\n    return a + 1\n\n\ndef lost(a):\n    a - 1\n",
        "tests/core/test_sums.py": (
            "from termgames.core.sums import seen\n\n\ndef test_it():\n    assert seen(1) == 2\n"
        ),
        "pyproject.toml": "[tool.pytest.ini_options]\npythonpath = ['.']\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_the_closest_tests_run_first_and_each_once(tmp_path: Path) -> None:
    for name in (
        "play/sitting/test_b.py",
        "play/test_a.py",
        "play/sitting/test_keeper.py",
        "go/test_c.py",
    ):
        (tmp_path / "tests" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tests" / name).write_text("")
    assert list(mutants.rounds(tmp_path, "play/sitting/keeper.py")) == [
        ["tests/play/sitting/test_keeper.py"],
        ["tests/play/sitting/test_b.py"],
        ["tests/play/test_a.py"],
    ]


def test_a_change_is_noticed_or_not_and_the_tree_is_left_as_it_was(tree: Path) -> None:
    file = tree / "termgames" / "core" / "sums.py"
    before = file.read_bytes()
    by_text = {f"{each.line} {each.new}": each for each in mutants.sample(tree, 1)}
    with mutants.Tests(tree, Reached(tree, tree / ".coverage")) as tests:
        assert tests.noticed(by_text["2 (a - 1)"]) is True
        assert tests.noticed(by_text["6 (a + 1)"]) is False
    assert file.read_bytes() == before


def test_a_test_that_fails_without_the_change_says_nothing(tree: Path) -> None:
    file = tree / "tests" / "core" / "test_sums.py"
    file.write_text(file.read_text() + "\n\ndef test_a_broken_one():\n    assert False\n")
    by_text = {f"{each.line} {each.new}": each for each in mutants.sample(tree, 1)}
    with mutants.Tests(tree, Reached(tree, tree / ".coverage")) as tests:
        assert tests.noticed(by_text["6 (a + 1)"]) is False
        assert tests.noticed(by_text["2 (a - 1)"]) is True


def test_only_tests_that_run_the_line_are_asked(tree: Path) -> None:
    coverage = pytest.importorskip("coverage")
    data = coverage.CoverageData(str(tree / ".coverage"))
    for test, line in (("test_it", 2), ("test_other", 6)):
        data.set_context(f"tests/core/test_sums.py::{test}")
        data.add_lines({"termgames/core/sums.py": {line}})
    data.write()
    by_text = {f"{each.line} {each.new}": each for each in mutants.sample(tree, 1)}
    reached = Reached(tree, tree / ".coverage")
    assert reached.by_file(by_text["2 (a - 1)"]) == {
        "tests/core/test_sums.py": ["tests/core/test_sums.py::test_it"]
    }
    with mutants.Tests(tree, reached) as tests:
        assert tests.noticed(by_text["2 (a - 1)"]) is True
        asked = [chosen for _, chosen in tests._rounds(by_text["6 (a + 1)"])]
        assert asked == [["tests/core/test_sums.py::test_other"]]
    os.utime(tree / "termgames" / "core" / "sums.py", (2**31, 2**31))
    assert Reached(tree, tree / ".coverage").by_file(by_text["2 (a - 1)"]) == {}, (
        "the lines have moved"
    )


def test_tests_that_take_too_long_say_nothing(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "PATIENCE", 0.01)
    with mutants.Tests(tree, Reached(tree, tree / ".coverage")) as tests:
        assert tests.noticed(next(mutants.sample(tree, 1))) is None


@pytest.mark.long
def test_a_test_that_does_not_end_has_noticed(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "HANGING", 5)
    file = tree / "termgames" / "core" / "sums.py"
    file.write_text("def seen(a):\n    while a != 2:\n        a += 1\n    return a\n")
    config = tree / "pyproject.toml"
    config.write_text(config.read_text() + "faulthandler_exit_on_timeout = true\n")
    by_text = {f"{each.line} {each.new}": each for each in mutants.sample(tree, 1)}
    with mutants.Tests(tree, Reached(tree, tree / ".coverage")) as tests:
        assert tests.noticed(by_text["3 pass"]) is True


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
    paths = {path for path, _, _ in mutants.EQUIVALENT}
    there = {
        each.change
        for path in paths
        for each in mutants.mutants_of(path, (package / path).read_bytes())
    }
    assert set(mutants.EQUIVALENT) <= there
