"""How points of square boards and maps are called; standard library only."""

from __future__ import annotations

COLUMNS = "abcdefghjklmnopqrstuvwxyz"  # Go convention: no `i`


def column_name(column: int) -> str:
    """`a`…`z` without `i` for columns 0 to 24, then `aa`, `ab`… (columns from 0)."""
    high, low = divmod(column, len(COLUMNS))
    return (COLUMNS[high - 1] if high else "") + COLUMNS[low]


def point_name(column: int, row: int) -> str:
    """`a1` for column 0 and row 0, counted from the bottom left."""
    return f"{column_name(column)}{row + 1}"
