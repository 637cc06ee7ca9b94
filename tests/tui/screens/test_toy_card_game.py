"""Dice, hidden hands and questions out of turn on the screen."""

from __future__ import annotations

import time
from typing import Any

import pytest
from textual.widgets import Button, ContentSwitcher, OptionList

from termgames import games
from termgames.play.match import Match
from termgames.play.sitting.answer_delay import SECONDS
from termgames.tui.board import BoardView
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.table.cards import CardsDialog
from termgames.tui.table.handover import HandoverScreen
from termgames.tui.widgets.count import CountList
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.moves import MoveList
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.question import QuestionBox

from .support import game, prompt_text, table, until, walk
from .tables import quiet, red_first, seated

THREE = ("human", "human", "human")
ONE = ("human", "bot:1", "bot:1")


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known by its name."""
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")


def texts(match: Match) -> list[str]:
    return [match.game.format(move) for move in match.moves]


def screen_text(pilot: Any) -> str:
    """Everything that is to be read on the terminal."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def held(pilot: Any) -> str:
    return str(table(pilot).query_one("#held").render())


def placing(rules: Any, state: Any) -> Any:
    """A bot that puts a stone on the first point and lets everything stand."""
    words = {move.word: move for move in reversed(rules.legal_moves(state))}
    return words.get("let") or words.get("place") or words["pass"]


async def put(pilot: Any, name: str) -> None:
    """One stone by the keys."""
    await walk(pilot, name)
    await pilot.press("enter")
    await pilot.pause()


async def sit(pilot: Any) -> None:
    """The next player takes the keyboard, where that is asked for."""
    if isinstance(pilot.app.screen, HandoverScreen):
        await pilot.press("enter")
        await pilot.pause()


async def test_a_hot_seat_game_hands_over_and_hides_hands_meanwhile() -> None:
    match = red_first(*THREE)
    async with seated(match) as pilot:
        await pilot.pause()
        assert not isinstance(pilot.app.screen, HandoverScreen), "nobody holds anything"
        await pilot.press("d")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        await pilot.press("1")
        await pilot.pause()
        assert texts(match)[-2] == "draw"
        assert game(pilot).sitting.can_play, "blue holds nothing"
        assert texts(match)[-1] not in screen_text(pilot)
        for _ in range(2):
            await pilot.press("p")
            await pilot.pause()
        assert isinstance(pilot.app.screen, HandoverScreen)
        assert "Pass the keyboard to" in screen_text(pilot)
        assert "Red (player 1)" in screen_text(pilot)
        assert "cards" not in held(pilot)
        ply = match.ply
        await pilot.press("u")
        await pilot.pause()
        assert match.ply == ply - 1
        assert not isinstance(pilot.app.screen, HandoverScreen)
        await pilot.press("p")
        await pilot.pause()
        await sit(pilot)
        assert "Red" in str(table(pilot).query_one(PlayersPanel).render())


async def test_in_the_hot_seat_cards_lie_face_down_until_asked_for() -> None:
    match = red_first(*THREE)
    async with seated(match) as pilot:
        await pilot.pause()
        await sit(pilot)
        for key in ("d", "p", "p"):
            await pilot.press(key, *("1" if key == "d" else ""))
            await pilot.pause()
            await sit(pilot)
        card = f"card {match.state.hands[0][0]}"
        assert "1 face down" in held(pilot)
        assert card not in screen_text(pilot).replace(f"{card}\n", "")
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(pilot.app.screen, CardsDialog)
        assert f"lay {match.state.hands[0][0]}" in screen_text(pilot)
        await pilot.press("escape")
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert texts(match)[-1] == f"lay {card[5:]}"


async def test_one_human_sees_his_cards_and_nobody_elses() -> None:
    def drawing(rules: Any, state: Any) -> Any:
        words = {move.word: move for move in rules.legal_moves(state)}
        return words.get("let") or words.get("draw") or words["pass"]

    match = red_first(*ONE)
    async with seated(match, drawing) as pilot:
        await pilot.press("d", "1")
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply > 5)
        (mine,) = match.state.hands[0]
        assert f"cards card {mine}" in held(pilot)
        shown = screen_text(pilot)
        listed = table(pilot).query_one(MoveList).texts
        assert sum(text.count("card ?") for text in listed) == 2
        assert "1 card" in str(table(pilot).query_one(PlayersPanel).render())
        for seat in (1, 2):
            (theirs,) = match.state.hands[seat]
            assert f"card {theirs}" not in shown
        assert table(pilot).sitting.shown.expectations == {}
        assert "50%" not in shown


