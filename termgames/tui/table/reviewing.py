"""A review of the game that is looked through: what each decision was worth, found by a process
beside the screen and kept beside the record."""

import threading
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from textual.message import Message

from termgames.core.errors import StorageError, TermgamesError
from termgames.core.text import counted
from termgames.play.advice import LOOK, Estimate
from termgames.play.children.child import Child
from termgames.play.events import Failed, Progress, Reply
from termgames.play.sitting.study import Study
from termgames.study import review, review_file
from termgames.study.exercises import making
from termgames.study.review import Finding, Review
from termgames.study.roles import Found, reviewer
from termgames.tui.table import teaching
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk

COMMANDS = (
    Command(
        "review", "R", "Review", "Find the mistakes in this game, or stop looking", "Review",
        priority=True,
    ),
    Command("next_mistake", "x", "Mistake", "The next mistake found", "Next mistake"),
    Command(
        "better", "y", "Better", "What would have been better, as a variation", "What was better"
    ),
    Command(
        "practise", "F", "Practise",
        "Keep this mistake to practise; anywhere else in the game, all of them",
        "Keep as a mistake to practise", at_home=True,
    ),
    Command("last_mistake", "X", "Before", "The mistake before", "Mistake before", shown=False),
)  # fmt: skip
_READ = 10
"""Seconds for which what the review says is seen."""


