"""Advice: the best moves are compared as a review compares them, and what they do is said."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.display import EdgeMark
from termgames.core.game import NEUTRAL, Game
from termgames.play.advice import HINT_LOOKS
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from termgames.play.text.places import place
from termgames.search.limits import Limit
from termgames.study import review
from termgames.study.advice import Adviser
from termgames.study.judge import Expectation
from termgames.study.reasons import Outlook, _on_lines, reason, regions
from tests.contract.support import MAP

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("plurality", {"size": 6, "komi": 3.5}),
    ("pletore", {"size": 5}),
    ("majorities", {"size": 3}),
    ("tricolor", {"size": 5}),
    ("mitropia", {"map": MAP, "players": 2, "pro": True}),
]
SLOW = {"tricolor": 400, "mitropia": 200}
"""Playouts of a look where searches are slow."""


@pytest.mark.parametrize(
    ("game_id", "options"),
    [pytest.param(*game, marks=[pytest.mark.long] * (game[0] in SLOW)) for game in GAMES],
)
def test_a_review_does_not_call_hints_mistakes(game_id: str, options: dict[str, Any]) -> None:
    game = games.create(game_id, options)
    limit = Limit(playouts=SLOW.get(game_id, 1000))
    adviser, match = (
        Adviser(game, limit.scaled(HINT_LOOKS)),
        Match(game, ("human",) * game.seats, 3),
    )
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
    one, other = (Adviser(game, Limit(playouts=2000)) for _ in range(2))
    first = one.think(game.start())
    for again in (one.think(game.start()), other.think(game.start())):
        assert (again.move, again.value, again.reason) == (first.move, first.value, first.reason)


def test_who_stops_it_gets_the_best_so_far() -> None:
    game = games.create("pletore", {"size": 7})
    told = Adviser(game, Limit(playouts=50_000)).think(game.start(), should_stop=lambda: True)
    assert game.refuse(game.start(), told.move) is None
    assert not told.settled


def expectation(share: float) -> Expectation:
    return Expectation((share, 1 - share), (0.0, 0.0))


def test_what_is_best_when_compared_is_advised_and_what_is_as_good_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not what a search favours."""
    game = games.create("pletore", {"size": 5})
    adviser, worth = Adviser(game, Limit(playouts=400)), dict[Any, float]()

    def expect(state: Any, move: Any, limit: Limit) -> tuple[Expectation, ...]:
        """The first move that was found is bad, the next two are good."""
        share = worth.setdefault(move, (0.2, 0.6, 0.59, 0.3)[min(len(worth), 3)])
        return expectation(share), expectation(share)

    monkeypatch.setattr(adviser._judge, "expect", expect)
    told = adviser.think(game.start())
    favourite, best, second, *_ = worth
    assert told.move == best
    assert told.as_good == (second,)
    assert told.value is not None
    assert told.value[0] == pytest.approx(0.6)
    shares = [each.shares[0] for each in told.candidates if each.shares]
    assert [each.move for each in told.candidates[:2]] == [best, second]
    assert favourite in [each.move for each in told.candidates[2:]]
    assert shares[:2] == sorted(shares[:2], reverse=True)


def test_where_one_move_alone_was_found_it_is_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.create("pletore", {"size": 5})
    adviser = Adviser(game, Limit(playouts=300))
    thought = adviser._judge.look(game.start(), Limit(playouts=64), candidates=1)[0]
    monkeypatch.setattr(adviser._judge, "look", lambda *_, **__: [thought, thought])
    assert adviser.think(game.start()).move == thought.move


def test_before_a_roll_all_that_can_be_done_beside_the_board_is_listed_with_its_worth() -> None:
    game = games.create("mitropia", {"players": 3, "map": MAP})
    match = Match(game, ("human",) * 3, 3)
    while "roll" not in map(game.format, game.legal_moves(match.state)):
        match.submit(game.legal_moves(match.state)[0])
    told: list[Any] = []
    advice = Adviser(game, Limit(playouts=300)).think(
        match.seen(match.to_act), on_progress=told.append
    )
    assert game.format(advice.move) == game.format(told[0].move) == "roll"
    assert told[0].settled, "the hint itself need not wait for the figures"
    names = [game.format(each.move) for each in advice.candidates]
    assert names == ["roll", "pass", "pass draw"]
    assert all(each.shares is not None and each.visits for each in advice.candidates)


# -- what a move does -----------------------------------------------------------------------


def owners(game: Game[Any, Any], **by_seat: str) -> Any:
    """(cells, seats): sure owners of named cells."""
    owner = np.zeros((game.topology.cells, game.seats), np.float32)
    for seat, names in by_seat.items():
        for name in names.split():
            owner[game.topology.cell(name), int(seat[-1])] = 1
    return owner