async def test_a_question_out_of_turn_is_answered_by_its_number_and_bots_take_their_time() -> None:
    match = red_first(*ONE)
    async with seated(match, placing) as pilot:
        began = time.monotonic()
        await pilot.press("y", "y")
        assert "asked about every move" in held(pilot)
        await put(pilot, "b2")
        await until(pilot, lambda: table(pilot).query(QuestionBox))
        assert time.monotonic() - began > 3 * SECONDS * 0.95, "three answers of bots"
        assert texts(match)[-4:] == ["let", "let", "a1", "let"]
        assert "Let the stone stand?" in prompt_text(pilot)
        await pilot.press("1")
        await until(pilot, lambda: len(texts(match)) > 6)
        assert texts(match)[6] == "let"


async def test_who_lets_everything_stand_is_not_asked() -> None:
    match = red_first(*ONE)
    async with seated(match, placing) as pilot:
        assert "asked" not in held(pilot)
        await pilot.press("y")
        assert "accepts all moves unasked" in held(pilot)
        await pilot.press("p", "2")  # all the same
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply > 2)
        assert texts(match)[2:] == ["a1", "let", "let", "b1", "let", "let"]
        await pilot.press("y")
        assert "accepts all moves unasked" not in held(pilot)
        assert "asked about every move" in held(pilot)


async def test_answers_that_tell_the_hand_stay_with_the_cards_in_the_hot_seat() -> None:
    match = red_first("human", "human", "bot:1")
    async with seated(match) as pilot:
        await pilot.pause()
        await sit(pilot)
        await pilot.press("d", "1")
        await pilot.pause()
        await sit(pilot)
        await put(pilot, "b2")
        await until(pilot, lambda: game(pilot).sitting.seat == 0)
        await pilot.pause()
        await sit(pilot)
        labels = [str(button.label) for button in table(pilot).query(Button)]
        assert labels == ["1 let", "2 cards"]
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(pilot.app.screen, CardsDialog)
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, CardsDialog), "no card is highlighted"
        await pilot.press("down", "enter")
        await pilot.pause()
        assert any(text.startswith("veto") for text in texts(match))
        assert match.state.stones[4] == 0


async def test_table_talk_is_offered_and_answered_beside_the_board() -> None:
    match = red_first(*THREE)
    async with seated(match) as pilot:
        await pilot.pause()
        await sit(pilot)
        assert "ask blue" in prompt_text(pilot)
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert texts(match)[-1] == "ask blue"
        await sit(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert texts(match)[-1] == "no"
        await sit(pilot)
        assert "ask blue" not in prompt_text(pilot)


async def test_dice_lie_in_the_panel_and_stand_out_for_a_moment() -> None:
    match = red_first(*ONE)
    async with seated(match) as pilot:
        assert "1   6" in held(pilot)
        await until(pilot, lambda: not table(pilot).query_one("#held").has_class("-fresh"))


async def test_moves_tell_who_made_them() -> None:
    match = red_first(*ONE)
    async with seated(match, placing) as pilot:
        await pilot.press("y", "y", "p", "2")  # all the same
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply >= 4)
        moves = table(pilot).query_one(MoveList)
        moves.scroll_to(0, 0, animate=False)
        line = " ".join(moves.render_line(y).text for y in range(moves.virtual_size.height))
        chips = [table(pilot).table.appearance.chip(colour).plain for colour in range(3)]
        assert line.index(chips[0]) < line.index(chips[1]) < line.index(chips[2])


