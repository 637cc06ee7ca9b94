"""The clocks of a game that is left and resumed."""

from pathlib import Path

import pytest

from termgames.play import record
from termgames.play.match import LostGame
from termgames.play.save_file import SaveFile
from tests.play.support import BOARD, Table, match

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
