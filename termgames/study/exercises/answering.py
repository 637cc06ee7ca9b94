"""An exercise as a task that is answered on a board."""

from collections.abc import Sequence
from typing import Any

from termgames import games
from termgames.core.errors import RecordError, TermgamesError
from termgames.core.text import sentence
from termgames.play.match import AnyMatch
from termgames.study.exercises.exercise import Exercise
from termgames.study.exercises.looks import Weighed
from termgames.study.lessons.course import Verdict
from termgames.study.reasons import reason
from termgames.study.review import spoken_move


class ExerciseTask:
    """A position in which its player once made a mistake, and is to find something better.

    What is neither the best move nor the mistake has to be weighed: until `take` is told, there is
    no verdict on it.
    """

    def __init__(self, exercise: Exercise) -> None:
        """RecordError where this version cannot set it up."""
        self.exercise = exercise
        self.start = exercise.begin()
        self.seat = self.start.to_act
        self._display = games.display(self.start.game)
        self._seen = self.start.seen(self.seat)
        self._weighed: dict[str, Weighed] = {}
        try:
            self.answers: Sequence[Any] = (self.start.game.parse(self._seen, exercise.best),)
        except TermgamesError as error:
            raise RecordError(f"its best move cannot be read: {error}") from None
        if refusal := self.start.game.refuse(self._seen, self.answers[0]):
            raise RecordError(f"its best move is not allowed: {refusal.text}")

    @property
    def text(self) -> str:
        """What happened, read before the answer."""
        name, lost = sentence(self.start.seat_name(self.seat)), self.exercise.lost
        played = f"{name} played {self._named(self.exercise.played)}"
        return f"{played} here, a {self.exercise.size} that gave away {lost:.0%} of the win."

    @property
    def ask(self) -> str:
        """What is to be done."""
        return f"Find a better move for {self.start.seat_name(self.seat)}."

    def take(self, weighed: Weighed) -> None:
        """Know from now on how good an answer is."""
        self._weighed[weighed.move] = weighed

    def judge(self, move: Any) -> Verdict | None:
        """The verdict on a legal move; None while it has to be weighed."""
        exercise, text = self.exercise, self.start.game.format(move)
        if move in self.answers:
            return Verdict(True, exercise.reason or self._told(exercise.line))
        weighed = self._weighed.get(text)
        if text in exercise.as_good or (weighed is not None and not weighed.size):
            right, said = True, f"As good as {self._named(exercise.best)}."
        elif text == exercise.played:
            right = False
            said = f"That is what was played then: it gave away {exercise.lost:.0%} of the win."
        elif weighed is None:
            return None
        else:
            right = False
            said = f"A {weighed.size}: it gives away about {weighed.lost:.0%} of the win."
        return Verdict(right, " ".join(filter(None, (said, self._told(self._line(text))))))

    def _line(self, text: str) -> Sequence[str]:
        """How play goes on with an answer, as far as that is known, the answer first."""
        exercise, weighed = self.exercise, self._weighed.get(text)
        lines = (exercise.line, exercise.refutation, () if weighed is None else weighed.refutation)
        return next((line for line in lines if line[:1] == (text,)), (text,))

    def follow(self, match: AnyMatch) -> None:
        """Play in the match what the others do about an answer, up to where the player is asked
        again."""
        line = self._line(match.texts()[self.start.ply])
        for reply in line[match.ply - self.start.ply :]:
            if match.to_act < 0 or match.to_act == self.seat:
                return
            try:
                match.submit(match.game.parse(match.state, reply))
            except TermgamesError:  # the line sums up games that look alike to the player
                return

    def _told(self, line: Sequence[str]) -> str:
        """What the first move of a line does by the rules, and how it is answered."""
        moves, state, game = [], self._seen, self.start.game
        for text in line:
            try:
                moves.append(game.parse(state, text))
                state = game.apply(state, moves[-1])
            except TermgamesError:
                break
        return reason(self._display, self._seen, moves, None)

    def _named(self, text: str) -> str:
        return spoken_move(self.start, self._display, self.start.ply, text)
