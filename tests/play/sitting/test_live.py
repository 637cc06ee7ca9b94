"""The game at the table, field by field, without a screen."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.play import store
from termgames.play.events import (
    Answer,
    BotFailed,
    Changed,
    Event,
    Failed,
    Notice,
    NotSaved,
    Progress,
    Resigns,
    Thinking,
)
from termgames.play.match import LostGame, Match, Terms
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from termgames.play.teaching import Lesson
from termgames.search.limits import Thought


class Bot:
    """A thinker that remembers what it was asked and answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, Any]] = []
        self.stops = 0

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        self.asked.append((serial, state))

    def stop(self) -> None:
        self.stops += 1


class Table:
    """A sitting, its bots, and every event it told of."""

    def __init__(self, *players: str, path: Path | None = None, size: int = 5) -> None:
        game = games.create("plurality", {"size": size})
        self.match = Match(game, players)
        self.bots = {seat: Bot() for seat, name in enumerate(players) if name != "human"}
        self.events: list[Event] = []
        self.sitting = Live(
            self.match, file=path and SaveFile(path), bots=self.bots, listen=self.events.append
        )

    def play(self, text: str) -> None:
        refusal = self.sitting.play(self.parse(text))
        assert refusal is None, refusal

    def parse(self, text: str) -> Any:
        return self.match.game.parse(self.match.state, text)

    def answer(self, seat: int, text: str, value: tuple[float, ...] | None = None) -> None:
        serial, _ = self.bots[seat].asked[-1]
        self.sitting.thinkers.hear(seat, Answer(serial, Thought(self.parse(text), value=value)))

    @property
    def texts(self) -> list[str]:
        return [self.match.game.format(move) for move in self.match.moves]


def test_a_bot_is_asked_after_the_humans_move_and_its_answer_is_played() -> None:
    table = Table("human", "bot:1")
    table.sitting.advance()
    assert not table.sitting.awaits_bot
    table.play("a1,b1,c1")
    assert table.sitting.awaits_bot
    assert not table.sitting.can_play
    table.answer(1, "a3,b3,c3", (0.25, 0.75))
    assert table.texts == ["a1,b1,c1", "a3,b3,c3"]
    assert table.sitting.shown.values == {1: (0.25, 0.75)}
    assert table.sitting.can_play


def test_a_move_is_refused_while_the_bot_is_to_act() -> None:
    table = Table("bot:1", "human")
    table.sitting.advance()
    refusal = table.sitting.play(table.parse("pass"))
    assert refusal is not None
    assert refusal.code == "turn"


def test_an_illegal_move_changes_nothing_and_says_why() -> None:
    table = Table("human", "human")
    refusal = table.sitting.play(table.parse("a1,a3,c1"))
    assert refusal is not None
    assert refusal.code == "apart"
    assert table.match.ply == 0
    assert table.events == []


def test_undo_goes_back_to_the_humans_own_turn_and_voids_the_late_answer() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    serial, _ = table.bots[1].asked[-1]
    assert table.sitting.undo()
    assert table.match.ply == 0
    assert table.bots[1].stops == 1
    table.sitting.thinkers.hear(1, Answer(serial, Thought(table.parse("pass"))))
    assert table.match.ply == 0


def test_undo_and_redo_after_the_bots_answer() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    table.answer(1, "a3,b3,c3")
    assert table.sitting.undo()
    assert table.match.ply == 0
    assert table.sitting.redo()
    assert table.texts == ["a1,b1,c1", "a3,b3,c3"]
    assert table.sitting.can_play
    assert len(table.bots[1].asked) == 1
    assert not table.sitting.redo()


def test_redo_of_a_move_that_was_never_answered_asks_the_bot_again() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    table.sitting.undo()
    assert table.sitting.redo()
    assert len(table.bots[1].asked) == 2


def test_there_is_nothing_to_undo_before_the_humans_first_move() -> None:
    table = Table("bot:1", "human")
    table.sitting.advance()
    table.answer(0, "a1,b1,c1")
    assert not table.sitting.undo()
    assert table.match.ply == 1


def test_between_humans_undo_takes_one_move() -> None:
    table = Table("human", "human")
    table.play("a1,b1,c1")
    table.play("a3,b3,c3")
    assert table.sitting.undo()
    assert table.texts == ["a1,b1,c1"]


