"""A problem as a value, and its text in a file; `assets/problems/README.md` is the full page.

    problem: 3fa9c1
    size: 7
    to move: black
    board:
        .......
        …
    ask: Black to play and win.
    level: 3
    answer: c4,c5,d5
        Black wins by 2½.
    then: e1,e2,f2; pass
    wrong: c4,d4,c5
        White wins by ½.
    then: d5,d6,e6
    sure: solver
    made: --seed 5, game 12, after move 9

A problem that asks for some stones or points, and not for the win, has it below `ask:`, as
`goal: capture c3,d3` (`goal.LocalGoal`).

Moves stay texts here: no rules are loaded. `ready.task` makes a task of a problem.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo, Value
from termgames.study.lessons.reading import PROBLEMS, NamedLines, Outline, Section, outline

SOLVED = "solver"
"""What `Problem.sure` is where the solver of the game proved the answer."""
ENDED = "exact search"
"""What it is where a search of everything that may follow proved the answer: it wins alone whatever
the others do, and every other move allows them to prevent that. The same is true of a goal."""
HARDEST = 9
"""The grade of a problem that no level below finds."""
_INDENT = "    "


@dataclass(frozen=True)
class Answer:
    """A move that somebody may try, what follows it, and what that shows."""

    moves: tuple[str, ...]
    """The move that is tried, then those of all players that follow, as the game writes them."""
    point: str
    """What that comes to, in a sentence or two."""

    @property
    def move(self) -> str:
        """The move that is tried."""
        return self.moves[0]


@dataclass(frozen=True)
class Problem:
    """A position, what is to be done in it, and what answers lead to."""

    id: str
    """Names it among all problems of its game."""
    game: str
    options: Mapping[str, Value]
    """Those that differ from the defaults."""
    texts: Mapping[str, str]
    """The texts beside the diagram by name, such as `to move`."""
    board: tuple[str, ...]
    """The diagram, rows from the top; none where the position follows from the start alone."""
    ask: str
    """What is to be done, in a line."""
    level: int
    """The lowest level of the bot that finds an answer nine times in ten, or `HARDEST`; where
    there is a goal, by how much its proof had to look at and how soon it is guessed."""
    answers: tuple[Answer, ...]
    """Every right answer; the first has the line to its point."""
    refutations: tuple[Answer, ...]
    """Wrong answers that bots give, each with the line that shows why."""
    sure: str
    """How it is known: `SOLVED`, `ENDED`, or the figures of the searches."""
    made: str = ""
    """From which game it was taken."""
    moves: tuple[str, ...] = ()
    """The moves from the diagram, or from the start, to the position."""
    goal: str = ""
    """What is asked instead of the win, as a `goal.LocalGoal` is written; empty where it is the
    win."""
    line: int = field(default=0, compare=False)
    """Where it stands in its file, from 1; 0 where it comes from none."""


def text(problem: Problem) -> str:
    """The problem as it stands in a file, ending with a line break; `read` reads it."""
    info = games.info(problem.game)
    return "".join(f"{line}\n" for line in _lines(info, problem))


def _lines(info: GameInfo, problem: Problem) -> Iterator[str]:
    yield f"problem: {problem.id}"
    for name, value in problem.options.items():
        yield f"{name}: {info.option(name).write(value)}"
    if problem.board:
        yield from (f"{name}: {value}" for name, value in problem.texts.items())
        yield "board:"
        yield from (_INDENT + row for row in problem.board)
    if problem.moves:
        yield "moves:"
        yield from (_INDENT + move for move in problem.moves)
    yield f"ask: {problem.ask}"
    if problem.goal:
        yield f"goal: {problem.goal}"
    yield f"level: {problem.level}"
    for word, listed in (("answer", problem.answers), ("wrong", problem.refutations)):
        for answer in listed:
            yield f"{word}: {answer.move}"
            yield _INDENT + answer.point
            if answer.moves[1:]:
                yield f"then: {'; '.join(answer.moves[1:])}"
    yield f"sure: {problem.sure}"
    if problem.made:
        yield f"made: {problem.made}"


def head(info: GameInfo) -> str:
    """The lines above the first problem of a game's file, ending with an empty line."""
    return f"{PROBLEMS.first_line}\ntitle: Problems of {info.title}\ngame: {info.id}\n\n"


def read(source_text: str, source: str) -> list[Problem]:
    """The problems of a file in their order; `source` is its name in messages. LessonError with
    line and remedy for what is no such file. That their moves are allowed is not checked."""
    file = outline(source_text, source, PROBLEMS)
    try:
        info = games.info(file.game_id)
    except OptionError as error:
        entry = file.head.one("game")
        raise file.fault(entry.line if entry else 1, str(error)) from None
    return [_problem(file, info, section) for section in file.tasks]


def _problem(file: Outline, info: GameInfo, section: Section) -> Problem:
    moves, board = section.one("moves"), section.one("board")
    own = {entry.name for entry in section.entries}
    above = [entry for entry in file.head.entries if entry.name not in own]
    beside = [
        entry
        for entry in (*above, *section.entries)
        if entry.name not in (*section.words, *file.head.words, "board", "game")
    ]
    names = {option.name for option in info.options}
    answers, refutations = _listed(file, section)
    return Problem(
        id=section.title,
        game=info.id,
        options=_options(file, info, [entry for entry in beside if entry.name in names]),
        texts={entry.name: entry.value for entry in beside if entry.name not in names},
        board=tuple(row for _, row in board.body if row) if board else (),
        ask=section.text("ask"),
        level=_level(file, section),
        answers=answers,
        refutations=refutations,
        sure=section.text("sure"),
        made=section.text("made"),
        moves=tuple(move for _, move in moves.moves) if moves else (),
        goal=_goal(file, section),
        line=section.line,
    )


def _options(file: Outline, info: GameInfo, entries: list[NamedLines]) -> dict[str, Value]:
    chosen = {}
    for entry in entries:
        try:
            chosen[entry.name] = info.option(entry.name).read(entry.value, files_too=False)
        except OptionError as error:
            raise file.fault(entry.line, str(error)) from None
    return chosen


def _goal(file: Outline, section: Section) -> str:
    entry = section.one("goal")
    if entry is not None and not entry.text:
        raise file.fault(entry.line, "write what is asked for beside 'goal:', or leave it out")
    return section.text("goal")


def _level(file: Outline, section: Section) -> int:
    entry = section.one("level")
    assert entry is not None, "the reading has seen to it"
    levels = [str(level) for level in range(1, HARDEST + 1)]
    if entry.value not in levels:
        raise file.fault(entry.line, f"the level is a number from 1 to {HARDEST}")
    return int(entry.value)


def _listed(file: Outline, section: Section) -> tuple[tuple[Answer, ...], tuple[Answer, ...]]:
    """The right answers and the wrong ones, each with the `then:` below it."""
    listed: dict[str, list[Answer]] = {"answer": [], "wrong": []}
    last: list[Answer] | None = None
    for entry in section.entries:
        if entry.name in listed:
            if not entry.value or not entry.below:
                raise file.fault(
                    entry.line,
                    f"write the move beside '{entry.name}:' and what it comes to indented below it",
                )
            last = listed[entry.name]
            last.append(Answer((entry.value,), entry.below))
        elif entry.name == "then":
            if not last or len(last[-1].moves) > 1:
                raise file.fault(entry.line, "'then:' stands once, below an answer")
            moves = (move for _, move in entry.moves)
            last[-1] = Answer((last[-1].move, *moves), last[-1].point)
    return tuple(listed["answer"]), tuple(listed["wrong"])
