"""A course made ready: its positions are set up, its moves are read, and it judges answers."""

import re
from dataclasses import dataclass, replace
from typing import Any

from termgames import games
from termgames.core.errors import OptionError, RecordError, UnreadableMove
from termgames.core.options import number_text
from termgames.core.text import quoted
from termgames.play import record
from termgames.play.bots.players import FIRST, parse_player
from termgames.play.match import AnyMatch
from termgames.play.new_game import NewGame, chosen_of
from termgames.study.lessons import checks
from termgames.study.lessons.checks import Check, PlayedMove
from termgames.study.lessons.reading import NamedLines, Outline, Section

OPPONENT = "human:opponent"
"""Who plays the seats that a task does not ask, as records name players."""
_SEED = 1
"""The seed of chance in a task that names none: all learners meet the same dice."""
_LINE = re.compile(r"line (\d+): (.*)", re.DOTALL)


@dataclass(frozen=True)
class Listed:
    """Answers that a task lists, with what is said and played to a learner who gives one."""

    moves: tuple[Any, ...]
    text: str
    """The explanation; empty where the one of all such answers will do."""
    line: int
    then: tuple[Any, ...] = ()
    """Moves that follow, as what the others do about it."""


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and the text shown about it."""

    right: bool
    text: str

    @property
    def word(self) -> str:
        """The verdict in a word or two, before the text."""
        return "Right." if self.right else "Not yet."


@dataclass(frozen=True)
class Task:
    """A position with something to do in it."""

    section: Section
    start: AnyMatch
    """The game up to the task; never played on."""
    checks: tuple[Check, ...]
    """Conditions that a right answer fulfils; without any, the answers listed are the right
    ones."""
    right: tuple[Listed, ...]
    """One at least. The moves that follow the first follow all right answers that are not
    listed."""
    wrong: tuple[Listed, ...]

    @property
    def title(self) -> str:
        """What the task is called."""
        return self.section.title

    @property
    def answers(self) -> tuple[Any, ...]:
        """The right answers that are listed."""
        return tuple(move for listed in self.right for move in listed.moves)

    def follow(self, match: AnyMatch) -> None:
        """Play what follows the answer that was given in the match, up to the first move that is
        not allowed after it."""
        for move in self._listed(match.move_at(self.start.ply)).then:
            if match.to_act < 0 or match.game.refuse(match.state, move) is not None:
                return
            match.submit(move)

    def say(self, name: str) -> str:
        """A text that is read before the answer, by its name."""
        return self._filled(self.section.text(name), self.start.state)

    def _filled(self, text: str, state: Any, move: Any = None) -> str:
        """A text whose `{white}` is White's score in the state, and whose `{move}` is the answer
        `move`."""
        if "{" not in text:
            return text
        game = self.start.game
        totals = game.score(state).totals
        words = {self.start.seat_name(seat): number_text(t) for seat, t in enumerate(totals)}
        if move is not None:
            words["move"] = game.format(move)
        return re.sub(r"\{(\w+)\}", lambda hit: words.get(hit[1], hit[0]), text)

    def judge(self, move: Any) -> Verdict:
        """The verdict on a move; IllegalMove where it is refused."""
        match = self.start.copy()
        match.submit(move)
        right = self._is_right(move)
        self.follow(match)
        text = self._listed(move).text or self.section.text("done" if right else "otherwise")
        return Verdict(right, self._filled(text, match.state, move))

    def _is_right(self, move: Any) -> bool:
        if not self.checks:
            return move in self.answers
        played = PlayedMove.of(self.start.game, self.start.state, move)
        return all(check.holds(played) for check in self.checks)

    def _listed(self, move: Any) -> Listed:
        """What the task says of an answer."""
        right = self._is_right(move)
        fitting = (each for each in (self.right if right else self.wrong) if move in each.moves)
        return next(fitting, Listed((), "", 0, self.right[0].then if right else ()))


@dataclass(frozen=True)
class SmallGame:
    """The game at the end of a course."""

    section: Section
    new: NewGame
    seat: int
    """The learner's seat."""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.section.title

    def begin(self, player: str) -> NewGame:
        """The game with its learner, given by his name as in records."""
        players = list(self.new.players)
        players[self.seat] = player
        return replace(self.new, players=tuple(players))


