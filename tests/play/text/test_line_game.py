"""Play line by line: files, lessons, bots that fail, proofs, and how long answers take."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from termgames.core.errors import StorageError, TermgamesError
from termgames.play import record, store
from termgames.play.advice import Lesson
from termgames.play.match import Match, Terms
from termgames.play.text import words
from termgames.search.limits import Thought
from tests.cases import cases
from tests.play.support import BOARD, match
from tests.play.text.support import Bot, Lines, typed
from tests.toy_card_game.rules import Lots


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "saved.tgr"


def test_saving_elsewhere(tmp_path: Path) -> None:
    copy, other = tmp_path / "a copy.tgr", tmp_path / "letter"
    other.write_text("Dear Alice")
    it = typed("pass", f"save '{copy}'", f"save '{copy}'", f"save {other}", "save", "save '")
    assert store.read(copy).ply == 1
    assert other.read_text() == "Dear Alice"
    assert "exists and is no record" in it.text
    assert it.said.count("Name one file, as: save game.tgr") == 2
    it = typed("save /dev/null/x", "save /dev/null", f"save {tmp_path}")
    assert sum(line.startswith("Not saved: ") for line in it.said) == 3


def test_a_full_disk_is_told_and_the_game_goes_on(file: Path, monkeypatch: Any) -> None:
    def full(of: Match[Any, Any], path: Path) -> None:
        raise StorageError("cannot write: No space left on device")

    monkeypatch.setattr(store, "save", full)
    it = typed("pass", "c4,c5,d5", path=file)
    assert it.match.ply == 2
    (warning,) = it.warned
    assert warning.startswith("error: not saved: cannot write: No space left on device; ")
    told = it.text.partition("goes on with it:\n\n")[2]
    assert record.load(told.strip() + "\n").moves == it.match.moves


def test_a_bot_that_cannot_go_on_ends_the_game_with_everything_saved(file: Path) -> None:
    """It tries a move that is refused."""
    of = match(players="human bot:1")
    bot: Any = SimpleNamespace(think=lambda *_, **__: Thought(of.moves[0]))
    it = Lines("a1,b1,c1", "quit", of=of, bots={1: bot}, path=file)
    with pytest.raises(TermgamesError, match=r"bot 1: .*occup"):
        it.run()
    assert it.said[-1].startswith("The game is saved; go on with: ")
    assert store.read(file).ply == 1


def test_a_record_as_a_page() -> None:
    of = match(BOARD, "c4,c5,d5")
    of.notes.say(1, "well placed\nand early")
    of.notes.say(of.notes.add(0, "a1,b1,c1"), "worse")
    page = words.record_text(of)
    assert page.endswith("not finished: white is to move")
    told = "|1. a1,b1,c1\n| worse\n1. black c4,c5,d5\n| well placed\n| and early\n"
    assert told in page


@pytest.mark.parametrize(
    ("lines", "blunder", "points", "told"),
    cases("""
    a1,a2,b1 hm why back c3,c4,d4 quit | a1,a2,b1 | 4.2 \
        | a1,a2,b1 gives away 31% of the win, about 4 points.
    a1,a2,b1 pass hm why back quit | pass | 0 | pass gives away 31% of the win.
    """),
)
def test_what_loses_much_is_offered_back(lines: str, blunder: str, points: str, told: str) -> None:
    """Before it is answered; a pass that ends the game, too."""
    of = match(players="human bot:1", terms=Terms(teaching=True))
    better = of.game.parse(of.state, "c3,c4,d4")

    def examine(to_judge: Any) -> Lesson:
        size = "blunder" if of.game.format(to_judge.move) == blunder else ""
        return Lesson(better, line=(better,), size=size, share_lost=0.31, points_lost=float(points))

    it = typed(*lines.split(), of=of, bots={1: "pass"}, examine=examine)
    assert it.texts == (["a1,a2,b1", "pass"] if blunder == "pass" else ["c3,c4,d4", "pass"])
    at = it.said.index("Bot 1: that was a blunder.")
    assert it.said[at + 1] == told
    assert "Better was c3,c4,d4." in it.said[at:]
    assert any(line.startswith("Type back") for line in it.said[at:])
    assert it.said[:at].count("2. white pass") == (blunder == "pass")


@pytest.mark.parametrize("cards", [(), ("draw", "card 2", "draw", "card 3", "draw", "card 1")])
def test_bots_answer_out_of_turn_after_a_fixed_time(lots: Lots, cards: tuple[str, ...]) -> None:
    """A person watches: with and without cards, and long thought, it takes the same."""

    class Slow(Bot):
        def think(self, state: Any, *, should_stop: Any = None, **_: Any) -> Thought:
            reacts = state.stage == "react"
            while reacts and len(self.game.legal_moves(state)) > 1 and not should_stop():
                time.sleep(0.005)
            return super().think(state)

    asked: list[float] = []

    def ask(_: str) -> str:
        asked.append(time.monotonic())
        if len(asked) > 1:
            raise EOFError
        return "b2"

    players = "human bot:1 bot:1"
    of = match("lots players=3 talk=free", "die red", *cards, players=players, draws=False)
    typed(of=of, bots={seat: Slow(lots, "let", "pass") for seat in (1, 2)}, ask=ask)
    assert asked[1] - asked[0] == pytest.approx(0.6, abs=0.2)
