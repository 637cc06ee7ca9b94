"""Variations in every game: other moves are tried, kept in the record, and hide what is hidden."""

from typing import Any

import pytest

from termgames.core.game import CHANCE, Redacting, has_secrets
from termgames.play import record
from termgames.play.match import Match
from termgames.play.sitting.variations import HIDDEN, Variations
from tests.contract.support import every_game, match_of, small


def played(game_id: str, plies: int | None = None) -> Match[Any, Any]:
    return match_of(small(game_id), 1, plies)


def others(tree: Variations, at: Any) -> list[Any]:
    """Moves at a position that the game did not make there, the last legal ones first."""
    state, match = tree.state(at), tree.match
    made = match.move_at(at) if isinstance(at, int) and at < match.ply else None
    return [move for move in reversed(match.game.legal_moves(state)) if move != made]


def forks(tree: Variations) -> list[int]:
    """Some plies at which a player could have moved otherwise."""
    match = tree.match
    places = [ply for ply in range(match.ply) if not match.by_chance(ply) and others(tree, ply)]
    return places[:: max(1, len(places) // 4)]


def branched(game_id: str) -> Variations:
    """A finished game with variations of three moves each, and comments."""
    tree = Variations(played(game_id))
    for ply in forks(tree):
        for _ in range(3):
            tree.at = ply if tree.ply <= ply or isinstance(tree.at, int) else tree.at
            ways = others(tree, tree.at)
            if not ways:
                break
            assert tree.play(ways[0]) is None
        tree.say(f"after {ply}")
        tree.at = ply
    return tree


@every_game
def test_a_variation_is_played_from_anywhere_and_kept_in_the_record(game_id: str) -> None:
    tree = branched(game_id)
    match, game = tree.match, tree.match.game
    bare = record.write(played(game_id))
    text = record.write(match)
    assert match.notes.count >= len(forks(tree)) > 0
    assert "".join(line for line in text.splitlines(True) if not line.startswith("|")) == bare
    again = record.load(text, draws=False)
    assert record.warnings(again) == []
    assert record.write(again) == text
    # Positions are the same, whatever was reached before.
    other = Variations(again)
    for node, twin in zip(match.notes.nodes(), again.notes.nodes(), strict=True):
        assert other.state(twin) == tree.state(node)
        assert game.to_act(tree.state(node)) != CHANCE or node.children
        lone = game.start()
        for move in tree.moves(node):
            lone = game.apply(lone, move)
        assert lone == tree.state(node)


@every_game
def test_spectators_learn_from_variations_no_more_than_from_the_game(game_id: str) -> None:
    tree = branched(game_id)
    match, game = tree.match, tree.match.game
    shown = record.load(record.write(record.redacted(match)), draws=False)
    assert record.warnings(shown) == []
    if not isinstance(game, Redacting):
        assert shown.notes.count == match.notes.count
        return
    assert not shown.notes.count, "a move that might have been made tells of a hand"
    assert [shown.notes.comment(ply) for ply in range(shown.ply + 1)] == [
        match.notes.comment(ply) for ply in range(match.ply + 1)
    ]


@every_game
def test_nothing_is_tried_while_hands_are_hidden(game_id: str) -> None:
    match = played(game_id, min(9, played(game_id).ply - 1))
    tree = Variations(match)
    move = match.game.legal_moves(match.state)[0]
    assert tree.play(move) == (HIDDEN if has_secrets(match.game) else None)
    assert bool(match.notes) != has_secrets(match.game)
    assert Variations(record.redacted(played(game_id))).closed == (
        HIDDEN if has_secrets(match.game) else None
    )


@every_game
def test_what_the_rules_refuse_is_refused(game_id: str) -> None:
    tree = Variations(played(game_id))
    game, match = tree.match.game, tree.match
    # A move that fits one position seldom fits the end.
    refused = [move for move in match.moves if game.refuse(match.state, move) is not None]
    assert tree.play(refused[0]) == game.refuse(match.state, refused[0])
    with pytest.raises(Exception, match=r"\w"):
        tree.add_line(0, [game.format(match.moves[0]), "no such move"])
    assert not match.notes
