"""How Majorities is shown and how its turns are put together; no screen, no colours here.

`Majorities.refuse` alone decides whether a turn is legal.
"""

from collections.abc import Sequence
from types import MappingProxyType

from termgames.core.display import Display, Draft, Line, Overlay, Pick, refused
from termgames.core.errors import Refusal
from termgames.core.game import NEUTRAL, NOBODY, OVER, Seat
from termgames.core.text import counted, listed
from termgames.core.topology import Cell
from termgames.core.two_player import COLOURS
from termgames.games.majorities.geometry import DIRECTIONS, OF_CUBE
from termgames.games.majorities.rules import Majorities, State, Turn
from termgames.games.majorities.scoring import standing


class MajoritiesDisplay(Display[State, Turn]):
    """Shows the state of each line and who is nearer to winning lines; collects turns of one or two
    stones."""

    game: Majorities
    unit = "direction"
    legend = MappingProxyType(
        {
            "score": "the directions you have won for good, and the lines you have won",
            **dict.fromkeys(
                (*DIRECTIONS, *OF_CUBE),
                "Black's lines and White's in this direction, and how many are open, or who has "
                "won the direction for good",
            ),
            "lines": "in each direction, the lines that are won and those that are open; behind "
            "them, for the line through the cursor, how many more stones each player needs to win "
            "it, or whose it is",
            "nearer": "the tint of an empty point: who needs fewer stones to win the open lines "
            "through it, all together",
        }
    )

    # -- what is seen -------------------------------------------------------------------

    def lines(self, s: State) -> Sequence[Line]:
        """Each line with its winner, or what both still need."""
        geometry = self.game.geometry
        return [
            Line(
                geometry.directions[geometry.direction(number)],
                geometry.lines[number],
                claim - 1 if claim else NOBODY,
                () if claim else self.missing(s, number),
            )
            for number, claim in enumerate(s.claims)
        ]

    def missing(self, s: State, number: int) -> tuple[int, int]:
        """How many stones Black and White still need to win line `number`, which is open."""
        line, need = self.game.geometry.lines[number], self.game.geometry.needed[number]
        black = sum(s.stones[cell] == 1 for cell in line)
        white = sum(s.stones[cell] == 2 for cell in line)
        return need - black, need - white

    def overlays(self, s: State) -> Sequence[Overlay]:
        """Who is nearer to winning the open lines through each empty cell; no overlay once the game
        is over."""
        if s.ending is not None:
            return ()
        owner = [NOBODY] * len(s.stones)
        open_lines = {
            number: self.missing(s, number) for number, claim in enumerate(s.claims) if not claim
        }
        for cell, stone in enumerate(s.stones):
            needs = [
                open_lines[number]
                for number in self.game.geometry.lines_of[cell]
                if number in open_lines
            ]
            lead = sum(white - black for black, white in needs)
            if not stone and needs:
                owner[cell] = NEUTRAL if lead == 0 else int(lead < 0)
        legend = (
            f"nearer to the open lines: black {owner.count(0)}, white {owner.count(1)}, "
            f"even {owner.count(NEUTRAL)}"
        )
        return (Overlay("nearer", legend, tuple(owner), (False,) * len(owner)),)

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        """For each direction, the lines won by each side, and who holds it (rule 5)."""
        held = standing(self.game.geometry, s.claims).directions
        entries = []
        for direction, name in enumerate(self.game.geometry.directions):
            black, white = self.game.lines_won(s, direction)
            left = self.game.geometry.per_direction - black - white
            holder = held[direction]
            state = f"{left} open" if holder is None else f"{COLOURS[holder]}'s"
            entries.append((name, f"{black} to {white}, {state}"))
        return entries

    def player_line(self, s: State, seat: Seat) -> str:
        """Directions held and lines won."""
        held = standing(self.game.geometry, s.claims).directions.count(seat)
        lines = s.claims.count(seat + 1)
        words = "direction" if held == 1 else "directions"
        return f"{held} {words}, {lines} {'line' if lines == 1 else 'lines'}"

    def happened(self, before: State, move: Turn, after: State) -> str:
        """Who played what, how many lines it won, and the directions that it decided."""
        mover, played = before.turn, super().happened(before, move, after).removesuffix(".")
        won = after.claims.count(mover + 1) - before.claims.count(mover + 1)
        if not won:
            return f"{played}."
        held = [
            name
            for direction, name in enumerate(self.game.geometry.directions)
            if standing(self.game.geometry, after.claims).directions[direction] == mover
            and standing(self.game.geometry, before.claims).directions[direction] is None
        ]
        text = f"{played} and won {counted(won, 'line')}"
        text += ", whose stones left the board" if self.game.capture else ""
        if not held:
            return f"{text}."
        names = listed(held)
        are = "is" if len(held) == 1 else "are"
        return f"{text}. {names[:1].upper()}{names[1:]} {are} decided."

    def largest_lead(self, s: State) -> float:
        """The lead, in directions, if the side that is ahead wins all that are open."""
        held = standing(self.game.geometry, s.claims).directions
        return held.count(None) + abs(held.count(0) - held.count(1))

    # -- a turn in the making -----------------------------------------------------------

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Turn]:
        """What up to two picks amount to; their order matters with `--capture`."""
        chosen = tuple(picks)
        cells = [pick.cell for pick in chosen]
        if self.game.to_act(s) == OVER:
            refusal = self.game.refuse(s, Turn(tuple(cells))) if chosen else None
            if refusal is None:
                return Draft(chosen, "incomplete", self.game.prompt(s))
            return refused(chosen, refusal)
        due = self.game.stones_due(s)
        missing = f"stones {len(cells)}/{due}"
        foreign = tuple(pick.cell for pick in chosen if pick.colour != s.turn)
        if foreign:
            text = f"place {COLOURS[s.turn]} stones, your own"
            return refused(chosen, Refusal("colours", text, foreign), missing)
        move = self.game.turn_of(cells)
        refusal = self.game.refuse(s, move)
        if len(cells) < due and (refusal is None or refusal.code == "count"):
            stones, cleared = self._placed(s, cells)
            follow = {cell for cell, stone in enumerate(stones) if not stone}
            if not self.game.capture:
                follow.difference_update(cells)
            return Draft(
                chosen,
                "incomplete",
                self._ask(s, len(cells), due),
                missing,
                frozenset(follow),
                next_colour=s.turn,
                cleared=cleared,
            )
        if refusal is not None:
            return refused(chosen, refusal, missing)
        return Draft(
            chosen,
            "complete",
            f"Ready: {self.game.format(move)}.",
            missing,
            move=move,
            cleared=self._placed(s, cells)[1],
        )

    def _placed(self, s: State, cells: Sequence[Cell]) -> tuple[bytes, frozenset[Cell]]:
        """The stones (cells,) after the mover has put some on `cells`, and the cells whose stones
        were captured."""
        stones, claims = s.stones, s.claims
        cleared: set[Cell] = set()
        for cell in cells:
            stones, claims = self.game.place(State(stones, claims, s.turn), cell)
            cleared.update(c for c, stone in enumerate(s.stones) if stone and not stones[c])
        return stones, frozenset(cleared)

    def _ask(self, s: State, placed: int, due: int) -> str:
        if due == 1:
            return self.game.prompt(s)
        return f"Place the {('first', 'second')[placed]} of your two stones."


display = MajoritiesDisplay
"""The display of a Majorities game."""
