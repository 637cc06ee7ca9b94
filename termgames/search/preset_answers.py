"""Answers to questions that are not searched: offers before play, agreements after it."""

from typing import Any

from termgames.core.game import M, S
from termgames.core.packed import AnyPacked, PackedGame, TableTalk
from termgames.search import policy
from termgames.search.limits import Limit
from termgames.search.mcts.search import Mcts

CLOSE = 600
"""Playouts of a search that decides whether to give a game away: about as many as a strong bot
makes for a move on a small board. A weak bot makes as many for this."""


def answer(game: PackedGame[Any, M], state: Any) -> M | None:
    """The answer of the seat to act to a question beside the board; None where the search, or
    chance, is to choose a move."""
    chosen = game.preset_answer(state)
    if chosen is None and isinstance(game, TableTalk):
        position = game.deciding_position(state)
        if position is not None:
            chosen = game.decide(state, _expected_shares(game, position))
    return chosen


def proposal(game: PackedGame[S, M], state: S, value: tuple[float, ...] | None) -> M | None:
    """What the seat to act, which expects these win shares, says before it moves; None
    for nothing, also where the game knows no such talk.

    What a weak bot expects is rough: where it suggests a proposal, a search of `CLOSE` playouts
    decides.
    """
    if value is None or not isinstance(game, TableTalk):
        return None
    if game.propose(state, value) is None:
        return None
    return game.propose(state, _expected_shares(game, state))


def _expected_shares(game: AnyPacked, state: Any) -> tuple[float, ...]:
    """The win shares by seat that a search expects: the same one for all bots, whatever their
    strength, so that the bot that proposes and the bot that is asked expect the same."""
    search = Mcts(game, seed=0, policy=policy.usual(game))
    thought = search.think(state, Limit(playouts=CLOSE))
    value = thought.after or thought.value
    assert value is not None, "a search of a position that goes on has expectations"
    return value
