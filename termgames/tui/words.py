"""A match in words: options, players, results, thinking. Plain functions for all screens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text

from termgames.core.display import DeadStoneAgreement
from termgames.core.game import NEUTRAL, Chancy, Score, Seat
from termgames.core.options import GameInfo, Value, number_text
from termgames.core.text import listed
from termgames.play.match import Result
from termgames.play.session import GameSession
from termgames.search.limits import Thought
from termgames.tui.widgets.holdings import bonds_text, table_text
from termgames.tui.widgets.scores import ScoreLine

Chip = Callable[[int], Text]
"""The stone of a colour, for lists."""


def describe(info: GameInfo, options: Mapping[str, Value]) -> str:
    """The options that are not at rest, as `size 13, komi 5.5`; what goes without saying where
    somebody plays is left out."""
    told = []
    for option in info.options:
        value = options[option.name]
        if value is None or value in (option.default, option.played):
            continue
        told.append(option.name if value is True else f"{option.name} {option.label(value)}")
    return ", ".join(told)


def totals_text(session: GameSession, score: Score) -> str:
    """`16.5 to 12`, the highest first; by name where more than two play."""
    if session.game.seats > 2:
        return seats_totals(session, score.totals)
    return " to ".join(number_text(total) for total in sorted(score.totals, reverse=True))


def seats_totals(session: GameSession, totals: Sequence[float]) -> str:
    """`alpha 30, beta 28, gamma 23`; empty without totals."""
    game, state = session.game, session.shown
    return ", ".join(
        f"{game.seat_name(state, seat)} {number_text(total)}" for seat, total in enumerate(totals)
    )


def names_text(session: GameSession, seats: Sequence[Seat]) -> str:
    """`alpha`, `alpha and gamma`."""
    return listed([session.game.seat_name(session.shown, seat) for seat in seats])


def result_text(session: GameSession, result: Result) -> str:
    """Who won, by how much and why, one sentence or two."""
    game, state = session.game, session.match.state

    def named(seat: Seat) -> str:
        return f"{game.seat_name(state, seat).capitalize()} ({session.label(seat)})"

    resigned = session.match.resigned is not None
    count = "" if resigned else f", {totals_text(session, result.score)}"
    reason = f" ({result.reason})" if result.reason else ""
    if not result.winners:
        return f"Nobody wins{count}{reason}."
    if len(result.winners) == 1:
        return f"{named(result.winners[0])} wins{count}{reason}."
    if len(result.winners) == game.seats:
        return f"A draw{count}{reason}."
    return f"{' and '.join(named(seat) for seat in result.winners)} share the win{count}{reason}."


def score_lines(session: GameSession, chip: Chip) -> list[ScoreLine]:
    """The score of the position shown: a heading a player, his parts, then nobody's."""
    game, state = session.game, session.shown
    score = session.score(session.ply)
    lines = []
    for seat in range(game.seats):
        head = Text.assemble(
            chip(game.colour(state, seat)),
            f" {game.seat_name(state, seat).capitalize()} ",
            (number_text(score.totals[seat]), "bold"),
        )
        lines.append(ScoreLine(head, heading=True))
        lines += _parts(score, seat)
    nobody = _parts(score, NEUTRAL)
    if nobody:
        lines.append(ScoreLine(Text("    Nobody's"), heading=True))
        lines += nobody
    return lines


def _parts(score: Score, seat: int) -> list[ScoreLine]:
    """The parts of an owner: territories, the largest first, then bonuses."""
    mine = [part for part in score.parts if part.seat == seat]
    parts = sorted(mine, key=lambda part: (not part.cells, -part.points))
    return [ScoreLine(Text(f"    {part.text}"), part.cells) for part in parts]


def bot_text(session: GameSession, seat: Seat) -> str:
    """`bot 4`; `Beta (bot 4)` where another player is called the same."""
    label = session.label(seat)
    if [session.label(other) for other in range(session.game.seats)].count(label) == 1:
        return label
    return f"{session.game.seat_name(session.shown, seat).capitalize()} ({label})"


def thinking_text(session: GameSession, seat: Seat, thought: Thought | None, *, now: bool) -> Text:
    """What is known of a bot's thinking, in two lines; `now` while it goes on."""
    doing = f"{bot_text(session, seat)} {'thinks' if now else 'thought'}"
    text = Text(doing, "bold" if now else "dim")
    if thought is None or not (thought.playouts or thought.note):
        return text
    rest = f" {thought.seconds:.1f} s"
    if thought.playouts:
        rest += f", {thought.playouts:,} playouts"
    if thought.note and not session.view.secret:
        rest += f", {thought.note}"
    if now:
        rest += f", {thought.playouts_per_second:,.0f}/s"
    text.append(rest, "dim")
    found = []
    # What a bot expects, and how it means to go on, tells what it holds.
    if thought.value is not None and not session.view.secret:
        found.append(f"{thought.value[seat]:.0%}")
    if not session.view.secret:
        found += [session.game.format(move) for move in thought.line[:3]]
    if found:
        text.append("\n" + "  ".join(found), "" if now else "dim")
    return text


