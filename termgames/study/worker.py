"""What the process beside a table does, see `roles`: it answers questions about positions."""

from dataclasses import replace
from typing import Any, Unpack

from termgames.core.game import AnyGame
from termgames.play.advice import Glance, MoveToJudge
from termgames.search.limits import Listeners
from termgames.study.advice import Adviser
from termgames.study.estimator import Estimator, Stopped
from termgames.study.exercises import looks
from termgames.study.judge import Judge
from termgames.study.teaching import Teacher


class AnalysisWorker:
    """Answers one question after the other about one game: who wins (`Glance`), what to play (a
    position as its player knows it), what a move lost (`MoveToJudge`), and what an answer to an
    exercise is worth (`AboutExercise`)."""

    def __init__(self, game: AnyGame) -> None:
        self._judge, self._estimator = Judge(game), Estimator(game)
        self._adviser = Adviser(game, self._estimator, self._judge)
        self._teacher = Teacher(game, judge=self._judge)

    def think(self, question: Any, **around: Unpack[Listeners]) -> Any:
        """The answer: an `Estimate`, an `Advice`, a `Lesson`, a `Weighed` or a `DeeperLook`. None
        where nobody waits for it any more."""
        try:
            match question:
                case Glance():
                    return self._estimator.advice(question.view, **around).estimate
                case MoveToJudge():
                    lesson = self._teacher.think(question, **around)
                    if not lesson.size:
                        return lesson
                    shares = self._estimator.estimate(question.position).shares
                    return replace(lesson, value=shares)
                case looks.AboutExercise():
                    return looks.looked(self._judge, question)
            return self._adviser.think(question, **around)
        except Stopped:
            return None
