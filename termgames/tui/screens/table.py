"""A board with a column beside it: what looking at a game and playing it have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import ContentSwitcher, Static

from termgames import games
from termgames.core.game import OVER
from termgames.core.overlay import Display, Token, Tokens
from termgames.tui import themes, words
from termgames.tui.analyst import Analyst
from termgames.tui.board import BoardView
from termgames.tui.events import Changed, Event
from termgames.tui.newgame import NewGame
from termgames.tui.preferences import Preferences
from termgames.tui.session import GameSession
from termgames.tui.widgets.graph import ScoreGraph, leads, shares
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import PlayerRow, PlayersPanel
from termgames.tui.widgets.prompt import PromptPanel
from termgames.tui.widgets.scores import ScoreList

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from termgames.search.limits import Thought

KEYS = (
    *("choose", "look", "pass", "take", "undo", "stop", "pause", "rotate", "reshape", "cycle"),
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


class TableScreen(Screen[NewGame | None]):
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

    class Liked(Message):
        """The player changed how things are shown, by name as `Preferences` has it."""

        def __init__(self, **values: bool | str) -> None:
            super().__init__()
            self.values = values

    def __init__(self, session: GameSession, taste: Preferences) -> None:
        super().__init__()
        self.session = session
        self.game_display: Display[Any, Any] = games.display(session.game)
        self.analysis = taste.analysis
        self._stamping = taste.stamp
        self._glyphs = themes.ASCII if taste.ascii else themes.UNICODE
        looks = themes.looks(session.game.seats)
        self._look = next((look for look in looks if look.name == taste.look), looks[0])
        self._analyst: Analyst | None = None
        self._estimating = False
        self._hinted: Any = None
        """The position that a hint is wanted for."""
        self._overlay = 0
        """0: none, then the display's overlays in order."""

    # -- parts --------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """The board and the column."""
        with Horizontal(id="table"):
            yield BoardView(self.session.game, self.game_display, glyphs=self._glyphs, id="board")
            with Vertical(id="side"):
                yield Static(self.title_text(), id="title", markup=False)
                yield PlayersPanel(id="players")
                yield Static(id="facts")
                yield PromptPanel(id="prompt")
                yield from self.compose_play()
                yield Static(id="thinking")
                with ContentSwitcher(initial="moves", id="leaves") as leaves:
                    leaves.border_title = "Moves"
                    yield MoveList(self.session.game.seats, id="moves")
                    yield ScoreList(id="score")
                with Horizontal(id="graphs"):
                    for name, title in (("graph", "Score"), ("shares", "Win share")):
                        graph = ScoreGraph(self._look.board, id=name)
                        graph.border_title = title
                        yield graph
        yield Static(id="least", markup=False)
        yield KeyLine(KEYS, KEPT_KEYS, self.hidden_keys)

    def compose_play(self) -> Iterable[Any]:
        """What a kind of table has below the prompt."""
        return ()

    @property
    def board(self) -> BoardView:
        """The board."""
        return self.query_one(BoardView)

    def hidden_keys(self) -> tuple[str, ...]:
        """The board's keys are not worth a mention while no move can be made."""
        return () if self.may_place else BOARD_KEYS

    @property
    def may_place(self) -> bool:
        """Whether a move is to be made on the board, and not beside it."""
        session = self.session
        return session.can_play and self.game_display.question(session.shown) is None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nothing is thought about a game that is over."""
        if action in ("hint", "estimate"):
            session = self.session
            if session.game.to_act(session.shown) == OVER:
                return False
            return None if action == "hint" and session.asked else True
        return True

    def tokens(self) -> Sequence[Token]:
        """What lies beside the board of the position shown, or was taken from there."""
        if not hasattr(self.game_display, "tokens"):
            return ()
        found: Sequence[Token] = cast(Tokens[Any], self.game_display).tokens(self.session.shown)
        return found

    def token(self, colour: int | None) -> Text:
        """A thing beside the board, as its holder's."""
        return themes.token(colour, self._look, self._glyphs, no_color=self.app.no_color)

    def chip(self, colour: int) -> Text:
        """The stone of a colour as it looks on this board."""
        return themes.chip(colour, self._look, self._glyphs, no_color=self.app.no_color)

    def on_mount(self) -> None:
        """The first picture."""
        self.session.listen = self.heard
        self.board.stamping = self._stamping
        self.board.focus()
        self.dress()
        self.show()

    def dress(self) -> None:
        """Characters and colours, wherever they are drawn."""
        ascii = self._glyphs is themes.ASCII
        self.board.look, self.board.glyphs = self._look, self._glyphs
        self.query_one(PlayersPanel).arrow = ">" if ascii else "▸"
        for graph in self.query(ScoreGraph):
            graph.ground, graph.ascii = self._look.board, ascii

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
        state = session.shown
        game = session.game
        seat = session.seat
        self.board.show(
            state,
            last=session.last_cells(),
            can_play=self.may_place,
            colour=game.colour(state, seat) if session.live and seat is not None else None,
        )
        self.query_one("#title", Static).update(self.title_text())
        self.show_overlay()
        self.consult()
        self.show_players()
        self.show_prompt()
        self.show_thinking()
        self.query_one(MoveList).show(words.moves_text(session), session.ply)
        judged = self.judged
        self.query_one(ScoreList).show(words.score_lines(session, self.chip) if judged else [])
        self.show_graph()
        self.set_class(judged, "-judged")

    @property
    def judged(self) -> bool:
        """Whether score and graph may be seen: analysis is on, or the game is over."""
        return self.analysis or self.session.match.over

    def show_overlay(self) -> None:
        """The overlay chosen, and its legend among the facts."""
        state = self.session.shown
        overlays = self.game_display.overlays(state) if self.analysis and self._overlay else ()
        overlay = overlays[self._overlay - 1] if self._overlay <= len(overlays) > 0 else None
        self.board.overlay = overlay
        facts = self.game_display.status(state) if self.judged else ()
        told = [Text.assemble((f"{name} ", "dim"), value) for name, value in facts]
        text = Text("  ").join(told)
        if overlay is not None:
            text.append(f"\n{overlay.legend}", "dim")
        self.query_one("#facts", Static).update(text)

    def consult(self) -> None:
        """Ask the analyst about the position shown, where an opinion is wanted and nobody
        else thinks."""
        session, state = self.session, self.session.shown
        if self._hinted is not state:
            self._hinted = None
        if session.asked and self._analyst is not None:
            self._analyst.rest()
        ended = session.game.to_act(state) == OVER
        if ended or session.asked or not (self._estimating or self._hinted is not None):
            return
        if self._analyst is None:
            self._analyst = Analyst(session.game, self)
        self._analyst.ask(state)
        if self._analyst.verdict is not None:
            self._hear(self._analyst.verdict, final=True)

    def on_analyst_said(self, message: Analyst.Said) -> None:
        """An opinion came; out of date when another question was asked since."""
        analyst = self._analyst
        if analyst is None or message.serial != analyst.serial:
            return
        if message.final:
            analyst.verdict = message.thought
        if self.session.shown is analyst.state:
            self._hear(message.thought, final=message.final)

    def on_analyst_gone(self, message: Analyst.Gone) -> None:
        """No more opinions until one is wanted again."""
        self._dismiss_analyst()
        self._estimating, self._hinted = False, None
        self.show_thinking()
        self.notify(message.fault, title="No analysis", severity="warning")

    def _hear(self, thought: Thought, *, final: bool) -> None:
        """An opinion on the position shown."""
        state = self.session.shown
        if thought.owner is not None:
            self.tint(state, thought.owner)
        if final and self._hinted is state:
            self.board.propose(thought.move)
            self.show_thinking()

    def tint(self, state: Any, owner: NDArray[np.float32]) -> None:
        """Lay shares of ownership by seat under the board of `state`, if they are wanted."""
        game = self.session.game
        if not self._estimating or self.session.shown is not state:
            return
        seats = sorted(range(game.seats), key=lambda seat: game.colour(state, seat))
        self.board.set_estimate(owner[:, seats])

    def show_thinking(self) -> None:
        """What bots think."""
        text, line = self.thinking_text(), self.query_one("#thinking", Static)
        line.update(text)
        line.set_class(not text, "-empty")

    def thinking_text(self) -> Text:
        """The hint of the position shown, or that one is being looked for."""
        if self._hinted is None or self._analyst is None:
            return Text()
        verdict = self._analyst.verdict
        if verdict is None:
            return Text("Looking for a hint", "dim")
        return words.hint_text(self.session, verdict, can_play=self.session.can_play)

    def on_unmount(self) -> None:
        """Nobody listens any more, and the analyst's process ends."""
        self.session.listen = lambda event: None
        self._dismiss_analyst()

    def _dismiss_analyst(self) -> None:
        if self._analyst is not None:
            self._analyst.close()
            self._analyst = None

    def show_players(self) -> None:
        """The players of the position shown."""
        session = self.session
        state, game = session.shown, session.game
        to_act = game.to_act(state)
        asked = self.game_display.question(state) is not None
        leaders = session.score(session.ply).winners if self.judged else ()
        tokens = self.tokens()
        rows = [
            PlayerRow(
                chip=Text("   ") if asked else self.chip(game.colour(state, seat)),
                side=game.seat_name(state, seat),
                label=session.label(seat),
                standing=self.game_display.player_line(state, seat) if self.judged else "",
                to_act=seat == to_act and not (session.live and session.match.over),
                leads=leaders == (seat,),
                tokens=Text().join(
                    self.token(game.colour(state, seat)) for held in tokens if held.holder == seat
                ),
            )
            for seat in range(game.seats)
        ]
        beside = [
            Text.assemble(self.token(None), f" {free.name}")
            for free in tokens
            if free.holder is None
        ]
        self.query_one(PlayersPanel).show(rows, beside)

    def show_prompt(self) -> None:
        """Where in the game the position shown is, and its result."""
        session = self.session
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
        if not self.judged or not self.has_class("-tall"):
            return  # counting every position of a long game takes a moment
        session = self.session
        game = session.game
        plies = range(session.match.ply + 1)
        states = [session.match.state_at(ply) for ply in plies]
        colours = [[game.colour(state, seat) for seat in range(game.seats)] for state in states]
        palette = self._look.players
        score = leads([session.score(ply).totals for ply in plies], colours, palette)
        self.query_one("#graph", ScoreGraph).show(score, session.ply)
        won = self.query_one("#shares", ScoreGraph)
        won.display = bool(session.values)
        most = 100 * (1 - 1 / game.seats)
        won.show(shares(session.values, colours, palette), session.ply, most=most)

    def title_text(self) -> str:
        """The game and its options."""
        game = self.session.game
        info = games.info(game.id)
        remark = info.remark(game.options)
        kept = "" if self.session.saved else "NOT SAVED  "
        remark = f"  ({remark})" if remark else ""
        return f"{kept}{info.title}  {words.describe(game)}{remark}"

    # -- keys ---------------------------------------------------------------------------

    def action_look(self, by: int) -> None:
        """Look back or on."""
        self.session.look(self.session.ply + by)

    def may_analyse(self) -> bool:
        """Whether analysis is on; says how to get it when it is off."""
        if not self.analysis:
            self.notify("Analysis is off: A turns it on.")
        return self.analysis

    def action_overlay(self) -> None:
        """The next overlay, or none after the last."""
        if self.may_analyse():
            count = len(self.game_display.overlays(self.session.shown))
            self._overlay = (self._overlay + 1) % (count + 1)
            self.show_overlay()

    def action_estimate(self) -> None:
        """Estimates on or off."""
        if self._estimating:
            self._estimating = False
            self.board.set_estimate(None)
            self.notify("The estimate is off.")
        elif self.may_analyse():
            self._estimating = True
            self.notify("The tint shows what a bot expects everybody to own.")
            self.consult()

    def action_hint(self) -> None:
        """Show what a bot would play here; the second time, make it the move in the making."""
        session = self.session
        if not self.may_analyse():
            return
        if session.game.to_act(session.shown) == OVER or session.asked:
            return
        if self._hinted is session.shown:
            analyst = self._analyst
            if analyst is not None and analyst.verdict is not None and session.can_play:
                self.board.take_up(analyst.verdict.move)
            return
        self._hinted = session.shown
        self.consult()
        self.show_thinking()

    def action_leaf(self) -> None:
        """Moves, score; in a narrow terminal the board comes between them."""
        leaves = self.query_one(ContentSwitcher)
        narrow, open_leaf = self.has_class("-narrow"), self.has_class("-leaf")
        if narrow and not open_leaf:
            self.add_class("-leaf")
            self._turn("moves")
        elif leaves.current == "moves" and self.judged:
            self.action_score()
            return
        else:
            self.remove_class("-leaf")
            self._turn("moves")
        self.board.focus()

    def action_score(self, first: bool = True) -> None:
        """The score part by part, which takes the keys; `first` looks at its first part."""
        self.set_class(self.has_class("-narrow"), "-leaf")
        self._turn("score")
        scores = self.query_one(ScoreList)
        scores.focus()
        if first:
            scores.call_after_refresh(scores.action_first)

    def action_board(self) -> None:
        """Back from a leaf."""
        self.remove_class("-leaf")
        self._turn("moves")
        self.board.focus()

    def _turn(self, leaf: str) -> None:
        leaves = self.query_one(ContentSwitcher)
        leaves.current, leaves.border_title = leaf, leaf.capitalize()

    def action_analysis(self) -> None:
        """Score, overlays, estimates and hints off, or on again."""
        self.analysis = not self.analysis
        if not self.analysis:
            self._dismiss_analyst()
            self._estimating, self._hinted = False, None
        if not self.judged:
            self.action_board()
        self.post_message(self.Liked(analysis=self.analysis))
        self.notify("Analysis is on." if self.analysis else "Analysis is off.")
        self.show()

    def action_dress(self) -> None:
        """The board in other colours."""
        looks = themes.looks(self.session.game.seats)
        self._look = looks[(looks.index(self._look) + 1) % len(looks)]
        self.post_message(self.Liked(look=self._look.name))
        self.dress()
        self.show()

    def action_characters(self) -> None:
        """Unicode or ASCII."""
        ascii = self._glyphs is themes.UNICODE
        self._glyphs = themes.ASCII if ascii else themes.UNICODE
        self.post_message(self.Liked(ascii=ascii))
        self.dress()
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

    def on_score_graph_jumped(self, message: ScoreGraph.Jumped) -> None:
        """A position of the graph was clicked."""
        self.session.look(message.ply)

    def on_click(self, event: events.Click) -> None:
        """A click on the title of the leaves turns them."""
        if event.widget is self.query_one(ContentSwitcher):
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