class Reviewing:
    """Runs the review, and keeps its findings."""

    class Reported(Message):
        """The process found something, broke down, or is done."""

        def __init__(self, process: Child, report: Reply | None) -> None:
            super().__init__()
            self.process, self.report = process, report

    class Changed(Message):
        """There is something new to show."""

    class LineWanted(Message):
        """The player wants to see moves, which begin at a position of the game, as a variation
        with a comment."""

        def __init__(self, ply: int, moves: Sequence[str], comment: str) -> None:
            super().__init__()
            self.ply, self.moves, self.comment = ply, moves, comment

    def __init__(
        self,
        study: Study,
        file: Path | None,
        desk: Desk,
    ) -> None:
        """`file` is that of the record, None where it has none."""
        self.study, self.match = study, study.tree.match
        self.file, self._desk = file, desk
        self._process: Child | None = None
        self._review_file: review_file.ReviewFile | None = None
        self._limit = LOOK
        """How long each decision is looked at."""
        self._findings: dict[int, Finding | None] = {}
        self._plies: list[int] = []
        self._asked: list[int] = []
        """The plies that the process looks at."""
        self.deeper = False
        """Whether it looks deeper at them."""
        self.review = Review((), None)
        """The findings so far."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "review": Action(self._switch, self._state),
            "next_mistake": Action(partial(self._go, 1), lambda: bool(self._next(1))),
            "better": Action(self._show_better, lambda: bool(self.cells())),
            "practise": Action(
                self._practise, lambda: bool(self.review.mistakes) and not self.study.aside
            ),
            "last_mistake": Action(partial(self._go, -1), lambda: bool(self._next(-1))),
        }

    @property
    def done(self) -> bool:
        """Whether there is nothing more to find."""
        looked = self._process is None and bool(self._plies) and self.complete
        return looked and not self._surprises

    def open(self) -> None:
        """Show the findings of an earlier review of this record."""
        if self.file is not None and self._allowed():
            self._review_file = review_file.load_last(self.file, self.match)
            if self._review_file is not None:
                self._prepare()
                self._desk.post(self.Changed())

    def start(self) -> None:
        """Start the process on the decisions that have no finding yet."""
        try:
            review.refuse(self.match)
        except TermgamesError as error:
            self._desk.notify(f"{str(error).capitalize()}.", timeout=_READ)
            return
        self._prepare()
        self._go_on()
        self._desk.post(self.Changed())

    def _go_on(self) -> None:
        """Let a process look at the decisions that have no finding yet; where all have one, look
        deeper where that is wanted."""
        missing = [ply for ply in self._plies if ply not in self._findings]
        self.deeper = not missing
        self._asked = missing or self._surprises
        if self._asked and self._process is None:
            process = reviewer(self.match, self._asked, self._limit, deeper=self.deeper)
            self._process = process
            pump = threading.Thread(target=self._pump, args=(process,), name="review", daemon=True)
            pump.start()

    def on_report(self, message: Reported) -> None:
        """Handle a message of the process; ignored when the process was stopped meanwhile."""
        if message.process is not self._process:
            return
        match message.report:
            case Progress(_, Found(ply, finding)):
                self._take(ply, finding)
            case Failed(_, text):
                self.close()
                self._desk.notify(f"The review has stopped: {text}.", timeout=_READ)
            case _:
                self.close()
                self._go_on()
        self._desk.post(self.Changed())

    def close(self) -> None:
        """End the process; what it has found stays."""
        if self._process is not None:
            self._process.close()
            self._process = None

    # -- what is shown ------------------------------------------------------------------

    @property
    def here(self) -> Finding | None:
        """The finding on the move that led to the position shown; None where there is none."""
        if self.study.aside:
            return None
        ply = self.study.shown.ply - 1
        return next((each for each in self.review.findings if each.ply == ply), None)

    def cells(self) -> tuple[int, ...]:
        """The cells of the move that would have been better than the one that led to the
        position."""
        match, finding = self.match, self.here
        if finding is None or not finding.size:
            return ()
        try:
            best = match.game.parse(match.state_at(finding.ply), finding.best)
        except TermgamesError:  # the kept review may have been changed by hand
            return ()
        return tuple(match.game.cells_of(best))

    def move_name(self, finding: Finding, *, best: bool = False) -> str:
        """The move that was played, or the best one, as players say it."""
        text = finding.best if best else finding.move
        return review.spoken_move(self.match, self.study.shown.display, finding.ply, text)

    # -- how it is found ----------------------------------------------------------------

    @property
    def complete(self) -> bool:
        """Whether all decisions that were to be judged have been."""
        return self._findings.keys() >= set(self._plies)

    @property
    def running(self) -> bool:
        """Whether the process is at work."""
        return self._process is not None

    @property
    def found(self) -> bool:
        """Whether anything was looked at."""
        return bool(self._findings)

    def looked_at(self) -> tuple[int, int]:
        """How many decisions were looked at, and of how many; of the deeper looks alone while these
        go on."""
        plies = self._asked if self.deeper and self.running else self._plies
        return sum(map(self._is_looked_at, plies)), len(plies)

    @property
    def _surprises(self) -> list[int]:
        """The decisions that want a deeper look; none while the game goes on."""
        match = self.match
        return review.surprises(match, self.review.findings) if match.over else []

    def _is_looked_at(self, ply: int) -> bool:
        """Whether there is a finding on a decision, of a deeper look while such looks go on."""
        finding = self._findings.get(ply)
        deeper = self.deeper and self.running
        return ply in self._findings and not (deeper and finding and not finding.deeper)

    def _allowed(self) -> bool:
        try:
            review.refuse(self.match)
        except TermgamesError:
            return False
        return True

    def _prepare(self) -> None:
        """List the decisions that are to be judged, and take over the findings of earlier
        reviews."""
        match = self.match
        if not self._plies:
            self._plies = review.decisions(match, review.seats_to_review(match))
        if self.file is not None and self._review_file is None:
            self._review_file = review_file.ReviewFile(self.file, match, self._limit)
        if self._review_file is not None:
            self._limit = self._review_file.limit
            self._findings.update(self._review_file.findings)
            self._judge()

    def _take(self, ply: int, finding: Finding | None) -> None:
        self._findings[ply] = finding
        if finding is not None and self._desk.collects:
            teaching.collect(making.of_humans(self.match, [finding]), self._desk)
        self._judge()
        if self._review_file is not None:
            try:
                self._review_file.add(ply, finding)
            except StorageError as error:
                self._review_file = None
                self._desk.notify(f"The review is not kept: {error}", timeout=_READ)

    def _judge(self) -> None:
        findings = [each for _, each in sorted(self._findings.items()) if each is not None]
        self.review = review.review(self.match, findings)
        for ply, shares in review.expectations(self.match, findings).items():
            self.study.shown.estimate(ply, Estimate(shares), self.match)

    def _pump(self, process: Child) -> None:
        """In a thread of its own: post whatever the process says until it has ended."""
        report: Any = True
        while report is not None:
            report = process.read()
            self._desk.post(self.Reported(process, report))

    # -- commands -----------------------------------------------------------------------

    def _state(self) -> bool:
        return self._process is not None or self._allowed()

    def _switch(self) -> None:
        if self.done:
            found = counted(len(self.review.mistakes), "mistake")
            go = " x goes to the next one." if self._next(1) else ""
            self._desk.notify(f"The whole game has been reviewed: {found}.{go}", timeout=_READ)
            return
        if self._process is None:
            self.start()
            return
        self.close()
        self._desk.notify("The review stops here; R goes on with it.", timeout=_READ)
        self._desk.post(self.Changed())

    def _show_better(self) -> None:
        """Walk through the better line, as far as it could have been played: where hands are
        hidden, a line holds what its player could expect."""
        finding, game = self.here, self.match.game
        assert finding is not None
        state, moves = self.match.state_at(finding.ply), []
        for text in finding.line or (finding.best,):
            try:
                state = game.apply(state, game.parse(state, text))
            except TermgamesError:
                break
            moves.append(text)
        lost = f"{finding.share_lost:.0%} of the win"
        comment = f"Better than {self.move_name(finding)}, a {finding.size} that gave away {lost}."
        self._desk.post(self.LineWanted(finding.ply, moves, comment))

    def _practise(self) -> None:
        here = self.here
        chosen = self.review.mistakes if here is None or not here.size else [here]
        exercises = making.of_humans(self.match, chosen)
        if not exercises:
            self._desk.notify("That was a bot's mistake, not yours.")
        teaching.collect(exercises, self._desk, tell=True)

    def _next(self, step: int) -> int | None:
        """The position after the next mistake, or after the one before."""
        here, plies = self.study.shown.ply, [each.ply + 1 for each in self.review.mistakes]
        if step > 0:
            return min((ply for ply in plies if ply > here), default=None)
        return max((ply for ply in plies if ply < here), default=None)

    def _go(self, step: int) -> None:
        ply = self._next(step)
        if ply is not None:
            self.study.go(ply)
