"""A board with a column beside it: what looking at a game and playing it have in common."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from termgames import games
from termgames.core.display import Display, Overlay, Step
from termgames.core.game import NOBODY
from termgames.play.events import Changed, Event
from termgames.play.session import GameSession
from termgames.tui import seats, words
from termgames.tui.board import BoardView
from termgames.tui.preferences import Preferences
from termgames.tui.screens.appearance import DressedScreen
from termgames.tui.screens.graphs import Graphs
from termgames.tui.screens.tabs import Tabs
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.graph import ScoreGraph
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.literal import Static
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.prompt import PromptPanel
from termgames.tui.widgets.scores import ScoreList

KEYS = (
    *(
        "answer",
        "to_answers",
        "choose",
        "look",
        "roll",
        "pass",
        "do",
        "cards",
        "take",
        "undo",
        "stop",
        "pause",
    ),
    *("rotate", "reshape", "cycle", "let_on"),
    *("toggle_colour", "toggle_stamp", "hint", "overlay", "estimate", "leaf", "type", "new"),
)
"""Actions in the order in which the line of keys shows them."""
BOARD_KEYS = (
    *("choose", "back", "clear", "toggle_colour"),
    *("toggle_stamp", "rotate", "reshape", "cycle"),
)
KEPT_KEYS = ("help", "leave")
SIDE = 28
"""Columns the panels need beside a board."""
GOOD = (60, 24)
"""Columns and rows from which on everything has room on usual boards; below, a line says so."""
GRAPH_ROWS = 32
"""Rows from which on the graph joins."""


class TableScreen(DressedScreen):
    """Board left, one column right, one line of keys below; narrow terminals get one leaf
    at a time. `show` brings everything up to date with the session."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", "overlay", "Overlay", tooltip="Change what the empty points show"),
        Binding("i", "hint", "Hint", tooltip="What a bot would play; again: take it up"),
        Binding("a", "estimate", "Estimate", tooltip="What a bot expects everybody to own"),
        Binding("v", "leaf", "View", tooltip="Moves, or the score part by part"),
        Binding("comma", "look(-1)", "Back", tooltip="Look one move back", show=False),
        Binding("full_stop", "look(1)", "On", tooltip="Look one move on", show=False),
        Binding("pageup", "look(-10)", "Back", tooltip="Look ten moves back", show=False),
        Binding("pagedown", "look(10)", "On", tooltip="Look ten moves on", show=False),
        Binding("less_than_sign", "look(-9999)", "Start", tooltip="Look at the start", show=False),
        Binding("greater_than_sign", "look(9999)", "Now", tooltip="Back to now", show=False),
        Binding("A", "analysis", "Analysis", tooltip="All analysis off or on", show=False),
        Binding("B", "dress", "Board", tooltip="Other colours of the board", show=False),
        Binding("C", "characters", "ASCII", tooltip="Unicode or ASCII characters", show=False),
        Binding("question_mark,f1", "help", "Help", tooltip="Rules and keys"),
        Binding("q", "leave", "Leave", tooltip="Leave the game"),
        Binding("escape", "board", "Board", tooltip="Back to the board", show=False),
    ]

    def __init__(self, session: GameSession, taste: Preferences) -> None:
        super().__init__(session, taste)
        self.game_display: Display[Any, Any] = session.display
        self._stamping = taste.stamp
        self._overlay = 0
        """0: none, then the display's overlays in order."""
        self._step: Step | None = None
        """The step of the count that is looked at."""

    # -- parts --------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The board and the column."""
        with Horizontal(id="table"):
            yield BoardView(self.session.game, self.game_display, glyphs=self._glyphs, id="board")
            with Vertical(id="side"):
                yield Static(self.title_text(), id="title")
                yield PlayersPanel(id="players")
                yield Static(id="facts")
                yield Static(id="held")
                yield PromptPanel(id="prompt")
                yield from self.compose_play()
                yield Static(id="thinking")
                yield Tabs(self.session.game.seats, id="leaves")
                yield Graphs(self._look, id="graphs")
        yield Static(id="least")
        yield KeyLine(KEYS, KEPT_KEYS, self.hidden_keys, self.key_names)

    def compose_play(self) -> Iterable[Any]:
        """What a kind of table has below the prompt."""
        return ()

    def hidden_keys(self) -> tuple[str, ...]:
        """The board's keys are not worth a mention while no move can be made on it."""
        draft = self.board.draft
        open_ = draft.picks or draft.follow or draft.move is not None
        return () if self.may_place and open_ else BOARD_KEYS

    def key_names(self) -> Mapping[str, str]:
        """What actions are called just now, where the usual word does not say it."""
        return {}

    @property
    def may_place(self) -> bool:
        """Whether a move is to be made on the board, and not beside it."""
        session = self.session
        return session.can_play and self.game_display.question(session.shown) is None

    @property
    def leaves(self) -> Tabs:
        """The leaves beside the board."""
        return self.query_one(Tabs)

    def on_mount(self) -> None:
        """The first picture."""
        self.session.listen = self.heard
        self.board.stamping = self._stamping
        self.board.focus()
        self.dress()
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        """Choose the arrangement that the size allows."""
        width, height = event.size
        narrow = width < self.board.board_size()[0] + 1 + SIDE
        self.set_class(narrow, "-narrow")
        self.set_class(not narrow and height >= GRAPH_ROWS, "-tall")
        self.query_one(PlayersPanel).set_compact(narrow)
        self.show_prompt()
        self.show_thinking()
        least = self.query_one("#least", Static)
        least.display = width < GOOD[0] or height < GOOD[1]
        least.update(f"best from {GOOD[0]}x{GOOD[1]} up, this terminal is {width}x{height}")
        self.show_graph()

    def heard(self, event: Event) -> None:
        """An event of the session."""
        if isinstance(event, Changed):
            self.show()

    # -- bringing up to date ------------------------------------------------------------

    def show(self) -> None:
        """Everything as the session has it."""
        session = self.session
        self.show_board()
        self.query_one("#title", Static).update(self.title_text())
        self.show_overlay()
        self.consult()
        self.show_players()
        self.show_held()
        self.show_prompt()
        self.show_thinking()
        self.leaves.show(session, self.chip, judged=self.judged)
        self.show_graph()
        self.set_class(self.judged, "-judged")

    def show_board(self) -> None:
        """The position shown, without what was laid over it."""
        session = self.session
        state, seat = session.shown, session.seat
        self.board.show(
            state,
            last=session.last_cells(),
            can_play=self.may_place,
            colour=session.game.colour(state, seat) if session.live and seat is not None else None,
        )

    def show_held(self) -> None:
        """The dice as they lie, and what the player has in his hand."""
        text, line = words.held_text(self.session), self.query_one("#held", Static)
        line.update(text)
        line.display = bool(text)

    @property
    def judged(self) -> bool:
        """Whether score and graph may be seen: analysis is on, or the game is over."""
        return self.analysis or self.session.match.over

    def show_overlay(self) -> None:
        """The overlay chosen, and its legend among the facts."""
        state = self.session.shown
        # Stones that are to be agreed on have to be seen.
        proposed = self.session.display.agreement(state)
        forced = 1 if proposed is not None and proposed.dead else 0
        wanted = (self._overlay if self.analysis else 0) or forced
        overlays = self.game_display.overlays(state) if wanted else ()
        overlay = overlays[wanted - 1] if wanted <= len(overlays) > 0 else None
        self.board.overlay = overlay
        text = words.facts_text(self.session, judged=self.judged)
        if overlay is not None:
            text.append(f"\n{overlay.legend}", "dim")
        self.query_one("#facts", Static).update(text)

    def on_unmount(self) -> None:
        """Nobody listens any more, and the analyst's process ends."""
        self.session.listen = lambda event: None
        self.dismiss_analyst()

    def show_players(self) -> None:
        """The players of the position shown."""
        session = self.session
        rows = seats.player_rows(session, self.chip, self.token, judged=self.judged)
        self.query_one(PlayersPanel).show(rows, seats.things_beside(session, self.token))

    def show_prompt(self) -> None:
        """Where in the game the position shown is, and its result."""
        session, step = self.session, self._step
        if step is not None:
            totals = words.seats_totals(session, step.totals)
            self.query_one(PromptPanel).show(f"{step.title.capitalize()}. {step.text}", totals)
            return
        result = session.match.result()
        ended = words.result_text(session, result) if result is not None else ""
        where = f"Move {session.ply} of {session.match.ply}."
        at_end = session.ply == session.match.ply
        if at_end and ended:
            self.query_one(PromptPanel).show(ended, "n new game   v moves or score   q leave")
        else:
            expected = words.expected_text(session) if self.judged else ""
            self.query_one(PromptPanel).show(where, expected)

    def show_graph(self) -> None:
        """The leads up to the last position, where there is room for them."""
        # Counting every position of a long game takes a moment.
        if self.judged and self.has_class("-tall"):
            self.query_one(Graphs).show(self.session, self._look)

    def title_text(self) -> str:
        """The game and its options."""
        game = self.session.game
        info = games.info(game.id)
        remark = info.remark(game.options)
        kept = "" if self.session.saved else "NOT SAVED  "
        remark = f"  ({remark})" if remark else ""
        return f"{kept}{info.title}  {words.describe(info, game.options)}{remark}"

    # -- keys ---------------------------------------------------------------------------

    def action_look(self, by: int) -> None:
        """Look back or on."""
        self.session.look(self.session.ply + by)

    def action_overlay(self) -> None:
        """The next overlay, or none after the last."""
        if self.may_analyse():
            count = len(self.game_display.overlays(self.session.shown))
            self._overlay = (self._overlay + 1) % (count + 1)
            self.show_overlay()

    def action_leaf(self) -> None:
        """The next leaf; in a narrow terminal the board comes after the last."""
        after = self.leaves.following
        if self.has_class("-narrow") and not self.has_class("-leaf"):
            after = "moves"
            self.add_class("-leaf")
        elif after == "moves":
            self.remove_class("-leaf")
        self.open_leaf(after)

    def open_leaf(self, name: str, *, first: bool = True) -> None:
        """Turn to a leaf; lists take the keys and `first` looks at their first line."""
        self._turn(name)
        if name == "moves":
            self.board.focus()
            return
        self.set_class(self.has_class("-narrow"), "-leaf")
        self.leaves.take_keys(first=first)

    def action_board(self) -> None:
        """Back from a leaf."""
        self.remove_class("-leaf")
        self._turn("moves")
        self.board.focus()

    def _turn(self, leaf: str) -> None:
        self.leaves.turn(leaf)
        # The leaf with the most to show at once gets the room of what was thought.
        self.set_class(leaf == "holdings", "-beside")

    def action_analysis(self) -> None:
        """Score, overlays, estimates and hints off, or on again."""
        self.analysis = not self.analysis
        if not self.analysis:
            self.dismiss_analyst()
            self._estimating, self._hinted = False, None
        if not self.judged:
            self.action_board()
        self.post_message(self.Liked(analysis=self.analysis))
        self.notify("Analysis is on." if self.analysis else "Analysis is off.")
        self.show()

    def on_board_view_entry_changed(self, message: BoardView.EntryChanged) -> None:
        """The player went over to the other way of entry."""
        self.post_message(self.Liked(stamp=message.stamping))

    def action_help(self) -> None:
        """Rules and keys."""
        # Markdown is slow to load, and the first picture need not wait for it.
        from termgames.tui.screens.help import HelpScreen, keys_of

        self.app.push_screen(HelpScreen((self.session.game.id,), keys_of(self)))

    def action_leave(self) -> object:
        """Back to where the table was opened from."""
        return self.dismiss(None)

    def on_move_list_jumped(self, message: MoveList.Jumped) -> None:
        """A move was clicked."""
        self.session.look(message.ply)

    def on_score_list_looked(self, message: ScoreList.Looked) -> None:
        """Show the cells of a part of the score."""
        self.board.set_marks(message.cells, "hint")

    def on_count_list_looked(self, message: CountList.Looked) -> None:
        """Show a step of the count, or the position again."""
        step = self._step = message.step
        self.show_board()
        self.show_prompt()
        if step is None:
            self.show_overlay()
            return
        owner = step.owner or (NOBODY,) * len(step.stones)
        firm = (True,) * len(owner)
        self.board.lay(step.stones)
        marked = tuple(cell for cell in step.marked if step.stones[cell])
        self.board.overlay = Overlay(step.title, step.text, owner, firm, marked)
        self.board.set_marks([cell for cell in step.marked if not step.stones[cell]], "hint")

    def on_score_graph_jumped(self, message: ScoreGraph.Jumped) -> None:
        """A position of the graph was clicked."""
        self.session.look(message.ply)

    def on_click(self, event: events.Click) -> None:
        """A click on the title of the leaves turns them."""
        if event.widget is self.leaves:
            self.action_leaf()

    def commands(self) -> Iterable[SystemCommand]:
        """What the command palette offers here."""
        yield SystemCommand("Hint", "What a bot would play", self.action_hint)
        yield SystemCommand("Overlay", "Change what the empty points show", self.action_overlay)
        yield SystemCommand("Estimate", "What a bot expects all to own", self.action_estimate)
        yield SystemCommand("View", "Moves, or the score part by part", self.action_leaf)
        yield SystemCommand("Look back", "One move back", partial(self.action_look, -1))
        yield SystemCommand("Look on", "One move on", partial(self.action_look, 1))
        yield SystemCommand("Analysis", "All analysis off or on", self.action_analysis)
        yield SystemCommand("Board colours", "Other colours of the board", self.action_dress)
        yield SystemCommand("Characters", "Unicode or ASCII", self.action_characters)
        yield SystemCommand("Rules and keys", "How it is played, and with what", self.action_help)
        yield SystemCommand("Leave", "Leave this game", self.action_leave)
