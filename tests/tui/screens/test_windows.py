"""A game that another window plays: watched as it goes on there, or played on in a copy; and
programs that a record names: asked about, and started on a yes alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from termgames.play import consent, record, store
from termgames.play.bots.options import BotOptions
from termgames.play.new_game import NewGame
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.tui.app import Settings
from termgames.tui.opener import Opener
from termgames.tui.table import watching
from tests.programs import Marking

from .support import act, game, match_of, opened, playing, stage, table, told


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> Iterator[Live]:
    """Another window with a game of one move, in the folder of saved games."""
    monkeypatch.setattr(watching, "LOOK_EVERY", 0.02)
    sitting = Live(match_of("plurality"), file=SaveFile(store.new_file("plurality")))
    play(sitting, "a1,b1,c1")
    yield sitting
    sitting.close()


def play(sitting: Live, text: str) -> None:
    match = sitting.shown.match
    assert sitting.play(match.game.parse(match.state, text)) is None


async def go(pilot: Any, rows: str, other: Live) -> None:
    """Go through a scene; `there:` plays in the other window, or takes back, or closes."""

    def there(_: object, move: str) -> None:
        gone = lambda: other.keeper.path.unlink()  # noqa: E731
        known = {"undo": other.undo, "close": other.close, "gone": gone}
        known.get(move, lambda: play(other, move))()

    await act(pilot, rows, {}, {"there": there})


async def test_watching_follows_the_game_and_makes_no_moves(other: Live) -> None:
    path = other.keeper.path
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await go(pilot, """
                           | screen = ChoiceDialog ; text: another
            1              | screen = ReplayScreen ; prompt: watching ; ply = 1
            enter p m there:a3,b3,c3 | ply = 2
            there:undo     | plies = 1
            left there:pass | plies = 2 ; ply = 0
            end there:close | prompt: closed this game
            p              | screen = GameScreen""", other)  # fmt: skip
        assert game(pilot).sitting.shown.match.moves == other.shown.match.moves
        await act(pilot, "type:a3,b3,c3 | plies = 3")
        assert store.read(path).ply == 3


async def test_a_game_that_ends_or_goes_while_it_is_watched(other: Live) -> None:
    async with opened(lambda opener: opener.resume(other.keeper.path)) as pilot:
        await go(pilot, """
            1 there:gone | prompt: cannot be read
            there:pass  | plies = 2
            there:pass  | prompt: wins
            there:close p q | exit""", other)  # fmt: skip


async def test_going_on_in_a_copy_from_the_menu(other: Live) -> None:
    async with stage("menu") as pilot:
        await go(pilot, """
            r       | count
            enter 2 | screen = GameScreen
            type:a3,b3,c3 there:pass | plies = 2""", other)  # fmt: skip
        mine, path = game(pilot).sitting, other.keeper.path
        assert mine.keeper.path == path.with_stem(path.stem + "-2")
        for sitting in (mine, other):
            assert store.read(sitting.keeper.path).moves == sitting.shown.match.moves
        assert mine.shown.match.moves != other.shown.match.moves
        await act(pilot, "q 1 | screen = MenuScreen")
        assert SaveFile(mine.keeper.path).owner is None


async def test_a_file_that_changes_while_it_is_played_is_kept(other: Live) -> None:
    other.close()
    path = other.keeper.path
    async with opened(lambda opener: opener.resume(path)) as pilot:
        path.write_text(path.read_text() + "# a note\n")
        await act(pilot, "type:a3,b3,c3 | told: this game goes on in")
        assert path.read_text().endswith("# a note\n")
        assert store.read(game(pilot).sitting.keeper.path).ply == 2


async def test_a_file_that_goes_before_it_is_opened(other: Live) -> None:
    other.close()
    other.keeper.path.unlink()
    async with opened(lambda opener: opener.resume(other.keeper.path)) as pilot:
        await pilot.pause()
    assert "No such file" in str(pilot.app.fault)


@pytest.mark.parametrize("checked", [True, False])
@pytest.mark.parametrize("door", ["resume", "replay"])
async def test_a_record_without_a_checksum_is_said_to_be_so(door: str, checked: bool) -> None:
    store.save(match_of("plurality"), path := store.new_file("plurality"))
    if not checked:
        first, _, *rest = path.read_text().splitlines(keepends=True)
        path.write_text("".join([first, *rest]))

    def begin(opener: Opener) -> None:
        opener.resume(path) if door == "resume" else opener.open_replay(store.read(path), path)

    async with opened(begin) as pilot:
        assert told(pilot).count(record.UNCHECKED) == (not checked)


# -- programs -----------------------------------------------------------------------------------

ASKED = {
    "humans": lambda pilot: table(pilot).sitting.humans,
    "asked": lambda pilot: str(pilot.app.screen.query_one("Static").render()).replace("\n", ""),
}


@pytest.fixture
def stranger(tmp_path: Path) -> Marking:
    return Marking(tmp_path)


@pytest.mark.parametrize("key", ["escape", "enter", "1"])
async def test_without_a_yes_no_program_is_started(stranger: Marking, key: str) -> None:
    """Stepping aside opens no game; with a no a human gets the seat."""
    path = stranger.record()
    before = path.read_bytes()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await act(pilot, f"| asked: {Path(stranger.command).name} ; keys: 1 no 2 yes", ASKED)
        if key == "escape":
            await act(pilot, "escape | exit")
            assert path.read_bytes() == before
        else:
            await act(pilot, f"""
                {key}   | screen = GameScreen ; told: was not started ; humans = (0, 1)
                type:a1 | moves = a1""", ASKED)  # fmt: skip
            assert store.read(path).players == ("human", "human")
    assert not stranger.started
    assert consent.remembered() == frozenset()


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
            type:a1 | plies = 2""", ASKED)  # fmt: skip
    assert (stranger.started, other.started) == (False, True)


async def test_from_the_menu_and_from_a_form_none_is_started(
    stranger: Marking, own_data_folder: Path
) -> None:
    path = stranger.record(own_data_folder / "games" / "x.tgr")
    before = NewGame("pletore", {"size": 5}, (stranger.player, "human"))
    async with stage("menu") as pilot:
        await act(pilot, f"""
            r     | count = 1
            enter | screen = ChoiceDialog
            enter | humans = (0, 1)
            q 1 work: y | count = 1
            focus:Input fill:Input={path} enter | screen = ReplayScreen""", ASKED)  # fmt: skip
        pilot.app.opener.open_form(before)
        await act(pilot, "  | screen = SetupScreen\nctrl+s | screen = ChoiceDialog\nenter |")
    assert not stranger.started


@pytest.mark.parametrize("player", ["gtp:touch x[/x]\x1b[2J", "nobody[/x]"])
async def test_odd_players_are_text(own_data_folder: Path, player: str) -> None:
    path = own_data_folder / "games" / "x.tgr"
    path.parent.mkdir(parents=True)
    path.write_text(f"termgames record 1\ngame: pletore\nsize: 5\nplayer 1: {player}\n\n")
    async with stage("menu") as pilot:
        said = "| screen = ChoiceDialog ; asked!: \x1b\n1 | screen = GameScreen"
        said = said if player.startswith("gtp:") else "| #note: in its header"
        await act(pilot, f"r | count = 1\nenter {said}", ASKED)
    async with opened(lambda opener: opener.open_replay(store.read(path), path)) as pilot:
        assert table(pilot).is_current
