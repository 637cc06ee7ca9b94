"""Every game of the registry in several settings, and random games of each."""

import dataclasses
import os
import random
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core import maps
from termgames.core.errors import OptionError
from termgames.core.game import CHANCE, OVER, Chancy, Hidden, has_talk
from termgames.core.options import Option, Value
from termgames.play.match import Match
from termgames.search import history
from tests import kernels
from tests.cases import options

MAP = maps.parse(
    """name: tiny
players 2: a1 e5
players 3: a1 c5 e1
players 5: a1 a5 c3 e5 e1
players 6: a1 a5 c1 c5 e5 e1

.....
..-..
.....
.....
.....
""",
    "tiny",
).code
"""A map on which games between any number of players are short."""

BASE: dict[str, dict[str, Value]] = {
    "tricolor": {"size": 5},
    "mitropia": {"map": MAP, "players": 3},
}
"""Small boards for games that would take long on those they come with."""

BESIDE_OPTIONS: dict[str, dict[str, Value]] = {
    **BASE,
    "pletore": {"size": 7},
    "plurality": {"size": 7},
}
"""Small boards for games with an option changed: on the board they come with, they are tried as
they come."""

SEARCHED: dict[str, dict[str, Value]] = {
    **BESIDE_OPTIONS,
    "hex": {"size": 4},
    "stacks": {"size": 2},
}
"""Small boards for games in which bots search, some of them without a kernel: plain playouts are
slow."""


def ordered(game: Any) -> bool:
    """Whether the order of a move's cells matters: under capture the first stone of a turn may
    clear a cell for the second."""
    return game.id == "majorities" and bool(game.options["capture"])


_QUIET = ("pass", "forfeit", "let", "done", "dead none", "agree", "no draw")
"""Answers that bring a game to its end."""
_SELDOM = 0.9
"""How often they are left out before a game has become long."""

GAMES = os.environ.get("CONTRACT_GAMES", " ".join(games.names())).replace(",", " ").split()
"""The games to try: all that are installed, or those that are named."""
for _name in GAMES:
    try:
        games.info(_name)
    except OptionError as error:
        pytest.exit(f"CONTRACT_GAMES: {error}", returncode=4)
OURS = [game_id for game_id in GAMES if game_id in games.GAMES]
"""Those of this package, whose own tests are known."""

every_game = pytest.mark.parametrize("game_id", GAMES)
every_game_of_ours = pytest.mark.parametrize("game_id", OURS)


def other_values(option: Option) -> tuple[Value, ...]:
    """Values of an option that are not its default."""
    if option.kind == "flag":
        return (not option.default,)
    if option.kind in ("choice", "sheet"):
        return tuple(choice for choice in option.choices if choice != option.default)
    if option.kind == "float":
        return (0.0,)
    if option.kind == "map":
        return ("9x9-cut",)
    if option.kind == "colours":
        return ("green,-,black",)
    if option.kind == "numbers":
        return ("0,-2,-4",)
    if option.name == "players":
        return tuple(n for n in (option.low, option.high) if n != option.default)
    return option.choices if option.low is None else (option.low, *option.choices)


def accepted(game_id: str, option: Option) -> list[tuple[str, Value]]:
    """Texts of an option and the values they stand for: every word, the ends of a range, zero,
    and numbers below it where those are allowed."""
    texts = [option.write(value) for value in (*option.all_values(), *option.offered[:1])]
    texts += option.choices
    if option.kind == "map":
        texts += ["9x9-cut", "13x13", MAP]
    elif option.kind == "float":
        texts += ["0", "-3", "5.5", "-0.25"]
    elif option.kind == "int":
        low = -9 if option.low is None else option.low
        high = 9 if option.high is None else option.high
        texts += [str(number) for number in {low, -1, 0, 1, high} if low <= number <= high]
    elif option.kind == "numbers":
        assert option.low is not None, "a list of numbers has a range"
        info = games.info(game_id)
        seats = len(info.seated(info.settle(BASE.get(game_id, {}))))
        texts += [",".join(["0"] * seats), ",".join([str(option.low)] * seats)]
    return [(text, option.read(text)) for text in dict.fromkeys(texts)]


