"""Files that are no files of ours, whatever they are: one line, and nothing of others is lost."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from termgames.play.gtp.protocol import lines_of
from tests.cli.support import Cli

GAME = "termgames record 1\ngame: plurality\nsize: 5\n\nc4,c5,d5\na1,b1,c1\n"
PLAY = ("play", "plurality", "--size", "5", "--black", "human", "--white", "human", "--plain")
ARENA = ("arena", "plurality", "--size", "5", "--a", "random", "--b", "random", "--games", "2")


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.tgr"
    path.write_text(GAME)
    return path


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    path = tmp_path / "precious"
    path.write_text("precious")
    return path


# -- links -------------------------------------------------------------------------------------


def test_a_review_is_not_written_through_a_link(cli: Cli, game: Path, precious: Path) -> None:
    link = game.with_name("game.tgr.review")
    link.symlink_to(precious)
    done = cli("review", str(game), "--playouts", "200")
    assert done.code == 0
    assert f"the review is not kept: cannot write {link}: it is a link: remove it" in done.err
    assert precious.read_text() == "precious"


@pytest.mark.parametrize(
    "command",
    [
        lambda link, game: ("export", game, "-o", link),
        lambda link, game: (*ARENA, "--resume", link),
        lambda link, game: ("calibrate", "plurality", "--choose", "--out", link),
    ],
    ids=["export", "results", "levels"],
)
@pytest.mark.parametrize("to", ["nothing", "game.tgr"])
def test_no_file_is_written_through_a_link(
    cli: Cli, game: Path, command: Callable[[str, str], tuple[str, ...]], to: str
) -> None:
    link = game.with_name("link.tgr")
    link.symlink_to(to)
    done = cli(*command(str(link), str(game)))
    assert done.code in (1, 2)
    assert "link.tgr" in done.err.splitlines()[-1]
    assert link.is_symlink()
    assert game.read_text() == GAME
    assert not link.with_name("nothing").exists()


def test_a_game_that_a_link_leads_to_is_gone_on_with_in_its_own_file(cli: Cli, game: Path) -> None:
    link = game.with_name("link.tgr")
    link.symlink_to(game)
    assert cli("resume", str(link), "--plain", stdin="pass\n").code == 0
    assert link.is_symlink()
    assert game.read_text().endswith("pass\n")


# -- what is no regular file ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["settings.json", "profiles.json", "lessons.json", "exercises.jsonl", "themes/a.toml"]
)
@pytest.mark.parametrize("kind", ["pipe", "device", "nested"])
def test_the_data_folder_keeps_nobody_from_playing(
    cli: Cli, own_data_folder: Path, name: str, kind: str
) -> None:
    path = own_data_folder / name
    path.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.write_text("[" * 200_000)
    assert cli(*PLAY, "--no-save", stdin="pass\n").code == 0
    assert cli("learn").code == 0


@pytest.mark.parametrize(
    "command",
    [(*ARENA, "--resume"), (*ARENA, "--cluster")],
    ids=["results", "cluster"],
)
def test_a_pipe_is_not_waited_for(cli: Cli, tmp_path: Path, command: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = cli(*command, str(tmp_path / "pipe"))
    assert done.code == 1
    assert f"{tmp_path / 'pipe'}" in done.err
    assert "it is no file" in done.err


@pytest.mark.parametrize("name", ["/", "link"])
def test_the_root_folder_is_no_game(cli: Cli, tmp_path: Path, name: str) -> None:
    (tmp_path / "link").symlink_to("/")
    done = cli("resume", name, "--plain")
    assert (done.code, done.error) == (1, "cannot read /: it is no file")


@pytest.mark.parametrize(
    "text",
    [
        *("x" * 5_000_000, "[" * 200_000, '{"seed": 1' + "0" * 5000),
        *('{"seed": -5}\n', '{"seed": 9223372036854775808}\n', '{"seed": true}\n'),
    ],
)
def test_results_that_are_none_are_one_line(cli: Cli, tmp_path: Path, text: str) -> None:
    (tmp_path / "results").write_text(text)
    done = cli(*ARENA, "--resume", str(tmp_path / "results"))
    assert (done.code, done.error) == (1, f"{tmp_path / 'results'} holds no results of an arena")


# -- numbers -------------------------------------------------------------------------------------


def test_numbers_of_a_review_that_cannot_be_are_a_reason_to_review_again(
    cli: Cli, game: Path, recwarn: pytest.WarningsRecorder
) -> None:
    asked = ("review", str(game), "--playouts", "200", "--json")
    expected = cli(*asked).out
    kept = game.with_name("game.tgr.review")
    content = json.loads(kept.read_text())
    row = content["reviews"][0]["findings"]["1"]
    row["share"] = row["losses"] = "number"
    row["losses"] = ["number", "number"]
    for number in ("9" * 400, "9" * 5000, "1e308", "1e999", "NaN", "7.5"):
        kept.write_text(json.dumps(content).replace('"number"', number))
        done = cli(*asked)
        assert (done.code, json.loads(done.out)["plies"]) == (0, json.loads(expected)["plies"])
        assert not recwarn.list, number
        again = json.loads(kept.read_text())["reviews"][-1]["findings"]["1"]
        assert again["share"] <= 1, number


# -- text ------------------------------------------------------------------------------------------


def test_a_byte_order_mark_before_what_is_typed(cli: Cli) -> None:
    done = cli(*PLAY, "--no-save", stdin="\ufeffpass\n")
    assert "1. black pass" in done.out
    assert cli("gtp", "plurality", stdin="\ufeffname\nquit\n").out.startswith("= termgames\n")
    lines = lines_of(io.BytesIO(b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n"))
    assert list(lines) == [b"a\n", b"\xef\xbb\xbfb\n"], "only at the beginning"


@pytest.mark.parametrize("mark", "\x0b\x0c\x1c\x85\u2028\u2029")
def test_marks_that_end_no_line_of_a_record(cli: Cli, game: Path, mark: str) -> None:
    game.write_text(GAME.replace("d5\n", f"d5\n| a{mark}b\n"))
    done = cli("export", str(game))
    assert done.code == 0
    assert f"| a{ascii(mark)[1:-1]}b\n" in done.out


def test_a_wrong_number_of_moves_is_told_in_one_sentence(cli: Cli, game: Path) -> None:
    exported = game.with_name("exported.tgr")
    assert cli("export", str(game), "-o", str(exported)).code == 0
    whole = exported.read_text()
    for text in (whole.replace("plies: 2", "plies: 3"), whole[:-1]):
        exported.write_text(text)
        (line,) = cli("resume", str(exported)).err.splitlines()
        assert "and delete line 2, its checksum, or have it mended by: " in line


def test_a_board_above_all_tasks_is_refused(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.lesson"
    path.write_text(
        "termgames lessons 1\ntitle: T\ngame: plurality\nsize: 5\nboard:\n"
        + "    .....\n" * 5
        + "task: One\ntext: t\nask: a\nanswer: pass\notherwise: o\ndone: d\n"
    )
    done = cli("learn", str(path))
    remedy = "line 5: a board belongs to one task: write it below its 'task: …'"
    assert (done.code, done.error) == (1, f"{path}: {remedy}")
