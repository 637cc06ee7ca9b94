"""A game that is looked through, and other moves tried in it, without a screen."""

from typing import Any

from termgames.play.events import Changed, Event, LineChanged, NotesChanged
from termgames.play.sitting.study import Study
from tests.play.support import BOARD, GAME, match

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


def test_a_variation_keeps_what_was_expected_before_it_left_the_game() -> None:
    study, _ = looked_through()
    study.expect(dict.fromkeys(range(4), (0.5, 0.5)))
    study.add_line(2, [OTHER, "pass"], "Better.")
    assert study.shown.ply == 3
    assert set(study.shown.values) == {0, 1, 2}
    study.expect({3: (0.1, 0.9)})
    assert 3 not in study.shown.values, "it was expected in the game"
    study.to_game()
    assert study.shown.values[3] == (0.1, 0.9)


def test_of_a_line_that_cannot_be_made_the_first_move_is_kept_until_it_is_removed() -> None:
    study, told = looked_through()
    study.add_line(2, [OTHER, OTHER], "")
    assert (study.tree.notes.count, study.aside) == (1, True)
    told.clear()
    study.remove(study.tree.at)
    assert NotesChanged() in told
    assert (study.aside, study.shown.ply, study.shown.match.ply) == (False, 2, 4)
