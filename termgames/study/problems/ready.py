"""A problem made ready to be played: a task as lessons have them."""

from termgames import games
from termgames.core.errors import LessonError, OptionError, TermgamesError
from termgames.core.text import quoted
from termgames.play.match import AnyMatch, Match
from termgames.play.played_moves import StartPosition
from termgames.study.lessons.course import OPPONENT, Listed, Task
from termgames.study.lessons.reading import NamedLines, Section
from termgames.study.problems.goal import LocalGoal
from termgames.study.problems.problem import Answer, Problem

_SEED = 1
OTHERWISE = "That is not enough: another move is far better."
"""What is said of a wrong answer without a refutation of its own."""
PREVENTED = "That is not enough: it can be prevented."
"""The same where some stones or points are asked for."""


def match_of(problem: Problem) -> AnyMatch:
    """The game up to the problem; LessonError naming the problem where its position is none."""
    try:
        game = games.create(problem.game, dict(problem.options))
        start = (
            StartPosition.read(game, problem.board, problem.texts)
            if problem.board
            else StartPosition(game.start())
        )
        match = Match(game, ("human",) * game.seats, _SEED, start, draws=False)
        for text in problem.moves:
            match.submit(game.parse(match.state, text))
    except TermgamesError as error:
        raise LessonError(f"problem {problem.id} of {problem.game}: {error}") from None
    if match.to_act < 0:
        raise LessonError(f"problem {problem.id} of {problem.game}: nobody is left to answer")
    seats = range(game.seats)
    match.players = tuple("human" if seat == match.to_act else OPPONENT for seat in seats)
    return match


def task(problem: Problem) -> Task:
    """The task of a problem; LessonError naming the problem and the move that cannot be played, or
    the goal that makes no sense on its board."""
    match = match_of(problem)
    goal_of(problem, match)
    otherwise = PREVENTED if problem.goal else OTHERWISE
    texts = {"ask": problem.ask, "text": "", "otherwise": otherwise, "done": ""}
    entries = tuple(NamedLines(name, value, problem.line) for name, value in texts.items())
    return Task(
        Section("problem", problem.id, problem.line, entries),
        match,
        (),
        tuple(_listed(problem, match, answer) for answer in problem.answers),
        tuple(_listed(problem, match, answer) for answer in problem.refutations),
    )


def _listed(problem: Problem, match: AnyMatch, answer: Answer) -> Listed:
    line, moves = match.copy(), []
    for text in answer.moves:
        try:
            move = line.game.parse(line.state, text)
            line.submit(move)
        except TermgamesError as error:
            raise LessonError(
                f"problem {problem.id} of {problem.game}: {quoted(text)}: {error}"
            ) from None
        moves.append(move)
    return Listed((moves[0],), answer.point, problem.line, tuple(moves[1:]))


def goal_of(problem: Problem, start: AnyMatch) -> LocalGoal | None:
    """What a problem asks for instead of the win in the game up to it, None where that is the win;
    LessonError naming the problem where that makes no sense on its board."""
    if not problem.goal:
        return None
    game, state = start.game, start.state
    own = game.colour(state, start.to_act)
    try:
        return LocalGoal.read(game.topology, game.stones(state), own, problem.goal)
    except OptionError as error:
        raise LessonError(f"problem {problem.id} of {problem.game}: {error}") from None
