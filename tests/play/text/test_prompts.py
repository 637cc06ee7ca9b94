"""What is said of thinking, of results and of scores, and the list of saved games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import OVER
from termgames.play.advice import Advice
from termgames.play.match import Match, Terms
from termgames.play.record_header import Summary
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.store import Saved
from termgames.play.teaching import Lesson
from termgames.play.text import listing, panels, prompts
from termgames.search.limits import Candidate, Thought
from tests.cases import options
from tests.contract.support import MAP
from tests.play.support import Bot, match


@pytest.fixture
def shown() -> Shown:
    return Live(match("majorities size=3", players="human bot:9"), bots={}).shown


def moved(shown: Shown, text: str) -> Any:
    return shown.game.parse(shown.position, text)


def joined(spans: Any) -> str:
    return "".join(span.text for span in spans)


def test_an_exact_answer_says_so(shown: Shown) -> None:
    move, note = moved(shown, "e1"), "proved: White wins in 8 turns"
    solved = Thought(move, (0.0, 1.0), line=(move,), seconds=0.7, note=note)
    said = joined(prompts.thinking(shown, 1, solved, now=False))
    assert said == f"bot 9 thought 0.7 s, {note}\n100%  e1"


def test_the_note_on_a_line_says_what_its_figures_are(shown: Shown) -> None:
    move = moved(shown, "e1")
    one = Candidate(move, (move,), (0.13, 0.87), (10.0, 18.5), 40)
    assert prompts.line_comment(shown, 1, one) == "candidate 1: 13% of the win, -8.5 points"
    even = Candidate(move, (move,), (0.5, 0.5), (10.0, 10.04), 40)
    assert prompts.worth(shown, even) == ("50%", "+0.0")


def test_a_hint_says_how_sure_it_is_why_and_what_is_as_good(shown: Shown) -> None:
    good = (moved(shown, "b1"),)
    advice = Advice(moved(shown, "e1"), (0.52, 0.48), noise=0.031, as_good=good, settled=True)
    advice = replace(advice, reason="Wins 1 line.")
    why, share = "Wins 1 line. Also good, it seems: b1.", "e1, win share 52%"
    sure = f"{share} (give or take 3%)"
    assert joined(prompts.hint(shown, advice, "i takes it up")) == (
        f"Hint: {sure}  i takes it up\n{why}"
    )
    assert prompts.hint_lines(shown, shown.position, advice) == [f"hint: {sure}", why]
    so_far = joined(prompts.hint(shown, replace(advice, settled=False)))
    assert so_far == f"Hint so far: {share}\nstill thinking"


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
    rows = panels.players(Live(of, bots={}).shown, analysis_shown=True)
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


def test_directions_and_lines_are_told_from_the_start_and_scores_at_every_end() -> None:
    assert all(standings(match("majorities size=3")))
    assert all(standings(match("plurality size=5 komi=1.5", "pass", "pass")))


def saved(players: str, turns: int, result: str, chosen: str = "") -> Saved:
    names = tuple(players.split(", "))
    info = games.info("plurality" if len(names) == 2 else "tricolor")
    settled = info.settle(options(info.id, chosen))
    summary = Summary(info, settled, names, turns, True, bool(result), result)
    return Saved(Path("x.tgr"), 1.7e9, summary, over=bool(result))


@pytest.mark.parametrize("width", [None, 120, 100, 80, 72, 60, 55, 52])
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
    assert results == ["white wins", "goes on", "a draw"]
    lines = listing.lines(rows)
    assert width is None or max(map(len, lines)) <= width
    assert all(line.split()[-1] != "…" for line in lines)
