"""The best moves that searches tell of, in every game: legal, ranked, and like what was chosen."""

import pytest

from termgames.core.game import CHANCE, OVER, Hidden
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player

from .support import SEARCHED, every_game, game_of, random_game, small

MOST = 9


@every_game
@pytest.mark.parametrize("part", [0.0, 0.5, 0.9])
def test_candidates_are_legal_moves_with_shares_sorted_by_rank(game_id: str, part: float) -> None:
    setting = small(game_id, SEARCHED)
    game, (states, _) = game_of(setting), random_game(setting, 3)
    asked = [state for state in states if game.to_act(state) not in (CHANCE, OVER)]
    state = asked[int(part * len(asked))]
    seat = game.to_act(state)
    known = game.view(state, seat) if isinstance(game, Hidden) else state
    bot = make_bot(parse_player("mcts:playouts=300"), game, seed=1, candidates=MOST)
    thought = bot.think(known)
    unasked = make_bot(parse_player("mcts:playouts=40"), game, seed=1)
    assert unasked.think(known).candidates == ()
    if not thought.playouts:
        return  # there was nothing to choose
    ranked = thought.candidates
    assert 1 <= len(ranked) <= MOST
    assert len({game.format(each.move) for each in ranked}) == len(ranked), "each move once"
    for each in ranked:
        assert game.refuse(state, each.move) is None
        assert each.line[0] == each.move
        assert each.shares is not None
        assert all(0 <= share <= 1 for share in each.shares)
        assert sum(each.shares) <= 1.001
        assert each.score is None or len(each.score) == game.seats
    visits = [each.visits for each in ranked[1:]]
    assert visits == sorted(visits, reverse=True)
    if not thought.note and part < 0.9:  # near the end there is nothing to play out
        assert any(each.score is not None for each in ranked), "points come from playouts"
