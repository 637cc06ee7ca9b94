"""Programs that a record names, on the screen: asked about, and started on a yes alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from termgames.play import consent, store
from termgames.play.bots.options import BotOptions
from termgames.play.new_game import NewGame
from termgames.tui.app import Settings
from tests.programs import Marking

from .support import act, opened, playing, table

OWN = {
    "humans": lambda pilot: table(pilot).sitting.humans,
    "listed": lambda pilot: pilot.app.screen.query("DataTable").first().row_count,
    "asked": lambda pilot: str(pilot.app.screen.query_one("Static").render()).replace("\n", ""),
}


@pytest.fixture
def stranger(tmp_path: Path) -> Marking:
    return Marking(tmp_path)


async def test_stepping_aside_opens_no_game_and_starts_nothing(stranger: Marking) -> None:
    path = stranger.record()
    before = path.read_bytes()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await act(pilot, "  | screen = ChoiceDialog ; keys: 1 no 2 yes\nescape | exit")
    assert not stranger.started
    assert consent.remembered() == frozenset()
    assert path.read_bytes() == before


@pytest.mark.parametrize("key", ["enter", "1"])
async def test_without_a_yes_a_human_gets_the_seat(stranger: Marking, key: str) -> None:
    path = stranger.record()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await act(pilot, f"""
                    | asked: {Path(stranger.command).name}
            {key}   | screen = GameScreen ; told: was not started ; humans = (0, 1)
            type:a1 | moves = a1""", OWN)  # fmt: skip
    assert not stranger.started
    assert consent.remembered() == frozenset()
    assert store.read(path).players == ("human", "human")


async def test_with_a_yes_it_plays_and_is_not_asked_about_again(stranger: Marking) -> None:
    path = stranger.record()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await act(pilot, """
            2         | screen = GameScreen ; moves = c3
            type:a1   | plies = 3
            u type:a2 | plies = 3 ; moves: c3 a2""")  # fmt: skip
        assert pilot.app.opener.lost() == []
    assert stranger.started
    assert consent.remembered() == {stranger.command}
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await act(pilot, "  | screen = GameScreen\ntype:a3 | plies = 5")


async def test_what_was_allowed_for_the_run_is_not_asked_about(stranger: Marking) -> None:
    settings = Settings(bots=BotOptions(allowed=frozenset({stranger.command})))
    async with playing(store.read(stranger.record()), settings=settings) as pilot:
        await act(pilot, "| moves = c3")
    assert consent.remembered() == frozenset()


async def test_every_program_is_asked_about(stranger: Marking, tmp_path: Path) -> None:
    other = Marking(tmp_path, "other")
    async with playing(store.read(stranger.record(second=other.player))) as pilot:
        await act(pilot, """
                    | asked: stranger.py
            1       | asked: other.py
            2       | screen = GameScreen ; humans = (0,)
            type:a1 | plies = 2""", OWN)  # fmt: skip
    assert other.started
    assert not stranger.started


@pytest.mark.parametrize(
    "rows",
    [
        "r | listed = 1\nenter | screen = ChoiceDialog\nenter | humans = (0, 1)",
        "y | listed = 1\nfocus:Input fill:Input={} enter | screen = ReplayScreen",
    ],
    ids=["resumed", "looked through"],
)
async def test_from_the_menu_none_is_started(
    rows: str, stranger: Marking, own_data_folder: Path
) -> None:
    path = stranger.record(own_data_folder / "games" / "x.tgr")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await act(pilot, rows.format(path), OWN)
    assert not stranger.started


async def test_the_form_that_a_record_filled_in_gives_no_consent(stranger: Marking) -> None:
    """A new game like one that names a program: the form begins with it."""
    before = NewGame("pletore", {"size": 5}, (stranger.player, "human"))
    async with opened(lambda opener: opener.open_form(before)) as pilot:
        await act(pilot, "ctrl+s | screen = ChoiceDialog\nenter | screen = GameScreen")
    assert not stranger.started


@pytest.mark.parametrize("player", ["gtp:touch x[/x]\x1b[2J", "gtp:sh [bold", "nobody[/x]"])
async def test_odd_players_are_text(own_data_folder: Path, player: str) -> None:
    path = own_data_folder / "games" / "x.tgr"
    path.parent.mkdir(parents=True)
    path.write_text(f"termgames record 1\ngame: pletore\nsize: 5\nplayer 1: {player}\n\n")
    async with opened(lambda opener: opener.open_menu()) as pilot:
        await act(pilot, "r | listed = 1\nenter |", OWN)
        if player.startswith("gtp:"):
            await act(
                pilot, "  | screen = ChoiceDialog ; asked!: \x1b\n1 | screen = GameScreen", OWN
            )
        else:
            await act(pilot, "| #note: in its header")
    async with opened(lambda opener: opener.open_replay(store.read(path), path)) as pilot:
        assert table(pilot).is_current
