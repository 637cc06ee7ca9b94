"""The game at the table, field by field, without a screen."""

from dataclasses import replace
from pathlib import Path

import pytest

from termgames.play import store
from termgames.play.events import (
    Answer,
    BotFailed,
    Changed,
    Failed,
    NotSaved,
    Progress,
    Resigns,
    Thinking,
)
from termgames.play.match import LostGame, Terms
from termgames.play.sitting.study import Study
from termgames.play.teaching import Lesson
from termgames.search.limits import Thought
from tests.play.support import BOARD, Bot, Table, match

FIRST, SECOND = "a1,b1,c1", "a3,b3,c3"


def table(players: str = "human bot:1", *moves: str, path: Path | None = None) -> Table:
    made = Table(match(BOARD, players=players), path, begins=False).play(*moves)
    made.live.advance()
    return made


def test_a_bot_is_asked_after_the_humans_move_and_its_answer_is_played() -> None:
    at = table()
    assert (at.live.awaits_bot, at.live.can_play, at.refusal("a1,a3,c1")) == (False, True, "apart")
    assert (at.match.ply, at.events) == (0, [])
    at.play(FIRST)
    assert (at.live.awaits_bot, at.live.can_play, at.refusal("pass")) == (True, False, "turn")
    at.answer(SECOND, value=(0.25, 0.75))
    assert (at.texts, at.live.shown.values) == ([FIRST, SECOND], {1: (0.25, 0.75)})
    assert at.live.can_play


@pytest.mark.parametrize(
    ("players", "moves", "left", "redone", "asked"),
    [
        ("human bot:1", [FIRST], 0, 1, 2),
        ("human bot:1", [FIRST, SECOND], 0, 2, 1),
        ("human bot:1", [FIRST, SECOND, "e1,e2,e3"], 2, 3, 3),
        ("bot:1 human", [FIRST], None, 0, 0),
        ("human human", [FIRST, SECOND], 1, 2, 0),
    ],
)
def test_undo_goes_back_to_the_humans_own_turn(
    players: str, moves: list[str], left: int | None, redone: int, asked: int
) -> None:
    at = table(players)
    for text in moves:
        (at.play if at.live.can_play else at.answer)(text)
    assert at.live.undo() == (left is not None)
    assert at.match.ply == (len(moves) if left is None else left)
    assert at.live.redo() == (redone > 0)
    assert at.match.ply == (redone or len(moves))
    assert not at.live.redo()
    assert [len(bot.asked) for seat, bot in at.bots.items() if seat == 1] == [asked] * (asked > 0)


def test_what_a_bot_answers_too_late_is_void() -> None:
    at = table("human bot:1", FIRST)
    bot, serial = at.open()
    at.events.clear()
    for number in (serial - 1, serial):
        assert at.live.thinkers.thinking is None
        at.live.thinkers.hear(1, Progress(number, Thought(None, playouts=5)))
    assert at.events == [Thinking()]
    assert at.live.undo()
    assert bot.stops == 1
    at.live.thinkers.hear(1, Answer(serial, Thought(at.parse("pass"))))
    assert at.match.ply == 0
    held = table("bot:1 bot:2")
    _, serial = held.open()
    held.live.pause(True)
    held.live.thinkers.hear(0, Answer(serial, Thought(held.parse("pass"))))
    assert held.match.ply == 0


def test_bots_among_themselves_wait_for_the_pace_pause_and_step() -> None:
    at = table("bot:1 bot:2")
    live = at.live
    assert (live.humans, live.standstill, live.step_bot()) == ((), None, False)
    at.answer(FIRST)
    assert not live.awaits_bot, "the pace is the screen's"
    live.pause(True)
    live.advance()
    assert (live.awaits_bot, live.standstill) == (False, "paused")
    assert live.step_bot()
    at.answer(SECOND)
    assert (at.match.ply, live.awaits_bot) == (2, False)
    live.pause(False)
    assert (live.awaits_bot, live.standstill) == (True, None)
    assert live.undo()
    assert (at.match.ply, live.standstill) == (1, "paused")


