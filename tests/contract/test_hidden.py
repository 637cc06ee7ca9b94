"""What games of chance and games with hidden hands promise."""

from typing import Any

import numpy as np

from termgames import games
from termgames.core.game import CHANCE, Chancy, Hidden, Redacting
from tests.contract.hidden import check_chance, check_views
from tests.contract.support import every_game, every_setting, game_of, random_game, sample

SEED = 5


@every_setting
def test_chance_has_weights_and_views_tell_what_their_player_knows(setting: Any) -> None:
    game, rng = game_of(setting), np.random.default_rng(SEED)
    for state in random_game(setting, 1)[0]:
        check_chance(game, state)
        assert game.to_act(state) != CHANCE or isinstance(game, Chancy)
    states = sample(setting, SEED, 25)
    tried = [move for state in states[::5] for move in game.legal_moves(state)[:40]]
    for state in states:
        check_views(game, state, rng)
        if isinstance(game, Hidden) and (seat := game.to_act(state)) >= 0:
            view = game.view(state, seat)
            told = [(game.refuse(view, move), game.refuse(state, move)) for move in tried]
            assert all(mine == whole for mine, whole in told), "why tells more than he can know"


@every_game
def test_what_is_hidden_can_be_redacted(game_id: str) -> None:
    game = games.create(game_id)
    assert isinstance(game, Hidden) == isinstance(game, Redacting)
