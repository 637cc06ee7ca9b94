"""The games: one line each, nothing imported before it is asked for.

A game is a folder with `options.py` (INFO, standard library only), `rules.py` (`create`),
`rollout.py` (`kernel`), `display.py` (`display`) and the rules page `RULES.md`. It may have
besides

    packed.py      `packed`     positions as rows of arrays, for a fast search
    determinized.py    `determinized`    for a search of games of chance and hidden hands
    exact.py       `solver`     where endgames can be solved
    reference.py   `rollout`    a playout in plain Python, the kernel's yardstick
    bench.py       `bench_cases`    what `termgames bench` measures
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from importlib import import_module, resources
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from termgames.core.bench_case import BenchCase
    from termgames.core.determinized import DeterminizedGame
    from termgames.core.display import Display
    from termgames.core.exact import Solver
    from termgames.core.game import Game, Kernel
    from termgames.core.packed import PackedGame

GAMES: dict[str, str] = {
    "plurality": "termgames.games.plurality",
    "pletore": "termgames.games.pletore",
    "majorities": "termgames.games.majorities",
    "tricolor": "termgames.games.tricolor",
    "mitropia": "termgames.games.mitropia",
}


def _package(game_id: str) -> str:
    package = GAMES.get(game_id)
    if package is None:
        near = difflib.get_close_matches(game_id, GAMES, 1)
        hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(GAMES)}"
        raise OptionError(f"unknown game {game_id!r}: {hint}")
    return package


def info(game_id: str) -> GameInfo:
    """The game's name and options; OptionError names the games there are."""
    found: GameInfo = import_module(_package(game_id) + ".options").INFO
    return found


def create(game_id: str, chosen: Mapping[str, Value] | None = None) -> Game[Any, Any]:
    """The game's rules, set up with the chosen options; OptionError when they do not fit."""
    about = info(game_id)
    taken = dict(chosen or {})
    for name, value in taken.items():
        option = about.option(name)
        if value is not None:
            # Refuses what is out of range, and reads a map where it is only named.
            taken[name] = option.read(option.write(value))
    settled = about.settle(taken)
    game: Game[Any, Any] = import_module(_package(game_id) + ".rules").create(settled)
    return game


def kernel(game: Game[Any, Any]) -> Kernel[Any]:
    """Batched playouts for `game`."""
    made: Kernel[Any] = import_module(_package(game.id) + ".rollout").kernel(game)
    return made


def display(game: Game[Any, Any]) -> Display[Any, Any]:
    """What a front end needs to show `game` and to collect its moves; made from the rules alone
    for games without `display.py`."""
    module = _offered(game.id, "display")
    if module is None:
        from termgames.core.display import Display

        return Display(game)
    made: Display[Any, Any] = module.display(game)
    return made


def packed(game: Game[Any, Any]) -> PackedGame[Any, Any] | None:
    """The packed form of `game`, or None where it has none."""
    module = _offered(game.id, "packed")
    return None if module is None else module.packed(game)


def determinized(game: Game[Any, Any]) -> DeterminizedGame[Any, Any] | None:
    """What searches a game of chance and hidden hands; None for other games."""
    module = _offered(game.id, "determinized")
    return None if module is None else module.determinized(game)


def solver(game: Game[Any, Any]) -> Solver[Any, Any] | None:
    """What solves positions of `game`, or None where nothing does."""
    module = _offered(game.id, "exact")
    return None if module is None else module.solver(game)


def rollout(
    game: Game[Any, Any],
) -> Callable[[Any, np.random.Generator], NDArray[np.float32]] | None:
    """Win shares (seats,) after one plain playout of a state, which the function answered
    plays; None where the game has no such thing."""
    module = _offered(game.id, "reference")
    return None if module is None else module.rollout(game)


def bench_cases(game_id: str) -> list[BenchCase]:
    """What is measured of a game, nothing where it offers nothing; OptionError when there
    is no such game."""
    _package(game_id)
    module = _offered(game_id, "bench")
    return [] if module is None else module.bench_cases()


def _offered(game_id: str, part: str) -> ModuleType | None:
    """A module that a game's folder may have; None for games that are not listed here."""
    package = GAMES.get(game_id)
    if package is None or find_spec(f"{package}.{part}") is None:
        return None
    return import_module(f"{package}.{part}")


def rules_text(game_id: str) -> str:
    """The game's rules page, Markdown."""
    return resources.files(_package(game_id)).joinpath("RULES.md").read_text("utf-8")
