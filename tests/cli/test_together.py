"""Tables as processes: guests on sockets, line by line and on screens, kills, hostile guests, ssh.

What is told to whom, and who may do what, is tested without processes."""

import contextlib
import json
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from termgames.core.errors import StorageError
from termgames.play.together import rooms, wire
from termgames.play.together.address import Address
from termgames.play.together.link import Link
from tests.cases import cases
from tests.cli.support import Cli, process
from tests.cli.tables import PATIENCE, TABLE, FalseTable, Host, Open, Sitting, play_on
from tests.processes import gone
from tests.terminal import Start

pytestmark = pytest.mark.usefixtures("runtime")


def begun(table: Host) -> list[Sitting]:
    """Guests on all seats who know of the game."""
    guests = [Sitting(table.name, key=key) for key in table.keys]
    for guest in guests:
        guest.hear_until(lambda mirror: mirror.asked)
    return guests


def test_a_whole_game_between_guests_bots_and_a_spectator(host: Open) -> None:
    table = host("tricolor", "--size", "5", "--gamma", "random", "--seed", "3")
    guests = [Sitting(table.name, key=key, name=f"g{at}") for at, key in enumerate(table.keys)]
    guests.append(Sitting(table.name, key=table.first["watch"]))
    play_on(guests)
    assert {guest.closed for guest in guests} == {"the game is over"}
    (moves,) = {guest.moves for guest in guests}
    assert table.process.wait(PATIENCE) == 0
    events = [json.loads(line) for line in table.process.communicate()[0].splitlines()]
    assert [event["move"] for event in events if event["event"] == "move"] == list(moves)
    assert [each["event"] for each in events][-2:] == ["over", "ended"]
    assert not Path(table.first["socket"]).exists()


def test_a_table_that_was_killed_is_set_up_again_with_its_keys(cli: Cli, host: Open) -> None:
    """Also where another one had its name meanwhile."""
    first = host("mitropia", "--players", "2", "--name", "again")
    guests = begun(first)
    play_on(guests, lambda: min(len(guest.moves) for guest in guests) > 8)
    before = max(guest.moves for guest in guests)
    first.kill()
    with pytest.raises(StorageError):
        Link(Address("again"))
    (saved,) = (Path(os.environ["TERMGAMES_DATA"]) / "games").glob("*.tgr")
    second = host(*TABLE, "--name", "again")
    assert second.keys != first.keys
    assert cli("tables", "--end", "again").code == second.process.wait(PATIENCE) == 0
    again = host("--resume", str(saved))
    assert (again.name, again.keys) == ("again", first.keys)
    assert {guest.moves[: len(before)] for guest in begun(again)} == {before}


def test_where_it_is_and_who_may_come(cli: Cli, host: Open, runtime: Path) -> None:
    table = host(*TABLE, "--name", "mine")
    socket_path = Path(table.first["socket"])
    assert socket_path == runtime / "mine.table"
    assert [path.stat().st_mode & 0o777 for path in (socket_path, runtime)] == [0o600, 0o700]
    (line,) = cli("join", "--list", "--json").out.splitlines()
    told = json.loads(line)
    assert (told["table"], told["game"], told["begun"]) == ("mine", "plurality", False)
    assert not any(key in line for key in (*table.keys, table.first["host"]))
    assert "mine: Plurality, Black free, White free; not begun" in cli("tables").out
    taken = cli("host", *TABLE, "--name", "mine", "--headless")
    assert (taken.code, "there is a table mine" in taken.error) == (2, True)
    assert "opens nothing" in cli("join", "mine", "--key", "black-xxxx", "--plain").error
    # As at a logout: it opens its folder again.
    guest = Sitting("mine", key=table.keys[0])
    guest.hear_until(lambda mirror: mirror.told)
    shutil.rmtree(runtime)
    end = time.monotonic() + PATIENCE
    while "mine: Plurality" not in cli("tables").out:
        assert time.monotonic() < end
        time.sleep(0.05)
    cli("tables", "--end", "mine")
    guest.hear_until()
    assert guest.closed == "the host has ended the table"
    assert table.process.wait(PATIENCE) == 0
    assert list(runtime.iterdir()) == []


