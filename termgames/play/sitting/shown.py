"""A match as it is shown at a table: a position of it, and what may be said of that."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from termgames import games
from termgames.core.display import AnyDisplay
from termgames.core.game import AnyGame, Chancy, Score, Seat
from termgames.play.advice import Estimate
from termgames.play.bots.players import label_of
from termgames.play.events import Changed, Estimated, Event
from termgames.play.match import AnyMatch
from termgames.play.sitting.auto_answer import AutoAnswer
from termgames.play.sitting.viewpoint import Viewpoint
from termgames.search.limits import Thought

HUMAN = "human"
_SCORES_KEPT = 64
"""How many positions' scores are remembered; each holds the cells of its territories."""


class Shown:
    """One match, and the position of it that is looked at.

    `bots` are the seats that bots play, humans at this keyboard the others; None where nobody
    plays here, as in a record. `listen` is called with whatever happens at the table. Nothing is
    played or saved here.
    """

    def __init__(
        self,
        match: AnyMatch,
        bots: Collection[Seat] | None = None,
        listen: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.match = match
        self.display: AnyDisplay = games.display(match.game)
        self.listen = listen
        self.bots: Collection[Seat] = () if bots is None else bots
        self.kept: dict[int, tuple[Any, Seat | None, Estimate]] = {}
        """Estimates by the `id` of a position, with the position, which the rules made, and whose
        view of it was analysed. A copy of the match that is looked through may share them."""
        self._expected: dict[int, tuple[Any, float]] = {}
        """The same of what bots expected with the move that led to a position."""
        seats = () if bots is None else range(match.game.seats)
        self.view = Viewpoint(match, tuple(seat for seat in seats if seat not in self.bots))
        self.auto_answers = AutoAnswer(match, self.display, self.view)
        """For which humans moves of others are accepted without asking them."""
        self._played = bots is not None
        self._looking: int | None = None if self._played else 0
        """The ply that is looked at, None for the present one of a game that is played."""
        self._scores: dict[int, tuple[Any, Score]] = {}
        """By ply: a position and its score, in the order in which they were counted."""

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    @property
    def ply(self) -> int:
        """The number of moves before the position shown."""
        return self.match.ply if self._looking is None else self._looking

    @property
    def position(self) -> Any:
        """The position shown, as far as the player may know it."""
        return self.view.state(self.ply)

    @property
    def present(self) -> bool:
        """Whether it is the present position of a game that is played here."""
        return self._looking is None

    def label(self, seat: Seat) -> str:
        """Who plays the seat, in words: `you`, `player 2`, `bot 4`, or a human's name."""
        label, humans = label_of(self.match.players[seat]), self.view.humans
        if seat not in humans or label != HUMAN:
            return "guest" if label == self.match.seat_name(seat) else label
        return "you" if len(humans) == 1 else f"player {seat + 1}"

    def score(self, ply: int) -> Score:
        """The count of the position before move `ply`; the last ones are remembered."""
        state = self.view.state(ply)
        position, score = self._scores.get(ply, (None, None))
        if score is None or position is not state:
            score = self.game.score(state)
            self._scores.pop(ply, None)
            self._scores[ply] = state, score
            if len(self._scores) > _SCORES_KEPT:
                del self._scores[next(iter(self._scores))]
        return score

    def last_cells(self) -> tuple[int, ...]:
        """The cells of the move that led to the position shown. In games of chance, where
        dice and answers come in between, those of the last move that has any."""
        cells: tuple[int, ...] = ()
        for ply in range(self.ply - 1, -1, -1):
            cells = self.game.cells_of(self.match.move_seen(ply, None))
            if cells or not isinstance(self.game, Chancy):
                break
        return cells

    def decided(self, ply: int) -> bool:
        """Whether move `ply` was a human's, who had something to decide."""
        return self.match.actor(ply) in self.view.humans and self.auto_answers.decided(ply)

    # -- who is ahead -------------------------------------------------------------------

    @property
    def estimates(self) -> Mapping[int, Estimate]:
        """By ply: who wins a position of the match, where that was analysed and may be shown. While
        hands are hidden it is for the seat alone that knows as much as the analysis did."""
        match, view = self.match, self.view
        found: dict[int, Estimate] = {}
        for ply in range(match.ply + 1):
            _, seat, estimate = self.kept.get(id(match.state_at(ply)), (None, None, None))
            if estimate is not None and (not view.secret or seat == view.seat):
                found[ply] = estimate
        return found

    def estimate(self, ply: int, estimate: Estimate, match: AnyMatch | None = None) -> None:
        """Take over who wins the position before move `ply` of a `match`, by default the one shown,
        as whoever looks on now may know it. Positions that are taken back lose theirs."""
        state = (match or self.match).state_at(ply)
        kept = state, self.view.seat, estimate
        if self.kept.get(id(state)) != kept:
            self.kept[id(state)] = kept
            self.listen(Estimated())

    def expect(self, ply: int, thought: Thought) -> None:
        """Remember what the bot that made move `ply` expected to win."""
        if thought.value is not None:
            after = self.match.state_at(ply + 1)
            self._expected[id(after)] = after, thought.value[self.match.actor(ply)]

    def expected(self, ply: int) -> float | None:
        """How likely the bot that made move `ply` held it to win; None where that is not known, or
        hands are hidden."""
        _, share = self._expected.get(id(self.match.state_at(ply + 1)), (None, None))
        return None if self.view.secret else share

    # -- back and forth -----------------------------------------------------------------

    def look(self, ply: int) -> None:
        """Show the position before move `ply`, the nearest there is."""
        ply = max(0, min(ply, self.match.ply))
        self._looking = None if ply == self.match.ply and self._played else ply
        self.listen(Changed())

    def return_to_game(self) -> None:
        """Show the present position of a game that is played here, whatever was looked at. The
        caller tells the listener."""
        self._looking = None