def test_every_move_is_saved_before_anybody_hears_of_it(tmp_path: Path) -> None:
    at, plies = table("human human", path=tmp_path / "game.tgr"), []
    at.live.shown.listen = lambda event: plies.append(store.read(tmp_path / "game.tgr").ply)
    at.play(FIRST, SECOND).live.undo()
    assert plies == [1, 2, 1]
    table("human human", path=tmp_path / "none.tgr").live.close()
    assert not (tmp_path / "none.tgr").exists(), "it has no moves"
    (tmp_path / "file").touch()
    nowhere = table("human human", FIRST, path=tmp_path / "file" / "game.tgr")
    assert [type(event) for event in nowhere.events] == [NotSaved, Changed]
    assert (nowhere.match.ply, bool(nowhere.live.keeper.lost)) == (1, True)


def test_who_resigns_has_lost_and_takes_it_back(tmp_path: Path) -> None:
    at = table("human bot:1", FIRST, path=tmp_path / "game.tgr")
    bot, serial = at.open()
    at.live.thinkers.hear(1, Resigns(serial - 1))
    assert not at.match.over
    at.live.thinkers.hear(1, Resigns(serial))
    assert (at.match.loss, store.read(tmp_path / "game.tgr").loss) == (LostGame(1),) * 2
    assert at.live.undo()
    assert (at.match.over, at.texts, at.live.can_play) == (False, [], True), "it would again"
    at.play(FIRST)
    bot.stops = 0
    at.live.resign()
    assert (at.match.loss, bot.stops) == (LostGame(0), 1)
    assert at.live.undo()
    assert (at.match.ply, len(bot.asked)) == (1, 3)
    three = Table(match("tricolor size=5", players="bot:1 human human"))
    three.live.thinkers.hear(0, Resigns(three.open()[1]))
    assert not three.match.over
    assert "resigned" in three.events[-1].text, "nobody can alone"


def test_a_bot_that_breaks_down_can_be_asked_again_or_replaced() -> None:
    at, fresh = table("human bot:1", FIRST), Bot()
    at.live.thinkers.hear(1, Failed(None, "it crashed"))
    assert at.events[-1] == BotFailed(1, "it crashed")
    assert (at.live.awaits_bot, at.live.standstill) == (False, "broken")
    at.live.retry(1, fresh)
    assert len(fresh.asked) == 1
    at.live.thinkers.hear(1, Failed(None, "again"))
    at.live.take_over(1)
    assert at.match.players == ("human", "human")
    assert at.play(SECOND).match.ply == 2
    early = table()
    early.live.thinkers.hear(1, Failed(None, "it never started"))
    assert early.events == []
    assert BotFailed(1, "it never started") in early.play(FIRST).events, "when its turn comes"
    assert early.bots[1].asked == []
    wrong = table("human bot:1", FIRST).answer(FIRST)
    assert isinstance(wrong.events[-1], BotFailed)
    assert "occupied" in wrong.events[-1].text


def test_looking_back_does_not_touch_the_game() -> None:
    shown = (at := table("human human", FIRST, SECOND)).live.shown
    shown.look(1)
    assert (shown.ply, shown.present, at.live.can_play) == (1, False, False)
    assert shown.last_cells() == (0, 1, 2)
    shown.look(99)
    assert (shown.present, at.live.can_play) == (True, True)
    study = Study(at.match)
    assert (study.shown.ply, study.can_play, study.undo_target) == (0, False, None)
    before = shown.score(2)
    at.live.undo()
    at.play("c3,c4,b3")
    assert shown.score(2) == at.match.game.score(at.match.state) != before


def test_nobody_moves_while_a_teacher_speaks() -> None:
    at = table()
    at.match.terms = Terms(teaching=True)
    at.play(FIRST)
    to_judge = at.live.taught.move
    assert to_judge is not None
    assert at.live.standstill == "teacher"
    lesson = Lesson(to_judge.move, size="blunder")
    at.live.taught.take(replace(to_judge), lesson)
    assert at.live.lesson is None, "it is about another move"
    at.live.taught.take(to_judge, lesson)
    assert (at.live.standstill, at.bots[1].asked) == ("lesson", [])
    at.live.hurry()
    assert len(at.bots[1].asked) == 1
