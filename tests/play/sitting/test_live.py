"""The game at the table without a screen: what is shown and saved, clocks that are left and
resumed, and records that are looked through."""

from pathlib import Path
from typing import Any

import pytest

from termgames.play import record, store
from termgames.play.advice import Estimate
from termgames.play.events import (
    Changed,
    Event,
    LineChanged,
    NotesChanged,
    NotSaved,
    Progress,
    Thinking,
)
from termgames.play.match import LostGame
from termgames.play.save_file import SaveFile
from termgames.play.sitting.study import Study
from termgames.search.limits import Thought
from tests.play.support import BOARD, GAME, Table, match

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
    shown = at.answer(SECOND, value=(0.25, 0.75)).live.shown
    assert (shown.expected(0), shown.expected(1)) == (None, 0.75)


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


A, B = "a1,b1,c1", "a3,b3,c3"
ON_TIME = LostGame(0, on_time=True)


def test_no_clock_gains_or_loses_when_a_game_is_left_and_resumed(tmp_path: Path) -> None:
    of = match(BOARD, players="human bot:1", clocks="1m+2s")
    at = Table(of, tmp_path / "game.tgr").after(7.123).play(A)
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
def test_what_was_thought_counts_when_it_is_left(tmp_path: Path, how: str, in_hand: int) -> None:
    """A game that was killed gives back the move in hand alone."""
    at = Table(match(clocks="1m"), tmp_path / "game.tgr").after(7).play(A).after(20)
    at.live.timing.hold(how == "held")
    at.after(5)
    if how != "killed":
        at.live.close()
    kept = record.load((tmp_path / "game.tgr").read_text())
    assert kept.time.in_hand == in_hand
    assert Table(kept).left == [53, 60 - in_hand]


def test_a_game_in_which_the_time_is_used_up_goes_on_with_a_lost_game() -> None:
    head = "termgames record 3\ngame: pletore\nsize: 5\nclock 1: 5m\nclock 2: 5m\n\n"
    assert Table(record.load(f"{head}d4 @999\ne5 @1\n")).match.loss == ON_TIME
    late = match(clocks="1m")
    late.time.in_hand = 60.0
    assert Table(late).live.look_at_clock()
    assert late.loss == ON_TIME


OTHER = "a1,a2,b1"


def looked_through(count: int = 4) -> tuple[Study, list[Event]]:
    study, told = Study(match(BOARD, *GAME[:count])), list[Event]()
    study.shown.listen = told.append
    return study, told


def play(study: Study, text: str) -> Any:
    return study.play(study.shown.game.parse(study.shown.position, text))


def test_nobody_moves_in_a_record_and_what_is_tried_stands_beside_it() -> None:
    study, told = looked_through()
    shown, game = study.shown, list(study.shown.match.moves)
    assert (shown.ply, shown.present, study.going_on) == (0, False, False)
    assert play(study, OTHER).code == "turn"
    assert told == []
    study.switch()
    assert play(study, GAME[0]) is None
    assert NotesChanged() not in told
    assert (study.aside, shown.ply) == (False, 1), "the move of the game leads on in it"
    told.clear()
    assert play(study, OTHER) is None
    assert told == [NotesChanged(), Changed(), LineChanged()]
    assert (study.aside, shown.ply, shown.match.ply) == (True, 2, 2)
    study.to_game()
    assert (study.aside, shown.ply, list(shown.match.moves)) == (False, 1, game)


def test_estimates_are_of_positions_whatever_line_is_shown() -> None:
    study, _ = looked_through()
    even, other = Estimate((0.5, 0.5)), Estimate((0.1, 0.9))
    for ply in range(4):
        study.shown.estimate(ply, even)
    study.add_line(2, [OTHER, "pass"], "Better.")
    assert study.shown.ply == 3
    assert set(study.shown.estimates) == {0, 1, 2}
    study.shown.estimate(3, other, study.tree.match)
    assert 3 not in study.shown.estimates, "it is of the game"
    study.to_game()
    assert study.shown.estimates == {0: even, 1: even, 2: even, 3: other}


def test_an_estimate_goes_with_the_move_that_is_taken_back() -> None:
    at = table("human human", FIRST)
    shown, even = at.live.shown, Estimate((0.5, 0.5))
    shown.estimate(1, even)
    at.live.undo()
    assert shown.estimates == {}
    at.play(SECOND)
    assert shown.estimates == {}, "another move leads elsewhere"
