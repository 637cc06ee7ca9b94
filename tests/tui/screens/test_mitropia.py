"""Every card, reaction and alliance of the sample records, played by people at the keyboard.

A record is loaded and taken back to its start: chance then falls as it did, and each answer
is given with the keys a player has for it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from termgames import games
from termgames.core.display import Card
from termgames.play import record
from termgames.play.match import Match
from termgames.tui.board import BoardView
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.table.answers import IDLE
from termgames.tui.table.cards import CardsDialog
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.question import QuestionBox
from tests.tui.board.support import place_of

from .support import act, game, opened, playing, prompt_text, sit, table, until, walk
from .tables import seated

FOLDER = Path(__file__).parents[2] / "games" / "mitropia" / "records"
RECORDS = (
    *("opening", "extra_move", "move_two", "pair_place", "replace_any", "reject_and_replace"),
    *("draw_and_discard", "give_back", "trade_1-2", "surrender", "independence"),
    "dead_stones_agreed",
)
"""Records that have every kind of answer between them."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is known by its name."""
    monkeypatch.setitem(games.GAMES, "mitropia", "termgames.games.mitropia")


async def choose(pilot: Any, number: int) -> None:
    """The entry of a dialog with that number, counting those that can be chosen."""
    lines = pilot.app.screen.query_one(OptionList)
    entries = [n for n in range(lines.option_count) if not lines.get_option_at_index(n).disabled]
    lines.highlighted = entries[number]
    await pilot.press("enter")
    await pilot.pause()


async def from_hand(pilot: Any, cards: list[Card[Any]], move: Any) -> None:
    """Play a card out of the hand."""
    await pilot.press("c")
    await pilot.pause()
    assert isinstance(pilot.app.screen, CardsDialog)
    await choose(pilot, [known for card in cards for _, known in card.plays].index(move))


async def on_board(pilot: Any, text: str) -> None:
    """Click on the points of a move; one point is played at once, several with Enter."""
    board = table(pilot).board
    names = re.findall(r"[a-z]\d+", text)
    for name in names:
        place = place_of(board, board.game.topology.cell(name))
        await pilot.click(BoardView, offset=place)
    if len(names) > 1:
        await pilot.press("enter")
    await pilot.pause()


async def mark(pilot: Any, names: list[str]) -> None:
    """Mark the groups of these stones as dead, and propose that."""
    board = game(pilot).board
    for name in names:
        if name != "none" and board.game.topology.cell(name) not in board.draft.cleared:
            await walk(pilot, name)
            await pilot.press("enter")
    await pilot.press("d")
    await pilot.pause()


async def answer(pilot: Any, move: Any) -> None:
    """Give an answer with the keys there are for it."""
    screen, sitting = game(pilot), game(pilot).sitting
    text = sitting.shown.game.format(move)
    seat = sitting.seat
    hand = sitting.shown.display.hand(sitting.shown.position, seat)
    cards = list(hand) if not isinstance(hand, int) and hand is not None else []
    boxes = table(pilot).query(QuestionBox)
    offered = dict(screen.answers.buttons())
    if boxes and move in boxes.first()._moves:
        await pilot.press(str(1 + boxes.first()._moves.index(move)))
        await pilot.pause()
    elif any(move == known for card in cards for _, known in card.plays):
        await from_hand(pilot, cards, move)
    elif text == "roll" or move in [offered.get(label) for label in IDLE]:
        await pilot.press("r" if text == "roll" else "p")
        await pilot.pause()
        if isinstance(pilot.app.screen, ChoiceDialog):
            await pilot.press("2")
    elif text.startswith("dead"):
        await mark(pilot, text.split()[1].split(","))
    elif move in offered.values():
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await choose(pilot, [known for _, known in screen.answers.listed()].index(move))
    else:
        await on_board(pilot, text)


async def play_out(pilot: Any, match: Match) -> None:
    """Play what was taken back again, with the keys."""
    wanted, end = match.moves, match.state
    match.undo(0)
    assert match.undone, "somebody has something to answer"
    pilot.app.opener.open_game(match, None)
    await pilot.pause()
    while match.undone:
        await sit(pilot)
        move, ply = match.undone[-1], match.ply
        await answer(pilot, move)
        assert match.ply > ply, (match.game.format(move), prompt_text(pilot))
    assert match.moves == wanted
    assert match.state == end


