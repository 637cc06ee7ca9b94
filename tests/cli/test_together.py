"""Tables as processes: guests on pipes and sockets, kills, a hostile guest."""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import random
import select
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import StorageError
from termgames.play.bots.options import BotOptions
from termgames.play.together import rooms, wire
from termgames.play.together.address import Address
from termgames.play.together.link import Link
from termgames.play.together.mirror import Mirror
from tests.cli.support import Cli
from tests.processes import gone
from tests.terminal import Terminal

PATIENCE = 60.0
Open = Callable[..., "Host"]


class Host:
    """A headless table, and the line in which it says where it is."""

    def __init__(
        self, *arguments: str, program: Sequence[str] = ("-m", "termgames"), **named: Any
    ) -> None:
        command = [sys.executable, *program, "host", *arguments, "--headless", "--json"]
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdout=pipe, stderr=pipe, stdin=nothing, **named)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.stderr and self.process.stderr.read()
        self.first: dict[str, Any] = json.loads(line)
        self.name: str = self.first["table"]
        self.keys = [seat["key"] for seat in self.first["seats"]]

    def events(self) -> list[dict[str, Any]]:
        """What it told until its end."""
        assert self.process.stdout is not None
        return [json.loads(line) for line in self.process.stdout.read().splitlines()]

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.kill()
        for stream in (self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()


class Sitting:
    """A guest on the socket who plays by lot."""

    def __init__(self, table: str, **wanted: Any) -> None:
        self.mirror = Mirror()
        self.link = Link(Address.read(table))
        self.closed = ""
        self.answered: tuple[int, int] | None = None
        self.link.send(wire.Join(wire.VERSION, **wanted))

    def hear(self, seconds: float = PATIENCE) -> None:
        """Take over what has come."""
        assert self.link.wait(seconds), "nothing comes"
        for message in self.link.receive():
            if isinstance(message, wire.Closed):
                self.closed = message.text
                return
            self.mirror.take(message)

    def hear_until(self, done: Callable[[], bool]) -> None:
        while not (done() or self.closed):
            self.hear()

    def move(self, rng: random.Random) -> bool:
        """Answer the question that is open for this seat, once; whether there was one."""
        asked, match = self.mirror.asked, self.mirror.match
        if asked is None or match is None or asked.seat != self.mirror.seat:
            return False
        if self.answered == (asked.serial, asked.ply):
            return False
        self.answered = asked.serial, asked.ply
        moves = list(match.game.legal_moves(match.state))
        self.link.send(wire.MakeMove(asked.serial, match.game.format(rng.choice(moves))))
        return True


@pytest.fixture(autouse=True)
def runtime(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for sockets whose path is short enough."""
    folder = Path("/tmp") / f"tgt-{os.getpid()}-{random.randrange(10**9)}"
    monkeypatch.setenv("TERMGAMES_RUNTIME", str(folder))
    return folder


@pytest.fixture
def host() -> Iterator[Open]:
    hosts: list[Host] = []

    def start(*arguments: str, **named: Any) -> Host:
        hosts.append(Host(*arguments, **named))
        return hosts[-1]

    yield start
    for each in hosts:
        each.close()


class Typing:
    """A guest who plays line by line."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "termgames", "join", *arguments, "--plain"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.shown = ""

    def wait_for(self, *texts: str) -> None:
        """Until all of them were printed, since the last wait."""
        end = time.monotonic() + PATIENCE
        assert self.process.stdout is not None
        while not all(text in self.shown for text in texts):
            assert select.select([self.process.stdout], [], [], end - time.monotonic())[0], texts
            data = os.read(self.process.stdout.fileno(), 65536)
            assert data, (texts, self.shown)
            self.shown += data.decode()
        self.shown = ""

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{text}\n".encode())

    def leave(self) -> None:
        self.type("quit")
        assert self.process.stdout is not None
        self.process.stdout.read()
        self.process.communicate()


def termgames(*arguments: str, text: str = "", code: int = 0) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "termgames", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.returncode == code, run.stderr
    return run.stderr if code else run.stdout


def play_on(guests: list[Sitting], until: Callable[[], bool], seed: int = 1) -> None:
    """All guests answer by lot until something holds, or the table closes."""
    rng = random.Random(seed)
    while not until():
        for guest in guests:
            guest.move(rng)
        waiting = [guest.link for guest in guests if not guest.closed]
        if not waiting:
            return
        ready = select.select(waiting, [], [], PATIENCE)[0]
        assert ready, "the table says nothing"
        for guest in guests:
            if guest.link in ready:
                guest.hear()


def test_a_whole_game_between_guests_bots_and_a_spectator(host: Open) -> None:
    table = host("tricolor", "--size", "5", "--gamma", "random", "--seed", "3")
    guests = [Sitting(table.name, key=key, name=f"g{at}") for at, key in enumerate(table.keys)]
    guests.append(Sitting(table.name, key=table.first["watch"]))
    play_on(guests, lambda: all(guest.closed for guest in guests))
    assert {guest.closed for guest in guests} == {"the game is over"}
    (texts,) = {guest.mirror.match.texts() for guest in guests if guest.mirror.match}
    assert table.process.wait(PATIENCE) == 0
    events = table.events()
    assert [event["move"] for event in events if event["event"] == "move"] == list(texts)
    assert [each["event"] for each in events][-2:] == ["over", "ended"]
    assert not Path(table.first["socket"]).exists()


def test_two_people_play_line_by_line(host: Open) -> None:
    """What is typed too early is kept for one's turn."""
    table = host("plurality", "--size", "5")
    typed = ("talk hello\nc3,c4,d4\npass\n", "pass\n")
    guests = []
    for key, lines in zip(table.keys, typed, strict=True):
        command = [sys.executable, "-m", "termgames", "join", table.name, "--plain", "--key", key]
        guest = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        assert guest.stdin is not None
        guest.stdin.write(lines)
        guest.stdin.flush()
        guests.append(guest)
    assert [guest.wait(PATIENCE) for guest in guests] == [0, 0]
    black, white = (guest.communicate()[0] for guest in guests)
    assert "You play black." in black
    assert "c3,c4,d4" in white
    assert "both passed" in white
    for shown in (black, white):
        assert shown.rstrip().endswith("The game is over.")
    assert table.process.wait(PATIENCE) == 0


def test_a_table_that_was_killed_is_set_up_again_with_its_keys(host: Open) -> None:
    table = host("mitropia", "--players", "2", "--name", "again")
    guests = [Sitting("again", key=key) for key in table.keys]

    def plies() -> list[int]:
        return [guest.mirror.match.ply if guest.mirror.match else 0 for guest in guests]

    play_on(guests, lambda: min(plies()) > 8)
    before = max(guest.mirror.match.texts() for guest in guests if guest.mirror.match)
    table.kill()
    with pytest.raises(StorageError):
        Link(Address("again"))
    (saved,) = (Path(os.environ["TERMGAMES_DATA"]) / "games").glob("*.tgr")
    again = host("--resume", str(saved))
    assert again.name == "again"
    assert again.keys == table.keys
    back = [Sitting("again", key=key) for key in again.keys]
    for guest in back:
        guest.hear_until(lambda guest=guest: guest.mirror.asked is not None)  # type: ignore[misc]
        assert guest.mirror.match is not None
        assert guest.mirror.match.texts()[: len(before)] == before


def test_where_it_is_and_who_may_come(host: Open, runtime: Path) -> None:
    table = host("plurality", "--name", "mine")
    socket_path = Path(table.first["socket"])
    assert socket_path == runtime / "mine.table"
    assert socket_path.stat().st_mode & 0o777 == 0o600
    assert runtime.stat().st_mode & 0o777 == 0o700
    (line,) = termgames("join", "--list", "--json").splitlines()
    told = json.loads(line)
    assert (told["table"], told["game"], told["begun"]) == ("mine", "plurality", False)
    assert not any(key in line for key in (*table.keys, table.first["host"]))
    assert "mine: plurality, black free, white free; not begun" in termgames("tables")
    assert "there is a table mine" in termgames(
        "host", "plurality", "--name", "mine", "--headless", code=2
    )
    assert "opens nothing" in termgames("join", "mine", "--key", "black-xxxx", "--plain", code=1)
    termgames("tables", "--end", "mine")
    assert table.process.wait(PATIENCE) == 0
    assert not socket_path.exists()


def test_a_signal_ends_the_table_and_its_bots(host: Open) -> None:
    table = host("plurality", "--white", "bot:1")
    guest = Sitting(table.name, key=table.keys[0])
    guest.hear_until(lambda: guest.mirror.asked is not None)
    table.process.send_signal(signal.SIGTERM)
    guest.hear_until(lambda: False)
    assert guest.closed == "the table was closed"
    assert table.process.wait(PATIENCE) == 143
    assert gone(table.process.pid)
    assert not Path(table.first["socket"]).exists()


def raw(table: Host) -> socket.socket:
    link = socket.socket(socket.AF_UNIX)
    link.settimeout(PATIENCE)
    link.connect(table.first["socket"])
    return link


def said(link: socket.socket) -> bytes:
    """Everything until the table closes the connection."""
    data = b""
    try:
        while piece := link.recv(65536):
            data += piece
    except ConnectionError:
        pass
    link.close()
    return data


@pytest.mark.parametrize(
    "sent",
    [
        b"\n\n\x00\xff\xfe\n",
        b"[]\n",
        b'{"type": "join"}\n',
        b'{"type": "join", "wire": "1"}\n',
        b'{"type": "join", "wire": 1, "key": 7}\n',
        b'{"type": "order", "what": "end"}\n',
        b'{"type": "dance"}\n',
        b"[" * 60_000 + b"\n",
        b"x" * 70_000,
        b'{"type": "join", "wire": 1e999}\n',
        b'{"type": "join", "wire": 2}\n',
        b'{"type": "join", "wire": 1, "key": "\\ud800"}\n',
    ],
)
def test_nonsense_is_answered_in_a_line_and_sent_away(host: Open, sent: bytes) -> None:
    table = host("plurality", "--size", "5")
    link = raw(table)
    link.sendall(sent)
    (line,) = said(link).splitlines()
    assert json.loads(line)["type"] == "closed"
    assert Sitting(table.name, key=table.keys[0]).link.wait(PATIENCE)


def test_a_crowd_a_flood_and_wrong_keys_leave_the_others_alone(host: Open) -> None:
    table = host("plurality", "--size", "5")
    guests = [Sitting(table.name, key=key) for key in table.keys]
    for guest in guests:
        guest.hear_until(lambda guest=guest: guest.mirror.asked is not None)  # type: ignore[misc]
    crowd = [raw(table) for _ in range(120)]
    for at, link in enumerate(crowd):
        try:
            if at % 3 == 0:
                link.sendall(b'{"type": "join", "wire": 1, "key": "black-%d"}\n' % at)
            elif at % 3 == 1:
                link.sendall(b'{"type": "loo')
        except BrokenPipeError:
            pass
    flood = guests[1]
    before = time.monotonic()
    play_on(
        guests[:1], lambda: guests[0].mirror.match is not None and guests[0].mirror.match.ply > 0
    )
    assert time.monotonic() - before < 10
    try:
        for _ in range(2000):
            flood.link.send(wire.Talk("x"))
    except StorageError:
        pass
    flood.hear_until(lambda: False)
    assert "messages a second" in flood.closed
    for link in crowd:
        link.close()
    again = Sitting(table.name, key=table.keys[1])
    again.hear_until(lambda: again.mirror.asked is not None)
    assert again.mirror.match is not None
    assert guests[0].mirror.match is not None
    assert again.mirror.match.texts() == guests[0].mirror.match.texts()
    assert table.process.poll() is None


def test_a_relay_is_a_way_in(host: Open) -> None:
    table = host("plurality", "--size", "5")
    run = subprocess.run(
        [sys.executable, "-m", "termgames", "relay", table.name],
        input=b'{"type": "look"}\n',
        capture_output=True,
        timeout=PATIENCE,
    )
    del run
    relay = subprocess.Popen(
        [sys.executable, "-m", "termgames", "relay", table.name],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert relay.stdin is not None
    assert relay.stdout is not None
    relay.stdin.write(b'{"type": "look"}\n')
    relay.stdin.flush()
    assert json.loads(relay.stdout.readline())["table"] == table.name
    relay.stdin.close()
    assert relay.wait(PATIENCE) == 0


def test_the_next_game_is_played_line_by_line(host: Open) -> None:
    table = host("plurality", "--size", "5", "--detached")
    black, white = (Typing(table.name, "--key", key) for key in table.keys)
    black.wait_for("1. black> ")
    white.type("pass")
    white.wait_for("It is not your turn: pass is kept until it is.")
    black.type("resign")
    for each in (black, white):
        each.wait_for("game over")
    black.type("new")
    white.wait_for("black wants to begin another game")
    white.type("vote yes")
    black.wait_for("You play black.", "1. black> ")
    white.wait_for("You play white.")
    black.type("c3,c4,d4")
    white.wait_for("c3,c4,d4", "white> ")
    white.type("pass")  # what was kept was for the game before
    black.wait_for("2. white pass")
    for each in (black, white):
        each.leave()


def test_each_at_one_account_finds_his_seat_and_one_alone_is_host(host: Open) -> None:
    table = host("plurality", "--size", "5", "--name", "friday")
    owner = Typing("friday", "--key", table.first["host"])
    owner.wait_for("You play black.", "key of white:")
    second = Typing("friday", "--name", "Ann")
    second.wait_for("You play white.")
    for each in (owner, second):
        each.leave()
    for arguments, seat in (
        ((), "black"),
        (("--name", "ann"), "white"),
        (("--seat", "white"), "white"),
    ):
        shown = termgames("join", "friday", *arguments, "--plain", text="seats\n")
        assert f"You play {seat}." in shown
        assert ("key to watch" in shown) == (seat == "black")
        assert "key of" not in shown, "no key is told of a seat that is taken"


def test_a_table_whose_folder_was_removed_opens_it_again(host: Open, runtime: Path) -> None:
    """As at a logout."""
    table = host("plurality", "--size", "5", "--name", "friday")
    guest = Sitting("friday", key=table.keys[0])
    guest.hear_until(lambda: guest.mirror.told)
    shutil.rmtree(runtime)
    end = time.monotonic() + PATIENCE
    while "friday: plurality" not in termgames("tables"):
        assert time.monotonic() < end
        time.sleep(0.5)
    termgames("tables", "--end", "friday")
    guest.hear_until(lambda: False)
    assert guest.closed == "the host has ended the table"
    assert table.process.wait(PATIENCE) == 0
    assert list(runtime.iterdir()) == []


def test_tables_of_one_name_keep_their_keys(host: Open) -> None:
    first = host("plurality", "--size", "5", "--name", "friday")
    Sitting("friday", key=first.keys[0]).hear()
    (saved,) = (Path(os.environ["TERMGAMES_DATA"]) / "games").glob("*.tgr")
    termgames("tables", "--end", "friday")
    second = host("plurality", "--size", "5", "--name", "friday")
    termgames("tables", "--end", "friday")
    again = host("--resume", str(saved))
    assert again.name == "friday"
    assert again.keys == first.keys != second.keys


def test_a_full_disk_is_told_at_the_table_and_loses_nothing_in_silence(host: Open) -> None:
    import resource

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    table = host("plurality", "--size", "5", "--white", "random", preexec_fn=fill)
    guest = Sitting(table.name, key=table.first["host"], seat=0)
    notes: list[str] = []
    take = guest.mirror.take

    def heard(message: wire.FromTable) -> None:
        notes.extend([message.text] if isinstance(message, wire.Note | wire.Refused) else ())
        take(message)

    guest.mirror.take = heard  # type: ignore[method-assign]
    guest.hear_until(lambda: guest.mirror.asked is not None and bool(notes))
    assert "could not be saved" in notes[0]
    assert "File too large" in notes[0]
    guest.move(random.Random(1))
    guest.hear_until(lambda: guest.mirror.match is not None and guest.mirror.match.ply > 1)
    for wanted, answer in ((wire.Order("end"), "make room"), (wire.Wish("new"), "not be saved")):
        notes.append("")
        guest.link.send(wanted)
        guest.hear_until(lambda answer=answer: answer in notes[-1])  # type: ignore[misc]
    assert "host's key" in termgames("tables", "--end", table.name, code=1)
    play_on([guest], lambda: bool(guest.closed))
    assert table.process.wait(PATIENCE) == 1


def test_a_table_that_nobody_needs_any_more_ends(host: Open) -> None:
    soon = (
        "-c",
        "from termgames.play.together import process\nprocess._ALONE = 0.5\n"
        "from termgames.cli import main\nraise SystemExit(main())",
    )
    table = host("plurality", "--size", "5", "--detached", program=soon)
    guests = [Sitting(table.name, key=key) for key in table.keys]
    guests[0].hear_until(lambda: guests[0].mirror.begun)
    guests[0].link.send(wire.Resign())
    for guest in guests:
        guest.hear_until(lambda guest=guest: guest.mirror.ended is not None)  # type: ignore[misc]
    time.sleep(1.5)
    assert table.process.poll() is None
    for guest in guests:
        guest.link.close()
    assert table.process.wait(PATIENCE) == 0


def test_nothing_comes_in_from_dev_null(host: Open) -> None:
    table = host("plurality", "--size", "5")
    command = [sys.executable, "-m", "termgames"]
    nothing = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*command, "relay", table.name], **nothing) as relay:  # type: ignore[call-overload]
        assert relay.wait(PATIENCE) == 0
        assert relay.stderr.read() == b""
    with subprocess.Popen([*command, "join", table.name, "--json"], **nothing) as guest:  # type: ignore[call-overload]
        assert json.loads(guest.stdout.readline())["type"] == "welcome"
        termgames("tables", "--end", table.name)
        assert guest.wait(PATIENCE) == 0


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo 'sh: termgames: not found' >&2; exit 127", "name it with --remote COMMAND"),
        ("echo Welcome; cat >/dev/null", "but 'Welcome': "),
        ("exec >&-; sleep 60", "the connection ended"),
        ("sleep 60", "ssh://host/friday does not answer"),
    ],
)
def test_what_ssh_does_is_explained_soon(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, told: str
) -> None:
    (ssh := tmp_path / "ssh").write_text(f"#!/bin/sh\n{script}\n")
    ssh.chmod(0o755)
    monkeypatch.setenv("TERMGAMES_SSH", str(ssh))
    monkeypatch.setattr(Link.about, "__defaults__", (1.0,))
    began = time.monotonic()
    assert told in cli("join", "ssh://host/friday", "--plain").error
    assert time.monotonic() - began < 8


