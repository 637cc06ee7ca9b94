"""The clocks at a table: whose runs, what is kept of it, and what follows when a time is over."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.game import AnyGame
from termgames.play import clock, record
from termgames.play.events import Answer, Begins, Event, Notice, Resigns
from termgames.play.match import AnyMatch, LostGame, Match, Terms
from termgames.play.match_time import MatchTime
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.search.limits import Thought


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known by its name."""
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")


class Time:
    """Seconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Bot:
    """A thinker that remembers how much time it was given."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.given: list[float | None] = []

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        self.asked.append(serial)
        self.given.append(seconds)

    def stop(self) -> None:
        """It does not think."""


class Table:
    """A sitting with clocks, in a time of its own."""

    def __init__(
        self,
        *players: str,
        clocks: str = "1m",
        game: str = "plurality",
        options: Mapping[str, Any] | None = None,
        path: Path | None = None,
        match: AnyMatch | None = None,
    ) -> None:
        if match is None:
            rules: AnyGame = games.create(game, options or {"size": 5})
            match = Match(rules, players, 7, time=MatchTime(controls(clocks, rules)))
        self.match, self.time = match, Time()
        names = enumerate(match.players)
        self.bots = {seat: Bot() for seat, name in names if name != "human"}
        self.events: list[Event] = []
        self.file = None if path is None else SaveFile(path)
        self.live = Live(
            match, file=self.file, bots=self.bots, listen=self.events.append, now=self.time
        )

    def after(self, seconds: float) -> Table:
        self.time.now += seconds
        return self

    def play(self, text: str) -> None:
        refusal = self.live.play(self.match.game.parse(self.match.state, text))
        assert refusal is None, refusal

    def begins(self, seat: int) -> None:
        self.live.thinkers.hear(seat, Begins(self.bots[seat].asked[-1]))

    def answer(self, seat: int, text: str) -> None:
        move = self.match.game.parse(self.match.state, text)
        self.live.thinkers.hear(seat, Answer(self.bots[seat].asked[-1], Thought(move)))

    def left(self) -> list[float]:
        """What everybody has, in seconds, as it shows now."""
        return [each.left.seconds for each in self.live.timing.clocks()]

    @property
    def seconds(self) -> list[float]:
        return [self.match.time.taken(ply) for ply in range(self.match.ply)]


def controls(text: str, game: AnyGame) -> tuple[Any, ...]:
    names = [game.seat_name(game.start(), seat) for seat in range(game.seats)]
    return clock.read_all(text.split(" "), names)


# -- running ------------------------------------------------------------------------------


def test_the_clock_of_a_human_runs_from_the_first_call_on() -> None:
    table = Table("human", "human")
    table.after(5).live.advance()
    assert table.left() == [60, 60]
    assert table.after(3.456).left() == [56.55, 60]
    table.play("a1,b1,c1")
    assert table.after(2).left() == [56.55, 58]
    table.play("pass")
    assert table.seconds == [3.45, 2]


def test_a_bot_plans_its_time_and_its_clock_runs_when_it_begins() -> None:
    table = Table("human", "bot:1", clocks="none white=1m")
    table.live.advance()
    table.play("a1,b1,c1")
    assert table.bots[1].given == [3.0]
    assert table.after(4).left() == [60]
    table.begins(1)
    assert table.live.timing.runs
    assert table.after(2.5).left() == [57.5]
    table.answer(1, "a3,b3,c3")
    assert table.seconds == [0, 2.5]
    assert not table.live.timing.runs


def test_a_seat_without_a_clock_is_asked_without_one() -> None:
    table = Table("human", "bot:1", clocks="1m white=none")
    table.live.advance()
    table.after(1).play("a1,b1,c1")
    assert table.bots[1].given == [None]
    table.after(9).answer(1, "a3,b3,c3")
    assert table.seconds == [1, 0]


def test_a_clock_stands_while_something_else_is_asked() -> None:
    table = Table("human", "human")
    table.live.advance()
    table.after(2).live.timing.hold(True)
    assert table.after(30).left() == [58, 60]
    assert not table.live.timing.runs
    table.live.timing.hold(False)
    assert table.after(1).left() == [57, 60]


def test_a_clock_stands_while_a_teacher_looks_at_the_move() -> None:
    table = Table("human", "bot:1")
    table.match.terms = Terms(teaching=True)
    table.live.advance()
    table.after(2).play("a1,b1,c1")
    table.after(30)
    assert table.left() == [58, 60]
    table.live.taught.go_on()
    table.begins(1)
    assert table.after(1).left() == [58, 59]


def test_a_clock_stands_until_the_keyboard_was_handed_over() -> None:
    table = Table("human", "human", game="lots", options={"players": 2})
    table.live.advance()
    table.play("draw")
    table.play("b1")
    while table.live.waits_for is None:
        table.play("pass")
    seat = table.live.waits_for
    before = table.left()
    assert table.after(20).left() == before
    table.live.take_keyboard(seat)
    assert table.after(4).left()[seat] == before[seat] - 4


