"""A game in which bots teach, on the screen: a teacher looks at each move of a human, and the
better one is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from termgames.core.display import Question
from termgames.play.sitting.live import GameSession
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.play.text import prompts
from termgames.search.limits import Candidate
from termgames.tui.screens.analysis import Analysis
from termgames.tui.screens.commands import Action, Command

if TYPE_CHECKING:
    from termgames.tui.analyst import Analyst

COMMANDS = (
    Command(
        "teach", "", "Teaching", "Be told when a move of yours loses much, or not", "Teaching game"
    ),
)
LONGEST = 8.0
"""Seconds after which the game goes on without a word, whatever became of the teacher."""
Answer = Literal["back", "why", "on"]
_LABELS: Mapping[Answer, str] = {"back": "take it back", "why": "see why", "on": "go on"}


class Teaching:
    """Has a teacher look at each move of a human, and asks what to do about one that lost much.

    The teacher is a process of its own. It is told what the player
    knew, and no more.
    """

    def __init__(
        self,
        session: GameSession,
        analysis: Analysis,
        *,
        start: Callable[[], Analyst],
        after: Callable[[float, Callable[[], None]], object],
        notify: Callable[[str], None],
    ) -> None:
        """`start` begins the teacher's process; `after` calls something so many seconds later."""
        self._session, self._analysis = session, analysis
        self._start, self._after, self._notify = start, after, notify
        self._teacher: Analyst | None = None
        self._to_judge: MoveToJudge | None = None
        self._explained = False
        """Whether the player is shown the better move."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        session = self._session
        return {"teach": Action(self._switch, lambda: bool(session.bots and session.humans))}

    def follow(self) -> None:
        """Have the teacher look at the session's `move_to_judge`, if it is a new one."""
        to_judge = self._session.move_to_judge
        if self._explained and to_judge is not self._to_judge:
            self._explained = False
            self._analysis.hide_line()
        if self._teacher is None and self._session.teaching:
            self._teacher = self._start()
        if to_judge is None or to_judge is self._to_judge or self._teacher is None:
            return
        self._to_judge, self._explained = to_judge, False
        self._teacher.ask(to_judge)
        self._after(LONGEST, partial(self._session.take_lesson, to_judge, None))

    def on_report(self, message: Analyst.Reported) -> None:
        """The teacher reported: pass its lesson on to the session."""
        thought = message.thought
        if (
            message.by is self._teacher
            and isinstance(thought, Lesson)
            and self._to_judge is not None
        ):
            message.by.verdict = thought
            if message.serial == message.by.serial:
                self._session.take_lesson(self._to_judge, thought)

    def on_end(self, message: Analyst.Ended) -> None:
        """The teacher broke down; the game goes on, and another one looks at the next move."""
        if message.by is self._teacher:
            self.close()
            self._notify(f"Nobody looks at this move: {message.fault}.")
            self._session.go_on()

    def close(self) -> None:
        """End the teacher's process."""
        if self._teacher is not None:
            self._teacher.close()
            self._teacher = None

    def question(self) -> Question[Any] | None:
        """What to do about a move that lost much; None where there is none."""
        lesson = self._session.lesson
        if lesson is None:
            return None
        names: tuple[Answer, ...] = ("back", "on") if self._explained else ("back", "on", "why")
        text, _ = prompts.lesson(self._session, lesson)
        return Question(text, tuple((_LABELS[name], name) for name in names))

    def answer(self, name: Answer) -> None:
        """Do what the player chose."""
        session, to_judge, lesson = self._session, self._session.move_to_judge, self._session.lesson
        if to_judge is None or lesson is None:
            return
        match name:
            case "back":
                session.undo()
            case "why":
                self._explained = True
                session.look(to_judge.ply)
                best = Candidate(lesson.move, lesson.line, lesson.value, lesson.score, 0)
                self._analysis.lay_line(0, best)
            case "on":
                session.go_on()

    def _switch(self) -> None:
        session = self._session
        session.teach(not session.match.teaching)
        self._notify(
            "From now on you are told when a move of yours loses much."
            if session.match.teaching
            else "Nobody says anything about your moves any more."
        )