def test_the_command_at_the_other_computer_has_a_name(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (ssh := tmp_path / "ssh").write_text('#!/bin/sh\nfor last; do :; done; echo "$last"\n')
    ssh.chmod(0o755)
    monkeypatch.setenv("TERMGAMES_SSH", str(ssh))
    assert "'~/bin/tg relay friday'" in cli("join", "ssh://h/friday", "--remote", "~/bin/tg").error
    monkeypatch.setenv("TERMGAMES_REMOTE", "venv/bin/termgames")
    assert "'venv/bin/termgames relay friday'" in cli("join", "ssh://h/friday").error


def test_a_table_that_does_not_answer_is_said(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether it takes connections or not."""
    monkeypatch.setattr(Link.about, "__defaults__", (0.5,))
    monkeypatch.setattr("termgames.play.together.link._SOON", 0.5)
    monkeypatch.setattr(rooms, "_PATIENCE", 1)
    with contextlib.ExitStack() as stack:
        for name, waiting in (("monday", 8), ("tuesday", 0)):
            door = stack.enter_context(socket.socket(socket.AF_UNIX))
            door.bind(str(rooms.socket_path(rooms.folder(), name)))
            door.listen(waiting)
            if not waiting:
                stack.enter_context(socket.socket(socket.AF_UNIX)).connect(door.getsockname())
        assert cli("tables").err == "".join(
            f"the table {name} does not answer\n" for name in ("monday", "tuesday")
        )
        for name in ("monday", "tuesday"):
            assert f"the table {name} does not answer" in cli("join", name).error
            assert (
                f"there is a table {name} already"
                in cli("host", "plurality", "--name", name, "--headless").error
            )
        assert "does not answer" in cli("join").error


def test_the_folder_of_tables_may_lie_at_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("TERMGAMES_RUNTIME", "~/x")
    assert rooms.folder() == tmp_path / "x"
    monkeypatch.setenv("TERMGAMES_RUNTIME", "~nobody-of-this-name/x")
    with pytest.raises(StorageError, match="TERMGAMES_RUNTIME"):
        rooms.folder()


SSHD = shutil.which("sshd", path="/usr/sbin:/usr/local/sbin:/usr/bin")


@pytest.fixture
def ssh(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A server on the loopback address for this user alone; the address of its tables."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    for name in ("host", "user"):
        subprocess.run(
            ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(tmp_path / name)], check=True
        )
    (tmp_path / "authorized").write_text((tmp_path / "user.pub").read_text())
    found = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    names = {"PATH": found, **{n: os.environ[n] for n in ("TERMGAMES_DATA", "TERMGAMES_RUNTIME")}}
    server, client = tmp_path / "server", tmp_path / "client"
    server.write_text(
        f"ListenAddress 127.0.0.1\nPort {port}\nHostKey {tmp_path}/host\nPidFile none\n"
        f"AuthorizedKeysFile {tmp_path}/authorized\nPasswordAuthentication no\nUsePAM no\n"
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
    assert daemon.stderr is not None
    while b"listening" not in (line := daemon.stderr.readline()):
        assert line, "it ended"
    monkeypatch.setenv("TERMGAMES_SSH", f"ssh -F {client}")
    yield f"ssh://{pwd.getpwuid(os.getuid()).pw_name}@127.0.0.1:{port}"
    daemon.kill()
    daemon.wait()
    daemon.stderr.close()


@pytest.mark.skipif(SSHD is None or os.getuid() != 0, reason="needs sshd, and to be root")
def test_a_game_over_ssh(host: Open, ssh: str) -> None:
    """The screen is here, the table there; what the server says of itself does no harm."""
    table = host("plurality", "--size", "5", "--white", "random")
    guest = Sitting(f"{ssh}/{table.name}", key=table.keys[0])
    play_on([guest], lambda: bool(guest.closed))
    assert guest.closed == "the game is over"
    guest.link.close()
    again = host("plurality", "--size", "5", "--name", "lines")
    text = termgames("join", f"{ssh}/lines", "--plain", "--name", "Ann", text="seats\n")
    assert "You play black." in text
    assert "black: Ann (you)" in text
    assert again.process.poll() is None
    fault = termgames("join", f"{ssh}/nothing", "--plain", code=1)
    assert "there is no table nothing" in fault


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        (["join", "no-such-table"], 1, "there is no table"),
        (["join", "../../etc"], 2, "names no table"),
        (["join", "ssh://-oProxyCommand=x/friday"], 2, "is no address"),
        (["join", "ssh://host/$(reboot)"], 2, "names no table"),
        (["join", "http://host/friday"], 2, "is no address"),
        (["join"], 1, "no table is open"),
        (["tables", "--end", "friday"], 1, "there is no table"),
        (["relay", "friday"], 1, "there is no table"),
        (["host"], 2, "needs a game"),
        (
            ["host", "plurality", "--group", "games", "--headless"],
            2,
            "ssh -t YOU@HOST termgames join",
        ),
        (["host", "plurality", "--white", "gtp:x", "--headless"], 2, "--white"),
        (["host", "plurality", "--black", "bot:1", "--white", "bot:1", "--headless"], 2, "guest"),
        (["host", "plurality", "--name", "a b", "--headless"], 2, "names no table"),
    ],
)
def test_faults_are_told_in_a_line(arguments: list[str], code: int, fault: str) -> None:
    told = termgames(*arguments, code=code)
    assert fault in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("said", "openings"), [((), True), (("--no-openings",), False)], ids=["usual", "without"]
)
def test_bots_at_a_table_know_the_openings(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, said: tuple[str, ...], openings: bool
) -> None:
    seen: list[bool] = []

    def opened(*_: Any, options: BotOptions, **__: Any) -> None:
        seen.append(options.openings)
        raise StorageError("full")

    monkeypatch.setattr("termgames.play.together.process.TableProcess", opened)
    assert cli("host", "plurality", "--white", "bot:1", "--headless", *said).code == 1
    assert seen == [openings]


class FalseTable:
    """What listens where a table should, and says the same to everybody: something to the first
    line, the rest to the next one."""

    def __init__(self, name: str, *said: bytes, after: float = 0.0) -> None:
        path = rooms.socket_path(rooms.folder(), name)
        self._door, self._said, self._after = socket.socket(socket.AF_UNIX), said, after
        self._door.bind(str(path))
        self._door.listen(8)
        self.visits = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                link, _ = self._door.accept()
                self.visits += 1
                with link, contextlib.suppress(OSError):
                    link.settimeout(PATIENCE)
                    for said in (self._said[:1], self._said[1:]):
                        if link.recv(4096):
                            time.sleep(self._after)
                            link.sendall(b"".join(said))
                    while link.recv(4096):
                        pass

    def close(self) -> None:
        self._door.close()


SEATED = wire.Seated(0, "x", "human", "guest", present=True, ready=True)
ABOUT = wire.About("false", 1, "plurality", (SEATED,), begun=True, over=False, acting=0, ply=0)
WELCOMED = wire.line(ABOUT), wire.line(wire.Welcome("false", "1", 0, "black-x", host=False))


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ([b"HTTP/1.1 200 OK\n"], "not from a table"),
        ([b"x" * 100_000], "not from a table"),
        ([b'{"type": "about"}\n'], "not from a table"),
        ([*WELCOMED, wire.line(wire.Setting(1, ("termgames record 2", "game: mitropia",
          "map: /etc/passwd", "")))], "cannot be played here"),
        ([*WELCOMED, wire.line(wire.Setting(1, ("termgames record 2", "game: plurality",
          "size: 5", ""))), wire.line(wire.Moves(0, ("a1,a1,a1",)))], "cannot be"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_left_with_a_line(runtime: Path, said: list[bytes], fault: str) -> None:
    table = FalseTable("false", *said)
    told = termgames("join", "false", "--plain", code=1)
    table.close()
    assert fault in told
    assert told.count("\n") == 1
    assert table.visits == 1


def test_a_slow_table_is_waited_for(cli: Cli) -> None:
    table = FalseTable("false", wire.line(ABOUT), after=0.5)
    assert cli("tables").out.startswith("false: plurality")
    table.close()


@pytest.mark.parametrize("game", ["chess", "plurality\x1b[31m"])
def test_false_tables_are_not_listed(runtime: Path, host: Open, game: str) -> None:
    table = host("plurality", "--size", "5", "--name", "true")
    false = FalseTable("false", wire.line(replace(ABOUT, game=game, acting=70)))
    listed = termgames("join", "--list")
    false.close()
    assert listed.startswith("true: plurality")
    assert listed.count("\n") == 1
    assert table.process.poll() is None


def test_at_a_terminal_one_picks_table_and_seat(host: Open) -> None:
    for name in ("friday", "monday"):
        host("plurality", "--size", "5", "--name", name)
    assert "name one of the open tables: friday, monday" in termgames("join", code=2)
    with Terminal("join", "--plain") as terminal:
        terminal.wait_for("1 friday: plurality", "2 monday: plurality", "Which table?")
        terminal.send(b"2\r")
        terminal.wait_for("Which seat?")
        terminal.send(b"2\r")
        terminal.wait_for("You play white.")
        terminal.send(b"quit\r")
        assert terminal.end() == 0
    assert "monday: plurality, black free, white white (away)" in termgames("join", "--list")


def test_the_title_of_the_window_tells_whose_turn_it_is(host: Open) -> None:
    table = host("plurality", "--size", "5", "--name", "friday")
    other = Sitting("friday", key=table.keys[1])
    with Terminal("join", "friday", "--seat", "black") as terminal:
        while b"\x1b]2;your turn: friday\x07" not in terminal.written:
            terminal.read()
        assert b"\x1b[22;2t" in terminal.written
        terminal.wait_for("Moves")
        for part in (b"m", b"c3,c4,d4", b"\r"):
            terminal.send(part)
            terminal.watch(0.2)
        while b"\x1b[23;2t" not in terminal.written:
            terminal.read()
        other.hear_until(lambda: other.mirror.asked is not None and other.mirror.asked.seat == 1)
        other.move(random.Random(1))
        while terminal.written.count(b"\x1b]2;your turn: friday\x07") < 2:
            terminal.read()
        terminal.child.kill(signal.SIGTERM)
        assert terminal.end() == 143
        assert terminal.written.count(b"\x1b[22;2t") == terminal.written.count(b"\x1b[23;2t") == 2
        assert terminal.left_behind == []
