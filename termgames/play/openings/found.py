"""What a tree of openings has of a position, in the moves of the game that is played."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from termgames import games, paths
from termgames.core.errors import UnreadableMove
from termgames.core.game import AnyGame, Editable
from termgames.core.options import number_text
from termgames.core.topology import images, symmetries
from termgames.play.bots.bot import Bot
from termgames.play.data_files import file_text
from termgames.play.openings import tree
from termgames.play.openings.tree import OpeningMove, OpeningPosition, OpeningTree
from termgames.search.limits import Listeners, Thought

_POINT = re.compile(r"[a-z]+[0-9]+")


class BoardImages:
    """The images of the positions of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    @cached_property
    def _there(self) -> list[dict[str, str]]:
        """By way: for the name of each point that of the point it is turned to."""
        names = self.game.topology.names
        return [
            {name: names[to] for name, to in zip(names, way, strict=True)}
            for way in symmetries(self.game.topology).tolist()
        ]

    @cached_property
    def _back(self) -> list[dict[str, str]]:
        return [{to: name for name, to in way.items()} for way in self._there]

    @property
    def ways(self) -> int:
        """In how many ways the board can be turned, not at all being the first."""
        return len(self._there)

    def of(self, state: Any) -> tuple[str, tuple[int, ...]]:
        """The key of a position, and the ways that turn it to the image which that names: more than
        one where the position is symmetric itself."""
        game = self.game
        stones = [image.tobytes() for image in images(game.topology, game.stones(state))]
        first = min(stones)
        ways = [way for way, image in enumerate(stones) if image == first]
        beside = game.position_text(state) if isinstance(game, Editable) else {}
        texts = "\n".join([*(f"{name}: {text}" for name, text in beside.items())])
        turned = {way: self.turned(texts, way) for way in ways}
        text = min(turned.values())
        what = f"{game.prompt(state)}\n{text}".encode() + b"\0" + first
        key = blake2b(what, digest_size=5).hexdigest()
        return key, tuple(way for way in ways if turned[way] == text)

    def turned(self, text: str, way: int) -> str:
        """A text in which every point is turned."""
        return _renamed(text, self._there[way])

    def carried(self, text: str, way: int, to: int) -> str:
        """A text about a position that `way` turns to its image, for one that `to` turns to it."""
        return _renamed(self.turned(text, way), self._back[to])


def _renamed(text: str, names: dict[str, str]) -> str:
    return _POINT.sub(lambda found: names.get(found[0], found[0]), text)


_FURTHER = 3
"""Moves of the most played continuation, at most."""


@dataclass(frozen=True)
class FoundMove:
    """A move from a position, see `tree.OpeningMove`."""

    move: Any
    games: int
    share: float
    points: float
    goes_on: tuple[Any, ...]
    """What was played most after it, move by move."""


@dataclass(frozen=True)
class FoundPosition:
    """A position in a tree, and the moves from it, the most played first."""

    moves: tuple[FoundMove, ...]

    @property
    def games(self) -> int:
        """How many games went on from here."""
        return sum(each.games for each in self.moves)

    @property
    def share(self) -> float:
        """Of the win, for the player to move; from the games that went on."""
        return self._mean([each.share for each in self.moves])

    @property
    def points(self) -> float:
        """By which that player is ahead at the end."""
        return self._mean([each.points for each in self.moves])

    def _mean(self, values: list[float]) -> float:
        weighed = zip(values, self.moves, strict=True)
        return sum(value * each.games for value, each in weighed) / self.games


