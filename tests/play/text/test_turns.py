"""A game turn by turn, and what happened in words."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from termgames import games
from termgames.core.game import CHANCE
from termgames.play import record
from termgames.play.match import Match
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.text import panels, prompts
from termgames.play.text.turns import Turns, fitting
from tests.contract.support import SETTINGS, every_setting, game_of

TROMINOES = ("d4,e4,f4", "d2,e2,d3", "pass")
FOLDER = Path(__file__).parents[2] / "games" / "mitropia" / "records"


class Quiet:
    """A bot that is asked and never answers: its moves are submitted here."""

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """Nothing."""

    def stop(self) -> None:
        """Nothing."""


def sitting_of(match: Match[Any, Any], *humans: int) -> Live:
    seats = range(match.game.seats)
    return Live(match, bots={seat: Quiet() for seat in seats if seat not in humans})


def played(game_id: str, *moves: str, humans: tuple[int, ...] = (0,), **options: Any) -> Turns:
    game = games.create(game_id, options)
    match = Match(game, ("human",) * game.seats, 1)
    for move in moves:
        match.submit(game.parse(match.state, move))
    turns = Turns(sitting_of(match, *humans).shown)
    turns.update()
    return turns


def said(turns: Turns) -> str:
    return " ".join(turns.happened())


def test_a_pass_is_told_and_that_a_second_one_ends_the_game() -> None:
    turns = played("plurality", "a1,b1,c1", "pass", size=5)
    assert said(turns) == "White passed. If you pass too, the game ends."
    turns = played("plurality", "pass", size=5)
    assert said(turns) == "Black passed. If white passes too, the game ends."
    assert said(played("plurality", "a1,b1,c1", size=5)) == "Black played a1,b1,c1."


def test_what_is_told_of_a_move_is_told_no_longer_once_it_is_taken_back() -> None:
    match = Match(games.create("plurality", {"size": 5}), ("human", "human"))
    turns = Turns(sitting_of(match, 0).shown)
    for move in ("a1,b1,c1", "a1,b1,a2"):
        match.submit(match.game.parse(match.state, move))
        turns.update()
        assert said(turns) == f"Black played {move}."
        match.undo()
        turns.update()


def test_stones_replaced_and_taken_and_the_button() -> None:
    assert said(played("pletore", "c3", "button", size=7)).startswith("White took the button")
    captured = played("tricolor", "a1", "a2", "c3", "d4", "b1", humans=(2,), size=5)
    assert "Beta played b1 and captured 1 stone of alpha." in said(captured)


def test_lines_won_are_told() -> None:
    moves = ("a1", "b1,b3", "a2,c1")
    turns = played("majorities", *moves, humans=(1,), size=3)
    assert "Black played a2,c1 and won 2 lines." in said(turns)


def test_a_turn_with_dice_cards_and_answers_is_one_line() -> None:
    match = record.load((FOLDER / "reject.txt").read_text("utf-8"))
    turns = Turns(Shown(match))
    turns.update()
    lines = turns.lines()
    assert [line.number for line in lines if line.number] == list(
        range(1, 1 + sum(line.actor != CHANCE for line in lines))
    )
    assert (lines[0].first, lines[-1].end) == (0, match.ply)
    assert all(one.end == other.first for one, other in pairwise(lines))
    assert any("rejects" in line.text for line in lines)
    texts = " ".join(line.text for line in lines)
    assert "roll" not in texts
    assert "let" not in texts


def test_dice_stand_before_the_stone_and_are_told_with_their_range() -> None:
    match = Match(games.create("mitropia", {"map": "9x9-cut", "players": 2}), ("human",) * 2, 3)
    turns = Turns(sitting_of(match, 0, 1).shown)
    for word in ("start", "start", "roll"):
        texts = {match.game.format(move): move for move in match.game.legal_moves(match.state)}
        match.submit(next(move for text, move in texts.items() if text.startswith(word)))
    low, high = match.state.dice
    turns.update()
    assert f" rolled {low}+{high}" in turns.happened()[-1]
    assert f": range {high}." in turns.happened()[-1]
    stone = next(move for move in match.game.legal_moves(match.state) if match.game.cells_of(move))
    match.submit(stone)
    turns.update()
    opening, *_, last = turns.lines()
    assert (opening.number, opening.actor) == (0, CHANCE)
    assert last.text == f"{low}·{high} → {match.game.format(stone)}"
    assert last.number == 3, "the opening rolls are no turn"


@every_setting
def test_every_move_of_a_game_stands_in_one_turn_after_undo_too(setting: Any) -> None:
    """The list is brought up to date; it must be what a fresh one would be."""
    game = game_of(setting)
    rng = random.Random(5)
    match = Match(game, ("human",) * game.seats, 4)
    sitting = sitting_of(match)
    turns = Turns(sitting.shown)
    for _ in range(12):
        if match.over:
            break
        moves = list(game.legal_moves(match.state))
        match.submit(rng.choice(moves))
        if rng.random() < 0.3:
            match.undo()
        turns.update()
        turns.lines()
    fresh = Turns(sitting.shown)
    fresh.update()
    turns.update()
    assert turns.lines() == fresh.lines()
    assert [line.first for line in turns.lines()[1:]] == [line.end for line in turns.lines()[:-1]]
    for ply in range(match.ply):
        sentence = turns.sentence(ply)
        assert not sentence or (sentence[0].isupper() and sentence.endswith("."))


def test_nothing_hidden_is_told() -> None:
    for name in sorted(path.name for path in FOLDER.glob("*.txt")):
        match = record.load((FOLDER / name).read_text("utf-8"))
        if match.game.table.deck is None:
            continue
        sitting = sitting_of(match, 0)
        turns = Turns(sitting.shown)
        turns.update()
        for ply in range(match.ply):
            whole, seen = match.game.format(match.move_at(ply)), sitting.shown.view.text(ply)
            if whole != seen:
                card = whole.partition(" ")[2]
                assert card not in turns.sentence(ply)
                assert card not in turns._briefs[ply]


@pytest.mark.parametrize("room", [5, 20, 21, 60])
def test_the_latest_sentence_is_always_whole(room: int) -> None:
    text = fitting(["Red passed.", "Blue passed.", "White took the button."], room)
    assert text.endswith("White took the button.")
    assert text.startswith("… ") == (room < 60)
    assert room < 24 or len(text) <= room


def test_labels_of_every_figure_are_explained() -> None:
    """Each label that a status line has in a game is in the legend of its display, and so are the
    tints of the board and the marks around it."""
    rng = random.Random(8)
    for setting in SETTINGS:
        game = game_of(setting)
        display, state = games.display(game), game.start()
        for _ in range(15):
            if game.ending(state) is not None:
                break
            figures = {name for name, _ in display.status(state)}
            figures |= {overlay.name for overlay in display.overlays(state)}
            figures |= {"marks at the edge"} if display.has_edge_marks else set()
            assert figures <= display.legend.keys()
            state = game.apply(state, rng.choice(list(game.legal_moves(state))))


def ended(*players: str, winner: int, moves: Sequence[str] = TROMINOES) -> tuple[Live, Turns]:
    """A game of Plurality that the other player gave up, and its turns."""
    game = games.create("plurality", {"size": 7})
    match = Match(game, players, 1)
    for move in moves:
        match.submit(game.parse(match.state, move))
    match.resign(1 - winner)
    sitting = sitting_of(match, *(at for at, name in enumerate(players) if name == "human"))
    turns = Turns(sitting.shown)
    turns.update()
    return sitting, turns


def test_the_turning_point_is_the_turn_of_who_did_not_win() -> None:
    sitting, turns = ended("human", "bot:1", winner=1, moves=(*TROMINOES, "a1,b1,c1"))
    # The bot thinks before its own moves alone.
    sitting.shown.values = {1: (0.5, 0.5), 3: (0.0, 1.0)}
    said = prompts.turning_point(sitting.shown, turns)
    wanted = "turn 3; white's chances went from 50% to 100%."
    assert said == f"Turning point as bot 1 saw it: {wanted}"


@pytest.mark.parametrize("winner", [0, 1])
def test_what_chance_did_is_no_turning_point(winner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.create("mitropia", {"players": 2, "map": "9x9-cut"})
    match, rng = Match(game, ("human", "bot:1"), 5), random.Random(3)
    while match.ply < 80:
        moves = match.game.legal_moves(match.state)
        lively = [m for m in moves if game.format(m) not in ("pass", "skip", "done", "pass draw")]
        match.submit(rng.choice(lively or moves))
    monkeypatch.setattr(match, "result", lambda: SimpleNamespace(winners=(winner,)))
    sitting = sitting_of(match, 0, 1)
    monkeypatch.setattr(Shown, "expectations", property(lambda each: each.values))
    turns = Turns(sitting.shown)
    turns.update()
    low, high = ((0.9, 0.1), (0.1, 0.9)) if winner else ((0.1, 0.9), (0.9, 0.1))
    for before, after in pairwise(ply for ply in range(match.ply) if match.actor(ply) == 1):
        sitting.shown.values = {before: low, after: high}
        if any(match.by_chance(ply) for ply in range(before, after)):
            assert prompts.turning_point(sitting.shown, turns) == ""


def test_a_review_has_the_only_word_on_the_turning_point() -> None:
    sitting, turns = ended("human", "bot:1", winner=1)
    sitting.shown.values = {1: (0.5, 0.5), 3: (0.0, 1.0)}
    sitting.shown.name_turning_point("")
    assert prompts.turning_point(sitting.shown, turns) == ""
    sitting.shown.name_turning_point("Turning point: Black's d4,e4,f4.")
    assert prompts.turning_point(sitting.shown, turns) == "Turning point: Black's d4,e4,f4."


def test_figures_are_those_on_the_screen_with_the_marks_at_the_edge_and_one_row_a_meaning() -> None:
    sitting = sitting_of(Match(games.create("majorities", {"size": 3}), ("human",) * 2, 1), 0, 1)
    names = [name for name, _ in panels.figures(sitting.shown, analysis_shown=True)]
    assert names == ["now", "horizontal, NE/SW, NW/SE", "marks at the edge"]
    names = [
        name
        for name, _ in panels.figures(
            sitting.shown, analysis_shown=True, overlay="nearer", graph=True
        )
    ]
    assert names[-3:] == ["nearer", "lead if it ended now", "lead expected"]


@pytest.mark.parametrize(
    ("game_id", "moves", "humans", "risk"),
    [
        ("plurality", (), (0,), "If you pass and white passes too, the game ends 0.5 to 0"),
        ("plurality", ("a1,b1,c1",), (0, 1), ""),  # somebody else will be warned
        ("plurality", ("pass",), (1,), ""),  # that wins
        ("plurality", ("a1,b1,c1", "pass"), (0,), ""),
        ("tricolor", ("c3",), (1,), "If you pass and gamma and alpha pass too, the game ends with"),
        ("tricolor", ("c3",), (0, 1), ""),
    ],
)
def test_what_a_pass_risks_is_told_before_it(
    game_id: str, moves: tuple[str, ...], humans: tuple[int, ...], risk: str
) -> None:
    game = games.create(game_id, {"size": 5})
    match = Match(game, ("human",) * game.seats, 1)
    for move in moves:
        match.submit(game.parse(match.state, move))
    shown, move = sitting_of(match, *humans).shown, game.parse(match.state, "pass")
    said = prompts.risk(shown, match.state, move)
    assert said.startswith(risk)
    assert bool(said) == bool(risk)
    assert not said or said.endswith("and you do not win.")


def test_a_pass_that_ends_the_game_at_once_and_loses_is_told_before_it() -> None:
    game = games.create("plurality", {"size": 5, "komi": -5.5})
    match = Match(game, ("human", "human"), 1)
    match.submit(game.parse(match.state, "pass"))
    risk = prompts.risk(sitting_of(match, 0, 1).shown, match.state, game.parse(match.state, "pass"))
    assert risk == "If you pass now, the game ends 0 to -5.5 and you do not win."
