"""One drill, and a row of them, as front ends have them. What differs between lessons, problems and
mistakes stands in a module for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from termgames.core.errors import OptionError, StorageError
from termgames.play.new_game import NewGame
from termgames.play.sitting.study import Sitting
from termgames.study.drills.attempt import SHOWN_AFTER, Attempt

SOLVED, NEXT, BACK, DROP = "solved", "next", "back", "drop"
"""How a drill is left for another one."""
UNKNOWN = "This answer cannot be judged: try another one."
"""What is said of an answer that no search can weigh."""


@dataclass(eq=False)
class Drill:
    """One position, and what is said of it. What follows from an answer is kept by each kind."""

    row: Row
    at: int
    """Its number in the row, from 0."""
    sitting: Sitting
    """Shows the position."""
    attempt: Attempt | None
    """None where there is nothing to answer but a game to play."""
    title: str
    text: str
    """What is read before the answer; may be empty."""
    ask: str
    """What is to be done."""
    asked: Collection[int] = ()
    """Cells that it is about, to be marked on the board."""
    done: bool = False
    """Whether it was solved before, where that is told."""

    about_hints: ClassVar[str] = f"the right answer, after {SHOWN_AFTER} wrong ones"
    """What line mode says of the word `hint`."""
    hint_label: ClassVar[str] = "Show the answer"
    """What the key of hints is called."""

    @property
    def number(self) -> str:
        """Which one it is of how many."""
        return f"{self.at + 1} of {self.row.count}"

    @property
    def heading(self) -> str:
        """Number and title in a line."""
        return f"{self.number}: {self.title}"

    @property
    def standing(self) -> str:
        """How strong the player is at such drills; empty where nobody counts."""
        return ""

    @property
    def may_hint(self) -> bool:
        """Whether there are hints now."""
        return self.attempt is not None and self.attempt.may_look

    def hint(self) -> str:
        """A hint before the answer itself; empty where that is the next one."""
        return ""

    def more(self) -> str:
        """What there is to say beside the verdict."""
        return ""

    def judged(self, right: bool) -> None:
        """There is a verdict on an answer: keep what follows from it."""

    def weigh(self) -> Any:
        """Wait until a search knows how good the answer is that has no verdict yet; for `take`."""

    def check(self, seconds: float = math.inf) -> Any:
        """Wait, at most so long, until a search knows whether the drill itself holds; for
        `take`."""

    def take(self, found: Any) -> str:
        """Take what a search has found; answers why the drill is dropped, empty where it is not."""
        return ""

    def drop(self) -> None:
        """See to it that it is never asked again."""

    def close(self) -> None:
        """End its searches."""


class Row:
    """Drills in their order, for one player. It holds what is kept of his answers."""

    title = ""
    """What is said before the first; may be empty."""
    words: ClassVar[Mapping[str, str]] = {"next": NEXT, "back": BACK}
    """What is typed in line mode to leave a drill, and how it is left then."""
    about_words: ClassVar[str]
    """What line mode says of these words."""
    count: int
    """How many drills there are."""
    first = 0
    """The number of the one to begin with; numbers are from 0."""
    tell: Callable[[str], object] = print
    """How the front end tells what goes wrong, a sentence without its full stop."""

    def drill(self, at: int) -> Drill | None:
        """The drill of a number, begun anew, or the next one that can be set up; None after the
        last. TermgamesError where one that cannot is not passed over."""
        raise NotImplementedError

    def after(self, at: int, how: str) -> int:
        """The number to go on with after a drill that was left so."""
        return max(0, at - 1) if how == BACK else at + 1

    def game(self) -> NewGame:
        """The game that is played where a drill has nothing to answer."""
        raise NotImplementedError

    def played(self) -> None:
        """Keep that this game was played to its end."""

    def end(self, *, early: bool = False) -> str:
        """What is said after the last drill, or `early` by a player who leaves before."""
        return ""

    def keep(self, change: Callable[[], object]) -> None:
        """Make a change to what is kept; what hinders it is told. A drill that was dropped
        meanwhile, in another window, is left."""
        try:
            change()
        except OptionError:
            pass
        except StorageError as error:
            self.tell(str(error))
