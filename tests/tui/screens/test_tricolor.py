"""Three at one board: agreement on dead stones, resigning together, who would win now."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.widgets import ContentSwitcher, OptionList

from termgames import games
from termgames.core.options import Value
from termgames.play import store
from termgames.play.match import Match
from termgames.tui.screens.dialogs import ChoiceDialog
from termgames.tui.widgets.graph import lead
from termgames.tui.widgets.keys import KeyLine
from termgames.tui.widgets.players import PlayersPanel
from termgames.tui.widgets.question import QuestionBox

from .support import game, playing, prompt_text, table, until, walk
from .tables import seated

THREE = ("human", "human", "human")


def new_match(*players: str, moves: str = "", **options: Value) -> Match:
    """A match on 5x5 with an agreement at the end, after some moves."""
    chosen = {"size": 5, "dead-stones": "agree", **options}
    match = Match(games.create("tricolor", chosen), players or THREE, 1)
    for text in moves.split():
        match.submit(match.game.parse(match.state, text))
    return match


def texts(match: Match) -> list[str]:
    return [match.game.format(move) for move in match.moves]


def panel(pilot: Any) -> str:
    """The players, without the heading above them."""
    _, *lines = str(table(pilot).query_one(PlayersPanel).render()).splitlines()
    return "\n".join(lines)


async def put(pilot: Any, name: str) -> None:
    await walk(pilot, name)
    await pilot.press("enter")
    await pilot.pause()


async def test_a_whole_game_in_the_hot_seat_with_its_agreement(tmp_path: Path) -> None:
    match, path = new_match(), tmp_path / "game.tgr"
    async with playing(match, path) as pilot:
        for name in ("c3", "c4", "a1", "c2", "e5", "e1"):
            await put(pilot, name)
        await pilot.press("p", "p", "p")
        await pilot.pause()
        screen = game(pilot)
        assert screen.answers.marking
        await pilot.press("p")
        assert [note.message for note in pilot.app._notifications] == [
            "Stones are being marked as dead: d proposes those that you have marked."
        ]
        assert "d proposes no stone dead" in prompt_text(pilot)
        keys = table(pilot).query_one(KeyLine).render().plain
        assert "Mark" in keys
        assert "d Propose" in keys
        assert "Place" not in keys
        await put(pilot, "b2")
        assert "empty" in prompt_text(pilot)
        await put(pilot, "c2")
        assert "1 stone" not in prompt_text(pilot), "both of alpha's stones are one group"
        assert "2 stones dead. Then alpha 0, beta" in prompt_text(pilot)
        await put(pilot, "c3")
        assert "d proposes no stone dead" in prompt_text(pilot), "the mark is taken back"
        await put(pilot, "e5")
        assert match.ply == 9
        await pilot.press("d")
        await pilot.pause()
        assert texts(match)[-1] == "dead e5"
        assert screen.board.canvas.overlay is not None
        assert screen.board.canvas.overlay.marked == (match.game.topology.cell("e5"),)
        assert "Beta" in panel(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert "beta agreed" in prompt_text(pilot)
        await pilot.press("2")
        await pilot.pause()
        assert match.over
        assert store.read(path).over
        assert "agree" in prompt_text(pilot)
        for name in ("alpha", "beta", "gamma"):
            assert name in prompt_text(pilot)
        assert screen.query_one(ContentSwitcher).current == "story", "of three players"
        await pilot.press("u")
        await pilot.pause()
        assert not match.over
        assert table(pilot).query(QuestionBox)


async def test_who_declines_lets_the_game_go_on() -> None:
    match = new_match(moves="c3 c4 c5 pass pass pass")
    async with playing(match) as pilot:
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        assert texts(match)[-2:] == ["dead none", "decline"]
        assert not table(pilot).query(QuestionBox)
        assert game(pilot).table.position.may_place


async def test_two_resign_together_and_the_third_wins() -> None:
    match = new_match(moves="c3 c4 c5")
    async with playing(match) as pilot:
        await pilot.press("q")
        await pilot.pause()
        dialog = pilot.app.screen
        assert isinstance(dialog, ChoiceDialog)
        options = dialog.query_one(OptionList)
        labels = [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]
        assert [label for label in labels if "resign" in label] == [
            "3 resign with beta",
            "4 resign with gamma",
        ]
        await pilot.press("4")
        await pilot.pause()
        assert "▸ " in panel(pilot).splitlines()[2]
        await pilot.press("1")
        await pilot.pause()
        assert game(pilot).table.position.may_place, "declined, alpha goes on"
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(pilot.app.screen, ChoiceDialog), "nothing is chosen for the player"
        await pilot.press("1")
        await pilot.pause()
        assert texts(match)[-1] == "decline", "asked once more"
        await pilot.press("enter")
        await pilot.pause()
        assert texts(match)[-1] == "decline", "who is not sure goes on"
        await pilot.press("d")
        await pilot.pause()
        await pilot.press("1")
        await pilot.pause()
        await pilot.press("2")
        await pilot.pause()
        assert texts(match)[-1] == "resign with beta"
        await pilot.press("2")
        await pilot.pause()
        assert match.over
        assert "Gamma" in prompt_text(pilot)
        assert "wins" in prompt_text(pilot)


@pytest.mark.usefixtures("counted_at_once")
async def test_the_panel_tells_low_middle_high_and_who_would_win() -> None:
    match = new_match(moves="c3 c4 c5 b3 pass pass a3")
    async with playing(match) as pilot:
        alpha = next(line for line in panel(pilot).splitlines() if "Alpha" in line)
        assert alpha.endswith("high")
        assert "beta" in str(table(pilot).query_one("#facts").render())
        await pilot.press("o")
        assert "area" in str(table(pilot).query_one("#facts").render())


async def test_a_repeated_position_is_refused_with_the_ply_it_repeats() -> None:
    # Beta has b2; alpha takes it with c2, and beta may not take back at once.
    match = new_match(moves="a2 d2 pass b1 c1 pass b3 c3 pass pass b2 pass c2")
    async with playing(match) as pilot:
        await put(pilot, "b2")
        assert match.ply == 13
        assert "Repeat" in prompt_text(pilot).title()
        assert "11" in prompt_text(pilot), "the move after which it stood so"


async def test_bots_take_part_in_the_agreement() -> None:
    def agreeing(rules: Any, state: Any) -> Any:
        words = {rules.format(move): move for move in rules.legal_moves(state)}
        return words.get("agree") or words.get("dead none") or words["pass"]

    match = new_match("human", "bot:1", "bot:1", moves="c3 c4 c5")
    async with seated(match, agreeing) as pilot:
        await pilot.press("p")
        await until(pilot, lambda: game(pilot).sitting.can_play and match.ply == 6)
        await pilot.press("d")
        await until(pilot, lambda: match.over)
        assert texts(match)[-3:] == ["dead none", "agree", "agree"]


def test_the_graph_shows_the_winner_and_not_the_highest() -> None:
    match = new_match(moves="c3 c4 c5 b3 pass pass a3 b4")
    score = match.game.score(match.state)
    assert sorted(score.totals)[1] == score.totals[score.winners[0]]
    bar = lead(score, [0, 1, 2])
    assert bar.colour == score.winners[0]
    assert bar.points == 1
