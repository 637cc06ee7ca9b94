"""Characters: what they lean to, and that a plain bot leans to nothing."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.evaluation import Reward
from termgames.core.topology import square
from termgames.play.bots.factory import make_bot, refuse, searcher
from termgames.play.bots.players import PlayerSpec, parse_player
from termgames.search import leaning
from termgames.search.characters import CHARACTERS, Character, names
from termgames.search.leaning import Leaning
from termgames.search.limits import Limit
from tests.diagrams import marked, position

BOARD = """
. . . . .
. b . . .
. . w w .
. . . . .
. . . . .
"""


SMALL = games.create("pletore", {"size": 5, "komi": 0})


def flags(mark: str) -> Any:
    found = np.zeros(SMALL.topology.cells, bool)
    found[list(marked(SMALL, BOARD, mark))] = True
    return found


def test_what_a_stone_does_on_a_board() -> None:
    board = square(5)
    found = leaning.of_cells(board, flags("b"), flags("w"))
    touching = found[board.cell("b3")]
    assert touching[leaning.CONTACT] == 1, "c3"
    assert touching[leaning.SUPPORT] == 1, "b4"
    assert touching[leaning.SPREAD] == 1
    # Of the eleven cells within two steps of it, its own place among them, three hold stones.
    near = [b for b in board.names if _steps(b, "b3") <= 2]
    free = [b for b in near if b not in ("b4", "c3", "d3")]
    assert touching[leaning.GROUND] == pytest.approx(len(free) / len(near))
    replaced = found[board.cell("c3")]
    assert replaced[leaning.CONTACT] == 2, "the stone itself, and d3"
    assert found[board.cell("e1"), leaning.SPREAD] == 6
    assert not leaning.of_cells(board, flags("?"), flags("w"))[:, leaning.SPREAD].any(), (
        "no own stone"
    )


def _steps(one: str, other: str) -> int:
    return abs(ord(one[0]) - ord(other[0])) + abs(int(one[1]) - int(other[1]))


def leaned(name: str, game: Any, s: Any) -> tuple[Any, Any]:
    """The legal actions of a packed position, and what a character adds to each."""
    packed = games.packed(game)
    row = packed.pack([s])[0]
    actions = packed.legal(row)
    return actions, Leaning(packed, CHARACTERS[name], 1.0).of(row, actions)


@pytest.mark.parametrize(
    ("name", "best"),
    [("raider", {"d4", "d2", "c4", "c2", "e3", "b3"}), ("rock", {"b5", "a4", "c4", "b3"})],
)
def test_a_character_leans_to_its_moves_most(name: str, best: set[str]) -> None:
    game, s = SMALL, position(SMALL, BOARD)
    actions, found = leaned(name, game, s)
    placed = actions < game.topology.cells
    most = {game.topology.names[at] for at in actions[placed & (found >= found[placed].max())]}
    assert most
    assert most <= best
    assert (found[~placed] == 0).all(), "what puts no stone"


def test_points_count_more_or_less() -> None:
    usual = Reward(0.5)
    assert usual.leaning(0.5).weight == 0.75
    assert usual.leaning(-0.5).weight == 0.25
    assert usual.leaning(0) == usual
    game = games.create("plurality", {"size": 7})
    searches: list[Any] = [
        searcher(parse_player(player), game, seed=1)
        for player in ("bot:4,rock", "bot:4", "bot:4,settler")
    ]
    rock, plain, settler = (search.settings.reward.weight for search in searches)
    assert rock < plain < settler


def choose(spec: PlayerSpec, game: Any, s: Any, playouts: int) -> tuple[str, Any]:
    search: Any = searcher(spec, game, seed=5, solves=False)
    thought = search.think(s, Limit(None, playouts))
    return game.format(thought.move), thought.value


def test_a_character_plays_what_it_leans_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed and playouts: without weights a character is the plain bot to the last digit,
    with them it plays another move."""
    monkeypatch.setitem(CHARACTERS, "idle", Character("idle", "does nothing"))
    monkeypatch.setitem(CHARACTERS, "wild", Character("wild", "leaps", contact=8.0))
    for game_id in ("pletore", "tricolor"):
        game = games.create(game_id, {"size": 5})
        s = _some_moves(game)
        plain, same, other = (
            choose(replace(parse_player("bot:4"), character=name), game, s, 200)
            for name in ("", "idle", "wild")
        )
        assert plain == same, game_id
        assert _contact(game, s, other[0]) >= _contact(game, s, plain[0]), game_id
        assert _contact(game, s, other[0]) > 0, game_id


def _some_moves(game: Any, count: int = 4) -> Any:
    """A state of a random game in which a stone may be put."""
    rng = np.random.default_rng(3)
    s = game.start()
    while count > 0 or len(_placements(game, s)) < 4:
        moves = _placements(game, s) or list(game.legal_moves(s))
        s = game.apply(s, moves[int(rng.integers(len(moves)))])
        count -= 1
    return s


def _placements(game: Any, s: Any) -> list[Any]:
    return [move for move in game.legal_moves(s) if game.cells_of(move)]


def _contact(game: Any, s: Any, text: str) -> int:
    """How many stones of others a move's stones touch."""
    stones, own = game.stones(s), 1 + game.colour(s, game.to_act(s))
    touched = [
        other
        for cell in game.cells_of(game.parse(s, text))
        for other in game.topology.adjacent[cell]
        if stones[other] not in (0, own)
    ]
    return len(touched)


def test_who_leans_to_cards_needs_some() -> None:
    for game_id, options in (("plurality", {}), ("mitropia", {"no-cards": True})):
        game = games.create(game_id, options)
        with pytest.raises(OptionError, match="a gambler leans to cards, and there are none"):
            refuse(parse_player("bot:4,gambler"), game)
        with pytest.raises(OptionError, match="there are none in this game"):
            make_bot(parse_player("bot:4,hoarder"), game, seed=1)
        info = games.info(game_id)
        assert not info.cards(info.settle(options))
    refuse(parse_player("bot:4,gambler"), games.create("mitropia", {}))
    info = games.info("mitropia")
    assert {"gambler", "hoarder"} <= set(names(cards=info.cards(info.settle({}))))
