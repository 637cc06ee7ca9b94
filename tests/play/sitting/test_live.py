"""The game at the table, field by field, without a screen."""

from pathlib import Path

from termgames.play import store
from termgames.play.events import BotFailed, Changed, Failed, NotSaved, Progress, Thinking
from termgames.search.limits import Thought
from tests.play.support import BOARD, Bot, Table, match

FIRST, SECOND = "a1,b1,c1", "a3,b3,c3"


def table(players: str = "human bot:1", *moves: str, path: Path | None = None) -> Table:
    made = Table(match(BOARD, players=players), path, begins=False).play(*moves)
    made.live.advance()
    return made


def test_what_a_bot_thinks_is_shown() -> None:
    at = table("human bot:1", FIRST)
    _, serial = at.open()
    at.events.clear()
    for number in (serial - 1, serial):
        assert at.live.thinkers.thinking is None
        at.live.thinkers.hear(1, Progress(number, Thought(None, playouts=5)))
    assert at.events == [Thinking()]
    assert at.answer(SECOND, value=(0.25, 0.75)).live.shown.values == {1: (0.25, 0.75)}


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


def test_a_bot_that_breaks_down_can_be_asked_again() -> None:
    at, fresh = table("human bot:1", FIRST), Bot()
    at.live.thinkers.hear(1, Failed(None, "it crashed"))
    assert at.events[-1] == BotFailed(1, "it crashed")
    at.live.retry(1, fresh)
    assert len(fresh.asked) == 1
    early = table()
    early.live.thinkers.hear(1, Failed(None, "it never started"))
    assert early.events == []
    assert BotFailed(1, "it never started") in early.play(FIRST).events, "when its turn comes"
    assert early.bots[1].asked == []
