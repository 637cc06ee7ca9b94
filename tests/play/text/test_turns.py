"""A game turn by turn, and what happened in words."""

from __future__ import annotations

import random
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
from termgames.play.text import prompts
from termgames.play.text.turns import Turns, fitting
from tests.cases import cases
from tests.contract.support import SETTINGS, every_setting, game_of
from tests.play.support import Bot, match, play

TROMINOES = "d4,e4,f4 d2,e2,d3 pass"
FOLDER = Path(__file__).parents[2] / "games" / "mitropia" / "records"


def sitting_of(of: Match[Any, Any], *humans: int) -> Live:
    return Live(of, bots={seat: Bot() for seat in range(of.game.seats) if seat not in humans})


def turns_of(of: Match[Any, Any], *humans: int) -> Turns:
    turns = Turns(sitting_of(of, *humans).shown)
    turns.update()
    return turns


def seats(text: str) -> list[int]:
    return [int(seat) for seat in text]


@pytest.mark.parametrize(
    ("game", "moves", "humans", "told"),
    cases("""
    plurality size=5 | a1,b1,c1 pass | 0 | White passed. If you pass too, the game ends.
    plurality size=5 | pass | 0 | Black passed. If white passes too, the game ends.
    plurality size=5 | a1,b1,c1 | 0 | Black played a1,b1,c1.
    pletore size=7 | c3 button | 0 | White took the button
    tricolor size=5 | a1 a2 c3 d4 b1 | 2 | Beta played b1 and captured 1 stone of alpha.
    majorities size=3 | a1 b1,b3 a2,c1 | 1 | Black played a2,c1 and won 2 lines.
    """),
)
def test_what_happened(game: str, moves: str, humans: str, told: str) -> None:
    said = " ".join(turns_of(match(game, *moves.split()), *seats(humans)).happened())
    assert said == told if "game ends" in told else told in said


def test_what_is_told_of_a_move_is_told_no_longer_once_it_is_taken_back() -> None:
    of = match()
    turns = turns_of(of, 0)
    for move in ("a1,b1,c1", "a1,b1,a2"):
        play(of, move)
        turns.update()
        assert turns.happened() == [f"Black played {move}."]
        of.undo()
        turns.update()


def test_a_turn_with_dice_cards_and_answers_is_one_line() -> None:
    of = record.load((FOLDER / "reject.txt").read_text("utf-8"))
    turns = Turns(Shown(of))
    turns.update()
    lines = turns.lines()
    numbers = [line.number for line in lines if line.number]
    assert numbers == [*range(1, 1 + sum(line.actor != CHANCE for line in lines))]
    assert (lines[0].first, lines[-1].end) == (0, of.ply)
    assert all(one.end == other.first for one, other in pairwise(lines))
    texts = " ".join(line.text for line in lines)
    assert "rejects" in texts
    assert not {"roll", "let"} & {*texts.split()}


def test_dice_stand_before_the_stone_and_are_told_with_their_range() -> None:
    of = match("mitropia map=9x9-cut players=2", seed=3)
    turns = Turns(sitting_of(of, 0, 1).shown)
    for word in ("start", "start", "roll"):
        legal = of.game.legal_moves(of.state)
        of.submit(next(move for move in legal if of.game.format(move).startswith(word)))
    low, high = of.state.dice
    turns.update()
    assert f" rolled {low}+{high}" in turns.happened()[-1]
    assert f": range {high}." in turns.happened()[-1]
    of.submit(stone := next(filter(of.game.cells_of, of.game.legal_moves(of.state))))
    turns.update()
    opening, *_, last = turns.lines()
    assert (opening.number, opening.actor) == (0, CHANCE)
    assert last.text == f"{low}·{high} → {of.game.format(stone)}"
    assert last.number == 3, "the opening rolls are no turn"


@every_setting
def test_every_move_of_a_game_stands_in_one_turn_after_undo_too(setting: Any) -> None:
    """The list is brought up to date; it must be what a fresh one would be."""
    game, rng = game_of(setting), random.Random(5)
    of = Match(game, ("human",) * game.seats, 4)
    sitting = sitting_of(of)
    turns, fresh = Turns(sitting.shown), Turns(sitting.shown)
    for _ in range(12):
        if of.over:
            break
        of.submit(rng.choice(list(game.legal_moves(of.state))))
        if rng.random() < 0.3:
            of.undo()
        turns.update()
        turns.lines()
    fresh.update()
    turns.update()
    assert turns.lines() == fresh.lines()
    assert all(one.end == other.first for one, other in pairwise(turns.lines()))
    for sentence in filter(None, map(turns.sentence, range(of.ply))):
        assert sentence[0].isupper()
        assert sentence.endswith(".")


