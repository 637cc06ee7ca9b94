"""What front ends show of Mitropia; without screens and without screen colours.

Only `Mitropia.refuse` decides whether a move may be played. Everything is read from the
state that is passed in: where that is a player's view, nothing hidden from him is shown.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from termgames.core.display import (
    Card,
    Display,
    Draft,
    Origin,
    Overlay,
    Pick,
    Question,
    SeatTable,
    Step,
)
from termgames.core.game import CHANCE, NEUTRAL, NOBODY, Seat
from termgames.core.text import counted, listed
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia import cards, happened, moves, questions
from termgames.games.mitropia.cards import Kind
from termgames.games.mitropia.counting import Count, Taken
from termgames.games.mitropia.drafts import Drafts
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.rules import Mitropia
from termgames.games.mitropia.state import State
from termgames.games.mitropia.stones.alliance import blocs
from termgames.games.mitropia.stones.placing import reachable
from termgames.go.dead_stones import DECLINE, Agreement, Dead

_ANYWHERE = (cards.MOVE_ANYWHERE, cards.REPLACE_ANY)
"""Cards whose stones go any distance."""
_LINE = 40
"""A player's line is shorter than this number of columns; otherwise only the total is shown."""


class MitropiaDisplay(Display[State, Move]):
    """Territory and start points, dice and range, prisoners, allies and the count."""

    game: Mitropia
    counts_cells = True
    idle_words = ("pass", "done", "forfeit", "no draw", "agree", "decline")
    legend = MappingProxyType(
        {
            "score": "your territory, prisoners and card points; those of allies under you count "
            "for you",
            "turn": "whose turn it is while another player is asked",
            "dice": "the roll of this turn",
            "range": "how many steps from your start point or your stones a stone may go",
            "cards to draw": "cards left in the stack",
            "cards played": "cards that lie face up on the discard pile",
            "hands": "the cards of all players, which by a house rule lie open",
            "passed in a row": "passes one after the other; when everybody has passed, play stops",
            "without a stone": "turns in a row without a stone; the last ones, as many as there "
            "are players, count towards the end",
            "territory": "the tint of empty points: for whom they count, allies together",
            "own territory": "the tint of empty points: for whom each counts, allies apart",
            "at the next end": "the players did not agree on dead stones: if no stone is placed "
            "before the next end, all count as alive",
        }
    )
    turn_facts = legend.keys()

    def __init__(self, game: Mitropia) -> None:
        super().__init__(game)
        self.reactive = game.table.reactive
        self._drafts = Drafts(game)
        self._overlays = lru_cache(maxsize=64)(self._overlays_of)

    # -- what is seen -------------------------------------------------------------------

    def overlays(self, s: State) -> Sequence[Overlay]:
        """Territory by the player for whom it counts, with stones proposed as dead marked.
        While a player is occupied, a second overlay has each player's own territory."""
        return self._overlays(s)

    def _overlays_of(self, s: State) -> tuple[Overlay, ...]:
        count, bloc = self.game.counted(s), blocs(s.occupiers)
        firm = (s.ending is not None,) * self.game.topology.cells
        dead = tuple(c for c, stone in enumerate(s.stones) if stone and not count.stones[c])
        # Points with a stone are not tinted, also when the stone is dead.
        owner = tuple(
            NOBODY if stone else seat for seat, stone in zip(count.owner, s.stones, strict=True)
        )
        heads = tuple(bloc[seat] if seat >= 0 else seat for seat in owner)
        members = [
            [head, *(seat for seat, top in enumerate(bloc) if top == head != seat)]
            for head in sorted(set(bloc))
        ]
        neutral = count.owner.count(NEUTRAL)
        of_blocs = ", ".join(
            f"{_bloc_name(bloc)} {sum(count.ground[seat] for seat in bloc)}" for bloc in members
        )
        overlays = [
            Overlay("territory", f"territory: {of_blocs}; neutral {neutral}", heads, firm, dead)
        ]
        if len(members) < self.game.seats:
            names = SEATS[: self.game.seats]
            own = ", ".join(f"{name} {n}" for name, n in zip(names, count.ground, strict=True))
            overlays.append(
                Overlay("own territory", f"own territory of each player: {own}", owner, firm, dead)
            )
        return tuple(overlays)

    def origins(self, s: State) -> Sequence[Origin]:
        """The start points of the map with those who have picked them."""
        owners = {cell: seat for seat, cell in enumerate(s.starts) if cell is not None}
        free = (cell for cell in self.game.table.starts if cell not in owners)
        return [Origin(cell, owners.get(cell)) for cell in (*owners, *free)]

    def within(self, s: State) -> frozenset[Cell]:
        """The cells in range of the stones to be placed now (rule 5); empty where range has no
        limit, and where no stone is to be placed."""
        reach = self._reach(s)
        if not reach:
            return frozenset()
        seat = self.game.to_act(s)
        near = reachable(self.game.table, s, s.stones, seat, reach)
        return frozenset(np.flatnonzero(near).tolist())

    def _reach(self, s: State) -> int | None:
        """The range of the stones to be placed now; None for any distance, 0 where no stone is
        to be placed."""
        match s.question:
            case questions.Starter():
                return self.game.table.starter_reach
            case questions.Stones(card=card) if card in _ANYWHERE:
                return None
            case questions.ReplaceAt():
                return None
            case questions.Act() | questions.Stones():
                return self.game.table.reach(s)
            case questions.Turn() if not self.game.table.dice:
                return self.game.table.reach(s)
            case _:
                return 0

    def status(self, s: State) -> Sequence[tuple[str, str]]:
        """Whose turn it is when another player is asked; dice, range, cards, passes."""
        table, entries = self.game.table, []
        if isinstance(
            s.question,
            questions.Reaction | questions.ReplaceAt | questions.Surrender | questions.Leave,
        ):
            entries.append(("turn", SEATS[s.turn]))
        if dice := self.rolled(s):
            entries.append(("dice", listed([str(die) for die in dice])))
        reach = self._reach(s)
        if reach != 0:
            steps = f"{reach} step{'s' if reach != 1 else ''}"
            entries.append(("range", "no limit" if reach is None else steps))
        if table.deck is not None:
            entries.append(("cards to draw", str(s.cards.stack + len(s.cards.under))))
            entries.append(("cards played", str(sum(s.cards.discards))))
        if table.open_hands:
            hands = zip(SEATS, s.cards.hands, strict=False)
            held = "; ".join(f"{who}: {cards.tally(hand)}" for who, hand in hands if hand)
            entries.append(("hands", held or "no cards"))
        if s.passes:
            entries.append(("passed in a row", f"{s.passes} of {table.players}"))
        if s.countdown and s.ending is None:
            entries.append(("without a stone", counted(s.board.idle, "turn")))
        if s.board.disputed and s.ending is None:
            entries.append(("at the next end", "all stones alive"))
        return entries

    def player_line(self, s: State, seat: Seat) -> str:
        """The total and its parts; for an occupied player the points that go to the head of his
        bloc."""
        count, bloc = self.game.counted(s), blocs(s.occupiers)
        total, own = count.totals[seat], count.own[seat]
        if bloc[seat] != seat:
            return f"{total} ({own} to {SEATS[bloc[seat]]})"
        land, kept, on_cards = count.territory[seat], count.kept[seat], count.cards[seat]
        of_allies = total - own
        points = (
            (land, f"{land}"),
            (kept, counted(kept, "prisoner")),
            (on_cards, f"{on_cards} on cards"),
            (of_allies, f"{of_allies} of allies"),
        )
        parts = " + ".join(text for number, text in points if number)
        line = f"{total} ({parts})"
        return line if parts not in ("", str(total)) and len(line) < _LINE else str(total)

    # -- what was played ----------------------------------------------------------------

    def turn(self, s: State) -> object:
        """A turn lasts from its first choice to the last answer of another player; see
        `happened.turn`."""
        return happened.turn(s)

    def brief(self, before: State, move: Move) -> str:
        """See `happened.brief`."""
        return happened.brief(self.game.topology, before, move)

    def happened(self, before: State, move: Move, after: State) -> str:
        """See `happened.happened`."""
        return happened.happened(self, self.game.table, before, move, after)

    # -- dice, prisoners, allies, the count ---------------------------------------------

    def rolled(self, s: State) -> tuple[int, ...]:
        """The dice of the turn; none while start points are chosen: the last roll of the
        opening is not the roll of whoever chooses."""
        opening = isinstance(s.question, questions.ChooseStart)
        return () if s.dice is None or opening else s.dice

    def _card_moves(self, s: State) -> tuple[tuple[str, moves.Play | moves.Lose], ...]:
        """The moves with cards of the hand that are legal now, each with its label; none where
        the hand is hidden."""
        if None in s.cards.hands[self.game.to_act(s)]:
            return ()
        return tuple(
            (label(self.game.topology, move), move)
            for move in self.game.legal_moves(s)
            if isinstance(move, moves.Play | moves.Lose)
        )

    def tables(self, s: State) -> Sequence[SeatTable]:
        """The prisoners by holder and colour, once there are any."""
        if not any(map(any, s.board.prisoners)):
            return ()
        rows = tuple((seat, s.board.prisoners[seat]) for seat in s.order)
        return (SeatTable("prisoners", tuple(range(self.game.seats)), rows),)

    def bonds(self, s: State) -> Sequence[tuple[Seat, Seat]]:
        """(occupied player, his occupier) for each occupied player."""
        return [(seat, above) for seat, above in enumerate(s.occupiers) if above is not None]

    def agreement(self, s: State) -> Agreement | None:
        """The agreement on dead stones while it is open."""
        return s.question.agreement if isinstance(s.question, questions.Settle) else None

    def walkthrough(self, s: State) -> Sequence[Step]:
        """The count, step by step."""
        count, names = self.game.counted(s), SEATS[: self.game.seats]
        return tuple(walkthrough(self.game.topology, s.stones, count, names))

    # -- beside the board ---------------------------------------------------------------

    def question(self, s: State) -> Question[Move] | None:
        """What is asked beside the board: a card on a pair, a reaction, a discard, an offer
        of surrender, dead stones that are proposed."""
        text = "" if s.ending else self.game.prompt(s)
        match s.question:
            case questions.MayDraw():
                return Question(text, (("draw a card", moves.DRAW), ("no card", moves.NO_DRAW)))
            case questions.Reaction():
                return Question(text, (("accept", moves.LET), *self._card_moves(s)), private=True)
            case questions.Discard():
                return Question(text, self._card_moves(s), private=True)
            case questions.Surrender():
                return Question(text, (("decline", DECLINE), ("accept", moves.ACCEPT)))
            case questions.Leave():
                leave = label(self.game.topology, moves.INDEPENDENCE)
                return Question(text, (("stay", moves.LET), (leave, moves.INDEPENDENCE)))
            case questions.Settle(agreement):
                return agreement.question(text)
            case _:
                return None

    def buttons(self, s: State) -> Sequence[tuple[str, Move]]:
        """Moves that are neither stones nor answers to `question`: start points, passes, the
        roll, surrender, and the cards of `hand` that may be played."""
        if s.ending is not None or self.game.to_act(s) == CHANCE or self.question(s) is not None:
            return ()
        return [
            *(
                (label(self.game.topology, move), move)
                for move in self.game.legal_moves(s)
                if not moves.cells_of(move) and not isinstance(move, moves.Play | moves.Lose)
            ),
            *self._card_moves(s),
        ]

    # -- a move in the making -----------------------------------------------------------

    def draft(self, s: State, picks: Sequence[Pick]) -> Draft[Move]:
        """One point, or two for a pair and for a stone that is moved (its own point and the
        new one, in any order); or stones of the groups to propose as dead."""
        return self._drafts.of(s, picks)


