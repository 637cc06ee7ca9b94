"""The players and their figures, as their panel shows them in as many columns as there are; and
the graph."""

from __future__ import annotations

from typing import Any

import pytest
from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult

from termgames import games
from termgames.play.advice import Estimate
from termgames.play.match import Match
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.text.turns import Turns
from termgames.tui import styled, themes
from termgames.tui.themes import looks
from termgames.tui.widgets.graph import Graph
from termgames.tui.widgets.players import Figures, PlayerRow, PlayersPanel


def playing(game_id: str, *moves: str, **options: Any) -> Live:
    """A sitting of humans after some moves."""
    game = games.create(game_id, options)
    sitting = Live(Match(game, ("human:Ann", *["human"] * (game.seats - 1)), 1))
    for move in moves:
        assert sitting.play(sitting.shown.game.parse(sitting.shown.position, move)) is None
    return sitting


def chip(colour: int) -> Text:
    return Text(f"stone {colour}")


def token(holder: int | None) -> Text:
    return Text("free" if holder is None else f"of {holder}")


def test_figures_are_few_and_on_demand() -> None:
    """Shares where more than two play, points and the count where they are wanted."""

    def captions(game: str, estimate: Estimate | None, **on: bool) -> dict[str, list[str]]:
        shown = playing(game, size=5).shown
        on = {"points": False, "counting": False} | on
        _, figures = styled.player_rows(shown, chip, token, estimate=estimate, **on)
        return {each.caption: list(each.values) for each in figures}

    two = Estimate((0.25, 0.75), (11.04, 14.5))
    assert captions("plurality", two) == captions("plurality", None, points=True) == {}
    assert captions("plurality", two, points=True) == {"points": ["11.0", "14.5"]}
    assert captions("plurality", None, counting=True) == {"now": ["0", "0.5"]}
    three = Estimate((0.004, 0.3, 0.696))
    assert captions("tricolor", three) == {"to win": ["1%", "30%", "70%"]}


def test_turns_have_the_stones_that_players_have_since_sides_were_chosen() -> None:
    def signs(*moves: str) -> list[str]:
        sitting = playing("plurality", *moves, size=5, pie=True)
        turns = Turns(sitting.shown)
        turns.update()
        lines = styled.turn_lines(sitting.shown, turns, chip, lambda _: Style(), ascii=False)
        return [line.sign.plain.strip() for line in lines]

    assert signs("komi 3") == [""]
    assert signs("komi 3", "black") == ["stone 1", "stone 0"]
    assert signs("komi 3", "white") == ["stone 0", "stone 1"]


ROWS = [
    PlayerRow(Text("●"), "black", "you", to_act=True, leads=False),
    PlayerRow(Text("○"), "white", "bot 4", to_act=False, leads=True),
]
FIGURES = [
    Figures("points", ["31", "25.5"]),
    Figures("now", ["7", "12"]),
    Figures("captured", ["", "3"]),
]


class PlayersApp(App[None]):
    def compose(self) -> ComposeResult:
        yield PlayersPanel()

    def on_mount(self) -> None:
        self.query_one(PlayersPanel).show(ROWS, FIGURES)


async def test_there_are_as_many_figures_as_there_is_room_for() -> None:
    known = {60: "points  now  captured", 39: "points  now  captured", 38: "points  now"}
    async with (app := PlayersApp()).run_test(size=(60, 10)) as pilot:
        for columns, captions in (known | {29: "points  now", 28: "points"}).items():
            await pilot.resize_terminal(columns, 10)
            await pilot.pause()
            lines = app.query_one(PlayersPanel).render().plain.split("\n")
            assert lines[0].strip() == captions
            assert max(map(len, lines)) <= columns


class GraphApp(App[None]):
    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self.shown = shown

    def compose(self) -> ComposeResult:
        yield Graph(looks(self.shown.game.seats)[0])

    def drawn(self) -> list[str]:
        """The rows of the graph without labels."""
        graph = self.query_one(Graph)
        graph.show(self.shown, {2: "*"})
        return [row[6:] for row in graph.render().plain.split("\n")]


@pytest.mark.parametrize("columns", [7, 16, 40, 110])
async def test_a_graph_has_a_column_for_what_is_known_and_a_click_shows_its_position(
    columns: int,
) -> None:
    shown = playing("plurality", "a1,b1,c1", "a3,b3,c3", "pass", size=5).shown
    for ply, share in ((0, 0.5), (1, 1.0), (3, 0.0)):
        shown.estimate(ply, Estimate((share, 1 - share)))
    async with (app := GraphApp(shown)).run_test(size=(columns + 6, 8)) as pilot:
        await pilot.pause()
        graph, rows = app.query_one(Graph), app.drawn()
        places = [graph._place(ply) for ply in range(4)]
        assert [graph._last(at) for at in places] == [0, 1, 2, 3] or columns < 16
        if columns < 16:
            return
        above, line, below = rows[:3], rows[3], rows[4:7]
        assert [row[at] for at in places for row in above] == [*"   ", *"███", *"   ", *"   "]
        assert [line[at] for at in places] == [*"─▀─▄"], "nothing is known of the third"
        assert [row[places[3]] for row in below] == [*"   "], "filled from above, reversed"
        assert (rows[7][places[2]], rows[7][places[3]]) == ("*", "▲")
        assert line[-1] == "─", "there is room to grow"
        assert (graph.leap(0, 1), graph.leap(3, -1), graph.leap(3, 1)) == (1, 1, None)


@pytest.mark.parametrize("height", [3, 4, 6, 9])
async def test_a_graph_of_three_is_of_areas(height: int) -> None:
    shown = playing("tricolor", "c3", size=5).shown
    shown.estimate(1, Estimate((0.5, 0.3, 0.2)))
    async with (app := GraphApp(shown)).run_test(size=(40, height)) as pilot:
        await pilot.resize_terminal(40, height)
        app.query_one(Graph).styles.height = height
        await pilot.pause()
        rows = app.drawn()
        at = app.query_one(Graph)._place(1)
        assert len(rows) == height
        assert all(row[at] != " " for row in rows[:-1])
        assert all(row[0] == " " for row in rows[:-1]), "nothing is known of the beginning"
        assert rows[-1][at] == "▲"


BOARD = looks(2)[0]


@pytest.mark.parametrize("no_color", [False, True])
def test_moves_in_words_show_the_stones_of_other_players(no_color: bool) -> None:
    """In colours as they lie on the board, else underlined; wherever the whole move stands."""

    def ink(colour: int) -> Style:
        return themes.ink(colour, BOARD, no_color=no_color)

    sitting = playing("plurality", "b2,b3,b4", size=5)
    shown = sitting.shown
    line = [shown.game.parse(shown.position, "d2,d3,d4")]
    found = styled.stones_of_others(shown.display, shown.position, line, ink)
    text = themes.inked(Text("Not d4: d2,d3,d4, nor a1,d2,d3,d4x; d2,d3,d4."), found)
    assert [(span.start, span.end) for span in text.spans] == [(14, 16), (42, 44)]
    (of_black,) = {span.style for span in text.spans}
    assert of_black == ink(0)
    assert bool(of_black.underline) == no_color
    turns = Turns(shown)
    turns.update()
    (row,) = styled.turn_lines(shown, turns, chip, ink, ascii=False)
    assert [(each.move, each.start, each.end) for each in row.stones] == [("b2,b3,b4", 6, 8)]