class Openings:
    """A tree and a game on its board."""

    def __init__(self, game: AnyGame, tree: OpeningTree) -> None:
        self.game, self.tree = game, tree
        self._images = BoardImages(game)

    @property
    def other_komi(self) -> str:
        """The komi of the tree, as a text, where that is another one than the game's; else empty.
        Its shares and points are of that komi."""
        komi = games.info(self.tree.game).settle(self.tree.options).get("komi")
        same = komi is None or komi == self.game.options.get("komi")
        return "" if same else number_text(float(str(komi)))

    def at(self, state: Any, *, image: int = 0) -> FoundPosition | None:
        """What the tree has of a position; None where no game of it went on from there. Where the
        position is symmetric, `image` chooses among the images of the moves."""
        moves = tuple(
            FoundMove(move, each.games, each.share, each.points, self._further(after))
            for each, move, after in self._moves(state, image)
        )
        return FoundPosition(moves) if moves else None

    def _moves(self, state: Any, image: int = 0) -> Iterator[tuple[OpeningMove, Any, Any]]:
        """The moves of the tree from a position, as the tree has them and as the game does, and the
        position after each. What is no move of the game is left out."""
        key, ways = self._images.of(state)
        found = self.tree.positions.get(key)
        if found is None or found.way >= self._images.ways or self.game.to_act(state) < 0:
            return
        way = ways[image % len(ways)]
        for each in found.moves:
            move = self._move(state, each, found, way)
            if move is not None:
                yield each, move, self.game.apply(state, move)

    def _move(self, state: Any, of: OpeningMove, found: OpeningPosition, way: int) -> Any | None:
        text = self._images.carried(of.text, found.way, way)
        try:
            move = self.game.parse(state, text)
        except UnreadableMove:
            return None
        return None if self.game.refuse(state, move) else move

    def _further(self, state: Any) -> tuple[Any, ...]:
        line: list[Any] = []
        while len(line) < _FURTHER:
            following = next(self._moves(state), None)
            if following is None:
                break
            _, move, state = following
            line.append(move)
        return tuple(line)


MARGIN = 0.02
"""Moves of the tree that promise less of the win than this below the best are not played."""
LEAST = 8
"""Games that a move was played in, at least, for its share to be believed."""
_STEP = 0.01
"""How much less a move promises that is played e times as seldom."""


class BookBot:
    """Plays from the tree where it has moves that are known well enough, else as the bot inside."""

    def __init__(self, bot: Bot, openings: Openings, seed: int | None) -> None:
        self.bot, self.openings = bot, openings
        self._rng = np.random.Generator(np.random.SFC64(seed))

    def think(
        self, state: Any, *, seconds: float | None = None, **around: Unpack[Listeners]
    ) -> Thought:
        """A move drawn among the best of the tree, which are played in all images of the board
        alike; where there are none, what the bot thinks."""
        found = self.openings.at(state, image=int(self._rng.integers(1 << 16)))
        known = [each for each in found.moves if each.games >= LEAST] if found else []
        if not known:
            return self.bot.think(state, seconds=seconds, **around)
        drawn = self._drawn(known)
        game = self.openings.game
        others = (1 - drawn.share) / (game.seats - 1)
        mover = game.to_act(state)
        value = tuple(drawn.share if seat == mover else others for seat in range(game.seats))
        return Thought(drawn.move, value=value, note="an opening")

    def _drawn(self, known: list[FoundMove]) -> FoundMove:
        best = max(each.share for each in known)
        good = [each for each in known if each.share >= best - MARGIN]
        weights = np.array([math.exp((each.share - best) / _STEP) for each in good])
        return good[int(self._rng.choice(len(good), p=weights / weights.sum()))]


SUFFIX = ".openings"
_MOST_BYTES = 4_000_000
BESIDE = {"komi", "pie"}
"""Options that do not change which moves there are: with others a tree's figures are those of its
own."""


def shipped() -> tuple[str, ...]:
    """The games that have a tree, in their order."""
    return tuple(name for name in games.GAMES if _file(name).is_file())


def of_game(game: AnyGame) -> Openings | None:
    """The openings on the board of a game and by its rules; None where no tree is of these.
    LessonError where the file has a fault."""
    if game.id not in games.GAMES or not _file(game.id).is_file():
        return None
    found = _read(game.id)
    return Openings(game, found) if fits(found, game) else None


def fits(of: OpeningTree, game: AnyGame) -> bool:
    """Whether a tree is of the board and the rules of a game."""
    if of.game != game.id:
        return False
    there = games.info(of.game).settle(of.options)
    return all(game.options[name] == value for name, value in there.items() if name not in BESIDE)


def load(path: Path) -> OpeningTree:
    """The tree in a file; LessonError."""
    return tree.read(file_text(path, _MOST_BYTES, "make a smaller tree"), str(path))


def commands() -> list[str]:
    """The commands that explore the trees there are."""
    return [command(_read(name)) for name in shipped()]


def command(of: OpeningTree) -> str:
    """The command that explores a tree."""
    return f"termgames openings {of.game} {games.info(of.game).as_typed(of.options)}".rstrip()


def _file(game_id: str) -> Path:
    return paths.assets() / "openings" / f"{game_id}{SUFFIX}"


@lru_cache(maxsize=8)
def _read(game_id: str) -> OpeningTree:
    return load(_file(game_id))
