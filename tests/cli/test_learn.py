"""`termgames learn`: the list, the check, and a course line by line in a pipe."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from termgames import games, paths
from termgames.study.lessons import progress, shelf
from tests.cli.support import Cli


def test_the_list_tells_every_course_and_how_far_one_is(cli: Cli) -> None:
    progress.mark("", "pletore", shelf.find("pletore")[1].tasks[0].title)
    told = json.loads(cli("learn", "--list", "--json").out)
    assert [row["course"] for row in told] == list(games.GAMES)
    done = {row["course"]: row["done"] for row in told}
    assert (done["pletore"], done["plurality"]) == (1, 0)
    assert all(row["tasks"] >= 6 and row["steps"][-1]["kind"] == "play" for row in told)
    assert "1 of 8 lessons done" in cli("learn").out
    assert "1 of 8" not in cli("learn", "--name", "anna").out
    alone = json.loads(cli("learn", "pletore", "--list", "--json").out)
    assert alone == [row for row in told if row["course"] == "pletore"]
    assert "Plurality" not in cli("learn", "pletore", "--list").out
    assert "did you mean pletore" in cli("learn", "pletor", "--list").error
    paths.user_lessons().mkdir(parents=True)
    (paths.user_lessons() / "mine.lesson").write_text("no lesson", "utf-8")
    fault = next(line for line in cli("learn").out.splitlines() if line.startswith("faulty: "))
    assert "mine.lesson" in fault


def test_texts_fit_in_narrow_terminals(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "36")
    for name in games.GAMES:
        outline = shelf.find(name)[1]
        told = cli("learn", name, stdin="next\n" * (len(outline.tasks) + 1)).out
        prose = [line for line in told.splitlines() if line.count(" ") < len(line) / 3]
        texts = " ".join(step.text("text") for step in outline.steps).split()
        said = [line for line in prose if line and set(line.split()) <= set(texts)]
        assert len(said) > 4 * len(outline.steps)
        assert max(map(len, said)) <= 36


@pytest.mark.parametrize(
    ("command", "refused"),
    [("learn pletore --task 5", "c4"), ("play plurality --size 5 --black human", "a1,b1,e5")],
)
def test_what_line_mode_says_is_broken_between_words(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, command: str, refused: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    piped = cli(*command.split(), stdin=f"{refused}\nquit\n").out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    told = cli(*command.split(), stdin=f"{refused}\nquit\n").out
    told, piped = (text.partition("Not allowed")[2].partition(".\n")[0] for text in (told, piped))
    assert told.split() == piped.split()
    assert len(piped) > 40 >= max(map(len, told.splitlines()))


def test_the_check_fails_for_a_course_that_breaks_its_word(cli: Cli, tmp_path: Path) -> None:
    good = json.loads(cli("learn", "majorities", "--check", "--json").out)
    assert good["ok"]
    assert len(good["tasks"]) >= 6
    text = (Path(shelf.find("majorities")[1].source)).read_text("utf-8")
    path = tmp_path / "mine.lesson"
    path.write_text(text.replace("answer: d3,e2", "answer: a3,d3"), "utf-8")
    broken = cli("learn", str(path), "--check")
    assert broken.code == 1
    assert "The last cell decides: a3,d3: listed as right, and the checks refuse it" in broken.err
    path.write_text(text.replace("answer: d3,e2", "answer: e1,e2"), "utf-8")
    assert "e1 is occupied" in cli("learn", str(path), "--check").error
    assert "did you mean pletore" in cli("learn", "pletor").error
    assert "the course has 8 lessons" in cli("learn", "pletore", "--task", "9").error


def test_a_course_line_by_line(cli: Cli) -> None:
    lines = ["pass", "nonsense", "hint", "pass", "hint", "where c4", "column c", "d4,e4,d5", "Quit"]
    done = cli("learn", "plurality", stdin="\n".join(lines) + "\n")
    assert done.code == 0
    told = done.out
    assert told.index("1 of 8: Your first tromino") < told.index("Not yet. You passed.")
    assert "Try first: after 2 wrong answers" in told
    assert "A right answer is d4,e4,d5." in told
    assert "c4 is empty." in told
    assert "Type help for what can be typed here." in told
    assert told.count("is no move") == 1, "of the nonsense alone"
    assert told.index("Right. Two for you") < told.index("2 of 8: Straight or bent")
    assert progress.count("", *shelf.find("plurality")) == (1, 8)
    again = cli("learn", "plurality", stdin="back\nquit\n").out
    assert again.index("2 of 8") < again.index("1 of 8")


def test_the_small_game_is_played_line_by_line(cli: Cli) -> None:
    done = cli("learn", "majorities", "--task", "7", stdin="maybe\nplay\nresign\nquit\n")
    assert "Type play to begin the game, not 'maybe'." in done.out
    assert "white resigned" in done.out
    assert "That was the last lesson. Not done yet: 1 Win a line, " in done.out
    for task in shelf.find("majorities")[1].tasks:
        progress.mark("", "majorities", task.title)
    again = cli("learn", "majorities", "--task", "7", stdin="next\n").out
    assert "You have done all lessons of this course." in again
    assert "Not done yet" not in again
    assert shelf.find("majorities")[1].steps[-1].title in progress.done("", "majorities")
