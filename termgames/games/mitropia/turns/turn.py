"""A turn: pass, roll, draw, act, discard; surrender and independence (rules 4, 11 and 14)."""

from collections.abc import Iterator
from dataclasses import replace

from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.core.text import listed
from termgames.games.mitropia import cards, moves, questions
from termgames.games.mitropia.moves import Move
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.placing import place, points
from termgames.games.mitropia.turns.card_plays import play, playable
from termgames.games.mitropia.turns.reactions import after_stones, end_idle_turn, end_turn, may_draw
from termgames.games.mitropia.turns.setup import is_throw

# -- the first choice ---------------------------------------------------------------------


def choices(table: Table, s: State, q: questions.Turn) -> Iterator[Move]:
    """Pass, roll or surrender; without dice also stones and cards."""
    if table.dice:
        yield moves.ROLL
    else:
        yield from _acts(table, s, q.seat)
    yield moves.PASS
    if may_draw(table, s):
        yield moves.PASS_AND_DRAW
    if table.surrender:
        hosts = alliance.hosts(table.topology, s.stones, s.occupiers, q.seat)
        yield from map(moves.SurrenderTo, hosts)
        if s.occupiers[q.seat] is not None:
            yield moves.INDEPENDENCE


def choose(table: Table, s: State, q: questions.Turn, m: Move) -> State | Refusal:
    """The state after the first choice of a turn."""
    if m == moves.PASS:
        return end_idle_turn(table, s, q.seat, passing=True)
    if m == moves.ROLL and table.dice:
        return replace(s, question=questions.Roll(q.seat))
    if m == moves.PASS_AND_DRAW:
        return _pass_and_draw(table, s, q.seat)
    if isinstance(m, moves.SurrenderTo):
        return _offer(table, s, q.seat, m.host)
    if m == moves.INDEPENDENCE:
        return _leave(table, s, q.seat)
    if not table.dice:
        return _acted(table, s, q.seat, m)
    if moves.cells_of(m):
        return Refusal("stage", "roll the dice first: they say how far your stone may go")
    first = [moves.write(table.topology, choice) for choice in choices(table, s, q)]
    return Refusal("stage", f"first choose: {listed(first, 'or')}")


def _pass_and_draw(table: Table, s: State, seat: Seat) -> State | Refusal:
    if table.deck is None:
        return Refusal("no-cards", "this game has no cards to draw")
    if not cards.can_draw(s.cards):
        return Refusal("no-cards", "no card is left to draw")
    return replace(s, question=questions.Draw(seat, passing=True))


# -- dice and cards -----------------------------------------------------------------------


def rolled(table: Table, s: State, q: questions.Roll, m: Move) -> State | Refusal:
    """The state after the roll; after a pair the player may draw a card, mostly at once."""
    if not isinstance(m, moves.Dice) or not is_throw(m):
        return Refusal("stage", f"chance rolls for {SEATS[q.seat]}: two dice, as 3,5")
    s = replace(s, dice=(m.low, m.high), question=questions.Act(q.seat))
    at_once = table.plays("draw", "at once") and table.draws(s) and may_draw(table, s)
    return replace(s, question=questions.MayDraw(q.seat)) if at_once else s


def answer_draw(table: Table, s: State, q: questions.MayDraw, m: Move) -> State | Refusal:
    """The state after the answer to a pair: draw a card, or not."""
    if m == moves.DRAW:
        return replace(s, question=questions.Draw(q.seat, passing=False, last=q.last))
    if m == moves.NO_DRAW and q.last:
        return end_turn(table, s, q.seat)
    if m == moves.NO_DRAW:
        return replace(s, question=questions.Act(q.seat))
    return Refusal("stage", "a pair was rolled: draw a card, or say no draw")


def drawn(table: Table, s: State, q: questions.Draw, m: Move) -> State | Refusal:
    """The state after a drawn card came to the hand. It may be unknown, as in a redacted record."""
    assert table.deck is not None
    if not isinstance(m, moves.Drawn):
        return Refusal("stage", f"chance draws a card for {SEATS[q.seat]}, as card no move")
    kinds = {kind for kind, _ in cards.outcomes(s.cards, table.deck)}
    if m.card is not None and m.card not in kinds:
        return Refusal("card", "that card cannot be drawn now")
    s = replace(s, cards=cards.drawn(s.cards, q.seat, m.card))
    if q.passing:
        return end_idle_turn(table, s, q.seat, passing=True, under=True)
    if q.last:
        return end_turn(table, s, q.seat)
    return replace(s, question=questions.Act(q.seat))


