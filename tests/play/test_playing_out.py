"""Games that go on from a position of another, and rated ones: in records, and in the results."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.errors import RecordError
from termgames.play import playing_out, record, store
from termgames.play.history import ended
from termgames.play.match import Match, Terms
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")


def played(*players: str, **more: Any) -> Match[Any, Any]:
    match = Match(games.create("plurality", {"size": 5}), players, 1, **more)
    for text in GAME:
        match.submit(match.game.parse(match.state, text))
    return match


@pytest.mark.parametrize(
    ("players", "ply", "even", "seated"),
    [
        (("bot:7", "human:Ann"), 3, 2, ("bot:7", "human:Ann")),
        (("human", "human:Ann"), 3, 2, ("bot:2", "human:Ann")),
        (("human", "human:Ann"), 2, None, ("human", "bot:5")),
        (("bot:7", "greedy"), 3, None, ("bot:7", "human")),
        (("bot:99", "human"), 3, None, ("bot:5", "human")),
    ],
)
def test_who_erred_plays_on_against_who_won(
    players: tuple[str, str], ply: int, even: int | None, seated: tuple[str, str]
) -> None:
    match = played(*players)
    new = playing_out.played_out(match, ply, even)
    assert new.players == seated
    going_on = new.match()
    assert going_on.texts() == GAME[:ply]
    assert (going_on.terms.taken_over, match.ply) == (ply, len(GAME))
    assert not going_on.undone


def test_what_spectators_saw_is_not_played_out() -> None:
    game = games.create("mitropia", {"players": 3})
    match: Match[Any, Any] = Match(game, ("human",) * 3, 1)
    with pytest.raises(RecordError, match="played out when it is over"):
        playing_out.refuse(match)
    with pytest.raises(RecordError, match="hands are left out"):
        playing_out.refuse(record.redacted(match))


def test_records_tell_of_rated_games_and_of_moves_taken_over(tmp_path: Path) -> None:
    match = played("human", "bot:3", terms=Terms(rated=True))
    match.terms = replace(match.terms, taken_over=2)
    text = record.write(match)
    assert text.startswith("termgames record 4\n")
    read = record.load(text)
    assert (read.terms.rated, read.terms.taken_over) == (True, 2)
    plain = record.write(played("human", "bot:3"))
    assert plain.startswith("termgames record 2\n"), "older versions read it as before"
    with pytest.raises(RecordError, match="taken over is 'x', not a number"):
        record.load(plain.replace("plies:", "taken over: x\nplies:"))


def test_a_game_that_goes_on_from_another_counts_for_no_rating(tmp_path: Path) -> None:
    path = store.new_file("plurality")
    match = played("human", "bot:3")
    store.save(match, path)
    assert [game.ordinary for game in ended.ended_games()] == [True]
    match.terms = replace(match.terms, taken_over=2)
    store.save(match, path)
    assert [game.ordinary for game in ended.ended_games()] == [False]


def test_in_a_rated_game_nothing_is_taken_back() -> None:
    for rated in (False, True):
        match = played("human", "human", terms=Terms(rated=rated))
        live = Live(match)
        assert (live.undo_target is None) == rated
        assert live.undo() != rated
        assert match.ply == len(GAME) - (not rated)


def test_bots_do_not_teach_in_a_rated_game_and_a_copy_of_it_does_not_count(tmp_path: Path) -> None:
    match = played("human", "bot:3", terms=Terms(rated=True))
    live = Live(match)
    live.taught.teach(True)
    assert match.terms == Terms(rated=True)
    match.undo()
    path = tmp_path / "game.tgr"
    store.save(match, path)
    copy = SaveFile(path).resume(copy=True)
    assert copy.terms == Terms(taken_over=match.ply)


@pytest.mark.parametrize("name", ["superbot:9", "human:[red]x"])
def test_a_seat_of_somebody_unknown_is_played_by_a_human_without_a_name(name: str) -> None:
    match = Match(games.create("plurality", {"size": 5}), (name, "bot:1"), 1)
    for text in GAME[:2]:
        match.submit(match.game.parse(match.state, text))
    assert playing_out.played_out(match, 0).players[0] == "human"
