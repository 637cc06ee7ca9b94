"""The move of a human that a teacher looks at before the game goes on."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from termgames.play.advice import Lesson, MoveToJudge
from termgames.play.events import Changed
from termgames.play.sitting.shown import Shown


class TaughtMove:
    """Holds the move and what the teacher says of it; the front end has a teacher look at each
    `move`, and hands the result to `take`.

    `save` keeps the game, `advance` lets it go on.
    """

    def __init__(
        self, shown: Shown, *, save: Callable[[], object], advance: Callable[[], None]
    ) -> None:
        self._shown, self._save, self._advance = shown, save, advance
        self.move: MoveToJudge | None = None
        """None while there is none. In a game that is resumed it may be the last move, if no bot
        had answered it yet."""
        self.lesson: Lesson | None = None
        """The teacher's lesson on `move`, once it is known and says something."""
        self._resume()

    @property
    def wanted(self) -> bool:
        """Whether moves of humans are looked at before bots answer them."""
        shown = self._shown
        return shown.match.terms.teaching and bool(shown.bots) and bool(shown.view.humans)

    def begin(self, ply: int, seen: Any) -> None:
        """Have move `ply` looked at, if that is wanted; `seen` is the position before it as its
        player knew it."""
        match, bots = self._shown.match, self._shown.bots
        if self.wanted:
            names = tuple(match.players[bot] for bot in bots)
            self.move = MoveToJudge(ply, match.actor(ply), seen, match.move_at(ply), names)

    def _resume(self) -> None:
        """Begin with the last move where it is a human's and a bot is to answer it."""
        match = self._shown.match
        plies = range(match.ply - 1, -1, -1)
        ply = next((ply for ply in plies if not match.by_chance(ply)), None)
        if ply is not None and match.to_act in self._shown.bots and self._shown.decided(ply):
            self.begin(ply, match.seen(match.actor(ply), ply))

    def teach(self, on: bool) -> None:
        """Let moves be looked at from now on, or no longer; kept with the game. In a rated game
        they are not."""
        match = self._shown.match
        if on and match.terms.rated:
            return
        match.terms = replace(match.terms, teaching=on)
        self._save()
        if not on:
            self.go_on()
        self._shown.listen(Changed())

    def take(self, to_judge: MoveToJudge, lesson: Lesson | None) -> None:
        """Take the teacher's result for a move. The game goes on where there is nothing to say
        (None, or a lesson without a size). A result for an older move changes nothing."""
        if to_judge is not self.move or self.lesson is not None:
            return
        if lesson is None or not lesson.size:
            self.go_on()
            return
        self.lesson = lesson
        self._shown.listen(Changed())

    def go_on(self) -> None:
        """Let the move stand; nothing happens when there is none."""
        if self.move is not None:
            self.drop()
            self._shown.return_to_game()
            self._advance()
            self._shown.listen(Changed())

    def drop(self) -> None:
        """The move is looked at no longer."""
        self.move = self.lesson = None
