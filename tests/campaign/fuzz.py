"""Broken input of every kind, from records and maps to command lines and weights.

Whatever comes in, the answer is a result or one of the documented errors, in one printable line
of bounded length; nothing takes more than a second of the processor or 200 MB. Each kind of
input is a `Target`: texts to begin with, and what is done with one. `attempt` judges one input.

Inputs are made from the texts by accidents that follow from a seed.
"""

from __future__ import annotations

import contextlib
import io
import json
import math
import os
import random
import re
import resource
import signal
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

import click
import numpy as np

from termgames import games
from termgames.cli.root import root
from termgames.core import maps, net_files, nets
from termgames.core.errors import TermgamesError
from termgames.play import consent, profiles, record, record_header, store
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.gtp.engine import Engine
from termgames.play.match import Match
from termgames.play.position_editor import PositionEditor
from termgames.tui import preferences
from termgames.workbench.arena import Contest
from termgames.workbench.results import Results
from termgames.workbench.train import new_nets
from tests.campaign.report import Report

HANG = 20.0
LONGEST_ERROR = 1000
SETTINGS = {
    "plurality": {"size": 5},
    "pletore": {"size": 5},
    "majorities": {"size": 3},
    "tricolor": {"size": 5},
    "mitropia": {"map": "9x9-cut", "players": 2},
}
CLICK = (click.ClickException, click.exceptions.Exit, click.Abort)


@dataclass(frozen=True)
class Target:
    """One kind of input."""

    seeds: Callable[[], Sequence[bytes]]
    run: Callable[[bytes], object]
    """Raises nothing but what is documented; AssertionError where a result contradicts itself."""
    share: int
    """How much of the time it gets: what is judged fast needs little."""
    seconds: float = 1.0
    """Of the processor, for one input, at most."""
    megabytes: int = 200
    hang: float = HANG
    """Seconds by the clock after which an input is given up."""


class Hang(BaseException):
    """An input takes too long; no `except Exception` on the way may keep it."""


# -- what is tried -------------------------------------------------------------------------


@cache
def played(game_id: str) -> Match[Any, Any]:
    """A game of a few random moves."""
    rng = random.Random(1)
    game = games.create(game_id, SETTINGS[game_id])
    match: Match[Any, Any] = Match(game, ("human",) * game.seats, 1)
    while match.ply < 16 and not match.over:
        match.submit(rng.choice(match.game.legal_moves(match.state)))
    return match


@cache
def records() -> tuple[str, ...]:
    """Records as they are written today."""
    return tuple(record.write(played(game_id), tells_over=True) for game_id in SETTINGS)


def record_seeds() -> list[bytes]:
    head, _, rest = records()[0].partition("\n")
    by_hand = rest.partition("\n")[2]
    position = (
        "termgames record 1\ngame: pletore\nsize: 3\nto move: black\nboard:\n...\n.b.\n..w\n\na1\n"
    )
    return [text.encode() for text in (*records(), f"{head}\n{by_hand}", position)]


@cache
def identities() -> frozenset[str]:
    """What the checked records of the seeds hold."""
    return frozenset(record.write(record.load(text)) for text in records())


def run_record(data: bytes) -> None:
    path = Path("fuzz.tgr")
    with contextlib.suppress(TermgamesError):
        record.mended(data.decode("utf-8", "replace"))
    match = store.parse(data, path, draws=False)
    text = record.write(match)
    again = record.load(text, draws=False)
    assert again.moves == match.moves, "a record that was written is another game"
    summary = record_header.summary(
        data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    )
    assert summary.turns <= match.ply
    if summary.checked:
        assert record.write(record.load(text)) in identities(), "an accident was not noticed"


def map_seeds() -> list[bytes]:
    shipped = [maps.find(name) for name in ("ring", "garden") if name in maps.shipped()]
    own = maps.find(maps.shipped()[0])
    return [text.encode() for found in (*shipped, own) for text in (found.text, found.code)]


