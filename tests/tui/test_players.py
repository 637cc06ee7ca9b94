"""Players with their figures in as many columns as there are."""

from __future__ import annotations

import pytest
from rich.text import Text
from textual.app import App, ComposeResult

from termgames.tui.widgets.players import Figures, PlayerRow, PlayersPanel

ROWS = [
    PlayerRow(Text("●"), "black", "you", to_act=True, leads=False),
    PlayerRow(Text("○"), "white", "bot 4", to_act=False, leads=True),
]
FIGURES = [
    Figures("at the end", "end", ["31", "25.5"]),
    Figures("on the board", "now", ["7", "12"]),
    Figures("captured", "cap.", ["", "3"]),
]


class PlayersApp(App[None]):
    def compose(self) -> ComposeResult:
        yield PlayersPanel()

    def on_mount(self) -> None:
        self.query_one(PlayersPanel).show(ROWS, FIGURES)


@pytest.mark.parametrize(
    ("columns", "captions"),
    [
        *((52, "at the end  on the board  captured"), (51, "end  now  cap.")),
        *((33, "end  now  cap."), (32, "end  now"), (27, "end  now"), (26, "end")),
    ],
)
async def test_there_are_as_many_figures_as_there_is_room_for(columns: int, captions: str) -> None:
    async with (app := PlayersApp()).run_test(size=(columns, 10)):
        lines = app.query_one(PlayersPanel).render().plain.split("\n")
    assert lines[0].strip() == captions
    assert max(map(len, lines)) <= columns


async def test_all_are_named_in_one_line_while_there_are_no_figures() -> None:
    async with (app := PlayersApp()).run_test(size=(60, 10)):
        panel = app.query_one(PlayersPanel)
        panel.set_compact(True)
        panel.show(ROWS)
        line = panel.render().plain
    assert "you" in line
    assert "bot 4" in line