def test_a_signal_ends_the_table_and_its_bots_and_a_fault_does_not(host: Open) -> None:
    broken = (
        "-c",
        "from termgames.play.together import process\nprocess._ALONE = 0.3\n"
        "process.TableProcess._look_for_guests = lambda table: 1 // 0\n"
        "from termgames.cli import main\nraise SystemExit(main())",
    )
    table = host(*TABLE, "--white", "bot:1", program=broken)
    (guest,) = begun(table)
    while (event := json.loads(table.process.stdout.readline()))["event"] != "fault":
        pass
    assert "ZeroDivisionError" in event["text"]
    table.process.send_signal(signal.SIGTERM)
    guest.hear_until()
    assert guest.closed == "the table was closed"
    assert table.process.wait(PATIENCE) == 143
    assert not Path(table.first["socket"]).exists()


def test_a_relay_is_a_way_in_and_nothing_comes_from_dev_null(cli: Cli, host: Open) -> None:
    table = host(*TABLE)

    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    command = [sys.executable, "-m", "termgames"]
    with subprocess.Popen([*command, "relay", table.name], stdin=pipe, stdout=pipe) as relay:
        assert relay.stdin
        assert relay.stdout
        relay.stdin.write(b'{"type": "look"}\n')
        relay.stdin.flush()
        assert json.loads(relay.stdout.readline())["table"] == table.name
        relay.stdin.close()
        assert relay.wait(PATIENCE) == 0
    silent = process("relay", table.name, stdin="")
    assert (silent.code, silent.out, silent.err) == (0, "", "")
    joined = [*command, "join", table.name, "--json"]
    with subprocess.Popen(joined, stdin=nothing, stdout=pipe) as guest:
        assert guest.stdout
        assert json.loads(guest.stdout.readline())["type"] == "welcome"
        cli("tables", "--end", table.name)
        assert guest.wait(PATIENCE) == 0


def test_two_games_line_by_line(cli: Cli, host: Open, start: Start) -> None:
    """What is typed too early is kept for one's turn; each finds his seat again, and one alone is
    host."""
    table = host(*TABLE, "--detached", "--name", "friday")
    black = start("join", "friday", "--key", table.first["host"], "--plain", drawn=False)
    black.told("You play black.", "key of white:")
    white = start("join", "friday", "--name", "Ann", "--plain", drawn=False)
    white.told("You play white.")
    black.told("1. black> ")
    white.send(b"pass\r")
    white.told("It is not your turn: pass is kept until it is.")
    black.send(b"resign\r")
    for each in (black, white):
        each.told("game over")
    black.send(b"new\r")
    white.told("black wants to begin another game")
    white.send(b"vote yes\r")
    black.told("You play black.", "1. black> ")
    white.told("You play white.")
    black.send(b"c3,c4,d4\r")
    white.told("c3,c4,d4", "white> ")
    white.send(b"pass\r")  # what was kept was for the game before
    black.told("2. white pass")
    for each in (black, white):
        assert each.ended(b"quit\r") == 0
    for arguments, seat in (
        ((), "black"),
        (("--name", "ann"), "white"),
        (("--seat", "white"), "white"),
    ):
        shown = cli("join", "friday", *arguments, "--plain").out
        assert f"You play {seat}." in shown
        assert ("key to watch" in shown) == (seat == "black")
        assert "key of" not in shown, "no key is told of a seat that is taken"


def test_a_full_disk_is_told_at_the_table_and_loses_nothing_in_silence(
    cli: Cli, host: Open
) -> None:
    import resource

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    table = host(*TABLE, "--white", "random", preexec_fn=fill)
    guest = Sitting(table.name, key=table.first["host"], seat=0)
    guest.hear_until(lambda mirror: mirror.asked and guest.notes)
    assert "could not be saved" in guest.notes[0]
    assert "File too large" in guest.notes[0]
    play_on([guest], lambda: len(guest.moves) > 1)
    for wanted, answer in ((wire.Order("end"), "make room"), (wire.Wish("new"), "not be saved")):
        guest.notes.append("")
        guest.link.send(wanted)
        guest.hear_until(lambda _, answer=answer: answer in guest.notes[-1])
    refused = cli("tables", "--end", table.name)
    assert (refused.code, "host's key" in refused.error) == (1, True)
    play_on([guest])
    assert table.process.wait(PATIENCE) == 1


def test_a_table_that_nobody_needs_any_more_ends(host: Open) -> None:
    soon = (
        "-c",
        "from termgames.play.together import process\nprocess._ALONE = 0.1\n"
        "from termgames.cli import main\nraise SystemExit(main())",
    )
    table = host(*TABLE, "--detached", program=soon)
    guests = begun(table)
    guests[0].link.send(wire.Resign())
    for guest in guests:
        guest.hear_until(lambda mirror: mirror.ended)
    assert not gone(table.process.pid, patience=0.4)
    for guest in guests:
        guest.link.close()
    assert table.process.wait(PATIENCE) == 0


