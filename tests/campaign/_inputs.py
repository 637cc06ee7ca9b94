"""Broken input of every kind, from records to command lines, made from sound ones by accidents."""

from __future__ import annotations

import contextlib
import random
import re
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.play import record, record_header, store
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.gtp.engine import Engine
from termgames.play.position_editor import PositionEditor
from tests.campaign._shared import SMALL, folder, played, played_on
from tests.campaign.report import Try, check

LONGEST_ERROR = 1000
GAMES = list(SMALL)
Seeds = Callable[[], Sequence[bytes]]
"""Sound inputs."""


class Hang(BaseException):
    """An input takes too long; no `except Exception` on the way may keep it."""


# -- what is tried: sound inputs, and what is done with one --------------------------------


@cache
def records() -> tuple[str, ...]:
    """Records as they are written today."""
    return tuple(record.write(played(game_id), tells_over=True) for game_id in GAMES)


def record_seeds() -> list[bytes]:
    head, _, rest = records()[0].partition("\n")
    by_hand = f"{head}\n{rest.partition(chr(10))[2]}"
    position = (
        "termgames record 1\ngame: pletore\nsize: 3\nto move: black\nboard:\n...\n.b.\n..w\n\na1\n"
    )
    return [text.encode() for text in (*records(), by_hand, position)]


def run_record(data: bytes) -> None:
    """What is written again is the same game; a checksum tells every accident."""
    with contextlib.suppress(TermgamesError):
        record.mended(data.decode("utf-8", "replace"))
    match = store.parse(data, Path("fuzz.tgr"), draws=False)
    again = record.load(record.write(match), draws=False)
    assert again.moves == match.moves, "a record that was written is another game"
    lines = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    summary = record_header.summary(lines)
    assert summary.turns <= match.ply
    if summary.checked:
        sound = {record.write(record.load(text)) for text in records()}
        assert record.write(record.load(lines)) in sound, "an accident was not noticed"


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
    """Each command has an answer of the protocol."""
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
    "to move: white;to move: ;turn: 7;passes: 1;prisoners: black 3;ko: c3;button: black;"
    "stage: play;hands: black 1, 2;alliances: red with black;last: c3;to roll: red;komi: 5;x: y;"
    "distance: 4;dice: 2,5;placed: c3"
)


def position_seeds() -> list[bytes]:
    """What is done in the editor of positions, a line each: a cell and its stone, a text, or a
    key; before it two bytes: which game, and after how many moves."""
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
    number, ply = (*data[:2], 0, 0)[:2]
    match = played(GAMES[number % len(GAMES)])
    game = match.game
    editor = PositionEditor(game, match.state_at(ply % (match.ply + 1)))
    for line in data[2:].decode("utf-8", "replace").split("\n")[:60]:
        cell, _, stone = line.partition(" ")
        if re.fullmatch("[0-9]{1,3} [0-9]", line):
            editor.put(int(cell) % game.topology.cells, int(stone) % (len(game.marks) + 1))
        elif line in ("t", "c"):
            editor.next_mover() if line == "t" else editor.clear()
        else:
            before = dict(editor.texts)
            refused = editor.tell(line)
            assert not refused or editor.texts == before, "a refused text was taken over"
    if editor.refuse() is not None:
        return
    began = editor.match(match.players)
    again = record.load(record.write(began), draws=False)
    assert again.game.stones(again.state) == began.game.stones(began.state)
    assert record.write(again) == record.write(began), "another position is read"
    played_on(again, again.ply + 4)


TARGETS: dict[str, tuple[Seeds, Callable[[bytes], object]]] = {
    "records": (record_seeds, run_record),
    "gtp": (gtp_seeds, run_gtp),
    "positions": (position_seeds, run_position),
}


# -- judging -------------------------------------------------------------------------------


def attempt(
    run: Callable[[], object], seconds: float = 1.0, megabytes: int = 200, hang: float = 20.0
) -> None:
    """Broken unless this gives a result or one of the documented errors, in one printable line of
    bounded length, within so many seconds of the processor and so much memory. It is given up after
    `hang` seconds by the clock."""
    before, memory = time.process_time(), _peak()
    try:
        with ended_after(hang):
            run()
    except TermgamesError as error:
        text = str(error)
        fine = text and text.isprintable() and len(text) <= LONGEST_ERROR
        check(fine, f"an error of {len(text)} characters: {text[:100]!r}")
    except (Hang, SystemExit, KeyboardInterrupt) as error:
        check(False, f"it ends by {error!r}")
    took, more = time.process_time() - before, _peak() - memory
    check(took <= seconds, f"took {took:.1f} s")
    check(more <= megabytes, f"took {more:.0f} MB")


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


def mutated(seeds: Sequence[bytes], rng: random.Random) -> bytes:
    """A sound input after one to four accidents."""
    data = rng.choice(seeds)
    for _ in range(rng.randint(1, 4)):
        at = rng.randint(0, len(data))
        until = min(len(data), at + rng.choice((0, 1, 1, 2, 4, 16, 64)))
        begin, cut, rest, other = data[:at], data[at:until], data[until:], rng.choice(seeds)
        lines = data.split(b"\n")
        lines.insert(rng.randrange(len(lines)), lines.pop(rng.randrange(len(lines))))
        data = rng.choice(
            (
                begin + bytes(each ^ (1 << rng.randrange(8)) for each in cut[:1]) + data[at + 1 :],
                begin + rng.choice(TOKENS) + rest,
                begin + rng.choice(TOKENS) + rest,
                begin + rest,
                begin + cut * (1 + rng.choice((1, 1, 2, 10, 1000))) + rest,
                begin,
                begin + other[rng.randint(0, len(other)) :],
                b"\n".join(lines),
                b"\n".join(lines[1:] if rng.random() < 0.3 else lines),
            )
        )
    return data[:100_000]


def one(this: Try) -> None:
    """An input of the kind that is due, sound as long as there are such ones."""
    name = list(TARGETS)[this.number % len(TARGETS)]
    make, run = TARGETS[name]
    seeds, turn = _made(make), this.number // len(TARGETS)
    data = seeds[turn] if turn < len(seeds) else mutated(seeds, this.rng)
    this.done.append(f"{name}: {data[:2000]!r}")
    this.counts[name] += 1
    with folder():
        attempt(lambda: run(data), seconds=1.0 if turn else 10.0)  # the first one imports much


_made = cache(lambda make: make())
