"""Turns passed for a human until they matter to him.

Who rests passes at each of his turns, until a stone or a point of his is touched, his place among
the scores changes, or another player passes too, so that play may end. Only what everybody may know
is looked at: who looks on learns nothing from it that a player is asked again.
"""

from collections.abc import Callable
from typing import Any

from termgames.core.errors import TermgamesError
from termgames.core.game import Seat
from termgames.play.events import Notice
from termgames.play.match import Prompt
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.taught_move import TaughtMove

UNTIL = "until a stone or point of yours is touched, the places change, or a player puts no stone"
"""When a player who rests is asked again."""


class Resting:
    """Which humans rest. Nothing is played in here: `go_on` lets the game go on when others
    rest."""

    def __init__(self, shown: Shown, taught: TaughtMove, go_on: Callable[[], None]) -> None:
        self._shown, self._taught, self._go_on = shown, taught, go_on
        self._since: dict[Seat, int] = {}
        """By seat: the number of moves that had been made when its player began to rest."""

    @property
    def seats(self) -> frozenset[Seat]:
        """The seats whose players rest."""
        return frozenset(self._since)

    @property
    def has_passes(self) -> bool:
        """Whether players may pass in this game at all, where a pass of each does not end play."""
        return self._shown.game.seats > 2 and self._read_pass(self._shown.match.state) is not None

    @property
    def possible(self) -> bool:
        """Whether a human may begin to rest: it is his turn and he may pass, or he waits for it."""
        humans, prompt = self._shown.view.humans, self._shown.match.prompt()
        if prompt is None or not humans or self._taught.move is not None:
            return False
        return (
            self.has_passes if prompt.seat not in humans else self.pass_in(prompt.state) is not None
        )

    def switch(self) -> None:
        """Let the human who is to act, else the one whose view is shown, rest; if one rests, let
        everybody be asked again."""
        view, to_act = self._shown.view, self._shown.match.to_act
        if self._since:
            self.end()
        else:
            seat = to_act if to_act in view.humans else view.seat
            self.begin(min(view.humans) if seat is None else seat)
        self._go_on()

    def begin(self, seat: Seat) -> None:
        """The human of `seat` rests from now on."""
        self._since[seat] = self._shown.match.ply

    def end(self, seat: Seat | None = None) -> None:
        """The human of `seat` is asked again; without a seat everybody is."""
        for each in self.seats if seat is None else {seat}:
            self._since.pop(each, None)

    def answer(self, prompt: Prompt[Any]) -> Any | None:
        """The pass that is made for a player who rests, when it is his turn; None where he is asked
        himself. Where he rests no longer, everybody is told why."""
        seat = prompt.seat
        if seat not in self._since:
            return None
        move = self.pass_in(prompt.state)
        if move is None:
            return None
        why = self._why_not(seat, prompt.state, move)
        if not why:
            return move
        self.end(seat)
        name = self._shown.match.seat_name(seat)
        self._shown.listen(Notice(f"{name} stops resting: {why}"))
        return None

    def pass_in(self, state: Any) -> Any | None:
        """The move that passes in a position; None where it is not a turn, or nobody may pass."""
        move, display = self._read_pass(state), self._shown.display
        beside = display.question(state) is not None or display.agreement(state) is not None
        refused = move is None or self._shown.game.refuse(state, move) is not None
        return None if beside or refused else move

    def _read_pass(self, state: Any) -> Any | None:
        try:
            return self._shown.game.parse(state, "pass")
        except TermgamesError:
            return None

    # -- what matters -----------------------------------------------------------------------

    def _why_not(self, seat: Seat, state: Any, move: Any) -> str:
        """Why a player who rests is asked all the same; empty where nothing matters to him."""
        shown, match = self._shown, self._shown.match
        game, since = shown.game, self._since[seat]
        before, now = match.seen(None, since), match.seen(None)
        after = game.apply(state, move)
        if game.ending(after) is not None or shown.display.agreement(after) is not None:
            return "a pass would end play"
        passed = self._passed()
        if passed:
            return f"{passed} put no stone, and play may end"
        touched = self._touched(seat, before, now)
        if touched is not None:
            return f"the stones changed at {game.topology.names[touched]}"
        if not shown.display.is_early(before) and self._place(before, seat) != self._place(
            now, seat
        ):
            return "the places of the players changed"
        return ""

    def _passed(self) -> str:
        """The name of the player whose turn was the last one, if it left the stones as they were;
        else nothing."""
        match, display = self._shown.match, self._shown.display
        first = match.ply - 1
        # Where each move is a turn of its own, the answers of others are none.
        while first > 0 and display.let(match.state_at(first)) is not None:
            first -= 1
        if first < 0:
            return ""
        key = display.turn(match.state_at(first))
        while first and key is not None and display.turn(match.state_at(first - 1)) == key:
            first -= 1
        stones = match.game.stones
        changed = stones(match.state_at(first)) != stones(match.state)
        return "" if changed or match.actor(first) < 0 else match.actor_name(first)

    def _touched(self, seat: Seat, before: Any, now: Any) -> int | None:
        """A cell at which something of a seat was touched between two positions: a stone of its own
        went, or another player's came beside one or on a point that counted for the seat."""
        game = self._shown.game
        old, new = game.stones(before), game.stones(now)
        own, neighbours = game.colour(now, seat) + 1, game.topology.adjacent
        overlays = self._shown.display.overlays(before)
        owner = overlays[0].owner if overlays else ()
        for cell, (then, stone) in enumerate(zip(old, new, strict=True)):
            if then == stone or stone == own:
                continue
            beside = any(old[other] == own for other in neighbours[cell])
            counted = bool(owner) and owner[cell] == seat
            if then == own or (stone and (beside or counted)):
                return cell
        return None

    def _place(self, state: Any, seat: Seat) -> tuple[int, bool]:
        """How many seats have more points in a position, and whether the seat would win."""
        score = self._shown.game.score(state)
        more = sum(total > score.totals[seat] for total in score.totals)
        return more, seat in score.winners