def said(game: Game[Any, Any], moves: str, outlook: Outlook | None, *line: str) -> str:
    state = game.start()
    for text in moves.split():
        state = game.apply(state, game.parse(state, text))
    after, played = state, []
    for text in line:
        played.append(game.parse(after, text))
        after = game.apply(after, played[-1])
    return reason(games.display(game), state, played, outlook)


CORNER = "a1 a2 b1 b2 c1"


def test_regions_are_connected_cells_whose_owners_change() -> None:
    game = games.create("pletore", {"size": 9})
    after = owners(game, seat0=f"{CORNER} h9 j9 j8 j7")
    found = regions(game, 0, after, owners(game, seat1="h9 j9"))
    assert [region.gained for region in found] == [5, 4]
    assert found[1].denied == (0, 2)


def test_a_move_takes_keeps_and_denies_regions() -> None:
    game = games.create("plurality", {"size": 9})
    nobody, mine, theirs = owners(game), owners(game, seat0=CORNER), owners(game, seat1=CORNER)
    corner = "the lower left corner (about 5 points)"
    line = ("e5,f6,f5", "c4,c5,d5")
    reply = " White's best reply is c4,c5,d5."
    assert said(game, "", Outlook(mine, nobody), *line) == f"Takes {corner}.{reply}"
    kept = Outlook(mine, mine * np.float32(0.6))
    assert said(game, "", kept, *line).startswith("Keeps the lower left corner (about 2 points)")
    assert said(game, "", Outlook(nobody, theirs), *line) == f"Keeps white out of {corner}.{reply}"
    assert said(game, "", Outlook(nobody, nobody, mine), *line) == f"Threatens {corner}.{reply}"
    assert said(game, "", Outlook(nobody, nobody), *line) == reply.strip()
    assert said(game, "", None, line[0]) == ""
    two = Outlook(owners(game, seat0=f"{CORNER} h9 j9 j8 j7"), nobody)
    assert said(game, "", two, line[0]) == (
        f"Takes {corner} and the upper right corner (about 4 points)."
    )
    spread = nobody.copy()
    spread[::2, 0] = 0.1
    assert (
        said(game, "", Outlook(spread, nobody), line[0]) == "Gains about 4 points here and there."
    )


def test_stones_in_a_region_are_saved_or_killed() -> None:
    game = games.create("tricolor", {"size": 9})
    after = owners(game, seat0="a1 a2 b1")
    assert (
        "saves 1 stone on a1, b1 and a2"
        in said(game, "a1 h8 h7", Outlook(after, owners(game)), "b2").lower()
    )
    assert (
        "weakens 1 stone of beta on a1, b1 and a2"
        in said(game, "e5 a1 h7", Outlook(after, owners(game, seat1="a1 a2 b1")), "b2").lower()
    )
    corner, side = owners(game, seat0="a1 a2 b1 b2"), owners(game, seat0="j4 j5 j6 h5")
    for after, moves, where in (
        (corner, "a1 h8 h7", "in the lower left corner"),
        (side, "j5 h8 h7", "on the right side"),
    ):
        told = said(game, moves, Outlook(after, owners(game)), "c3")
        assert told.startswith(f"Saves 1 stone {where} (about 4 points)")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((1, 2), (0, None), ["wins 1 line"]),
        ((1, 2), (1, None), []),
        ((NEUTRAL, 3), (0, 2), ["comes first in 1 line"]),
        ((1, 2), (NEUTRAL, 2), ["draws level in 1 line"]),
        ((NEUTRAL, 3), (NEUTRAL, 2), []),
        ((0, 3), (0, 2), ["needs fewer stones in 1 line"]),
        ((0, 3), (0, 3), []),
        ((0, None), (0, None), []),
    ],
)
def test_what_a_move_does_in_a_line(
    before: tuple[int, int | None], after: tuple[int, int | None], told: list[str]
) -> None:
    beside = EdgeMark(9, 9, NEUTRAL, 5)
    marks = [(EdgeMark(0, 1, *before), beside), (beside, EdgeMark(0, 1, *after))]
    assert list(_on_lines(0, *marks)) == told


@pytest.mark.parametrize(
    ("game_id", "options", "names", "expected"),
    [
        ("plurality", {"size": 9}, "a1", "a1"),
        ("plurality", {"size": 9}, "a1 b1 a2", "a1, b1 and a2"),
        ("plurality", {"size": 9}, "a9 b9 a8 b8", "the upper left corner"),
        ("plurality", {"size": 9}, "j4 j5 j6 h5", "the right side"),
        ("plurality", {"size": 9}, "d1 e1 f1 e2", "the lower side"),
        ("plurality", {"size": 9}, "e5 e6 d5 f5", "the centre"),
        ("majorities", {"size": 5}, "i1 i2 i3 h1", "the upper left"),
    ],
)
def test_places_have_names(
    game_id: str, options: dict[str, Any], names: str, expected: str
) -> None:
    topology = games.create(game_id, options).topology
    assert place(topology, [topology.cell(name) for name in names.split()]) == expected
    assert place(topology, range(topology.cells)) == "much of the board"