class CardDisplay(MitropiaDisplay):
    """The display of a game with cards: hands, and questions out of turn."""

    def let(self, s: State) -> Move | None:
        """The answer that accepts the stones, while a reaction is asked for (rule 16)."""
        return moves.LET if isinstance(s.question, questions.Reaction) else None

    def hand(self, s: State, seat: Seat) -> Sequence[Card[Move]] | int:
        """The cards of a seat, each with its moves that are legal now; only their number where
        `s` hides them."""
        held = [kind for kind in s.cards.hands[seat] if kind is not None]
        if len(held) < len(s.cards.hands[seat]):
            return len(s.cards.hands[seat])
        plays = self._card_moves(s) if self.game.to_act(s) == seat else ()
        return [
            Card(
                cards.NAMES[kind],
                cards.ABOUT[kind],
                tuple((text, move) for text, move in plays if move.card == kind),
                self._why_not(s, seat, kind),
            )
            for kind in held
        ]

    def _why_not(self, s: State, seat: Seat, kind: Kind) -> str:
        """Why a card of the hand cannot be played or discarded now; empty where it can."""
        if self.game.to_act(s) != seat:
            return "you are not asked"
        if isinstance(s.question, questions.Discard):
            return ""
        others = range(self.game.seats) if kind in cards.TRADES else (None,)
        refusals = [
            self.game.refuse(s, moves.Play(kind, other)) for other in others if other != seat
        ]
        reasons = [refusal.text for refusal in refusals if refusal is not None]
        return reasons[0] if len(reasons) == len(refusals) else ""


