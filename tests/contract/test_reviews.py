"""Reviews in every game: from its first question to its last, whatever was decided."""

import random

from termgames.search.limits import Limit
from termgames.study import review
from tests.contract.support import SEARCHED, every_game, match_of, small

GLANCE = Limit(playouts=2)
PLIES = 3
"""Decisions drawn of each game, beside its first and its last ones."""
ENDS = 2


@every_game
def test_every_kind_of_decision_can_be_judged(game_id: str) -> None:
    match = match_of(small(game_id, SEARCHED), 3)
    game = match.game
    plies = review.decisions(match, range(game.seats))
    drawn = random.Random(game_id).sample(plies[ENDS:-ENDS], min(PLIES, len(plies[ENDS:-ENDS])))
    looked_at = sorted({*plies[:ENDS], *drawn, *plies[-ENDS:]})
    found = [each for each in review.findings(match, looked_at, GLANCE) if each is not None]
    assert found
    for each in found:
        assert all(-1 <= loss <= 1 for loss in each.losses)
        assert 0 <= each.share <= 1
        assert each.seat == match.actor(each.ply)
        assert each.line[0] == each.best
        state = match.state_at(each.ply)
        for text in each.line:
            move = game.parse(state, text)
            if game.refuse(state, move) is not None:
                break  # with hidden hands a line is what its player could expect
            state = game.apply(state, move)
    assert len(review.review(match, found).findings) == len(found)
