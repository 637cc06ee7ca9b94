"""Looking through a record, and watching a game that is played in another window."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from termgames.core.game import has_secrets
from termgames.core.text import quotable_lines
from termgames.play.bots.players import parse_player
from termgames.play.events import Changed, Event, LineChanged, NotesChanged
from termgames.play.match import Match
from termgames.play.new_game import NewGame, chosen_of
from termgames.play.notes import Notes
from termgames.play.save_file import SaveFile
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Study
from termgames.study import lines
from termgames.tui.preferences import Preferences
from termgames.tui.screens.base import Screen, start
from termgames.tui.table import answers, column, entering, exporting, reviewing, table, trying
from termgames.tui.table.commands import Action, Command, CommandTable, bindings
from termgames.tui.table.reviewing import Reviewing
from termgames.tui.table.table import Table, TableTexts, position_prompt
from termgames.tui.table.table_screen import TableScreen
from termgames.tui.table.trying import Trying
from termgames.tui.table.watching import Watching
from termgames.tui.widgets.comment_panel import CommentPanel
from termgames.tui.widgets.keys import KeyLine
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
    exporting.COMMAND,
    Command(
        "edit", "S", "Set up", "Change the stones of this position, and play on",
        "Set up a position",
    ),
    *column.COMMANDS,
    *answers.COMMANDS,
    *entering.COMMANDS,
    *table.EVENTS,
    *reviewing.COMMANDS,
    Command("new", "n", "New", "Begin a game like this one", "New game"),
    Command("take_up", "p", "Play on", "Go on with the game in this window", "Play on here"),
    *table.COMMANDS,
)  # fmt: skip
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


class ReplayScreen(TableScreen[Path | NewGame | None]):
    """A table at which nobody plays. The keys that move the cursor in a game step through the moves
    here. Dismissed with the path of a game that was watched, to go on with it, or with another game
    to begin."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(COMMANDS)

    def __init__(
        self,
        study: Study,
        record: str,
        preferences: Preferences,
        *,
        watched: SaveFile | None = None,
        file: Path | None = None,
        save_notes: Callable[[Notes], None] | None = None,
        review: bool = False,
        tries: bool = False,
        line: tuple[Sequence[Any], str] | None = None,
    ) -> None:
        """`record` is the name of the record, and `file` where it lies, beside which reviews are
        kept; `save_notes` keeps comments and variations (StorageError where it cannot). With
        `review` a review begins at once, with `tries` other moves can be made, with `line` these
        moves, which begin with the position shown, are added with a comment. `watched` is the file
        of a game that is played in another window: its new moves are shown here."""
        super().__init__()
        self.sitting = study
        self._watching = None if watched is None else Watching(study, watched, self._show)
        self._usable: object = None
        """The keys that did something in the position shown last."""
        self._review_wanted, self._tries_wanted, self._line_wanted = review, tries, line
        self.trying = Trying(
            study,
            self.dialogs,
            save=save_notes,
            notify=partial(self.notify, timeout=10),
            play_on=self._new_game,
            allowed=watched is None,
        )
        self.reviewing = Reviewing(
            study,
            file,
            self,
            turn=lambda ply: self.table.turns.number_of(ply),
            try_line=self.trying.add_line,
            changed=self._show_review,
            notify=partial(self.notify, timeout=10),
        )
        self._comment = CommentPanel("w", id="comment")
        self.furnish(
            Table(
                study,
                preferences,
                TableTexts(
                    remark=f"  {record}" if record else "",
                    prompt=self._prompt,
                    thinking=lambda: self.reviewing.progress(ascii=self.table.appearance.ascii),
                    explained=self.reviewing.legend,
                    at_end=(("n", "new game"),),
                ),
                walk=self._walk,
                below_prompt=(self._comment, self.entry),
                play=lambda move: self.answers.play(move),
            )
        )
        self.commands = CommandTable(COMMANDS, self._actions(), self.run_worker, self.notify)

    def _actions(self) -> dict[str, Action]:
        """What every command does."""
        parts = (self.reviewing, self.answers, self.entering, self.trying)
        actions = dict(self.table.actions())
        for part in parts:
            actions |= part.actions()
        actions |= self.table.column.actions()
        watching, shown = self._watching, self.sitting.shown

        def leave() -> None:
            self.dismiss(None)

        def at_end() -> bool:
            """Whether nothing comes after the position shown."""
            match = shown.match
            return shown.ply == match.ply and (match.over or watching is None)

        def take_up() -> None:
            self.dismiss(watching.file.path if watching else None)

        steps = {name: actions[looking] for name, looking in STEPS.items()}
        steps |= {name: actions[name] for name in ("look_ten_back", "look_ten_on", "details")}
        steps |= {name: actions[name] for name in ("try_before", "try_after", "review")}
        for name, action in steps.items():
            actions[name] = Action(action.run, partial(self._steps, name, action))
        return {
            **actions,
            "board": Action(self._to_board),
            "edit": Action(
                self._edit, lambda: watching is None and self.sitting.tree.closed is None
            ),
            "export": Action(
                lambda: exporting.export(
                    self.dialogs, shown.match, f"{shown.game.id}.tgr", self.notify
                ),
                lambda: shown.match.over or not has_secrets(shown.game),
            ),
            "new": Action(self._new_game, at_end),
            "take_up": Action(take_up, lambda: watching is not None and watching.free),
            "leave": Action(leave),
        }

    def _steps(self, name: str, action: Action) -> bool | None:
        """Whether a key that means something else on the board, or in a list, steps through the
        game."""
        other = self.sitting.trying or (name.startswith("try") and not self.board.has_focus)
        return False if other else action.state()

    def _to_board(self) -> None:
        """Back to the board; on the board, drop a hint that is chosen, or stop trying moves."""
        used = self.table.analysis.chosen or self.board.draft.picks
        if self.sitting.trying and self.board.has_focus and not used:
            self.sitting.switch()
        self.table.to_board()

    def compose(self) -> ComposeResult:
        """The table and the keys."""
        yield self.table
        yield KeyLine(
            KEYS,
            ("board", "help", "leave"),
            self._hidden_keys,
            self.key_names,
        )

    def on_mount(self) -> None:
        """The position the record begins with, the present one of a game that is watched."""
        self.sitting.shown.listen = self._hear
        self._show_review()
        self.reviewing.open()
        if self._watching is not None:
            start(self, self._watching.follow)
        elif self._review_wanted:
            self.reviewing.start()
        elif self._tries_wanted:
            self.sitting.switch()
        elif self._line_wanted is not None:
            self._walk(*self._line_wanted)

    def _hear(self, event: Event) -> None:
        """An event of the sitting."""
        match event:
            case Changed():
                self._show()
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

    def on_reviewing_reported(self, message: Reviewing.Reported) -> None:
        """The review has found something."""
        self.reviewing.on_report(message)

    def _hidden_keys(self) -> Collection[str]:
        hidden = set(self.table.position.hidden_keys())
        hidden |= {"review"} if self.reviewing.done else set()
        return (hidden - {"board"}) if self.sitting.trying else hidden

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now, where that is not what they are called always."""
        looking = {"try": "Stop trying"} if self.sitting.trying else {}
        if self._line_wanted is not None:
            looking["leave"] = "To the table"
        if self.sitting.trying and self.board.has_focus and not self.table.analysis.chosen:
            looking["board"] = "Stop trying"
        parts = (self.answers, self.table.column, self.table.analysis)
        return {key: name for part in parts for key, name in part.key_names().items()} | looking

    def _show(self) -> None:
        self.sitting.catch_up()
        self.answers.refusal = None
        self.table.show()
        self.entering.show_question()
        self._comment.show(quotable_lines(self.trying.comment))
        better = self.reviewing.cells()
        if better:
            self.board.highlight(better, "hint")
        states = [self.commands.state(command.name) for command in COMMANDS]
        usable = (states, set(self._hidden_keys()))
        if usable != self._usable:
            self._usable = usable
            self.refresh_bindings()

    def _show_review(self) -> None:
        """What the review has found, and the variations, wherever they are seen."""
        self.sitting.catch_up()
        reviewing, table, aside = self.reviewing, self.table, self.sitting.aside
        table.tabs.show_review(
            [] if aside else reviewing.lines(), {} if aside else reviewing.marks()
        )
        table.tabs.show_variations(self.trying.lines(ascii=table.appearance.ascii))
        costliest = () if aside else reviewing.review.costliest
        table.column.graphs.mark([each.ply + 1 for each in costliest])
        self._show()

    def _prompt(self) -> Prompt | None:
        """While moves are tried, what the player has to do; else, below the last move of a game
        that is watched, that it is played elsewhere; else the review's judgement."""
        if self.sitting.can_play:
            return self.entering.prompt()
        return (self._watching and self._watching.prompt()) or self._reviewed()

    def _reviewed(self) -> Prompt | None:
        """The review's judgement of the move before the position; at the beginning and at the end
        its summary of all moves."""
        if self.sitting.aside:
            return None
        shown, usual = self.sitting.shown, position_prompt(self.table)
        if 0 < shown.ply < shown.match.ply:
            return self.reviewing.prompt(usual.sentence)
        summary = self.reviewing.summary()
        if not summary:
            return None
        return Prompt(usual.sentence, Text.assemble(summary, "\n", usual.missing))

    def _walk(self, moves: Sequence[Any], comment: str) -> None:
        """Open a line that begins with the position shown: as a variation of the game, or, where
        it leaves a variation or the game goes on in another window, on a screen of its own."""
        study, shown = self.sitting, self.sitting.shown
        if study.aside or self._watching is not None or study.tree.closed is not None:
            screen = walking(shown, moves, comment, self.table.preferences.now)
            start(self, self._go_on, screen)
        else:
            texts = [shown.game.format(move) for move in moves]
            self.trying.add_line(shown.ply, texts, comment)

    async def _new_game(self, opening: Match[Any, Any] | None = None) -> None:
        """A game like this one, or one that goes on from a position (`opening`)."""
        from termgames.tui.screens.setup import SetupScreen  # not needed at the start

        match = opening or self.sitting.shown.match
        players, to_act = list(match.players), match.game.to_act(match.state)
        if (
            opening is not None
            and to_act >= 0
            and not any(parse_player(name).human for name in players)
        ):
            players[to_act] = "human"  # whoever goes on from a game of bots wants to play
        before = NewGame(match.game.id, chosen_of(match.game), tuple(players), opening=opening)
        await self._go_on(SetupScreen(before))

    async def _edit(self) -> None:
        """Set up a position, beginning with the one shown, and play on from it."""
        from termgames.tui.screens.editing import EditScreen

        match = self.sitting.shown.match
        screen = EditScreen(
            match.game, self.sitting.shown.position, match.players, self.table.preferences.now
        )
        opening = await self.dialogs.show(screen)
        if opening is not None:
            await self._new_game(opening)

    async def _go_on(self, screen: Screen[Any]) -> None:
        """Show a screen, and leave for another game if one is wanted there."""
        new = await self.dialogs.show(screen)
        if new is not None:
            self.dismiss(new)


def walking(
    shown: Shown, moves: Sequence[Any], comment: str, preferences: Preferences
) -> ReplayScreen:
    """A screen to walk through a line that begins with the position shown, after its first move;
    what is `shown` stays as it is."""
    match, ply = lines.walk(shown.match, shown.ply, shown.position, moves)
    study = Study(match)
    study.go(min(ply + 1, match.ply))
    return ReplayScreen(study, comment, preferences)
