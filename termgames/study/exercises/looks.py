"""How good an answer to an exercise is, and whether what was better holds, by searches. What is
asked and answered travels between processes as plain values.
"""

from dataclasses import dataclass, replace

from termgames import games
from termgames.play.advice import LOOK, TEACHING_LOOKS
from termgames.search.limits import Limit
from termgames.study.exercises.exercise import Exercise
from termgames.study.judge import Comparison, Judge
from termgames.study.reasons import reason_compared
from termgames.study.review import DEEPER, size_of
from termgames.study.teaching import MoveLoss


@dataclass(frozen=True)
class AboutExercise:
    """The question what an answer is worth; without a `move` whether the exercise holds."""

    exercise: Exercise
    move: str | None = None
    limit: Limit = LOOK
    """For one look."""


@dataclass(frozen=True)
class Weighed:
    """An answer beside the best move."""

    move: str
    size: str
    """What the mistake is called; empty where the answer is no worse, as far as the searches can
    tell."""
    lost: float
    """How much of the win it gives away, 0 to 1."""
    refutation: tuple[str, ...]
    """How play could go on with it, that move first."""


@dataclass(frozen=True)
class DeeperLook:
    """What a deeper look says of an exercise."""

    exercise: Exercise | None
    """The exercise with what that look knows better; None where it is none any more."""
    why: str = ""
    """Why it is none: a sentence without its full stop."""

    def taken(self, kept: Exercise) -> Exercise:
        """The exercise as it is kept meanwhile, with what the look knows better."""
        assert self.exercise is not None, "one that holds"
        return replace(self.exercise, memory=kept.memory, as_good=kept.as_good)


def looked(judge: Judge, asked: AboutExercise) -> Weighed | DeeperLook:
    """The answer to a question; RecordError where the exercise cannot be begun. With limits of
    playouts alone the same question gets the same answer."""
    exercise, game, display = asked.exercise, judge.game, games.display(judge.game)
    match = exercise.begin()
    seat, seen = match.to_act, match.seen(match.to_act)
    best, other = (
        game.parse(seen, text) for text in (exercise.best, asked.move or exercise.played)
    )
    judge.turn_to(0)

    def loss(compared: Comparison) -> tuple[str, float, tuple[str, ...]]:
        """The size of what the other move gives away, how much that is, and how play goes on."""
        found = MoveLoss.of([compared], seat, judge)
        lost = min(1.0, max(0.0, found.share))
        return size_of(found.weight), lost, tuple(map(game.format, compared.refutation))

    if asked.move is not None:
        between = judge.between(seen, best, other, asked.limit.scaled(TEACHING_LOOKS))
        return Weighed(asked.move, *loss(between))
    limit = asked.limit.scaled(DEEPER / 2)
    found = judge.compare(seen, best, limit)
    if found is not None and loss(found)[0]:
        better, old = display.named(found.best), display.named(best)
        return DeeperLook(None, f"a deeper look prefers {better} to {old}")
    between = judge.between(seen, best, other, limit)
    size, lost, refutation = loss(between)
    if not size:
        return DeeperLook(None, f"by a deeper look {display.named(other)} was no mistake")
    changed = replace(
        exercise,
        size=size,
        lost=lost,
        line=tuple(map(game.format, between.line)),
        refutation=refutation,
        reason=reason_compared(display, seen, [between]),
        checked=True,
    )
    return DeeperLook(changed)
