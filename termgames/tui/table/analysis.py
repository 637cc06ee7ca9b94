"""Analysis by a bot that plays no seat: hints, candidates with their lines, who will own what."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from rich.text import Text
from textual.message import Message

from termgames.core.display import Pick
from termgames.core.game import OVER
from termgames.core.topology import Cell
from termgames.play.advice import CANDIDATES, Advice, Estimate, Glance, MoveToJudge
from termgames.play.children.child import Child
from termgames.play.sitting.study import Sitting
from termgames.play.text import prompts
from termgames.search.limits import Candidate, Thought
from termgames.study import lines
from termgames.study.roles import AnalysisRole
from termgames.tui.analyst import Analyst
from termgames.tui.board import BoardView
from termgames.tui.styled import styled
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk
from termgames.tui.table.hint import EnterKey, Hint

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

COMMANDS = (
    Command(
        "walk", "enter", "Walk through", "Step through the line that is shown",
        priority=True,
    ),
    Command(
        "take_hint", "enter", "Take the hint", "Make the hint your move; again: play it",
        priority=True,
    ),
    Command(
        "losses", "W", "Losses", "What candidates are worth, or what they lose against the best",
        "Losses of candidates", shown=False,
    ),
    *(
        Command(f"line_{number}", str(number), f"Line {number}",
                f"How play would go on with candidate {number}; again: hide it", shown=False)
        for number in range(1, CANDIDATES + 1)
    ),
)  # fmt: skip


class Analysis:
    """Asks a bot about the position shown, and lays its answers over the board; unasked it finds
    out who wins this position and, one after the other, all others of the game.

    The bot is told what the player may know, and no more; it is asked about positions in
    which somebody is to act, and where hands are hidden about the player's own turn. Its
    process is started when the first answer is wanted, and rests while bots at the table think.
    """

    unasked = True
    """Whether positions are looked at that nobody has asked about."""

    class TextChanged(Message):
        """`text` has changed."""

    class Switched(Message):
        """`running` has changed."""

    class WalkWanted(Message):
        """The player wants to walk through a line from the position shown; `comment` says what it
        is."""

        def __init__(self, moves: Sequence[Any], comment: str) -> None:
            super().__init__()
            self.moves, self.comment = moves, comment

    def __init__(self, sitting: Sitting, board: BoardView, desk: Desk) -> None:
        self.on = desk.preferences.analysis
        """Whether analysis may be seen during the game."""
        self.running = False
        """Whether the bot looks at every position shown, and candidates and owners are seen."""
        self.losses = False
        """Whether candidates tell how much less they are worth than the best, not how much."""
        self._sitting, self._shown = sitting, sitting.shown
        self._board, self._desk = board, desk
        self.analyst: Analyst | None = None
        self._line: tuple[Any, int, Candidate] | None = None
        """A position, and the candidate whose line is shown there with its number from 1."""
        self._enter = EnterKey(board)
        self.hint = Hint(sitting, board, self._enter, desk)
        self._note: tuple[Any, str] = (None, "")
        """A position, and the remark that is shown with it."""
        self._advice: tuple[Any, Advice | None, bool] = None, None, False
        """A position, the advice on it, and whether that is the last word."""
        self._to_judge: MoveToJudge | None = None
        """A move that a teacher is to look at."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        return {
            "hint": Action(self._want_hint, partial(self._state, hint=True)),
            "take_hint": Action(self.hint.go_on, self.hint.can_go_on),
            "estimate": Action(self.switch, self._state),
            "losses": Action(self._switch_losses, lambda: self.running),
            "walk": Action(
                self._walk_through, lambda: self.line is not None and self._enter.action == "walk"
            ),
            **{
                f"line_{number}": Action(
                    partial(self.show_line, number), partial(_reaches, self, number)
                )
                for number in range(1, CANDIDATES + 1)
            },
        }

    def _start(self) -> Analyst:
        """Start the bot's process."""
        return Analyst(Child(AnalysisRole.of(self._shown.game)), self._desk.screen)

    @property
    def seen(self) -> bool:
        """Whether score and graph may be seen: analysis is on, or the game is over."""
        return self.on or self._shown.match.over

    @property
    def possible(self) -> bool:
        """Whether a bot may be asked about the position shown: not in a rated game that goes
        on."""
        shown = self._shown
        if shown.match.unaided:
            return False
        to_act = shown.game.to_act(shown.position)
        return to_act >= 0 and (not shown.view.secret or to_act == shown.view.seat)

    @property
    def candidates(self) -> Sequence[Candidate]:
        """The best moves of the position shown as far as the bot has looked, while it runs. While a
        question about a move that lost much is open its answers have the digits. Where several
        share the keyboard nothing is told of cards that lie face down."""
        thought, shown = self._thought_here if self.running else None, self._shown
        if thought is None or self._sitting.lesson is not None:
            return ()
        if not shown.view.shared or shown.view.seat is None:
            return thought.best_moves
        secret = shown.display.from_hand(shown.position, shown.view.seat)
        moves = thought.best_moves
        return [each for each in moves if not any(move in secret for move in each.line)]

    @property
    def line(self) -> Candidate | None:
        """The candidate whose line is shown."""
        if self._line is None or self._line[0] is not self._shown.position:
            return None
        return self._line[2]

    @property
    def line_number(self) -> int:
        """Its number from 1, 0 for none."""
        return self._line[1] if self._line is not None and self.line is not None else 0

    @property
    def lines(self) -> list[Sequence[Any]]:
        """The moves that `text` and the list of candidates may name, as lines of play from the
        position shown."""
        thought, line = self._thought_here, self.line
        as_good = () if thought is None else (thought.move, *thought.as_good)
        told = [(move,) for move in (*as_good, *(each.move for each in self.candidates))]
        return [*told, *(() if line is None else (line.line,))]

    def text(self) -> Text:
        """The line or the hint for the position shown, or that one is being looked for; else the
        best candidate, or what there is to say of the last key."""
        if self.line is not None:
            lesson, number = self._sitting.lesson, self.line_number
            why = lesson.reason if lesson is not None and not number else ""
            return styled(prompts.line(self._shown, number, self.line, why))
        if self.hint.wanted and self.analyst is not None:
            thought = self._thought_here
            if thought is None:
                return Text("Looking for a hint", "dim")
            key = "" if self._verdict is None else self.hint.key(thought)
            return styled(prompts.hint(self._shown, thought, key))
        if self.running and self.possible and not self._sitting.awaits_bot:
            if not self.candidates:
                looks = "Looking at the position"
                return Text(looks if self._verdict is None else "A hint tells of your cards", "dim")
            return styled(prompts.best_candidate(self._shown, self.candidates, self._verdict))
        state, note = self._note
        return Text(note if state is self._shown.position else "")

    # -- the bot ------------------------------------------------------------------------

    def consult(self) -> None:
        """Ask what is to be asked now, if it is something else than is asked already."""
        state = self._shown.position
        if self.line is not None:
            self._annotate()
        if not self.hint.wanted_for(state) or self._shown.match.over:
            self.hint.forget()
        question, analyst = self._question(), self.analyst
        if question is None:
            if analyst is not None:
                analyst.rest()
        # An estimate takes no time: the next one waits for it.
        elif not (analyst and isinstance(analyst.asked, Glance) and isinstance(question, Glance)):
            self.analyst = analyst or self._start()
            self.analyst.ask(question)
        here = self._thought_here
        if here is not None:
            self._show(here, final=self._verdict is not None)

    def judge(self, to_judge: MoveToJudge) -> None:
        """Have a teacher look at a move, before anything else."""
        self._to_judge = to_judge
        self.consult()

    def _question(self) -> Any:
        """What is to be asked now; None for nothing, as while a bot at the table thinks for a human
        who waits."""
        sitting, shown = self._sitting, self._shown
        if self._to_judge is not None:
            return self._to_judge
        if not self.on or shown.match.unaided or (sitting.awaits_bot and shown.view.humans):
            return None
        if self.possible and (self.running or self.hint.wanted) and self._verdict is None:
            return shown.position
        if not self.unasked or self._desk.app.is_web:  # a server has better things to do
            return None
        known = shown.estimates
        wanted = (ply for ply in (shown.ply, *range(shown.match.ply, -1, -1)) if ply not in known)
        return next((Glance(shown.view.state(p), p) for p in wanted if self._may_know(p)), None)

    def _may_know(self, ply: int) -> bool:
        """Whether somebody is to act in a position, about whose hand nobody else is told."""
        actor, view = self._shown.match.actor(ply), self._shown.view
        return actor >= 0 and (not view.secret or actor == view.seat)

    def on_report(self, message: Analyst.Reported) -> bool:
        """The bot's answer so far; ignored, and False, when something else was asked since."""
        analyst, shown, question = self.analyst, self._shown, message.question
        if analyst is None or message.by is not analyst or question is not analyst.asked:
            return False
        if message.final:
            analyst.answered()
            self._to_judge = None if question is self._to_judge else self._to_judge
        match message.answer:
            case Estimate():
                self._take(question.ply, question.view, message.answer)
            case Advice():
                self._advice = question, message.answer, message.final
                if message.answer.estimate is not None:
                    self._take(shown.ply, question, message.answer.estimate)
                if shown.position is question:
                    self._show(message.answer, final=message.final)
        if message.final:
            self.consult()
        return True

    def _take(self, ply: int, state: Any, estimate: Estimate) -> None:
        """Keep what is said of a position, if it stands there and a review has not said more."""
        shown = self._shown
        if ply <= shown.match.ply and shown.view.state(ply) is state:
            known = shown.estimates.get(ply)
            if known is None or known.playouts <= estimate.playouts:
                shown.estimate(ply, estimate)

    def on_end(self, message: Analyst.Ended) -> bool:
        """The bot broke down; another one is started when something is wanted again. Returns
        whether the message was about this part's bot."""
        if message.by is not self.analyst:
            return False
        self.close()
        self.unasked = False
        self._desk.post(self.Switched())
        return True

    def close(self) -> None:
        """End the bot's process, and all that was wanted of it."""
        if self.analyst is not None:
            self.analyst.close()
            self.analyst = None
        self.running, self._line, self._to_judge = False, None, None
        self.hint.forget()

    @property
    def _thought_here(self) -> Advice | None:
        """What the bot advises in the position shown."""
        state, advice, _ = self._advice
        return advice if state is self._shown.position else None

    def _show(self, thought: Thought, *, final: bool) -> None:
        state = self._shown.position
        if thought.owner is not None:
            self.show_estimate(state, thought.owner)
        if self.running and self.possible:
            self._annotate()
        if (self.running and self.possible) or self.hint.wanted:
            self._desk.post(self.TextChanged())
        if final and self.hint.wanted_for(state) and self.line is None:
            self.hint.lay(thought)

    def _annotate(self) -> None:
        """Number the candidates on the board, or the stones of the line that is shown."""
        shown, line = self._shown, self.line
        game, labels = shown.game, dict[Cell, tuple[str, ...]]()
        if line is None:
            marked = prompts.candidate_labels(shown, self.candidates, losses=self.losses)
            self._board.annotate(marked)
            return
        stones: dict[Cell, Pick] = {}
        for number, step in enumerate(lines.steps(game, shown.position, line.line), 1):
            for cell, colour in step.stones:
                stones[cell], labels[cell] = Pick(cell, colour), (str(number),)
        self._board.annotate(labels, tuple(stones.values()))

    def show_estimate(self, state: Any, owner: NDArray[np.float32]) -> None:
        """Tint the board by `owner` (cells, seats), shares of ownership in `state`, if estimates
        are wanted and the state is shown."""
        game = self._shown.game
        if not self.running or self._shown.position is not state or not self.possible:
            return
        seats = sorted(range(game.seats), key=lambda seat: game.colour(state, seat))
        self._board.canvas.set_estimate(owner[:, seats])

    # -- commands -----------------------------------------------------------------------

    def turn(self, on: bool) -> None:
        """Let analysis be seen, or end it; the remark on the former state is taken away."""
        self.on, self._note = on, (None, "")
        if not on:
            self.running, self._line = False, None
            self.hint.forget()
            self.consult()

    def allowed(self) -> bool:
        """Whether analysis is on; the player is told how to turn it on when it is off."""
        if not self.on:
            self._say(f"Analysis is off. Press {self._desk.key('analysis', 'A')} to turn it on.")
        return self.on

    def _say(self, text: str) -> None:
        """Show a remark until the position changes, in the place of a hint."""
        self._note = self._shown.position, text
        self._desk.post(self.TextChanged())

    def switch(self) -> None:
        """Let the bot look at every position shown, or no longer."""
        if self.running:
            self.running, self._line = False, None
            self._board.canvas.set_estimate(None)
            self._board.annotate({}, ())
            key = self._desk.key("estimate", "a")
            self._say(f"The analysis has stopped. Press {key} to let it go on.")
        elif self.allowed():
            self.running = True
            self.consult()
        else:
            return
        self._desk.post(self.Switched())

    def _switch_losses(self) -> None:
        """Show what candidates lose against the best, or what they are worth."""
        self.losses = not self.losses
        self._annotate()
        self._desk.post(self.TextChanged())

    def worth(self, candidate: Candidate) -> tuple[str, ...]:
        """What a candidate is worth, or loses, as the player wants to see it."""
        best = self.candidates[0] if self.losses else None
        return prompts.worth(self._shown, candidate, best)

    def show_line(self, number: int) -> None:
        """Show how play would go on with a candidate, counted from 1, or hide it again."""
        hide = self.line is not None and self.line_number == number
        self.hide_line()
        if not hide:
            self.lay_line(number, self.candidates[number - 1])

    def lay_line(self, number: int, candidate: Candidate) -> None:
        """Show how play would go on with a move in the position shown; `number` is 0 for one that
        is no candidate."""
        self._line = self._shown.position, number, candidate
        self._enter.give("walk", candidate)
        self._annotate()
        self._desk.post(self.TextChanged())
        self._board.refresh_bindings()

    def hide_line(self) -> None:
        """Show the candidates again instead of a line."""
        if self.line is not None:
            self._line = None
            self._board.annotate({}, ())
            self._annotate()
            if self._verdict is not None:
                self._show(self._verdict, final=True)
            self._desk.post(self.TextChanged())
            self._board.refresh_bindings()

    def _walk_through(self) -> None:
        """Open the line that is shown."""
        assert self._line is not None
        state, number, candidate = self._line
        moves = [step.move for step in lines.steps(self._shown.game, state, candidate.line)]
        comment = prompts.line_comment(self._shown, number, candidate)
        self._desk.post(self.WalkWanted(moves, comment))

    def _want_hint(self) -> None:
        """Show what a bot would play; the second time, make it the player's move."""
        if not self.allowed():
            return
        state = self._shown.position
        if not self.hint.wanted_for(state):
            self.hide_line()
            self.hint.want(state)
            self.consult()
            self._desk.post(self.TextChanged())
        elif self._verdict is not None and self._sitting.can_play:
            self.hide_line()
            self.hint.take()

    @property
    def _verdict(self) -> Advice | None:
        """What the bot would play in the end."""
        return self._thought_here if self._advice[2] else None

    def _state(self, *, hint: bool = False) -> bool | None:
        """Whether a bot can look at the position; a hint waits until no bot is asked to move."""
        if self._shown.game.to_act(self._shown.position) == OVER:
            return False
        return True if self.possible and not (hint and self._sitting.awaits_bot) else None


def _reaches(analysis: Analysis, number: int) -> bool:
    """Whether there are so many candidates."""
    return number <= len(analysis.candidates)