def test_nothing_hidden_is_told() -> None:
    hidden = 0
    for path in sorted(FOLDER.glob("*.txt")):
        of = record.load(path.read_text("utf-8"))
        if of.game.table.deck is None:
            continue
        view, turns = sitting_of(of, 0).shown.view, turns_of(of, 0)
        for ply in range(of.ply):
            whole = of.game.format(of.move_at(ply))
            if whole != view.text(ply):
                hidden += 1
                card = whole.partition(" ")[2]
                assert card not in turns.sentence(ply)
                assert card not in turns._briefs[ply]
    assert hidden


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


@pytest.mark.parametrize(
    ("more", "reviewed", "told"),
    [
        # The turn of who did not win; the bot thinks before its own moves alone.
        (" a1,b1,c1", None, "as bot 1 saw it: turn 3; white's chances went from 50% to 100%."),
        ("", "", ""),  # a review has the only word on it
        ("", "Turning point: Black's d4,e4,f4.", ": Black's d4,e4,f4."),
    ],
)
def test_the_turning_point(more: str, reviewed: str | None, told: str) -> None:
    of = match("plurality size=7", *(TROMINOES + more).split(), players="human bot:1")
    of.resign(0)
    shown = sitting_of(of, 0).shown
    turns = Turns(shown)
    turns.update()
    shown.values = {1: (0.5, 0.5), 3: (0.0, 1.0)}
    if reviewed is not None:
        shown.name_turning_point(reviewed)
    said = prompts.turning_point(shown, turns)
    assert said.removeprefix("Turning point").lstrip() == told
    assert bool(said) == bool(told)


@pytest.mark.parametrize("winner", [0, 1])
def test_what_chance_did_is_no_turning_point(winner: int, monkeypatch: pytest.MonkeyPatch) -> None:
    of, rng = (
        match("mitropia players=2 map=9x9-cut", players="human bot:1", seed=5),
        random.Random(3),
    )
    while of.ply < 80:
        moves = of.game.legal_moves(of.state)
        quiet = ("pass", "skip", "done", "pass draw")
        of.submit(rng.choice([m for m in moves if of.game.format(m) not in quiet] or moves))
    monkeypatch.setattr(of, "result", lambda: SimpleNamespace(winners=(winner,)))
    monkeypatch.setattr(Shown, "expectations", property(lambda each: each.values))
    shown = sitting_of(of, 0, 1).shown
    turns = Turns(shown)
    turns.update()
    low, high = ((0.9, 0.1), (0.1, 0.9)) if winner else ((0.1, 0.9), (0.9, 0.1))
    for before, after in pairwise(ply for ply in range(of.ply) if of.actor(ply) == 1):
        shown.values = {before: low, after: high}
        if any(of.by_chance(ply) for ply in range(before, after)):
            assert prompts.turning_point(shown, turns) == ""


@pytest.mark.parametrize(
    ("game", "moves", "humans", "risk"),
    cases("""
    plurality size=5 | | 0 | If you pass and white passes too, the game ends 0.5 to 0
    plurality size=5 | a1,b1,c1 | 01 | # somebody else will be warned
    plurality size=5 | pass | 1 | # that wins
    plurality size=5 | a1,b1,c1 pass | 0 | #
    plurality size=5 komi=-5.5 | pass | 01 | If you pass now, the game ends 0 to -5.5
    tricolor size=5 | c3 | 1 | If you pass and gamma and alpha pass too, the game ends with
    tricolor size=5 | c3 | 01 | #
    """),
)
def test_what_a_pass_risks_is_told_before_it(game: str, moves: str, humans: str, risk: str) -> None:
    of = match(game, *moves.split())
    shown, move = sitting_of(of, *seats(humans)).shown, of.game.parse(of.state, "pass")
    said = prompts.risk(shown, of.state, move)
    if risk.startswith("#"):
        assert not said
    else:
        assert said.startswith(risk)
        assert said.endswith("and you do not win.")
