"""A match in words: options, players, results, thinking. Plain functions for all screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rich.text import Text

from termgames import games
from termgames.core.game import NEUTRAL, Game, Score, Seat
from termgames.core.options import number_text
from termgames.play.match import Result
from termgames.search.limits import Thought
from termgames.tui.session import GameSession
from termgames.tui.widgets.scores import ScoreLine

Chip = Callable[[int], Text]
"""The stone of a colour, for lists."""


def describe(game: Game[Any, Any]) -> str:
    """The options that are not at rest, as `size 13, komi 5.5`."""
    told = []
    for option in games.info(game.id).options:
        value = game.options[option.name]
        if value is None or (option.default is not None and value == option.default):
            continue
        told.append(option.name if value is True else f"{option.name} {option.write(value)}")
    return ", ".join(told)


def totals_text(score: Score) -> str:
    """`16.5 to 12`, the highest first."""
    return " to ".join(number_text(total) for total in sorted(score.totals, reverse=True))


def result_text(session: GameSession, result: Result) -> str:
    """Who won, by how much and why, one sentence or two."""
    game, state = session.game, session.match.state

    def named(seat: Seat) -> str:
        return f"{game.seat_name(state, seat).capitalize()} ({session.label(seat)})"

    count = "" if session.match.resigned is not None else f", {totals_text(result.score)}"
    reason = f": {result.reason}" if result.reason else ""
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


def thinking_text(session: GameSession, seat: Seat, thought: Thought | None, *, now: bool) -> Text:
    """What is known of a bot's thinking, in two lines; `now` while it goes on."""
    text = Text(f"{session.label(seat)} {'thinks' if now else 'thought'}", "bold" if now else "dim")
    if thought is None or not (thought.playouts or thought.note):
        return text
    rest = f" {thought.seconds:.1f} s"
    if thought.playouts:
        rest += f", {thought.playouts:,} playouts"
    if thought.note:
        rest += f", {thought.note}"
    if now:
        rest += f", {thought.playouts_per_second:,.0f}/s"
    text.append(rest, "dim")
    found = []
    if thought.value is not None:
        found.append(f"{thought.value[seat]:.0%}")
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
    shares = session.values.get(session.ply - 1)
    if shares is None:
        return ""
    seat = session.game.to_act(session.match.state_at(session.ply - 1))
    return f"{session.label(seat)} expected to win with {shares[seat]:.0%}"


def moves_text(session: GameSession) -> Sequence[str]:
    """The texts of all moves played."""
    return [session.game.format(move) for move in session.match.moves]
