"""Looking through a record, and watching a game that is played in another window."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal

from rich.text import Text
from textual.binding import BindingType

from termgames.core.text import quotable_lines
from termgames.play.events import Event, LineChanged, NotesChanged
from termgames.play.new_game import NewGame
from termgames.play.save_file import SaveFile
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Study
from termgames.study import lines
from termgames.tui.preferences import Preferences
from termgames.tui.table import (
    answers,
    by_itself,
    column,
    entering,
    exporting,
    going_on,
    reviewing,
    table,
    trying,
)
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.by_itself import ByItself
from termgames.tui.table.commands import Action, Command, bindings
from termgames.tui.table.entering import Entering
from termgames.tui.table.going_on import GoingOn
from termgames.tui.table.hint import Hint
from termgames.tui.table.review_texts import ReviewTexts
from termgames.tui.table.reviewing import Reviewing
from termgames.tui.table.table import Table, TableTexts, position_prompt
from termgames.tui.table.table_screen import LAST_KEYS, TableScreen
from termgames.tui.table.trying import KeepsNotes, Trying
from termgames.tui.table.watching import Watching
from termgames.tui.widgets.comment_panel import CommentPanel
from termgames.tui.widgets.prompt import Prompt
from termgames.tui.widgets.variations import PlaceChosen

COMMANDS = (
    *trying.COMMANDS[:1],
    Command("look_back", "comma", "Back", "One turn back", "Look back", priority=True),
    Command("look_on", "full_stop", "On", "One turn on", "Look on", priority=True),
    Command("step_back", "left,h", "Back", "One turn back", shown=False, priority=True),
    Command("step_on", "right,l,space", "On", "One turn on", shown=False, priority=True),
    Command("look_start", "less_than_sign", "Start", "To the start", "Start", priority=True),
    Command("look_end", "greater_than_sign", "End", "To the end", "End", priority=True),
    Command("step_start", "home", "Start", "To the start", shown=False, priority=True),
    Command("step_end", "end", "End", "To the end", shown=False, priority=True),
    Command("look_ten_back", "pageup", "Ten back", "Ten turns back", shown=False, priority=True),
    Command("look_ten_on", "pagedown", "Ten on", "Ten turns on", shown=False, priority=True),
    *trying.COMMANDS[1:],
    *by_itself.COMMANDS,
    exporting.COMMAND,
    going_on.EDIT,
    *column.COMMANDS,
    *answers.COMMANDS,
    *entering.COMMANDS,
    *table.EVENTS,
    *reviewing.COMMANDS,
    *going_on.COMMANDS,
    *table.COMMANDS,
)  # fmt: skip
AtOnce = Literal["review", "tries"] | tuple[Sequence[Any], str] | None
"""What begins at once: a review, trying other moves, or walking through a line, which begins with
the position shown and has a comment."""
KEYS = (
    *(
        "walk",
        "take_hint",
        "try",
        "look_back",
        "look_on",
        "to_game",
        "better",
        "next_mistake",
        "review",
    ),
    *(command.name for command in COMMANDS),
)
"""Commands in the order in which the line of keys shows them."""
STEPS = {
    "step_back": "look_back",
    "step_on": "look_on",
    "step_start": "look_start",
    "step_end": "look_end",
}
"""Commands whose keys move the cursor on the board while moves are tried, and the commands that
those keys run otherwise."""


class ReplayTexts(TableTexts):
    """What is said while a record is looked through."""

    at_end = (("new", "n", "new game"),)

    def __init__(
        self,
        record: str,
        table: Table,
        entering: Entering,
        review_texts: ReviewTexts,
        watching: Watching | None,
    ) -> None:
        """`record` is the name of the record."""
        self.remark = f"  {record}" if record else ""
        self._table, self._entering = table, entering
        self._review, self._watching = review_texts, watching

    def prompt(self) -> Prompt | None:
        """While moves are tried, what the player has to do; else, below the last move of a game
        that is watched, that it is played elsewhere; else the review's judgement."""
        if self._table.sitting.can_play:
            return self._entering.prompt()
        return (self._watching and self._watching.prompt()) or self._reviewed()

    def thinking(self) -> Text:
        """How far the review has come."""
        return self._review.progress(ascii=self._table.appearance.ascii)

    def explained(self) -> Sequence[tuple[str, str]]:
        """The marks of mistakes."""
        return self._review.legend()

    def _reviewed(self) -> Prompt | None:
        """The review's judgement of the move before the position; at the beginning and at the end
        its summary of all moves."""
        if self._review.aside:
            return None
        shown, usual = self._table.shown, position_prompt(self._table)
        if 0 < shown.ply < shown.match.ply:
            return self._review.prompt(usual.sentence)
        summary = self._review.summary()
        if not summary:
            return None
        return Prompt(
            usual.sentence,
            Text.assemble(summary, "\n", usual.missing or self._table.story.whole.turning),
        )


