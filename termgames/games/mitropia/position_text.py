"""The texts beside the diagram of a position, and the fields of reports to programs.

Each text is `name: value`; where players differ, the value is a list such as

    prisoners: black: white 2, red 1; white: black 3
    occupiers: red: black; blue: black
    hands: black: extra move, 3 points; white: ?, ?
    laid: black: 5 points
    starts: black: c3; white: g7
    order: white, black
    to move: black
    passes: 1
    idle turns: 7
    dead: c4, f7

`idle turns` counts all turns without a stone up to now, the passes among them; where it is left
out there were no others. With `dead` (or `dead: none`) the game is over, and all have agreed on
these groups.
Players go by their names or by their marks in diagrams.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from termgames.core.errors import OptionError, Refusal, UnreadableMove
from termgames.core.game import Seat
from termgames.core.position_text import refuse_unknown
from termgames.core.text import quoted
from termgames.games.mitropia import cards, questions
from termgames.games.mitropia.cards import Card, Cards, Kind
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import Board
from termgames.games.mitropia.state import MOST_IDLE, State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.placing import sides
from termgames.games.mitropia.stones.prisoners import Prisoners
from termgames.games.mitropia.turns import setup
from termgames.games.mitropia.turns.reactions import AGREED
from termgames.go import dead_stones, superko
from termgames.go.board import groups
from termgames.go.superko import History

NAMES = (
    *("to move", "prisoners", "occupiers", "hands", "laid", "starts", "order"),
    *("passes", "idle turns", "dead"),
)
_MOST_PRISONERS = 999
"""Of one colour: more than any game has."""
_BETWEEN = re.compile(r";|,(?=\s*[a-z]+\s*:)", re.IGNORECASE)
"""The separator between the clauses of two players; some programs write a comma."""
_PILE = re.compile(r"([a-z]+) (\d+)")
"""Prisoners of one colour."""


def read_position(table: Table, rows: Sequence[str], position_text: Mapping[str, str]) -> State:
    """A turn about to begin on the board of a diagram, rows from the top; where `position_text`
    has `dead`, the end of a game. OptionError where a text or the diagram does not fit the game."""
    refuse_unknown("Mitropia", position_text, NAMES)
    stones = table.topology.read(rows, "." + marks(table.players))
    order = _order(table, position_text.get("order", ""))
    mover = _seat(table, position_text["to move"]) if "to move" in position_text else order[0]
    passes = _count(position_text, "passes", 0, table.players - 1)
    idle = _count(position_text, "idle turns", passes, MOST_IDLE * table.players - 1)
    history = History.begin(superko.key(stones))
    begun = replace(
        setup.start(table),
        board=Board(stones, history, _prisoners(table, position_text.get("prisoners", "")), idle),
        question=questions.Turn(mover),
        occupiers=_occupiers(table, position_text.get("occupiers", "")),
        cards=_cards(table, position_text.get("hands", ""), position_text.get("laid", "")),
        order=order,
        starts=_starts(table, order, position_text.get("starts", "")),
        turn=mover,
        passes=passes,
    )
    return _ended(table, begun, position_text["dead"]) if "dead" in position_text else begun


def position_text(table: Table, s: State) -> dict[str, str]:
    """The texts beside the diagram of a state, as if its turn were about to begin."""
    names, at = SEATS[: table.players], table.topology.names

    def clauses(values: Iterable[str]) -> str:
        pairs = zip(names, values, strict=True)
        return "; ".join(f"{name}: {value}" for name, value in pairs if value)

    texts = {
        "to move": names[s.turn],
        "order": ", ".join(names[seat] for seat in s.order),
        "starts": clauses("" if cell is None else at[cell] for cell in s.starts),
        "occupiers": clauses("" if above is None else names[above] for above in s.occupiers),
        "prisoners": clauses(
            ", ".join(f"{names[of]} {number}" for of, number in enumerate(held) if number)
            for held in s.board.prisoners
        ),
        "hands": clauses(", ".join(cards.listed(hand)) for hand in s.cards.hands),
        "laid": clauses(", ".join(cards.listed(pile)) for pile in s.cards.laid),
    }
    if s.towards_end < table.players:
        texts["passes"] = str(s.passes or "")
        texts["idle turns"] = str(s.board.idle) if s.board.idle > s.passes else ""
    return {name: text for name, text in texts.items() if text}


def impossible(table: Table, s: State) -> Refusal | None:
    """A refusal where a group, allies' stones included, has no liberties, since no move leaves one
    (rule 6); else None. Always None where players may surrender: when an ally declares
    independence, a group may be left without liberties (rule 14)."""
    if table.surrender:
        return None
    for group in groups(table.topology, s.stones, sides(s.occupiers)):
        if not group.liberties:
            verb = "has" if len(group.cells) == 1 else "have"
            listing = table.topology.listing(group.cells)
            return Refusal("liberties", f"{listing} {verb} no liberty", group.cells)
    return None


def hide_hands(table: Table, position_text: Mapping[str, str], seat: Seat | None) -> dict[str, str]:
    """The texts beside a diagram, with the cards in hands unknown, but for those of `seat`."""
    hidden = dict(position_text)
    if "hands" in hidden:
        clauses = [
            f"{SEATS[holder]}: "
            + (listed if holder == seat else ", ".join("?" for _ in _listed(listed)))
            for holder, listed in _clauses(table, "hands", hidden["hands"])
        ]
        hidden["hands"] = "; ".join(clauses)
    return hidden


def report_fields(table: Table, s: State) -> dict[str, Any]:
    """A state as JSON values by name; of hands that are hidden only how many cards they hold."""
    names = SEATS[: table.players]
    at = table.topology.names
    acting = isinstance(s.question, questions.Act | questions.Stones) or (
        not table.dice and isinstance(s.question, questions.Turn)
    )
    turn = s.turn
    if isinstance(s.question, questions.Throw | questions.ChooseStart | questions.Starter):
        turn = s.question.waiting[0]
    return {
        "question": None if s.question is None else _question_name(s),
        "turn": names[turn],
        "roll": None if s.dice is None else list(s.dice),
        "distance": table.reach(s) if acting else None,
        "prisoners": {
            name: dict(zip(names, held, strict=True))
            for name, held in zip(names, s.board.prisoners, strict=True)
        },
        "occupiers": {
            name: None if above is None else names[above]
            for name, above in zip(names, s.occupiers, strict=True)
        },
        "starts": {
            name: None if cell is None else at[cell]
            for name, cell in zip(names, s.starts, strict=True)
        },
        "order": [names[seat] for seat in s.order],
        "hand_sizes": {name: len(hand) for name, hand in zip(names, s.cards.hands, strict=True)},
        **({"hands": _by_name(names, s.cards.hands)} if table.open_hands else {}),
        "laid": _by_name(names, s.cards.laid),
        "stack": s.cards.stack + len(s.cards.under),
        "passes": s.passes,
        "idle_turns": s.board.idle,
        "proposed_dead": _proposed(table, s),
        "scoring": table.scoring,
        "ending": s.ending,
    }


def _by_name(names: Sequence[str], held: Sequence[Sequence[Card]]) -> dict[str, list[str]]:
    return {name: cards.listed(pile) for name, pile in zip(names, held, strict=True)}


def marks(players: int) -> str:
    """The characters of the colours in diagrams."""
    return "bwrugy"[:players]


def _question_name(s: State) -> str:
    """`choose start` for ChooseStart."""
    return re.sub(r"(?<!^)([A-Z])", r" \1", type(s.question).__name__).lower()


def _proposed(table: Table, s: State) -> list[str] | None:
    dead: tuple[int, ...] | None = s.dead
    if s.ending is None:
        dead = s.question.agreement.dead if isinstance(s.question, questions.Settle) else None
    return None if dead is None else [table.topology.names[cell] for cell in dead]


# -- reading ------------------------------------------------------------------------------


def _count(position_text: Mapping[str, str], field: str, least: int, most: int) -> int:
    """A number of turns; `least` where it is not given."""
    given = position_text.get(field, str(least))
    if given not in map(str, range(least, most + 1)):
        raise OptionError(f"{field}: {quoted(given)} is none of {least} to {most}")
    return int(given)


def _seat(table: Table, text: str) -> Seat:
    name = text.strip().lower()
    if len(name) == 1 and name in marks(table.players):
        return marks(table.players).index(name)
    if name not in SEATS[: table.players]:
        raise OptionError(
            f"{quoted(text.strip())} is no player: the players are "
            f"{', '.join(SEATS[: table.players])}"
        )
    return SEATS.index(name)


def _clauses(table: Table, field: str, text: str) -> Iterator[tuple[Seat, str]]:
    """The clauses of a text by player, each once: his seat and his value."""
    named: set[Seat] = set()
    for clause in filter(None, map(str.strip, _BETWEEN.split(text))):
        name, colon, value = clause.partition(":")
        if not colon:
            raise OptionError(
                f"{field}: {quoted(clause)}: write 'player: …', with ';' between players"
            )
        seat = _seat(table, name)
        if seat in named:
            raise OptionError(f"{field}: {SEATS[seat]} is named twice")
        named.add(seat)
        yield seat, value.strip().lower()


def _items(listed: str) -> list[str]:
    return [item for item in map(str.strip, listed.split(",")) if item and item != "none"]


def _order(table: Table, text: str) -> tuple[Seat, ...]:
    """The order of play; in order of seat numbers when none is given."""
    names = re.split(r"[\s,]+", text.strip()) if text.strip() else SEATS[: table.players]
    order = tuple(_seat(table, name) for name in names)
    if sorted(order) != list(range(table.players)):
        raise OptionError(
            f"order: {quoted(text)} does not name each of {table.players} players once"
        )
    return order


def _prisoners(table: Table, text: str) -> Prisoners:
    held = [[0] * table.players for _ in range(table.players)]
    for holder, listed in _clauses(table, "prisoners", text):
        for item in _items(listed):
            pile = _PILE.fullmatch(item)
            if pile is None:
                raise OptionError(
                    f"prisoners: {quoted(item)}: write a colour and a number, as white 2"
                )
            colour, number = pile.groups()
            if len(number) > len(str(_MOST_PRISONERS)):
                raise OptionError(f"prisoners: {item[:40]!r}: at most {_MOST_PRISONERS} a colour")
            held[holder][_seat(table, colour)] += int(number)
    for seat in range(table.players):
        held[seat][seat] = 0  # stones of his own are out of the game (rule 20)
    return tuple(map(tuple, held))


def _occupiers(table: Table, text: str) -> alliance.Occupiers:
    above: list[Seat | None] = [None] * table.players
    for seat, occupier in _clauses(table, "occupiers", text):
        if occupier != "none":
            above[seat] = _seat(table, occupier)
    if not table.surrender and any(seat is not None for seat in above):
        raise OptionError("occupiers: nobody surrenders in this game")
    for seat in range(table.players):
        at, steps = above[seat], 0
        while at is not None:
            at, steps = above[at], steps + 1
            if steps > table.players:
                raise OptionError(f"occupiers: {SEATS[seat]} would be under himself")
    return tuple(above)


def _cards(table: Table, hands: str, laid: str) -> Cards:
    """The cards: hands and points laid down as the texts say, all others in the stack."""
    if table.deck is None:
        if hands.strip() or laid.strip():
            raise OptionError("hands: this game has no cards")
        return cards.full_stack((), table.players)
    held: list[list[Card]] = [[] for _ in range(table.players)]
    for seat, listed in _clauses(table, "hands", hands):
        held[seat] += _listed(listed)
    piles: list[list[Kind]] = [[] for _ in range(table.players)]
    for seat, listed in _clauses(table, "laid", laid):
        piles[seat] += map(_points, _listed(listed))
    placed = sum(map(len, held)) + sum(map(len, piles))
    all_cards = replace(
        cards.full_stack(table.deck, table.players),
        hands=tuple(map(cards.sorted_hand, held)),
        laid=tuple(tuple(sorted(pile)) for pile in piles),
        stack=sum(table.deck) - placed,
    )
    scarce = cards.excess_kind(all_cards, table.deck)
    if scarce is not None:
        name, there = cards.NAMES[scarce], table.deck[scarce]
        raise OptionError(f"hands: the deck has {there} {name} cards, and more are named")
    if all_cards.stack < 0:
        raise OptionError(f"hands: the deck has {sum(table.deck)} cards, and {placed} are named")
    return all_cards


def _listed(text: str) -> list[Card]:
    """The cards of a list."""
    return [*map(_card, _items(text))]


def _card(name: str) -> Card:
    if name == "?":
        return None
    if name not in cards.NAMES:
        raise OptionError(f"hands: there is no card {quoted(name)}: {', '.join(cards.NAMES)}")
    return cards.NAMES.index(name)


def _points(card: Card) -> Kind:
    if card not in cards.POINTS or card is None:
        raise OptionError(f"laid: {cards.listed((card,))[0]!r} is no card of points")
    return card


def _ended(table: Table, s: State, text: str) -> State:
    """The end of a game in which these groups were agreed dead."""
    cells = []
    for name in filter(None, re.split(r"[\s,]+", text.strip().lower().removeprefix("none"))):
        try:
            cells.append(table.topology.cell(name))
        except UnreadableMove as error:
            raise OptionError(f"dead: {error}") from None
        if not s.stones[cells[-1]]:
            raise OptionError(f"dead: {name} is empty: only stones are dead")
    dead = dead_stones.whole_groups(table.topology, s.stones, tuple(cells), sides(s.occupiers))
    return replace(s, question=None, passes=table.players, dead=dead, ending=AGREED)


def _starts(table: Table, order: tuple[Seat, ...], text: str) -> tuple[int | None, ...]:
    """The start points; players that are not named take theirs clockwise in order of play."""
    starts: list[int | None] = [None] * table.players
    for seat, cell in zip(order, table.starts, strict=True):
        starts[seat] = cell
    for seat, point in _clauses(table, "starts", text):
        try:
            starts[seat] = table.topology.cell(point)
        except UnreadableMove as error:
            raise OptionError(f"starts: {error}") from None
    return tuple(starts)
