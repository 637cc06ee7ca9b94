"""How Pletore is shown and how its moves are put together; no screen, no colours here.

`Pletore.refuse` alone decides whether a move is legal.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType

from termgames.core import komi_offer
from termgames.core.display import Display, Draft, Overlay, Pick, Question, Token, one_stone
from termgames.core.game import NEUTRAL, NOBODY, OVER, Seat
from termgames.core.komi_offer import NameKomi, PickSide
from termgames.core.options import number_text
from termgames.core.text import counted
from termgames.core.topology import Cell
from termgames.core.two_player import BLACK, COLOURS, PASS, WHITE
from termgames.games.pletore.options import default_komi
from termgames.games.pletore.rules import (
    BUTTON,
    FREE,
    NO_BUTTON,
    REPLACE,
    Button,
    Move,
    Place,
    Pletore,
    Replace,
    State,
)


class PletoreDisplay(Display[State, Move]):
    """Shows who controls each point, the button, and the stones that can be replaced."""

    game: Pletore
    counts_cells = True
    legend = MappingProxyType(
        {
            "score": "your stones and the empty points that you control; White adds komi, for "
            "moving second, and who took the button half a point",
            "nobody's points": "empty points that neither side controls; you cannot pass "
            "while there are any",
            "control": "the tint of empty points: who controls them; marked are stones that can be "
            "replaced",
            **{
                f"{name}'s control": f"the tint of the points that {name} controls; marked are "
                f"stones that {name} can replace"
                for name in COLOURS
            },
            "can be replaced": "stones that only the other side pinches: it may put its own "
            "stone in their place",
        }
    )

    def __init__(self, game: Pletore) -> None:
        super().__init__(game)
        self._overlays = lru_cache(maxsize=64)(self._overlays_of)
        self._follow = lru_cache(maxsize=64)(self._follow_of)

    # -- what is seen -------------------------------------------------------------------

    def overlays(self, s: State) -> Sequence[Overlay]:
        """What both sides control, then what each side controls. Marked are the stones that can be
        replaced; in one side's overlay, only those that this side can replace."""
        return self._overlays(s)

    def _overlays_of(self, s: State) -> tuple[Overlay, ...]:
        game = self.game
        over = s.ending is not None
        pinched = game.pinched(s.stones)
        seat_of = (s.black_seat, 1 - s.black_seat)
        owner_of = {0: NEUTRAL, 1: seat_of[0], 2: seat_of[1], 3: NEUTRAL}
        owner = tuple(
            NOBODY if stone else owner_of[pinched[cell]] for cell, stone in enumerate(s.stones)
        )
        weak = game.replaceable(s.stones)
        firm = (over,) * len(owner)
        counts = [owner.count(seat) for seat in seat_of]
        takes = [[cell for cell in weak if s.stones[cell] == 2 - colour] for colour in (0, 1)]
        sides = ", ".join(f"{name} {many}" for name, many in zip(COLOURS, counts, strict=True))
        legend = f"control: {sides}, nobody {owner.count(NEUTRAL)}"
        legend += "; marked stones can be replaced" if weak else ""
        overlays = [Overlay("control", legend, owner, firm, weak)]
        for colour, name in enumerate(COLOURS):
            mine = tuple(seat if seat == seat_of[colour] else NOBODY for seat in owner)
            legend = f"{name} controls {counted(counts[colour], 'point')}"
            if takes[colour]:
                legend += f" and can replace {counted(len(takes[colour]), 'stone')}"
            overlays.append(Overlay(f"{name}'s control", legend, mine, firm, tuple(takes[colour])))
        return tuple(overlays)

    def tokens(self, s: State) -> Sequence[Token]:
        """The button: nobody's while it is free, then that of the seat that took it (rule 6)."""
        if s.button == NO_BUTTON:
            return ()
        if s.button == FREE:
            return (Token("button", None),)
        return (Token("button", s.black_seat if s.button == BLACK else 1 - s.black_seat),)

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        """How many empty points neither side controls, and how many stones of each colour the other
        side can replace."""
        weak = self.game.replaceable(s.stones)
        numbers = [sum(s.stones[cell] == colour + 1 for cell in weak) for colour in (BLACK, WHITE)]
        counts = [
            f"{number} {name}" for name, number in zip(COLOURS, numbers, strict=True) if number
        ]
        return (
            ("nobody's points", str(len(self.game.uncontrolled(s.stones)))),
            ("can be replaced", ", ".join(counts) or "none"),
        )

    def player_line(self, s: State, seat: Seat) -> str:
        """The score: stones, points controlled, komi and button."""
        score = self.game.score(s)
        mine = [part for part in score.parts if part.seat == seat]
        named = {"komi": "komi ", "button": "button "}
        sum_text = " + ".join(
            named.get(part.text.split()[0], "") + number_text(part.points)
            for part in mine
            if part.points
        )
        total = number_text(score.totals[seat])
        return f"{total} ({sum_text})" if "+" in sum_text else total

    # -- beside the board ---------------------------------------------------------------

    def question(self, s: State) -> Question[Move] | None:
        """The question for komi, or for a side; None during play."""
        game = self.game
        return komi_offer.question(s, game.prompt(s), game.topology.cells, default_komi(game.size))

    def buttons(self, s: State) -> Sequence[tuple[str, Move]]:
        """The button or the pass, if it is legal."""
        named: tuple[tuple[str, Move], ...] = (("button", BUTTON), ("pass", PASS))
        if s.stage != "play":
            return ()
        return [(label, move) for label, move in named if self.game.refuse(s, move) is None]

    def happened(self, before: State, move: Move, after: State) -> str:
        """A sentence for a replacement, the button, a komi or a side; else who played what."""
        mover = COLOURS[before.turn].capitalize()
        match move:
            case NameKomi() | PickSide():
                return komi_offer.happened(move, str(after.komi))
            case Replace(cell):
                enemy, name = COLOURS[1 - before.turn], self.game.topology.names[cell]
                return f"{mover} replaced {enemy}'s stone on {name}."
            case Button():
                return f"{mover} took the button, worth half a point."
            case _:
                return super().happened(before, move, after)

    def named(self, move: Move) -> str:
        """`replace c4` instead of `c4x`."""
        if isinstance(move, Replace):
            return f"{REPLACE} {self.game.topology.names[move.cell]}"
        return super().named(move)

    def brief(self, before: State, move: Move) -> str:
        """`c4 replaced` instead of `c4x`."""
        text = super().brief(before, move)
        return f"{text.removesuffix('x')} replaced" if isinstance(move, Replace) else text

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        """A move is one pick: an empty point or an enemy's stone."""
        closed = s.stage != "play" or self.game.to_act(s) == OVER
        follow = frozenset[Cell]() if closed else self._follow(s)
        colour = None if closed else s.turn
        draft = one_stone(self.game, s, picks, colour, follow, lambda cell: self.game.put(s, cell))
        if not isinstance(draft.move, Replace):
            return draft
        name = self.game.topology.names[draft.move.cell]
        return replace(draft, prompt=f"Ready: replace the stone on {name}.")

    def _follow_of(self, s: State) -> frozenset[Cell]:
        """The points on which the mover may put a stone."""
        return frozenset(
            move.cell for move in self.game.legal_moves(s) if isinstance(move, Place | Replace)
        )


display = PletoreDisplay
"""The display of a Pletore game."""