def run_map(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    if maps.BAR in text and "\n" not in text:
        assert maps.find(maps.find(text).code).rows == maps.find(text).rows
        return
    found = maps.parse(text, "fuzz.map")
    assert maps.parse(found.text, "again") == found
    assert found.topology.cells == found.points


FILES = ("settings.json", "profiles.json", "programs.json", "kept.results")


def settings_seeds() -> list[bytes]:
    header = {"game": "pletore", "options": {"size": 5}, "players": ["random", "random"], "seed": 1}
    header |= {"time": None, "time_scale": 1.0, "lineup": "", "cores": 1}
    game = {"number": 0, "lineup": "ab", "seats": ["black", "white"], "shares": [1, 0]}
    game |= {"scores": [3, 2], "moves": 9, "seconds": 0.1, "cpu": [0, 0], "asked": [4, 5]}
    return [
        b"\0" + json.dumps({"theme": "", "ascii": True, "analysis": False}).encode(),
        b"\1" + json.dumps({"players": {"Ann": [3, 1]}, "games": {"x": {"Ann": 1}}}).encode(),
        b"\2" + json.dumps({"allowed": ["cat"]}).encode(),
        b"\3" + f"{json.dumps(header)}\n{json.dumps(game)}\n".encode(),
    ]


def run_settings(data: bytes) -> None:
    which, content = data[:1] or b"\0", data[1:]
    path = place() / FILES[which[0] % len(FILES)]
    path.write_bytes(content)
    path.chmod(0o600)
    preferences.load()
    consent.remembered()
    profiles.of("human:Ann")
    contest = Contest("pletore", (("size", 5),), ("random", "random"), 1)
    if path.name == FILES[3]:
        results = Results(path)
        with contextlib.suppress(TermgamesError):
            results.open_for(contest, seeded=False)
            list(results.games())
        results.close()
        results.stored()


GTP_LINES = """protocol_version
1 name
known_command play
list_commands
boardsize 5
clear_board
komi 5.5
play black c3
play b pass
genmove w
undo
showboard
final_score
time_settings 60 5 1
time_left b 10 3
list_stones black
termgames-legal_moves
termgames-state
termgames-chance
termgames-chance 3,5
termgames-load /nonexistent
termgames-count
play chance 1,2
quit"""


def gtp_seeds() -> list[bytes]:
    seeds = [bytes([number]) + GTP_LINES.encode() for number in range(len(SETTINGS))]
    for number, game_id in enumerate(SETTINGS):
        match = played(game_id)
        moves = []
        for ply, move in enumerate(match.moves):
            moves.append(f"play {match.actor_name(ply)} {match.game.format(move)}")
        seeds.append(bytes([number]) + "\n".join(moves).encode())
    return seeds


def run_gtp(data: bytes) -> None:
    game_id = list(SETTINGS)[(data[:1] or b"\0")[0] % len(SETTINGS)]
    engine = Engine(
        game_id,
        SETTINGS[game_id],
        make_bot=lambda game, seed: make_bot(parse_player("random"), game, seed=seed),
        seed=1,
    )
    for line in data[1:].split(b"\n")[:40]:
        answer = engine.answer(line.decode("utf-8", "replace"))
        if answer is not None:
            assert answer[0] in "=?", "no answer of the protocol"
            assert answer.endswith("\n\n"), "the answer does not end"
            assert "unexpected fault" not in answer, answer
            assert answer[0] == "=" or len(answer) < LONGEST_ERROR + 100, "a long error"
        if not engine.running:
            return


def move_seeds() -> list[bytes]:
    words = (
        b"pass;swap;komi 5;black;roll;let;agree;dead a1;resign with beta;card 6;start d7;1,2;button"
    )
    seeds = [
        bytes([number, 0]) + word for number in range(len(SETTINGS)) for word in words.split(b";")
    ]
    for number, game_id in enumerate(SETTINGS):
        match = played(game_id)
        seeds += [
            bytes([number, ply]) + match.game.format(move).encode()
            for ply, move in enumerate(match.moves)
        ]
    return seeds


def run_move(data: bytes) -> None:
    number, ply = (*data[:2], 0, 0)[:2]
    text = data[2:].decode("utf-8", "replace")
    match = played(list(SETTINGS)[number % len(SETTINGS)])
    state = match.state_at(ply % (match.ply + 1))
    move = match.game.parse(state, text)
    if match.game.refuse(state, move) is None:
        match.game.apply(state, move)
        assert match.game.parse(state, match.game.format(move)) == move, "reads as another move"


_TEXTS = (
    "to move: white;to move: ;turn: 7;passes: 1;passes: 2;prisoners: black 3;ko: c3;button: black;"
    "stage: play;hands: black 1, 2;alliances: red with black;last: c3;to roll: red;komi: 5;x: y;"
    "distance: 4;dice: 2,5;placed: c3"
)


def position_seeds() -> list[bytes]:
    """What is done in the editor of positions, a line each: a cell and its stone, a text, or a
    key."""
    lines = [*(f"{cell} {stone}" for cell in range(0, 25, 3) for stone in (0, 1, 2)), "t", "c"]
    texts = _TEXTS.split(";")
    seeds = []
    for number, game_id in enumerate(SETTINGS):
        match = played(game_id)
        for ply in (0, 5, 16):
            state = match.state_at(min(ply, match.ply))
            own = PositionEditor(match.game, state).texts
            some = [f"{name}: {value}" for name, value in own.items()]
            seeds.append(bytes([number, ply]) + "\n".join([*lines[ply:], *some, *texts]).encode())
            seeds.append(bytes([number, ply]) + "\n".join(some).encode())
    return seeds


def run_position(data: bytes) -> None:
    """Edits of a position, then a game from it, which is read again as it was written."""
    number, ply = (*data[:2], 0, 0)[:2]
    match = played(list(SETTINGS)[number % len(SETTINGS)])
    game = match.game
    editor = PositionEditor(game, match.state_at(ply % (match.ply + 1)))
    for line in data[2:].decode("utf-8", "replace").split("\n")[:60]:
        cell, _, stone = line.partition(" ")
        if re.fullmatch("[0-9]{1,3} [0-9]", line):
            at = int(cell) % game.topology.cells
            editor.put(at, int(stone) % (len(game.marks) + 1))
        elif line in ("t", "c"):
            editor.next_mover() if line == "t" else editor.clear()
        else:
            before = dict(editor.texts)
            if editor.tell(line):
                assert editor.texts == before, "a text that is refused was taken over"
        assert isinstance(editor.mover, str)
    if editor.refuse() is not None:
        return
    began = editor.match(match.players)
    again = record.load(record.write(began), draws=False)
    assert again.game.stones(again.state) == began.game.stones(began.state)
    assert record.write(again) == record.write(began), "another position is read"
    rng = random.Random(0)
    for _ in range(4):
        prompt = again.prompt()
        if prompt is None:
            break
        legal = list(game.legal_moves(prompt.state))
        again.submit(rng.choice([m for m in legal[:100] if not game.refuse(prompt.state, m)]))


def option_seeds() -> list[bytes]:
    players = (
        b"human:Ann;bot:9;random;mcts:playouts=5,time=1;uct:time=2;gtp:cat 'x y';mcts:policy=off"
    )
    numbers, texts = range(len(_options())), (b"5", b"5.5", b"yes", b"0,-2,-4")
    seeds = [bytes([number]) + text for number in numbers for text in texts]
    return seeds + [b"\xff" + text for text in players.split(b";")]


@cache
def _options() -> list[Any]:
    return [option for game_id in SETTINGS for option in games.info(game_id).options]


def run_option(data: bytes) -> None:
    number, text = (data[:1] or b"\0")[0], data[1:].decode("utf-8", "replace")
    if number >= len(_options()):
        spec = parse_player(text)
        assert parse_player(str(spec)) == spec, "a player's name reads as another"
        assert len(spec.label) < 100
        return
    option = _options()[number]
    value = option.read(text)
    assert option.read(option.write(value)) == value, "a value reads as another"


COMMANDS = [
    "play plurality --size 9 --komi 5.5 --white bot:2 --seed 1 --no-save --plain",
    "play mitropia --map ring --players 3 --red human:Ann --time 0.5",
    "arena pletore --a bot:3 --b random --games 20 --jobs 2 --json --sprt 0,30",
    "gtp tricolor --bot greedy --level 3 --cores 2",
    "resume 2 --plain --theme termgames-dark --allow-program cat",
    "replay fuzz.tgr --json",
    "export fuzz.tgr --full -o out.tgr",
    "calibrate plurality --levels 1-3 --games 2 --curve 100:0.1",
    "train pletore --hours 1 --jobs 2",
    "maps ring --players 3",
    "rules mitropia",
    "bench plurality",
    "solve majorities --size 3",
    "balance plurality --games 4",
    "doctor --mend fuzz.tgr",
    "--theme x --ascii list --json",
]


def command_seeds() -> list[bytes]:
    return [line.replace(" ", "\0").encode() for line in COMMANDS]


def run_command(data: bytes) -> None:
    """The command line is read whole, and nothing is carried out."""
    words = [word.decode("utf-8", "surrogateescape") for word in data.split(b"\0")]
    # Nobody's files are read by the names that come up.
    words = [word.replace("@", "_") for word in words]
    with contextlib.redirect_stdout(io.StringIO()):
        context: click.Context | None = None
        command: click.Command | None = root
        try:
            while isinstance(command, click.Group):
                context = command.make_context(command.name, words, parent=context)
                words = [*context._protected_args, *context.args]
                if not words:
                    return
                _, command, words = command.resolve_command(context, words)
            assert command is not None
            command.make_context(command.name, words, parent=context)
        except CLICK:
            return


def net() -> nets.Net:
    shape = nets.Shape(planes=2, actions_per_cell=1, off_board_actions=1, channels=2, depth=1)
    return new_nets.fresh(shape, np.random.default_rng(1))


def weight_seeds() -> list[bytes]:
    parts = [b"\1" + part for part in members().values()]
    np.save(plain := place() / "plain.npy", np.zeros(3))
    return [b"\0" + (place() / "good.npz").read_bytes(), b"\0" + plain.read_bytes(), *parts]


@cache
def members() -> dict[str, bytes]:
    """The parts of an archive that is good."""
    net_files.save(net(), path := place() / "good.npz")
    with zipfile.ZipFile(path) as packed:
        return {item.filename: packed.read(item) for item in packed.infolist()}


def run_weights(data: bytes) -> None:
    """A whole file; or one member of an archive that is otherwise good."""
    path = place() / "net.npz"
    if data[:1] == b"\1":
        broken = list(members())[len(data) % len(members())]
        with zipfile.ZipFile(path, "w") as packed:
            for name, content in members().items():
                packed.writestr(name, data[1:] if name == broken else content)
    else:
        path.write_bytes(data[1:])
    loaded = net_files.load(path)
    assert all(np.isfinite(array).all() for array in loaded.weights.values())


TARGETS = {
    "records": Target(record_seeds, run_record, 4),
    "maps": Target(map_seeds, run_map, 2),
    "settings": Target(settings_seeds, run_settings, 1),
    "gtp": Target(gtp_seeds, run_gtp, 3),
    "moves": Target(move_seeds, run_move, 5),
    "positions": Target(position_seeds, run_position, 3),
    "options": Target(option_seeds, run_option, 4),
    "commands": Target(command_seeds, run_command, 3),
    "weights": Target(weight_seeds, run_weights, 1),
}


@cache
def place() -> Path:
    """A data folder of our own, which becomes the program's."""
    folder = Path(tempfile.mkdtemp())
    os.environ["TERMGAMES_DATA"] = str(folder)
    os.chdir(folder)
    os.fsync = lambda file: None  # type: ignore[assignment]  # nobody reads these files again
    return folder


# -- judging -------------------------------------------------------------------------------


def attempt(target: Target, data: bytes, *, measured: bool = True) -> str:
    """What is wrong with how the program takes an input; empty where nothing is. `measured`:
    time and memory count."""
    before, memory = time.process_time(), _peak()
    fault = _run(target, data)
    if not measured or fault:
        return fault
    if time.process_time() - before > target.seconds:
        return f"took {time.process_time() - before:.1f} s"
    if _peak() - memory > target.megabytes:
        return f"took {_peak() - memory:.0f} MB"
    return ""


def _run(target: Target, data: bytes) -> str:
    try:
        with ended_after(target.hang):
            target.run(data)
    except TermgamesError as error:
        text = str(error)
        if not (text and text.isprintable() and len(text) <= LONGEST_ERROR):
            return f"an error of {len(text)} characters: {text[:100]!r}"
    except Hang:
        return f"hangs for {target.hang:g} s"
    except BaseException as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        return f"{type(error).__name__} in {where}: {str(error)[:LONGEST_ERROR]}"
    return ""


@contextlib.contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """Meanwhile Hang is raised when the time is over. A command, which handles signals, ends with
    that of SIGALRM."""
    previous = signal.signal(signal.SIGALRM, _hang)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _hang(number: int, frame: FrameType | None) -> None:
    raise Hang


def _peak() -> float:
    """Megabytes that the process has had at the most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


# -- mutation ------------------------------------------------------------------------------

_WORDS = b"""
0 -1 1e308 nan inf 999999999999999999999 1_0 0x10 5.5 '' : , | / # - -- = ~ . { } [ ] null true "
game: size: komi: plies: seed: board: player_1: checksum: resigned: over: redacted: record 1 2 3
pass c4 c4,c5,d5 gtp: mcts: uct: policy= time= human: black white yes no
"""
_ODD = "\n;\n\n;\r\n;\0;\t;\x1b[2J;\x85;\xa0;\u202e;\ufeff;\u0663;\xb2;\u2167;\u2028;\U0001f4a5"
TOKENS = (*_WORDS.split(), *_ODD.encode().split(b";"), b" ", b"\xff", b"\xc3", b"\xed\xa0\x80")


def mutated(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """The input after one to four accidents."""
    for _ in range(rng.randint(1, 4)):
        data = rng.choice(_ACCIDENTS)(data, seeds, rng)
    return data[:100_000]


def _cut(data: bytes, rng: random.Random) -> tuple[int, int]:
    at = rng.randint(0, len(data))
    return at, min(len(data), at + rng.choice((0, 1, 1, 2, 4, 16, 64)))


def _flip(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    if not data:
        return b"\0"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _put(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    at, until = _cut(data, rng)
    return data[:at] + rng.choice(TOKENS) + data[until:]


def _drop(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    at, until = _cut(data, rng)
    return data[:at] + data[until:]


def _double(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    at, until = _cut(data, rng)
    times = rng.choice((1, 1, 2, 10, 1000)) if until - at < 100 else 1
    return data[:until] + data[at:until] * times + data[until:]


def _end(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def _splice(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    other = rng.choice(seeds)
    return data[: rng.randint(0, len(data))] + other[rng.randint(0, len(other)) :]


def _lines(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]
    if rng.random() < 0.3:
        del lines[at]
    return b"\n".join(lines)


_ACCIDENTS = (_flip, _put, _put, _drop, _double, _end, _splice, _lines, _lines)


def inputs(target: Target, seed: int, *, sound: bool = True) -> Iterator[bytes]:
    """The seeds, unless `sound` is False, then mutants of them without an end."""
    rng, seeds = random.Random(seed), target.seeds()
    yield from seeds if sound else ()
    while True:
        yield mutated(rng.choice(seeds), seeds, rng)


# -- profiles ------------------------------------------------------------------------------


def try_some(
    report: Report,
    seed: int,
    targets: Mapping[str, Target],
    most: int | None = None,
    end: float = math.inf,
    sound: bool = True,
) -> None:
    """Try inputs of each kind by turns, as many as its share and `most` of each, until a time by
    the monotonic clock; `sound` as for `inputs`. Time and memory count where `most` is None."""
    streams = {name: inputs(target, seed, sound=sound) for name, target in targets.items()}
    while time.monotonic() < end and not (most and report.counts):
        for name, target in targets.items():
            for data in islice(streams[name], most or target.share):
                report.counts[name] += 1
                if fault := attempt(target, data, measured=most is None):
                    report.fault(f"{name} --seed {seed}: {fault}: {data[:2000]!r}")


def run(minutes: float, seed: int) -> Report:
    """All kinds until the time is over, in a folder of their own."""
    place()
    report = Report()
    try_some(report, seed, TARGETS, end=time.monotonic() + 60 * minutes)
    return report