# -- ssh -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("script", "more", "told"),
    cases("""
        echo 'sh: termgames: not found' >&2; exit 127 | | name it with --remote COMMAND
        echo Welcome; cat >/dev/null | | but 'Welcome':
        exec >&-; sleep 60 | | the connection ended
        sleep 60 | | ssh://host/friday does not answer
        for last; do :; done; echo "$last" | --remote ~/bin/tg | '~/bin/tg relay friday'
        for last; do :; done; echo "$last" | | 'venv/bin/termgames relay friday'
    """),
)
def test_what_ssh_does_is_explained_soon(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, more: str, told: str
) -> None:
    (ssh := tmp_path / "ssh").write_text(f"#!/bin/sh\n{script}\n")
    ssh.chmod(0o755)
    monkeypatch.setenv("TERMGAMES_SSH", str(ssh))
    monkeypatch.setenv("TERMGAMES_REMOTE", "venv/bin/termgames")
    monkeypatch.setattr(Link.about, "__defaults__", (0.5,))
    began = time.monotonic()
    assert told in cli("join", "ssh://host/friday", "--plain", *more.split()).error
    assert time.monotonic() - began < 8


SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin")


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server on the loopback address for this user alone; the address of its tables."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for name in ("host", "user"):
        key = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)]
        subprocess.run(key, check=True)
    found = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    names = {"PATH": found, **{n: os.environ[n] for n in ("TERMGAMES_DATA", "TERMGAMES_RUNTIME")}}
    server, client = tmp_path / "server", tmp_path / "client"
    server.write_text(
        f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {tmp_path}/host\nPidFile none\n"
        f"AuthorizedKeysFile {tmp_path}/user.pub\nPasswordAuthentication no\nUsePAM no\n"
        "StrictModes no\nPermitRootLogin yes\n"
        f"SetEnv {' '.join(f'{name}={value}' for name, value in names.items())}\n"
    )
    client.write_text(
        f"IdentityFile {tmp_path}/user\nIdentitiesOnly yes\nUserKnownHostsFile {tmp_path}/known\n"
        "StrictHostKeyChecking no\nLogLevel ERROR\n"
    )
    Path("/run/sshd").mkdir(exist_ok=True)
    assert SSHD is not None
    daemon = subprocess.Popen([SSHD, "-D", "-e", "-f", str(server)], stderr=subprocess.PIPE)
    while b"listening" not in (line := daemon.stderr.readline()):
        assert line, "it ended"
    monkeypatch.setenv("TERMGAMES_SSH", f"ssh -F {client}")
    yield f"ssh://{pwd.getpwuid(os.getuid()).pw_name}@127.0.0.1:{port}"
    daemon.kill()
    daemon.wait()
    daemon.stderr.close()


@pytest.mark.skipif(SSHD is None or os.getuid() != 0, reason="needs sshd, and to be root")
def test_a_game_over_ssh(cli: Cli, host: Open, ssh: str) -> None:
    """The screen is here, the table there; what the server says of itself does no harm."""
    table = host(*TABLE, "--white", "random")
    guest = Sitting(f"{ssh}/{table.name}", key=table.keys[0])
    play_on([guest])
    assert guest.closed == "the game is over"
    guest.link.close()
    again = host(*TABLE, "--name", "lines")
    text = cli("join", f"{ssh}/lines", "--plain", "--name", "Ann").out
    assert "You play black." in text
    assert "black: Ann (you)" in text
    assert again.process.poll() is None
    gone_wrong = cli("join", f"{ssh}/nothing", "--plain")  # ssh itself tells what is said there
    assert (gone_wrong.code, gone_wrong.error) == (1, "the connection ended (ssh: code 1)")


# -- what is no table ----------------------------------------------------------------------------


