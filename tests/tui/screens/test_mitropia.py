"""Cards, reactions and alliances of the sample records, played by people at the keyboard.

A record is loaded and taken back to its start: chance then falls as it did, and each answer
is given with the keys a player has for it.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from textual.widgets import OptionList

from termgames.play import record
from termgames.play.sitting.live import Live
from termgames.search.limits import Candidate, Thought
from termgames.tui.table.analysis import Analysis
from termgames.tui.table.answers import IDLE
from termgames.tui.widgets.question import QuestionBox
from tests.tui.board.support import place_of

from .support import act, acted, first_legal, opened, prompt_text, sit, table, walk

FOLDER = Path(__file__).parents[2] / "games" / "mitropia" / "records"
RECORDS = "extra_move pair_place reject_and_replace draw_and_discard give_back trade_1-2 surrender"
"""Records that have every kind of answer between them."""


async def choose(pilot: Any, number: int) -> None:
    """The entry of a dialog with that number, counting those that can be chosen."""
    lines = pilot.app.screen.query_one(OptionList)
    entries = [n for n, each in enumerate(lines.options) if not each.disabled]
    lines.highlighted = entries[number]
    await pilot.press("enter")


async def on_board(pilot: Any, text: str) -> None:
    """Click on the points of a move; one point is played at once, several with Enter."""
    board, names = table(pilot).board, re.findall(r"[a-z]\d+", text)
    for name in names:
        await pilot.click(board, offset=place_of(board, board.game.topology.cell(name)))
    if len(names) > 1:
        await pilot.press("enter")


async def answer(pilot: Any, move: Any) -> None:
    """Give an answer with the keys there are for it."""
    screen, sitting = table(pilot), table(pilot).sitting
    text = sitting.shown.game.format(move)
    hand = sitting.shown.display.hand(sitting.shown.position, sitting.seat)
    cards = list(hand) if not isinstance(hand, int) and hand is not None else []
    plays = [known for card in cards for _, known in card.plays]
    boxes, offered = table(pilot).query(QuestionBox), dict(screen.answers.buttons())
    if boxes and move in boxes.first()._moves:
        await pilot.press(str(1 + boxes.first()._moves.index(move)))
    elif move in plays:
        await act(pilot, "c | screen = CardsDialog")
        await choose(pilot, plays.index(move))
    elif text == "roll" or move in [offered.get(label) for label in IDLE]:
        await act(pilot, "r |" if text == "roll" else "p |")
        if type(pilot.app.screen).__name__ == "ChoiceDialog":
            await pilot.press("2")
    elif text.startswith("dead"):
        for name in text.split()[1].split(","):
            if name != "none" and screen.board.game.topology.cell(name) not in (
                screen.board.draft.cleared
            ):
                await walk(pilot, name)
                await pilot.press("enter")
        await pilot.press("d")
    elif move in offered.values():
        await act(pilot, "d | screen = ChoiceDialog")
        await choose(pilot, [known for _, known in screen.answers.listed()].index(move))
    else:
        await on_board(pilot, text)
    await pilot.pause()


@pytest.mark.parametrize("name", [*RECORDS.split(), "dead_stones_agreed"])
async def test_people_can_play_what_the_records_show(name: str) -> None:
    match = record.load((FOLDER / f"{name}.txt").read_text("utf-8"))
    wanted, end = match.moves, match.state
    match.undo(0)
    assert match.undone, "somebody has something to answer"
    async with opened(lambda opener: opener.open_game(match, None)) as pilot:
        while match.undone:
            await sit(pilot)
            move, ply = match.undone[-1], match.ply
            await answer(pilot, move)
            assert match.ply > ply, (match.game.format(move), prompt_text(pilot))
        assert (match.moves, match.state) == (wanted, end)


async def first(pilot: Any, _: str) -> None:
    await answer(pilot, first_legal(table(pilot).sitting.shown.match))


test_scenes = acted(
    """
    == a pair at one keyboard sees dice and its own cards | play mitropia map=9x9-cut seed=3
    sit: first: sit: first: sit: | prompt: r roll
    r | #held: cards none
    2 p | last = forfeit ; screen = GameScreen
    == without cards nobody hands the keyboard over | play mitropia map= no-cards=yes seed=3
           | can_play
    first: | can_play ; !~sitting.shown.view.secret
    """,
    verbs={"first": first},
)


@pytest.mark.parametrize("together", [True, False])
def test_candidates_tell_nothing_of_cards_that_lie_face_down(together: bool) -> None:
    match, found = record.load((FOLDER / "draw_and_discard.txt").read_text()), set()
    for ply in reversed(range(match.ply)):
        match.undo(ply)
        seat, shown = match.to_act, (live := Live(match, bots={})).shown
        if seat >= 0:
            shown.view.humans = shown.view.humans if together else (seat,)
            live.take_keyboard(seat)
            secret = shown.display.from_hand(shown.position, seat)
            legal = match.game.legal_moves(shown.position)
            best = tuple(Candidate(move, (move,), (1.0,), (0.0,), 1) for move in legal)
            looks = SimpleNamespace(running=True, _shown=shown)
            looks._thought_here = Thought(legal[0], candidates=best)
            looks._sitting = SimpleNamespace(lesson=None)
            told = {each.move for each in Analysis.candidates.fget(looks)}
            assert told == set(legal) - (set(secret) if together else set())
            found |= set(secret)
    assert found
