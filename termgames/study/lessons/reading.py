"""The file of a course, or of problems, taken apart; `assets/lessons/README.md` is the full page on
courses, `assets/problems/README.md` the one on problems.

    termgames lessons 1
    title: Plurality, step by step
    game: plurality
    size: 7

    task: Your first tromino
    board:
        .......
        …
    text:
        Each turn you place three stones …
    ask: Place a tromino anywhere.
    answer: c4,c5,d5
    right: any legal move
    wrong: pass
        You passed …
    otherwise: …
    done: …

    play: A small game
    text: …

Entries are `name: value`, lines that belong to an entry are indented, a line that begins with
`#` is a comment. What is no word of lessons (options of the game, texts beside a diagram, the
board, moves) is the header and the body of a record: `Section.record` writes it as one, each
line where it stands in the file, so that an error of the rules names the right line. What the
sections of a file are, and what they need, is its `Form`.

No rules are loaded here.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from termgames import games
from termgames.core.errors import LessonError, OptionError
from termgames.core.text import escaped, lines_in, nearest, quoted
from termgames.play.record_header import TITLE as RECORD
from termgames.play.record_header import VERSION as RECORD_VERSION

LONGEST_TITLE = 44
LONGEST_TEXT = 900
"""Characters of a text: more does not fit beside a board."""
TEXTS = ("text", "ask", "otherwise", "done")
_OF_A_TASK = (*TEXTS, "answer", "right", "wrong", "then", "moves")
_OF_A_GAME = ("text", "opponent", "seat")
_OF_A_PROBLEM = ("ask", "goal", "level", "answer", "wrong", "then", "sure", "made", "moves")
_OF_RECORDS_ALONE = (
    "checksum", "plies", "resigned", "flagged", "thinking", "over", "result", "redacted",
)  # fmt: skip


@dataclass(frozen=True)
class Form:
    """A kind of file: what its sections are called, and what they must and may hold."""

    what: str
    """The file in a word, for messages."""
    first_line: str
    task: str
    """The word that begins a task."""
    needed: tuple[str, ...]
    """Entries that every task has."""
    often: tuple[str, ...]
    """Entries that a task may have several times."""
    most: int
    """Tasks of a file."""
    game: bool = False
    """Whether a small game may stand at the end."""

    @property
    def sections(self) -> tuple[str, ...]:
        """The words that begin a section."""
        return (self.task, "play") if self.game else (self.task,)


LESSONS = Form(
    "course", "termgames lessons 1", "task", (*TEXTS, "answer"), ("right", "wrong"), 40, game=True
)
PROBLEMS = Form(
    "file of problems",
    "termgames problems 1",
    "problem",
    ("ask", "level", "answer", "wrong", "sure"),
    ("answer", "wrong", "then"),
    2_000,
)


@dataclass(frozen=True)
class NamedLines:
    """`name: value` with the indented lines below it, each with its line in the file, from 1."""

    name: str
    value: str
    line: int
    body: tuple[tuple[int, str], ...] = ()

    @property
    def text(self) -> str:
        """Value and body as paragraphs, which an empty line parts."""
        return "\n".join(filter(None, (self.value, self.below)))

    @property
    def below(self) -> str:
        """The body alone as paragraphs."""
        parts: list[list[str]] = [[]]
        for _, line in self.body:
            if line:
                parts[-1].append(line)
            else:
                parts.append([])
        return "\n".join(" ".join(part) for part in parts if part)

    @property
    def moves(self) -> list[tuple[int, str]]:
        """The moves of an entry that lists some, in its value between semicolons and a line each
        below, with their lines."""
        beside = [(self.line, part.strip()) for part in self.value.split(";")]
        return [(line, text) for line, text in (*beside, *self.body) if text]


@dataclass(frozen=True)
class Section:
    """A task, the small game at the end, or the entries above all of them."""

    kind: str
    title: str
    line: int
    entries: tuple[NamedLines, ...] = ()

    def one(self, name: str) -> NamedLines | None:
        """The entry of a name that stands once."""
        return next((entry for entry in self.entries if entry.name == name), None)

    def all(self, name: str) -> list[NamedLines]:
        """The entries of a name."""
        return [entry for entry in self.entries if entry.name == name]

    def text(self, name: str) -> str:
        """The text of an entry; empty where there is none."""
        entry = self.one(name)
        return "" if entry is None else entry.text

    @property
    def words(self) -> Sequence[str]:
        """The names of entries that are no part of its record."""
        of_kind = {"task": _OF_A_TASK, "play": _OF_A_GAME, "problem": _OF_A_PROBLEM}
        return of_kind.get(self.kind, ("title", "text"))


@dataclass(frozen=True)
class Outline:
    """A course as it is written, without its rules: enough for lists."""

    source: str
    head: Section
    tasks: tuple[Section, ...]
    game: Section | None
    """The small game at the end, None where a course has none."""

    @property
    def title(self) -> str:
        """What the course is called."""
        return self.head.text("title")

    @property
    def game_id(self) -> str:
        """The name of its game, unchecked."""
        return self.head.text("game").lower()

    @property
    def steps(self) -> tuple[Section, ...]:
        """The tasks and the game."""
        return self.tasks if self.game is None else (*self.tasks, self.game)

    def fault(self, line: int, text: str) -> LessonError:
        """An error with its place."""
        return LessonError(f"{self.source}: line {line}: {text}")

    def record(self, section: Section) -> str:
        """The position of a section as a record, each line in its place."""
        own = {entry.name for entry in section.entries}
        with suppress(OptionError):  # whoever reads the record is told of an unknown game
            options = games.info(self.game_id).options
            own.update(*(option.replaces for option in options if option.name in own))
        above = [e for e in _of_record(self.head) if e.name not in own]
        header = _of_record(section)
        last = section.line
        lines = {1: f"{RECORD}{RECORD_VERSION}"}
        for entry in (*above, *header):
            if entry.name in _OF_RECORDS_ALONE:
                raise self.fault(entry.line, f"{entry.name} belongs to saved games: leave it out")
            board = entry.name == "board"
            if not board and entry.body:
                raise self.fault(entry.body[0][0], f"{entry.name} takes no lines below it")
            lines[entry.line] = f"{entry.name}: {entry.value}"
            lines |= {at: row for at, row in entry.body if row}
            last = max([last, entry.line, *(at for at, row in entry.body if row)])
            if board and entry is not header[-1]:
                raise self.fault(
                    header[-1].line, f"write {header[-1].name} above the board: rows come last"
                )
        moves = section.one("moves")
        if moves is not None and moves.line < last:
            raise self.fault(moves.line, "write the moves below the board and what is beside it")
        if moves is not None and moves.value:
            raise self.fault(moves.line, "write the moves below 'moves:', each on its own line")
        played = moves.moves if moves is not None else []
        end = max([last + 1, *(line for line, _ in played)])
        written = [lines.get(at, "#") for at in range(1, last + 1)]
        body = dict(played)
        written += ["", *(body.get(at, "#") for at in range(last + 2, end + 1))]
        return "\n".join(written) + "\n"


def outline(text: str, source: str, form: Form = LESSONS) -> Outline:
    """The file of a text; `source` is its name in messages. LessonError with the line and the
    remedy for what is no such file."""
    lines = lines_in(text)
    if not lines or lines[0].strip() != form.first_line:
        raise LessonError(
            f"{source}: line 1: not a {form.what}: its first line is '{form.first_line}'"
        )
    bare = Outline(source, Section(form.what, "", 1), (), None)
    sections = list(_sections(bare, form, lines))
    head, tasks = sections[0], [section for section in sections if section.kind == form.task]
    small = [section for section in sections if section.kind == "play"]
    course = Outline(source, head, tuple(tasks), small[0] if small else None)
    if small and sections[-1] is not small[0]:
        raise course.fault(small[0].line, "the game comes last, once: move it below the tasks")
    for name in ("title", "game"):
        if not head.text(name):
            raise course.fault(1, f"there is no '{name}: …' above the first {form.task}: add it")
    if not tasks:
        begins = f"add one that begins '{form.task}: TITLE'"
        raise course.fault(len(lines), f"there is no {form.task}: {begins}")
    if len(tasks) > form.most:
        raise course.fault(tasks[form.most].line, f"too many {form.task}s: make two files of them")
    board = head.one("board")
    if board is not None:
        raise course.fault(
            board.line, f"a board belongs to one {form.task}: write it below its '{form.task}: …'"
        )
    titles: set[str] = set()
    for section in (head, *course.steps):
        _check(course, form, section)
        title = section.title or head.text("title")
        if len(title) > LONGEST_TITLE:
            raise course.fault(section.line, f"a title has at most {LONGEST_TITLE} characters")
        if section.title.lower() in titles:
            raise course.fault(
                section.line, f"{quoted(section.title)} is the title of two {form.task}s"
            )
        titles.add(section.title.lower())
    return course


def _check(course: Outline, form: Form, section: Section) -> None:
    """Refuse entries that stand twice, texts that are too long, and tasks that lack some."""
    seen: set[str] = set()
    for entry in section.entries:
        if entry.name in seen and entry.name not in form.often:
            raise course.fault(entry.line, f"{entry.name} is given twice: join them")
        seen.add(entry.name)
        if entry.name != "board" and len(entry.text) > LONGEST_TEXT:
            raise course.fault(
                entry.line, f"{entry.name} is longer than {LONGEST_TEXT} characters: shorten it"
            )
    for name in form.needed if section.kind == form.task else ():
        if name not in seen:
            near = [each for each in seen if nearest(name, [each]).startswith("did")]
            instead = f" (instead of {quoted(near[0])}?)" if near else ""
            raise course.fault(section.line, f"the {form.task} has no '{name}: …': add it{instead}")


def _of_record(section: Section) -> list[NamedLines]:
    return [entry for entry in section.entries if entry.name not in section.words]


@dataclass
class _Open:
    """The section that is being read, and the entry in it."""

    section: Section
    entries: list[NamedLines] = field(default_factory=list)
    body: list[tuple[int, str]] = field(default_factory=list)

    def end_entry(self) -> None:
        while self.body and not self.body[-1][1]:
            self.body.pop()
        if self.entries:
            self.entries[-1] = replace(self.entries[-1], body=tuple(self.body))
        self.body = []

    def end(self) -> Section:
        self.end_entry()
        return replace(self.section, entries=tuple(self.entries))


def _sections(course: Outline, form: Form, lines: Sequence[str]) -> Iterator[Section]:
    """The section of the entries above the tasks, then the tasks in their order."""
    now = _Open(course.head)
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("#"):
            continue
        if not line.strip() or line[:1].isspace():
            if line.strip() and not now.entries:
                raise course.fault(number, "the line is indented, and there is no entry above it")
            if now.entries:
                now.body.append((number, escaped(line.strip())))
            continue
        name, colon, value = line.partition(":")
        name = " ".join(name.lower().replace("_", " ").split())
        if not colon:
            raise course.fault(
                number, f"{quoted(line.strip())}: write 'name: value', or indent the line"
            )
        value = escaped(value.strip())
        if name in form.sections:
            yield now.end()
            if not value:
                raise course.fault(number, f"a {name} has a title: write '{name}: TITLE'")
            now = _Open(Section(name, value, number))
            continue
        now.end_entry()
        now.entries.append(NamedLines(name, value, number))
    yield now.end()
