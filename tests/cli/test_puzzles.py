"""`termgames puzzles`: the list, the check, and problems line by line in a pipe."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from termgames.core import files
from termgames.play import record
from termgames.study.problems import progress, shelf
from termgames.study.problems.problem import Problem
from tests.cli.support import Cli
from tests.terminal import Terminal


def test_the_list_for_programs(cli: Cli) -> None:
    rows = [json.loads(line) for line in cli("puzzles", "--list", "--json").out.splitlines()]
    assert {row["game"] for row in rows} == set(shelf.shipped())
    for row in rows[::20]:
        match = record.load(row["position"]["record"], draws=False)
        game = match.game
        for move in (*row["answer"], *(each["move"] for each in row["refutations"])):
            assert game.refuse(match.state, game.parse(match.state, move)) is None
        rows_there = game.topology.rows([("." + game.marks)[x] for x in game.stones(match.state)])
        assert row["position"]["board"] == list(rows_there)
        assert {"id", "options", "level", "sure"} < row.keys()


def test_plain_lists(cli: Cli) -> None:
    told = cli("puzzles", "majorities", "--list").out
    assert len(told.splitlines()) == len(shelf.of_game("majorities"))
    assert "to play and win." in told
    assert "majorities  0 of" in cli("puzzles").out
    assert "--json goes with --list" in cli("puzzles", "--json").error
    told = cli("puzzles", "mitropia", "--list").out
    assert "  map garden, players 2, pro  Black to play and " in told
    assert "  map garden for three, players 3, pro, no-surrender  " in told
    assert "did you mean majorities" in cli("puzzles", "majoritis").error
    assert cli("puzzles", "majorities", "--problem", "9999").code == 2


def test_the_check_names_a_problem_with_a_fault(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    good = cli("puzzles", "majorities", "--check")
    assert good.code == 0
    assert "0 faults" in good.out
    first = shelf.of_game("majorities")[0]
    wrong = Problem(**{**vars(first), "answers": first.refutations})
    monkeypatch.setattr(shelf, "of_game", lambda game: (wrong,))
    bad = cli("puzzles", "majorities", "--check")
    assert bad.code == 1
    assert f"problem {first.id} of majorities" in bad.err


def test_a_goal_that_makes_no_sense_is_named_everywhere(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = next(each for each in shelf.of_game("tricolor") if each.goal)
    wrong = replace(first, goal="capture z9")
    monkeypatch.setattr(shelf, "of_game", lambda game: (wrong,))
    named = f"problem {first.id} of tricolor: 'capture z9': "
    for words in (("--list",), ("--list", "--json"), ("--plain",)):
        refused = cli("puzzles", "tricolor", *words)
        assert (refused.code, refused.error.startswith(named)) == (1, True)
    checked = cli("puzzles", "tricolor", "--check")
    assert (checked.code, checked.err.startswith(named)) == (1, True)


def test_problems_line_by_line(cli: Cli) -> None:
    problem = shelf.of_game("majorities")[0]
    lines = ["hint", "hint", problem.refutations[0].move, problem.answers[0].move, "quit"]
    done = cli("puzzles", "majorities", "--problem", "1", stdin="\n".join(lines) + "\n")
    assert done.code == 0
    assert f"Problem 1 of {len(shelf.of_game('majorities'))}, level {problem.level}" in done.out
    assert done.out.index("Look ") < done.out.index("A right answer is ")
    assert f"Not yet. {problem.refutations[0].point}" in done.out
    assert f"Right. {problem.answers[0].point}" in done.out
    assert "Your rating: " in done.out
    kept = progress.of("", "majorities")
    assert kept.solved == {problem.id}
    assert kept.strength.elo < 300, "a hint costs the point"
    assert files.parsed(progress.path().read_bytes())


def test_making_names_what_is_missing(cli: Cli) -> None:
    assert "--out: name the file" in cli("puzzles", "make", "majorities").error
    refused = cli("puzzles", "make", "majorities", "--out", "x", "--levels", "7-2")
    assert (refused.code, "--levels: '7-2'" in refused.error) == (2, True)
    refused = cli("puzzles", "make", "pletore", "--fights", "--out", "x")
    assert (refused.code, "by capture alone: tricolor or mitropia" in refused.error) == (2, True)
    refused = cli("puzzles", "make", "majorities", "--out", "x", "--bots", "4-1")
    assert refused.error.endswith("write the lower level first")
    refused = cli("puzzles", "make", "mitropia", "--out", "x")
    assert (refused.code, "--pro" in refused.error) == (2, True)


def test_stones_to_save_line_by_line(cli: Cli) -> None:
    problems = shelf.of_game("tricolor")
    at, problem = next((at, each) for at, each in enumerate(problems) if each.goal)
    lines = ["hint", problem.refutations[0].move, problem.answers[0].move, "quit"]
    done = cli("puzzles", "tricolor", "--problem", f"{at + 1}", stdin="\n".join(lines) + "\n")
    assert done.code == 0
    assert problem.ask in done.out
    assert f"Not yet. {problem.refutations[0].point}" in done.out
    assert f"Right. {problem.answers[0].point}" in done.out
    listed = cli("puzzles", "tricolor", "--list", "--json").out.splitlines()[at]
    assert json.loads(listed)["goal"] == problem.goal


def test_problems_on_a_terminal(own_data_folder: Path) -> None:
    problem = shelf.of_game("majorities")[0]
    words = ("puzzles", "majorities", "--problem", "1", "--plain")
    with Terminal(*words, size=(120, 60), TERMGAMES_DATA=str(own_data_folder)) as terminal:
        terminal.wait_for(problem.ask)
        terminal.send(f"{problem.refutations[0].move}\r".encode())
        terminal.wait_for("Not yet.", problem.refutations[0].point)
        terminal.send(f"{problem.answers[0].move}\r".encode())
        terminal.wait_for("Right.", problem.answers[0].point, "Your rating: ")
        terminal.send(b"quit\r")
        assert terminal.end() == 0
        assert terminal.left_behind == []
    kept = progress.of("", "majorities")
    assert (kept.solved, kept.tried) == ({problem.id}, {problem.id})
    assert kept.strength.elo < 300, "the first try was wrong"