def discards(table: Table, s: State, q: questions.Discard) -> Iterator[Move]:
    """One answer for each kind of card in the hand."""
    assert table.deck is not None
    return map(moves.Lose, cards.kinds_in_hand(s.cards, q.seat, table.deck))


def discard(table: Table, s: State, q: questions.Discard, m: Move) -> State | Refusal:
    """The state after a card left the hand: to the discards, or after `pass draw` under the
    stack."""
    assert table.deck is not None
    if not isinstance(m, moves.Lose):
        return Refusal("stage", "too many cards: choose one to discard")
    if m.card is None:
        if not q.under or None not in s.cards.hands[q.seat]:
            return Refusal("card", "name the card to discard")
    elif not cards.holds(s.cards, q.seat, m.card, table.deck):
        return Refusal("card", f"{SEATS[q.seat]} does not hold that card")
    if q.under:
        held = cards.given_back(s.cards, q.seat, m.card)
    else:
        assert m.card is not None
        held = cards.discarded(s.cards, q.seat, m.card)
    return end_turn(table, replace(s, cards=held), q.seat, under=q.under)


# -- acting -------------------------------------------------------------------------------


def acts(table: Table, s: State, q: questions.Act) -> Iterator[Move]:
    """After a roll: a stone, a card, or nothing."""
    yield from _acts(table, s, q.seat)
    yield moves.FORFEIT


def act(table: Table, s: State, q: questions.Act, m: Move) -> State | Refusal:
    """The state after a stone, a card or a forfeit."""
    if m == moves.FORFEIT:
        return end_idle_turn(table, s, q.seat, passing=True)
    return _acted(table, s, q.seat, m)


def _acts(table: Table, s: State, seat: Seat) -> Iterator[Move]:
    yield from map(moves.Point, points(table, s, seat, table.reach(s)))
    yield from playable(table, s, seat)


def _acted(table: Table, s: State, seat: Seat, m: Move) -> State | Refusal:
    if isinstance(m, moves.Point):
        board = place(table, s, seat, m.cell, table.reach(s))
        if isinstance(board, Refusal):
            return board
        return after_stones(table, replace(s, board=board), seat, s.board, (m.cell,))
    if isinstance(m, moves.Play):
        return play(table, s, seat, m)
    otherwise = "forfeit" if table.dice else "pass"
    card = ", a card" if table.deck else ""
    stone = f"a stone, as {table.topology.example(s.stones)}"
    return Refusal("stage", f"play {stone}{card}, or {otherwise}")


# -- surrender ----------------------------------------------------------------------------


def _offer(table: Table, s: State, seat: Seat, host: Seat) -> State | Refusal:
    if not table.surrender:
        why = "with two players" if table.players == 2 else "in this game"
        return Refusal("no-surrender", f"nobody surrenders {why}")
    hosts = alliance.hosts(table.topology, s.stones, s.occupiers, seat)
    if host not in hosts:
        most = " or ".join(SEATS[other] for other in hosts)
        whom = f"only to {most}" if hosts else "to nobody"
        return Refusal(
            "surrender", f"{SEATS[seat]} may surrender {whom} now: stones in contact decide"
        )
    if table.plays("acceptance", "always"):
        s = replace(s, occupiers=alliance.surrendered(s.occupiers, seat, host))
        return end_idle_turn(table, s, seat)
    return replace(s, question=questions.Surrender(seat, host))


def answer_surrender(table: Table, s: State, q: questions.Surrender, m: Move) -> State | Refusal:
    """The state after the host accepted or declined; the turn is spent either way."""
    if m == moves.ACCEPT:
        s = replace(s, occupiers=alliance.surrendered(s.occupiers, q.seat, q.host))
    elif m != moves.DECLINE:
        return Refusal("stage", f"{SEATS[q.seat]} offers to surrender: accept or decline")
    return end_idle_turn(table, s, q.seat)


def _leave(table: Table, s: State, seat: Seat) -> State | Refusal:
    if not table.surrender or s.occupiers[seat] is None:
        return Refusal("independence", f"nobody occupies {SEATS[seat]}")
    return end_idle_turn(table, replace(s, occupiers=alliance.independent(s.occupiers, seat)), seat)
