"""A choice of maps, and what a map looks like in few lines."""

from rich.color import Color
from rich.text import Text

from termgames.core import maps
from termgames.core.maps import Map
from termgames.core.maptext import HEXAGONS
from termgames.core.text import point_name
from termgames.tui.board.palette import half_block
from termgames.tui.widgets.literal import Select

_POINT, _START = Color.parse("#c9a26b"), Color.parse("#56B4E9")


def map_select(value: str | None, row_id: str) -> Select[str]:
    """A choice of the maps there are; blank leaves the game its own. `value`, which may be a
    whole map, is the choice at first."""
    choices = [(Text(name), name) for name in dict.fromkeys((*maps.shipped(), *maps.own()))]
    if value is not None and all(value != name for _, name in choices):
        choices.append((Text(maps.find(value).name), value))
    start = Select.NULL if value is None else value
    return Select(choices, value=start, id=row_id, prompt="default")


def preview(board: Map, players: int | None, *, ascii: bool = False) -> Text:
    """The map in its colours, two rows of points a line, the start points of a game of
    `players` standing out; a line a row and no colours in ASCII."""
    starts = set(board.starts.get(players, ()) if players else ())
    height = len(board.rows)
    grid = [
        [_ink(mark, point_name(x, height - 1 - y) in starts) for x, mark in enumerate(row)]
        for y, row in enumerate(board.rows)
    ]
    if board.cells == HEXAGONS:  # in half steps: every second row begins one to the right
        grid = [[each for ink in row for each in (ink, None)] for row in grid]
        grid = [[*row, None] if (height - y) % 2 else [None, *row] for y, row in enumerate(grid)]
    if ascii:
        signs = {None: " ", _POINT: ".", _START: "o"}
        return Text("\n".join("".join(signs[ink] for ink in row) for row in grid))
    if height % 2:
        grid.append([None] * len(grid[0]))
    pairs = zip(grid[::2], grid[1::2], strict=True)
    return Text("\n").join(Text.assemble(*map(half_block, *rows)) for rows in pairs)


def _ink(mark: str, start: bool) -> Color | None:
    if mark != ".":
        return None
    return _START if start else _POINT
