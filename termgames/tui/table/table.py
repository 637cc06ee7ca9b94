"""A board with a column of panels beside it: the part that playing a game and looking through
a record have in common."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.widget import Widget

from termgames import games
from termgames.play.pictures.seen import Position
from termgames.play.sitting.study import Sitting
from termgames.play.text import panels, prompts, words
from termgames.play.text.turns import Turns
from termgames.study import story
from termgames.tui import styled
from termgames.tui.board import BoardView
from termgames.tui.board.miniature import miniature
from termgames.tui.table import analysis, picturing
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.appearance import Appearance
from termgames.tui.table.column import Column
from termgames.tui.table.commands import Action, Command, CommandTable
from termgames.tui.table.desk import Desk
from termgames.tui.table.opening_lines import OpeningLines
from termgames.tui.table.picturing import Picturing
from termgames.tui.table.position_view import PositionView
from termgames.tui.table.told_story import ToldStory
from termgames.tui.table.zoom import Zoom
from termgames.tui.themes import NamedStone, inked
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.graph import TURN
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.moves import PlyChosen
from termgames.tui.widgets.prompt import Prompt
from termgames.tui.widgets.scores import ScoreList

COMMANDS = (
    *analysis.COMMANDS,
    Command("overlay", "o", "Overlay", "Change what the empty points show", "Overlay"),
    Command(
        "hint", "i", "Hint", "What a bot would play; again: take it", "Hint", explained=True
    ),
    Command(
        "estimate", "a", "Analyse",
        "The best moves, how play goes on, and who will own what", "Analyse",
        explained=True,
    ),
    Command("view", "v", "View", "The next tab: moves, score, holdings, story, count", "View"),
    Command(
        "openings", "percent_sign", "Openings",
        "What is played here, how often, and with what success", "Openings", shown=False,
        explained=True,
    ),
    Command(
        "analysis", "A", "Analysis", "All analysis off or on", "Analysis", shown=False,
        explained=True,
    ),
    Command("colours", "B", "Board", "Other colours of the board", "Board colours", shown=False),
    Command("zoom", "Z", "Zoom", "Larger or smaller cells of the board", "Zoom"),
    Command("characters", "C", "ASCII", "Unicode or ASCII characters", "Characters", shown=False),
    *picturing.COMMANDS,
    Command("help", "question_mark,f1", "Help", "Rules and keys", "Rules and keys"),
    Command("leave", "q", "Leave", "Leave the game", "Leave"),
    Command("board", "escape", "Board", "Back to the board"),
)  # fmt: skip
"""What can be done at every table; `leave` is up to the screen."""
EVENTS = (
    Command(
        "event_back", "left_parenthesis", "Event back", "Look back by one roll, stone or answer",
        shown=False, priority=True,
    ),
    Command(
        "event_on", "right_parenthesis", "Event on", "Look on by one roll, stone or answer",
        shown=False, priority=True,
    ),
    Command(
        "leap_back", "left_curly_bracket", "Leap back", "Back to the last leap of the graph",
        shown=False, priority=True,
    ),
    Command(
        "leap_on", "right_curly_bracket", "Leap", "On to the next leap of the graph",
        shown=False, priority=True,
    ),
    Command(
        "details", "enter", "Details", "List the moves of the turn shown, or hide them",
        shown=False, priority=True,
    ),
)  # fmt: skip
"""Looking through a game in its smallest steps, and its greatest."""
GOOD = (60, 24)
"""Columns and rows from which on everything has room on usual boards; a smaller terminal gets a
line that says so."""
ROOMY_ROWS = 30
"""Rows from which on there is room for more of the story than the move that decided the game."""

_LOW = 28
"""Rows of a table whose column has to do with less."""


class TableTexts:
    """What is said at a table. Each kind of table says more in a class of its own."""

    remark: str = ""
    """What stands behind the title."""
    at_end: Sequence[tuple[str, str, str]] = ()
    """The commands that are shown at the end of a game where they can be run, beside those to take
    back and to leave: name, key, and what it does."""
    commands: CommandTable | None = None
    """The commands of the screen, which know what can be run now."""

    @property
    def looking_back(self) -> str:
        """How to look on from an earlier position; nothing where all is looked at."""
        return ""

    """What else to say where the player looks back."""
    titled: bool = True
    """Whether the game is named above the players, and how analysis is turned on."""

    def prompt(self) -> Prompt | None:
        """What the player is to do, None where nobody is asked."""
        return None

    def thinking(self) -> Text:
        """What bots think, shown where no hint is."""
        return Text()

    def explained(self) -> Sequence[tuple[str, str]]:
        """Signs on the screen with what they mean, for the help."""
        return ()


class Table(Widget):
    """Board left, column right; in narrow terminals the board or a tab, one at a time.

    `show` brings everything up to date with the sitting. What the player is asked, and what
    bots think, is up to the screen: it sets `texts`.
    """

    def __init__(self, sitting: Sitting, desk: Desk) -> None:
        super().__init__(id="table")
        self.sitting, self.shown = sitting, sitting.shown
        self.desk = desk
        shown = sitting.shown
        self.appearance = Appearance(shown.game, desk)
        look, glyphs = self.appearance.look, self.appearance.glyphs
        self.board = BoardView(shown.game, shown.display, glyphs=glyphs, id="board")
        self.column = Column(look)
        self.tabs = self.column.tabs
        self.turns = Turns(shown)
        self.analysis = Analysis(sitting, self.board, desk)
        self.position = PositionView(sitting, self.board, self.analysis, self.column)
        self.zoom = Zoom(self.board, self.column, desk)
        self._picturing = Picturing(shown, self.board, self.analysis, desk)
        self._least = Static(id="least")
        self.texts = TableTexts()
        """What is said here beside what every table says."""
        self.story = ToldStory(shown, self.turns)
        self.costliest: Mapping[int, str] = {}
        """Signs below the graph, by the position after a mistake."""
        self._openings = OpeningLines(self.board, self.tabs, self.analysis, shown)
        self._over = self._weighing = False
        self.set_class(self.analysis_shown, "-analysis-shown", update=False)

    def compose(self) -> ComposeResult:
        """Board, column, and a line for terminals that are rather small."""
        # Set later, the size of the board and these classes would lay everything out twice.
        self.zoom.fit()
        self.set_class(self.zoom.narrow, "-narrow")
        self.set_class(self.app.size.height <= _LOW, "-low")
        yield self.board
        yield self.column
        yield self._least

    def on_mount(self) -> None:
        """Colours, characters and the way of entry as the player likes them."""
        self.board.stamping = self.desk.preferences.stamp
        self._dress()
        self.app.theme_changed_signal.subscribe(self, lambda theme: self.dress_anew())
        self.watch(self.screen, "focused", self.analysis.hint.touched, init=False)

    def on_unmount(self) -> None:
        """The analyst's process ends."""
        # The signal would hold the table, and with it the screen, the sitting and the board.
        self.app.theme_changed_signal.unsubscribe(self)
        self.analysis.close()

    def on_resize(self) -> None:
        """Choose the arrangement that the size allows."""
        width, height = self.app.size
        # Lines break elsewhere now: the room that panels needed before means nothing.
        self.column.hold_still(False)
        self.zoom.fit()
        self.set_class(self.zoom.narrow, "-narrow")
        self.set_class(self.size.height < _LOW, "-low")
        self.column.players.set_compact(self.narrow)
        self.show_prompt()
        # The room for its lines is known when all has been laid out.
        self.call_after_refresh(self.show_prompt)
        self.show_thinking()
        self._least.display = width < GOOD[0] or height < GOOD[1]
        self._least.update(f"best from {GOOD[0]}x{GOOD[1]} up, this is {width}x{height}")
        self.show_graph()

    @property
    def narrow(self) -> bool:
        """Whether there is no room for board and column side by side."""
        return self.has_class("-narrow")

    @property
    def analysis_shown(self) -> bool:
        """See `Analysis.seen`."""
        return self.analysis.seen

    def actions(self) -> dict[str, Action]:
        """The actions of the commands that all tables share, and for looking back and on."""
        shown, turns = self.shown, self.turns
        steps = {"look_back": -1, "look_ten_back": -10, "look_on": 1, "look_ten_on": 10}

        def look(by: int) -> None:
            shown.look(turns.around(shown.ply, by))

        def step(by: int) -> None:
            shown.look(shown.ply + by)

        def leap(step: int) -> Action:
            def to() -> int | None:
                return self.column.graph.leap(shown.ply, step)

            return Action(lambda: shown.look(to() or 0), lambda: to() is not None)

        return {
            **{name: Action(partial(look, by)) for name, by in steps.items()},
            "look_start": Action(partial(shown.look, 0)),
            "look_end": Action(lambda: shown.look(shown.match.ply)),
            "event_back": Action(partial(step, -1)),
            "event_on": Action(partial(step, 1)),
            "leap_back": leap(-1),
            "leap_on": leap(1),
            "details": Action(
                self.tabs.unfold,
                lambda: (
                    shown.ply > 0
                    and (not shown.present or shown.match.over)
                    and self.analysis.line is None
                    and self.tabs.current == "moves"
                ),
            ),
            **self.analysis.actions(),
            **self.appearance.actions(),
            **self.zoom.actions(),
            **self._picturing.actions(),
            "overlay": Action(self._next_overlay),
            "view": Action(self.next_tab),
            "openings": Action(self._show_openings),
            "analysis": Action(self.switch_analysis),
            "help": Action(self._open_help),
            "board": Action(self.to_board),
        }

    # -- bringing up to date ------------------------------------------------------------

    def show(self) -> None:
        """Everything as the sitting has it."""
        shown, chip = self.shown, self.appearance.chip
        self.column.hold_still(not shown.present)
        self.turns.update()
        self.position.show()
        self.analysis.consult()
        self.tabs.offer_candidates(self.analysis.running)
        self.show_players()
        self.show_lines()
        dice = shown.display.rolled(shown.position)
        self.column.show_held(styled.styled(panels.held(shown)), dice, live=shown.present)
        self.column.show_happened(self.turns, ascii=self.appearance.ascii)
        self.show_prompt()
        self.show_thinking()
        ascii = self.appearance.ascii
        self.tabs.show(
            shown,
            self.turns,
            chip,
            self.appearance.ink,
            story=self._told,
            openings=partial(self._openings.text, self.appearance.ink),
            analysis_shown=self.analysis_shown,
            counting=self.position.counting,
            ascii=ascii,
        )
        self._openings.mark()
        self.show_graph()
        self.set_class(self.analysis_shown, "-analysis-shown")

    def show_players(self) -> None:
        """The players, who is ahead, and how they stand."""
        shown, look, titled = self.shown, self.appearance, self.texts.titled
        estimate = panels.estimate(shown, analysis_shown=self.analysis_shown)
        told = estimate is not None and (estimate.known or shown.game.seats == 2)
        rows, figures = styled.player_rows(
            shown,
            look.chip,
            look.token,
            estimate=estimate,
            points=self.analysis.running,
            counting=self.position.counting,
            clocks=panels.clock_figures(self.sitting),
        )
        self.column.players.show(
            rows,
            figures,
            titles=titles(self) if titled else (),
            beside=styled.things_beside(shown, look.token),
            remark=words.outlook(prompts.seat_names(shown), estimate) if estimate and told else "",
        )

    def show_lines(self) -> None:
        """The lines that decide the game, where there are any, and what those through the cursor
        need."""
        look = self.appearance
        at = self.board.cursor if self.position.pointing else None
        text = styled.lines_text(self.shown, at, look.stone)
        self.column.lines.update(text)
        self.column.lines.display = bool(text)

    def weigh(self) -> None:
        """Show who is ahead anew, once for all that has just been found."""
        if not self._weighing:
            self._weighing = True
            self.call_later(self._weigh)

    def _weigh(self) -> None:
        self._weighing = False
        self.show_players()
        self.show_graph()
        if self.shown.match.over:
            self.show()  # the story is another one

    def show_prompt(self) -> None:
        """What the player is to do; else where in the game the position shown is."""
        step = self.position.step
        if step is not None:
            totals = prompts.named_totals(self.shown, step.totals)
            prompt = Prompt(f"{step.title.capitalize()}. {step.text}", totals)
        else:
            prompt = self.texts.prompt() or position_prompt(self)
        if self.board.draft.move is not None:
            move = (self.board.draft.move,)
            prompt = prompt._replace(stones=self.stones_of_others(self.shown.position, move))
        self.column.prompt.show(*prompt)

    def stones_of_others(self, state: Any, *lines: Sequence[Any]) -> list[NamedStone]:
        """The stones of other players in the moves of lines that begin with a position."""
        display, ink = self.shown.display, self.appearance.ink
        return [
            stone for line in lines for stone in styled.stones_of_others(display, state, line, ink)
        ]

    def show_thinking(self) -> None:
        """The candidates or the hint, or what bots think."""
        analysis = self.analysis
        text = analysis.text() or self.texts.thinking()
        stones = self.stones_of_others(self.shown.position, *analysis.lines) if text else []
        text = inked(text, stones)
        self.column.show_thinking(text, hint=analysis.hint.wanted)
        if analysis.running:
            shown, losses, candidates = self.shown, analysis.losses, analysis.candidates
            rows = prompts.candidate_rows(shown, candidates, losses=losses)
            lost = [prompts.lost_share(shown, each, candidates[0]) for each in candidates]
            head = prompts.candidate_headings(shown, losses=losses)
            self.tabs.candidates.show([head, *rows], lost, analysis.line_number, stones)

    def show_over(self, over: bool) -> None:
        """Turn to the count when the game has ended, to its story where three and more played, and
        back when its end is taken back."""
        self.set_class(over, "-over")
        if over and not self._over:
            count = "count" if self.tabs.has_count() else "score"
            told = self.shown.game.seats > 2 or self.story.whole.turning_ply is not None
            self.open_tab("story" if told else count, first=False)
            self.call_after_refresh(self.show)  # there may be room for a picture now
        elif self._over and not over:
            self.to_board()
        if over != self._over:
            self.position.show_over(over)
        self._over = over

    def show_graph(self) -> None:
        """Who was ahead in the course of the game."""
        if self.analysis_shown:
            ply = self.story.whole.turning_ply
            turned = {} if ply is None else {ply + 1: TURN}
            self.column.graph.show(self.shown, {**self.costliest, **turned})

    def _told(self) -> Text:
        """The story of the game, below a picture of the move that decided it where there is
        room."""
        above = self.brief() if panels.ended(self.shown) else ()
        lines = [line for line in self.story.sentences() if line not in above]
        told, ply = Text("\n".join(lines)), self.story.whole.turning_ply
        if ply is None:
            return told
        game, match, look = self.shown.game, self.shown.match, self.appearance
        last = frozenset(game.cells_of(match.move_at(ply)))
        position = Position(game.stones(match.state_at(ply + 1)), last)
        room = self.tabs.size.width, self.tabs.size.height - told.plain.count("\n") - 2
        board = miniature(game.topology, position, look.look, look.glyphs, self.app, room)
        rows = board.split()
        fits = rows[0].cell_len <= room[0] and len(rows) <= room[1]
        return Text("\n\n").join([board, told]) if fits else told

    def brief(self) -> list[str]:
        """As much of the story as there is room for below the result."""
        return self.story.sentences(story.BRIEF if self.app.size.height >= ROOMY_ROWS else 1)

    def _dress(self) -> None:
        """Use the colours and characters chosen, wherever something is drawn."""
        look, glyphs = self.appearance.look, self.appearance.glyphs
        self.board.canvas.dress(look=look, glyphs=glyphs)
        self.column.dress(look, ascii=self.appearance.ascii)

    def dress_anew(self) -> None:
        """Draw everything in other colours or characters."""
        self._dress()
        self.show()

    # -- commands -----------------------------------------------------------------------

    def next_tab(self) -> None:
        """The next tab; in a narrow terminal the board comes after the last."""
        following = self.tabs.following()
        if self.narrow and not self.has_class("-tab"):
            following = "moves"
            self.add_class("-tab")
        elif following == "moves":
            self.remove_class("-tab")
        self.open_tab(following)

    def open_tab(self, name: str, *, first: bool = True) -> None:
        """Turn to a tab. Its list takes the keys; `first` looks at its first line."""
        self._turn(name)
        if name in ("moves", "candidates"):
            self.board.focus()
            return
        self.set_class(self.narrow, "-tab")
        self.tabs.take_keys(first=first)

    def to_board(self) -> None:
        """Back to the board from a tab, from a line that is shown on it, and from a hint that is
        chosen."""
        self.analysis.hide_line()
        self.analysis.hint.choose_nothing()
        self._show_board()

    def focus_board(self) -> None:
        """Give the board the keys; a tab that hides it goes, one beside it stays as it is."""
        if self.narrow:
            self._show_board()
        else:
            self.screen.set_focus(self.board)

    def _show_board(self) -> None:
        self.remove_class("-tab")
        self._turn(self.tabs.home)
        self.screen.set_focus(self.board)

    def _turn(self, tab: str) -> None:
        self.tabs.turn(tab)
        self._openings.mark()
        # The tab with the most to show gets the room of the lines on what bots think.
        lists = ("variations", "review", "story", "openings")
        self.update_classes({"-beside": tab == "holdings", "-listing": tab in lists})

    def _next_overlay(self) -> None:
        """Show the position as if the game ended now, in the next way, or no longer."""
        self.position.next_overlay()
        self.show()

    def _show_openings(self) -> None:
        """Turn to the openings, or from them to the board."""
        if self.tabs.current == "openings":
            self.to_board()
        elif self.analysis_shown or self.analysis.allowed():
            self.open_tab("openings")

    def switch_analysis(self) -> None:
        """Score, overlays, estimates and hints off, or on again."""
        self.analysis.turn(not self.analysis.on)
        if not self.analysis_shown:
            self.to_board()
        self.desk.change(analysis=self.analysis.on)
        self.notify("Analysis is on." if self.analysis.on else "Analysis is off.")
        self.show()

    def _open_help(self) -> None:
        # Markdown is slow to load, and the first picture need not wait for it.
        from termgames.tui.screens.help import HelpScreen, keys_of

        overlay = self.board.canvas.overlay
        figures = panels.figures(
            self.shown,
            analysis_shown=self.analysis_shown,
            counting=self.position.counting,
            overlay="" if overlay is None else overlay.name,
            points=self.analysis.running,
            graph=self.column.graph.display,
        )
        figures += self.texts.explained()
        self.app.push_screen(HelpScreen((self.shown.game.id,), keys_of(self.screen), figures))

    # -- what the parts report ----------------------------------------------------------

    def on_board_view_entry_changed(self, message: BoardView.EntryChanged) -> None:
        """The player changed over to whole moves, or back to single cells."""
        self.desk.change(stamp=message.stamping)

    def on_board_view_cursor_moved(self) -> None:
        """Other lines run through the cursor now."""
        self.show_lines()

    def on_ply_chosen(self, message: PlyChosen) -> None:
        """A move or a place in a graph was clicked: show its position."""
        self.shown.look(message.ply)

    def on_count_list_step_highlighted(self, message: CountList.StepHighlighted) -> None:
        """Show a step of the count, or the position again."""
        self.position.show_step(message.step)
        self.show_prompt()

    def on_score_list_part_highlighted(self, message: ScoreList.PartHighlighted) -> None:
        """Show the cells of a part of the score."""
        self.board.highlight(message.cells, "hint")

    def on_click(self, event: events.Click) -> None:
        """A click on the title of the tabs turns to the next one."""
        if event.widget is self.tabs:
            self.next_tab()


