"""The end of a turn: reactions to its stones, and who is asked next (rules 4, 9 and 16).

After a turn's stones every other player is asked in order of play whether he rejects them, also
a player without such a card: asking only holders would give the card away. Then the player whose
turn it was discards down to three cards, and the next turn begins, or the game ends.
"""

from collections.abc import Iterator
from dataclasses import replace

from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.core.topology import Cell
from termgames.games.mitropia import cards, questions
from termgames.games.mitropia.moves import INDEPENDENCE, LET, Move, Play, Point
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.placing import place
from termgames.games.mitropia.stones.prisoners import order_from
from termgames.go.dead_stones import Agreement

ALL_PASSED, AGREED = "all passed", "all passed and agreed on the dead stones"
NO_STONES = "nobody placed a stone for too long"
REPEATED, _REPEATED = "the same position stood for the third time", 3


# -- reactions ------------------------------------------------------------------------------


def after_stones(
    table: Table, s: State, seat: Seat, before: questions.Board, put: tuple[Cell, ...]
) -> State:
    """The state after all stones of a turn, on the points `put`. Where the deck has cards that
    reject them the others are asked for one; in other games, and where Reject is played in one's
    own turn, the turn ends. `before` is the board before the turn."""
    asked = questions.Reaction(seat, order_from(s.order, seat)[1:], before, put)
    if table.reactive:
        return replace(s, passes=0, question=asked)
    last = replace(asked, waiting=()) if table.rejects else s.last
    return end_turn(table, replace(s, passes=0, last=last), seat)


def reactions(table: Table, s: State, q: questions.Reaction) -> Iterator[Move]:
    """The answers of the player asked: accept the stones, or a card that rejects them."""
    assert table.deck is not None
    yield LET
    for kind in cards.REACTIONS:
        if cards.holds(s.cards, q.waiting[0], kind, table.deck):
            yield Play(kind)


def react(table: Table, s: State, q: questions.Reaction, m: Move) -> State | Refusal:
    """The state after one player's answer; after a rejection no other player is asked."""
    assert table.deck is not None
    if m == LET:
        if len(q.waiting) > 1:
            return replace(s, question=replace(q, waiting=q.waiting[1:]))
        return end_turn(table, s, q.mover)
    if not isinstance(m, Play) or m.card not in cards.REACTIONS or m.other is not None:
        return Refusal(
            "stage",
            f"{SEATS[q.mover]} has placed stones: accept them, or play a card that rejects them",
        )
    seat = q.waiting[0]
    if not cards.holds(s.cards, seat, m.card, table.deck):
        return Refusal("hand", f"{SEATS[seat]} holds no {cards.NAMES[m.card]} card")
    return reject(table, replace(s, board=q.before), q.put, seat, m.card, q.mover)


def reject(
    table: Table, s: State, put: tuple[Cell, ...], seat: Seat, card: cards.Kind, turn: Seat
) -> State:
    """The state after `seat` has played a card by which the stones on `put` are rejected, which
    the board no longer has. `turn` is the player whose turn ends with it."""
    s = replace(s, cards=cards.discarded(s.cards, seat, card), last=None)
    if card == cards.REJECT_AND_REPLACE:
        # Points on which stones were placed are empty again; a stone replaced by Replace Any
        # is back on its point.
        cleared = questions.ReplaceAt(seat, turn, tuple(c for c in put if not s.stones[c]))
        if next(replacements(table, s, cleared), None) is not None:
            return replace(s, question=cleared)
    return end_idle_turn(table, s, turn)


def replacements(table: Table, s: State, q: questions.ReplaceAt) -> Iterator[Move]:
    """The cleared points on which the rejecting player may place his stone."""
    for cell in q.cells:
        if not isinstance(place(table, s, q.seat, cell, None), Refusal):
            yield Point(cell)


def replace_at(table: Table, s: State, q: questions.ReplaceAt, m: Move) -> State | Refusal:
    """The state after the stone of Reject and Replace; it cannot be rejected."""
    if not isinstance(m, Point) or m.cell not in q.cells:
        there = table.topology.listing(q.cells)
        return Refusal("stage", f"place your stone where one was just rejected: {there}", q.cells)
    board = place(table, s, q.seat, m.cell, None)
    if isinstance(board, Refusal):
        return board
    return end_turn(table, replace(s, board=board), q.mover)


