"""Games that go on from a position of another, and rated ones: in records, and in the results."""

from dataclasses import replace
from pathlib import Path

import pytest

from termgames.core.errors import RecordError
from termgames.play import playing_out, record, store
from termgames.play.history import ended
from termgames.play.match import Terms
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from tests.cases import cases
from tests.play.support import BOARD, GAME, match

RATED = Terms(rated=True)


@pytest.mark.parametrize(
    ("players", "ply", "even", "seated"),
    cases("""
    bot:7 human:Ann | 3 | 2 | bot:7 human:Ann
    human human:Ann | 3 | 2 | bot:2 human:Ann
    human human:Ann | 2 | | human bot:5
    bot:7 greedy | 3 | | bot:7 human
    bot:99 human | 3 | | bot:5 human
    superbot:9 bot:1 | 0 | | human bot:1
    """),
)
def test_who_plays_on_against_whom(players: str, ply: str, even: str, seated: str) -> None:
    new = playing_out.played_out(
        match(BOARD, *GAME, players=players), int(ply), int(even or 0) or None
    )
    assert " ".join(new.players) == seated
    going_on = new.match()
    assert (going_on.texts(), going_on.terms.taken_over) == (GAME[: int(ply)], int(ply))


def test_what_spectators_saw_is_not_played_out() -> None:
    of = match("mitropia players=3")
    with pytest.raises(RecordError, match="played out when it is over"):
        playing_out.refuse(of)
    with pytest.raises(RecordError, match="hands are left out"):
        playing_out.refuse(record.redacted(of))


def test_a_game_that_goes_on_from_another_counts_for_no_rating() -> None:
    path = store.new_file("plurality")
    of = match(BOARD, *GAME, players="human bot:3")
    for taken_over in (None, 2):
        of.terms = replace(of.terms, taken_over=taken_over)
        store.save(of, path)
        assert [game.ordinary for game in ended.ended_games()] == [taken_over is None]


def test_in_a_rated_game_nothing_is_taken_back(tmp_path: Path) -> None:
    for terms in (Terms(), RATED):
        live = Live(of := match(BOARD, *GAME, terms=terms))
        assert (live.undo_target is None) == terms.rated
        assert live.undo() != terms.rated
        assert of.ply == len(GAME) - (not terms.rated)
    rated = match(BOARD, *GAME[:4], players="human bot:3", terms=RATED)
    Live(rated).taught.teach(True)
    assert rated.terms == RATED
    store.save(rated, tmp_path / "game.tgr")
    assert SaveFile(tmp_path / "game.tgr").resume(copy=True).terms == Terms(taken_over=4)
