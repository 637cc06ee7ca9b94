"""The clocks at a table: whose runs, what is kept of it, and what follows when a time is over."""

from pathlib import Path
from typing import Any

import pytest

from termgames.play import record
from termgames.play.events import Resigns
from termgames.play.match import LostGame, Terms
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from tests.play.support import BOARD, Table, match

A, B, C = "a1,b1,c1", "a3,b3,c3", "e1,e2,e3"
ON_TIME = LostGame(0, on_time=True)


def table(
    players: str = "human human", clocks: str = "1m", game: str = BOARD, path: Path | None = None
) -> Table:
    return Table(match(game, players=players, clocks=clocks, seed=7), path)


def run(at: Table, *steps: Any) -> Table:
    """Seconds pass where a step is a number; a move is played by whoever is to move."""
    for step in steps:
        if isinstance(step, str):
            (at.play if at.live.can_play else at.begins().answer)(step)
        else:
            at.after(step)
    return at


def test_the_clock_of_a_human_runs_from_the_first_call_on() -> None:
    at = Table(match(clocks="1m"), begins=False)
    assert at.live.timing.wait is None
    at.after(5).live.advance()
    assert at.left == [60, 60]
    assert at.after(3.456).left == [56.55, 60]
    assert run(at, A, 2).left == [56.55, 58]
    assert run(at, "pass").seconds == [3.45, 2]


def test_a_bot_plans_its_time_and_its_clock_runs_when_it_begins() -> None:
    at = table("human bot:1", "none white=1m").play(A)
    assert at.bots[1].given == [3.0]
    assert at.after(4).left == [60]
    at.begins()
    assert at.live.timing.runs
    assert at.after(2.5).left == [57.5]
    assert at.answer(B).seconds == [0, 2.5]
    assert not at.live.timing.runs
    without = run(table("human bot:1", "1m white=none"), 1, A)
    assert without.bots[1].given == [None]
    assert without.after(9).answer(B).seconds == [1, 0]


def test_a_clock_stands_while_something_else_is_asked() -> None:
    at = table()
    at.after(2).live.timing.hold(True)
    assert at.after(30).left == [58, 60]
    assert not at.live.timing.runs
    at.live.timing.hold(False)
    assert at.after(1).left == [57, 60]
    taught = table("human bot:1")
    taught.match.terms = Terms(teaching=True)
    assert run(taught, 2, A, 30).left == [58, 60], "a teacher looks at the move"
    taught.live.taught.go_on()
    assert taught.begins().after(1).left == [58, 59]


@pytest.mark.usefixtures("lots")
def test_out_of_turn_a_clock_stands_until_a_human_has_the_keyboard() -> None:
    at = table(game="lots players=2").play("draw", "b1")
    while at.live.waits_for is None:
        at.play("pass")
    seat, before = at.live.waits_for, at.left
    assert at.after(20).left == before
    at.sit()
    assert at.after(4).left[seat] == before[seat] - 4
    bot = table("bot:1 human", game="lots players=2").after(1).play("b1")
    assert bot.live.reaction
    assert bot.begins().after(5).left == [60, 59], "answers of bots take no time"


def test_time_in_which_the_program_itself_stood_still_does_not_count() -> None:
    at, other = table(), table()
    for _ in range(4):
        at.after(1).live.timing.look()
    assert at.left == [56, 60]
    at.after(3600).live.timing.look()
    assert at.left == [56, 60]
    # Without regular looks, as line by line, all of it counts.
    assert not other.after(5).live.look_at_clock()
    assert not other.after(40).live.look_at_clock()
    assert other.left == [15, 60]


def test_the_bell_rings_once_when_ten_seconds_are_left_and_looks_follow_the_figure() -> None:
    at = table("human bot:1", "30s+0s")
    assert [at.after(seconds).live.timing.rings() for seconds in (19.9, 0.2, 1)] == [0, 1, 0]
    assert not table("human bot:1", "9s").after(1).live.timing.rings()
    at = table(clocks="12s+0s")
    assert at.after(0.25).live.timing.wait == pytest.approx(0.75)
    assert at.after(5).live.timing.wait == pytest.approx(0.05)


def test_nobody_gains_time_by_undo_and_redo() -> None:
    at = run(table(), 7, A, 6, B, 5, C)
    at.after(4).live.undo()
    assert at.left == [53, 54], "the third move and its time are back"
    at.after(3).live.undo()
    at.after(2)
    assert at.left == [53, 58], "the second one too"
    assert at.live.redo()
    assert at.seconds == [7, 6], "it took the longer of both times"
    assert at.left == [50, 54], "what was thought about the third one before is counted"
    assert at.live.redo()
    assert (at.seconds, at.left) == ([7, 6, 5], [48, 50])
    at.live.undo()
    run(at, 1, "c5,d5,e5").live.undo()
    assert at.left == [53, 54], "what was thought about a line that is gone is gone"
    at.after(20).live.redo()
    assert at.seconds == [7, 6, 20]
    again = run(table(), 7, A)
    again.live.undo()
    run(again, 2, A)
    assert (again.seconds, again.match.undone) == ([2], ()), "another move takes its own time"