def label(topology: Topology, move: Move) -> str:
    """The text of an answer on a button."""
    match move:
        case moves.Play(card, None):
            return cards.NAMES[card] if card in cards.REACTIONS else f"play {cards.NAMES[card]}"
        case moves.Play(card, other) if other is not None:
            return f"{cards.NAMES[card]} with {SEATS[other]}"
        case moves.Lose(card) if card is not None:
            return cards.NAMES[card]
        case Dead(()):
            return "none dead"
        case moves.PASS_AND_DRAW:
            return "pass and draw a card"
        case moves.INDEPENDENCE:
            return "declare independence"
        case _:
            return moves.write(topology, move)


def _bloc_name(bloc: Sequence[Seat]) -> str:
    """`black`, `black with white and red`: the head and his allies."""
    head, *allies = [SEATS[seat] for seat in bloc]
    return f"{head} with {listed(allies)}" if allies else head


# -- the count, step by step ----------------------------------------------------------------


def walkthrough(
    topology: Topology, stones: bytes, count: Count, names: Sequence[str]
) -> Iterator[Step]:
    """The steps from the board `stones` (before anything is removed) to the result.

    Steps in which nothing happens are left out; territory and result are never left out.
    """
    board = bytearray(stones)
    removals = (("groups without liberties", count.breathless), ("dead stones", count.dead))
    for title, groups in removals:
        if groups:
            marked = tuple(sorted(cell for group in groups for cell in group.cells))
            for cell in marked:
                board[cell] = 0
            text = "; ".join(_taken(topology, group, names) for group in groups)
            yield Step(title, f"Removed: {text}.", bytes(board), marked)

    sums: Sequence[int] = [sum(pair) for pair in zip(count.ground, count.area, strict=True)]
    if count.scoring == "area":
        parts = [
            f"{names[seat]} {stones} + {ground}"
            for seat, (stones, ground) in enumerate(zip(count.area, count.ground, strict=True))
        ]
        title, text = "stones and territory", f"{', '.join(parts).capitalize()}."
    else:
        title, text = "territory", f"{_listed(names, count.ground).capitalize()}."
    yield Step(title, text, bytes(board), owner=count.owner, totals=tuple(map(float, sums)))

    for colour in range(len(names)):
        fills = [fill for fill in count.fills if fill.colour == colour]
        if fills:
            cells = tuple(fill.cell for fill in fills)
            for cell in cells:
                board[cell] = 1 + colour
            back = [[fill.holder for fill in fills].count(seat) for seat in range(len(names))]
            text = (
                f"{names[colour].capitalize()}'s territory takes back {_listed(names, back, 1)}: "
                f"{count.territory[colour]} of {count.ground[colour]} left."
            )
            sums = [total - len(fills) * (seat == colour) for seat, total in enumerate(sums)]
            totals = tuple(map(float, sums))
            title = f"{names[colour]} prisoners put back"
            yield Step(title, text, bytes(board), cells, count.owner, totals)
    rest = (("prisoners not put back", count.kept), ("card points", count.cards))
    for title, points in rest:
        if any(points):
            sums = [a + b for a, b in zip(sums, points, strict=True)]
            text = f"{_listed(names, points, 1).capitalize()}."
            yield Step(title, text, bytes(board), (), count.owner, tuple(map(float, sums)))
    totals = tuple(map(float, count.totals))
    handed_over = [_handed(count, seat, names) for seat in range(len(names)) if _under(count, seat)]
    if handed_over:
        yield Step("occupiers", f"{'; '.join(handed_over)}.", bytes(board), (), count.owner, totals)
    yield Step("result", _result(count, names), bytes(board), (), count.owner, totals)


