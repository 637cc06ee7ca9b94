"""Files that are damaged, of others, or open elsewhere: one line, and nothing is lost."""

import json
import os
import re
from pathlib import Path

import pytest

from termgames.play import locks, record, store
from tests.cli.support import HUMANS, Cli
from tests.terminal import Start

GAME = "termgames record 1\ngame: plurality\nsize: 5\nplayer 2: human\n\nc4,c5,d5\n"
ARENA = "arena plurality --size 5 --a random --b random --games 2"


@pytest.fixture
def game(cli: Cli) -> Path:
    (path := Path("game.tgr")).write_text(GAME)
    return path.absolute()


# -- records -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        *(("resume FILE --plain", "quit"), ("replay FILE", ""), ("replay FILE --json", "")),
        *(("export FILE", ""), ("gtp plurality", "termgames-load FILE")),
    ],
)
def test_every_reader_looks_at_the_checksum(cli: Cli, game: Path, words: str, stdin: str) -> None:
    store.save(record.load(GAME), game)
    whole = game.read_text()
    read = f"{words} < {stdin}".replace("FILE", str(game))
    assert cli.script(read).err == ""
    game.write_text(re.sub("checksum: .*\n", "", whole))
    unchecked = cli.script(read)
    assert (unchecked.code, unchecked.err) == (0, f"note: {record.UNCHECKED}\n"), "told once"
    game.write_text(whole.replace("c4,c5,d5", "c4,c5,b5"))
    cli.script(read).tells(f"code {0 if 'gtp' in words else 1} & the checksum is wrong")


def test_a_wrong_number_of_moves_is_told_in_one_sentence(cli: Cli, game: Path) -> None:
    whole = cli("export", str(game)).out
    for text in (whole.replace("plies: 1", "plies: 3"), whole[:-1]):
        game.write_text(text)
        remedy = "and delete line 2, its checksum, or have it mended by: "
        assert remedy in cli("resume", "game.tgr").error


def test_numbers_of_a_review_that_cannot_be_are_a_reason_to_review_again(
    cli: Cli, game: Path, recwarn: pytest.WarningsRecorder
) -> None:
    asked = "review game.tgr --playouts 200 --json"
    expected = cli.script(asked).told["plies"]
    kept = game.with_name("game.tgr.review")
    content = json.loads(kept.read_text())
    row = content["reviews"][0]["findings"]["0"]
    row["share"], row["losses"] = "number", ["number", "number"]
    for number in ("9" * 5000, "1e308", "NaN", "7.5"):
        kept.write_text(json.dumps(content).replace('"number"', number))
        assert cli.script(asked).told["plies"] == expected
        assert not recwarn.list, number
        assert json.loads(kept.read_text())["reviews"][-1]["findings"]["0"]["share"] <= 1, number


# -- links and pipes -----------------------------------------------------------------------------


@pytest.mark.parametrize("to", ["nothing", "game.tgr"])
def test_no_file_is_written_through_a_link(cli: Cli, game: Path, to: str) -> None:
    (link := Path("link.tgr")).symlink_to(to)
    for words in ("export game.tgr -o", f"{ARENA} --resume", "calibrate plurality --choose --out"):
        done = cli(*words.split(), "link.tgr")
        assert (done.code in (1, 2), "link.tgr" in done.err.splitlines()[-1]) == (True, True)
    Path("game.tgr.review").symlink_to(to)
    done = cli.script("review game.tgr --playouts 200")
    done.tells("the review is not kept: & game.tgr.review: it is a link: remove it")
    assert (link.is_symlink(), game.read_text(), Path("nothing").exists()) == (True, GAME, False)


@pytest.mark.parametrize(
    "name",
    [
        "settings.json",
        "state.json",
        "profiles.json",
        "lessons.json",
        "exercises.jsonl",
        "themes/a.toml",
    ],
)
def test_the_data_folder_keeps_nobody_from_playing(
    cli: Cli, own_data_folder: Path, name: str
) -> None:
    path = own_data_folder / name
    path.parent.mkdir(parents=True)
    for kind in range(3):
        if kind == 0:
            os.mkfifo(path)
        elif kind == 1:
            path.symlink_to("/dev/zero")
        else:
            path.write_text("[" * 200_000)
        assert cli(*HUMANS.split(), "--no-save", stdin="pass\n").code == 0
        assert cli("learn").code == 0
        path.unlink()


# -- other windows, full disks -------------------------------------------------------------------


def test_the_second_window_names_the_first_and_the_remedies(
    cli: Cli, game: Path, start: Start
) -> None:
    window = start("resume", str(game), "--plain", drawn=False)
    window.told("Type a move")
    done = cli("resume", str(game), "--plain", stdin="pass\n")
    assert done.code == 1
    assert re.fullmatch(
        rf"{game} is open in another window \(process {window.pid}, since [0-9: -]+\): leave the "
        rf"game there, look at it with termgames replay {game}, or go on in a copy with "
        rf"termgames resume {game} --copy",
        done.error,
    )
    assert cli("replay", str(game), "--json").code == 0
    done = cli("resume", str(game), "--plain", "--copy", stdin="pass\n")
    copy = game.with_name("game-2.tgr")
    assert f"termgames resume {copy}" in done.out
    assert (store.read(copy).ply, game.read_text()) == (2, GAME)
    window.close()
    locks.sweep.cache_clear()
    done = cli("resume", str(game), "--plain", stdin="pass\n")
    (note,) = [line for line in done.out.splitlines() if "window that has ended" in line]
    assert f"process {window.pid}" in note
    assert store.read(game).ply == 2
    assert sorted(os.listdir()) == ["game-2.tgr", "game.tgr"]


@pytest.mark.parametrize("interrupted", [False, True])
def test_a_game_that_cannot_be_saved_is_printed_and_the_code_is_1(
    cli: Cli, game: Path, monkeypatch: pytest.MonkeyPatch, interrupted: bool
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    lines = iter(("pass",))

    def ask(_: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", full)
    if interrupted:
        monkeypatch.setattr("termgames.cli.table._reader_of", lambda stream: ask)
    done = cli("resume", str(game), "--plain", stdin="pass\nsave other.tgr\n")
    assert done.code == (130 if interrupted else 1)
    assert "write save FILE to keep the game elsewhere" in done.err
    assert record.load(done.out.partition("goes on with it:\n\n")[2]).ply == 2
    assert store.read(game).ply == 1
