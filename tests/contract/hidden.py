"""What chance and hidden parts promise, as checks on a state of any game."""

import dataclasses
from typing import Any

import numpy as np

from termgames.core.game import CHANCE, OVER, Chancy, Hidden, Redacting, has_secrets
from termgames.play import record
from termgames.play.match import Match


def check_chance(game: Any, state: Any) -> None:
    """The outcomes have weights and are the legal moves; elsewhere there are none."""
    if game.to_act(state) != CHANCE:
        return
    assert isinstance(game, Chancy)
    outcomes = game.chances(state)
    assert outcomes
    assert all(isinstance(weight, int) and weight > 0 for _, weight in outcomes)
    assert [move for move, _ in outcomes] == list(game.legal_moves(state))
    assert all(game.refuse(state, move) is None for move, _ in outcomes)


def check_views(game: Any, state: Any, rng: np.random.Generator) -> None:
    """Views are views, worlds are whole, and neither tells more than its player knows."""
    if not isinstance(game, Hidden):
        return
    for seat in (None, *range(game.seats)):
        view = game.view(state, seat)
        assert type(view) is type(state)
        assert game.view(view, seat) == view
        assert game.to_act(view) == game.to_act(state)
        assert game.stones(view) == game.stones(state)
        assert game.prompt(view)
        if seat is not None and game.to_act(state) == seat:
            assert game.legal_moves(view) == game.legal_moves(state)
        world = game.imagine(view, seat, rng)
        assert game.to_act(world) == game.to_act(state)
        assert world == state or game.to_act(state) == OVER or game.legal_moves(world)
        check_chance(game, world)
        again = game.view(world, seat)
        assert again == view
        # Two worlds that look alike have the same view, to the last attribute.
        assert repr(again) == repr(view)
        assert set(vars(again)) == {field.name for field in dataclasses.fields(again)}


def check_redacted_moves_are_not_played(match: Match) -> None:
    """A player cannot hide what he does: `bid ?` typed by him is refused."""
    game = match.game
    if not isinstance(game, Redacting):
        return
    for ply in range(match.ply):
        state, move = match.state_at(ply), match.move_at(ply)
        shown = game.redact(state, move, None)
        if game.to_act(state) >= 0 and shown != move:
            assert game.parse(state, game.format(shown)) == shown
            assert game.refuse(state, shown) is not None, game.format(shown)


def check_redaction(match: Match) -> None:
    """The redacted record is read again and shows spectators the same game."""
    game = match.game
    shown = record.load(record.write(record.redacted(match)), draws=False)
    if not has_secrets(game):
        assert (shown.moves, shown.redacted) == (match.moves, False)
        return
    assert shown.redacted
    assert shown.ply == match.ply
    for ply in range(match.ply + 1):
        told, whole = shown.state_at(ply), match.state_at(ply)
        assert game.view(told, None) == game.view(whole, None), ply
