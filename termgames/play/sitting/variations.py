"""Trying other moves in a game that is looked through: a tree of variations with a cursor in it.

The game itself never changes. Every position is reached by playing the moves that lead to it
through the rules; those reached before are remembered. Where dice or cards come next in a
variation, they are drawn: the same position brings the same draw, and another outcome can be
chosen as any other move can. What was drawn stands in the variation as a move.
"""

import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import IllegalMove, Refusal, TermgamesError
from termgames.core.game import CHANCE, OVER, Chancy, draw, has_secrets
from termgames.play.match import AnyMatch, Match
from termgames.play.notes import Node, NotesFull, Place, ply_of

HIDDEN = Refusal("hidden", "other moves can be tried once the game is over: hands are hidden")


class Variations:
    """The variations of one match, which they are written beside (`Match.notes`), and a cursor.

    Whoever uses them does not change the match meanwhile, unless by `Match.follow`.
    """

    def __init__(self, match: AnyMatch) -> None:
        self.match, self.notes = match, match.notes
        self._at: Place = match.ply
        self._tip: Node | None = None
        """The end of the line that the cursor is in, where it was left behind on the way back."""
        self._display = games.display(match.game)
        self._reached: dict[Node, tuple[Any, Any]] = {}
        """By node of a variation: its move, and the position after it."""
        self._line: tuple[Place, AnyMatch] | None = None
        """The line that `line` made last."""

    @property
    def closed(self) -> Refusal | None:
        """Why no variations can be tried or seen, or None: nobody is to learn from them what he
        may not know of a game that goes on, and of a record for spectators nobody knows all."""
        match = self.match
        hides = has_secrets(match.game) and (match.redacted or not match.over)
        return HIDDEN if hides else None

    # -- positions --------------------------------------------------------------------------

    def state(self, at: Place) -> Any:
        """A position."""
        return self.match.state_at(at) if isinstance(at, int) else self._after(at)[1]

    def moves(self, at: Place) -> list[Any]:
        """The moves that lead to a position, those of the main line first."""
        if isinstance(at, int):
            return list(self.match.moves[:at])
        path = at.path
        return [*self.match.moves[: path[0].ply], *(self._after(node)[0] for node in path)]

    def _after(self, node: Node) -> tuple[Any, Any]:
        """The move of a node and the position after it."""
        if node not in self._reached:
            path = node.path
            last = next((at for at in reversed(path) if at in self._reached), None)
            state = self.match.state_at(path[0].ply) if last is None else self._reached[last][1]
            for step in path[0 if last is None else path.index(last) + 1 :]:
                move = self.match.game.parse(state, step.move)
                state = self.match.game.apply(state, move)
                self._reached[step] = move, state
        return self._reached[node]

    @property
    def at(self) -> Place:
        """The cursor: the position shown. Put somewhere, it is in the game itself, or in the first
        line from there."""
        return self._at

    @at.setter
    def at(self, at: Place) -> None:
        self._at, self._tip = at, None

    def line(self) -> AnyMatch:
        """The match that the cursor is in: the moves up to it, and those that go on from there,
        of variations the first each time. The same object while the cursor stays in one line."""
        at = self._end()
        if self._line is None or self._line[0] != at:
            path = [] if isinstance(at, int) else at.path
            steps = [self._after(node) for node in path]
            self._line = at, self.match.branched(path[0].ply, steps) if path else self.match
        return self._line[1]

    def _end(self) -> Place:
        """The last position of the line that the cursor is in."""
        at = self._at if self._tip is None else self._tip
        while isinstance(at, Node) and at.children:
            at = at.children[0]
        return at if isinstance(at, Node) else self.match.ply

    # -- going about ------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """How many moves lead to the cursor."""
        return ply_of(self.at)

    def look(self, ply: int) -> None:
        """Go to the position before move `ply` of the line that the cursor is in."""
        end = self._end()
        path = [] if isinstance(end, int) else end.path
        fork = path[0].ply if path else self.match.ply
        ply = min(ply, ply_of(end))
        self._at, self._tip = ply, None
        if path:
            self._at = ply if ply <= fork else path[ply - fork - 1]
            self._tip = path[-1]

    def beside(self, by: int) -> bool:
        """Go to the move that was tried before or after the one at the cursor in the same
        position; whether there is one. The move of the game itself is the first."""
        ways = self._ways()
        place = ways.index(self.at) + by if self.at in ways else -1
        if 0 <= place < len(ways):
            self.at = ways[place]
            return True
        return False

    def _ways(self) -> list[Place]:
        """The positions that the moves lead to which were tried where the last move was made."""
        at = self.at
        if isinstance(at, Node) and at.parent is not None:
            return list(at.parent.children)
        before = ply_of(at) - 1
        if before < 0:
            return []
        game: list[Place] = [before + 1] if before < self.match.ply else []
        return [*game, *self.notes.children(before)]

    def to_game(self) -> None:
        """Go back to where the variation at the cursor left the game."""
        self.at = self.at.path[0].ply if isinstance(self.at, Node) else self.at

    def match_here(self) -> AnyMatch:
        """A match of its own that has come to the cursor, without notes and with a fresh seed;
        chance not drawn. The caller decides who plays in it."""
        match = self.match
        here: AnyMatch = Match(match.game, match.players, None, match.start, draws=False)
        for move in self.moves(self.at):
            here.submit(move)
        return here

    # -- changing ---------------------------------------------------------------------------

    def play(self, move: Any) -> Refusal | None:
        """Make a move at the cursor, which opens a variation unless it is the move of the game or
        was tried before, and all that nobody decides after it. Why that is not possible, and
        nothing has changed then; None when it was made."""
        if self.closed is not None:
            return self.closed
        before = self.at
        try:
            self.at = self._add_move(before, move)
            for follows in self._forced_moves():
                self.at = self._add_move(self.at, follows)
        except IllegalMove as error:
            return error.refusal
        except NotesFull as error:
            if self.at is not before:
                return None  # the move itself was made; there is no room for the dice
            return Refusal("full", str(error))
        return None

    def add_line(self, ply: int, moves: Sequence[str], comment: str = "") -> Place:
        """Add moves, as texts, that might have been played from the position before move `ply` of
        the game; the comment is on the first that was not played. The position after the last
        one. UnreadableMove, IllegalMove or NotesFull, and nothing has changed, where that is not
        possible."""
        if self.closed is not None:
            raise IllegalMove(self.closed)
        places: list[Place] = [ply]
        before = set(self.notes.nodes())
        try:
            for text in moves:
                move = self.match.game.parse(self.state(places[-1]), text)
                places.append(self._add_move(places[-1], move))
            tried = next((at for at in places if isinstance(at, Node)), places[min(1, len(moves))])
            existing = self.notes.comment(tried)
            if comment and comment not in existing:
                self.notes.say(tried, f"{existing}\n{comment}" if existing else comment)
        except TermgamesError:
            added = [at for at in places if isinstance(at, Node) and at not in before]
            for node in added[:1]:
                self.remove(node)
            raise
        return places[-1]

    def remove(self, node: Node) -> None:
        """Delete a move of a variation and all that follows it. A cursor in there goes to the
        position before the move."""
        if isinstance(self.at, Node) and node in self.at.path:
            self.at = node.ply if node.parent is None else node.parent
        elif self._tip is not None and node in self._tip.path:
            self._tip = None
        self.notes.remove(node)
        left = set(self.notes.nodes())
        self._reached = {node: after for node, after in self._reached.items() if node in left}
        self._line = None

    def say(self, text: str) -> None:
        """Comment on the position at the cursor; NotesFull for a text that is too long."""
        self.notes.say(self.at, text)

    def _add_move(self, at: Place, move: Any) -> Place:
        """The position after a move; it is added where it was not tried before."""
        match, state = self.match, self.state(at)
        after = match.game.apply(state, move)
        if isinstance(at, int) and at < match.ply and match.move_at(at) == move:
            return at + 1
        node = self.notes.add(at, match.game.format(move))
        self._reached[node] = move, after
        self._line = None
        return node

    def _forced_moves(self) -> Iterator[Any]:
        """The moves at the cursor that nobody decides, one after the other as they are made: moves
        of chance, and answers of players who have no other."""
        game = self.match.game
        while (to_act := game.to_act(state := self.state(self.at))) != OVER:
            follows: Any = None
            if to_act == CHANCE:
                follows = self._outcome(state)
            elif self._display.reactive and (let := self._display.let(state)) is not None:
                follows = let if len(game.legal_moves(state)) == 1 else None
            if follows is None:
                return
            yield follows

    def _outcome(self, state: Any) -> Any:
        """The outcome of chance at the cursor: the one in the game, the one drawn here before, else
        a draw that depends on nothing but the moves up to here."""
        match, at = self.match, self.at
        if isinstance(at, int) and at < match.ply:
            return match.move_at(at)
        before = self.notes.children(at)
        if before:
            return self._after(before[0])[0]
        assert isinstance(match.game, Chancy)
        line = " ".join(match.game.format(move) for move in self.moves(at))
        rng = np.random.default_rng(zlib.crc32(line.encode()))
        return draw(match.game.chances(state), rng)
