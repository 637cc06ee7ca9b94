"""How Tri-Color is shown and how its moves are put together; no screen, no colours here.

Whether a move may be played is asked of `TriColor.refuse` alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from termgames.core.display import Display, Draft, Overlay, Pick, Question
from termgames.core.errors import Refusal
from termgames.core.game import NEUTRAL, NOBODY, Game, Seat
from termgames.core.options import number_text
from termgames.core.topology import Cell
from termgames.core.two_player import PASS
from termgames.games.tricolor import position_text, scoring
from termgames.games.tricolor.options import SEATS
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Move, Place, Propose, State
from termgames.go.dead_stones import AGREE, DECLINE, NONE_DEAD, Agreement, Dead, whole_groups

_ONE = Refusal("one", "one stone a turn: choose one point")
_OTHERS = Refusal("colour", "you put stones of your own colour only")


class TriColorDisplay(Display[State, Move]):
    """Areas, proposals, and the agreement on dead stones."""

    game: TriColor
    tiles = True

    def __init__(self, game: TriColor) -> None:
        super().__init__(game)
        self._follow = lru_cache(maxsize=64)(self._follow_of)

    # -- what is seen -------------------------------------------------------------------

    def overlays(self, s: State) -> Sequence[Overlay]:
        """Areas as they stand; stones that are proposed as dead are marked, and what lies
        under them counts for who would have it."""
        game = self.game
        counted = game.counted(s)
        owners = game.owners(counted)
        totals = [f"{name} {owners.count(seat)}" for seat, name in enumerate(SEATS)]
        legend = f"area: {', '.join(totals)}; neutral {owners.count(NEUTRAL)}"
        tint = tuple(
            NOBODY if stone else owner for owner, stone in zip(owners, counted, strict=True)
        )
        dead = tuple(cell for cell, stone in enumerate(s.stones) if stone != counted[cell])
        return (Overlay("area", legend, tint, (s.ending is not None,) * len(tint), dead),)

    def agreement(self, s: State) -> Agreement | None:
        """The agreement on dead stones while it is open."""
        return s.agreement

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        """Who would win by the areas as they stand (who wins, at the end), and who has
        passed since the last stone."""
        score = self.game.score(s)
        entries = [("winner" if s.ending else "would win now", position_text.winners(score))]
        if s.passed and s.ending is None and s.agreement is None:
            entries.append(("passed", ", ".join(SEATS[seat] for seat in s.passed)))
        return entries

    def player_line(self, s: State, seat: Seat) -> str:
        """The area, whether it is low, middle or high, and its stones and points."""
        score = self.game.score(s)
        stones, points = (part.points for part in score.parts if part.seat == seat)
        total = number_text(score.totals[seat])
        standing = scoring.standing(score.totals)[seat]
        return f"{total} {standing} ({number_text(stones)} + {number_text(points)})"

    # -- beside the board ---------------------------------------------------------------

    def question(self, s: State) -> Question[Move] | None:
        """The answer to a proposal: of dead stones, or to resign together."""
        if s.ending is not None:
            return None
        text = self.game.prompt(s)
        if s.agreement is not None:
            return s.agreement.question(text)
        if s.asking:
            return Question(text, (("decline", DECLINE), ("agree", AGREE)))
        return None

    def buttons(self, s: State) -> Sequence[tuple[str, Move]]:
        """The pass and the proposals to resign together; or to propose that none is
        dead."""
        named: list[tuple[str, Move]] = [("pass", PASS)]
        named += [(f"resign with {name}", Propose(seat)) for seat, name in enumerate(SEATS)]
        named.append(("none dead", NONE_DEAD))
        return [(label, move) for label, move in named if self.game.refuse(s, move) is None]

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        """One point for a stone; or stones of the groups to propose as dead."""
        chosen = tuple(picks)
        if s.ending is None and s.agreement is not None and s.agreement.dead is None:
            return self._draft_dead(s, chosen)
        if not chosen:
            closed = position_text.stage(s) != "play"
            follow = frozenset[Cell]() if closed else self._follow(s)
            colour = None if closed else self.game.mover(s)
            return Draft((), "incomplete", self.game.prompt(s), "", follow, colour)
        move = Place(chosen[0].cell)
        refusal = self.game.refuse(s, move)
        if refusal is None and len(chosen) > 1:
            refusal = _ONE
        if refusal is None and chosen[0].colour != self.game.mover(s):
            refusal = _OTHERS
        if refusal is not None:
            return _refused(chosen, refusal)
        return Draft(chosen, "complete", f"Ready: {self.game.format(move)}.", move=move)

    def _draft_dead(self, s: State, chosen: tuple[Pick, ...]) -> Draft[Move]:
        """Each pick names a group, of whatever colour; no pick means that none is dead."""
        game = self.game
        move = Dead(tuple(pick.cell for pick in chosen))
        refusal = game.refuse(s, move)
        if refusal is not None:
            return _refused(chosen, refusal)
        cleared = frozenset(whole_groups(game.topology, s.stones, move.cells))
        rest = (cell for cell, stone in enumerate(s.stones) if stone and cell not in cleared)
        prompt = f"Ready: {game.format(move)}." if chosen else game.prompt(s)
        return Draft(chosen, "complete", prompt, follow=frozenset(rest), move=move, cleared=cleared)

    def _follow_of(self, s: State) -> frozenset[Cell]:
        """The points of all legal stones."""
        return frozenset(move.cell for move in self.game.legal_moves(s) if isinstance(move, Place))


def _refused(picks: tuple[Pick, ...], refusal: Refusal) -> Draft[Move]:
    # Not capitalized: most refusals begin with the name of a point.
    return Draft(picks, "refused", f"{refusal.text}.", refusal=refusal)


def display(game: Game[Any, Any]) -> TriColorDisplay:
    """The display of a Tri-Color game."""
    assert isinstance(game, TriColor)
    return TriColorDisplay(game)