async def test_the_count_is_walked_through_on_the_board() -> None:
    match = red_first(*THREE)
    async with seated(match) as pilot:
        await pilot.pause()
        await sit(pilot)
        await put(pilot, "b2")
        assert texts(match)[-2:] == ["let", "let"], "nobody holds a card, as everybody knows"
        for _ in range(3):
            await sit(pilot)
            await pilot.press("p")
            await pilot.pause()
        assert match.over, texts(match)
        screen = table(pilot)
        assert screen.query_one(ContentSwitcher).current == "story"
        assert "The game took 6 turns." in str(screen.query_one("#told").render())
        await pilot.press("v")
        assert screen.query_one(ContentSwitcher).current == "count"
        assert screen.query_one(CountList).has_focus
        board = screen.query_one(BoardView)
        assert board.canvas._position.stones[4]
        await pilot.press("down")
        await pilot.pause()
        assert "Without stones" in prompt_text(pilot)
        assert "red 1" in prompt_text(pilot)
        assert not board.canvas._position.stones[4]
        await pilot.press("escape")
        await pilot.pause()
        assert board.canvas._position.stones[4]
        assert "Red (player 1) wins" in prompt_text(pilot)


async def test_holdings_have_a_tab_of_their_own() -> None:
    match = red_first(*ONE)
    async with seated(match) as pilot:
        assert "holdings" not in table(pilot).table.tabs.names()
        match_state = match.state
        await pilot.press("d", "1")
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply > 2)
        await pilot.press("c", "1")
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply > 5)
        assert match.state != match_state
        await pilot.press("v", "v")
        await pilot.pause()
        assert table(pilot).query_one(ContentSwitcher).current == "holdings"
        text = str(table(pilot).query_one("#beside").render())
        assert "laid" in text
        assert str(match.state.laid[0]) in text


async def test_bots_of_a_hidden_game_go_on_among_themselves() -> None:
    match = red_first("bot:1", "bot:1", "bot:1")
    async with seated(match, quiet) as pilot:
        await until(pilot, lambda: match.over)
        assert "Nobody wins" in prompt_text(pilot)


async def test_leaving_from_the_handover_asks_and_giving_up_is_not_offered() -> None:
    match = red_first(*THREE)
    async with seated(match) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog)
        options = pilot.app.screen.query_one(OptionList)
        labels = [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]
        assert not any("resign" in label for label in labels)
        await pilot.press("1")
        await pilot.pause()
        await sit(pilot)
        await pilot.press("q", "2")
        await pilot.pause()
    assert pilot.app.return_code == 0


async def test_the_first_handover_says_when_one_is_asked() -> None:
    match = red_first(*THREE)
    notes = list[bool]()
    async with seated(match) as pilot:
        for key in ("d", "d", "d", "p", "d", "p", "p"):
            await pilot.pause()
            if isinstance(pilot.app.screen, HandoverScreen):
                said = " ".join(screen_text(pilot).split())
                notes.append("when a card of yours can answer" in said)
                await sit(pilot)
            await pilot.press(key)
            await pilot.pause()
            if key == "d":
                await pilot.press("1")
                await pilot.pause()
    assert notes == [True] * 3 + [False], "each is told once"


async def test_no_story_is_told_before_the_end() -> None:
    match = red_first(*THREE)
    async with seated(match) as pilot:
        await pilot.pause()
        await put(pilot, "b2")
        names = table(pilot).table.tabs.names()
        assert "story" not in names
        assert not str(table(pilot).query_one("#told").render())


async def test_a_rest_is_told_and_taken_back_by_the_same_key() -> None:
    match = red_first(*ONE)
    async with seated(match, placing, size=(120, 40)) as pilot:
        assert "Rest" in pilot.app.screen.query_one(KeyLine).render().plain
        await pilot.press("z")
        await until(pilot, lambda: "red rests no longer" in notices(pilot))
        assert "You pass until a stone or point of yours" in notices(pilot)
        assert texts(match).count("pass") >= 1
        await until(pilot, lambda: game(pilot).sitting.can_play)
        live = game(pilot).sitting
        live.resting.begin(0)
        screen = game(pilot)
        screen.show()
        assert screen.key_names()["rest"] == "Rest no more"
        await pilot.press("z")
        assert not live.resting.seats


def notices(pilot: Any) -> str:
    return " ".join(note.message for note in pilot.app._notifications)
