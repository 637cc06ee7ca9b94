"""The players and their figures, as their panel shows them in as many columns as there are."""

from __future__ import annotations

from typing import Any

from rich.text import Text
from textual.app import App, ComposeResult

from termgames import games
from termgames.play.match import Match
from termgames.play.sitting.live import Live
from termgames.play.text.turns import Turns
from termgames.search.limits import Thought
from termgames.tui import styled
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
