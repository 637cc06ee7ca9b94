"""A game turn by turn, what happened in words, what is said of thinking and of scores, and the
list of saved games."""

import random
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.core.text import columns
from termgames.play import record
from termgames.play.advice import Advice, Estimate, Lesson
from termgames.play.match import Match, Terms
from termgames.play.record_header import Summary
from termgames.play.sitting.live import Live
from termgames.play.store import Saved
from termgames.play.text import listing, panels, prompts, words
from termgames.play.text.turns import Turns, fitting
from termgames.search.limits import Candidate
from tests.cases import cases, options
from tests.contract.support import MAP, SETTINGS, every_setting, game_of
from tests.play.support import Bot, match

TROMINOES = "d4,e4,f4 d2,e2,d3 pass"
FOLDER = Path(__file__).parents[2] / "games" / "mitropia" / "records"


def sitting_of(of: Match[Any, Any], *humans: int) -> Live:
    return Live(of, bots={seat: Bot() for seat in range(of.game.seats) if seat not in humans})


def turns_of(of: Match[Any, Any], *humans: int) -> Turns:
    turns = Turns(sitting_of(of, *humans).shown)
    turns.update()
    return turns


@pytest.mark.parametrize(
    ("game", "moves", "humans", "told"),
    cases("""
    plurality size=5 | a1,b1,c1 pass | 0 | White passed. If you pass too, the game ends.
    plurality size=5 | pass | 0 | Black passed. If white passes too, the game ends.
    plurality size=5 | a1,b1,c1 | 0 | Black played a1,b1,c1.
    pletore size=7 | c3 button | 0 | White took the button
    tricolor size=5 | a1 a2 c3 d4 b1 | 2 | Beta played b1 and captured 1 stone of Alpha.
    majorities size=3 | a1 b1,b3 a2,c1 | 1 | Black played a2,c1 and won 2 lines.
    """),
)
def test_what_happened(game: str, moves: str, humans: str, told: str) -> None:
    said = " ".join(turns_of(match(game, *moves.split()), *map(int, humans)).happened())
    assert said == told if "game ends" in told else told in said


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


@pytest.mark.parametrize("room", [5, 21, 60])
def test_the_latest_sentence_is_always_whole(room: int) -> None:
    text = fitting(["Red passed.", "Blue passed.", "White took the button."], room)
    assert text.endswith("White took the button.")
    assert text.startswith("… ") == (room < 60)


def test_labels_of_every_figure_are_explained() -> None:
    """Each label that a status line has in a game is in the legend of its display, and so are the
    tints of the board and the lines that decide the game."""
    rng = random.Random(8)
    for setting in SETTINGS:
        game = game_of(setting)
        display, state = games.display(game), game.start()
        for _ in range(15):
            if game.ending(state) is not None:
                break
            figures = {name for name, _ in display.status(state)}
            figures |= {overlay.name for overlay in display.overlays(state)}
            figures |= {"lines"} if display.lines(state) else set()
            assert figures <= display.legend.keys()
            state = game.apply(state, rng.choice(list(game.legal_moves(state))))


@pytest.mark.parametrize(
    ("shares", "known", "told"),
    [
        ((0.55, 0.45), None, "even"),
        ((0.38, 0.62), None, "White is ahead 62%"),
        ((0.844, 0.156), None, "Black is ahead 84%"),
        ((0.85, 0.15), None, "Black is winning 85%"),
        ((0.002, 0.998), None, "White is winning 99%"),
        ((0.0, 1.0), "White wins in 8 turns", "White wins in 8 turns"),
        ((0.5, 0.5), "a draw", "A draw"),
    ],
)
def test_who_is_ahead_in_words(shares: Any, known: str | None, told: str) -> None:
    assert words.outlook(("black", "white"), Estimate(shares, known=known)) == told


def test_of_more_than_two_the_share_of_each_is_told() -> None:
    estimate = Estimate((0.002, 0.298, 0.7))
    assert words.outlook(("alpha", "beta", "gamma"), estimate) == "Alpha 1%, Beta 30%, Gamma 70%"


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    cases("""
    plurality size=5 | pass pass | White wins by 0.5 points: 0.5 to 0 (both passed).
    plurality size=5 | resign | White wins (Black resigned).
    tricolor size=5 | c3 pass pass pass | The others have nothing: Alpha wins, Alpha 25, Beta 0,\
 Gamma 0 (all have passed).
    tricolor size=5 | c3 a1 e5 a2 resign_with_gamma agree | Beta and Gamma share the middle score,\
 but Beta and Gamma resigned together: Alpha wins, Alpha 2, Beta 1, Gamma 1.
    """),
)
def test_why_the_winner_has_won(game: str, moves: str, told: str) -> None:
    """By which rule, and by how much."""
    of = match(game)
    for text in moves.split():
        if text == "resign":
            of.resign(of.to_act)
        else:
            of.submit(of.game.parse(of.state, text.replace("_", " ")))
    said = prompts.result(sitting_of(of, *range(of.game.seats)).shown, of.result())
    assert re.sub(r" \(player .\)", "", said) == told


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
    shown, move = sitting_of(of, *map(int, humans)).shown, of.game.parse(of.state, "pass")
    said = prompts.risk(shown, of.state, move)
    if risk.startswith("#"):
        assert not said
    else:
        assert said.startswith(risk)
        assert said.endswith("and you do not win.")


