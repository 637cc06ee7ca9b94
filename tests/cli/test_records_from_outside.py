"""Records that were damaged, or written by somebody else, at every command that reads one."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames import games
from termgames.play import record, store
from termgames.play.match import Match
from tests.cli.support import Cli

ESCAPES = "\x1b]0;x\x07\x1b[2J\x9b31m\u202e\u200b"


@pytest.fixture
def saved() -> Path:
    """A game in the folder of saved games."""
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    match.submit(match.game.parse(match.state, "c4,c5,d5"))
    store.save(match, path := store.new_file("plurality"))
    return path


def without_checksum(path: Path) -> None:
    lines = path.read_text().splitlines(keepends=True)
    assert lines.pop(1).startswith("checksum: ")
    path.write_text("".join(lines))


READERS = {
    "resume": (["resume", "{}", "--plain"], "quit\n"),
    "replay": (["replay", "{}"], ""),
    "replay as JSON": (["replay", "{}", "--json"], ""),
    "export": (["export", "{}"], ""),
    "gtp": (["gtp", "plurality"], "termgames-load {}\n"),
}


@pytest.mark.parametrize("reader", READERS)
def test_who_opens_an_unchecked_record_is_told_once(cli: Cli, saved: Path, reader: str) -> None:
    arguments, stdin = READERS[reader]
    words = [word.format(saved) for word in arguments]
    assert cli(*words, stdin=stdin.format(saved)).err == ""
    without_checksum(saved)
    done = cli(*words, stdin=stdin.format(saved))
    assert done.code == 0
    assert done.err == f"note: {record.UNCHECKED}\n"


@pytest.mark.parametrize("reader", READERS)
def test_no_reader_opens_a_damaged_record(cli: Cli, saved: Path, reader: str) -> None:
    arguments, stdin = READERS[reader]
    saved.write_text(saved.read_text().replace("c4,c5,d5", "c4,c5,b5"))
    done = cli(*(word.format(saved) for word in arguments), stdin=stdin.format(saved))
    assert "the checksum is wrong" in done.out + done.err
    assert done.code == (0 if reader == "gtp" else 1)


@pytest.mark.parametrize("long", ["", "x" * 3_000_000], ids=["short", "long"])
def test_names_in_a_record_cannot_steer_the_terminal(cli: Cli, saved: Path, long: str) -> None:
    text = f"termgames record 1\ngame: plurality\nsize: 5\nplayer 1: {ESCAPES}{long}\n\npass\n"
    saved.write_text(text)
    asked: tuple[list[str], ...] = (
        ["replay", str(saved), "--plain"],
        ["resume", "--list"],
        ["resume"],
        ["export", str(saved)],
    )
    for words in asked:
        done = cli(*words)
        shown = (done.out + done.err).replace("\n", "")
        assert shown.isprintable(), words
        assert len(shown) < 2000 or words[0] == "export", words


HUGE = f"{ESCAPES}{'9' * 100_000}"


@pytest.mark.parametrize(
    "words",
    [
        [HUGE],
        ["play", HUGE],
        ["play", "plurality", f"--{HUGE}"],
        ["play", "plurality", "--size", HUGE],
        ["play", "plurality", "--komi", HUGE],
        ["play", "plurality", "--ties", HUGE],
        ["play", "plurality", "--black", HUGE],
        ["play", "plurality", "--black", f"mcts:{HUGE}"],
        ["play", "plurality", "--black", f"mcts:policy={HUGE}", "--white", "random"],
        ["play", "plurality", "--black", f"mcts:aim={'a' * 100_000}"],
        ["play", "plurality", "--black", f"gtp:{HUGE}"],
        ["play", "plurality", "--time", HUGE],
        ["play", "plurality", "--seed", HUGE],
        ["play", "plurality", "--cores", HUGE],
        ["play", "plurality", "--theme", HUGE],
        ["play", "mitropia", "--map", HUGE],
        ["gtp", "plurality", "--level", HUGE],
        ["arena", "plurality", "--sprt", HUGE],
        ["arena", "plurality", "--lineup", HUGE],
        ["resume", HUGE],
        ["replay", HUGE],
        ["export", HUGE],
        ["maps", HUGE],
        ["rules", HUGE],
        ["calibrate", "plurality", "--levels", HUGE],
        ["solve", "plurality", "--size", HUGE],
    ],
    ids=lambda words: " ".join(words)[:40].encode("ascii", "replace").decode(),
)
def test_an_error_repeats_little_and_nothing_that_steers(cli: Cli, words: list[str]) -> None:
    done = cli(*words)
    assert done.code in (1, 2)
    assert done.error.isprintable()
    assert len(done.error) < 1500
