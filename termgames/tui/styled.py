"""The phrases of `play.text` in colours: rich text for the screens."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rich.style import Style
from rich.text import Text

from termgames.core.display import AnyDisplay, SeatTable
from termgames.core.game import NEUTRAL, NOBODY, Seat
from termgames.core.options import number_text
from termgames.core.topology import Cell
from termgames.play.advice import Estimate
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Sitting
from termgames.play.text import panels, prompts, words
from termgames.play.text.prompts import Phrase, Tone, UnfinishedMove
from termgames.play.text.turns import Turns, fitting
from termgames.study import lines as lines_of_play
from termgames.study.lines import LineStep
from termgames.tui.board import BoardView
from termgames.tui.themes import NamedStone
from termgames.tui.widgets.moves import MoveLine
from termgames.tui.widgets.players import Figures, PlayerRow
from termgames.tui.widgets.scores import ScoreLine

Chip = Callable[[int], Text]
"""The stone of a colour, for lists; three columns wide."""
Ink = Callable[[int], Style]
"""How a stone of a colour stands in words."""
Sign = Callable[[int | None], Text]
"""A thing beside the board or a stone, in the colour of its holder; None while it has none."""

_NUMBER_WIDTH = 4
"""Columns of a number in a table by two seats."""

_STYLES: dict[Tone, str] = {"": "", "strong": "bold", "weak": "dim", "die": "reverse"}


def styled(phrase: Phrase, chip: Chip | None = None) -> Text:
    """A phrase as rich text; `chip` draws the stones in it, where there are any."""
    text = Text()
    for span in phrase:
        if span.colour is not None and chip is not None:
            text.append_text(chip(span.colour))
        text.append(span.text, _STYLES[span.tone])
    return text


def stones_of_others(
    display: AnyDisplay, state: Any, line: Sequence[Any], ink: Ink
) -> list[NamedStone]:
    """The stones that the moves of a line lay for other players than those who make them."""
    steps = lines_of_play.steps(display.game, state, line)
    return [stone for step in steps for stone in _of_others(display, step, ink)]


def _of_others(display: AnyDisplay, step: LineStep, ink: Ink) -> Iterator[NamedStone]:
    """Such stones of one move."""
    for cell, colour in step.stones:
        move, name = display.named(step.move), display.game.topology.names[cell]
        found = re.search(rf"\b{re.escape(name)}\b", move)
        if colour != step.colour and found is not None:
            yield NamedStone(move, found.start(), found.end(), ink(colour))


def facts_text(facts: Iterable[tuple[str, str]], width: int) -> Text:
    """Names and values, see `panels.facts`, in rows."""
    return in_rows((Text.assemble((f"{name} ", "dim"), value) for name, value in facts), width)


def in_rows(pieces: Iterable[Text], width: int) -> Text:
    """Pieces side by side, in lines of at most `width` columns that break between pieces where
    they can."""
    lines = [Text()]
    for piece in pieces:
        if lines[-1] and lines[-1].cell_len + 2 + piece.cell_len > width:
            lines.append(Text())
        lines[-1].append_text(Text("  " if lines[-1] else "")).append_text(piece)
    return Text("\n").join(lines)


def score_lines(shown: Shown, chip: Chip) -> list[ScoreLine]:
    """The score of the position shown: a heading for each player, and the parts below it."""
    game, state = shown.game, shown.position
    names, score = prompts.seat_names(shown), shown.score(shown.ply)
    lines = []
    for group in panels.score_groups(shown):
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


def turn_lines(shown: Shown, turns: Turns, chip: Chip, ink: Ink, *, ascii: bool) -> list[MoveLine]:
    """A line for each turn, with the stone of who took it, as he has them since sides were chosen;
    none for what chance did alone, and while sides are open."""
    none, state = Text(" " * chip(0).cell_len), shown.match.state
    colours = [panels.colour(shown, state, seat) for seat in range(shown.game.seats)]
    signs = [none if colour is None else chip(colour) for colour in colours]
    lines, match, display = [], shown.match, shown.display
    for turn in turns.lines():
        sign = signs[turn.actor] if turn.actor >= 0 else none
        label = str(turn.number) if turn.number else "-"
        laid = [
            stone
            for ply in range(turn.first, turn.end)
            if match.actor(ply) >= 0
            for stone in _of_others(display, _played(shown, ply), ink)
        ]
        text = _plain(turn.text, ascii)
        lines.append(MoveLine(label, sign, text, turn.first, turn.end, tuple(laid)))
    return lines


def _played(shown: Shown, ply: int) -> LineStep:
    """Move `ply` as far as it may be known, with its stones."""
    before, after = shown.match.state_at(ply), shown.match.state_at(ply + 1)
    return lines_of_play.step(shown.game, before, shown.view.move(ply), after)


def turn_details(shown: Shown, turns: Turns, line: MoveLine, *, ascii: bool) -> list[MoveLine]:
    """The moves of a turn, each with what it did, and what the bot that made it expected."""
    blank = Text(" " * line.sign.cell_len)
    lines = []
    for ply in range(line.first, line.end):
        text, share = turns.sentence(ply), shown.expected(ply)
        if share is not None:
            text += f" It expected to win with {words.percent(share)}."
        if text:
            lines.append(MoveLine("", blank, _plain(text.strip(), ascii), ply, ply + 1))
    return lines


def _plain(text: str, ascii: bool) -> str:
    """The text in ASCII where nothing else may be drawn."""
    return text.replace("·", "+").replace("→", "->").replace("…", "..") if ascii else text


def happened_text(turns: Turns, room: int, *, ascii: bool) -> str:
    """What led to the position shown, in at most `room` characters, see `Turns.happened`."""
    return _plain(fitting(turns.happened(), room), ascii)


def holdings_text(shown: Shown, chip: Chip) -> Text:
    """Tables of prisoners and alliances: what players have beside the board."""
    game, state, display = shown.game, shown.position, shown.display
    names = prompts.seat_names(shown)

    def stone(seat: Seat) -> Text:
        return chip(game.colour(state, seat))

    blocks = [_table_text(table, stone, names) for table in display.tables(state) if table.rows]
    bonds = display.bonds(state)
    if bonds:
        blocks.append(_bonds_text(bonds, stone, names))
    return Text("\n\n").join(blocks)


def _table_text(table: SeatTable, chip: Chip, names: Sequence[str]) -> Text:
    """A heading of stones and a line a holder, with his sum at the end; nothing stands for
    a zero."""
    longest = max(len(names[seat]) for seat, _ in table.rows)
    label = max(longest + 3, len(table.name)) + 1
    head = Text(f"{table.name:<{label}}", "dim")
    for seat in table.columns:
        head.append_text(Text(" ") + chip(seat))
    lines = [head]
    for seat, numbers in table.rows:
        line = Text.assemble(chip(seat), f"{' ' + names[seat].capitalize():<{label - 3}}")
        for number in numbers:
            line.append(f"{number or '.':>{_NUMBER_WIDTH - 1}} ", "" if number else "dim")
        line.append(f"{sum(numbers):>{_NUMBER_WIDTH}}", "bold")
        lines.append(line)
    return Text("\n").join(lines)


def _bonds_text(bonds: Sequence[tuple[Seat, Seat]], chip: Chip, names: Sequence[str]) -> Text:
    """A line an alliance: who is under whom."""
    lines = [
        Text.assemble(
            chip(under), f" {names[under].capitalize()} is under ", chip(over), f" {names[over]}"
        )
        for under, over in bonds
    ]
    return Text("\n").join(lines)


def player_rows(
    shown: Shown,
    chip: Chip,
    token: Sign,
    *,
    estimate: Estimate | None,
    points: bool,
    counting: bool,
    clocks: Sequence[str] = (),
) -> tuple[list[PlayerRow], list[Figures]]:
    """A row for each seat, and figures beside them: what the `clocks` show, by an `estimate` of the
    position the share of each of more than two and, where wanted, the `points` expected, and the
    score as if the game ended now, with who leads, where that is shown (`counting`)."""
    players = panels.players(shown, counting=counting)
    rows = [
        PlayerRow(
            chip=Text("   ") if player.colour is None else chip(player.colour),
            side=player.side,
            label=player.label,
            to_act=player.to_act,
            leads=player.leads,
            tokens=Text().join([token(player.colour)] * player.tokens),
            note=player.note,
        )
        for player in players
    ]
    figures = [Figures(panels.TIME, clocks)] if clocks else []
    if estimate is not None and len(rows) > 2:
        figures.append(Figures(panels.TO_WIN, list(map(words.percent, estimate.shares))))
    if estimate is not None and estimate.points is not None and points:
        figures.append(Figures(panels.POINTS, [f"{total:z.1f}" for total in estimate.points]))
    if counting:
        caption = "" if panels.ended(shown) else panels.NOW
        figures.append(Figures(caption, [player.standing for player in players]))
    return rows, figures


_LONGEST_BAR = 15
"""Lines of a direction that are shown one by one; more are counted."""


def lines_text(shown: Shown, at: Cell | None, sign: Sign) -> Text:
    """A row for each way of the lines that decide the game: whose they are, the first player's at
    the left and the others' at the right, and what each needs to win the one through a cell."""
    game, state, rows = shown.game, shown.position, list[Text]()
    lines = shown.display.lines(state)
    ways = list(dict.fromkeys(line.way for line in lines))

    def stone(owner: int) -> Text:
        return sign(None if owner == NOBODY else game.colour(state, owner))

    for way in ways:
        along = [line for line in lines if line.way == way]
        owners = sorted((line.owner for line in along), key=lambda owner: (owner > 0, -owner))
        counts = [(stone(owner), count) for owner, count in Counter(owners).items()]
        if len(along) > _LONGEST_BAR:
            bar = [Text.assemble(one, f" {count}  ") for one, count in counts]
        else:
            bar = [Text(count * one.plain, one.style) for one, count in counts]
        row = Text.assemble(f"{way:<{max(map(len, ways))}} ", *bar, no_wrap=True)
        here = next((line for line in along if at in line.cells), None)
        if here is not None:
            needed = enumerate(here.needed)
            needs = [Text.assemble(stone(seat), f" {count}") for seat, count in needed]
            needs = needs or [Text.assemble(stone(here.owner), " won")]
            row = Text("  ").join([row, *needs])
        rows.append(row)
    if rows and at is not None:
        head = f"to win at {game.topology.names[at]}"
        rows.insert(0, Text(f"{head:>{max(row.cell_len for row in rows)}}", "dim"))
    return Text("\n").join(rows)


def things_beside(shown: Shown, token: Sign) -> list[Text]:
    """What lies beside the board for anybody to take, each with its name."""
    return [Text.assemble(token(None), f" {free.name}") for free in panels.free_tokens(shown)]


def needs_text(
    sitting: Sitting,
    board: BoardView,
    chip: Chip,
    offers: Text,
    *,
    narrow: bool,
    analysis_shown: bool,
) -> Text:
    """What a human's move in the making needs; `offers`, the moves beside the board, while
    nothing is picked on it."""
    busy = board.stamping or board.marking or sitting.reaction
    if offers and not busy and not board.draft.picks:
        return offers
    entry = UnfinishedMove(
        board.draft,
        stamping=board.stamping,
        marking=board.marking,
        next_colour=board.next_colour,
        chooses_colour=board.input.can("toggle_colour"),
    )
    return styled(prompts.needs(sitting, entry, narrow=narrow, analysis_shown=analysis_shown), chip)
