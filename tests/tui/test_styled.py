"""The players and their figures, as their panel shows them in as many columns as there are; and
which column of a graph stands for a position."""

from __future__ import annotations

from typing import Any

import pytest
from rich.text import Text
from textual.app import App, ComposeResult

from termgames import games
from termgames.play.match import Match
from termgames.play.sitting.live import Live
from termgames.play.text.turns import Turns
from termgames.search.limits import Thought
from termgames.tui import styled
from termgames.tui.themes import looks
from termgames.tui.widgets.graph import (
    UNKNOWN,
    Graph,
    Lead,
    change,
    latest,
    lead_stack,
    sampled,
    scale,
    share_stack,
)
from termgames.tui.widgets.players import Figures, PlayerRow, PlayersPanel


def playing(game_id: str, *moves: str, **options: Any) -> Live:
    """A sitting of two humans after some moves."""
    sitting = Live(Match(games.create(game_id, options), ("human:Ann", "human"), 1))
    for move in moves:
        assert sitting.play(sitting.shown.game.parse(sitting.shown.position, move)) is None
    return sitting


def chip(colour: int) -> Text:
    return Text(f"stone {colour}")


def token(holder: int | None) -> Text:
    return Text("free" if holder is None else f"of {holder}")


def test_what_a_bot_expects_comes_before_the_score_as_it_stands() -> None:
    shown = playing("plurality", "a1,b1,c1", size=5, komi=3.5).shown

    def captions(thought: Thought | None) -> dict[str, list[str]]:
        _, figures = styled.player_rows(shown, chip, token, thought, analysis_shown=True)
        return {each.caption: list(each.values) for each in figures}

    assert captions(None) == {}, "too early for a score, and no bot has looked"
    thought = Thought(None, value=(0.25, 0.75), score=(11.04, 14.5))
    assert captions(thought) == {"to win": ["25%", "75%"], "at the end": ["11.0", "14.5"]}
    assert captions(Thought(None, value=(0.5, 0.5))) == {"to win": ["50%", "50%"]}


def test_turns_have_the_stones_that_players_have_since_sides_were_chosen() -> None:
    def signs(*moves: str) -> list[str]:
        sitting = playing("plurality", *moves, size=5, pie=True)
        turns = Turns(sitting.shown)
        turns.update()
        lines = styled.turn_lines(sitting.shown, turns, chip, ascii=False)
        return [line.sign.plain.strip() for line in lines]

    assert signs("komi 3") == [""]
    assert signs("komi 3", "black") == ["stone 1", "stone 0"]
    assert signs("komi 3", "white") == ["stone 0", "stone 1"]


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


async def test_there_are_as_many_figures_as_there_is_room_for() -> None:
    known = {52: "at the end  on the board  captured", 51: "end  now  cap.", 33: "end  now  cap."}
    async with (app := PlayersApp()).run_test(size=(60, 10)) as pilot:
        for columns, captions in (known | {32: "end  now", 27: "end  now", 26: "end"}).items():
            await pilot.resize_terminal(columns, 10)
            await pilot.pause()
            lines = app.query_one(PlayersPanel).render().plain.split("\n")
            assert lines[0].strip() == captions
            assert max(map(len, lines)) <= columns


@pytest.mark.parametrize("count", [1, 2, 7, 10, 11, 23, 100])
def test_a_position_is_marked_below_its_bar(count: int) -> None:
    """Below the very bar whose click shows it; between two of them below the later one, which
    stands for the end of its part of the game."""
    for columns in (1, 4, 7, 10, 30):
        plies, graph = list(sampled(count, columns)), Graph(looks(2, "bw")[0], id="graph")
        graph._stacks, graph._count = [UNKNOWN] * len(plies), count
        found = [graph._column(ply) for ply in range(count)]
        assert found == [sum(each < ply for each in plies) for ply in range(count)]
        assert graph._column(count + 5) == len(plies) - 1, "a move that is not drawn yet"


def test_a_lead_grows_from_the_middle_towards_its_side() -> None:
    assert lead_stack(Lead(5.0, colour=0), 10.0, both=True) == ((0.5, None), (0.75, 0), (1.0, None))
    white = Lead(20.0, up=False, colour=1)
    assert lead_stack(white, 10.0, both=True) == ((0.0, None), (0.5, 1), (1.0, None)), "cut off"
    assert lead_stack(Lead(5.0, colour=3), 10.0, both=False) == ((0.5, 3), (1.0, None))


def test_win_shares_are_carried_on_and_point_to_who_is_ahead() -> None:
    found = latest({1: (0.7, 0.3), 3: (0.2, 0.8)}, range(4))
    assert found == [None, (0.7, 0.3), (0.7, 0.3), (0.2, 0.8)]
    assert latest({1: (0.7, 0.3)}, range(4))[2:] == [None, None], "nobody has looked there"
    first, _, last = [share_stack(shares, (0, 1)) for shares in found[1:]]
    assert first == ((0.7, 0), (1.0, 1)), "the first colour below"
    assert change(first, last) == pytest.approx(0.5)
    assert change(first, UNKNOWN) == pytest.approx(1.0)
    assert share_stack((0.2, 0.5, 0.3), (1, 0, 2)) == ((0.5, 0), (0.7, 1), (1.0, 2))


def test_leaps_of_the_opening_do_not_set_the_scale_of_the_graph() -> None:
    leads = [Lead(160.0)] * 4 + [Lead(3.0)] * 5 + [Lead(7.0, up=False)]
    assert scale(leads, None) == 10, "one of a few values"
    assert scale(leads, 5.0) == 5, "no more can come about"
    assert (scale(leads, 0.0), scale([], None)) == (1, 1)
