"""Broken input of every kind, from records to command lines.

Whatever comes in, the answer is a result or one of the documented errors, in one printable line
of bounded length; nothing takes more than a second of the processor or 200 MB. Each kind of
input is a `Target`: texts to begin with, and what is done with one. `attempt` judges one input.

Inputs are made from the texts by accidents that follow from a seed.
"""

from __future__ import annotations

import contextlib
import io
import math
import random
import re
import resource
import signal
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import click

from termgames.cli.root import root
from termgames.core.errors import TermgamesError
from termgames.play import record, record_header, store
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.gtp.engine import Engine
from termgames.play.match import AnyMatch
from termgames.play.position_editor import PositionEditor
from tests.campaign._shared import SMALL, folder, played, played_on
from tests.campaign.report import Report

HANG = 20.0
LONGEST_ERROR = 1000
GAMES = list(SMALL)


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


def chosen(data: bytes) -> tuple[AnyMatch, Any, str]:
    """What two bytes and a text mean: a game, a position of it, the text."""
    number, ply = (*data[:2], 0, 0)[:2]
    match = played(GAMES[number % len(GAMES)])
    return match, match.state_at(ply % (match.ply + 1)), data[2:].decode("utf-8", "replace")


@cache
def records() -> tuple[str, ...]:
    """Records as they are written today."""
    return tuple(record.write(played(game_id), tells_over=True) for game_id in GAMES)


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
    with contextlib.suppress(TermgamesError):
        record.mended(data.decode("utf-8", "replace"))
    match = store.parse(data, Path("fuzz.tgr"), draws=False)
    text = record.write(match)
    again = record.load(text, draws=False)
    assert again.moves == match.moves, "a record that was written is another game"
    lines = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    summary = record_header.summary(lines)
    assert summary.turns <= match.ply
    if summary.checked:
        assert record.write(record.load(text)) in identities(), "an accident was not noticed"


GTP_LINES = """protocol_version;1 name;known_command play;list_commands;boardsize 5;clear_board;
komi 5.5;play black c3;play b pass;genmove w;undo;showboard;final_score;time_settings 60 5 1;
time_left b 10 3;list_stones black;termgames-legal_moves;termgames-state;termgames-chance;
termgames-chance 3,5;termgames-load /nonexistent;termgames-count;play chance 1,2;quit"""


def gtp_seeds() -> list[bytes]:
    lines = "\n".join(GTP_LINES.replace("\n", "").split(";"))
    seeds = []
    for number, match in enumerate(map(played, GAMES)):
        texts = enumerate(match.texts())
        moves = "\n".join(f"play {match.actor_name(ply)} {text}" for ply, text in texts)
        seeds += [bytes([number]) + text.encode() for text in (lines, moves)]
    return seeds


def run_gtp(data: bytes) -> None:
    game_id = GAMES[(data[:1] or b"\0")[0] % len(GAMES)]

    def bot(game: Any, seed: int) -> Any:
        return make_bot(parse_player("random"), game, seed=seed)

    engine = Engine(game_id, SMALL[game_id], make_bot=bot, seed=1)
    for line in data[1:].split(b"\n")[:40]:
        answer = engine.answer(line.decode("utf-8", "replace"))
        if answer is not None:
            assert answer[0] in "=?", "no answer of the protocol"
            assert answer.endswith("\n\n"), "the answer does not end"
            assert "unexpected fault" not in answer, answer
            assert answer[0] == "=" or len(answer) < LONGEST_ERROR + 100, "a long error"
        if not engine.running:
            return


_TEXTS = (
    "to move: white;to move: ;turn: 7;passes: 1;passes: 2;prisoners: black 3;ko: c3;button: black;"
    "stage: play;hands: black 1, 2;alliances: red with black;last: c3;to roll: red;komi: 5;x: y;"
    "distance: 4;dice: 2,5;placed: c3"
)


def position_seeds() -> list[bytes]:
    """What is done in the editor of positions, a line each: a cell and its stone, a text, or a
    key."""
    lines = [*(f"{cell} {stone}" for cell in range(0, 25, 3) for stone in (0, 1, 2)), "t", "c"]
    seeds = []
    for number, match in enumerate(map(played, GAMES)):
        for ply in (0, 5, 16):
            own = PositionEditor(match.game, match.state_at(min(ply, match.ply))).texts
            some = [f"{name}: {value}" for name, value in own.items()]
            for texts in (some, [*lines[ply:], *some, *_TEXTS.split(";")]):
                seeds.append(bytes([number, ply]) + "\n".join(texts).encode())
    return seeds


def run_position(data: bytes) -> None:
    """Edits of a position, then a game from it, which is read again as it was written."""
    match, state, text = chosen(data)
    game = match.game
    editor = PositionEditor(game, state)
    for line in text.split("\n")[:60]:
        cell, _, stone = line.partition(" ")
        if re.fullmatch("[0-9]{1,3} [0-9]", line):
            editor.put(int(cell) % game.topology.cells, int(stone) % (len(game.marks) + 1))
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
    played_on(again, again.ply + 4)