def test_who_has_no_time_left_loses_a_game_of_two_until_it_is_taken_back() -> None:
    at = run(table("human bot:1"), 5, A)
    at.begins().after(1).answer(B)
    assert not at.after(54.99).live.look_at_clock()
    assert at.after(0.01).live.look_at_clock()
    result = at.match.result()
    assert (result.winners, result.reason) == ((1,), "black lost on time")
    assert at.left == [0, 59]
    assert not at.live.look_at_clock()
    assert at.live.undo()
    assert (at.match.ply, at.left) == (2, [55, 59])
    assert at.after(1).left == [54, 59]


def test_what_comes_too_late_is_not_played() -> None:
    late = table("human bot:1").after(61)
    assert late.refusal(A) == "time"
    assert (late.match.loss, late.match.ply) == (ON_TIME, 0)
    bot = table("human bot:1").play(A).begins().after(60).answer(B)
    assert (bot.match.loss, bot.match.ply) == (LostGame(1, on_time=True), 1)
    resigns = table("human bot:1").play(A).begins().after(5)
    resigns.live.thinkers.hear(1, Resigns(resigns.open()[1]))
    assert resigns.match.loss == LostGame(1)


def test_with_more_players_a_seat_without_time_passes_from_then_on() -> None:
    at = table("human bot:1 bot:1", "alpha=10s+0s", "tricolor size=5").after(4).play("a1")
    assert at.answer("c3", "e5").after(6).live.look_at_clock()
    assert not at.match.over
    assert (at.texts[-1], at.seconds) == ("pass", [4, 0, 0, 6])
    assert "passes" in at.notices[-1]
    at.answer("c4", "e4")
    assert (at.texts[-1], at.match.to_act) == ("pass", 1)
    # Back to where the time ended, not to a pass that was made for him.
    assert at.live.undo()
    assert (at.match.ply, at.left) == (3, [6])
    assert at.after(1).play("a2").seconds == [4, 0, 0, 1]
    bot = table("human bot:1 bot:1", "beta=10s+0s", "tricolor size=5").play("a1").begins()
    bot.after(10).live.look_at_clock()
    assert bot.texts == ["a1", "pass"]
    assert bot.answer("e5").play("a2").texts[-1] == "pass"
    assert len(bot.bots[1].asked) == 1, "it is asked no more"


def test_no_clock_gains_or_loses_when_a_game_is_left_and_resumed(tmp_path: Path) -> None:
    at = run(table("human bot:1", "1m+2s", path=tmp_path / "game.tgr"), 7.123, A)
    at.begins().after(3.5).answer(B).after(11)
    before = at.left
    at.live.close()
    other = Table(SaveFile(tmp_path / "game.tgr").resume(), begins=False)
    assert other.match.time.in_hand == 11
    other.after(100).live.advance()
    assert other.left == before == [43.88, 58.5]
    assert other.match.time.in_hand == 0
    assert other.after(1).play("a5,b5,c5").seconds == [7.12, 3.5, 12]


@pytest.mark.parametrize(("how", "in_hand"), [("killed", 0), ("held", 20), ("left", 25)])
def test_what_was_thought_counts_when_a_game_is_left(
    tmp_path: Path, how: str, in_hand: int
) -> None:
    """A game that was killed gives back the move in hand alone."""
    at = run(table(path=tmp_path / "game.tgr"), 7, A, 20)
    at.live.timing.hold(how == "held")
    at.after(5)
    if how != "killed":
        at.live.close()
    kept = record.load((tmp_path / "game.tgr").read_text())
    assert kept.time.in_hand == in_hand
    assert Table(kept).left == [53, 60 - in_hand]


def test_a_game_in_which_the_time_is_used_up_goes_on_with_a_lost_game() -> None:
    text = (
        "termgames record 3\ngame: pletore\nsize: 5\nclock 1: 5m\nclock 2: 5m\n\nd4 @999\ne5 @1\n"
    )
    live = Live(record.load(text))
    live.advance()
    assert (live.shown.match.loss, live.shown.match.over) == (ON_TIME, True)
    live.close()
    late = match(clocks="1m")
    late.time.in_hand = 60.0
    assert Table(late).live.look_at_clock()
    assert late.loss == ON_TIME
