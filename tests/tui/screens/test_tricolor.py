"""Three at one board: agreement on dead stones, resigning together, who would win now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames.play import store
from termgames.play.match import Match
from termgames.tui.widgets.graph import lead
from termgames.tui.widgets.players import PlayersPanel

from .support import act, acted, match_of, stage, table, walk
from .tables import seated


async def put(pilot: Any, name: str) -> None:
    await walk(pilot, name)
    await pilot.press("enter")


def panel(pilot: Any) -> list[str]:
    """The players, without the heading above them."""
    return str(table(pilot).query_one(PlayersPanel).render()).splitlines()[1:]


def game_of(moves: str = "", seats: str = "") -> str:
    return f"tricolor dead-stones=agree {seats} + {moves}"


OWN = {
    "panel": panel,
    "third": lambda pilot: "▸ " in panel(pilot)[2],
    "alpha": lambda pilot: next(line for line in panel(pilot) if "Alpha" in line).split()[-1],
    "question": lambda pilot: table(pilot).query("QuestionBox"),
    "place": lambda pilot: table(pilot).table.position.may_place,
    "marking": lambda pilot: table(pilot).answers.marking,
    "marked": lambda pilot: table(pilot).board.canvas.overlay.marked,
}
test_scenes = acted(
    f"""
    == who declines lets the game go on | play {game_of("c3 c4 c5 pass pass pass")}
    d 1 | moves: dead none decline ; !question ; place
    == two resign together and the third wins | play {game_of("c3 c4 c5")}
    q     | screen = ChoiceDialog ; text: 3 resign with beta ; text: 4 resign with gamma
    4     | third
    1     | place
    d     | screen = ChoiceDialog
    enter | screen = ChoiceDialog
    1     | last = decline
    enter | last = decline
    d 1 2 | last = resign with beta
    2     | over ; prompt: Gamma ; prompt: wins
    == a repeated position is refused with the ply it repeats | play {
        game_of("a2 d2 pass b1 c1 pass b3 c3 pass pass b2 pass c2")
    }
    put:b2 | plies = 13 ; prompt: repeat ; prompt: 11
    """,
    OWN,
    {"put": put},
)


async def test_a_whole_game_in_the_hot_seat_with_its_agreement(tmp_path: Path) -> None:
    path, verbs = tmp_path / "game.tgr", {"put": put}
    async with stage(f"play kept {game_of('c3 c4 a1 c2 e5')}", path) as pilot:
        await act(pilot, """
            put:e1 p p p | marking
            p      | told = Stones are being marked as dead: d proposes those that you have marked.
                   | prompt: d proposes no stone dead
                   | keys: Mark ; keys: d Propose ; keys!: Place
            put:b2 | prompt: empty
            put:c2 | prompt: 2 stones dead. Then alpha 0, beta
            put:c3 | prompt: d proposes no stone dead
            put:e5 | plies = 9
            d      | last = dead e5 ; marked = (24,) ; panel: Beta
            2      | prompt: beta agreed
            2      | over ; prompt: agree ; prompt: alpha ; prompt: gamma ; tab = story
            """, OWN, verbs)  # fmt: skip
        assert store.read(path).over
        await act(pilot, "u | !over ; question", OWN)


@pytest.mark.usefixtures("counted_at_once")
async def test_the_panel_tells_low_middle_high_and_who_would_win() -> None:
    async with stage(f"play {game_of('c3 c4 c5 b3 pass pass a3')}") as pilot:
        await act(pilot, "  | alpha = high ; #facts: beta\no | #facts: area", OWN)


async def test_bots_take_part_in_the_agreement() -> None:
    def agreeing(rules: Any, state: Any) -> Any:
        words = {rules.format(move): move for move in rules.legal_moves(state)}
        return words.get("agree") or words.get("dead none") or words["pass"]

    match: Match = match_of(game_of("c3 c4 c5", "seats=human,bot:1,bot:1"))
    async with seated(match, agreeing) as pilot:
        await act(pilot, "p | can_play ; plies = 6\nd | over ; moves: dead none agree agree")


def test_the_graph_shows_the_winner_and_not_the_highest() -> None:
    match = match_of(game_of("c3 c4 c5 b3 pass pass a3 b4"))
    score = match.game.score(match.state)
    assert sorted(score.totals)[1] == score.totals[score.winners[0]]
    bar = lead(score, [0, 1, 2])
    assert (bar.colour, bar.points) == (score.winners[0], 1)
