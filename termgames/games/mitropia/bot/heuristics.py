"""What bots answer without a search, by rules of thumb.

Which card to keep, where to begin, which stones are dead, when to surrender, and when to declare
independence. A search also takes the answers of the other players from here, so every function
uses only what the seat asked may know.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from termgames.core.arrays import Flags, Floats
from termgames.core.game import Seat
from termgames.core.steps import distances
from termgames.core.topology import Cell
from termgames.games.mitropia import cards, counting, moves, questions
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.placing import sides, stones_of
from termgames.games.mitropia.stones.prisoners import tradable, trade
from termgames.games.mitropia.turns import reactions, setup
from termgames.go import heuristics
from termgames.go.dead_stones import AGREE, Dead
from termgames.go.heuristics import ALIVE

Outlook = Callable[[State], tuple[Floats, Floats]]
"""Win shares (seats,) and ownership (cells, seats) by playouts from a state; see
`bot.evaluation.BoardEvaluator.outlook`."""

WORTH = {
    cards.FIVE_POINTS: 12.0,
    cards.THREE_POINTS: 9.0,
    cards.REJECT_AND_REPLACE: 8.0,
    cards.TRADE_3_8: 7.0,
    cards.EXTRA_MOVE: 6.5,
    cards.TRADE_2_5: 6.0,
    cards.REPLACE_ANY: 6.0,
    cards.REJECT: 5.0,
    cards.PAIR_PLACE: 4.5,
    cards.MOVE_ANYWHERE: 4.0,
    cards.TRADE_1_2: 3.5,
    cards.MOVE_THREE: 3.0,
    cards.MOVE_TWO: 2.5,
    cards.NO_MOVE: 0.0,
}
"""How much a card is worth keeping, on the scale of `discard`. Points are certain, the use of other
cards depends on the board."""

STANDS = 0.6
"""A stone is safe when its seat owns its point in at least this part of the playouts."""
HOPELESS = 0.02
"""The share of the win below which a player surrenders when he also is beset."""
CLEARLY = 0.05
"""A difference of win shares that is no larger than this may be chance."""
OPENING = 0.12
"""While a smaller part of the board than this is occupied, nothing is settled."""
_SURE, _NEARLY_ALL = 0.93, 0.85
"""A board is decided when so large a part of the points stays, in at least that part of the
playouts, whose it is. Then an occupied player leaves for any hope at all: he will not see a better
moment."""
_UNSEEN = 3.0
"""Points that a card in another player's hand may be worth; more are in one of fifty."""
ENOUGH_ALONE = 0.1
"""The share of the win on one's own for which an occupied player leaves his occupier."""


def usual(table: Table, s: State) -> Move | None:
    """The usual answer to a question at which no playout can begin; None where one can, and for
    the first stone of a card."""
    match s.question:
        case questions.ChooseStart():
            return start(table, s)
        case questions.Starter():
            return starter(table, s)
        case questions.MayDraw():
            return moves.DRAW
        case questions.Stones(put=put):
            return moves.DONE if put else None
        case questions.Reaction() | questions.Leave():
            return moves.LET
        case questions.ReplaceAt() as q:
            return next(reactions.replacements(table, s, q))
        case questions.Discard(seat=seat):
            return discard(s, seat)
        case questions.Surrender():
            return moves.ACCEPT
        case questions.Settle(agreement=agreement):
            return Dead(()) if agreement.dead is None else AGREE
    return None


def discard(s: State, seat: Seat) -> moves.Lose:
    """Discards the card that is least worth keeping; a card that is held twice is worth a little
    less. An unknown card where none is known."""
    hand = s.cards.hands[seat]
    seen = [card for card in hand if card is not None]
    if not seen:
        return moves.Lose(None)
    return moves.Lose(min(seen, key=lambda kind: WORTH[kind] - 0.4 * (seen.count(kind) - 1)))


# -- before play --------------------------------------------------------------------------


def start(table: Table, s: State) -> moves.Start:
    """The free start point that is farthest from the nearest one taken; among equals the one
    that is farthest from the other free ones together."""
    taken = [cell for cell in s.starts if cell is not None]
    free = [move.cell for move in setup.free_starts(table, s)]
    steps = distances(table.topology).astype(int)

    def room(cell: Cell) -> tuple[int, int]:
        near = min((int(steps[cell, other]) for other in taken), default=0)
        return near, sum(int(steps[cell, other]) for other in free)

    return moves.Start(max(free, key=room))


def starter(table: Table, s: State) -> moves.Point:
    """A starter stone that opens up ground: far from the own stones, away from the edge,
    near the middle of what is free."""
    assert isinstance(s.question, questions.Starter)
    seat = s.question.waiting[0]
    steps = distances(table.topology).astype(int)
    most = int(table.topology.neighbours.shape[1])
    own = stones_of(s.stones, seat)
    others = [cell for cell, stone in enumerate(s.stones) if stone and stone != seat + 1]
    others += [at for other, at in enumerate(s.starts) if other != seat and at is not None]

    def worth(cell: Cell) -> float:
        walls = most - len(table.topology.adjacent[cell])
        spread = min((int(steps[cell, other]) for other in own), default=2)
        danger = min((int(steps[cell, other]) for other in others), default=9)
        reach = int((steps[cell] <= 3).sum())
        return float(min(spread, 3) - 1.5 * walls + 0.1 * reach - (2.0 if danger < 2 else 0.0))

    points = [move.cell for move in setup.starter_points(table, s, s.question)]
    return moves.Point(max(points, key=worth))


