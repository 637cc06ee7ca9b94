"""Problems as drills: the first try moves the player's rating, and each next one suits it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar

from termgames.play.text.places import around
from termgames.study.drills.attempt import Attempt, Posed
from termgames.study.drills.drill import BACK, SOLVED, Drill, Row
from termgames.study.problems import progress, ready, shelf
from termgames.study.problems.problem import Problem


@dataclass(eq=False)
class TriedProblem(Drill):
    """A problem in front of a player. Hints are always there: one costs the point of the first
    try."""

    row: Problems
    attempt: Attempt
    problem: Problem = field(kw_only=True)
    hints: int = 0

    about_hints = "where the answer is; a second time, the answer"
    hint_label = "Hint"

    @property
    def number(self) -> str:
        """Named, since nothing else tells that this is no lesson."""
        return f"Problem {super().number}"

    @property
    def heading(self) -> str:
        """Which problem it is, and how hard."""
        return f"{self.number}, {self.title}"

    @property
    def standing(self) -> str:
        """The rating."""
        rating = progress.of(self.row.player, self.problem.game).strength
        return f"Your rating: {rating.elo:.0f} (weakest bot: 0)"

    @property
    def may_hint(self) -> bool:
        """As long as an answer is waited for."""
        return self.attempt.open

    def hint(self) -> str:
        """First where the answer is."""
        self.hints += 1
        if self.hints > 1:
            return ""
        self._note(right=False, solved=False)
        return where(self.attempt.task)

    def more(self) -> str:
        """How it goes on after the answer."""
        return goes_on(self.attempt)

    def judged(self, right: bool) -> None:
        """Keep that it was tried, and whether it is solved."""
        self._note(right=right and not self.attempt.missed and not self.hints, solved=right)

    def _note(self, *, right: bool, solved: bool) -> None:
        note = partial(progress.note, self.row.player, self.problem, right=right, solved=solved)
        self.row.keep(note)


class Problems(Row):
    """The problems of a game, from easy to hard; `player` is the name of who tries them, or
    empty."""

    words: ClassVar = {"next": SOLVED, "back": BACK}
    about_words = "next, back    another problem, the one before in the list"

    def __init__(self, game_id: str, player: str) -> None:
        """LessonError where there are none."""
        self._problems, self.player = shelf.of_game(game_id), player
        self.count = len(self._problems)
        self.first = progress.following(player, self._problems)

    def drill(self, at: int) -> Drill:
        """The problem; LessonError naming the one that cannot be set up."""
        problem = self._problems[at]
        task = ready.task(problem)
        goal, attempt = ready.goal_of(problem, task.start), Attempt(task)
        return TriedProblem(
            self,
            at,
            attempt.live,
            attempt,
            f"level {problem.level}",
            "",
            task.say("ask"),
            () if goal is None else goal.cells,
            problem.id in progress.of(self.player, problem.game).solved,
            problem=problem,
        )

    def after(self, at: int, how: str) -> int:
        """The problem that suits the player best, once one is solved."""
        if how == SOLVED:
            return progress.following(self.player, self._problems, at)
        return super().after(at, how)


def where(task: Posed) -> str:
    """Where the first right answer is, not what it is."""
    game = task.start.game
    cells = game.cells_of(task.answers[0])
    if not cells:
        return "It puts no stone on the board."
    return f"Look {around(game.topology, cells)}."


def goes_on(attempt: Attempt) -> str:
    """The moves that followed the answer on the board, in a sentence: with three players or more
    who made each, and passes of all at the end in two words. Empty where none followed."""
    match, first = attempt.live.shown.match, attempt.task.start.ply + 1
    moves = match.texts()[first:]
    last = len(moves)
    while last and moves[last - 1] == "pass":
        last -= 1
    all_pass = len(moves) - last >= match.game.seats
    told = list(moves[:last] if all_pass else moves)
    if match.game.seats > 2:
        told = [f"{match.actor_name(first + at)} {move}" for at, move in enumerate(told)]
    if all_pass:
        told.append("all pass")
    return f"It goes on: {', '.join(told)}" if told else ""