# -- who is asked next ------------------------------------------------------------------------


def end_idle_turn(
    table: Table, s: State, seat: Seat, *, passing: bool = False, under: bool = False
) -> State:
    """The state after a turn that put no stone: a pass, or what breaks a run of passes (rule 9).
    `under` as in `end_turn`."""
    board = replace(s.board, idle=s.board.idle + 1)
    s = replace(s, board=board, passes=s.passes + 1 if passing else 0, last=None)
    return end_turn(table, s, seat, under=under)


def end_turn(table: Table, s: State, seat: Seat, *, under: bool = False) -> State:
    """The state after the turn of `seat`: he has to discard while he holds more cards than are
    kept; then the next turn begins, or play stops. With `under` discards go under the stack. Where
    a pair draws at the end of the turn, he may draw first; the dice are gone then."""
    if table.plays("draw", "at the end") and may_draw(table, s) and table.draws(s):
        return replace(s, question=questions.MayDraw(seat, last=True), dice=None)
    if table.hand_limit is not None and len(s.cards.hands[seat]) > table.hand_limit:
        return replace(s, question=questions.Discard(seat, under))
    if table.plays("independence", "at once"):
        others = order_from(s.order, seat)[1:]
        waiting = tuple(other for other in others if s.occupiers[other] is not None)
        if waiting:
            return replace(s, question=questions.Leave(waiting))
    return _go_on(table, s)


def may_draw(table: Table, s: State) -> bool:
    """Whether the game has cards and one is left to draw."""
    return table.deck is not None and cards.can_draw(s.cards)


def leave(table: Table, s: State, q: questions.Leave, m: Move) -> State | Refusal:
    """The state after an occupied player left at once, or stayed. Who leaves loses his next turn,
    and breaks a run of passes."""
    seat, waiting = q.waiting[0], q.waiting[1:]
    if m == INDEPENDENCE:
        free = alliance.independent(s.occupiers, seat)
        s = replace(s, occupiers=free, spent=(*s.spent, seat), passes=0)
    elif m != LET:
        return Refusal("stage", f"{SEATS[seat]} may leave his occupier now: independence, or let")
    return replace(s, question=replace(q, waiting=waiting)) if waiting else _go_on(table, s)


def play_on(table: Table, s: State) -> State:
    """The state after the players disagreed on dead stones: the next turn begins, and turns
    without a stone are counted anew."""
    board = replace(s.board, idle=0, disputed=True)
    return next_turn(table, replace(s, board=board, passes=0))


def next_turn(table: Table, s: State) -> State:
    """The state in which the next player in order begins his turn; who has lost it is passed
    over."""
    seat = order_from(s.order, s.turn)[1]
    s = replace(s, question=questions.Turn(seat), turn=seat, dice=None)
    if seat not in s.spent:
        return s
    left = tuple(other for other in s.spent if other != seat)
    return end_idle_turn(table, replace(s, spent=left), seat)


def _go_on(table: Table, s: State) -> State:
    """The state after a turn and all that belongs to it: the next one begins, or play stops."""
    if s.towards_end >= table.players or (table.plays("ko", "ko") and thrice(s.board)):
        return _pause(table, s)
    return next_turn(table, s)


def thrice(board: questions.Board) -> bool:
    """Whether the position stands for the third time, which only the house rule of ko allows."""
    here = board.history
    return sum(past.key == here.key for past in here.backwards()) >= _REPEATED


def _pause(table: Table, s: State) -> State:
    """The state when play stops: the game is over, or the players agree on dead stones first
    (rule 18)."""
    if table.will_agree(s):
        first = order_from(s.order, s.turn)[1]
        return replace(
            s, question=questions.Settle(Agreement(order_from(s.order, first))), dice=None
        )
    ending = ALL_PASSED if s.passes >= table.players else NO_STONES
    if s.towards_end < table.players:
        ending = REPEATED
    return replace(s, question=None, ending=ending, dice=None)
