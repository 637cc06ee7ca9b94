"""A game that another window plays: watched as it goes on there, or played on in a copy; and
programs that a record names: asked about, and started on a yes alone."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest import mock

from termgames.play import consent, record, store
from termgames.play.new_game import NewGame
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.tui.table import watching
from tests.programs import Marking

from .support import act, acted, match_of, opened, settings_of, table, told


def play(sitting: Live, text: str) -> None:
    match = sitting.shown.match
    assert sitting.play(match.game.parse(match.state, text)) is None


@asynccontextmanager
async def stage(opening: str, file: Any = None) -> AsyncIterator[Any]:
    """`other resume`: another window has a game of one move, in the folder of saved games.
    `stranger resume`, `kept stranger replay`: a record of Pletore that names a program."""
    who, door = opening.replace("kept ", "").split()
    folder = Path(os.environ["TERMGAMES_DATA"])
    folder.joinpath("games").mkdir(parents=True, exist_ok=True)
    other, marks, settings = None, [Marking(folder), Marking(folder, "second")], settings_of()
    if who == "other":
        other = Live(match_of("plurality"), file=SaveFile(store.new_file("plurality")))
        play(other, "a1,b1,c1")
        path = other.keeper.path
    else:
        second = marks[1].player if who == "two" else "human"
        path = marks[0].record(folder / "games" / "x.tgr", second=second)
        if who == "allowed":
            settings = replace(settings, allowed=frozenset({marks[0].command}))

    def begin(opener: Any) -> None:
        if door == "form":
            opener.open_form(NewGame("pletore", {"size": 5}, (marks[0].player, "human")))
        else:
            opener.open_menu() if door == "menu" else opener.resume(path)

    with mock.patch.object(watching, "LOOK_EVERY", 0.02):
        async with opened(begin, settings=settings) as pilot:
            pilot.other, pilot.path, pilot.marks = other, path, marks
            pilot.before = path.read_bytes()
            yield pilot
    if other is not None:
        other.close()


def there(pilot: Any, move: str) -> None:
    """It plays in the other window, or takes back, or closes; or the file goes or changes."""
    other, path = pilot.other, pilot.path
    known = {"undo": other.undo, "close": other.close, "gone": path.unlink}
    known.get(move, lambda: play(other, move))()


OWN = {
    "file": lambda pilot: " ".join(store.read(pilot.path).texts()),
    "mine": lambda pilot: " ".join(store.read(table(pilot).sitting.keeper.path).texts()),
    "name": lambda pilot: table(pilot).sitting.keeper.path.stem.removeprefix(pilot.path.stem),
    "owner": lambda pilot: SaveFile(pilot.path.with_stem(pilot.path.stem + "-2")).owner,
    "humans": lambda pilot: table(pilot).sitting.humans,
    "seated": lambda pilot: store.read(pilot.path).players,
    "asked": lambda pilot: str(pilot.app.screen.query_one("Static").render()).replace("\n", ""),
    "started": lambda pilot: [mark.started for mark in pilot.marks],
    "allowed": lambda pilot: [each == pilot.marks[0].command for each in consent.remembered()],
    "same": lambda pilot: pilot.path.read_bytes() == pilot.before,
    "lost": lambda pilot: pilot.app.opener.lost(),
}
test_scenes = acted(
    """
    == watching follows the game and makes no moves | other resume
                   | screen = ChoiceDialog ; text: another
    1              | screen = ReplayScreen ; prompt: watching ; ply = 1
    enter p m there:a3,b3,c3 | ply = 2
    there:undo     | plies = 1
    left there:pass | plies = 2 ; ply = 0
    end there:close | prompt: closed this game
    p              | screen = GameScreen ; moves = a1,b1,c1 pass
    type:a3,b3,c3  | plies = 3 ; file = a1,b1,c1 pass a3,b3,c3
    == a game that ends or goes while it is watched | other resume
    1 there:gone | prompt: cannot be read
    there:pass  | plies = 2
    there:pass  | prompt: wins
    there:close p q | exit
    == going on in a copy from the menu | other menu
    r       | count
    enter 2 | screen = GameScreen ; name = -2
    type:a3,b3,c3 there:pass | mine = a1,b1,c1 a3,b3,c3 ; file = a1,b1,c1 pass
    q 1     | screen = MenuScreen ; !owner
    == stepping aside opens no game and starts nothing | stranger resume
           | screen = ChoiceDialog
    escape | exit ; started = [False, False] ; !allowed ; same
    == with a yes it plays | stranger resume
    2         | screen = GameScreen ; moves = c3 ; allowed = [True] ; started = [True, False]
    type:a1   | plies = 3
    u type:a2 | plies = 3 ; moves: c3 a2 ; !lost
    == what was allowed for the run is not asked about | allowed resume
      | moves = c3 ; !allowed
    == every program is asked about | two resume
            | asked: stranger.py
    1       | asked: second.py
    2       | screen = GameScreen ; humans = (0,)
    type:a1 | plies = 2 ; started = [False, True]
    == from the menu none is started | stranger menu
    r     | count = 1
    enter | screen = ChoiceDialog
    enter | humans = (0, 1) ; started = [False, False]
    == from a form that a record filled in none is started | stranger form
    ctrl+s | screen = ChoiceDialog
    enter  | screen = GameScreen ; started = [False, False]
    == without a yes a human gets the seat | stranger resume
            | asked: stranger.py ; keys: 1 no 2 yes
    enter   | screen = GameScreen ; told: was not started ; humans = (0, 1)
    type:a1 | moves = a1 ; started = [False, False] ; !allowed ; seated = ('human', 'human')
    """,
    OWN,
    {"there": there},
    stage,
)


async def test_a_file_that_changes_or_goes_is_left_alone() -> None:
    store.save(match_of("plurality + a1,b1,c1"), path := store.new_file("plurality"))
    async with opened(lambda opener: opener.resume(path)) as pilot:
        path.write_text(path.read_text() + "# a note\n")
        await act(pilot, "type:a3,b3,c3 | told: this game goes on in")
        assert path.read_text().endswith("# a note\n")
        assert store.read(table(pilot).sitting.keeper.path).ply == 2
    path.unlink()
    async with opened(lambda opener: opener.resume(path)) as pilot:
        await pilot.pause()
    assert "No such file" in str(pilot.app.fault)


async def test_a_record_without_a_checksum_is_said_to_be_so() -> None:
    for checked in (True, False):
        store.save(match_of("plurality"), path := store.new_file("plurality"))
        if not checked:
            first, _, *rest = path.read_text().splitlines(keepends=True)
            path.write_text("".join([first, *rest]))
        for begin in (lambda o: o.resume(path), lambda o: o.open_replay(store.read(path), path)):
            async with opened(begin) as pilot:
                assert told(pilot).count(record.UNCHECKED) == (not checked)