def _under(count: Count, seat: Seat) -> bool:
    return count.occupiers[seat] is not None


def _handed(count: Count, seat: Seat, names: Sequence[str]) -> str:
    """What an occupied player hands over, and to whom."""
    top = blocs(count.occupiers)[seat]
    return f"{names[seat].capitalize()}'s {count.own[seat]} go to {names[top]}"


def _result(count: Count, names: Sequence[str]) -> str:
    heads = [seat for seat in count.winners if not _under(count, seat)]
    best = count.totals[heads[0]]
    if len(heads) > 1:
        return f"Jigo: {listed([names[seat] for seat in heads])} have {best} each."
    occupied = any(_under(count, seat) and count.totals[seat] >= best for seat in range(len(names)))
    remark = ", since an occupied player cannot win" if occupied else ""
    sharing = [names[seat] for seat in count.winners if _under(count, seat)]
    if sharing:
        remark = f", and {listed(sharing)} with him"
    return f"{names[heads[0]].capitalize()} wins with {best}{remark}."


def _listed(names: Sequence[str], points: Sequence[int], least: int = 0) -> str:
    """`black 3, white 1`: those with at least `least`."""
    return ", ".join(
        f"{name} {number}" for name, number in zip(names, points, strict=True) if number >= least
    )


def _taken(topology: Topology, taken: Taken, names: Sequence[str]) -> str:
    """`a3 and a4 (2 for white)`."""
    gains = [
        f"{sum(line)} for {names[seat]}" for seat, line in enumerate(taken.gained) if any(line)
    ]
    cells: Sequence[Cell] = taken.cells
    return f"{topology.listing(cells)} ({', '.join(gains) or 'for nobody'})"


def display(game: Mitropia) -> MitropiaDisplay:
    """The display of a Mitropia game."""
    return MitropiaDisplay(game) if game.table.deck is None else CardDisplay(game)