def test_time_in_which_the_program_itself_stood_still_does_not_count() -> None:
    table = Table("human", "human")
    table.live.advance()
    for _ in range(4):
        table.after(1).live.timing.look()
    assert table.left() == [56, 60]
    table.after(3600).live.timing.look()
    assert table.left() == [56, 60]
    # Without regular looks, as line by line, all of it counts.
    other = Table("human", "human")
    other.live.advance()
    assert not other.after(5).live.look_at_clock()
    assert not other.after(40).live.look_at_clock()
    assert other.left() == [15, 60]


def test_answers_of_bots_out_of_turn_take_no_time() -> None:
    table = Table("bot:1", "human", game="lots", options={"players": 2})
    table.live.advance()
    table.after(1).play("b1")
    assert table.live.reaction
    table.begins(0)
    assert table.after(5).left() == [60, 59]


def test_the_bell_rings_once_when_ten_seconds_are_left() -> None:
    table = Table("human", "bot:1", clocks="30s+0s")
    table.live.advance()
    assert not table.after(19.9).live.timing.rings()
    assert table.after(0.2).live.timing.rings()
    assert not table.after(1).live.timing.rings()
    short = Table("human", "bot:1", clocks="9s")
    short.live.advance()
    assert not short.after(1).live.timing.rings()


def test_the_next_look_is_when_the_figure_changes() -> None:
    table = Table("human", "human", clocks="12s+0s")
    assert table.live.timing.wait is None
    table.live.advance()
    assert table.after(0.25).live.timing.wait == pytest.approx(0.75)
    assert table.after(5).live.timing.wait == pytest.approx(0.05)


# -- back and forth -----------------------------------------------------------------------


def test_time_is_taken_back_with_the_moves_and_comes_again_with_them() -> None:
    table = Table("human", "bot:1")
    table.live.advance()
    table.after(7).play("a1,b1,c1")
    table.begins(1)
    table.after(3).answer(1, "a3,b3,c3")
    table.after(5)
    assert table.left() == [48, 57]
    assert table.live.undo()
    assert table.left() == [60, 60]
    assert table.live.redo()
    assert table.seconds == [7, 3]
    # So does the time on the move in hand.
    assert table.left() == [48, 57]
    assert table.after(1).left() == [47, 57]


def test_nobody_gains_time_by_undo_and_redo() -> None:
    table = Table("human", "human")
    table.live.advance()
    for seconds, move in ((7, "a1,b1,c1"), (6, "a3,b3,c3"), (5, "e1,e2,e3")):
        table.after(seconds).play(move)
    table.after(4).live.undo()
    assert table.left() == [53, 54], "the third move and its time are back"
    table.after(3).live.undo()
    table.after(2)
    assert table.left() == [53, 58], "the second one too"
    assert table.live.redo()
    assert table.seconds == [7, 6], "it took the longer of both times"
    assert table.left() == [50, 54], "what was thought about the third one before is counted"
    assert table.live.redo()
    assert table.seconds == [7, 6, 5]
    assert table.left() == [48, 50]
    table.live.undo()
    table.after(1).play("c5,d5,e5")
    assert table.live.undo()
    assert table.left() == [53, 54], "what was thought about a line that is gone is gone"
    table.after(20)
    assert table.live.redo()
    assert table.seconds == [7, 6, 20]


def test_an_answer_that_is_made_for_a_player_takes_the_time_that_he_thought() -> None:
    table = Table("human", "human", "human", game="tricolor", clocks="1m")
    table.live.advance()
    table.after(30)
    table.live.resting.switch()
    assert table.left() == [30, 60, 60]
    assert table.seconds == [30]


def test_another_move_takes_its_own_time() -> None:
    table = Table("human", "human")
    table.live.advance()
    table.after(7).play("a1,b1,c1")
    table.live.undo()
    table.after(2).play("a1,b1,c1")
    assert table.seconds == [2]
    assert table.match.undone == ()


# -- the end of a time --------------------------------------------------------------------


def test_who_has_no_time_left_loses_a_game_of_two() -> None:
    table = Table("human", "bot:1")
    table.live.advance()
    assert not table.after(59.99).live.look_at_clock()
    assert table.after(0.01).live.look_at_clock()
    result = table.match.result()
    assert result is not None
    assert (result.winners, result.reason) == ((1,), "black lost on time")
    assert table.left() == [0, 60]
    assert not table.live.look_at_clock()


def test_a_record_in_which_the_time_is_used_up_goes_on_with_a_lost_game() -> None:
    text = (
        "termgames record 3\ngame: pletore\nsize: 5\nkomi: 0\nplayer 1: human\nplayer 2: human\n"
        "clock 1: 5m\nclock 2: 5m\n\nd4 @999\ne5 @1\n"
    )
    live = Live(record.load(text))
    live.advance()
    result = live.shown.match.result()
    assert result is not None
    assert (result.winners, live.shown.match.loss) == ((1,), LostGame(0, on_time=True))
    live.close()