# -- the turn -----------------------------------------------------------------------------


def first_choice(table: Table, s: State, outlook: Outlook, *, done: bool) -> Move | None:
    """The first choice of a turn where it needs no search: surrender, independence, or a pass
    when it wins the game or the board is `done`, that is when nothing is left to play for.
    Otherwise the roll, or without dice None."""
    assert isinstance(s.question, questions.Turn)
    seat = s.question.seat
    act = moves.ROLL if table.dice else None
    free = s.occupiers[seat] is None
    if free and opening(s):
        return act
    share, owner = outlook(s)
    if not free:
        alone, _ = outlook(replace(s, occupiers=alliance.independent(s.occupiers, seat)))
        # With this turn and the next one the end may be reached.
        last = s.towards_end >= table.players - 2 or decided(owner)
        if alone[seat] > (0 if last else ENOUGH_ALONE):
            return moves.INDEPENDENCE
    elif table.surrender and share[seat] < HOPELESS and _beset(s, seat, owner):
        host = shelter(table, s, seat, outlook)
        if host is not None:
            return moves.SurrenderTo(host)
    if _wins_by_passing(table, s, seat, owner) or (done and not _trades(table, s, seat)):
        return moves.PASS_AND_DRAW if reactions.may_draw(table, s) else moves.PASS
    return act


def _wins_by_passing(table: Table, s: State, seat: Seat, owner: Floats) -> bool:
    """Whether a pass reaches the end, as after those of all others, and the seat then has the most
    points whatever cards others may hold. Stones that `owner` (cells, seats) calls dead are taken
    off where players agree on them."""
    if s.towards_end < table.players - 1 or s.occupiers[seat] is not None:
        return False
    gone = dead(table, s, owner) if table.will_agree(s) else ()
    unseen = max(len(hand) for other, hand in enumerate(s.cards.hands) if other != seat)
    return _lead(table, replace(s, dead=gone), seat) > _UNSEEN * unseen


def shelter(table: Table, s: State, seat: Seat, outlook: Outlook) -> Seat | None:
    """To whom a beset seat surrenders: the host who is then least likely to win. None where nobody
    may take him or would, as an offer that is declined costs the turn; and where the surrender
    would decide the game for a host who was not expected to win it."""
    share, _ = outlook(s)
    wins = dict[Seat, float]()
    for host in alliance.hosts(table.topology, s.stones, s.occupiers, seat):
        joined = replace(s, occupiers=alliance.surrendered(s.occupiers, seat, host))
        together, _ = outlook(joined)
        decides = together.argmax() == host != share.argmax()
        crowned = decides and together[host] - share[host] > CLEARLY
        if not crowned and _gains(s, seat, host, outlook):
            wins[host] = float(together[host])
    return min(wins, key=lambda host: (wins[host], host), default=None)


def decided(owner: Floats) -> bool:
    """Whether nearly all points are sure to stay whose they are, by `owner` (cells, seats)."""
    return bool((owner.max(axis=1) >= _SURE).mean() >= _NEARLY_ALL)


def tradeable(table: Table, s: State, seat: Seat, m: moves.Play) -> bool:
    """Whether to consider a trade: with a player of another bloc, as prisoners count for the bloc,
    or by an occupied player who would lead on his own after it."""
    assert m.other is not None
    blocs = alliance.blocs(s.occupiers)
    if blocs[m.other] != blocs[seat]:
        return True
    give, take = cards.TRADES[m.card]
    traded = trade(s.board.prisoners, seat, give, m.other, take, s.order, several=table.several)
    alone = replace(
        s,
        board=replace(s.board, prisoners=traded),
        occupiers=alliance.independent(s.occupiers, seat),
    )
    return s.occupiers[seat] is not None and _lead(table, alone, seat) > 0


def reject_ally(table: Table, s: State, q: questions.Reaction) -> Move | None:
    """The card by which an occupied player rejects stones of his own bloc: only where he would be
    first on his own without them, and would not be with them."""
    seat, blocs = q.waiting[0], alliance.blocs(s.occupiers)
    held = [kind for kind in cards.REACTIONS if kind in s.cards.hands[seat]]
    if not held or s.occupiers[seat] is None or blocs[seat] != blocs[q.mover] or opening(s):
        return None
    alone = replace(s, occupiers=alliance.independent(s.occupiers, seat))
    without = _lead(table, replace(alone, board=q.before), seat)
    return moves.Play(held[0]) if without >= 0 > _lead(table, alone, seat) else None


def opening(s: State) -> bool:
    """Whether so few stones are on the board that nothing can be settled."""
    return len(s.stones) - s.stones.count(0) < OPENING * len(s.stones)


