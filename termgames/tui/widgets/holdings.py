"""What players have beside the board: numbers by two seats, and who has come under whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from termgames.core.display import SeatTable
from termgames.core.game import Seat

Chip = Callable[[Seat], Text]
"""A seat's stone, three columns wide."""
Name = Callable[[Seat], str]

_WIDTH = 4
"""Columns of a number."""


def table_text(table: SeatTable, chip: Chip, name: Name) -> Text:
    """A heading of stones and a line a holder, with his sum at the end; nothing stands for
    a zero."""
    longest = max(len(name(seat)) for seat, _ in table.rows)
    label = max(longest + 3, len(table.name)) + 1
    head = Text(f"{table.name:<{label}}", "dim")
    for seat in table.columns:
        head.append_text(Text(" ") + chip(seat))
    lines = [head]
    for seat, numbers in table.rows:
        line = Text.assemble(chip(seat), f"{' ' + name(seat).capitalize():<{label - 3}}")
        for number in numbers:
            line.append(f"{number or '.':>{_WIDTH - 1}} ", "" if number else "dim")
        line.append(f"{sum(numbers):>{_WIDTH}}", "bold")
        lines.append(line)
    return Text("\n").join(lines)


def bonds_text(bonds: Sequence[tuple[Seat, Seat]], chip: Chip, name: Name) -> Text:
    """A line an alliance: who is under whom."""
    lines = [
        Text.assemble(
            chip(under), f" {name(under).capitalize()} is under ", chip(over), f" {name(over)}"
        )
        for under, over in bonds
    ]
    return Text("\n").join(lines)
