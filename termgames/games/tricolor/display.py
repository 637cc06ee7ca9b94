"""What front ends show of Tri-Color; without screens and without screen colours.

Only `TriColor.refuse` decides whether a move may be played.
"""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType

from termgames.core.display import Display, Draft, Overlay, Pick, Question, one_stone
from termgames.core.game import NEUTRAL, NOBODY, Seat
from termgames.core.options import number_text
from termgames.core.text import counted, listed
from termgames.core.topology import Cell
from termgames.core.two_player import PASS
from termgames.games.tricolor import position_text, scoring
from termgames.games.tricolor.options import SEATS
from termgames.games.tricolor.rules import TriColor
from termgames.games.tricolor.state import Move, Place, Propose, State
from termgames.go import dead_stones
from termgames.go.dead_stones import (
    AGREE,
    DECLINE,
    NONE_DEAD,
    Agree,
    Agreement,
    Dead,
    Decline,
    draft_dead,
)

IF_NOW = "if it ended now"


class TriColorDisplay(Display[State, Move]):
    """Areas, proposals, and the agreement on dead stones."""

    game: TriColor
    counts_cells = True
    most_wins = False
    turn_facts = ("passed",)
    legend = MappingProxyType(
        {
            "score": "your area, whether it is the low, middle or high one, and in brackets its "
            "stones, its empty points, and with --shared all those that others reach too",
            IF_NOW: "who would win with the areas as they are now",
            "area": "the tint of empty points: whose area they are; marked stones are proposed as "
            "dead",
            "passed": "who has passed since the last stone; when all have, play stops",
        }
    )

    def __init__(self, game: TriColor) -> None:
        super().__init__(game)
        self._follow = lru_cache(maxsize=64)(self._follow_of)

    # -- what is seen -------------------------------------------------------------------

    def overlays(self, s: State) -> Sequence[Overlay]:
        """Areas as they stand. Stones that are proposed as dead are marked, and their points are
        tinted for the player who would own them."""
        game = self.game
        counted = game.counted(s)
        owners = game.owners(counted)
        areas = map(number_text, game.score(s).totals)
        totals = [f"{name} {area}" for name, area in zip(SEATS, areas, strict=True)]
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
        """Who would win by the areas as they stand, once they tell something, and who has passed
        since the last stone."""
        score = self.game.score(s)
        winners = position_text.winners(score)
        verb = "wins" if len(score.winners) == 1 or not score.winners else "win"
        entries = list[tuple[str, str]]()
        if s.ending is None and not self.is_early(s):
            entries = [(IF_NOW, f"{winners} {verb}")]
        if s.passed and s.ending is None and s.agreement is None:
            entries.append(("passed", ", ".join(SEATS[seat] for seat in s.passed)))
        return entries

    def player_line(self, s: State, seat: Seat) -> str:
        """The area, whether it is low, middle or high, and its stones and points."""
        score = self.game.score(s)
        parts = (number_text(part.points) for part in score.parts if part.seat == seat)
        total = number_text(score.totals[seat])
        standing = scoring.standing(score.totals)[seat]
        return f"{total} {standing} ({' + '.join(parts)})"

    def why(self, s: State) -> str:
        """Who has the middle score, and that two resigned all the same."""
        score = self.game.score(s)
        places = scoring.standing(score.totals)
        middle = [name for name, place in zip(SEATS, places, strict=True) if place == "middle"]
        if not middle:
            return "the others have nothing" if score.winners and s.survivor is None else ""
        told = f"{listed(middle)} {'has' if len(middle) == 1 else 'share'} the middle score"
        joint = "and" if s.survivor is not None and middle == [SEATS[s.survivor]] else "but"
        return told if s.survivor is None else f"{told}, {joint} {s.ending}"

    # -- beside the board ---------------------------------------------------------------

    def question(self, s: State) -> Question[Move] | None:
        """The open proposal with its answers: of dead stones, or to resign together."""
        if s.ending is not None:
            return None
        text = self.game.prompt(s)
        if s.agreement is not None:
            return s.agreement.question(text)
        if s.asking:
            return Question(text, (("decline", DECLINE), ("agree", AGREE)))
        return None

    def buttons(self, s: State) -> Sequence[tuple[str, Move]]:
        """The pass and the proposals to resign together; in an agreement on dead stones the
        proposal that none is dead."""
        named: list[tuple[str, Move]] = [("pass", PASS)]
        named += [(f"resign with {name}", Propose(seat)) for seat, name in enumerate(SEATS)]
        named.append(("none dead", NONE_DEAD))
        return [(label, move) for label, move in named if self.game.refuse(s, move) is None]

    def turn(self, s: State) -> int:
        """See `Display.turn`: table talk belongs to the turn in which it happens."""
        return s.turn

    def brief(self, before: State, move: Move) -> str:
        """The move as in records; for many dead stones only their number."""
        if isinstance(move, Dead | Agree | Decline):
            return dead_stones.brief(self.game.topology, move)
        return super().brief(before, move)

    def happened(self, before: State, move: Move, after: State) -> str:
        """See `Display.happened`; with the stones captured."""
        name = SEATS[self.game.to_act(before)].capitalize()
        if isinstance(move, Dead | Agree | Decline):
            if not before.asking:
                return dead_stones.happened(name, move, after.agreement)
            return f"{name} agreed." if move == AGREE else f"{name} declined to resign."
        if isinstance(move, Propose):
            return f"{name} proposed to resign together with {SEATS[move.seat]}."
        text = super().happened(before, move, after)
        lost = {
            who: before.stones.count(seat + 1) - after.stones.count(seat + 1)
            for seat, who in enumerate(SEATS)
        }
        taken = [f"{counted(many, 'stone')} of {who}" for who, many in lost.items() if many > 0]
        return f"{text.removesuffix('.')} and captured {listed(taken)}." if taken else text

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        """One point for a stone; or stones of the groups to propose as dead."""
        if s.ending is None and s.agreement is not None and s.agreement.dead is None:
            return draft_dead(self.game, s, picks)
        closed = position_text.stage(s) != "play"
        follow = frozenset[Cell]() if closed else self._follow(s)
        colour = None if closed else self.game.mover(s)
        return one_stone(self.game, s, picks, colour, follow, Place)

    def _follow_of(self, s: State) -> frozenset[Cell]:
        """The points of all legal stones."""
        return frozenset(move.cell for move in self.game.legal_moves(s) if isinstance(move, Place))


display = TriColorDisplay
"""The display of a Tri-Color game."""