def _trades(table: Table, s: State, seat: Seat) -> bool:
    """Whether the seat holds a trade that improves its lead as the board stands."""
    lead, held = _lead(table, s, seat), s.board.prisoners
    for kind in cards.TRADES.keys() & set(s.cards.hands[seat]):
        give, take = cards.TRADES[kind]
        for other in s.order:
            play = moves.Play(kind, other)
            there = tradable(held, seat, give, other, take, several=table.several)
            if there and tradeable(table, s, seat, play):
                traded = trade(held, seat, give, other, take, s.order, several=table.several)
                after = replace(s, board=replace(s.board, prisoners=traded))
                if _lead(table, after, seat) > lead:
                    return True
    return False


def _lead(table: Table, s: State, seat: Seat) -> float:
    """By how many points the seat leads the best other one as the board stands, counting only the
    cards that the seat sees."""
    seen = replace(s, cards=cards.hidden(s.cards, seat))
    totals = list(counting.counted(table, seen).totals)
    return float(totals[seat] - max(totals[:seat] + totals[seat + 1 :]))


def answer_surrender(s: State, q: questions.Surrender, outlook: Outlook) -> Move:
    """Accept a surrender by which the host gains."""
    return moves.ACCEPT if _gains(s, q.seat, q.host, outlook) else moves.DECLINE


def _gains(s: State, seat: Seat, host: Seat, outlook: Outlook) -> bool:
    """Whether a host wins more often with a seat's stones on his side or, where that makes no clear
    difference, holds more points with them. Stones that he will capture anyway gain him nothing. A
    host who is occupied himself can leave with whom he has accepted: what counts is what he would
    have alone."""
    free = alliance.independent(s.occupiers, host)
    alone = replace(s, occupiers=free)
    share, owner = outlook(alone)
    joined = replace(s, occupiers=alliance.surrendered(free, seat, host))
    together, theirs = outlook(joined)
    gain = float(together[host] - share[host])
    if abs(gain) <= CLEARLY:
        gain = _holds(joined, theirs, host) - _holds(alone, owner, host)
    return gain > 0


def _holds(s: State, owner: Floats, seat: Seat) -> float:
    """Expected points of a seat and of the players in the bloc that it heads: area less the stones
    on the board."""
    own = owner.sum(axis=0) - [s.stones.count(1 + other) for other in range(owner.shape[1])]
    under = np.array(alliance.blocs(s.occupiers)) == seat
    under[seat] = False
    return float(own[seat] + np.maximum(own[under], 0).sum())


def _beset(s: State, seat: Seat, owner: Floats) -> bool:
    """Whether at least half of the seat's stones, and at least four, are as good as lost."""
    own = stones_of(s.stones, seat)
    lost = sum(float(owner[cell, seat]) < ALIVE for cell in own)
    return lost >= 4 and 2 * lost >= len(own)


def settled(s: State, sure: Flags, owner: Floats, *, removed: bool) -> bool:
    """Whether the owner of every point is certain: a fifth of the board is occupied, all empty
    points are `sure` (cells,), and by `owner` (cells, seats) all stones are safe. Stones need not
    be safe where dead ones will be `removed` by agreement."""
    stones = np.frombuffer(s.stones, np.uint8)
    if 5 * int((stones > 0).sum()) < len(stones):
        return False
    held = owner[np.arange(len(stones)), np.maximum(stones, 1) - 1]
    stand = removed | (stones == 0) | (held >= STANDS)
    return bool(((stones > 0) | sure).all() and stand.all())


def idle(table: Table, s: State, seat: Seat) -> Move:
    """The answer after a roll when no stone is worth placing: play No Move to be rid of it, or a
    card of points from a full hand, else forfeit. A card would break a run of passes."""
    hand = s.cards.hands[seat]
    if s.passes:
        return moves.FORFEIT
    if cards.NO_MOVE in hand:
        return moves.Play(cards.NO_MOVE)
    if table.hand_limit is not None and len(hand) >= table.hand_limit:
        for kind in cards.POINTS:
            if kind in hand:
                return moves.Play(kind)
    return moves.FORFEIT


# -- the end ------------------------------------------------------------------------------


def dead(table: Table, s: State, owner: Floats) -> tuple[Cell, ...]:
    """The stones of groups whose points their own side seldom owns, by `owner` (cells, seats);
    ascending."""
    return heuristics.dead(table.topology, s.stones, owner, sides(s.occupiers))


def agree_on_dead(table: Table, s: State, outlook: Outlook) -> Move:
    """A proposal of dead stones, or the answer to one: agrees unless the player would lead by more
    with the stones that he himself takes for dead."""
    assert isinstance(s.question, questions.Settle)
    agreement, seat = s.question.agreement, s.question.agreement.asked
    _, owner = outlook(s)
    own_view = dead(table, s, owner)
    if agreement.dead is None:
        return Dead(own_view)
    proposed, fair = (
        _lead(table, replace(s, question=None, dead=cells), seat)
        for cells in (agreement.dead, own_view)
    )
    return AGREE if proposed >= fair else moves.DECLINE
