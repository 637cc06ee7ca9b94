"""The moves of a game that were played, and the positions from which and to which they led."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic

from termgames.core.game import CHANCE, Game, M, S


@dataclass(frozen=True)
class StartPosition(Generic[S]):
    """The position that a match begins with, and what it was read from where it was set up."""

    state: S
    diagram: tuple[str, ...] = ()
    """The rows of the diagram."""
    texts: tuple[tuple[str, str], ...] = ()
    """The texts beside it, such as (`to move`, `white`)."""

    @property
    def source(self) -> tuple[object, ...]:
        """What it was read from: other positions have another source."""
        return self.diagram, self.texts

    @staticmethod
    def read(
        game: Game[Any, Any], rows: Sequence[str], texts: Mapping[str, str]
    ) -> StartPosition[Any]:
        """The position of a diagram; OptionError where it is none of the game."""
        return StartPosition(game.position(rows, texts), tuple(rows), tuple(texts.items()))


@dataclass
class PlayedMoves(Generic[S, M]):
    """What happened from a first position on. It knows no rules but who is to act; who adds a move
    has applied it."""

    game: Game[S, M]
    states: list[S]
    """The positions, at first one."""
    actors: list[int] = field(init=False)
    """Who is to act in each of the states."""
    moves: list[M] = field(default_factory=list)
    undone: list[M] = field(default_factory=list)
    """Moves that were taken back, the first of them last."""
    _texts: list[str] = field(default_factory=list, compare=False)
    """The texts of the first moves, as many as were asked for."""

    def __post_init__(self) -> None:
        self.actors = [*map(self.game.to_act, self.states)]

    def texts(self) -> Sequence[str]:
        """The moves as the game writes them; each is written once."""
        self._texts += map(self.game.format, self.moves[len(self._texts) :])
        return tuple(self._texts)

    def add(self, move: M, state: S) -> None:
        """Append a move and the position after it."""
        self.moves.append(move)
        self.states.append(state)
        self.actors.append(self.game.to_act(state))

    def take_back(self) -> None:
        """Take the last move away."""
        self.states.pop()
        self.actors.pop()
        self.undone.append(self.moves.pop())
        del self._texts[len(self.moves) :]

    def last_answer(self) -> int:
        """The ply of the last move that a seat made; 0 where there is none."""
        plies = reversed(range(len(self.moves)))
        return next((ply for ply in plies if self.actors[ply] != CHANCE), 0)

    def branched(self, ply: int, steps: Iterable[tuple[M, S]] = ()) -> PlayedMoves[S, M]:
        """The first `ply` moves, and after them others, each with the position after it; nothing
        is undone."""
        other: PlayedMoves[S, M] = PlayedMoves(self.game, [])
        other.states, other.actors = self.states[: ply + 1], self.actors[: ply + 1]
        other.moves, other._texts = self.moves[:ply], self._texts[:ply]
        for move, state in steps:
            other.add(move, state)
        return other

    def followed(self, other: PlayedMoves[S, M]) -> PlayedMoves[S, M]:
        """The same as `other`, which begins like this one. The positions up to the first move that
        differs are the objects of this one."""
        pairs = enumerate(zip(self.moves, other.moves, strict=False))
        shortest = min(len(self.moves), len(other.moves))
        same = next((ply for ply, (own, move) in pairs if own != move), shortest)
        steps = zip(other.moves[same:], other.states[same + 1 :], strict=True)
        played = self.branched(same, steps)
        played.undone = other.undone[:]
        return played
