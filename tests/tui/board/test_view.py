"""The board under keys and mouse: both ways of entry, refusals, marks, scrolling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from textual.events import MouseScrollDown
from textual.geometry import Region

from termgames.games.plurality.rules import Place
from termgames.tui.board import BoardView
from termgames.tui.themes import ASCII, LOOKS, UNICODE
from tests.tui.board.support import POSITIONS, BoardApp, acted

OPEN, TIGHT = POSITIONS["open"], POSITIONS["tight"]


async def wheel(pilot: Any, name: str) -> None:
    await pilot._post_mouse_events([MouseScrollDown], BoardView, pilot.app.spot(name), button=0)


test_scenes = acted(
    """
    == cells are picked one by one and enter plays | open
    enter l enter | picked = c3 d3 ; !moves
    k space       | picked = c3 d3 d4* ; draft = complete ; !moves
    enter         | moves = c3,d3,d4
    == arrows move like letters | open
    left up right right down down | visited = b3 b4 c4 d4 d3 d2
    H K L J home end              | visited: d2 a2 a5 e5 e1 a1 e1
    == diagonal keys | hex=3
    left_square_bracket right_square_bracket apostrophe semicolon | visited = d2 e2 d3 c3
    == a chosen cell is taken back and backspace steps back | open
    enter l enter h enter  | picked = d3
    enter                  | picked = d3 c3
    backspace              | picked = d3
    enter l l enter escape | !picked ; draft = incomplete
    == the next stone changes colour in any order | open
              | @c3: ◍ ; next = 0
    x         | @c3: ◌ ; next = 1
    enter     | picked = c3*
    tab       | next = 0
    l enter k tab tab enter enter | moves = d3,d4,c3
    == the odd stone goes round the picks | open
    enter l enter l enter | picked = c3 d3 e3*
    e | picked = c3* d3 e3
    e | picked = c3 d3* e3
    e | picked = c3 d3 e3*
    == space off a complete move begins another | open
    enter l enter l enter j space | picked = e2 ; !moves
    == cells that go on invite and the rest stays as it is | open ascii
            | drawn!: ,
    enter   | drawn: . . + . . / . + + + . / + +[x]+ + / . + + + . / . . + . . /
    l enter | drawn: / . . + + . / . + x[x]+ / . . + + . /
    == an occupied cell is refused and marked until the next key | tight ascii
    k enter | refusals = occupied ; !picked ; told = 2
    j j     | told = 3 ; @c4: X
    k enter | refusals = occupied room ; @b4 = X! ; @c4 = X!
    escape  | @b4 = X
    == nothing is entered while it is not ones turn | open
    show:away enter l enter l enter enter x t enter | !moves ; !refusals ; !picked ; at = e3
    | @e3: ┤
    == the stamp moves, turns, changes form and enter places it | open
    t     | picked = b3 c3 d3*
    k     | picked = b4 c4 d4*
    r     | picked = c3 c4 c5*
    R e   | picked = b4 c4* d4
    f     | picked = c5 c4* d4
    enter | moves = d4,c5,c4
    == a hexagonal stamp has three forms | hex=4
    g | picked = d3 d4 d5*
    f | picked = e3 d4 d5*
    f | picked = e4 d4 d5*
    f | picked = d3 d4 d5*
    == a stamp shows why it may not be placed | tight ascii
    t l   | draft = refused ; @b4 = X! ; !refusals
    enter | refusals = block ; !moves
    == the stamp and its form outlast the move | open
    t f e enter show: | stamping ; picked = c4 c3* d3
    t                 | !stamping ; !picked
    == footer keys follow the way of entry | open
          | keys: 't' ; keys: 'x' ; keys: 'enter' ; keys!: 'r' ; keys!: 'f' ; keys!: 'escape'
    enter | keys: 'escape' ; keys: 'backspace' ; keys!: 'e'
    t     | keys: 'r' ; keys: 'R' ; keys: 'f' ; keys: 'e' ; keys!: 'x'
    == clicks pick, take back and play | open
    click:b2 click:c2 | picked = b2 c2
    click:b2          | picked = c2
    click:c3 click:d3 | picked = c2 c3 d3*
    right:d3          | picked = c2* c3 d3
    click:c3          | moves = c3,d3,c2
    == a click beside the board does nothing | open
    corner: | !picked ; at = c3
    == the stamp follows the mouse and the wheel turns it | open
    t hover:b2 | picked = a2 b2 c2*
    wheel:b2   | picked = b1 b2 b3*
    middle:b2  | picked = a2 b2 b3*
    click:b2   | moves = a2,b2,b3
    == the last move and the cursor in ascii | tight ascii last=b4,c4,d2
    j | drawn: , , . . . / ,(X X). . / . O , . . / . .[x]O). / . X . . . /
    """,
    {"keys": lambda pilot: {k for k, found in pilot.app.active_bindings.items() if found.enabled}},
    {"wheel": wheel, "corner": lambda pilot, _: pilot.click(BoardView, (0, 0))},
)


def test_keys_of_the_screen_around_are_left_alone() -> None:
    keys = {key for binding in BoardView.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
    assert not keys & {*"uUpoasmnqwbcdyiv", "question_mark", "f1", "ctrl+r", "ctrl+q"}
    ids = [binding.id for binding in BoardView.BINDINGS]  # type: ignore[union-attr]
    assert all(ids)
    assert len(set(ids)) == len(ids)
    assert all(binding.tooltip for binding in BoardView.BINDINGS)  # type: ignore[union-attr]


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_every_cell_is_under_its_place(options: dict[str, Any]) -> None:
    app = BoardApp(**options)
    async with app.run_test() as pilot:
        for number, name in enumerate(app.game.topology.names):
            column, row = app.spot(name)
            await pilot.hover(BoardView, (column + number % 2, row))
            assert app.at == name


async def test_small_viewport_scrolls_with_the_cursor_and_maps_the_mouse() -> None:
    app = BoardApp(size=19)
    async with app.run_test(size=(24, 10)) as pilot:
        canvas = app.board.canvas
        assert canvas.board_size() == (43, 20)
        assert canvas.size.width <= 24
        for keys in ("LLL", "JJJ"):
            await pilot.press(*keys)
            await pilot.pause()
        assert app.at == "t1"
        assert Region(*canvas.scroll_offset, *canvas.size).contains_point((42, 18))
        assert canvas.scroll_offset.x > 0
        await pilot.press(*"LLL")  # nothing to follow: stays
        column, row = app.spot("r4")
        scrolled = canvas.scroll_offset
        for aside, name in ((0, "r4"), (-2, "q4")):
            await pilot.hover(BoardView, (column + aside, row))
            assert (app.at, canvas.scroll_offset) == (name, scrolled)


async def test_territory_has_glyphs_and_fills_between_points() -> None:
    app = BoardApp((".....", ".....", "b.b..", "wbb..", ".w..."), glyphs=ASCII)
    async with app.run_test() as pilot:
        app.show(can_play=False)
        app.board.canvas.overlay = app.shown.overlays(app.state)[0]
        await pilot.pause()
        assert app.drawn()[:5] == [
            " 5 : : : : :",
            " 4 : : : : :",
            " 3 X :[X]: :",
            " 2 O X X : :",
            " 1 = O : : :",
        ]


async def test_estimate_tints_lightly_and_goes_with_the_position() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:

        def grounds(*names: str) -> list[object]:
            return [app.style(name).bgcolor for name in names]

        (plain,) = grounds("a1")
        values = np.zeros(25)
        values[0], values[24] = 1.0, -1.0
        app.board.canvas.set_estimate(values)
        await pilot.pause()
        tinted = grounds("a1", "e5")
        assert len({plain, *tinted, *grounds("c1")}) == 3
        app.board.canvas.set_estimate(np.stack([(values + 1) / 2, (1 - values) / 2], axis=1))
        await pilot.pause()
        assert grounds("a1", "e5") == tinted
        app.show()
        await pilot.pause()
        assert grounds("a1") == [plain]


async def test_marks_and_a_proposed_move() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        cell = app.game.topology.cell
        app.board.highlight([cell("a1")], "hint")
        app.board.highlight([cell("e5")], "fault")
        app.board.propose(Place((cell("a3"), cell("a4")), cell("a5")))
        await pilot.pause()
        shown = [app.char(name) for name in ("a1", "e5", "a3", "a5")]
        assert shown == [UNICODE.hint, UNICODE.fault, "◍", "◌"]
        await pilot.press("l")
        assert app.char("e5") == "┐"
        app.show()
        await pilot.pause()
        assert [app.char(name) for name in ("a1", "a3")] == ["└", "├"]


async def test_without_colours_characters_say_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    app = BoardApp(TIGHT, last=["b4", "c4", "d2"])
    async with app.run_test() as pilot:
        await pilot.press("l", "enter")
        assert app.drawn()[:5] == [
            " 5 ┌─┬─┬─∘─┐",
            " 4 ├(● ●)∘─∘",
            " 3 ├─○─┼[◍]∘",
            " 2 ├─┼─┼(○)┤",
            " 1 └─●─┴─┴─┘",
        ]
        styles = {
            segment.style
            for y in range(6)
            for segment in app.board.canvas.render_line(y)
            if segment.style is not None
        }
        assert all(style.color is None and style.bgcolor is None for style in styles)
        await pilot.press("escape", "k", "k")
        app.board.highlight([app.game.topology.cell(name) for name in ("b4", "e3")])
        await pilot.pause()
        assert (app.char("b4"), app.char("b4", 1), app.char("e3")) == ("●", "!", UNICODE.fault)


async def test_looks_and_glyphs_can_be_changed() -> None:
    app = BoardApp(TIGHT)
    async with app.run_test() as pilot:
        before = app.char("b1"), app.style("b1").color
        app.board.canvas.dress(look=LOOKS[1])
        await pilot.pause()
        assert app.char("b1") == before[0]
        assert app.style("b1").color != before[1]
        app.board.canvas.dress(glyphs=ASCII)
        await pilot.pause()
        assert app.char("b1") == "X"