def test_bots_among_themselves_wait_for_the_pace_pause_and_step() -> None:
    table = Table("bot:1", "bot:2")
    sitting = table.sitting
    sitting.advance()
    table.answer(0, "a1,b1,c1")
    assert not sitting.humans
    assert not sitting.awaits_bot, "the pace is the screen's"
    sitting.pause(True)
    sitting.advance()
    assert not sitting.awaits_bot
    sitting.step_bot()
    table.answer(1, "a3,b3,c3")
    assert table.match.ply == 2
    assert not sitting.awaits_bot
    sitting.pause(False)
    assert sitting.awaits_bot
    assert sitting.undo()
    assert sitting.standstill == "paused"
    assert table.match.ply == 1


def test_pausing_voids_what_the_bot_was_thinking() -> None:
    table = Table("bot:1", "bot:2")
    table.sitting.advance()
    serial, _ = table.bots[0].asked[-1]
    table.sitting.pause(True)
    table.sitting.thinkers.hear(0, Answer(serial, Thought(table.parse("pass"))))
    assert table.match.ply == 0


def test_every_move_is_saved_before_anybody_hears_of_it(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    table = Table("human", "human", path=path)
    plies: list[int] = []
    table.sitting.shown.listen = lambda event: plies.append(store.read(path).ply)
    table.play("a1,b1,c1")
    table.play("a3,b3,c3")
    table.sitting.undo()
    assert plies == [1, 2, 1]


def test_a_game_that_cannot_be_saved_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    table = Table("human", "human", path=tmp_path / "file" / "game.tgr")
    table.play("a1,b1,c1")
    assert table.match.ply == 1
    assert [type(event) for event in table.events] == [NotSaved, Changed]
    assert table.sitting.keeper.lost


def test_a_folder_that_has_gone_is_made_again_and_told_once(tmp_path: Path) -> None:
    path = tmp_path / "games" / "game.tgr"
    table = Table("human", "human", path=path)
    table.play("a1,b1,c1")
    shutil.rmtree(tmp_path / "games")
    table.events.clear()
    table.play("a3,b3,c3")
    assert [type(event) for event in table.events] == [Notice, Changed]
    assert isinstance(table.events[0], Notice)
    assert "was made again" in table.events[0].text
    assert store.read(path).ply == 2


def test_progress_is_told_and_stale_progress_is_not() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    serial, _ = table.bots[1].asked[-1]
    table.events.clear()
    table.sitting.thinkers.hear(1, Progress(serial - 1, Thought(None, playouts=5)))
    assert table.sitting.thinkers.thinking is None
    table.sitting.thinkers.hear(1, Progress(serial, Thought(None, playouts=5)))
    assert table.events == [Thinking()]
    table.sitting.thinkers.stop()
    assert table.bots[1].stops == 1


def test_a_bot_that_resigns_has_lost(tmp_path: Path) -> None:
    table = Table("human", "bot:1", path=tmp_path / "game.tgr")
    table.play("a1,b1,c1")
    serial, _ = table.bots[1].asked[-1]
    table.sitting.thinkers.hear(1, Resigns(serial - 1))
    assert not table.match.over
    table.sitting.thinkers.hear(1, Resigns(serial))
    result = table.match.result()
    assert result is not None
    assert (table.match.loss, result.winners) == (LostGame(1), (0,))
    assert store.read(tmp_path / "game.tgr").loss == LostGame(1)
    assert table.sitting.undo()
    assert not table.match.over
    assert table.texts == [], "it would resign there again"
    assert table.sitting.can_play


def test_a_bot_cannot_resign_alone_where_nobody_can() -> None:
    match = Match(games.create("tricolor", {"size": 5}), ("bot:1", "human", "human"))
    bot, events = Bot(), list[Event]()
    sitting = Live(match, bots={0: bot}, listen=events.append)
    sitting.advance()
    sitting.thinkers.hear(0, Resigns(bot.asked[-1][0]))
    assert not match.over
    assert isinstance(events[-1], BotFailed)
    assert "resigned" in events[-1].text


def test_a_bot_that_breaks_down_can_be_asked_again_or_replaced() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    table.sitting.thinkers.hear(1, Failed(None, "it crashed"))
    assert table.events[-1] == BotFailed(1, "it crashed")
    assert not table.sitting.awaits_bot
    fresh = Bot()
    table.sitting.retry(1, fresh)
    assert len(fresh.asked) == 1
    table.sitting.thinkers.hear(1, Failed(None, "again"))
    table.sitting.take_over(1)
    assert table.match.players == ("human", "human")
    table.play("a3,b3,c3")
    assert table.match.ply == 2


def test_a_bot_that_broke_down_early_is_told_of_when_its_turn_comes() -> None:
    table = Table("human", "bot:1")
    table.sitting.thinkers.hear(1, Failed(None, "it never started"))
    assert table.events == []
    table.play("a1,b1,c1")
    assert BotFailed(1, "it never started") in table.events
    assert table.bots[1].asked == []


def test_a_bot_that_plays_an_illegal_move_has_failed() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    table.answer(1, "a1,b1,c1")
    failed = table.events[-1]
    assert isinstance(failed, BotFailed)
    assert "occupied" in failed.text


def test_resigning_while_the_bot_thinks_and_taking_it_back() -> None:
    table = Table("human", "bot:1")
    table.play("a1,b1,c1")
    table.sitting.resign()
    result = table.match.result()
    assert result is not None
    assert result.winners == (1,)
    assert table.bots[1].stops == 1
    assert table.sitting.undo()
    assert table.match.ply == 1
    assert len(table.bots[1].asked) == 2


def test_looking_back_does_not_touch_the_game() -> None:
    table = Table("human", "human")
    table.play("a1,b1,c1")
    table.play("a3,b3,c3")
    sitting = table.sitting
    sitting.shown.look(1)
    assert (sitting.shown.ply, sitting.shown.present, sitting.can_play) == (1, False, False)
    assert sitting.shown.last_cells() == (0, 1, 2)
    sitting.shown.look(99)
    assert sitting.shown.present
    assert sitting.can_play


def test_a_record_is_looked_through_from_its_start_and_nothing_is_played() -> None:
    table = Table("human", "human")
    table.play("a1,b1,c1")
    sitting = Study(table.match)
    assert sitting.shown.ply == 0
    sitting.shown.look(1)
    assert sitting.shown.ply == 1
    assert not sitting.can_play
    assert sitting.undo_target is None
    assert sitting.play(table.parse("pass")) is not None


def test_scores_follow_the_position_also_after_an_undo() -> None:
    table = Table("human", "human")
    table.play("a1,b1,c1")
    first = table.sitting.shown.score(1)
    table.sitting.undo()
    table.play("c3,c4,b3")
    assert table.sitting.shown.score(1) != first
    assert table.sitting.shown.score(1) == table.match.game.score(table.match.state)


@pytest.mark.parametrize(
    ("players", "labels"),
    [
        (("human", "bot:4"), ["you", "bot 4"]),
        (("human", "human"), ["player 1", "player 2"]),
        (("random", "bot:2"), ["random", "bot 2"]),
    ],
)
def test_what_players_are_called(players: tuple[str, ...], labels: list[str]) -> None:
    sitting = Table(*players).sitting
    assert [sitting.shown.label(seat) for seat in range(2)] == labels


def test_why_nobody_moves() -> None:
    table = Table("human", "bot:1")
    assert table.sitting.standstill is None
    table.match.terms = Terms(teaching=True)
    table.play("a1,b1,c1")
    to_judge = table.sitting.taught.move
    assert to_judge is not None
    assert table.sitting.standstill == "teacher"
    lesson = Lesson(to_judge.move, size="blunder")
    table.sitting.taught.take(replace(to_judge), lesson)
    assert table.sitting.lesson is None, "it is about another move"
    table.sitting.taught.take(to_judge, lesson)
    assert table.sitting.standstill == "lesson"
    assert table.bots[1].asked == []
    table.sitting.hurry()
    assert len(table.bots[1].asked) == 1
    table.sitting.thinkers.hear(1, Failed(None, "it crashed"))
    assert table.sitting.standstill == "broken"


def test_bots_step_only_while_they_are_held() -> None:
    table = Table("bot:1", "bot:2")
    assert not table.sitting.step_bot()
    table.sitting.pause(not table.sitting.paused)
    assert table.sitting.standstill == "paused"
    assert table.sitting.step_bot()
    assert len(table.bots[0].asked) == 1
    table.sitting.pause(not table.sitting.paused)
    assert table.sitting.standstill is None
