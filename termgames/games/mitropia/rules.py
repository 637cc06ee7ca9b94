"""The rules of Mitropia. Numbers refer to RULES.md.

A state has one open question. For each kind of question one function lists the answers and
another takes an answer and returns the next state or a refusal. `refuse` and `apply` both use
the second, so what is legal is defined once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import Any

from termgames.core import text
from termgames.core.arrays import Rng
from termgames.core.errors import IllegalMove, Refusal
from termgames.core.game import OVER, BoardRules, Score, Seat
from termgames.core.options import Value
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia import cards, counting, moves, questions
from termgames.games.mitropia.cards import Kind
from termgames.games.mitropia.counting import Count
from termgames.games.mitropia.moves import ACCEPT, DECLINE, LET, Drawn, Lose, Move
from termgames.games.mitropia.options import SEATS, drawn
from termgames.games.mitropia.position_text import (
    NAMES,
    hide_hands,
    impossible,
    marks,
    position_text,
    read_position,
    report_fields,
)
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.turns import card_plays, reactions, setup, turn

Answers = Callable[[Table, State, Any], Iterator[Move]]
CarryOut = Callable[[Table, State, Any, Move], State | Refusal]


def _throws(table: Table, s: State, q: questions.Throw | questions.Roll) -> Iterator[Move]:
    return (dice for dice, _ in setup.DICE)


def _cards(table: Table, s: State, q: questions.Draw) -> Iterator[Move]:
    assert table.deck is not None
    return (Drawn(kind) for kind, _ in cards.outcomes(s.cards, table.deck))


QUESTIONS: dict[type, tuple[Answers, CarryOut]] = {
    questions.Throw: (_throws, setup.throw),
    questions.Lots: (setup.lots, setup.draw_lot),
    questions.ChooseStart: (lambda table, s, q: setup.free_starts(table, s), setup.choose_start),
    questions.Starter: (
        lambda table, s, q: chain(setup.starter_points(table, s, q), (moves.PASS,)),
        setup.put_starter,
    ),
    questions.Turn: (turn.choices, turn.choose),
    questions.Roll: (_throws, turn.rolled),
    questions.MayDraw: (lambda table, s, q: iter((moves.DRAW, moves.NO_DRAW)), turn.answer_draw),
    questions.Draw: (_cards, turn.drawn),
    questions.Act: (turn.acts, turn.act),
    questions.Stones: (card_plays.stones, card_plays.put_stone),
    questions.Reaction: (reactions.reactions, reactions.react),
    questions.ReplaceAt: (reactions.replacements, reactions.replace_at),
    questions.Discard: (turn.discards, turn.discard),
    questions.Surrender: (lambda table, s, q: iter((ACCEPT, DECLINE)), turn.answer_surrender),
    questions.Leave: (
        lambda table, s, q: iter((moves.LET, moves.INDEPENDENCE)),
        reactions.leave,
    ),
    questions.Settle: (counting.proposals, counting.settle),
}
"""For each kind of question: the function that lists its answers, and the one that carries an
answer out."""


class Mitropia(BoardRules[State]):
    """The game set up with its options; see `options.settle` for what they are."""

    id = "mitropia"
    position_names = NAMES
    resigns = False
    talks = True

    def __init__(self, options: Mapping[str, Value]) -> None:
        self.options: Mapping[str, Any] = dict(options)
        self.table = Table.of(self.options)
        self.seats: int = self.table.players
        self.marks = marks(self.seats)
        self.drawn = "".join(marks(len(SEATS))[SEATS.index(name)] for name in drawn(self.options))
        """The marks of the colours in which the seats' stones are drawn."""
        self.topology: Topology = self.table.topology
        lots = self.table.plays("opening", "lots")
        self.chancy: bool = lots or self.table.dice or self.table.deck is not None
        """Whether there are dice, cards or lots; see `core.game.has_chance`."""
        self.secretive: bool = self.table.deck is not None and not self.table.open_hands
        """Whether there are cards that others do not see; see `core.game.has_secrets`."""
        self.captures: bool = not (self.table.surrender or self.table.deck or self.table.agree)
        """Whether stones leave the board by capture alone, each colour for itself: allies share
        liberties, cards move stones, and dead ones are agreed on; see `core.game.has_captures`."""
        self._counted = lru_cache(maxsize=64)(partial(counting.counted, self.table))

    def start(self) -> State:
        """An empty board before the opening rolls; without dice before the starter stones, if
        there are any, or the first turn."""
        return setup.start(self.table)

    def position(self, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
        """A turn about to begin, or a game that is over, from a diagram with `.` and `bwrugy` and
        the texts beside it; see `position_text.read_position`."""
        return read_position(self.table, rows, position_text)

    def position_text(self, s: State) -> Mapping[str, str]:
        """The texts beside the diagram of `s`, as if its turn were about to begin; see the
        module `position_text`."""
        return position_text(self.table, s)

    def impossible(self, s: State) -> Refusal | None:
        """Why no play leads to the board of `s`, or None; see `position_text.impossible`."""
        return impossible(self.table, s)

    # -- who acts, what is legal --------------------------------------------------------

    def to_act(self, s: State) -> int:
        """The seat that is asked, CHANCE or OVER."""
        return OVER if s.question is None else questions.asked(s.question)

    def legal_moves(self, s: State) -> Sequence[Move]:
        """The answers to the open question; of all proposals of dead stones only the empty one."""
        if s.question is None:
            return []
        answers, _ = QUESTIONS[type(s.question)]
        return list(answers(self.table, s, s.question))

    def chances(self, s: State) -> Sequence[tuple[Move, int]]:
        """The outcomes with their weights where chance is to act; none elsewhere. In a player's
        view a card that he has not seen may be any of the unseen ones."""
        match s.question:
            case questions.Throw() | questions.Roll():
                return setup.DICE
            case questions.Lots() as q:
                return [(lot, 1) for lot in setup.lots(self.table, s, q)]
            case questions.Draw():
                assert self.table.deck is not None
                kinds = cards.outcomes(s.cards, self.table.deck)
                return [(Drawn(kind), weight) for kind, weight in kinds]
        return []

    def refuse(self, s: State, m: Move) -> Refusal | None:
        """Why `m` does not answer the open question, or None."""
        after = self._after(s, m)
        return after if isinstance(after, Refusal) else None

    def apply(self, s: State, m: Move) -> State:
        """The state after `m`; IllegalMove with the refusal when it may not be played."""
        after = self._after(s, m)
        if isinstance(after, Refusal):
            raise IllegalMove(after)
        return after

    def _after(self, s: State, m: Move) -> State | Refusal:
        if s.question is None:
            return Refusal("over", f"the game is over: {s.ending}")
        _, carry_out = QUESTIONS[type(s.question)]
        return carry_out(self.table, s, s.question, m)

    # -- what is hidden -----------------------------------------------------------------

    def view(self, s: State, seat: Seat | None) -> State:
        """What `seat` may know of `s`, a spectator for None (rule 17)."""
        return replace(s, cards=cards.hidden(s.cards, seat)) if self.secretive else s

    def imagine(self, view: State, seat: Seat | None, rng: Rng) -> State:
        """A random whole state that looks like `view` to `seat`."""
        deck = self.table.deck
        if deck is None or self.table.open_hands:
            return view

        def shuffle(loose: list[Kind]) -> list[Kind]:
            return [loose[at] for at in rng.permutation(len(loose)).tolist()]

        return replace(view, cards=cards.imagined(view.cards, deck, shuffle))

    def redact(self, s: State, m: Move, seat: Seat | None) -> Move:
        """`m` as `seat` learns of it: `card ?` for a card that another player draws, `discard ?`
        for one that he gives back under the stack."""
        if not self.secretive:
            return m
        if (
            isinstance(m, Drawn)
            and isinstance(s.question, questions.Draw)
            and s.question.seat != seat
        ):
            return Drawn(None)
        if isinstance(m, Lose) and isinstance(s.question, questions.Discard):
            secret = s.question.under and s.question.seat != seat
            return Lose(None) if secret else m
        return m

    def redact_position_text(
        self, position_text: Mapping[str, str], seat: Seat | None
    ) -> Mapping[str, str]:
        """The texts beside a diagram, with the cards in hands of others unknown."""
        return hide_hands(self.table, position_text, seat) if self.secretive else position_text

    # -- counting -----------------------------------------------------------------------

    def score(self, s: State) -> Score:
        """The count as it stands, without stones agreed or proposed dead."""
        return counting.score(s, self.counted(s))

    def count(self, s: State) -> Mapping[str, Any]:
        """Every step of the count of the position as it stands, by seat name."""
        return self.counted(s).report_fields(SEATS[: self.seats])

    def counted(self, s: State) -> Count:
        """The count of the position as it stands, as a value; the latest ones are cached."""
        return self._counted(s)

    # -- seats and texts ----------------------------------------------------------------

    def seat_name(self, s: State, seat: Seat) -> str:
        """The seat's colour."""
        return SEATS[seat]

    def parse(self, s: State, text: str) -> Move:
        """The answer that a text means; raises UnreadableMove. The answer `let` to a reaction
        may be written `accept`, as front ends show it; a start point as a point."""
        move = moves.read(self.topology, s.stones, text)
        match s.question, move:
            case questions.Reaction(), moves.Say() if move == ACCEPT:
                return LET
            case questions.ChooseStart(), moves.Point(cell):
                return moves.Start(cell)
        return move

    def format(self, m: Move) -> str:
        """The text that `parse` reads."""
        return moves.write(self.topology, m)

    def cells_of(self, m: Move) -> tuple[Cell, ...]:
        """The points on which a move puts stones; for a shift its origin and its target."""
        return moves.cells_of(m)

    def report_fields(self, s: State) -> Mapping[str, Any]:
        """Roll, distance, prisoners, occupiers, starts, order, sizes of hands, and more."""
        return report_fields(self.table, s)

    def prompt(self, s: State) -> str:
        """What is asked, in one sentence."""
        if s.question is None:
            return f"The game is over: {s.ending}."
        return _prompt(self.table, s, s.question)


# -- prompts --------------------------------------------------------------------------------


def _prompt(table: Table, s: State, q: questions.Question) -> str:
    """What the seat to act, or chance, is asked."""
    match q:
        case questions.Throw():
            return f"{SEATS[q.waiting[0]].title()} rolls for the opening."
        case questions.Lots():
            return "A lot is drawn for the next start point, clockwise."
        case questions.ChooseStart():
            return "Pick your start point."
        case questions.Starter():
            within = _within(table.starter_reach, " of your start point or stones")
            return f"Place a starter stone{within}, or pass."
        case questions.Turn():
            return _choice(s, _first_choice(table, s, q.seat))
        case questions.Roll():
            return f"{SEATS[q.seat].title()} rolls."
        case questions.MayDraw():
            return "A pair: draw a card?"
        case questions.Draw():
            return f"{SEATS[q.seat].title()} draws a card."
        case questions.Act():
            return _choice(s, [*_acts(table, s, q.seat), "forfeit"])
        case questions.Stones():
            step = card_plays.asked_for(table, s, q)
            return f"{cards.NAMES[q.card].title()}: {step}."
        case questions.Reaction():
            return f"{SEATS[q.mover].title()} has placed stones: accept them?"
        case questions.ReplaceAt():
            return "Put your stone on a point that was cleared."
        case questions.Discard():
            where = "give back under the stack" if q.under else "discard"
            return f"Too many cards: choose one to {where}."
        case questions.Surrender():
            return f"{SEATS[q.seat].title()} surrenders to you: accept or decline?"
        case questions.Leave():
            return "Leave your occupier now, for your next turn?"
        case questions.Settle():
            return q.agreement.prompt(table.topology, SEATS[q.agreement.order[0]])


def _first_choice(table: Table, s: State, seat: Seat) -> list[str]:
    """How a turn may begin; surrender and independence only where they are possible."""
    choices = ["roll"] if table.dice else _acts(table, s, seat)
    choices.append("pass")
    if table.surrender:
        if alliance.hosts(table.topology, s.stones, s.occupiers, seat):
            choices.append("surrender")
        if s.occupiers[seat] is not None:
            choices.append("declare independence")
    return choices


def _acts(table: Table, s: State, seat: Seat) -> list[str]:
    """A stone, and a card where the seat holds any."""
    steps = _within(table.reach(s))
    return [f"place a stone{steps}", *(["play a card"] if s.cards.hands[seat] else [])]


def _within(reach: int | None, of: str = "") -> str:
    """` within 3 steps`; empty where there is no limit."""
    return "" if reach is None else f" within {text.counted(reach, 'step')}{of}"


def _choice(s: State, choices: Sequence[str]) -> str:
    """`Roll, pass or surrender.`, and how near the end is where nobody has put a stone for long."""
    asked = text.sentence(f"{text.listed(choices, 'or')}.")
    return f"{asked} {s.countdown}".rstrip()


create = Mitropia
"""The game with settled options."""
