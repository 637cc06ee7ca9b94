"""Advice: the best moves are compared as a review compares them, and what they do is said."""

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.game import Game
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.play.text.places import place
from termgames.search.limits import Limit
from termgames.study import review
from termgames.study.advice import Adviser
from termgames.study.estimator import Estimator
from termgames.study.judge import Expectation
from termgames.study.reasons import Outlook, reason
from termgames.study.told_shares import ToldShares
from tests.cases import cases
from tests.contract.support import MAP
from tests.scenes import go

GAMES: Any = [
    ("plurality", {"size": 6, "komi": 3.5}),
    pytest.param("pletore", {"size": 5}, marks=pytest.mark.long),
    ("majorities", {"size": 3}),
    pytest.param("tricolor", {"size": 5}, marks=pytest.mark.long),
    pytest.param("mitropia", {"map": MAP, "players": 2, "pro": True}, marks=pytest.mark.long),
]
SLOW = {"tricolor": 400, "mitropia": 200}
"""Playouts of a look where searches are slow."""


@pytest.mark.parametrize(("game_id", "options"), GAMES)
def test_a_review_does_not_call_hints_mistakes(game_id: str, options: dict[str, Any]) -> None:
    game = games.create(game_id, options)
    limit = Limit(playouts=SLOW.get(game_id, 1000))
    match = Match(game, ("human",) * game.seats, 3)
    adviser = Adviser(game, Estimator(game, ToldShares(limit.playouts)), limit=limit.scaled(3))
    weak = make_bot(parse_player("mcts:playouts=40"), game, seed=3)
    for _ in range(3 if game_id in SLOW else 5):
        prompt = match.prompt()
        if prompt is None:
            break
        if match.ply % 2:
            hinted = match.copy()
            hinted.submit(adviser.think(prompt.state).move)
            # The last pass is left out for the first decision of a review.
            passes = (*review.PASSES, 1.0)
            finding = next(review.findings(hinted, [match.ply], limit, seed=1, passes=passes))
            assert finding is None or not finding.size
        match.submit(weak.think(prompt.state).move)


def test_the_same_position_gets_the_same_advice() -> None:
    game = games.create("plurality", {"size": 6})
    one, other = (Adviser(game) for _ in range(2))
    for adviser in (one, other):
        adviser._limit, adviser._estimator.limit = Limit(playouts=1200), Limit(playouts=200)
    first = one.think(game.start())
    for again in (one.think(game.start()), other.think(game.start())):
        assert (again.move, again.value, again.reason) == (first.move, first.value, first.reason)


def test_what_is_best_when_compared_is_advised_and_what_is_as_good_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not what a search favours."""
    game = games.create("pletore", {"size": 5})
    adviser, worth = Adviser(game), dict[Any, float]()

    def expect(state: Any, move: Any, limit: Limit) -> tuple[Expectation, ...]:
        """The first move that was found is bad, the next two are good."""
        share = worth.setdefault(move, (0.2, 0.6, 0.59, 0.3)[min(len(worth), 3)])
        return (Expectation((share, 1 - share), (0.0, 0.0)),) * 2

    monkeypatch.setattr(adviser._judge, "expect", expect)
    told = adviser.think(game.start())
    favourite, best, second, *_ = worth
    assert told.move == best
    assert told.as_good == (second,)
    assert told.value == told.estimate.shares == told.candidates[0].shares
    assert [each.move for each in told.candidates[:2]] == [best, second]
    assert favourite in [each.move for each in told.candidates[2:]]


def test_before_a_roll_all_that_can_be_done_beside_the_board_is_listed_with_its_worth() -> None:
    game = games.create("mitropia", {"players": 3, "map": MAP})
    match = Match(game, ("human",) * 3, 3)
    while "roll" not in map(game.format, game.legal_moves(match.state)):
        match.submit(game.legal_moves(match.state)[0])
    told: list[Any] = []
    advice = Adviser(game, limit=Limit(playouts=3000)).think(
        match.seen(match.to_act), on_progress=told.append
    )
    assert game.format(advice.move) == game.format(told[0].move) == "roll"
    assert told[0].settled, "the hint itself need not wait for the figures"
    names = [game.format(each.move) for each in advice.candidates]
    assert (names[0], sorted(names)) == ("roll", ["pass", "pass draw", "roll"])
    assert all(each.shares is not None and each.visits for each in advice.candidates)


# -- what a move does -----------------------------------------------------------------------


CORNER = "a1 a2 b1 b2 c1"


def owners(game: Game[Any, Any], text: str) -> Any:
    """(cells, seats): sure owners of named cells, `0 a1 b1; 1 e5`; `0*0.1` has them by a tenth."""
    owner = np.zeros((game.topology.cells, game.seats), np.float32)
    for part in filter(None, text.split("; ")):
        seat, *names = part.replace("CORNER", CORNER).split()
        for name in game.topology.names[::2] if names == ["half"] else names:
            owner[game.topology.cell(name), int(seat[0])] = float(seat[2:] or 1)
    return owner


SAID = """
# game | moves before | owners after the move | and without it | and if it is not answered \
#   | the move and the reply | what is said
plurality | | 0 CORNER | | - | e5,f6,f5 c4,c5,d5 \
  | Takes the lower left corner (about 5 points). White's best reply is c4,c5,d5.
