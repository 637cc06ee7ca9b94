"""Other moves tried in a game that is looked through: variations, comments, playing on."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from rich.text import Text

from termgames.core.errors import (
    IllegalMove,
    Refusal,
    StorageError,
    TermgamesError,
    UnreadableMove,
)
from termgames.core.game import OVER
from termgames.core.text import counted
from termgames.play.match import Match
from termgames.play.notes import Node, Notes, Place
from termgames.play.sitting.live import GameSession
from termgames.play.text.turns import Turns
from termgames.study.variations import Variations
from termgames.tui.screens.commands import Action, Command
from termgames.tui.screens.dialogs import Choice, Dialogs
from termgames.tui.widgets.variations import VariationLine

COMMANDS = (
    Command(
        "try",
        "T",
        "Try moves",
        "Make other moves here, or look through the game again",
        "Try other moves",
    ),
    Command(
        "try_before",
        "up,k",
        "Before",
        "The move tried before in the same position",
        shown=False,
        priority=True,
    ),
    Command(
        "try_after",
        "down,j",
        "Other move",
        "The next move tried in the same position",
        "Next move tried",
        priority=True,
    ),
    Command(
        "to_game",
        "G",
        "To the game",
        "Back to where the variation left the game",
        "Back to the game",
    ),
    Command(
        "delete_try",
        "delete",
        "Delete",
        "Delete this move of a variation and all after it",
        "Delete the variation",
        shown=False,
    ),
    Command("comment", "w", "Write", "Write a comment on this position", "Write a comment"),
    Command("play_on", "P", "Play on", "A new game from this position", "Play on from here"),
)
_ROOM = 60
"""Characters of a variation in the list."""


class Trying:
    """Keeps the variations of the session's match beside it. The session shows the game, or the
    line of a variation in its place."""

    def __init__(
        self,
        session: GameSession,
        dialogs: Dialogs,
        *,
        save: Callable[[Notes], None] | None,
        changed: Callable[[], None],
        notify: Callable[[str], None],
        play_on: Callable[[Match[Any, Any]], Awaitable[None]],
        allowed: bool = True,
    ) -> None:
        """`save` keeps the notes (StorageError where it cannot), None where there is no record to
        keep them in; `changed` is called when another line is shown, or trying begins or ends;
        `play_on` begins a game whose first moves are those of a match. Unless `allowed`, nothing
        can be tried or written."""
        game = session.match.copy()
        game.notes = session.match.notes
        self.tree = Variations(game)
        self.tree.at = session.ply
        self._session, self._dialogs, self._allowed = session, dialogs, allowed
        self._save, self._changed, self._notify = save, changed, notify
        self._play_on = play_on
        self._values = dict(session.values)
        self._reviewed = False
        """Whether values of a review are in `_values`."""
        self._turns: Turns | None = None
        """The turns of the game itself, for the list."""
        self.unsaved = ""
        """Why the notes are not kept; empty where they are."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""
        tree = self.tree

        def tried() -> bool:
            return not self.on and bool(tree.notes)

        return {
            "try": Action(self.switch, lambda: self._open and (self.on or self._can_move())),
            "try_before": Action(lambda: self._beside(-1), tried),
            "try_after": Action(lambda: self._beside(1), tried),
            "to_game": Action(self.to_game, lambda: self.aside),
            "delete_try": Action(self._delete, lambda: self._here is not None),
            "comment": Action(self._comment, lambda: self._allowed),
            "play_on": Action(
                lambda: self._play_on(tree.match_here()), lambda: self._open and self._can_move()
            ),
        }

    @property
    def on(self) -> bool:
        """Whether moves are tried on the board."""
        return self._session.tries is not None

    @property
    def aside(self) -> bool:
        """Whether a variation is shown, and not the game."""
        return self.tree.line() is not self.tree.match

    @property
    def comment(self) -> str:
        """The comment on the position shown."""
        return self.tree.notes.comment(self.tree.at)

    def expect(self, values: Mapping[int, tuple[float, ...]]) -> None:
        """Take over the win shares by ply that a review found in the game itself."""
        self._values.update(values)
        self._reviewed = True
        if not self.aside:
            self._session.values.update(values)
        self._name_turning_point()

    def follow(self) -> None:
        """The session shows another position of the same line."""
        if self.tree.ply != self._session.ply:
            self.tree.look(self._session.ply)

    def switch(self) -> None:
        """Try moves on the board, or no more."""
        self._session.tries = None if self.on else self._play
        self._changed()

    def go(self, place: Place) -> None:
        """Show a position of the game or of a variation."""
        self.tree.at = place
        self._show()

    def to_game(self) -> None:
        """Show the game again."""
        self.tree.to_game()
        self._show()

    def add_line(self, ply: int, moves: Sequence[str], comment: str) -> None:
        """Add a variation (see `Variations.add_line`) and go to its first move. Where not all moves
        can be made one after the other, as dice come between them, it is the first alone."""
        try:
            try:
                end = self.tree.add_line(ply, moves, comment)
            except (IllegalMove, UnreadableMove):
                end = self.tree.add_line(ply, moves[:1], comment)
        except TermgamesError as error:
            self._notify(f"{str(error).capitalize()}.")
            return
        self._keep()
        self.tree.at = end
        self.tree.look(ply + 1)
        self._show()

    # -- the list -----------------------------------------------------------------------

    def lines(self, *, ascii: bool) -> list[VariationLine]:
        """Where variations leave the game or comments stand, and below each of these moves the
        variations: one line for moves that follow one another, further in after each choice."""
        notes, match = self.tree.notes, self.tree.match
        if not notes or not self._open:
            return []
        here = {self.tree.at, *(self.tree.at.path if isinstance(self.tree.at, Node) else ())}
        lines: list[VariationLine] = []
        for ply in range(match.ply + 1):
            branches = notes.children(ply)
            comment = notes.comment(ply + 1) if ply < match.ply else ""
            if ply == 0 and notes.comment(0):
                lines.append(_line("The game", notes.comment(0), 0, 0, here, ascii=ascii))
            if branches or comment:
                text = self._text_of_game(ply) if ply < match.ply else "At the end"
                at = min(ply + 1, match.ply)
                lines.append(_line(text, comment, at, 0, here, ascii=ascii))
            waiting = [(node, 1) for node in reversed(branches)]
            while waiting:
                node, depth = waiting.pop()
                run = [node]
                while len(run[-1].children) == 1:
                    run.append(run[-1].children[0])
                text = " ".join(filter(None, map(self._brief, run)))
                comment = next((each.comment for each in run if each.comment), "")
                lines.append(_line(text, comment, node, depth, here, run, ascii=ascii))
                waiting += [(child, depth + 1) for child in reversed(run[-1].children)]
        return lines

    def _brief(self, node: Node) -> str:
        tree = self.tree
        before = tree.state(node.ply if node.parent is None else node.parent)
        move = tree.match.game.parse(before, node.move)
        return self._session.display.brief(before, move)

    def _text_of_game(self, ply: int) -> str:
        if self._turns is None:
            self._turns = Turns(GameSession(self.tree.match, frozen=True))
            self._turns.update()
        move = self.tree.match.move_at(ply)
        brief = self._session.display.brief(self.tree.match.state_at(ply), move)
        return f"{self._turns.number_of(ply)} {brief or self.tree.match.game.format(move)}"

    # -- commands -----------------------------------------------------------------------

    @property
    def _open(self) -> bool:
        return self._allowed and self.tree.closed is None

    @property
    def _here(self) -> Node | None:
        """The move of a variation that led to the position shown."""
        return self.tree.at if isinstance(self.tree.at, Node) else None

    def _can_move(self) -> bool:
        tree = self.tree
        return bool(tree.match.game.to_act(tree.state(tree.at)) != OVER)

    def _play(self, move: Any) -> Refusal | None:
        before = self.tree.notes.count
        refusal = self.tree.play(move)
        if refusal is None:
            if self.tree.notes.count != before:
                self._keep()
            self._show()
        return refusal

    def _beside(self, by: int) -> None:
        if self.tree.beside(by):
            self._show()

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
        if await self._dialogs.choose("Delete?", text, choices, safe=True) == "delete":
            self.tree.remove(node)
            self._keep()
            self._show()

    async def _comment(self) -> None:
        from termgames.tui.screens.comment import CommentDialog  # the editor is slow to load

        def accept(text: str) -> str:
            try:
                self.tree.say(text)
            except TermgamesError as error:
                return f"{str(error).capitalize()}."
            return ""

        whole = self.tree.ply == 0
        title = "Comment on the game" if whole else "Comment on this position"
        if await self._dialogs.show(CommentDialog(title, self.comment, accept)):
            self._keep()
            self._changed()

    def _keep(self) -> None:
        """Save the notes, and say so where that fails."""
        before = self.unsaved
        try:
            if self._save is None:
                self.unsaved = "there is no record to keep it in"
            else:
                self._save(self.tree.notes)
                self.unsaved = ""
        except StorageError as error:
            self.unsaved = str(error)
        if self.unsaved and not before:
            self._notify(f"What you add here is not saved: {self.unsaved}.")

    def _show(self) -> None:
        tree = self.tree
        fork = _fork(tree.line(), tree.match)
        values = self._values.items()
        self._session.values = {ply: value for ply, value in values if ply <= fork}
        self._name_turning_point()
        self._session.show_line(tree.line(), tree.ply)
        self._changed()

    def _name_turning_point(self) -> None:
        """A review that looks at the game speaks for itself; a variation is another game."""
        self._session.turning_point = "" if self._reviewed or self.aside else None


def _fork(line: Match[Any, Any], game: Match[Any, Any]) -> int:
    """How many moves two lines of a game have in common."""
    both = zip(line.moves, game.moves, strict=False)
    return next((ply for ply, (one, other) in enumerate(both) if one != other), game.ply)


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
