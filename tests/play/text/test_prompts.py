"""What is said of a bot's thinking."""

from __future__ import annotations

from termgames import games
from termgames.play.match import Match
from termgames.play.session import GameSession
from termgames.play.text import prompts, words
from termgames.search.limits import Candidate, Thought


def told(thought: Thought) -> str:
    game = games.create("majorities", {"size": 3})
    session = GameSession(Match(game, ("human", "bot:9")), bots={})
    return "".join(span.text for span in prompts.thinking(session, 1, thought, now=False))


def test_an_exact_answer_says_so() -> None:
    game = games.create("majorities", {"size": 3})
    move = game.parse(game.start(), "e1")
    solved = Thought(
        move, (0.0, 1.0), line=(move,), seconds=0.7, note="proved: White wins in 8 turns"
    )
    assert told(solved) == "bot 9 thought 0.7 s, proved: White wins in 8 turns\n100%  e1"


def test_a_search_says_how_many_playouts_it_took() -> None:
    assert told(Thought(None, playouts=2000, seconds=1.0)) == "bot 9 thought 1.0 s, 2,000 playouts"


def test_the_note_on_a_line_says_what_its_figures_are() -> None:
    game = games.create("majorities", {"size": 3})
    session = GameSession(Match(game, ("human", "bot:9")), bots={})
    move = game.parse(game.start(), "e1")
    one = Candidate(move, (move,), (0.13, 0.87), (10.0, 18.5), 40)
    assert prompts.line_comment(session, 1, one) == "candidate 1: 13% of the win, -8.5 points"
    even = Candidate(move, (move,), (0.5, 0.5), (10.0, 10.04), 40)
    assert prompts.worth(session, even) == ("50%", "+0.0")


def test_what_a_review_expected_is_not_told_as_what_a_human_did() -> None:
    game = games.create("majorities", {"size": 3})
    match = Match(game, ("human", "bot:9"))
    for text in ("e1", "a1,a2"):
        match.submit(game.parse(match.state, text))
    session = GameSession(match, bots={}, frozen=True)
    session.values.update({0: (0.52, 0.48), 1: (0.75, 0.25)})
    session.look(1)
    assert prompts.expected(session) == "black was expected to win with 52%"
    session.look(2)
    assert prompts.expected(session) == "bot 9 expected to win with 25%"


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