COMMANDS = """
play plurality --size 9 --komi 5.5 --white bot:2 --seed 1 --no-save --plain
play mitropia --map ring --players 3 --red human:Ann --time 0.5
arena pletore --a bot:3 --b random --games 20 --jobs 2 --json --sprt 0,30
gtp tricolor --bot greedy --level 3 --cores 2
resume 2 --plain --theme termgames-dark --allow-program cat
replay fuzz.tgr --json
export fuzz.tgr --full -o out.tgr
calibrate plurality --levels 1-3 --games 2 --curve 100:0.1
train pletore --hours 1 --jobs 2
maps ring --players 3
solve majorities --size 3
doctor --mend fuzz.tgr
--theme x --ascii list --json
"""


def command_seeds() -> list[bytes]:
    return [line.replace(" ", "\0").encode() for line in COMMANDS.strip().split("\n")]


def run_command(data: bytes) -> None:
    """The command line is read whole, and nothing is carried out."""
    words = [word.decode("utf-8", "surrogateescape") for word in data.split(b"\0")]
    # Nobody's files are read by the names that come up.
    words = [word.replace("@", "_") for word in words]
    errors = (click.ClickException, click.exceptions.Exit, click.Abort)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(*errors):
        context: click.Context | None = None
        command: click.Command | None = root
        while isinstance(command, click.Group):
            context = command.make_context(command.name, words, parent=context)
            words = [*context._protected_args, *context.args]
            if not words:
                return
            _, command, words = command.resolve_command(context, words)
        assert command is not None
        command.make_context(command.name, words, parent=context)


TARGETS = {
    "records": Target(record_seeds, run_record, 4),
    "gtp": Target(gtp_seeds, run_gtp, 3),
    "positions": Target(position_seeds, run_position, 3),
    "commands": Target(command_seeds, run_command, 3),
}


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

    def hang(number: int, frame: object) -> None:
        raise Hang

    previous = signal.signal(signal.SIGALRM, hang)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _peak() -> float:
    """Megabytes that the process has had at the most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


# -- accidents -----------------------------------------------------------------------------

_WORDS = b"""
0 -1 1e308 nan inf 999999999999999999999 1_0 0x10 5.5 '' : , | / # - -- = ~ . { } [ ] null true "
game: size: komi: plies: seed: board: player_1: checksum: resigned: over: redacted: record 1 2 3
pass c4 c4,c5,d5 gtp: mcts: uct: policy= time= human: black white yes no
"""
_ODD = "\n;\n\n;\r\n;\0;\t;\x1b[2J;\x85;\xa0;\u202e;\ufeff;\u0663;\xb2;\u2167;\u2028;\U0001f4a5"
TOKENS = (*_WORDS.split(), *_ODD.encode().split(b";"), b" ", b"\xff", b"\xc3", b"\xed\xa0\x80")
_ACCIDENTS = ("flip", "put", "put", "drop", "double", "end", "splice", "lines", "lines")


def mutated(data: bytes, seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """The input after one to four accidents."""
    for _ in range(rng.randint(1, 4)):
        data = _accident(data, rng.choice(seeds), rng)
    return data[:100_000]


def _accident(data: bytes, other: bytes, rng: random.Random) -> bytes:
    at = rng.randint(0, len(data))
    until = min(len(data), at + rng.choice((0, 1, 1, 2, 4, 16, 64)))
    begin, cut, rest = data[:at], data[at:until], data[until:]
    what = rng.choice(_ACCIDENTS)
    if what == "flip":
        return begin + bytes(each ^ (1 << rng.randrange(8)) for each in cut[:1]) + data[at + 1 :]
    if what == "put":
        return begin + rng.choice(TOKENS) + rest
    if what == "drop":
        return begin + rest
    if what == "double":
        return begin + cut * (1 + rng.choice((1, 1, 2, 10, 1000))) + rest
    if what == "end":
        return begin
    if what == "splice":
        return begin + other[rng.randint(0, len(other)) :]
    lines = data.split(b"\n")
    at, second = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[at], lines[second] = lines[second], lines[at]
    if rng.random() < 0.3:
        del lines[at]
    return b"\n".join(lines)


# -- trying --------------------------------------------------------------------------------


def inputs(target: Target, seed: int, *, sound: bool = True) -> Iterator[bytes]:
    """The seeds, unless `sound` is False, then mutants of them without an end."""
    rng, seeds = random.Random(seed), target.seeds()
    yield from seeds if sound else ()
    while True:
        yield mutated(rng.choice(seeds), seeds, rng)


def try_some(
    report: Report,
    seed: int,
    targets: Mapping[str, Target],
    most: int = 0,
    end: float = math.inf,
    *,
    sound: bool = True,
) -> None:
    """Try so many inputs of each kind once, or each kind by turns until a time by the monotonic
    clock; `sound`: see `inputs`. Time and memory count where `most` is 0."""
    streams = {name: inputs(target, seed, sound=sound) for name, target in targets.items()}
    while time.monotonic() < end:
        for name, target in targets.items():
            for data in islice(streams[name], most or target.share):
                report.counts[name] += 1
                if fault := attempt(target, data, measured=not most):
                    report.fault(f"{name} --seed {seed}: {fault}: {data[:2000]!r}")
        if most:
            return


def run(minutes: float, seed: int) -> Report:
    """All kinds until the time is over, in a folder of their own."""
    report = Report()
    with folder():
        try_some(report, seed, TARGETS, end=time.monotonic() + 60 * minutes)
    return report
