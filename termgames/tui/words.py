"""The phrases of `play.text` in colours: rich text for the screens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from termgames.core.game import NEUTRAL, Seat
from termgames.core.options import number_text
from termgames.play.session import GameSession
from termgames.play.text import panels, prompts, words
from termgames.play.text.prompts import Phrase, Tone
from termgames.search.limits import Thought
from termgames.tui.widgets.holdings import bonds_text, table_text
from termgames.tui.widgets.scores import ScoreLine

Chip = Callable[[int], Text]
"""The stone of a colour, for lists."""

_STYLES: dict[Tone, str] = {"": "", "strong": "bold", "weak": "dim", "die": "reverse"}

describe = words.chosen_options
bot_text = prompts.bot_name
expected_text = prompts.expected
result_text = prompts.result
totals_text = prompts.totals


def seats_totals(session: GameSession, totals: Sequence[float]) -> str:
    """`alpha 30, beta 28, gamma 23`; empty without totals."""
    return words.totals(prompts.seat_names(session), totals)


def styled(phrase: Phrase, chip: Chip | None = None) -> Text:
    """A phrase as rich text; `chip` draws the stones in it, where there are any."""
    text = Text()
    for span in phrase:
        if span.colour is not None and chip is not None:
            text.append_text(chip(span.colour))
        text.append(span.text, _STYLES[span.tone])
    return text


def thinking_text(session: GameSession, seat: Seat, thought: Thought | None, *, now: bool) -> Text:
    """See `prompts.thinking`."""
    return styled(prompts.thinking(session, seat, thought, now=now))


def hint_text(session: GameSession, thought: Thought, *, can_play: bool) -> Text:
    """See `prompts.hint`."""
    return styled(prompts.hint(session, thought, can_play=can_play))


def held_text(session: GameSession) -> Text:
    """See `panels.held`."""
    return styled(panels.held(session))


def facts_text(session: GameSession, *, judged: bool) -> Text:
    """See `panels.facts`."""
    facts = panels.facts(session, judged=judged)
    return Text("  ").join(Text.assemble((f"{name} ", "dim"), value) for name, value in facts)


def score_lines(session: GameSession, chip: Chip) -> list[ScoreLine]:
    """The score of the position shown: a heading for each player, and the parts below it."""
    game, state = session.game, session.shown
    names, score = prompts.seat_names(session), session.score(session.ply)
    lines = []
    for group in panels.score_groups(session):
        if group.seat == NEUTRAL:
            head = Text("    Nobody's")
        else:
            head = Text.assemble(
                chip(game.colour(state, group.seat)),
                f" {names[group.seat].capitalize()} ",
                (number_text(score.totals[group.seat]), "bold"),
            )
        lines.append(ScoreLine(head, heading=True))
        lines += [ScoreLine(Text(f"    {text}"), cells) for text, cells in group.parts]
    return lines


def move_list(
    session: GameSession, chip: Chip
) -> tuple[Sequence[str], Sequence[int], Sequence[Text]]:
    """The texts of the moves, the ply of each, and the stone of who made it where that does
    not follow from its number; nobody's stone stands at what chance brought."""
    moves, match = panels.moves(session), session.match
    signs: list[Text] = []
    if not panels.turns_alternate(session):
        for move in moves:
            state, actor = match.state_at(move.ply), move.actor
            signs.append(chip(session.game.colour(state, actor)) if actor >= 0 else Text("   "))
    return [move.text for move in moves], [move.ply for move in moves], signs


def holdings_text(session: GameSession, chip: Chip) -> Text:
    """Tables of prisoners and alliances: what players have beside the board."""
    game, state, display = session.game, session.shown, session.display
    names = prompts.seat_names(session)

    def stone(seat: Seat) -> Text:
        return chip(game.colour(state, seat))

    blocks = [
        table_text(table, stone, names.__getitem__) for table in display.tables(state) if table.rows
    ]
    bonds = display.bonds(state)
    if bonds:
        blocks.append(bonds_text(bonds, stone, names.__getitem__))
    return Text("\n\n").join(blocks)
