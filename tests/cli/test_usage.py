"""What is wrong from outside: one line, the remedy in it, the right exit code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from termgames import games
from termgames.cli.guard import guarded
from termgames.play import consent
from tests.cli.support import Cli, process

PLAY = ("play", "plurality")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "unknown command 'chess': there is play, resume"),
        (["paly"], "unknown command 'paly': did you mean play?"),
        (["play"], "needs a game: plurality"),
        (["play", "plurlity"], "unknown game 'plurlity': did you mean plurality?"),
        (["play", "xyzzy"], "unknown game 'xyzzy': there is plurality"),
        (["rules", "plurlity"], "did you mean plurality?"),
        (["rules"], "missing argument"),
        (["bench", "chess"], "unknown game 'chess'"),
        (["--theme", "foo"], "--theme 'foo' is unknown: choose one of termgames-dark, "),
        (["--theme", ""], "--theme '' is unknown: choose one of termgames-dark, "),
        ([*PLAY, "--theme", "[/x]"], "--theme '[/x]' is unknown: choose one of termgames-dark, "),
        (["resume", "--theme", "foo"], "--theme 'foo' is unknown"),
        (["replay", "x.tgr", "--theme", "foo"], "--theme 'foo' is unknown"),
        ([*PLAY, "--size", "3"], "--size 3 is out of range: choose 5 to 25"),
        ([*PLAY, "--size=400"], "--size 400 is out of range: choose 5 to 25"),
        ([*PLAY, "--size", "big"], "--size takes a whole number, not 'big'"),
        ([*PLAY, "--size"], "requires an argument"),
        ([*PLAY, "--komi", "abc"], "--komi takes a finite number such as 5.5"),
        ([*PLAY, "--komi", "nan"], "--komi takes a finite number"),
        ([*PLAY, "--komi=inf"], "--komi takes a finite number"),
        ([*PLAY, "--komi=-inf"], "--komi takes a finite number"),
        ([*PLAY, "--hex", "11"], "--hex 11 is out of range: choose 3 to 10"),
        ([*PLAY, "--hex", "--size", "9"], "--hex and --size exclude each other"),
        ([*PLAY, "--pie", "--komi", "3"], "--pie and --komi exclude each other"),
        ([*PLAY, "--ties", "odd"], "--ties 'odd' is unknown: choose neutral or parity"),
        ([*PLAY, "--white", "deep blue"], "--white: unknown player 'deep blue'"),
        ([*PLAY, "--white", "bot:99"], "--white: player 'bot:99'"),
        ([*PLAY, "--time", "-1"], "--time takes seconds above 0"),
        ([*PLAY, "--time", "nan"], "--time takes seconds above 0"),
        ([*PLAY, "--seed", "-4"], "--seed takes a whole number"),
        ([*PLAY, "--siz", "9"], "no such option"),
        ([*PLAY, "extra"], "unexpected extra argument"),
        (["gtp", "plurality", "--bot", "human"], "choose a bot"),
        (["gtp", "plurality", "--level", "10"], "--level"),
        (["arena", "plurality", "--a", "human"], "choose a bot"),
        (["arena", "plurality", "--games", "0"], "--games"),
        (["arena", "plurality", "--time-scale", "0"], "--time-scale takes a number above 0"),
        (["replay"], "name a record or its number"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_usage(cli: Cli, arguments: list[str], says: str) -> None:
    done = cli(*arguments)
    assert says in done.error
    assert (done.code, done.out) == (2, "")


@pytest.mark.parametrize(
    ("command", "option", "takes"),
    [
        ("arena", "--save", "folder"),
        ("arena", "--resume", "file"),
        ("balance", "--resume", "file"),
        ("calibrate", "--resume", "folder"),
        ("calibrate", "--out", "file"),
        ("solve", "--state", "file"),
        ("train", "--out", "folder"),
        ("train", "--first-net", "file"),
    ],
)
def test_files_are_no_folders(
    cli: Cli, tmp_path: Path, command: str, option: str, takes: str
) -> None:
    wrong = tmp_path / "wrong"
    wrong.mkdir() if takes == "file" else wrong.touch()
    out = ["--out", "new"] if command == "train" else []
    done = cli(command, "plurality", *out, option, "wrong")
    assert f"invalid value for '{option}'" in done.error
    assert f"'wrong' is a {'directory' if takes == 'file' else 'file'}" in done.error
    assert (done.code, done.out) == (2, "")
    assert [path.name for path in tmp_path.iterdir()] == ["wrong"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.tgr"
    file.write_text("termgames record 1\ngame: plurality\nsize: 5\nplies: 1\n\nc4,c5,d5\n")
    return file


@pytest.mark.parametrize("command", ["replay", "resume"])
@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("termgames record 1", "hello", "line 1: not a record"),
        ("record 1", "record 9", "version '9'"),
        ("plurality", "chess", "unknown game 'chess'"),
        ("plurality", "plurlity", "did you mean plurality?"),
        ("size: 5", "size: 4", "line 3: --size 4 is out of range"),
        ("size: 5", "sise: 5", "line 3: 'sise' is unknown"),
        ("size: 5", "size: 5\nsize: 5", "line 4: size is given twice"),
        ("plies: 1", "plies: 2", "cut off"),
        ("plies: 1", f"plies: {'9' * 5000}", "line 4: plies"),
        ("size: 5", f"size: {'9' * 5000}", "line 3: --size"),
        ("c4,c5,d5", "c4,c5,d9", "line 6: move 1, 'c4,c5,d9': there is no point 'd9'"),
        ("c4,c5,d5", "c4,c5,e5", "line 6: move 1"),
        ("c4,c5,d5", "pass\npass\npass", "line 8: move 3, 'pass': the game is over"),
    ],
)
def test_broken_records(cli: Cli, game: Path, command: str, old: str, new: str, says: str) -> None:
    game.write_text(game.read_text().replace(old, new))
    done = cli(command, str(game))
    assert says in done.error
    assert str(game) in done.error
    assert (done.code, done.out) == (1, "")


@pytest.mark.parametrize("command", ["replay", "resume"])
def test_files_that_are_no_records(cli: Cli, tmp_path: Path, command: str) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(256)))
    big = tmp_path / "big"
    big.write_text("x" * 5_000_000)
    for path, says in [
        (tmp_path / "nothing", "cannot read"),
        (tmp_path, "it is no file"),
        (Path("/dev/zero"), "it is no file"),
        (noise, "it is not text"),
        (big, "too large"),
    ]:
        done = cli(command, str(path))
        assert says in done.error
        assert done.code == 1


@pytest.mark.parametrize("command", ["replay", "resume", "review", "export"])
def test_an_empty_text_names_no_record(cli: Cli, command: str) -> None:
    done = cli(command, "")
    assert (done.code, "an empty text names no record" in done.error) == (2, True)
    numbered = cli(command, "01")
    assert (numbered.code, numbered.out) == (1, "")
    assert numbered.error.startswith(("there is no saved game 1, ", "no unfinished game is saved"))


@pytest.mark.parametrize("folder", ["a file", "/dev/null/x", "/proc/termgames"])
def test_an_unwritable_data_folder(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, folder: str
) -> None:
    if folder == "a file":
        folder = str(tmp_path / "file")
        Path(folder).touch()
    monkeypatch.setenv("TERMGAMES_DATA", folder)
    for command in (PLAY, ("resume",), ("resume", "--list")):
        done = cli(*command)
        assert "TERMGAMES_DATA" in done.error
        assert folder in done.error
        assert done.code == 1
    assert cli(*PLAY, "--no-save", "--white", "human").code == 0
    says = "is a file" if Path(folder).is_file() else "cannot write"
    assert says in cli("arena", "plurality", "--save", folder).error


def test_resume_numbers(cli: Cli) -> None:
    assert "no unfinished game is saved" in cli("resume").error
    cli(*PLAY, "--size", "5", "--white", "human", stdin="pass\n")
    assert "only 1 to 1" in cli("resume", "2").error
    assert "only 1 to 1" in cli("resume", "0").error


def test_a_record_of_players_unknown_here_is_not_resumed(cli: Cli, game: Path) -> None:
    game.write_text(game.read_text().replace("plies", "player 1: Alice\nplies"))
    done = cli("resume", str(game))
    assert "unknown player 'Alice'" in done.error
    assert done.code == 1
    assert cli("replay", str(game)).code == 0


def test_a_finished_game_is_not_resumed(cli: Cli, game: Path) -> None:
    game.write_text(game.read_text().replace("c4,c5,d5", "pass\npass").replace("s: 1", "s: 2"))
    done = cli("resume", str(game))
    assert "the game is over: look at it with termgames replay" in done.error
    assert done.error.endswith("white wins by 0.5 (both passed)")
    assert done.code == 1


@pytest.mark.parametrize("number", ["1e308", "-1e308", "inf", "nan", "1e7", "1e400"])
@pytest.mark.parametrize(
    "words",
    [
        "play plurality --komi {}",
        "play plurality --time {}",
        "play plurality --time-scale {}",
        "play plurality --seed {}",
        "play plurality --cores {}",
        "play plurality --size {}",
        "play plurality --black mcts:time={}",
        "play plurality --black mcts:playouts={}",
        "play plurality --black mcts:playouts=5,temperature={}",
        "play pletore --komi {}",
        "play mitropia --range {}",
        "arena plurality --games {}",
        "arena plurality --jobs {}",
        "arena plurality --sprt 0,{}",
        "balance plurality --games {}",
        "train plurality --hours {}",
    ],
)
def test_a_number_beyond_all_measure_is_wrong_usage(cli: Cli, words: str, number: str) -> None:
    assert cli(*words.format(number).split()).code == 2


@pytest.mark.parametrize("command", ["play", "arena"])
@pytest.mark.parametrize(
    ("game", "player", "fault"),
    [
        ("mitropia", "gtp:cat", "no game of dice and cards"),
        ("pletore", "gtp:/nonexistent", "there is no program '/nonexistent'"),
        ("tricolor", "mcts:aim=area,policy=/nonexistent", "exclude each other"),
        ("pletore", "mcts:aim=area", "pletore has no aim 'area'"),
    ],
)
def test_a_player_that_cannot_play_is_wrong_usage(
    cli: Cli, command: str, game: str, player: str, fault: str
) -> None:
    seat = "--a" if command == "arena" else f"--{games.info(game).seats[0]}"
    done = cli(command, game, seat, player)
    assert done.code == 2
    assert fault in done.error
    assert done.out == "", "nothing was begun"
    assert not consent.path().exists(), "nothing was remembered"


def test_a_bot_that_gtp_cannot_have_is_wrong_usage(cli: Cli) -> None:
    assert cli("gtp", "mitropia", "--bot", "gtp:cat", stdin="quit\n").code == 2
    none = cli("gtp", "mitropia", "--bot", "mcts:policy=/nonexistent", stdin="quit\n")
    assert "cannot read weights from /nonexistent" in none.error


def test_an_unexpected_fault_is_one_line_and_a_log(
    capsys: pytest.CaptureFixture[str], own_data_folder: Path
) -> None:
    def broken() -> None:
        raise ZeroDivisionError("two\nlines")

    assert guarded(broken) == 1
    error = capsys.readouterr().err
    log = own_data_folder / "faults.log"
    assert error.count("\n") == 1
    assert f"ZeroDivisionError: two lines; the details are in {log}" in error
    assert "in broken" in log.read_text()


def test_a_fault_with_nowhere_to_log(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", "/dev/null/x")

    def broken() -> None:
        raise ZeroDivisionError

    assert guarded(broken) == 1
    assert "set TERMGAMES_DATA" in capsys.readouterr().err


def test_an_interrupt_is_130(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    assert guarded(interrupted) == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whenever_signals_come_no_traceback_is_printed(number: int) -> None:
    """Within imports, the work, and the end."""
    command = [sys.executable, "-m", "termgames", "arena", "plurality", "--a", "random"]
    for moment in (0.15, 0.25, 0.4, 0.7, 1.2):
        run = subprocess.Popen(
            [*command, "--b", "random", "--games", "200"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(moment)
        for each in (number, signal.SIGINT, number):
            os.killpg(run.pid, each)
            time.sleep(0.01)
        told = run.communicate()[1].decode()
        assert "termgames" not in told, "Python itself may not have begun yet"
        assert run.returncode in (128 + number, -number)


def test_a_file_that_ends_too_early_is_no_interrupt(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*arguments: object) -> None:
        raise EOFError("too short")

    monkeypatch.setattr("termgames.play.checkup.look", broken)
    done = cli("doctor")
    assert done.code == 1
    assert "EOFError: too short" in done.err


def test_output_that_cannot_be_written() -> None:
    command = [sys.executable, "-m", "termgames", "rules", "plurality"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "error: cannot write or read the output: No space left on device\n"


def test_letters_that_the_terminal_lacks() -> None:
    asked = [*PLAY, "--size", "5", "--white", "human"]
    done = process(*asked, stdin="rules\n", PYTHONIOENCODING="ascii")
    assert done.code == 0
    assert "Jo?o Pedro Neto" in done.out


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["gtp plurality", "play plurality --white human --no-save"])
def test_streams_that_were_closed_before_the_start(command: str, closed: str) -> None:
    line = f"{sys.executable} -m termgames {command} {closed}"
    done = subprocess.run(
        ["sh", "-c", line], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_theme_that_there_is_not_in_the_environment(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERMGAMES_THEME", "foo")
    done = cli("list")
    assert done.code == 2
    assert done.error.startswith("TERMGAMES_THEME 'foo' is unknown: choose one of ")
    monkeypatch.setenv("TERMGAMES_THEME", "Nord")
    assert cli("list").code == 0


def test_help_lists_the_themes(cli: Cli) -> None:
    for command in ([], ["resume"], ["replay"], list(PLAY)):
        page = "".join(cli(*command, "--help").out.split())  # names are broken at dashes
        assert "termgames-light" in page
        assert "tokyo-night" in page


@pytest.mark.parametrize(
    "command",
    [
        ("export", "1", "-o", ""),
        ("arena", "plurality", "--a", "bot:1", "--b", "bot:1", "--resume", ""),
        ("calibrate", "plurality", "--resume", ""),
    ],
)
def test_a_file_or_folder_has_a_name(cli: Cli, command: tuple[str, ...]) -> None:
    done = cli(*command)
    assert done.code == 2
    assert "the name is empty" in done.error