@dataclass(frozen=True)
class Course:
    """All of a course's tasks in their order, and the game after them."""

    name: str
    """The name of the course on the command line, and in the progress of its learners."""
    outline: Outline
    tasks: tuple[Task, ...]
    game: SmallGame | None

    @property
    def title(self) -> str:
        """What it is called."""
        return self.outline.title

    @property
    def steps(self) -> tuple[Task | SmallGame, ...]:
        """The tasks, then the game."""
        return self.tasks if self.game is None else (*self.tasks, self.game)


def ready(name: str, course: Outline) -> Course:
    """The course with its positions set up; LessonError with the line of the first fault."""
    game = None if course.game is None else _small_game(course, course.game)
    return Course(name, course, tuple(_task(course, section) for section in course.tasks), game)


def _match(course: Outline, section: Section) -> AnyMatch:
    """The game up to a section."""
    text = course.record(section)
    try:
        match = record.load(text, draws=False)
    except RecordError as error:
        parts = _LINE.fullmatch(str(error))
        line, fault = (int(parts[1]), parts[2]) if parts else (section.line, str(error))
        raise course.fault(line if line > 1 else section.line, fault) from None
    if section.one("seed") is None and course.head.one("seed") is None:
        match.seed = _SEED
    match.go_on()
    return match


def _task(course: Outline, section: Section) -> Task:
    match = _match(course, section)
    if match.to_act < 0:
        raise course.fault(section.line, "the game is over here: nobody is left to answer")
    seats = range(match.game.seats)
    match.players = tuple("human" if seat == match.to_act else OPPONENT for seat in seats)
    answer = section.one("answer")
    assert answer is not None, "the reading has seen to it"
    wrong = []
    for entry in section.all("wrong"):
        moves = [(entry.line, part.strip()) for part in entry.value.split(";") if part.strip()]
        if not moves or not entry.below:
            raise course.fault(
                entry.line, "write the move beside 'wrong:' and what it does indented below it"
            )
        read = tuple(_move(course, match, line, text) for line, text in moves)
        wrong.append(Listed(read, entry.below, entry.line))
    answers = tuple(_move(course, match, line, text) for line, text in answer.moves)
    if not answers:
        raise course.fault(answer.line, "list at least one right answer, as 'answer: c4'")
    return Task(
        section,
        match,
        tuple(
            _check(course, match, line, text)
            for entry in section.all("right")
            for line, text in entry.moves
        ),
        (Listed(answers, "", answer.line, _then(course, section, match, answers)),),
        tuple(wrong),
    )


def _then(
    course: Outline, section: Section, start: AnyMatch, answers: tuple[Any, ...]
) -> tuple[Any, ...]:
    """What follows right answers; it is allowed after each that is listed."""
    entry = section.one("then")
    moves: list[Any] = []
    for answer in answers if entry is not None else ():
        match = start.copy()
        match.submit(answer)
        moves = []
        for line, text in entry.moves if entry is not None else ():
            moves.append(_move(course, match, line, text))
            match.submit(moves[-1])
    return tuple(moves)


def _move(course: Outline, match: AnyMatch, line: int, text: str) -> Any:
    """A listed answer, which the rules allow."""
    game, state = match.game, match.state
    try:
        move = game.parse(state, text)
    except UnreadableMove as error:
        raise course.fault(line, str(error)) from None
    refusal = game.refuse(state, move)
    if refusal is not None:
        raise course.fault(
            line, f"{quoted(text)} is not allowed here: {refusal.text}; list moves that are"
        )
    return move


def _check(course: Outline, match: AnyMatch, line: int, text: str) -> Check:
    try:
        return checks.read(match.game, match.state, text)
    except OptionError as error:
        raise course.fault(line, str(error)) from None


def _small_game(course: Outline, section: Section) -> SmallGame:
    match = _match(course, section)
    if match.start.diagram or section.one("moves"):
        raise course.fault(section.line, "the game at the end begins on the empty board")
    names = list(games.info(match.game.id).seated(match.game.options))
    seat = section.one("seat") or NamedLines("seat", names[0], section.line)
    if seat.value.lower() not in names:
        raise course.fault(seat.line, f"{quoted(seat.value)} is no seat: {', '.join(names)}")
    opponent = section.one("opponent") or NamedLines("opponent", FIRST, section.line)
    try:
        spec = parse_player(opponent.value)
    except OptionError as error:
        raise course.fault(opponent.line, str(error)) from None
    if spec.human or spec.command:
        raise course.fault(opponent.line, "the opponent is a bot, as bot:1")
    own = names.index(seat.value.lower())
    players = tuple("human" if at == own else str(spec) for at in range(match.game.seats))
    return SmallGame(section, NewGame(match.game.id, chosen_of(match.game), players), own)