OPTIONS = [(game_id, option) for game_id in GAMES for option in games.info(game_id).options]
every_option = pytest.mark.parametrize(
    ("game_id", "option"),
    OPTIONS,
    ids=[f"{game_id} --{option.name}" for game_id, option in OPTIONS],
)


def settings() -> Iterator[tuple[str, tuple[tuple[str, Value], ...]]]:
    """Each game as it comes, or on a small board, and with each of its options changed."""
    for game_id in GAMES:
        yield game_id, tuple(BASE.get(game_id, {}).items())
        for option in games.info(game_id).options:
            for value in other_values(option):
                yield game_id, tuple(together(game_id, option.name, value).items())


def together(game_id: str, name: str, value: Value) -> dict[str, Value]:
    """The changed option with as much of the base as goes with it."""
    base = BESIDE_OPTIONS.get(game_id, {})
    try:
        games.info(game_id).settle({**base, name: value})
    except OptionError:
        return {name: value}
    return {**base, name: value}


def setting_of(line: str) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """`pletore size=4 komi=5` as a setting."""
    game_id, _, chosen = line.partition(" ")
    return game_id, tuple(options(game_id, chosen).items())


SETTINGS = list(dict.fromkeys(settings()))


def label(setting: tuple[str, tuple[tuple[str, Value], ...]]) -> str:
    game_id, chosen = setting
    # Of a map in one line the name is enough.
    return " ".join([game_id, *(f"{name}={str(x).partition(' |')[0]}" for name, x in chosen)])


every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=label)


@cache
def game_of(setting: tuple[str, tuple[tuple[str, Value], ...]]) -> Any:
    """The game of a setting; one object, since games are values."""
    game_id, chosen = setting
    return games.create(game_id, dict(chosen))


def small(game_id: str, boards: Any = None) -> tuple[str, tuple[tuple[str, Value], ...]]:
    """The setting of a game as it comes, or on its small board of `boards`, else of the base."""
    return game_id, tuple((BASE if boards is None else boards).get(game_id, {}).items())


def match_of(
    setting: Any, seed: int, plies: int | None = None, players: Sequence[str] | None = None
) -> Match[Any, Any]:
    """The random game of a setting, or its first plies, as a match between humans."""
    game = game_of(setting)
    match = Match(game, tuple(players or ["human"] * game.seats), seed, draws=False)
    for move in random_game(setting, seed)[1][:plies]:
        match.submit(move)
    return match