def test_what_is_said_of_thinking_and_hints() -> None:
    shown = Live(match("majorities size=3", players="human bot:9"), bots={}).shown
    move, good = (shown.game.parse(shown.position, text) for text in ("e1", "b1"))
    one = Candidate(move, (move,), (0.13, 0.87), (10.0, 18.5), 40)
    assert prompts.line_comment(shown, 1, one) == "candidate 1: 13% of the win, -8.5 points"
    even = Candidate(move, (move,), (0.5, 0.5), (10.0, 10.04), 40)
    assert prompts.worth(shown, even) == ("50%", "+0.0")
    assert prompts.worth(shown, one, even) == ("-37%", "-8.5")
    advice = Advice(move, (0.52, 0.48), as_good=(good,), settled=True)
    advice = replace(advice, reason="Wins 1 line.")
    sure, why = "e1, 52% to win", "Wins 1 line. Also good, it seems: b1."
    assert prompts.hint_lines(shown, shown.position, advice) == [f"hint: {sure}", why]
    for settled, told in (
        (True, f"Hint: {sure}  i takes it up\n{why}"),
        (False, "Hint so far: e1, 52% to win\nstill thinking"),
    ):
        said = prompts.hint(shown, replace(advice, settled=settled), "i takes it up" * settled)
        assert "".join(span.text for span in said) == told
    shown.estimate(0, Estimate((0.47, 0.53)))
    assert prompts.hint_lines(shown, shown.position, advice)[0] == "hint: e1, 47% to win"


def test_a_lesson_on_points_alone_does_not_speak_of_the_win() -> None:
    of = match(players="human bot:1", terms=Terms(teaching=True))
    move, better = (of.game.parse(of.state, text) for text in ("a1,a2,b1", "c3,c4,d4"))
    sitting = Live(of, bots={1: Bot()})
    sitting.play(move)
    reason = "Takes the centre (about 6 points)."
    lesson = Lesson(better, line=(better,), size="blunder", share_lost=0.001, noise=0.01)
    lesson = replace(lesson, points_lost=6.2, reason=reason)
    assert prompts.lesson(sitting, lesson)[1] == "a1,a2,b1 gives away about 6 points."
    assert prompts.better(sitting.shown, lesson) == f"Better was c3,c4,d4. {reason}"


def standings(of: Match[Any, Any]) -> list[str]:
    shown = Live(of, bots={}).shown
    early = shown.display.is_early(shown.position)
    rows = panels.players(shown, counting=not early)
    assert all(row.standing for row in rows) or not any(row.leads for row in rows)
    return [row.standing for row in rows]


@pytest.mark.parametrize(
    "game", ["plurality size=5 komi=1.5", "pletore size=5", "tricolor size=5", "mitropia"]
)
def test_a_score_is_shown_once_a_third_of_the_board_is_occupied(game: str) -> None:
    """Until then it tells nothing."""
    small = {"map": MAP, "players": 2, "pro": True} if game == "mitropia" else {}
    of = Match(games.create(game, small), ("human",) * 2, 4) if small else match(game, seed=4)
    rng, seen = np.random.default_rng(4), set[bool]()
    while of.game.to_act(of.state) != OVER and of.ply < 200:
        occupied = np.count_nonzero(list(of.game.stones(of.state)))
        told = all(standings(of))
        assert told == (3 * occupied >= of.game.topology.cells) == any(standings(of))
        seen.add(told)
        legal = of.game.legal_moves(of.state)
        moves = [move for move in legal if of.game.cells_of(move)]
        of.submit(rng.choice(np.array(moves or legal, object)))
    assert seen == {False, True}
    for at_once in (match("majorities size=3"), match("plurality size=5", "pass", "pass")):
        assert all(standings(at_once)), "lines from the start, scores at every end"


def saved(players: str, turns: int, result: str, chosen: str = "") -> Saved:
    names = tuple(players.split(", "))
    info = games.info("plurality" if len(names) == 2 else "tricolor")
    settled = info.settle(options(info.id, chosen))
    summary = Summary(info, settled, names, turns, True, bool(result), result)
    return Saved(Path("x.tgr"), 1.7e9, summary, over=bool(result))


@pytest.mark.parametrize("width", [None, 120, 72, 52])
def test_numbers_and_results_are_whole_at_every_width(width: int | None) -> None:
    result = "white wins by 24.5 (both passed)"
    rows = listing.table(
        [
            saved("human, bot:1", 247, result, "size=9 komi=5.5"),
            saved("human:Annabel Lee, human:Maximilian, bot:9", 69, ""),
            saved("human, bot:1", 1734, "a draw (both passed)"),
        ],
        width,
    )
    head = rows[0]
    assert [row[head.index("turns")] for row in rows[1:]] == ["247", "69", "1734"]
    results = [row[head.index("result")] for row in rows[1:]]
    results = [result.partition(" (")[0].partition(" by ")[0] for result in results]
    assert results == ["White wins", "Unfinished", "A draw"]
    lines = columns(rows, right=("turns",))
    assert width is None or max(map(len, lines)) <= width
    assert all(line.split()[-1] != "…" for line in lines)
