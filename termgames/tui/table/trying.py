"""Other moves tried in a game that is looked through: variations, comments, playing on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from rich.text import Text

from termgames.core.errors import (
    StorageError,
    TermgamesError,
)
from termgames.core.text import counted
from termgames.play.notes import Node, Notes, Place
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Study
from termgames.play.text.turns import Turns
from termgames.tui.screens.dialogs import Choice
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk
from termgames.tui.themes import inked
from termgames.tui.widgets.variations import VariationLine

if TYPE_CHECKING:
    from termgames.tui.table.table import Table

COMMANDS = (
    Command(
        "try", "T", "Try moves", "Try other moves here, or go back to the game",
        "Try other moves",
    ),
    Command(
        "try_before", "up,k", "Before", "The previous move tried in the same position", shown=False,
        priority=True,
    ),
    Command(
        "try_after", "down,j", "Other move", "The next move tried in the same position",
        "Next move tried", priority=True,
    ),
    Command(
        "to_game", "G", "To the game", "Back to where the variation left the game",
        "Back to the game",
    ),
    Command(
        "delete_try", "delete", "Delete", "Delete this move of a variation and all after it",
        "Delete the variation", shown=False,
    ),
    Command("comment", "w", "Write", "Write a comment on this position", "Write a comment"),
    Command(
        "play_on", "P", "Play on", "A new game from this position", "Play on from here",
        at_home=True,
    ),
)  # fmt: skip
_ROOM = 60
"""Characters of a variation in the list."""


class KeepsNotes(Protocol):
    """A record of a game, in which comments and variations can be kept."""

    def save_notes(self, notes: Notes) -> None:
        """Keep these notes and no others; StorageError where that fails."""


class Trying:
    """Lets the player try moves, and lists and keeps what he has tried."""

    def __init__(
        self,
        study: Study,
        desk: Desk,
        *,
        kept_in: KeepsNotes | None,
        allowed: bool = True,
    ) -> None:
        """The notes are `kept_in` a record, None where there is none. Unless `allowed`, nothing can
        be tried or written."""
        self._study, self._desk, self._allowed = study, desk, allowed
        self._kept_in = kept_in
        self.turns = Turns(Shown(study.tree.match))
        """The turns of the game itself, for the list."""
        self.unsaved = ""
        """Why the notes are not kept; empty where they are."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        study = self._study

        def tried() -> bool:
            return not study.trying and bool(study.tree.notes)

        return {
            "try": Action(study.switch, lambda: self._open and (study.trying or self.can_move)),
            "try_before": Action(partial(study.beside, -1), tried),
            "try_after": Action(partial(study.beside, 1), tried),
            "to_game": Action(study.to_game, lambda: study.aside),
            "delete_try": Action(self._delete, lambda: self._here is not None),
            "comment": Action(self._comment, lambda: self._allowed),
        }

    @property
    def comment(self) -> str:
        """The comment on the position shown."""
        return self._study.tree.notes.comment(self._study.tree.at)

    def add_line(self, ply: int, moves: Sequence[str], comment: str) -> None:
        """Add a variation and go to its first move, see `Study.add_line`."""
        try:
            self._study.add_line(ply, moves, comment)
        except TermgamesError as error:
            self._desk.notify(f"{str(error).capitalize()}.", timeout=10)

    def keep(self) -> None:
        """Save the notes, which have changed, and say so where that fails."""
        before = self.unsaved
        try:
            if self._kept_in is None:
                self.unsaved = "there is no record to keep it in"
            else:
                self._kept_in.save_notes(self._study.tree.notes)
                self.unsaved = ""
        except StorageError as error:
            self.unsaved = str(error)
        if self.unsaved and not before:
            self._desk.notify(f"What you add here is not saved: {self.unsaved}.", timeout=10)

    # -- the list -----------------------------------------------------------------------

    def lines(self, table: Table) -> list[VariationLine]:
        """Where variations leave the game or comments stand, and below each of these moves the
        variations: one line for moves that follow one another, further in after each choice.
        `table` shows them."""
        ascii = table.appearance.ascii
        tree = self._study.tree
        notes, match = tree.notes, tree.match
        if not notes or not self._open:
            return []
        here = {tree.at, *(tree.at.path if isinstance(tree.at, Node) else ())}
        lines: list[VariationLine] = []
        for ply in range(match.ply + 1):
            branches = notes.children(ply)
            comment = notes.comment(ply + 1) if ply < match.ply else ""
            if ply == 0 and notes.comment(0):
                lines.append(_line("The game", notes.comment(0), 0, 0, here, ascii=ascii))
            if branches or comment:
                text = self._text_of_game(ply) if ply < match.ply else "At the end"
                at = min(ply + 1, match.ply)
                line = _line(text, comment, at, 0, here, ascii=ascii)
                inked(line.text, table.stones_of_others(match.state_at(ply), match.moves[ply:at]))
                lines.append(line)
            waiting = [(node, 1) for node in reversed(branches)]
            while waiting:
                node, depth = waiting.pop()
                run = [node]
                while len(run[-1].children) == 1:
                    run.append(run[-1].children[0])
                text = " ".join(filter(None, map(self._brief, run)))
                comment = next((each.comment for each in run if each.comment), "")
                line = _line(text, comment, node, depth, here, run, ascii=ascii)
                inked(
                    line.text, table.stones_of_others(self._before(node), [*map(self._move, run)])
                )
                lines.append(line)
                waiting += [(child, depth + 1) for child in reversed(run[-1].children)]
        return lines

    def _before(self, node: Node) -> Any:
        return self._study.tree.state(node.ply if node.parent is None else node.parent)

    def _move(self, node: Node) -> Any:
        return self._study.tree.match.game.parse(self._before(node), node.move)

    def _brief(self, node: Node) -> str:
        return self._study.shown.display.brief(self._before(node), self._move(node))

    def _text_of_game(self, ply: int) -> str:
        match, display = self._study.tree.match, self._study.shown.display
        move = match.move_at(ply)
        brief = display.brief(match.state_at(ply), move)
        self.turns.update()
        return f"{self.turns.number_of(ply)} {brief or match.game.format(move)}"

    # -- commands -----------------------------------------------------------------------

    @property
    def _open(self) -> bool:
        return self._allowed and self._study.tree.closed is None

    @property
    def _here(self) -> Node | None:
        """The move of a variation that led to the position shown."""
        at = self._study.tree.at
        return at if isinstance(at, Node) else None

    @property
    def can_move(self) -> bool:
        """Whether a move can be tried in the position shown."""
        return self._open and self._study.seat is not None

    async def _delete(self) -> None:
        node = self._here
        assert node is not None
        after, waiting = 0, list(node.children)
        while waiting:
            after += 1
            waiting += waiting.pop().children
        more = f" and {counted(after, 'move')} after it" if after else ""
        choices = (Choice("keep it", "stay"), Choice("delete it", "delete"))
        text = f"{node.move}{more}"
        if await self._desk.dialogs.choose("Delete?", text, choices, safe=True) == "delete":
            self._study.remove(node)

    async def _comment(self) -> None:
        from termgames.tui.table.comment import CommentDialog  # the editor is slow to load

        def accept(text: str) -> str:
            try:
                self._study.say(text)
            except TermgamesError as error:
                return f"{str(error).capitalize()}."
            return ""

        whole = self._study.shown.ply == 0
        title = "Comment on the game" if whole else "Comment on this position"
        await self._desk.dialogs.show(CommentDialog(title, self.comment, accept))


def _line(
    text: str,
    comment: str,
    place: Place,
    depth: int,
    here: set[Place],
    run: list[Node] | None = None,
    *,
    ascii: bool,
) -> VariationLine:
    """A line of the list, marked where the position shown is in it."""
    more = ".." if ascii else "…"
    cut = text if len(text) <= _ROOM else f"{text[: _ROOM - len(more)]}{more}"
    is_current = place in here if run is None else bool(here.intersection(run))
    line = Text("  " * min(depth, 6)).append(cut, "bold" if is_current else "")
    if comment:
        words = " ".join(comment.split())
        line.append(f'  "{words[:_ROOM]}{more if len(words) > _ROOM else ""}"', "italic dim")
    return VariationLine(line, place, is_current)
