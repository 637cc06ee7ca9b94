"""What is said of a bot's thinking."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from termgames import games
from termgames.core.display import Pick
from termgames.play.advice import Advice
from termgames.play.match import Match, Terms
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.teaching import Lesson
from termgames.play.text import prompts, words
from termgames.search.limits import Candidate, Thought


def told(thought: Thought) -> str:
    game = games.create("majorities", {"size": 3})
    sitting = Live(Match(game, ("human", "bot:9")), bots={})
    return "".join(span.text for span in prompts.thinking(sitting.shown, 1, thought, now=False))


def test_an_exact_answer_says_so() -> None:
    game = games.create("majorities", {"size": 3})
    move = game.parse(game.start(), "e1")
    solved = Thought(
        move, (0.0, 1.0), line=(move,), seconds=0.7, note="proved: White wins in 8 turns"
    )
    assert told(solved) == "bot 9 thought 0.7 s, proved: White wins in 8 turns\n100%  e1"


def test_the_note_on_a_line_says_what_its_figures_are() -> None:
    game = games.create("majorities", {"size": 3})
    sitting = Live(Match(game, ("human", "bot:9")), bots={})
    move = game.parse(game.start(), "e1")
    one = Candidate(move, (move,), (0.13, 0.87), (10.0, 18.5), 40)
    assert prompts.line_comment(sitting.shown, 1, one) == "candidate 1: 13% of the win, -8.5 points"
    even = Candidate(move, (move,), (0.5, 0.5), (10.0, 10.04), 40)
    assert prompts.worth(sitting.shown, even) == ("50%", "+0.0")


def test_the_margin_is_told_where_the_most_points_win() -> None:
    def ended(game_id: str, moves: str) -> str:
        match = Match(
            games.create(game_id, {"size": 5}), ("human",) * (3 if game_id == "tricolor" else 2)
        )
        for move in moves.split():
            match.submit(match.game.parse(match.state, move))
        return words.result_line(match)

    assert ended("tricolor", "c3 pass pass pass").startswith("alpha wins (")
    assert ended("plurality", "c4,c5,d5 pass pass").startswith("black wins by ")


def advised(**known: Any) -> tuple[Shown, Advice]:
    game = games.create("majorities", {"size": 3})
    sitting = Live(Match(game, ("human", "bot:9")), bots={})
    move, other = (game.parse(game.start(), text) for text in ("e1", "b1"))
    told = Advice(move, (0.52, 0.48), noise=0.031, as_good=(other,), reason="Wins 1 line.")
    return sitting.shown, replace(told, settled=True, **known)


def hinted(shown: Shown, thought: Thought) -> str:
    return "".join(span.text for span in prompts.hint(shown, thought, "i takes it up"))


def test_a_hint_says_how_sure_it_is_why_and_what_is_as_good() -> None:
    shown, advice = advised()
    why = "Wins 1 line. Also good, it seems: b1."
    share = "win share 52% (give or take 3%)"
    assert hinted(shown, advice) == f"Hint: e1, {share}  i takes it up\n{why}"
    assert prompts.hint_lines(shown, shown.position, advice) == [
        f"hint: e1, {share}",
        why,
    ]


def test_a_hint_that_is_not_settled_says_so() -> None:
    shown, advice = advised()
    so_far = replace(advice, settled=False)
    said = "".join(span.text for span in prompts.hint(shown, so_far))
    assert said == "Hint so far: e1, win share 52%\nstill thinking"


def test_a_lesson_on_points_alone_does_not_speak_of_the_win() -> None:
    game = games.create("plurality", {"size": 5})
    match = Match(game, ("human", "bot:1"), 1, terms=Terms(teaching=True))
    move, better = (game.parse(match.state, text) for text in ("a1,a2,b1", "c3,c4,d4"))
    thinker: Any = SimpleNamespace(ask=lambda *_: None, stop=lambda: None)
    sitting = Live(match, bots={1: thinker})
    sitting.play(move)
    lesson = Lesson(
        better,
        line=(better,),
        size="blunder",
        share_lost=0.001,
        noise=0.01,
        points_lost=6.2,
        reason="Takes the centre (about 6 points).",
    )
    assert prompts.lesson(sitting, lesson)[1] == "a1,a2,b1 gives away about 6 points."
    assert prompts.better(sitting.shown, lesson) == (
        "Better was c3,c4,d4. Takes the centre (about 6 points)."
    )


def needed(*picks: str, next_colour: int | None) -> str:
    """What a move that has these stones is said to need in the line under the board."""
    game = games.create("plurality", {"size": 5})
    sitting = Live(Match(game, ("human",) * 2), bots={})
    chosen = tuple(Pick(game.topology.cell(name), at // 2) for at, name in enumerate(picks))
    draft = sitting.shown.display.draft(sitting.shown.position, chosen)
    entry: Any = SimpleNamespace(
        draft=draft, next_colour=next_colour, stamping=False, marking=False, chooses_colour=True
    )
    spans = prompts.needs(sitting, entry, narrow=False, analysis_shown=False)
    return "".join(f"({span.colour})" * (span.colour is not None) + span.text for span in spans)


def test_a_move_in_the_making_tells_whose_stone_is_next() -> None:
    assert needed(next_colour=0).endswith("next (0) own stone")
    assert needed("c3", next_colour=1).endswith("next (1) enemy stone")
    assert "stone" not in needed("c3", next_colour=None)
    assert needed("c3", "c4", "d4", next_colour=None).startswith("Enter or a click")