def test_a_table_that_does_not_answer_is_said(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it takes connections or not."""
    monkeypatch.setattr(Link.about, "__defaults__", (0.2,))
    monkeypatch.setattr("termgames.play.together.link._SOON", 0.2)
    monkeypatch.setattr(rooms, "_PATIENCE", 1)
    names = ("monday", "tuesday")
    with contextlib.ExitStack() as stack:
        for name, waiting in zip(names, (8, 0), strict=True):
            door = stack.enter_context(socket.socket(socket.AF_UNIX))
            door.bind(str(rooms.socket_path(rooms.folder(), name)))
            door.listen(waiting)
            if not waiting:
                stack.enter_context(socket.socket(socket.AF_UNIX)).connect(door.getsockname())
        silent = [f"the table {name} does not answer" for name in names]
        assert cli("tables").err.splitlines() == silent
        for name, fault in zip(names, silent, strict=True):
            assert fault in cli("join", name).error
            taken = cli("host", "plurality", "--name", name, "--headless").error
            assert f"there is a table {name} already" in taken
        assert "does not answer" in cli("join").error


def about(name: str, game: str = "plurality", acting: int = 0) -> bytes:
    seated = wire.Seated(0, "x", "human", "guest", present=True, ready=True)
    told = wire.About(name, 1, game, (seated,), begun=True, over=False, acting=acting, ply=0)
    return wire.line(told)


WELCOMED = about("false"), wire.line(wire.Welcome("false", "1", 0, "black-x", host=False))


def setting(*lines: str) -> bytes:
    return wire.line(wire.Setting(1, ("termgames record 2", *lines, "")))


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ([b"HTTP/1.1 200 OK\n"], "not from a table"),
        ([b"x" * 100_000], "not from a table"),
        ([b'{"type": "about"}\n'], "not from a table"),
        ([*WELCOMED, setting("game: mitropia", "map: /etc/passwd")], "cannot be played here"),
        (
            [*WELCOMED, setting("game: plurality"), wire.line(wire.Moves(0, ("a1,a1,a1",)))],
            "cannot be",
        ),
    ],
)
def test_what_is_no_table_is_left_with_a_line(cli: Cli, said: list[bytes], fault: str) -> None:
    with contextlib.closing(FalseTable("false", *said)) as table:
        told = cli("join", "false", "--plain")
    assert (told.code, fault in told.error, table.visits) == (1, True, 1)


def test_slow_tables_are_waited_for_and_false_ones_not_listed(cli: Cli) -> None:
    with contextlib.ExitStack() as stack:
        for name, game in (("true", "plurality"), ("x", "chess"), ("y", "plurality\x1b[31m")):
            said = about(name, game, acting=0 if name == "true" else 70)
            stack.enter_context(contextlib.closing(FalseTable(name, said, after=0.3)))
        listed = cli("join", "--list").out
    assert listed.startswith("true: Plurality")
    assert listed.count("\n") == 1


def test_the_folder_of_tables_may_lie_at_home(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_RUNTIME", "~/x")
    assert rooms.folder() == Path("~/x").expanduser()
    monkeypatch.setenv("TERMGAMES_RUNTIME", "~nobody-of-this-name/x")
    assert "TERMGAMES_RUNTIME" in cli("tables").error


# -- on a terminal -------------------------------------------------------------------------------


def test_at_a_terminal_one_picks_table_and_seat(cli: Cli, host: Open, start: Start) -> None:
    host(*TABLE, "--name", "monday")
    with contextlib.closing(FalseTable("friday", about("friday"))):
        named = cli("join")
        assert (named.code, named.error) == (2, "name one of the open tables: friday, monday")
        terminal = start("join", "--plain", drawn=False)
        terminal.told("1  friday: Plurality", "2  monday: Plurality", "Which table?")
        terminal.send(b"2\r")
        terminal.told("Which seat?")
        terminal.send(b"2\r")
        terminal.told("You play white.")
        assert terminal.ended(b"quit\r") == 0
        assert "monday: Plurality, Black free, White white (away)" in cli("tables").out


def test_the_title_of_the_window_tells_whose_turn_it_is(host: Open, start: Start) -> None:
    table = host(*TABLE, "--name", "friday")
    other = Sitting("friday", key=table.keys[1])
    terminal = start("join", "friday", "--seat", "black")
    turn = "\x1b]2;your turn: friday\x07"
    terminal.told("\x1b[22;2t", turn)
    terminal.wait_for("Moves")
    for part in (b"m", b"c3,c4,d4", b"\r"):
        terminal.send(part)
        terminal.watch(0.2)
    terminal.told("\x1b[23;2t")
    other.hear_until(lambda mirror: mirror.asked and mirror.asked.seat == 1)
    other.move(random.Random(1))
    terminal.told(turn)
    terminal.child.kill(signal.SIGTERM)
    assert terminal.ended() == 143
    assert terminal.written.count(b"\x1b[22;2t") == terminal.written.count(b"\x1b[23;2t") == 2