def position_prompt(table: Table) -> Prompt:
    """Where in the game the position shown is; after the last move of a game its result, and
    the keys for what comes next."""
    shown, turns = table.shown, table.turns
    result = shown.match.result() if shown.ply == shown.match.ply else None
    if result is not None:
        key = table.desk.key
        undo = ((key("undo", "u"), "take back"),) if table.sitting.undo_target is not None else ()
        texts = table.texts
        able = (
            (key(name, usual), does)
            for name, usual, does in texts.at_end
            if (texts.commands is None or texts.commands.state(name))
            and (name != "play_out" or table.story.whole.turning_ply is not None)
        )
        leave = key("leave", "q"), "leave"
        keys = (Text(f"{name} {does}") for name, does in (*undo, *able, leave))
        text = Text("".join(f"{line}\n" for line in table.brief()))
        rows = styled.in_rows(keys, table.column.room)
        return Prompt(prompts.result(shown, result), text + rows)
    number, last = turns.number(shown.ply)
    where = f"After turn {number} of {last}." if number else "Before the first turn."
    return Prompt(f"{where}{table.texts.looking_back}")


def titles(table: Table) -> tuple[str, ...]:
    """The game and its options, after what has to be said first; shorter and shorter."""
    game = table.shown.game
    info = games.info(game.id)
    remark = info.remark(game.options)
    remark = f"  ({remark})" if remark else ""
    options = info.chosen_line(game.options)
    name, last = f"{prompts.heading(table.sitting)}{info.title}", table.texts.remark
    parts = options.split(", ")
    fewer = [f"{name}  {', '.join(parts[at:])}{last}" for at in range(len(parts))]
    return (f"{name}  {options}{remark}{last}", *fewer, f"{name}{last}", name)