@cache
def random_game(
    setting: tuple[str, tuple[tuple[str, Value], ...]], seed: int
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """States and moves of a random game to its end: one more state than moves.

    Uniformly random, but that games with turns of many answers pass seldom; when the game
    has become long, the players bring it to its end.
    """
    game = game_of(setting)
    rng = random.Random(seed)
    states, moves = [game.start()], []
    answers = 4 if isinstance(game, Chancy) else 1
    most = 4 * answers * game.topology.cells + 80 if game.id in OURS else history.PLIES
    while game.to_act(states[-1]) != OVER:
        assert len(moves) <= most, "the game does not end"
        listed = game.legal_moves(states[-1])
        late, talk = len(moves) > 3 * answers * game.topology.cells, has_talk(game)
        quiet = [move for move in listed if game.format(move) in _QUIET] if late or talk else []
        if late and quiet:
            listed = quiet
        elif talk and rng.random() < _SELDOM:
            lively = [m for m in listed if m not in quiet and game.format(m) != "pass draw"]
            listed = lively or listed
        moves.append(rng.choice(listed))
        states.append(game.apply(states[-1], moves[-1]))
    return tuple(states), tuple(moves)


def sample(setting: tuple[str, tuple[tuple[str, Value], ...]], seed: int, many: int) -> list[Any]:
    """The first states of a random game, its end, and some between, `many` at most."""
    states, _ = random_game(setting, seed)
    if len(states) <= many:
        return list(states)
    rng = random.Random(seed)
    between = sorted(rng.sample(range(2, len(states) - 1), many - 3))
    return [states[0], states[1], *(states[ply] for ply in between), states[-1]]


def shown(setting: tuple[str, tuple[tuple[str, Value], ...]], seed: int, many: int) -> list[Any]:
    """A sample without states at which chance is next, each as the seat to act sees it;
    where chance often is, also the state at which most stones may be put."""
    game = game_of(setting)
    states = [state for state in sample(setting, seed, many) if game.to_act(state) != CHANCE]
    if isinstance(game, Chancy):
        players = [s for s in random_game(setting, seed)[0] if game.to_act(s) != CHANCE]
        states.append(max(players, key=partial(_placings, game)))
    if not isinstance(game, Hidden):
        return states
    return [
        state if (seat := game.to_act(state)) == OVER else game.view(state, seat)
        for state in states
    ]


def _placings(game: Any, state: Any) -> int:
    return sum(bool(game.cells_of(move)) for move in game.legal_moves(state))


def placeable(game: Any, state: Any) -> bool:
    """Whether a seat may put a stone now."""
    return game.to_act(state) >= 0 and any(map(game.cells_of, game.legal_moves(state)))


def asked(game: Any, states: Sequence[Any]) -> list[Any]:
    """The states in which a seat may put a stone, or is asked at all where no move has a cell."""
    return [state for state in states if placeable(game, state)] or [
        state for state in states if game.to_act(state) >= 0
    ]


def kernel_of(game: Any) -> Any:
    """The game's kernel; the test is skipped where the game has none."""
    if game.id not in kernels.KERNELS:
        pytest.skip("the game has no kernel")
    return kernels.KERNELS[game.id](game)


def brought_to_its_end(game: Any, state: Any) -> Any:
    """The state after the questions at a game's end were answered: no stone is dead."""
    while game.to_act(state) != OVER:
        answers = [game.parse(state, "dead none"), game.parse(state, "agree")]
        legal = [move for move in answers if game.refuse(state, move) is None]
        if not legal:
            return state
        state = game.apply(state, legal[0])
    return state


def replay(game: Any, state: Any, done: kernels.Playouts, lane: int) -> bool:
    """Play the trace of a lane from the state in which it began: end, score, owners, features and
    shares are those of the rules. False where it came to a move that only the kernel allows, or to
    the kernel's cap of twelve turns a cell."""
    assert len(done.trace[lane]) == done.plies[lane]
    full, ended, made = kernels.played_out(game), state, []
    if full is not game and 0 in state.stones:
        state = dataclasses.replace(state, ending=None)
    for move in done.trace[lane]:
        refusal = game.refuse(ended, move)
        if refusal is None:
            ended = game.apply(ended, move)
        else:
            assert refusal.code in kernels.relaxed(game), refusal.text
            if full is game:
                return False
        made.append((state, move))
        state = full.apply(state, move)
    state = brought_to_its_end(full, state)
    if full.ending(state) is None and done.plies[lane] >= 12 * game.topology.cells:
        return False
    assert full.ending(state) is not None
    assert done.score[lane].tolist() == pytest.approx(full.score(state).totals)
    assert done.utility[lane].tolist() == full.utilities(state).tolist()
    if full is not game:
        assert done.utility[lane].tolist() == game.utilities(ended).tolist()
    assert done.owner[lane].tolist() == kernels.owners(full, state)
    played = kernels.features(game, made)
    assert played is None or np.flatnonzero(done.played[lane]).tolist() == sorted(played)
    return True


def mutations(move: Any, rng: random.Random, cells: int) -> Iterator[Any]:
    """Moves like `move` with one whole number in it changed, as a rule to nonsense."""
    for field in dataclasses.fields(move):
        value = getattr(move, field.name)
        if isinstance(value, int) and not isinstance(value, bool):
            yield dataclasses.replace(move, **{field.name: rng.randint(-2, cells + 1)})
        elif isinstance(value, tuple):
            for index in (i for i, item in enumerate(value) if isinstance(item, int)):
                changed = list(value)
                changed[index] = rng.randint(-2, cells + 1)
                yield dataclasses.replace(move, **{field.name: tuple(changed)})
