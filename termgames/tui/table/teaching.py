"""A game in which bots teach, on the screen: a teacher looks at each move of a human, and the
better one is shown."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

from termgames.core.display import Question
from termgames.core.errors import StorageError
from termgames.core.text import counted
from termgames.play.advice import Lesson, MoveToJudge
from termgames.play.events import Changed
from termgames.play.sitting.live import Live
from termgames.play.text import prompts
from termgames.search.limits import Candidate
from termgames.study.exercises import making, shelf
from termgames.study.exercises.exercise import Exercise
from termgames.tui.analyst import Analyst
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk


def collect(exercises: Sequence[Exercise], desk: Desk, *, tell: bool = False) -> None:
    """Take exercises up. What fails is told; with `tell` also how many are new."""
    if not exercises:
        return
    try:
        fresh = shelf.add(exercises)
    except StorageError as error:
        desk.notify(str(error), title="No mistake is kept", severity="warning", timeout=10)
        return
    if tell:
        new = f"{counted(fresh, 'mistake')} more to practise" if fresh else "Nothing new"
        desk.notify(f"{new}: termgames mistakes, or m in the menu.")


COMMANDS = (
    Command("teach", "", "Teaching", "Be told when your move loses a lot, or not", "Teaching game"),
)
LONGEST = 8.0
"""Seconds after which the game goes on without a word, whatever became of the teacher."""
Answer = Literal["back", "why", "on", "practise"]
_LABELS: Mapping[Answer, str] = {
    "back": "take it back",
    "on": "go on",
    "why": "see why",
    "practise": "practise it later",
}


class Teaching:
    """Has a teacher look at each move of a human, and asks what to do about one that lost much.

    The teacher is told what the player knew, and no more.
    """

    def __init__(
        self,
        live: Live,
        analysis: Analysis,
        desk: Desk,
    ) -> None:
        self._live, self._analysis, self._desk = live, analysis, desk
        self._to_judge: MoveToJudge | None = None
        self._explained = False
        """Whether the player is shown the better move."""
        self._collected: MoveToJudge | None = None
        """The move that was made an exercise last."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        live = self._live

        def may_teach() -> bool:
            return bool(live.shown.bots and live.humans) and not live.shown.match.terms.rated

        return {"teach": Action(self._switch, may_teach)}

    def follow(self) -> None:
        """Have the teacher look at the move that is to be judged, if it is a new one."""
        to_judge = self._live.taught.move
        if self._explained and to_judge is not self._to_judge:
            self._explained = False
            self._analysis.hide_line()
        if to_judge is None or to_judge is self._to_judge:
            return
        self._to_judge, self._explained = to_judge, False
        self._analysis.judge(to_judge)
        self._desk.after(LONGEST, partial(self._live.taught.take, to_judge, None))

    def on_report(self, message: Analyst.Reported) -> None:
        """The teacher reported: pass its lesson on."""
        lesson, to_judge = message.answer, self._to_judge
        if isinstance(lesson, Lesson) and to_judge is not None and message.question is to_judge:
            self._live.taught.take(to_judge, lesson)
            if self._live.lesson is lesson and self._desk.collects:
                self._collect(lesson, tell=False)

    def on_end(self, message: Analyst.Ended) -> None:
        """The teacher broke down; the game goes on, and another one looks at the next move."""
        if self._live.taught.move is not None and self._live.lesson is None:
            self._desk.notify(f"This move is not looked at: {message.fault}.")
            self._live.taught.go_on()

    @property
    def asks(self) -> bool:
        """Whether the player is asked what to do about a move."""
        return self._live.lesson is not None

    def question(self) -> Question[Any] | None:
        """What to do about a move that lost much; None where there is none."""
        lesson = self._live.lesson
        if lesson is None:
            return None
        done = {
            "why": self._explained,
            "practise": self._collected is self._live.taught.move or self._desk.app.is_web,
        }
        names = [name for name in _LABELS if not done.get(name)]
        text, _ = prompts.lesson(self._live, lesson)
        return Question(text, tuple((_LABELS[name], name) for name in names))

    def answer(self, name: Answer) -> None:
        """Do what the player chose."""
        live, to_judge, lesson = self._live, self._live.taught.move, self._live.lesson
        if to_judge is None or lesson is None:
            return
        match name:
            case "back":
                live.undo()
            case "why":
                self._explained = True
                live.shown.look(to_judge.ply)
                best = Candidate(lesson.move, lesson.line, lesson.value, lesson.score, 0)
                self._analysis.lay_line(0, best)
            case "practise":
                self._collect(lesson, tell=True)
                live.shown.listen(Changed())
            case "on":
                live.taught.go_on()

    def _collect(self, lesson: Lesson, *, tell: bool) -> None:
        """Make the move that a lesson is about an exercise."""
        self._collected = to_judge = self._live.taught.move
        assert to_judge is not None, "lessons are about a move"
        made = making.of_lesson(self._live.shown.match, to_judge, lesson)
        collect([made], self._desk, tell=tell)

    def _switch(self) -> None:
        live = self._live
        live.taught.teach(not live.shown.match.terms.teaching)
        self._desk.notify(
            "From now on you are told when a move of yours loses a lot."
            if live.shown.match.terms.teaching
            else "You are no longer told what your moves lose."
        )