class ReplayScreen(TableScreen[Study, Path | NewGame | None]):
    """A table at which nobody plays. The keys that move the cursor in a game step through the moves
    here. Dismissed with the path of a game that was watched, to go on with it, or with another game
    to begin."""

    LISTED = COMMANDS
    KEYS = KEYS
    LAST = ("board", *LAST_KEYS)
    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(
        self,
        study: Study,
        record: str,
        preferences: Preferences,
        *,
        watched: SaveFile | None = None,
        file: Path | None = None,
        kept_in: KeepsNotes | None = None,
        at_once: AtOnce = None,
    ) -> None:
        """`record` is the name of the record, and `file` where it lies, beside which reviews are
        kept; comments and variations are `kept_in` it. `at_once` is what begins at once. `watched`
        is the file of a game that is played in another window: its new moves are shown here."""
        super().__init__(study, preferences)
        self._at_once = at_once
        self._usable: object = None
        """The keys that did something in the position shown last."""
        desk, table = self.desk, self.table
        self._watching = None if watched is None else Watching(study, watched, desk)
        self.trying = Trying(study, desk, kept_in=kept_in, allowed=watched is None)
        self.reviewing = Reviewing(study, file, desk)
        self.review_texts = ReviewTexts(self.reviewing, table)
        table.texts = ReplayTexts(record, table, self.entering, self.review_texts, self._watching)
        self._comment = CommentPanel("w", id="comment")
        table.column.below_prompt = (self._comment, self.entry)
        self._going_on = GoingOn(
            study, self.trying, self.reviewing, table.story, self._watching, desk
        )
        self._by_itself = ByItself(study.shown, table.turns, desk)
        self.furnish((self.reviewing, self.trying, self._going_on, self._by_itself))

    def own_actions(self, actions: Mapping[str, Action]) -> dict[str, Action]:
        """Keys that step through the game, and leaving it."""
        steps = {name: actions[looking] for name, looking in STEPS.items()}
        steps |= {name: actions[name] for name in ("look_ten_back", "look_ten_on", "details")}
        steps |= {name: actions[name] for name in ("try_before", "try_after", "review")}
        return {
            **{
                name: Action(action.run, partial(self._steps, name, action))
                for name, action in steps.items()
            },
            "board": Action(self._to_board),
            "leave": Action(self.desk.close),
        }

    def _steps(self, name: str, action: Action) -> bool | None:
        """Whether a key that means something else on the board, or in a list, steps through the
        game."""
        other = self.sitting.trying or (name.startswith("try") and not self.board.has_focus)
        return False if other else action.state()

    def _to_board(self) -> None:
        """Back to the board; on the board, drop a hint that is chosen, or stop trying moves."""
        used = self.table.analysis.hint.chosen or self.board.draft.picks
        if self.sitting.trying and self.board.has_focus and not used:
            self.sitting.switch()
        self.table.to_board()

    def begin(self) -> None:
        """The position the record begins with, the present one of a game that is watched."""
        self._show_review()
        self.reviewing.open()
        match self._at_once:
            case _ if self._watching is not None:
                self.desk.run(self._watching.follow)
            case "review":
                self.reviewing.start()
            case "tries":
                self.sitting.switch()
            case (moves, comment):
                self._walk(moves, comment)

    def hear(self, event: Event) -> None:
        """An event of the sitting."""
        super().hear(event)
        match event:
            case LineChanged():
                self._show_review()
            case NotesChanged():
                self.trying.keep()

    def on_unmount(self) -> None:
        """The review's process ends."""
        self.reviewing.close()

    def on_place_chosen(self, message: PlaceChosen) -> None:
        """A line of the list of variations was chosen."""
        self.sitting.go(message.place)

    def on_watching_changed(self, message: Watching.Changed) -> None:
        """The other window has gone, or its file cannot be read."""
        self.show()

    def on_reviewing_reported(self, message: Reviewing.Reported) -> None:
        """The review has found something."""
        self.reviewing.on_report(message)

    def on_reviewing_changed(self, message: Reviewing.Changed) -> None:
        """There is another review to show."""
        self._show_review()

    def on_reviewing_line_wanted(self, message: Reviewing.LineWanted) -> None:
        """The player wants to see what would have been better."""
        self.trying.add_line(message.ply, message.moves, message.comment)

    def on_hint_played(self, message: Hint.Played) -> None:
        """The player plays a hint."""
        self.answers.play(message.move)

    def on_analysis_walk_wanted(self, message: Analysis.WalkWanted) -> None:
        """The player wants to walk through a line."""
        self._walk(message.moves, message.comment)

    def hidden_keys(self) -> Collection[str]:
        """Keys of the board while no move is tried, and the review's when it is done."""
        hidden = set(self.table.position.hidden_keys())
        hidden |= {"review"} if self.reviewing.done else set()
        return hidden | ({"board"} if self.sitting.trying else set())

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        looking = {"try": "Stop trying"} if self.sitting.trying else {}
        if isinstance(self._at_once, tuple):
            looking["leave"] = "To the table"
        column, hint = self.table.column, self.table.analysis.hint
        parts = (self.answers, column, hint, self._by_itself)
        return {key: name for part in parts for key, name in part.key_names().items()} | looking

    def action_run(self, name: str) -> None:
        """Run a command by its name; the record plays by itself no longer."""
        self._by_itself.before(name)
        super().action_run(name)

    def show(self) -> None:
        """Everything, the comment, and what would have been better."""
        self.sitting.catch_up()
        super().show()
        self._comment.show(quotable_lines(self.trying.comment))
        better = self.reviewing.cells()
        if better:
            self.board.highlight(better, "hint")
        states = [self.commands.state(command.name) for command in COMMANDS]
        usable = (states, set(self.hidden_keys()))
        if usable != self._usable:
            self._usable = usable
            self.refresh_bindings()

    def _show_review(self) -> None:
        """What the review has found, and the variations, wherever they are seen."""
        self.sitting.catch_up()
        reviewing, texts, aside = self.reviewing, self.review_texts, self.sitting.aside
        table = self.table
        whole = reviewing.review.findings if reviewing.done else ()
        table.story.findings = None if aside else whole
        table.tabs.show_review([] if aside else texts.lines(), {} if aside else texts.marks())
        table.costliest = texts.costliest()
        table.tabs.show_variations(self.trying.lines(table))
        self.show()

    def _walk(self, moves: Sequence[Any], comment: str) -> None:
        """Open a line that begins with the position shown: as a variation of the game, or, where
        it leaves a variation or the game goes on in another window, on a screen of its own."""
        study, shown = self.sitting, self.sitting.shown
        if study.aside or not self._going_on.may_branch():
            screen = walking(shown, moves, comment, self.desk.preferences)
            self.desk.run(self._going_on.show, screen)
        else:
            texts = [shown.game.format(move) for move in moves]
            self.trying.add_line(shown.ply, texts, comment)


def walking(
    shown: Shown, moves: Sequence[Any], comment: str, preferences: Preferences
) -> ReplayScreen:
    """A screen to walk through a line that begins with the position shown, after its first move;
    what is `shown` stays as it is."""
    match, ply = lines.walk(shown.match, shown.ply, shown.position, moves)
    study = Study(match)
    study.go(min(ply + 1, match.ply))
    return ReplayScreen(study, comment, preferences)
