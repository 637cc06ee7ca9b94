"""A game turn by turn, and what happened in words.

What belongs together is up to the game's display: a roll, the stone after it and the answers of
the others are one turn. Nothing is told that may not be read where it stays in sight, see
`Viewpoint.lasting`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from termgames.core.display import AnyDisplay, Display
from termgames.core.errors import TermgamesError
from termgames.core.game import CHANCE, OVER
from termgames.play.sitting.shown import Shown
from termgames.play.text import prompts
from termgames.play.turn_starts import begins

_OF_OTHERS = {"agree": "agrees", "accept": "accepts", "decline": "declines"}
"""Answers that stand behind the name of who gave them."""


@dataclass(frozen=True)
class ListedTurn:
    """A line of the list: the moves `first` to `end` - 1. `number` counts turns from 1; it is 0
    for what chance does before the first turn, whose `actor` is CHANCE."""

    number: int
    actor: int
    first: int
    end: int
    text: str


class Turns:
    """The turns of a match that is shown, brought up to date by `update`."""

    def __init__(self, shown: Shown) -> None:
        self._shown = shown
        self._seen_by: tuple[object, ...] = ()
        """What the texts were made for: whose view, and whether anything is hidden."""
        self._states: list[Any] = []
        """The positions after the moves that are listed, to notice those taken back."""
        self._briefs: list[str] = []
        """By ply: the move as it stands in the list."""
        self._sentences: dict[int, str] = {}
        self._starts: list[int] = []
        """The plies at which turns begin."""
        self._lines: tuple[ListedTurn, ...] = ()
        """The turns as far as they are listed; the others are listed when they are asked for."""

    def update(self) -> None:
        """Take over the moves that were played or taken back since the last call."""
        shown, match = self._shown, self._shown.match
        view = shown.view
        seen_by = (view.secret, view.shared, None if view.shared else view.seat)
        listed = len(self._briefs)
        unchanged = 0 if seen_by != self._seen_by else min(listed, match.ply)
        while unchanged and self._states[unchanged - 1] is not match.state_at(unchanged):
            unchanged -= 1
        self._seen_by = seen_by
        if unchanged == listed == match.ply:
            return
        del self._briefs[unchanged:], self._states[unchanged:]
        self._sentences = {ply: text for ply, text in self._sentences.items() if ply < unchanged}
        del self._starts[bisect_left(self._starts, unchanged) :]
        # The last of the turns that are kept may go on.
        self._lines = self._lines[: max(0, len(self._starts) - 1)]
        for ply in range(unchanged, match.ply):
            self._briefs.append(self._brief(ply))
            self._states.append(match.state_at(ply + 1))
            if self._begins(ply):
                self._starts.append(ply)

    def _begins(self, ply: int) -> bool:
        """Whether a turn begins with move `ply`."""
        return begins(self._shown.match, self._shown.display, ply)

    def _brief(self, ply: int) -> str:
        shown, view = self._shown, self._shown.view
        if shown.auto_answers.accepted(ply):
            return ""
        return shown.display.brief(view.lasting(ply), view.move(ply))

    def sentence(self, ply: int) -> str:
        """What move `ply` did; empty where that is not worth a word."""
        if ply not in self._sentences:
            accepted = self._shown.auto_answers.accepted(ply)
            sentence = "" if accepted else self._shown.display.happened(*self._step(ply))
            self._sentences[ply] = prompts.capitalized(self._shown, sentence)
        return self._sentences[ply]

    def tells_more(self, ply: int) -> bool:
        """Whether the sentence on move `ply` says more than who played what."""
        sentence = self.sentence(ply)
        display: AnyDisplay = self._shown.display
        return sentence not in ("", Display.happened(display, *self._step(ply)))

    def _step(self, ply: int) -> tuple[Any, Any, Any]:
        """The position before move `ply`, the move and the position after it, as far as they may
        stay in sight."""
        view = self._shown.view
        return view.lasting(ply), view.move(ply), view.lasting(ply + 1)

    # -- turns --------------------------------------------------------------------------

    def span(self, ply: int) -> tuple[int, int]:
        """The first move of the turn that move `ply` belongs to, and the one after its last."""
        at = bisect_right(self._starts, ply)
        end = self._starts[at] if at < len(self._starts) else len(self._briefs)
        return self._starts[at - 1], end

    def lines(self) -> Sequence[ListedTurn]:
        """All turns so far; the same object as long as nothing is played or taken back."""
        if len(self._lines) < len(self._starts):
            self._lines = (*self._lines, *self._listed(len(self._lines)))
        return self._lines

    def _listed(self, count: int) -> Iterator[ListedTurn]:
        """The turns after the first `count` ones."""
        match = self._shown.match
        number = self._number(count)
        for first, end in pairwise([*self._starts[count:], len(self._briefs)]):
            actors = (match.actor(ply) for ply in range(first, end))
            actor = next((actor for actor in actors if actor >= 0), CHANCE)
            number += actor != CHANCE
            text = self._line(first, end, actor)
            yield ListedTurn(number if actor != CHANCE else 0, actor, first, end, text)

    def _line(self, first: int, end: int, actor: int) -> str:
        """The moves of a turn; those of others than `actor` with their names."""
        text, match, chance = "", self._shown.match, False
        for ply in range(first, end):
            brief, by = self._briefs[ply], match.actor(ply)
            if not brief:
                continue
            if by not in (actor, CHANCE):
                brief = f"{match.actor_name(ply)} {_OF_OTHERS.get(brief, brief)}"
            # What a player makes of dice and cards stands behind an arrow.
            joint = " → " if chance and by != CHANCE and actor != CHANCE else ", "
            text, chance = f"{text}{joint if text else ''}{brief}", by == CHANCE
        return text

    def around(self, ply: int, by: int) -> int:
        """The position `by` turns from the one before move `ply`: back to the end of an earlier
        turn (0 at the start), or on to the end of a later one."""
        ends = [*self._starts, len(self._briefs)]
        at = bisect_left(ends, ply) + by if by < 0 else bisect_right(ends, ply) - 1 + by
        return ends[max(0, min(at, len(ends) - 1))]

    def number(self, ply: int) -> tuple[int, int]:
        """Which turn led to the position before move `ply`, and how many there are; counted as
        in `lines`, 0 before the first."""
        last = self._number(len(self.lines()))
        return self._number(bisect_left(self._starts, ply)), last

    def _number(self, lines: int) -> int:
        """The number of the last turn among the first `lines` that has one, 0 where none has."""
        numbers = (self._lines[at].number for at in range(lines - 1, -1, -1))
        return next((number for number in numbers if number), 0)

    def number_of(self, ply: int) -> int:
        """The number of the turn that move `ply` belongs to, which may be the one that is asked
        for now; 0 for what chance does before the first turn."""
        lines, now = self.lines(), self._shown.match.ply
        at = bisect_right(self._starts, ply) - 1
        begins = ply == now and self._begins(ply)
        if not begins and lines[at].number:
            return lines[at].number
        # Nobody has moved in that turn yet: it is the next one, if somebody is to move in it.
        last = at == len(lines) - 1 and self._shown.match.to_act != OVER
        coming = begins or (last and not self._begins(now))
        return max((turn.number for turn in lines), default=0) + 1 if coming else 0

    # -- what happened ------------------------------------------------------------------

    def happened(self) -> list[str]:
        """Sentences on what led to the position shown: since the last decision of a human at
        the keyboard, the last turn where none of them plays or the player looks back. At the
        end a sentence says what passing would do, where somebody passed."""
        shown = self._shown
        if not shown.ply:
            return []
        if not shown.present or not shown.view.humans:
            first, end = self.span(shown.ply - 1)
            end = min(end, shown.ply)
        else:
            first, end = self._since_decision(), shown.ply
        sentences = [self.sentence(ply) for ply in range(first, end)]
        warning = pass_warning(shown) if shown.present else ""
        return [text for text in (*sentences, warning) if text]

    def _since_decision(self) -> int:
        """The move after the last one that a human decided on; that one itself while nothing
        came after it, or where it did more than put stones."""
        shown, plies = self._shown, range(self._shown.match.ply)
        human = (
            ply for ply in reversed(plies) if shown.match.actor(ply) >= 0 and shown.decided(ply)
        )
        last = next(human, None)
        if last is None:
            return 0
        return last if last == plies[-1] or self.tells_more(last) else last + 1


def pass_warning(shown: Shown) -> str:
    """What a pass would end now, after another player's: `If you pass too, the game ends.`;
    empty where it ends nothing or the last turn was no pass."""
    match, game = shown.match, shown.game
    prompt = match.prompt()
    if prompt is None or not match.ply or game.cells_of(match.move_at(match.ply - 1)):
        return ""
    state, seat = prompt.state, prompt.seat
    if shown.display.question(state) is not None:
        return ""
    for word, other in (("pass", "passes"), ("forfeit", "forfeits")):
        try:
            move = game.parse(state, word)
        except TermgamesError:
            continue
        if game.refuse(state, move) is None:
            after = game.apply(state, move)
            ended = game.to_act(after) == OVER
            if ended or shown.display.agreement(after) is not None:
                ours = seat not in shown.bots
                who = f"you {word}" if ours else f"{match.seat_name(seat)} {other}"
                return f"If {who} too, {'the game ends' if ended else 'play stops'}."
            return ""
    return ""


def fitting(sentences: Sequence[str], room: int) -> str:
    """The sentences in a row of at most `room` characters, as far as they fit: the latest one is
    always there, and what comes before is left out from the oldest on."""
    text = ""
    for sentence in reversed(sentences):
        longer = f"{sentence} {text}".rstrip()
        if text and len(longer) + 2 > room:
            return f"… {text}"
        text = longer
    return text