def hint_text(session: GameSession, thought: Thought, *, can_play: bool) -> Text:
    """What a bot would play in the position shown and why, in two lines."""
    game, state = session.game, session.shown
    text = Text.assemble("Hint: ", (game.format(thought.move), "bold"))
    if thought.value is not None:
        text.append(f", win share {thought.value[game.to_act(state)]:.0%}")
    if can_play and game.cells_of(thought.move):
        text.append("  i takes it up", "dim")
    line = [game.format(move) for move in thought.line[1:3]]
    if line:
        text.append(f"\nthen {'  '.join(line)}", "dim")
    return text


def expected_text(session: GameSession) -> str:
    """What the bot that made the move shown expected of the game, empty where unknown."""
    shares = session.expectations.get(session.ply - 1)
    if shares is None:
        return ""
    seat = session.game.to_act(session.match.state_at(session.ply - 1))
    return f"{bot_text(session, seat)} expected to win with {shares[seat]:.0%}"


def move_list(
    session: GameSession, chip: Chip
) -> tuple[Sequence[str], Sequence[int], Sequence[Text]]:
    """The texts of the moves as far as they may be known, the ply of each, and who made it,
    where that does not follow from its number; nobody's sign stands at what chance brought.

    That somebody let something stand is left out.
    """
    game, match = session.game, session.match
    plies = list(range(match.ply))
    plies = [ply for ply in plies if not session.letting.accepted(ply)]
    texts = [session.view.text(ply) for ply in plies]
    if game.seats == 2 and not isinstance(game, Chancy):
        return texts, plies, ()
    return texts, plies, _signs(session, chip, plies)


def _signs(session: GameSession, chip: Chip, plies: Sequence[int]) -> Sequence[Text]:
    game, match = session.game, session.match
    found = []
    for ply in plies:
        actor = match.actor(ply)
        found.append(chip(game.colour(match.state_at(ply), actor)) if actor >= 0 else Text("   "))
    return found


def holdings_text(session: GameSession, chip: Chip) -> Text:
    """Prisoners, alliances, numbers of cards: what players have beside the board."""
    game, state, display = session.game, session.shown, session.display

    def stone(seat: Seat) -> Text:
        return chip(game.colour(state, seat))

    def name(seat: Seat) -> str:
        return game.seat_name(state, seat)

    blocks = [table_text(table, stone, name) for table in display.tables(state) if table.rows]
    bonds = display.bonds(state)
    if bonds:
        blocks.append(bonds_text(bonds, stone, name))
    return Text("\n\n").join(blocks)


def facts_text(session: GameSession, *, judged: bool) -> Text:
    """What is to be known of the position at a glance; nothing unless `judged`."""
    state = session.shown
    facts = session.display.status(state) if judged else ()
    # Dice that lie on the table need no words.
    seen = {"dice"} if session.display.rolled(state) else set()
    told = [Text.assemble((f"{name} ", "dim"), value) for name, value in facts if name not in seen]
    return Text("  ").join(told)


def held_text(session: GameSession) -> Text:
    """The dice of the turn, the player's cards (face down where others look on), and
    whether he lets everything stand; empty where there is nothing of that."""
    state, seat = session.shown, session.view.seat
    parts = []
    dice = session.display.rolled(state)
    if dice:
        parts.append(Text(" ").join(Text(f" {die} ", "reverse") for die in dice))
    done = session.frozen or session.match.over
    hand = None if seat is None or done else session.display.hand(state, seat)
    if hand is not None and not isinstance(hand, int):
        if session.view.shared:
            told = f"{len(hand)} face down" if hand else "none"
        else:
            told = ", ".join(card.name for card in hand) or "none"
        parts.append(Text.assemble(("cards ", "dim"), told))
    when = None if seat is None else session.letting.when(seat)
    if when is not None:
        asked = {"idle": "asked with a choice only", "all": "lets all stand"}
        parts.append(Text(asked[when], "dim"))
    return Text("  ").join(parts)


def agreement_text(session: GameSession, agreement: DeadStoneAgreement) -> str:
    """How many stones who proposed as dead, who has agreed, and what the count would be."""
    game, state = session.game, session.shown
    if agreement.dead is None:
        return ""
    proposer, *agreed = agreement.order[: agreement.agreed]
    text = f"{game.seat_name(state, proposer).capitalize()}: {stones_text(len(agreement.dead))}"
    if agreed:
        text += f"; {names_text(session, agreed)} agreed"
    return f"{text}. {would_be(session, game.score(state))}"


def stones_text(number: int) -> str:
    """`no stone`, `1 stone`, `7 stones`, and that they are dead."""
    return f"{number or 'no'} stone{'s' if number > 1 else ''} dead"


def would_be(session: GameSession, score: Score) -> str:
    """The count as it would be, and who would win."""
    text = f"Then {seats_totals(session, score.totals)}"
    winners = names_text(session, score.winners)
    if len(score.winners) == session.game.seats:
        return f"{text}: a draw."
    return f"{text}: {winners or 'nobody'} win{'s' if len(score.winners) < 2 else ''}."
