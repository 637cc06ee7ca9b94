"""The board under keys and mouse: both ways of entry, refusals, marks, scrolling."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from textual.geometry import Region
from textual.pilot import Pilot

from termgames.games.plurality.rules import Place
from termgames.tui.board import BoardView
from termgames.tui.themes import ASCII, LOOKS, UNICODE
from tests.tui.board.support import BoardApp

OPEN = (".....",) * 5
# Black to move. a1 can be part of no placement; c3 would fill b3-c4.
TIGHT = (
    ".....",
    ".bb..",
    ".w...",
    "...w.",
    ".b...",
)


async def press(pilot: Pilot[None], keys: str) -> None:
    await pilot.press(*keys.split())
    await pilot.pause()


# -- cell by cell -------------------------------------------------------------------------


async def test_cells_are_picked_one_by_one_and_enter_plays() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "enter l enter")
        assert app.picked == "c3 d3"
        assert app.moves == []
        await press(pilot, "k space")
        assert app.picked == "c3 d3 d4*"
        assert app.drafts[-1].status == "complete"
        assert app.moves == []
        await press(pilot, "enter")
        assert app.moves == ["c3,d3,d4"]


async def test_arrows_move_like_letters() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "left up right right down down")
        assert app.visited == ["b3", "b4", "c4", "d4", "d3", "d2"]
        await press(pilot, "H K L J home end")
        assert app.visited[6:] == ["a2", "a5", "e5", "e1", "a1", "e1"]


async def test_diagonal_keys() -> None:
    app = BoardApp(hex=3)
    async with app.run_test() as pilot:
        await press(pilot, "7 9 3 1 [ ] ' ;".replace("[", "left_square_bracket"))
        assert app.visited[:4] == ["d2", "e2", "d3", "c3"]


async def test_a_chosen_cell_is_taken_back_and_backspace_steps_back() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "enter l enter h enter")
        assert app.picked == "d3"
        await press(pilot, "enter")
        assert app.picked == "d3 c3"
        await press(pilot, "backspace")
        assert app.picked == "d3"
        await press(pilot, "enter l l enter escape")
        assert app.picked == ""
        assert app.drafts[-1].status == "incomplete"


async def test_next_stone_changes_colour_in_any_order() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        assert app.char("c3") == "◍"
        assert app.board.next_colour == 0
        await press(pilot, "x")
        assert app.char("c3") == "◌"
        assert app.drafts[-1].next_colour == 1
        await press(pilot, "enter")
        assert app.picked == "c3*"
        await press(pilot, "tab")  # a second stone of the opponent's leads nowhere
        assert app.board.next_colour == 0
        await press(pilot, "l enter k tab tab enter enter")
        assert app.moves == ["d3,d4,c3"]


async def test_the_odd_stone_goes_round_the_picks() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "enter l enter l enter")
        seen = [app.picked]
        for _ in range(3):
            await press(pilot, "e")
            seen.append(app.picked)
        assert seen == ["c3 d3 e3*", "c3* d3 e3", "c3 d3* e3", "c3 d3 e3*"]


async def test_space_off_a_complete_move_begins_another() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "enter l enter l enter j space")
        assert app.picked == "e2"
        assert app.moves == []


async def test_cells_that_go_on_invite_and_the_rest_of_the_board_stays_as_it_is() -> None:
    app = BoardApp(OPEN, glyphs=ASCII)
    async with app.run_test() as pilot:
        assert not any("," in row for row in app.drawn())
        await press(pilot, "enter")
        assert app.drawn() == [
            " 5 . . + . .",
            " 4 . + + + .",
            " 3 + +[x]+ +",
            " 2 . + + + .",
            " 1 . . + . .",
            "   a b c d e",
        ]
        await press(pilot, "l enter")
        assert app.drawn()[1:4] == [
            " 4 . . + + .",
            " 3 . + x[x]+",
            " 2 . . + + .",
        ]


async def test_picking_an_occupied_cell_is_refused_and_marked_until_the_next_key() -> None:
    app = BoardApp(TIGHT, glyphs=ASCII)
    async with app.run_test() as pilot:
        await press(pilot, "k enter")
        assert [refusal.code for refusal in app.refusals] == ["occupied"]
        assert app.picked == ""
        assert app.drafts[-1].refusal is None
        told = len(app.drafts)
        await press(pilot, "j j")
        assert len(app.drafts) == told + 1  # so that the screen drops the refusal's text
        assert app.char("c4", 1) == " "
        await press(pilot, "k enter")
        assert app.refusals[-1].code == "room"
        assert [app.char(name, 1) for name in ("b4", "c4")] == ["!", "!"]
        await press(pilot, "escape")
        assert app.char("b4", 1) == " "


async def test_nothing_is_entered_while_it_is_not_ones_turn() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        app.show(can_play=False)
        await press(pilot, "enter l enter l enter enter x t enter")
        assert (app.moves, app.refusals, app.picked) == ([], [], "")
        assert app.at == "e3"
        assert app.char("e3") == "┤"


# -- the stamp ----------------------------------------------------------------------------


async def test_stamp_moves_turns_changes_form_and_enter_places() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "t")
        assert app.picked == "b3 c3 d3*"
        await press(pilot, "k")
        assert app.picked == "b4 c4 d4*"
        await press(pilot, "r")
        assert app.picked == "c3 c4 c5*"
        await press(pilot, "R e")
        assert app.picked == "b4 c4* d4"
        await press(pilot, "f")
        assert app.picked == "c5 c4* d4"
        await press(pilot, "enter")
        assert app.moves == ["d4,c5,c4"]


async def test_hexagonal_stamp_has_three_forms() -> None:
    app = BoardApp(hex=4)
    async with app.run_test() as pilot:
        await press(pilot, "g")
        seen = [app.picked]
        for _ in range(3):
            await press(pilot, "f")
            seen.append(app.picked)
        assert seen == ["d3 d4 d5*", "e3 d4 d5*", "e4 d4 d5*", "d3 d4 d5*"]


async def test_stamp_shows_why_it_may_not_be_placed() -> None:
    app = BoardApp(TIGHT, glyphs=ASCII)
    async with app.run_test() as pilot:
        await press(pilot, "t l")
        assert app.drafts[-1].status == "refused"
        assert app.drafts[-1].refusal is not None
        assert app.char("b4", 1) == "!"
        assert app.refusals == []
        await press(pilot, "enter")
        assert [refusal.code for refusal in app.refusals] == ["block"]
        assert app.moves == []


async def test_stamp_and_its_form_outlast_the_move() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "t f e enter")
        app.show()
        await pilot.pause()
        assert app.board.stamping
        assert app.picked == "c4 c3* d3"
        app.board.stamping = False
        assert app.picked == ""


async def test_footer_keys_follow_the_way_of_entry() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:

        def offered() -> set[str]:
            return {key for key, found in app.active_bindings.items() if found.enabled}

        assert offered() >= {"t", "x", "enter", "h"}
        assert not offered() & {"r", "f", "escape", "backspace"}
        await press(pilot, "enter")
        assert offered() >= {"escape", "backspace"}
        assert "e" not in offered(), "there is one stone"
        await press(pilot, "t")
        assert offered() >= {"r", "R", "f", "e"}
        assert "x" not in offered()


def test_keys_of_the_screen_around_are_left_alone() -> None:
    keys = {key for binding in BoardView.BINDINGS for key in binding.key.split(",")}  # type: ignore[union-attr]
    assert not keys & {*"uUpoasmnqwbcdyiv", "question_mark", "f1", "ctrl+r", "ctrl+q"}
    ids = [binding.id for binding in BoardView.BINDINGS]  # type: ignore[union-attr]
    assert all(ids)
    assert len(set(ids)) == len(ids)
    assert all(binding.tooltip for binding in BoardView.BINDINGS)  # type: ignore[union-attr]


# -- the mouse ----------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{"size": 5}, {"hex": 3}])
async def test_every_cell_is_under_its_place(options: dict[str, Any]) -> None:
    app = BoardApp(**options)
    async with app.run_test() as pilot:
        for number, name in enumerate(app.game.topology.names):
            column, row = app.spot(name)
            await pilot.hover(BoardView, (column + number % 2, row))
            assert app.at == name


async def test_clicks_pick_take_back_and_play() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await pilot.click(BoardView, app.spot("b2"))
        await pilot.click(BoardView, app.spot("c2"))
        assert app.picked == "b2 c2"
        await pilot.click(BoardView, app.spot("b2"))
        assert app.picked == "c2"
        await pilot.click(BoardView, app.spot("c3"))
        await pilot.click(BoardView, app.spot("d3"))
        assert app.picked == "c2 c3 d3*"
        await pilot.click(BoardView, app.spot("d3"), button=3)
        assert app.picked == "c2* c3 d3"
        await pilot.click(BoardView, app.spot("c3"))
        await pilot.pause()
        assert app.moves == ["c3,d3,c2"]


async def test_click_beside_the_board_does_nothing() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await pilot.click(BoardView, (0, 0))
        await pilot.pause()
        assert (app.picked, app.at) == ("", "c3")


async def test_stamp_follows_the_mouse_and_the_wheel_turns_it() -> None:
    app = BoardApp(OPEN)
    async with app.run_test() as pilot:
        await press(pilot, "t")
        await pilot.hover(BoardView, app.spot("b2"))
        assert app.picked == "a2 b2 c2*"
        await pilot._post_mouse_events([_wheel()], BoardView, app.spot("b2"), button=0)
        await pilot.pause()
        assert app.picked == "b1 b2 b3*"
        await pilot.click(BoardView, app.spot("b2"), button=2)
        assert app.picked == "a2 b2 b3*"
        await pilot.click(BoardView, app.spot("b2"))
        await pilot.pause()
        assert app.moves == ["a2,b2,b3"]


def _wheel() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown


async def test_small_viewport_scrolls_with_the_cursor_and_maps_the_mouse() -> None:
    app = BoardApp(size=19)
    async with app.run_test(size=(24, 10)) as pilot:
        board = app.board
        assert board.canvas.board_size() == (43, 20)
        assert board.canvas.size.width <= 24
        for keys in ("L L L", "J J J"):
            await press(pilot, keys)
        assert app.at == "t1"
        assert Region(*board.canvas.scroll_offset, *board.canvas.size).contains_point((42, 18))
        assert board.canvas.scroll_offset.x > 0
        await press(pilot, "L L L")  # nothing to follow: stays
        column, row = app.spot("r4")
        await pilot.hover(BoardView, (column, row))
        assert app.at == "r4"
        scrolled = board.canvas.scroll_offset
        await pilot.hover(BoardView, (column - 2, row))
        assert app.at == "q4"
        assert board.canvas.scroll_offset == scrolled


# -- what is drawn ------------------------------------------------------------------------


async def test_the_last_move_and_the_cursor_in_ascii() -> None:
    app = BoardApp(TIGHT, glyphs=ASCII, last=["b4", "c4", "d2"])
    async with app.run_test() as pilot:
        await press(pilot, "j")
        assert app.drawn()[:5] == [
            " 5 , , . . .",
            " 4 ,(X X). .",
            " 3 . O , . .",
            " 2 . .[x]O).",
            " 1 . X . . .",
        ]


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

        def grounds(name: str) -> object:
            column, row = app.spot(name)
            (segment,) = app.board.canvas.render_line(row).crop(column, column + 1)
            assert segment.style is not None
            return segment.style.bgcolor

        plain = grounds("a1")
        values = np.zeros(25)
        values[0], values[24] = 1.0, -1.0
        app.board.canvas.set_estimate(values)
        await pilot.pause()
        first, second = grounds("a1"), grounds("e5")
        assert len({plain, first, second, grounds("c1")}) == 3
        app.board.canvas.set_estimate(np.stack([(values + 1) / 2, (1 - values) / 2], axis=1))
        await pilot.pause()
        assert (grounds("a1"), grounds("e5")) == (first, second)
        app.show()
        await pilot.pause()
        assert grounds("a1") == plain


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
        await press(pilot, "l")
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
        await press(pilot, "l enter")
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
        await press(pilot, "escape k k")
        app.board.highlight([app.game.topology.cell(name) for name in ("b4", "e3")])
        await pilot.pause()
        assert (app.char("b4"), app.char("b4", 1), app.char("e3")) == ("●", "!", UNICODE.fault)


async def test_looks_and_glyphs_can_be_changed() -> None:
    app = BoardApp(TIGHT)
    async with app.run_test() as pilot:

        def stone() -> tuple[str, object]:
            column, row = app.spot("b1")
            (segment,) = app.board.canvas.render_line(row).crop(column, column + 1)
            assert segment.style is not None
            return segment.text, segment.style.color

        before = stone()
        app.board.canvas.dress(look=LOOKS[1])
        await pilot.pause()
        slate = stone()
        assert slate[0] == before[0]
        assert slate[1] != before[1]
        app.board.canvas.dress(glyphs=ASCII)
        await pilot.pause()
        assert stone()[0] == "X"


async def test_a_key_repaints_a_few_places_only(monkeypatch: pytest.MonkeyPatch) -> None:
    app = BoardApp(size=19)
    async with app.run_test() as pilot:
        asked: list[Region] = []
        refresh = app.board.canvas.refresh

        def noted(*regions: Region, **options: bool) -> object:
            asked.extend(regions or [Region(0, 0, 43, 20)])
            return refresh(*regions, **options)

        monkeypatch.setattr(app.board.canvas, "refresh", noted)
        await press(pilot, "l")
        assert 0 < sum(region.area for region in asked) <= 16
