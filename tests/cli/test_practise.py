"""`termgames practise`, reviews of many games, games played out and rated ones, line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from termgames.play import record, store
from termgames.play.history import ended, ladder
from termgames.search.limits import Limit
from termgames.study.exercises import shelf
from termgames.study.exercises.looks import DeeperLook, Weighed
from termgames.study.review_file import ReviewFile
from tests.cli.support import Cli
from tests.study.exercises.examples import BETTER, BLUNDER, GAME, exercise, finding, played


def reviewed(tmp_path: Path, *players: str, name: str = "game.tgr") -> Path:
    """A record with its review beside it."""
    match = played(*players)
    path = tmp_path / name
    store.save(match, path)
    kept = ReviewFile(path, match, Limit(1.0))
    for ply in range(match.ply):
        kept.add(ply, finding() if ply == BLUNDER else finding(ply, 0.0, GAME[ply]))
    return path


class Searches:
    """Stands in for the processes that look at exercises."""

    checked: DeeperLook | None = None
    weighed: Weighed | None = None

    def __init__(self, _: object) -> None:
        """They are not started."""

    def weigh(self, move: str) -> None:
        """Nothing is weighed."""

    def read_weighed(self) -> Weighed | None:
        return self.weighed

    def read_checked(self, seconds: float) -> DeeperLook | None:
        return self.checked

    def close(self) -> None:
        """There is nothing to end."""


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> type[Searches]:
    class Own(Searches):
        """Those of one test."""

    monkeypatch.setattr("termgames.study.exercises.lines.Examiner", Own)
    return Own


def test_what_a_review_found_is_listed_told_to_programs_and_dropped(
    cli: Cli, tmp_path: Path
) -> None:
    path = reviewed(tmp_path)
    assert "No exercise yet" in cli("practise").out
    assert "1 mistake, 1 of them new here" in cli("practise", "--add", str(path)).out
    path.unlink()
    (row,) = map(json.loads, cli("practise", "--json").out.splitlines())
    assert row["id"] == exercise().id
    assert (row["game"], row["options"]["size"], row["to_move"]) == ("plurality", 5, "white")
    assert row["position"] == [".....", "b.bw.", "ww.b.", "...b.", "...bw"]
    assert (row["played"], row["best"]) == (GAME[BLUNDER], BETTER)
    assert row["refutation"] == [GAME[BLUNDER], BETTER]
    assert row["stability"] == 0
    assert "b1,b2,c1  b5,c5,a5  90% " in cli("practise", "--list").out
    assert cli("practise", "--drop", row["id"]).code == 0
    assert "there is no exercise" in cli("practise", "--drop", row["id"]).error
    assert "nobody yet has" in cli("practise", "--name", "Ann").error


def test_what_was_not_reviewed_is_told_how(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    store.save(played(), path)
    done = cli("practise", "--add", str(path))
    assert done.code == 2
    assert "it was not reviewed yet: termgames review" in done.error


def test_exercises_line_by_line(cli: Cli, searches: type[Searches]) -> None:
    shelf.add([exercise()])
    searches.weighed = Weighed("x", "slip", 0.1, ())
    typed = ["help", "text", GAME[BLUNDER], "hint", BETTER]
    told = cli("practise", stdin="\n".join(typed) + "\n").out
    assert "1 of 1: Plurality, exercise" in told
    assert told.count("White played b1,b2,c1 here, a blunder that gave away 90% of the win.") == 2
    assert "drop          never ask this one again" in told
    assert told.index("Not yet. That is what was played then") < told.index("Right.")
    assert "0 of 1 exercise right at the first try." in told
    assert "Nothing is due today; the next one comes back on" in cli("practise").out
    (kept,) = shelf.load().of("")
    assert kept.memory.stability == pytest.approx(0.212), "as after a wrong answer"


def test_one_that_a_deeper_look_refuses_is_dropped_and_said_to_be(
    cli: Cli, searches: type[Searches]
) -> None:
    shelf.add([exercise()])
    searches.checked = DeeperLook(None, "a deeper look prefers a1 to b1")
    told = cli("practise", stdin=f"{BETTER}\n").out
    assert "This exercise is dropped: a deeper look prefers a1 to b1." in told
    assert shelf.load().exercises == {}


def test_an_answer_that_nobody_can_weigh_is_taken_back(cli: Cli, searches: type[Searches]) -> None:
    shelf.add([exercise()])
    told = cli("practise", stdin="pass\nnext\n").out
    assert "Nobody can tell how good this answer is: try another one." in told
    assert "0 of 0 exercises" in told
    assert shelf.load().today("") != [], "it was not answered"


def test_damaged_lines_are_told(cli: Cli) -> None:
    shelf.add([exercise()])
    shelf.path().write_text(shelf.path().read_text() + "nonsense\n")
    done = cli("practise", "--list")
    assert done.code == 0
    assert "line 3 is no exercise and is passed over" in done.err


def test_whose_exercises_are_meant(cli: Cli) -> None:
    shelf.add([exercise("greedy", "human:Ann")])
    assert "90%" in cli("practise", "--list").out, "of the only player"
    shelf.add([exercise("greedy", "human:Ben")])
    assert "give one by --name: Ann, Ben" in cli("practise").error
    shelf.add([exercise()])
    assert exercise().id in cli("practise", "--list").out
    assert exercise("greedy", "human:Ben").id in cli("practise", "--list", "--name", "ben").out


# -- many games -----------------------------------------------------------------------------


def test_a_folder_of_records_tells_what_costs_most(cli: Cli, tmp_path: Path) -> None:
    reviewed(tmp_path, "greedy", "human:Ann", name="one.tgr")
    reviewed(tmp_path, "human:Ben", "human:Ann", name="two.tgr")
    going_on = played("human", "human")
    going_on.undo(2)
    store.save(going_on, tmp_path / "three.tgr")
    done = cli("review", str(tmp_path), "--exercises")
    assert done.code == 0
    assert "1 game left out: not over yet" in done.err
    assert "two.tgr          5         1   90%  turn 4, white b1,b2,c1: 90% of the win lost" in (
        done.out
    )
    assert "2 games: 2 mistakes in 7 decisions" in done.out
    assert "  middle          2              100%" in done.out
    assert len(shelf.load().of("Ann")) == 1, "it is the same position"
    told = json.loads(cli("review", str(tmp_path), "--player", "ben", "--json").out)
    assert [row["file"] for row in told["games"]] == ["two.tgr"]
    assert told["total"] == {"decisions": 3, "mistakes": 0, "lost": 0.0}
    assert list(told["phases"]) == ["opening", "middle", "end"]


def test_a_record_that_cannot_be_read_does_not_stop_the_others(cli: Cli, tmp_path: Path) -> None:
    reviewed(tmp_path)
    (tmp_path / "a.tgr").write_text("nonsense")
    done = cli("review", str(tmp_path))
    assert done.code == 1
    assert f"error: {tmp_path / 'a.tgr'}: line 1: not a record" in done.err
    assert "1 game: 1 mistake in 2 decisions" in done.out
    assert "name a record, its number, or a folder" in cli("review").error


def test_what_holds_no_records_is_told(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviewed(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert "an empty text names no record" in cli("review", "").error
    (tmp_path / "empty").mkdir()
    assert "holds no records, no file of it ends in .tgr" in cli("review", "empty").error
    done = cli("review", "--saved")
    assert (done.code, done.out) == (0, "There was nothing to review.\n")


def test_a_full_shelf_does_not_stop_a_review(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "MOST", 0)
    done = cli("review", str(reviewed(tmp_path)), "--exercises")
    assert done.code == 0
    assert "note: no exercise is kept: there is room for 0 exercises" in done.err
    assert "1 mistake in 2 decisions" in done.out


def test_saved_games_are_reviewed_together(cli: Cli) -> None:
    reviewed(store.folder(), name="20260101-000000-aaaaaaaa-plurality.tgr")
    told = json.loads(cli("review", "--saved", "--json").out)
    assert len(told["games"]) == 1
    assert told["games"][0]["worst"] == BLUNDER


# -- played out, rated ----------------------------------------------------------------------


def test_a_game_is_played_out_from_its_turning_point(cli: Cli, tmp_path: Path) -> None:
    path = reviewed(tmp_path, "random", "human:Ann")
    done = cli("resume", str(path), "--play-out", stdin=f"{BETTER}\nquit\n")
    assert done.code == 0
    (saved,) = store.files_by_age()
    match = store.read(saved[2], draws=False)
    assert match.texts()[: BLUNDER + 1] == (*GAME[:BLUNDER], BETTER)
    assert (match.players, match.terms.taken_over) == (("random", "human:Ann"), BLUNDER)
    earlier = cli("resume", str(path), "--play-out", "--turn", "2", stdin="pass\nquit\n")
    assert earlier.code == 0
    texts = [store.read(file, draws=False).texts() for _, _, file in store.files_by_age()]
    assert any(each[:2] == (GAME[0], "pass") for each in texts)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--turn", "2"), "--turn goes with --play-out: add it"),
        (("--play-out",), "no review has found where this game turned: name the turn by --turn"),
        (("--play-out", "--turn", "99"), "--turn 99: the game has 5 turns"),
    ],
)
def test_where_a_game_is_played_out_from_is_told_clearly(
    cli: Cli, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    path = tmp_path / "game.tgr"
    store.save(played(), path)
    done = cli("resume", str(path), *arguments)
    assert done.code == 2
    assert says in done.error


def test_a_rated_game_is_against_the_even_level_without_help(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "opponent", lambda *_: "bot:1")
    typed = "hint\nundo\nresign\nundo\nquit\n"
    done = cli("play", "plurality", "--size", "5", "--rated", stdin=typed)
    late = cli("play", "plurality", "--size", "5", "--rated", "--time", "0.05")
    assert "bots take the time of their level" in late.error
    assert done.code == 0
    assert "This game is rated: no hints." in done.out
    assert done.out.count("This game is rated: nothing is taken back.") == 2
    assert "Your first rating in Plurality: " in done.out
    (game,) = ended.ended_games()
    assert game.players == ("human", "bot:1")
    text = record.write(store.read(game.path))
    assert "\nrated: yes\n" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--teach",), "in a rated game nobody is helped: leave out --rated or --teach"),
        (("--time-scale", "0.1"), "bots take the time of their level"),
        (("--white", "human"), "one human against bots of measured levels"),
        (("--white", "greedy"), "one human against bots of measured levels"),
    ],
)
def test_what_cannot_be_rated_is_refused(cli: Cli, arguments: tuple[str, ...], says: str) -> None:
    done = cli("play", "plurality", "--rated", *arguments)
    assert done.code == 2
    assert says in done.error


def test_a_rated_game_goes_on_in_its_own_time(cli: Cli) -> None:
    cli("play", "plurality", "--size", "5", "--rated", stdin="a1,b1,c1\nquit\n")
    late = cli("resume", "--time", "0.1", stdin="quit\n")
    assert (late.code, "bots take the time of their level" in late.error) == (2, True)
    assert cli("resume", stdin="quit\n").code == 0


def test_a_teaching_game_gives_its_mistakes_to_practise(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    from termgames.play.teaching import Lesson
    from termgames.study.teaching import Teacher

    def think(_: Any, judged: Any) -> Lesson:
        return Lesson(judged.move, line=(judged.move,), size="blunder", share_lost=0.4)

    monkeypatch.setattr(Teacher, "think", think)
    arguments = ("play", "plurality", "--size", "5", "--white", "random", "--teach")
    told = cli(*arguments, stdin="c3,c4,d4\npractise\npractise\non\nquit\n").out
    assert "back takes it back, why, on or practise>" in told
    assert "It is one of your exercises now." in told
    assert "It is one of them already." in told
    assert len(shelf.load().exercises) == 1