plurality | | 0 CORNER | 0*0.6 CORNER | - | e5,f6,f5 c4,c5,d5 \
  | Keeps the lower left corner (about 2 points). White's best reply is c4,c5,d5.
plurality | | | 1 CORNER | - | e5,f6,f5 c4,c5,d5 \
  | Keeps white out of the lower left corner (about 5 points). White's best reply is c4,c5,d5.
plurality | | | | 0 CORNER | e5,f6,f5 c4,c5,d5 \
  | Threatens the lower left corner (about 5 points). White's best reply is c4,c5,d5.
plurality | | | | - | e5,f6,f5 c4,c5,d5 | White's best reply is c4,c5,d5.
plurality | | - | - | - | e5,f6,f5 |
plurality | | 0 CORNER h9 j9 j8 j7 | | - | e5,f6,f5 | Takes the lower left corner \
  (about 5 points) and the upper right corner (about 4 points).
plurality | | 0*0.1 half | | - | e5,f6,f5 |
plurality | | 0 CORNER | 0 CORNER | - | pass | Nothing of yours can change.
plurality | | 0*0.5 CORNER | 0*0.5 CORNER | - | pass |
tricolor | a1 h8 h7 | 0 a1 a2 b1 | | - | b2 | Saves 1 stone on a1, b1 and a2 (about 3 points).
tricolor | e5 a1 h7 | 0 a1 a2 b1 | 1 a1 a2 b1 | - | b2 \
  | Weakens 1 stone of beta on a1, b1 and a2 (about 3 points).
tricolor | a1 h8 h7 | 0 a1 a2 b1 b2 | | - | c3 \
  | Saves 1 stone in the lower left corner (about 4 points).
tricolor | j5 h8 h7 | 0 j4 j5 j6 h5 | | - | c3 \
  | Saves 1 stone on the right side (about 4 points).
"""


@pytest.mark.parametrize(
    ("game_id", "moves", "after", "before", "open_", "line", "told"), cases(SAID)
)
def test_what_is_said_of_a_move(
    game_id: str, moves: str, after: str, before: str, open_: str, line: str, told: str
) -> None:
    game = games.create(game_id, {"size": 9})
    state = go(game, game.start(), *moves.split())
    reached, played = state, []
    for text in line.split():
        played.append(game.parse(reached, text))
        reached = game.apply(reached, played[-1])
    ends = [owners(game, text) for text in (after, before, open_) if text != "-"]
    outlook = Outlook(*ends) if ends else None
    said = reason(games.display(game), state, played, outlook)
    assert " ".join(said.split()) == " ".join(told.split())


@pytest.mark.parametrize(
    ("to_move", "told"), [("alpha", "You hold the middle by 1."), ("gamma", "")]
)
def test_a_hint_to_pass_says_who_wins_by_it(to_move: str, told: str) -> None:
    game: Any = games.create("tricolor", {"size": 5})
    rows = "aaa.. aa... bbb.. bb.g. b.g.g"
    state = game.position(rows.split(), {"to move": to_move})
    assert reason(games.display(game), state, [game.parse(state, "pass")], None) == told


PLACES = """
plurality | a1 | a1
plurality | a1 b1 a2 | a1, b1 and a2
plurality | a9 b9 a8 b8 | the upper left corner
plurality | j4 j5 j6 h5 | the right side
plurality | d1 e1 f1 e2 | the lower side
plurality | e5 e6 d5 f5 | the centre
majorities | i1 i2 i3 h1 | the upper left
"""


@pytest.mark.parametrize(("game_id", "names", "expected"), cases(PLACES))
def test_places_have_names(game_id: str, names: str, expected: str) -> None:
    topology = games.create(game_id, {"size": 9 if game_id == "plurality" else 5}).topology
    assert place(topology, [topology.cell(name) for name in names.split()]) == expected
    assert place(topology, range(topology.cells)) == "much of the board"
