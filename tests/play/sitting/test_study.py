"""A game that is looked through, and other moves tried in it, without a screen."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from termgames.core.errors import StorageError
from termgames.play.events import Changed, Event, LineChanged, NotesChanged
from termgames.play.match import Match
from termgames.play.notes import Node
from termgames.play.sitting.study import Study

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1")
PLURALITY = games.create("plurality", {"size": 5})


def played(count: int = len(GAME), game: Any = PLURALITY) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(game, ("human", "human"))
    for text in GAME[:count]:
        match.submit(game.parse(match.state, text))
    return match


def looked_through(match: Match[Any, Any]) -> tuple[Study, list[Event]]:
    study, told = Study(match), list[Event]()
    study.shown.listen = told.append
    return study, told


def move(study: Study, text: str) -> Any:
    return study.shown.game.parse(study.shown.position, text)


def test_it_begins_at_the_start_and_nobody_can_move() -> None:
    study, told = looked_through(played())
    assert (study.shown.ply, study.shown.present, study.going_on) == (0, False, False)
    refusal = study.play(move(study, "a1,a2,b1"))
    assert refusal is not None
    assert refusal.code == "turn"
    assert told == []


def test_a_move_that_differs_is_shown_in_a_variation_and_the_game_stays() -> None:
    match = played()
    study, told = looked_through(match)
    study.shown.look(1)
    study.catch_up()
    study.switch()
    told.clear()
    assert study.play(move(study, "a1,a2,b1")) is None
    assert told == [NotesChanged(), Changed(), LineChanged()]
    assert (study.aside, study.shown.ply, study.shown.match.ply) == (True, 2, 2)
    assert match.ply == len(GAME)
    study.to_game()
    assert (study.aside, study.shown.ply, study.shown.match.moves) == (False, 1, match.moves)


def test_the_move_of_the_game_leads_on_in_it_and_is_noted_nowhere() -> None:
    study, told = looked_through(played())
    study.switch()
    assert study.play(move(study, GAME[0])) is None
    assert NotesChanged() not in told
    assert (study.aside, study.shown.ply) == (False, 1)


def test_a_variation_keeps_what_was_expected_before_it_left_the_game() -> None:
    study, _ = looked_through(played())
    study.expect(dict.fromkeys(range(4), (0.5, 0.5)))
    study.add_line(2, ["a1,a2,b1", "pass"], "Better.")
    assert study.shown.ply == 3
    assert set(study.shown.values) == {0, 1, 2}
    study.expect({3: (0.1, 0.9)})
    assert 3 not in study.shown.values, "it was expected in the game"
    study.to_game()
    assert study.shown.values[3] == (0.1, 0.9)


def test_of_a_line_that_cannot_be_made_as_a_whole_the_first_move_is_kept() -> None:
    study, _ = looked_through(played())
    study.add_line(2, ["a1,a2,b1", "a1,a2,b1"], "")
    assert study.tree.notes.count == 1
    assert study.aside


def test_a_variation_that_is_removed_is_shown_no_longer() -> None:
    study, told = looked_through(played())
    study.add_line(2, ["a1,a2,b1"], "")
    node = study.tree.at
    assert isinstance(node, Node)
    told.clear()
    study.remove(node)
    assert NotesChanged() in told
    assert (study.aside, study.shown.ply, study.shown.match.ply) == (False, 2, len(GAME))


def test_it_follows_a_game_that_goes_on_elsewhere_at_its_end_and_stays_where_it_was() -> None:
    study, _ = looked_through(played(2))
    study.go(2)
    study.follow(played(3))
    assert (study.shown.ply, study.shown.match.ply, study.tree.match.ply) == (3, 3, 3)
    study.shown.look(1)
    study.follow(played(4))
    study.catch_up()
    assert (study.shown.ply, study.tree.at) == (1, 1)
    study.follow(played(0))
    assert study.shown.ply == 0
    with pytest.raises(StorageError, match="another game"):
        study.follow(played(0, games.create("plurality", {"size": 7})))
