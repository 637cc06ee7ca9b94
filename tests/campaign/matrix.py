"""Which tests notice which changes of the package: what the choice of tests to delete rests on.

Changes are drawn as `mutants` draws them, but each runs all tests that run its lines. A line of
`.matrix.jsonl` tells which test functions notice it; changes that stand there are not tried again,
so a run goes on where the last one stopped. The file belongs to one state of the package and of the
tests: delete it when these have changed.

At the end those test functions are printed that are not needed for any change, if those are kept
that hold what is promised (KEPT), and of the others as few as notice what is left. Of these a
function may be the only one that runs some line: `mutants` with another seed tells what is lost.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from coverage import CoverageData

from tests.campaign._collected import function
from tests.campaign.mutants import PACKAGE, ROOT, Mutant, Tests, measured, sample, tried
from tests.campaign.report import Report

FILE = ROOT / ".matrix.jsonl"
MOST, SECONDS, EACH = 6, 20.0, 6
"""After so many functions have noticed a change, or so many seconds, no more are asked, and each
function with so many of its parameters."""
KEPT = re.compile(
    r"tests/(contract|sixth_game|toy_card_game)/|test_(rules|hidden|files|records|conformance"
    r"|differential|gnugo|broken|installed)\.py|refus|lost|hidden|file"
)
"""Rules, files, hidden hands, games from outside: tests that stay, whatever they notice."""


def run(minutes: float, seed: int, *, most: int = 1500, only: tuple[str, ...] = ("",)) -> Report:
    """So many changes, with those that are known, or as many as there is time for."""
    report, known = Report(), known_killers()

    def killers(tests: Tests, mutant: Mutant) -> Callable[[], None]:
        found, whole = tests.killers(mutant, most=MOST, seconds=SECONDS, each=EACH)
        return lambda: keep(mutant, found, whole)

    def keep(mutant: Mutant, found: list[str], whole: bool) -> None:
        known[mutant.change] = found
        report.counts["noticed" if found else "not noticed" if whole else "undecided"] += 1
        line = {"change": mutant.change, "killers": found, "whole": whole}
        with FILE.open("a", encoding="utf-8") as file:
            print(json.dumps(line), file=file)
        if whole and not found:
            report.fault(str(mutant))

    drawn = list(sample(ROOT, seed, most, only))
    tried(minutes, (each for each in drawn if each.change not in known), killers)
    rows = [*map(set, known.values()), *lines(measured(ROOT / ".coverage"), only)]
    for name in sorted(not_needed(rows)):
        print(name)
    return report


def known_killers(file: Path = FILE) -> dict[tuple[str, ...], list[str]]:
    """What stands in the file, by change."""
    if not file.exists():
        return {}
    found = map(json.loads, file.read_text("utf-8").splitlines())
    return {tuple(line["change"]): line["killers"] for line in found}


def lines(data: CoverageData, only: tuple[str, ...]) -> Iterator[set[str]]:
    """The test functions that run each line of these folders."""
    folders = tuple(f"{PACKAGE}/{folder}" for folder in only)
    for file in sorted(data.measured_files()):
        if file.startswith(folders):
            for tests in data.contexts_by_lineno(file).values():
                yield {function(test) for test in tests if test}


def not_needed(rows: Iterable[set[str]]) -> set[str]:
    """Functions without which each row still has one: those that hold a promise stay, and as few of
    the others as there must be."""
    rows = [set(row) for row in {frozenset(row) for row in rows if row}]
    functions = set[str]().union(*rows)
    chosen = set(filter(KEPT.search, functions))
    rows = [row for row in rows if not row & chosen]
    while rows:
        count = Counter(name for row in rows for name in sorted(row))
        best = count.most_common(1)[0][0]
        chosen.add(best)
        rows = [row for row in rows if best not in row]
    return functions - chosen
