"""The position shown on the board, with an overlay or a step of the count laid over it."""

from collections.abc import Collection
from functools import partial

from termgames.core.display import Overlay, Step
from termgames.core.game import NOBODY
from termgames.play.sitting.study import Sitting
from termgames.play.text import panels, prompts
from termgames.tui.board import BoardView, motion
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.column import Column

BOARD_KEYS = (
    *("choose", "back", "clear", "toggle_colour"),
    *("toggle_stamp", "rotate", "reshape", "cycle"),
)
"""Actions of the board that lead to a move."""


class PositionView:
    """Brings the board up to date with the sitting, and remembers what is laid over it."""

    def __init__(
        self, sitting: Sitting, board: BoardView, analysis: Analysis, column: Column
    ) -> None:
        self._sitting, self._shown, self._board = sitting, sitting.shown, board
        self._analysis, self._column = analysis, column
        self._overlay = self._overlay_before = 0
        """The number of the overlay chosen, 0 for none, from 1 in the display's order; and the
        number that was chosen before the game ended."""
        self._over = False
        self._before: tuple[int, bytes, bool] | None = None
        """The present position when it was shown last: its ply, its stones, and whether a move was
        awaited from this keyboard."""
        self.step: Step | None = None
        """The step of the count that is shown instead of the position."""

    @property
    def counting(self) -> bool:
        """Whether the position is shown as if the game ended now: an overlay is wanted, or it has
        ended, and the count tells something by now."""
        shown = self._shown
        wanted = panels.ended(shown) or (self._analysis.seen and self._overlay > 0)
        return wanted and not shown.display.is_early(shown.position)

    @property
    def may_place(self) -> bool:
        """Whether a move is to be made on the board, and not beside it."""
        shown = self._shown
        return self._sitting.can_play and shown.display.question(shown.position) is None

    @property
    def pointing(self) -> bool:
        """Whether the cursor is seen; where nothing can be picked it would only stand in the
        way."""
        return self.may_place or (self._shown.present and not self._shown.match.over)

    def hidden_keys(self) -> Collection[str]:
        """Keys that would do nothing just now: the board's while no move can be made on it, those
        that look back and on where there is nothing to look at, and the one to the board on the
        board. The keys that look back stay hidden until the player looks back: before, they need
        not be learnt."""
        draft, shown = self._board.draft, self._shown
        usable = draft.picks or draft.follow or draft.move is not None
        hidden = set() if self.may_place and usable else set(BOARD_KEYS)
        if shown.present or not shown.ply:
            hidden |= {"look_back", "look_start"}
        if shown.present or shown.ply == shown.match.ply:
            hidden |= {"look_on", "look_end"}
        return hidden | ({"board"} if self._board.has_focus else set())

    def show(self) -> None:
        """Show the position as the sitting has it, and the overlay chosen."""
        self._show_stones()
        self.show_overlay()
        self._move_stones()

    def show_overlay(self) -> None:
        """Show the overlay chosen, while analysis is on."""
        shown = self._shown
        # Stones that are proposed as dead have to be seen even without analysis.
        proposed = shown.display.agreement(shown.position)
        forced = 1 if proposed is not None and proposed.dead else 0
        wanted = (self._overlay if self._analysis.on else 0) or forced
        overlays = shown.display.overlays(shown.position) if wanted else ()
        overlay = overlays[wanted - 1] if wanted <= len(overlays) > 0 else None
        self._board.canvas.overlay = overlay
        self.describe()

    def describe(self) -> None:
        """Show the facts of the position, and what the overlay means."""
        overlay = self._board.canvas.overlay
        named = partial(prompts.capitalized, self._shown)
        facts = panels.facts(self._shown, counting=self.counting)
        legend = "" if overlay is None else named(overlay.legend)
        self._column.show_status([(name, named(value)) for name, value in facts], legend)

    def show_step(self, step: Step | None) -> None:
        """Show a step of the count, or the position again (None)."""
        self.step = step
        self._show_stones()
        if step is None:
            self.show_overlay()
            return
        owner = step.owner or (NOBODY,) * len(step.stones)
        firm = (True,) * len(owner)
        self._board.canvas.lay(step.stones)
        marked = tuple(cell for cell in step.marked if step.stones[cell])
        self._board.canvas.overlay = Overlay(step.title, step.text, owner, firm, marked)
        self._board.highlight([cell for cell in step.marked if not step.stones[cell]], "hint")

    def show_over(self, over: bool) -> None:
        """Show an overlay once the game has ended; the one before when its end is taken back."""
        if over and not self._over:
            self._overlay_before, self._overlay = self._overlay, self._overlay or 1
        elif self._over and not over:
            self._overlay = self._overlay_before
        ends = over and not self._over
        self._over = over
        self.show_overlay()
        if ends:
            canvas = self._board.canvas
            canvas.motion.play(motion.fill(self._shown.game.topology, canvas.tinted))

    def _show_stones(self) -> None:
        shown, seat, state = self._shown, self._sitting.seat, self._shown.position
        turn = shown.present or self._sitting.can_play
        self._board.show(
            state,
            last=shown.last_cells(),
            can_play=self.may_place,
            pointing=self.pointing,
            colour=None if seat is None or not turn else shown.game.colour(state, seat),
        )

    def _move_stones(self) -> None:
        """Let the stones of the last move come and go, where the game went on. Those from this
        keyboard lie there since the key."""
        shown, before = self._shown, self._before
        now = shown.ply, shown.game.stones(shown.position), self._sitting.can_play
        self._before = now if shown.present else None
        if before is not None and shown.present and before[0] < now[0]:
            frames = motion.step(before[1], now[1], landing=not before[2])
            self._board.canvas.motion.play(frames)

    def next_overlay(self) -> None:
        """Choose the next overlay, or none after the last; a game without any has its figures
        alone."""
        if self._analysis.allowed():
            count = len(self._shown.display.overlays(self._shown.position))
            self._overlay = (self._overlay + 1) % (max(count, 1) + 1)
