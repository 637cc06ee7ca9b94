"""States that random games hardly ever reach: after passes, before the last one, after a failed
agreement, with few legal moves, set up by hand."""

import random
from collections.abc import Iterator
from typing import Any

from termgames.core.errors import OptionError
from termgames.core.game import CHANCE, OVER, Chancy, Editable
from tests import diagrams
from tests.contract.support import asked, random_game

_IDLE = frozenset({"pass", "forfeit", "let", "done", "no draw", "button"})
_SETTLING = frozenset({"dead none", "agree", "decline"})

Setting = tuple[str, tuple[tuple[str, Any], ...]]


def unusual(game: Any, setting: Setting, seed: int, many: int) -> list[Any]:
    """At most `many` states and two ends of a random game that went another way, and at most `many`
    set up by hand."""
    rng = random.Random(seed)
    played, _ = random_game(setting, seed)
    open_to_all = asked(game, played)
    few = sorted(open_to_all, key=lambda state: len(game.legal_moves(state)))[:2]
    begun = [open_to_all[0], *few, *open_to_all[-3:], rng.choice(open_to_all)]
    reached = [played[-1], *few]
    for state in begun:
        reached += idled(game, state, rng)
    hand = set_up(game, rng.choices(reached, k=many), rng)
    over = [state for state in reached if game.to_act(state) == OVER]
    return [*hand, *over[:2], *rng.sample(reached, min(many, len(reached)))]


def idled(game: Any, state: Any, rng: random.Random) -> Iterator[Any]:
    """The states after each of some answers without a stone; agreements mostly fail, and some
    stones are put after all."""
    for _ in range(3 * game.seats + 3):
        if game.to_act(state) == OVER:
            break
        if isinstance(game, Chancy) and game.to_act(state) == CHANCE:
            state = game.apply(state, rng.choice(game.chances(state))[0])
            continue
        legal = list(game.legal_moves(state))
        idle = [move for move in legal if game.format(move) in _IDLE]
        settling = [move for move in legal if game.format(move) in _SETTLING]
        wanted = settling or (idle if rng.random() < 0.85 else [])
        state = game.apply(state, rng.choice(wanted or legal))
        yield state


def set_up(game: Any, states: list[Any], rng: random.Random) -> Iterator[Any]:
    """Positions by hand: the boards of states with some points changed, and the texts of others."""
    if not isinstance(game, Editable):
        return
    for state, beside in zip(states, reversed(states), strict=True):
        stones = bytearray(game.stones(state))
        for _ in range(rng.choice((0, 0, 1, 4))):
            stones[rng.randrange(len(stones))] = rng.randrange(len(game.marks) + 1)
        marks = diagrams.marks(game)
        rows = game.topology.rows([marks[stone] for stone in stones])
        texts = dict(game.position_text(rng.choice((state, beside))))
        texts.pop("lines", None)  # These must follow from the stones.
        if "passes" in game.position_names:
            texts["passes"] = str(rng.randrange(game.seats))
        try:
            made = game.position(rows, texts)
        except OptionError:
            continue
        # Rows do not know groups without liberties, which no game leaves.
        if game.impossible(made) is None or game.id != "mitropia":
            yield made