def test_a_move_that_comes_too_late_is_not_played() -> None:
    table = Table("human", "bot:1")
    table.live.advance()
    move = table.match.game.parse(table.match.state, "a1,b1,c1")
    refusal = table.after(61).live.play(move)
    assert refusal is not None
    assert refusal.code == "time"
    assert table.match.loss == LostGame(0, on_time=True)
    assert table.match.ply == 0


def test_a_bot_that_answers_too_late_has_lost() -> None:
    table = Table("human", "bot:1")
    table.live.advance()
    table.play("a1,b1,c1")
    table.begins(1)
    table.after(60).answer(1, "a3,b3,c3")
    assert table.match.loss == LostGame(1, on_time=True)
    assert table.match.ply == 1


def test_a_bot_that_resigns_in_time_has_resigned() -> None:
    table = Table("human", "bot:1")
    table.live.advance()
    table.play("a1,b1,c1")
    table.begins(1)
    table.after(5).live.thinkers.hear(1, Resigns(table.bots[1].asked[-1]))
    assert table.match.loss == LostGame(1)


def test_the_end_of_a_time_is_taken_back() -> None:
    table = Table("human", "bot:1")
    table.live.advance()
    table.after(5).play("a1,b1,c1")
    table.begins(1)
    table.after(1).answer(1, "a3,b3,c3")
    table.after(60).live.look_at_clock()
    assert table.match.loss == LostGame(0, on_time=True)
    assert table.live.undo()
    assert table.match.ply == 2
    assert table.left() == [55, 59]
    assert table.after(1).left() == [54, 59]


def test_with_more_players_a_seat_without_time_passes_from_then_on() -> None:
    table = Table("human", "bot:1", "bot:1", clocks="alpha=10s+0s", game="tricolor")
    table.live.advance()
    table.after(4).play("a1")
    for seat in (1, 2):
        table.answer(seat, "c3" if seat == 1 else "e5")
    assert table.after(6).live.look_at_clock()
    assert not table.match.over
    assert table.match.texts()[-1] == "pass"
    assert table.seconds == [4, 0, 0, 6]
    assert any(isinstance(event, Notice) and "passes" in event.text for event in table.events)
    table.answer(1, "c4")
    table.answer(2, "e4")
    assert table.match.texts()[-1] == "pass"
    assert table.match.to_act == 1
    # Back to where the time ended, not to a pass that was made for him.
    assert table.live.undo()
    assert table.match.ply == 3
    assert table.left() == [6]
    table.after(1).play("a2")
    assert table.seconds == [4, 0, 0, 1]


def test_a_bot_without_time_is_asked_no_more() -> None:
    table = Table("human", "bot:1", "bot:1", clocks="beta=10s+0s", game="tricolor")
    table.live.advance()
    table.play("a1")
    table.begins(1)
    table.after(10).live.look_at_clock()
    assert table.match.texts() == ("a1", "pass")
    table.answer(2, "e5")
    table.play("a2")
    assert table.match.texts()[-1] == "pass"
    assert len(table.bots[1].asked) == 1


# -- saved and resumed --------------------------------------------------------------------


def test_no_clock_gains_or_loses_when_a_game_is_left_and_resumed(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    table = Table("human", "bot:1", clocks="1m+2s", path=path)
    table.live.advance()
    table.after(7.123).play("a1,b1,c1")
    table.begins(1)
    table.after(3.5).answer(1, "a3,b3,c3")
    table.after(11)
    before = table.left()
    table.live.close()
    other = Table(match=SaveFile(path).resume())
    assert other.match.time.in_hand == 11
    other.after(100).live.advance()
    assert other.left() == before == [43.88, 58.5]
    assert other.match.time.in_hand == 0
    other.after(1).play("a5,b5,c5")
    assert other.seconds == [7.12, 3.5, 12]


def test_a_game_that_was_killed_gives_back_the_move_in_hand_alone(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    table = Table("human", "human", path=path)
    table.live.advance()
    table.after(7).play("a1,b1,c1")
    table.after(20)
    other = Table(match=record.load(path.read_text()))
    other.live.advance()
    assert other.left() == [53, 60]


@pytest.mark.parametrize("hold", [True, False])
def test_what_was_thought_counts_where_the_clock_stands_when_the_game_is_left(
    tmp_path: Path, hold: bool
) -> None:
    path = tmp_path / "game.tgr"
    table = Table("human", "human", path=path)
    table.live.advance()
    table.play("a1,b1,c1")
    table.after(20).live.timing.hold(hold)
    table.after(5).live.close()
    assert record.load(path.read_text()).time.in_hand == (20 if hold else 25)


def test_a_resumed_game_whose_time_was_up_ends_at_once(tmp_path: Path) -> None:
    match = Table("human", "human").match
    match.time.in_hand = 60.0
    table = Table(match=match)
    table.live.advance()
    assert table.live.look_at_clock()
    assert match.loss == LostGame(0, on_time=True)
