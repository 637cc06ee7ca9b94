"""Command lines that are refused: one line that names the thing and the remedy, the exit code, and
nothing else is done. 2 is wrong usage, 1 what failed at work. Then what is nobody's wrong
usage: faults of the program, signals, streams."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from termgames.play import consent, store
from tests.cases import cases
from tests.cli.support import Cli, process
from tests.study.exercises.examples import played

RECORD = "termgames record 1\ngame: plurality\nsize: 5\nplies: 1\n\nc4,c5,d5\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path) -> None:
    """What the command lines name."""
    (tmp_path / "game.tgr").write_text(RECORD)
    store.save(played(), tmp_path / "over.tgr")
    (tmp_path / "bad.toml").write_text("rnage = 3\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("Dear Alice")
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 10)
    (tmp_path / "big").touch()
    os.truncate(tmp_path / "big", 5_000_000)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "far.map").write_text("name: x\nplayers 2: a1 d1\n\n...\n")
    (tmp_path / "round.map").write_text("name: x\ncells: circles\n\n..-.\n")


@pytest.mark.parametrize(
    ("code", "words", "says"),
    cases("""
    2 | lab chess | unknown command 'chess': there is arena, balance
    2 | chess | unknown command 'chess': there is play, resume
    2 | paly | unknown command 'paly': did you mean play?
    2 | practice | unknown command 'practice': did you mean mistakes?
    2 | puzzle | unknown command 'puzzle': did you mean problems?
    2 | join --list friday | --list and --end take no other table: leave 'friday' out
    2 | play | needs a game: plurality
    2 | play plurlity | unknown game 'plurlity': did you mean plurality?
    2 | --theme '' | --theme '' is unknown: choose one of termgames-dark,
    2 | TERMGAMES_THEME=foo list | TERMGAMES_THEME 'foo' is unknown: choose one of
    2 | TERMGAMES_PLAY_PLURALITY_SIZE=70 play plurality | --size 70 is out of range
    2 | play plurality --theme [/x] | --theme '[/x]' is unknown: choose one of
    2 | resume --theme foo | --theme 'foo' is unknown
    2 | play plurality --size 3 | --size 3 is out of range: choose 5 to 25
    2 | play plurality --size big | --size takes a whole number, not 'big'
    2 | play plurality --size | requires an argument
    2 | play plurality --komi abc | --komi takes a finite number such as 5.5
    2 | play plurality --hex 11 | --hex 11 is out of range: choose 3 to 10
    2 | play plurality --hex --size 9 | --hex and --size exclude each other
    2 | play plurality --pie --komi 3 | --pie and --komi exclude each other
    2 | play mitropia --house wlid | a file's path; did you mean wild?
    2 | lab gtp mitropia --house bad.toml | line 1: there is no key 'rnage': did you mean range?
    2 | play plurality --ties odd | --ties 'odd' is unknown: choose neutral or parity
    2 | play plurality --white 'deep blue' | --white: unknown player 'deep blue'
    2 | play plurality --time -1 | --time takes seconds above 0
    2 | play plurality --seed -4 | --seed takes a whole number
    2 | play plurality --siz 9 | no such option
    2 | play plurality extra | unexpected extra argument
    2 | play plurality --clock red=5m | there is no player called 'red', only black and white
    2 | gtp plurality --bot human | choose a bot
    2 | gtp plurality --level 10 | --level
    2 | gtp mitropia --bot gtp:cat | another program plays only in `play` and in the arena
    1 | gtp mitropia --bot mcts:policy=/nonexistent | cannot read weights from /nonexistent
    2 | arena plurality --a human | choose a bot
    2 | arena plurality --games 0 | --games
    2 | arena plurality --resume '' | the name is empty
    2 | arena mitropia --a gtp:cat | no game of dice and cards
    2 | arena tricolor --a mcts:aim=area,policy=/nonexistent | exclude each other
    2 | arena pletore --a gtp:/nonexistent | there is no program '/nonexistent'
    2 | play pletore --black gtp:/nonexistent | there is no program '/nonexistent'
    2 | play pletore --black mcts:aim=area | pletore has no aim 'area'
    1 | arena plurality --save file/x | cannot write
    1 | arena plurality --games 2 --resume pipe | it is no file
    1 | arena plurality --games 2 --cluster pipe | it is no file
    1 | arena plurality --games 2 --resume big | big holds no results of an arena
    2 | replay | name a record or its number
    2 | calibrate plurality --resume '' | the name is empty
    # Files are no folders.
    2 | arena plurality --save file | invalid value for '--save': Directory 'file' is a file
    2 | arena plurality --resume folder | invalid value for '--resume': File 'folder' is a dir
    2 | calibrate plurality --out folder | File 'folder' is a directory
    2 | train plurality --out new --first-net folder | File 'folder' is a directory
    # Records.
    1 | resume | no unfinished game is saved
    2 | resume '' | an empty text names no record
    2 | export '' | an empty text names no record
    1 | export 01 | there is no saved game 1,
    1 | replay 1 | none is saved
    1 | resume nothing | cannot read
    1 | resume folder | it is no file
    1 | replay /dev/zero | it is no file
    1 | resume pipe | it is no file
    1 | resume noise | it is not text
    1 | replay big | too large
    1 | edit game.tgr plies 'player 1: Alice\\nplies' >> resume game.tgr | unknown player 'Alice'
    1 | resume over.tgr | the game is over: look at it with termgames replay
    2 | resume over.tgr --turn 2 | --turn goes with --play-out: add it
    2 | resume over.tgr --play-out | no review has found where this game turned: name the turn by
    2 | resume over.tgr --play-out --turn 99 | --turn 99: the game has 5 turns
    1 | export game.tgr -o file | is no record
    2 | export game.tgr --full --redacted | exclude each other
    2 | export game.tgr --as abstractpaly | 'abstractpaly': did you mean abstractplay?
    1 | export game.tgr -o x.gif | write it by termgames export RECORD --as gif -o x.gif
    2 | review over.tgr --seat red | there is black, white
    2 | review over.tgr --playouts 200 --time 1 | exclude each other
    2 | review | name a record, its number, or a folder
    2 | review folder | holds no records, no file of it ends in .tgr
    # Pictures and films.
    2 | export SMALL --as svg --ply 9999 | --ply 9999: the game has
    2 | export SMALL --as gif --from 4 --to 3 | --from is beyond the end
    2 | export SMALL --as cast | films for terminals are no longer written: choose gif
    2 | export SMALL --as gif --seconds 0.015 | --seconds: a gif shows each turn for 0.02 s at
    2 | export SMALL --as sgf --territory | --territory is for svg, png and gif
    2 | export SMALL --as text --look kaya | --look is for pictures
    2 | export SMALL --as svg --look kajak | there is no look 'kajak': did you mean kaya?
    2 | export SMALL --as gif --candidates 3 | --candidates is for svg, png and text
    2 | export SMALL --as svg --candidates 10 | 10 is not in the range 1<=x<=9
    2 | export SMALL --as svg --candidates 3 | no player is to act there; give another --ply
    2 | export SMALL --as svg --ply -1 | -1 is not in the range x>=0
    2 | export MITROPIA --as svg --candidates 3 --ply 3 | hands are hidden in this record
    # Games that are rated, taught or solved.
    2 | play plurality --rated --teach | no help in a rated game: leave out --rated or --teach
    2 | play plurality --rated --time-scale 0.1 | bots take the time of their level
    2 | play plurality --rated --white human | one human against bots of measured levels
    2 | play plurality --teach --white human | there is no bot to teach: put one on a seat
    2 | play plurality --teach --black random | there is no human to be taught: put one on a seat
    2 | solve pletore --size 5 | cannot be solved: choose a smaller board, as plurality
    2 | solve pletore --size 3 --komi offer --after komi | move 1, 'komi'
    2 | solve pletore --size 3 --after 'b2 b2' | --after, move 2, 'b2'
    2 | solve plurality --size 5 --after 'pass pass' | the game is over
    2 | solve majorities --cube 3 | give more moves with --after, or choose
    2 | balance mitropia | mitropia has no komi: there is nothing to balance
    2 | train pletore | --out
    2 | train pletore --out x --hours 0 | --hours takes hours above 0
    2 | train pletore --out x --playouts 3 | playouts
    2 | train mitropia --out x | nothing that a net could learn
    2 | train pletore --out x --net-alone | --net-alone: nets play no games alone any more
    2 | train pletore --out x --pooling 3 | --pooling 3 would reach none of the 2 layers: choose 2
    # Lessons, problems, exercises, openings, maps.
    2 | learn pletor | did you mean pletore
    2 | learn pletore --task 9 | the course has 8 lessons
    2 | puzzles --json | --json goes with --list
    2 | puzzles majoritis | did you mean majorities
    2 | puzzles make majorities | --out: name the file
    2 | puzzles make majorities --out x --levels 7-2 | the lower one first, as 2-6, not '7-2'
    2 | puzzles make majorities --out x --bots 4-1 | levels from 0 to 8, the lower one first
    2 | puzzles make pletore --fights --out x | by capture alone: tricolor or mitropia
    2 | puzzles make mitropia --out x | --pro
    2 | practise --add over.tgr | it was not reviewed yet: termgames review
    2 | practise --name Ann | nobody yet has
    2 | explore plurality --size 9 | there are no openings of plurality with these options, only:
    1 | explore majorities --tree nothing | nothing: cannot be read: No such file
    1 | maps rings | did you mean ring?
    1 | maps hourglass --players 3 | has no start points for 3 players
    1 | maps far.map | far.map: line 2, column 15: there is no intersection 'd1'
    1 | maps round.map | round.map: line 2, column 8: 'circles' are no cells: write hexagons
    2 | help theme | there is no topic 'theme': did you mean themes?
    2 | help ../README | choose one of clocks, clusters, commands
    2 | stats --player Zoe | Zoe
    2 | keys --preset emacs | there is no preset 'emacs': there is default, vim, numpad
    # Records of others.
    2 | import | missing argument
    2 | import '' | the name is empty
    1 | import nothing | No such file
    1 | import noise | noise
    # Tables of several people.
    1 | join no-such-table | there is no table
    2 | join ../../etc | names no table
    2 | join ssh://-oProxyCommand=x/friday | is no address
    2 | join 'ssh://host/$(reboot)' | names no table
    1 | join | no table is open
    1 | tables --end friday | there is no table
    1 | relay friday | there is no table
    2 | host plurality --group games --headless | ssh -t YOU@HOST termgames join
    2 | host plurality --white gtp:x --headless | --white
    2 | host plurality --black bot:1 --white bot:1 --headless | guest
    2 | host plurality --name 'a b' --headless | names no table
    2 | host plurality --clock 5x --headless | a clock is written as
    1 | serve no-such-table | there is no table
    2 | serve ssh://host/friday | names no table
    """),
)
def test_it_is_refused_in_a_line(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: str, words: str, says: str
) -> None:
    monkeypatch.setenv("TERMGAMES_RUNTIME", f"/tmp/tgr-{os.getpid()}")
    before = sorted(tmp_path.iterdir())
    done = cli.script(words)
    assert says in done.error
    assert (done.code, done.out) == (int(code), "")
    assert sorted(tmp_path.iterdir()) == before, "nothing was begun"
    assert not consent.path().exists(), "nothing was remembered"


@pytest.mark.parametrize(
    "words",
    [
        *(f"play plurality --{name} X" for name in ("komi", "time", "time-scale", "seed", "size")),
        *(f"play plurality --black mcts:{name}=X" for name in ("time", "playouts", "temperature")),
        *("play plurality --cores X", "play pletore --komi X", "play mitropia --range X"),
        *("arena plurality --games X", "arena plurality --jobs X", "arena plurality --sprt 0,X"),
        *("balance plurality --games X", "train plurality --out x --hours X"),
    ],
)
def test_a_number_beyond_all_measure_is_wrong_usage(cli: Cli, words: str) -> None:
    for number in ("1e308", "-1e308", "inf", "nan", "1e400"):
        assert cli.script(words.replace("X", number)).code == 2, number


@pytest.mark.parametrize(
    ("old", "new", "says"),
    cases(f"""
    termgames record 1 | hello | line 1: not a record
    record 1 | record 9 | version '9'
    plurality | chess | unknown game 'chess'
    plurality | plurlity | did you mean plurality?
    size: 5 | size: 4 | line 3: --size 4 is out of range
    size: 5 | sise: 5 | line 3: 'sise' is unknown
    plies | size: 5;plies | line 4: size is given twice
    plies: 1 | plies: 2 | cut off
    plies: 1 | plies: {"9" * 5000} | line 4: plies
    size: 5 | size: {"9" * 5000} | line 3: --size
    c4,c5,d5 | c4,c5,d9 | line 6: move 1, 'c4,c5,d9': there is no point 'd9'
    c4,c5,d5 | c4,c5,e5 | line 6: move 1
    c4,c5,d5 | pass;pass;pass | line 8: move 3, 'pass': the game is over
    """),
)
def test_broken_records_are_named_with_the_line(cli: Cli, old: str, new: str, says: str) -> None:
    Path("game.tgr").write_text(RECORD.replace(old, new.replace(";", "\n")))
    for command in ("resume", "replay"):
        done = cli(command, "game.tgr")
        assert says in done.error
        assert (done.code, done.out, "game.tgr" in done.error) == (1, "", True)


def test_results_that_are_none_are_one_line(cli: Cli) -> None:
    for seed in ("[" * 200_000, "1" + "0" * 5000, "-5}", "9223372036854775808}", "true}"):
        Path("results").write_text(f'{{"seed": {seed}')
        done = cli("arena", "plurality", "--games", "2", "--resume", "results")
        assert (done.code, done.error) == (1, "results holds no results of an arena")


@pytest.mark.parametrize("folder", ["file", "/dev/null/x", "/proc/termgames"])
def test_an_unwritable_data_folder(cli: Cli, monkeypatch: pytest.MonkeyPatch, folder: str) -> None:
    monkeypatch.setenv("TERMGAMES_DATA", folder)
    for command in (PLAY, ("resume",), ("resume", "--list")):
        done = cli(*command)
        assert ("TERMGAMES_DATA" in done.error, folder in done.error, done.code) == (True, True, 1)
    assert cli(*PLAY, "--no-save").code == 0
    says = "is a file" if Path(folder).is_file() else "cannot write"
    assert says in cli("arena", "plurality", "--save", folder).error


PLAY = ("play", "plurality", "--size", "5", "--white", "human")


# -- what others have written --------------------------------------------------------------------

ESCAPES = "\x1b]0;x\x07\x1b[2J\x9b31m\u202e\u200b"
HUGE = f"{ESCAPES}{'9' * 100_000}"


@pytest.mark.parametrize("long", ["", "x" * 3_000_000], ids=["short", "long"])
def test_names_in_a_record_cannot_steer_the_terminal(cli: Cli, long: str) -> None:
    text = RECORD.replace("plies", f"player 1: {ESCAPES}{long}\nplies")
    for path in (store.new_file("plurality"), Path("game.tgr")):
        path.write_text(text)
    for words in ("replay game.tgr --plain", "resume --list", "resume game.tgr", "export game.tgr"):
        done = cli(*words.split())
        shown = (done.out + done.err).replace("\n", "")
        assert shown.isprintable(), words
        assert len(shown) < 2000 or words[0] == "e", words


@pytest.mark.parametrize(
    "words",
    [
        *("HUGE", "play HUGE", "gtp plurality --level HUGE", "maps HUGE", "rules HUGE"),
        *("resume HUGE", "replay HUGE", "export HUGE", "solve plurality --size HUGE"),
        *(f"play plurality {more}" for more in ("--HUGE", "--size HUGE", "--ties HUGE")),
        *(f"play plurality --black {who}HUGE" for who in ("", "mcts:", "gtp:", "mcts:policy=")),
        *(f"play plurality --{name} HUGE" for name in ("komi", "time", "seed", "cores", "theme")),
        f"play plurality --black mcts:aim={'a' * 100_000}",
        *("arena plurality --sprt HUGE", "arena plurality --lineup HUGE"),
        *("play mitropia --map HUGE", "calibrate plurality --levels HUGE"),
    ],
    ids=lambda words: words[:40],
)
def test_an_error_repeats_little_and_nothing_that_steers(cli: Cli, words: str) -> None:
    done = cli(*(word.replace("HUGE", HUGE) for word in words.split()))
    assert done.code in (1, 2)
    assert done.error.isprintable()
    assert len(done.error) < 1500


# -- faults, signals and streams ------------------------------------------------------------------


def test_an_unexpected_fault_is_one_line_and_a_log(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, own_data_folder: Path
) -> None:
    def broken(*arguments: object) -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.setattr("termgames.play.checkup.look", broken)
    log = own_data_folder / "faults.log"
    told = cli("doctor").error
    assert f"ZeroDivisionError: two lines; the details are in {log}" in told
    assert "in broken" in log.read_text()
    assert "set TERMGAMES_DATA" in cli.script("TERMGAMES_DATA=/dev/null/x doctor").error


def test_a_file_that_ends_too_early_is_no_interrupt(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[BaseException] = [EOFError("too short"), KeyboardInterrupt()]

    def broken(*arguments: object) -> None:
        raise faults.pop(0)

    monkeypatch.setattr("termgames.play.checkup.look", broken)
    cli.script("doctor").tells("code 1 & EOFError: too short")
    assert cli("doctor").code == 130


def test_whenever_signals_come_no_traceback_is_printed() -> None:
    """Within imports, the work, and the end."""
    command = [sys.executable, "-m", "termgames", "arena", "plurality", "--a", "random"]
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGTERM)
    for moment, number in zip((0.15, 0.25, 0.4, 0.8), numbers, strict=True):
        run = subprocess.Popen(
            [*command, "--b", "random", "--games", "200"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        time.sleep(moment)
        for each in (number, signal.SIGINT, number):
            os.killpg(run.pid, each)
            time.sleep(0.01)  # of signals at one moment nobody knows which is the first
        told = run.communicate()[1].decode()
        assert "termgames" not in told, "Python itself may not have begun yet"
        early = "init_import_site" in told  # of Python's own start, which answers 1
        assert early or run.returncode in (128 + number, 130, -number)


def test_letters_that_the_terminal_lacks() -> None:
    done = process(*PLAY, stdin="rules\n", PYTHONIOENCODING="ascii")
    assert (done.code, "Jo?o Pedro Neto" in done.out) == (0, True)


FULL = "error: cannot write or read the output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "redirected", "left"),
    [
        *(("gtp plurality", closed, (0, "")) for closed in ("<&-", ">&-", "2>&-")),
        (" ".join((*PLAY, "--no-save")), "<&- >&- 2>&-", (0, "")),
        ("rules plurality", ">/dev/full", (1, FULL)),
    ],
)
def test_streams_that_are_closed_or_full(
    command: str, redirected: str, left: tuple[int, str]
) -> None:
    line = f"{sys.executable} -m termgames {command} {redirected}"
    nothing = subprocess.DEVNULL
    done = subprocess.run(["sh", "-c", line], stdin=nothing, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == left


@pytest.mark.parametrize("group", ["lab", "settings"])
def test_a_group_without_a_command_shows_its_page(cli: Cli, group: str) -> None:
    done = cli(group)
    assert (done.code, done.out, done.err) == (2, "", cli(group, "--help").out)