@pytest.mark.parametrize("part", range(3))
async def test_people_can_play_what_the_records_show(part: int) -> None:
    async with opened(lambda opener: None) as pilot:
        for name in RECORDS[part::3]:
            match = record.load((FOLDER / f"{name}.txt").read_text("utf-8"))
            try:
                await play_out(pilot, match)
            except AssertionError as error:
                raise AssertionError(name) from error


def pair(**options: Any) -> Match:
    """Two people with dice and cards on the usual map."""
    return Match(games.create("mitropia", {"players": 2, **options}), ("human", "human"), 3)


async def test_a_pair_at_one_keyboard_sees_dice_range_and_only_its_own_cards() -> None:
    match = pair()
    async with playing(match) as pilot:
        for _ in range(2):
            await sit(pilot)
            await answer(pilot, match.game.legal_moves(match.state)[0])
        await act(pilot, "sit: | prompt: r roll\nr | #held: cards none")
        dice = game(pilot).sitting.shown.display.rolled(match.state)
        held = str(table(pilot).query_one("#held").render())
        assert len(dice) == 2
        assert all(f" {die} " in held for die in dice)
        if table(pilot).query(QuestionBox):
            await act(pilot, "2 |")
        follow = table(pilot).board.draft.follow
        assert 0 < len(follow) < match.game.topology.cells, "no further than the dice say"
        await act(pilot, "p | last = forfeit ; screen = GameScreen")


async def test_without_cards_a_pair_goes_on_without_handing_the_keyboard_over() -> None:
    match = pair(**{"no-cards": True})
    async with playing(match) as pilot:
        assert game(pilot).sitting.can_play
        await answer(pilot, match.game.legal_moves(match.state)[0])
        assert game(pilot).sitting.can_play
        assert not game(pilot).sitting.shown.view.secret


async def test_the_list_of_moves_leaves_out_who_let_stones_stand() -> None:
    match = record.load((FOLDER / "extra_move.txt").read_text("utf-8"))
    async with playing(match) as pilot:
        await sit(pilot)
        texts = [match.game.format(move) for move in match.moves]
        assert "let" in texts
        listed = table(pilot).query_one(MoveList)
        assert listed.texts
        assert not [line for line in listed.texts if "let" in line or "roll" in line]


async def test_one_human_with_bots_to_the_end_and_through_the_count() -> None:
    def bot(rules: Any, state: Any) -> Any:
        texts = {rules.format(move): move for move in rules.legal_moves(state)}
        for wanted in ("let", "agree", "dead none", "pass"):
            if wanted in texts:
                return texts[wanted]
        return next(iter(texts.values()))

    chosen = {"players": 3, "map": "13x13", "pro": True, "dead-stones": "agree"}
    match = Match(games.create("mitropia", chosen), ("human:Ann", "bot:1", "bot:1"), 5)
    async with seated(match, bot) as pilot:
        screen, sitting = game(pilot), game(pilot).sitting
        for _ in range(3):
            await until(pilot, lambda: sitting.can_play)
            cell = min(screen.board.draft.follow)
            await on_board(pilot, match.game.topology.names[cell])
        for _ in range(9):
            await until(pilot, lambda: sitting.can_play or match.over)
            if match.over:
                break
            key = "d" if screen.answers.marking else "p"
            answers = "2" if table(pilot).query(QuestionBox) else key
            await pilot.press(answers)
        assert match.over, match.moves
        await act(pilot, "  | tab = story ; prompt: Ann\nv | tab = count")
        lines = screen.query_one(CountList)
        seen = []
        for _ in range(lines.option_count):
            seen.append(prompt_text(pilot))
            await pilot.press("down")
        assert len(set(seen)) == lines.option_count
        assert "black" in seen[-1]


async def test_five_players_on_the_largest_map_leave_it_the_room() -> None:
    match = Match(games.create("mitropia", {"map": "starfish"}), ("human",) * 5, 3)
    async with playing(match, size=(80, 24)) as pilot:
        await sit(pilot)
        screen = table(pilot)
        assert screen.table.narrow
        panel = screen.query_one(PlayersPanel)
        assert panel.size.height == 1
        names = re.findall(r"player \d", str(panel.render()))
        assert names == [screen.sitting.shown.label(seat) for seat in range(5)]
        rows = (screen.query_one(name).size.height for name in ("#held", "#happened"))
        above = 1 + sum(rows) + 1
        assert screen.board.canvas.size.height == 24 - above - 1, (
            "all but the lines above and the keys"
        )
