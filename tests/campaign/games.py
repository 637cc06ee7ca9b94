"""Whole games of all five games through the one sitting, as its front ends use it, on a disk that
fails now and then, with a second window on the save.

A step is one thing that a player, another window or the system does: a move, a refused move, undo
and redo, looking back, saving, leaving and resuming, watching, going on in a copy, a full disk, a
folder that is deleted, a file that somebody else changes. After each step

- the game in memory is the one that the steps before made, and a refused step changed nothing;
- the save is the game in memory, or what was saved last while saving fails;
- nothing that another window or program wrote has been replaced;
- what is shown is what its viewer may know.
"""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import StorageError
from termgames.core.game import Hidden
from termgames.play import locks, store
from termgames.play.events import Answer, Event, Failed, Notice, NotSaved
from termgames.play.match import Match
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from termgames.search.limits import Thought
from tests.campaign.report import Report
from tests.contract.hidden import check_redaction, check_views
from tests.contract.support import MAP

STEPS = 100_000
"""Steps a game of the long profile."""
MOST_PLIES = (20, 60, 180)
"""A game that is longer is left for another one; most end before."""
MOST_FAULTS = 20

SETTINGS: dict[str, tuple[dict[str, Any], ...]] = {
    "plurality": ({"size": 5}, {"hex": 3}, {"size": 5, "pie": True}),
    "majorities": ({"size": 3}, {"size": 3, "capture": True}),
    "tricolor": ({"size": 5}, {"hex": 3}),
    "pletore": ({"size": 7}, {"size": 5}),
    "mitropia": ({"map": MAP, "players": 3}, {"map": MAP, "players": 2}),
}
"""Small boards of each game."""
QUIET = ("pass", "let", "done", "no draw", "agree", "dead none", "forfeit")


class Broken(Exception):
    """Something that must hold does not."""


def check(holds: Any, text: str) -> None:
    """Broken unless it holds."""
    if not holds:
        raise Broken(text)


class Asked:
    """A bot that notes what it is asked; the table answers for it."""

    def __init__(self) -> None:
        self.serial, self.state = -1, None

    def ask(self, serial: int, state: Any, seconds: float | None = None) -> None:
        """See `events.Thinker`."""
        self.serial, self.state = serial, state

    def stop(self) -> None:
        """See `events.Thinker`."""


class Window:
    """A sitting on a save, as a front end holds it."""

    def __init__(self, match: Match[Any, Any], file: SaveFile) -> None:
        self.bots = {
            seat: Asked() for seat, name in enumerate(match.players) if name.startswith("bot")
        }
        self.told: list[Event] = []
        self.file = file
        self.sitting = Live(match, file=file, bots=self.bots, listen=self.told.append)
        self.sitting.advance()

    @property
    def match(self) -> Match[Any, Any]:
        """The game."""
        return self.sitting.shown.match

    def heard(self, kind: type[Event]) -> bool:
        """Whether there was such an event since this was asked last."""
        found = any(isinstance(event, kind) for event in self.told)
        self.told.clear()
        return found


def image(match: Match[Any, Any]) -> tuple[Any, ...]:
    """All that makes a match what it is."""
    return match.moves, match.players, match.loss, match.seed, match.to_act


class Disk:
    """What the system does when a file is written: nothing, since it is slow, or it fails."""

    full = False

    def fsync(self, _: int) -> None:
        """Instead of `os.fsync`."""
        if self.full:
            raise OSError(28, "No space left on device")


class Table:
    """One game from its start to its end, and everything that happens to its save."""

    def __init__(
        self, game: Any, rng: random.Random, folder: Path, disk: Disk, report: Report
    ) -> None:
        self.rng, self.disk, self.report = rng, disk, report
        self.numbers = np.random.default_rng(rng.getrandbits(32))
        humans = rng.choice((0, game.seats, game.seats, 1, 2))
        players = tuple("human" if seat < humans else "bot:1" for seat in range(game.seats))
        self.folder = folder
        self.strangers: dict[Path, bytes] = {}
        """Files that only others wrote, which no save may replace."""
        path = folder / "game.tgr"
        self.window = Window(Match(game, players, rng.getrandbits(32)), SaveFile(path))
        self.saved: tuple[Any, ...] | None = None
        """What the save holds, None before the first one."""
        self.note_save()

    # -- what must hold --------------------------------------------------------------------

    def note_save(self) -> None:
        """After something that saves: whether it did, and what the save holds now."""
        window = self.window
        sitting = window.sitting
        failed = window.heard(NotSaved)
        check(not failed or sitting.keeper.fault, "it was told that saving failed, and it did not")
        check(bool(sitting.keeper.fault) <= self.disk.full, f"not saved: {sitting.keeper.fault}")
        if not sitting.keeper.fault and (window.file.path.exists() or sitting.shown.match.ply):
            self.saved = image(sitting.shown.match)

    def check_save(self) -> None:
        """The file is what was saved last."""
        file = self.window.file
        if self.saved is None or not file.path.exists():
            return
        found = store.read(file.path, draws=False)
        check(image(found) == self.saved, f"{file.path} is not what was saved")
        if not self.window.sitting.keeper.fault:
            mine = self.window.match
            check(found.state == mine.state, "the loaded position is another one")
            ply = self.rng.randrange(mine.ply + 1)
            check(found.state_at(ply) == mine.state_at(ply), f"position {ply} is another one")
        self.report.counts["saves read"] += 1

    def check_shown(self) -> None:
        """Everybody sees what he may know, and nothing else."""
        sitting, match = self.window.sitting, self.window.match
        game = match.game
        if not isinstance(game, Hidden) or match.over:
            check(
                sitting.shown.position is match.state_at(sitting.shown.ply),
                "something else is shown",
            )
            return
        seat, asked = sitting.shown.view.holder, match.to_act
        if len(sitting.humans) == 1:
            (seat,) = sitting.humans
        elif sitting.shown.view.waits_for is not None:
            seat = None
        elif asked in sitting.humans and asked != seat:
            seat = None  # he holds nothing, so he sees what everybody sees
        check(
            sitting.shown.position == game.view(match.state_at(sitting.shown.ply), seat),
            "a wrong view",
        )
        lasting = None if sitting.shown.view.shared else sitting.shown.view.seat
        whole = match.state_at(sitting.shown.ply)
        check(
            sitting.shown.view.lasting(sitting.shown.ply) == game.view(whole, lasting),
            "a view that lasts",
        )
        self.report.counts["views"] += 1

    # -- what happens ------------------------------------------------------------------------

    def step(self) -> str:
        """Do one thing and check everything; the answer is what was done."""
        deeds, weights = zip(*DEEDS, strict=True)
        (deed,) = self.rng.choices(deeds, weights)
        if self.disk.full and deed in (Table.watch, Table.second_window, Table.stranger):
            deed = Table.play
        deed(self)
        self.check_shown()
        for path, text in self.strangers.items():
            check(path.read_bytes() == text, f"{path} was replaced")
        return str(deed.__name__)

    def move(self, state: Any) -> Any:
        """Some legal move, seldom one that brings the game to its end."""
        game = self.window.match.game
        listed = game.legal_moves(state)
        if self.rng.random() < 0.9:
            listed = [move for move in listed if game.format(move) not in QUIET] or listed
        return self.rng.choice(listed)

    def play(self) -> None:
        """The one who is asked answers: a human, who takes the keyboard first, or a bot."""
        window = self.window
        sitting, match = window.sitting, window.match
        sitting.shown.look(match.ply)
        if sitting.standstill == "paused":
            sitting.pause(False)
        prompt = match.prompt()
        if prompt is None:
            self.undo()
            return
        before = match.moves
        if prompt.seat in window.bots:
            sitting.advance()
            bot = window.bots[prompt.seat]
            check(sitting.awaits_bot and bot.serial == prompt.serial, "the bot was not asked")
            check(bot.state is prompt.state, "the bot was asked about something else")
            self.check_prompt(prompt.seat, prompt.state)
            move = self.move(prompt.state)
            sitting.thinkers.hear(prompt.seat, Answer(prompt.serial - 1, Thought(move)))
            check(match.moves == before, "an answer to an older question was played")
            sitting.thinkers.hear(prompt.seat, Answer(prompt.serial, Thought(move)))
            sitting.thinkers.due(prompt.serial)
        else:
            if sitting.shown.view.waits_for is not None:
                check(sitting.play(self.move(prompt.state)) is not None, "played by somebody else")
                check(match.moves == before, "a refused move was played")
                sitting.take_keyboard(prompt.seat)
            self.check_prompt(prompt.seat, prompt.state)
            move = self.move(prompt.state)
            refusal = sitting.play(move)
            check(refusal is None, f"a legal move was refused: {refusal}")
        after = match.moves
        check(after[: len(before) + 1] == (*before, move), "another move was played")
        self.note_save()

    def check_prompt(self, seat: int, state: Any) -> None:
        """Who is asked sees what he may know."""
        match = self.window.match
        if isinstance(match.game, Hidden):
            check(state == match.game.view(match.state, seat), "a wrong view to answer from")

    def refused(self) -> None:
        """A move of an earlier position, which may fit here as well."""
        sitting, match = self.window.sitting, self.window.match
        if not sitting.can_play or not match.ply:
            return
        move = match.move_at(self.rng.randrange(match.ply))
        before, state = image(match), match.state
        refusal = match.game.refuse(state, move)
        told = sitting.play(move)
        check((told is None) == (refusal is None), "the sitting and the rules disagree")
        if told is not None:
            check((image(match), match.state) == (before, state), "a refused move changed the game")
        else:
            self.note_save()

    def undo(self) -> None:
        """Take back, and mostly play it all again: the same game."""
        sitting, match = self.window.sitting, self.window.match
        before, state, ply = image(match), match.state, match.ply
        if not sitting.undo():
            check(image(match) == before, "an undo that was none changed the game")
            return
        check(match.moves == before[0][: match.ply], "an undo changed the moves before")
        self.note_save()
        if before[2] is not None or self.rng.random() < 0.3:
            return
        while match.ply < ply and sitting.redo():
            self.note_save()
        check(match.ply >= ply or not match.undone, "redo stopped on the way")
        if match.ply == ply:
            check((image(match), match.state) == (before, state), "redo led to another game")
        else:
            # What had been undone before goes on up to the next question for a human.
            same = min(ply, match.ply)
            check(match.moves[:same] == before[0][:same], "redo led to other moves")

    def look(self) -> None:
        """Look at an earlier position; no move can be made there."""
        sitting, match = self.window.sitting, self.window.match
        sitting.shown.look(self.rng.randrange(match.ply + 1))
        check(
            sitting.shown.present == (sitting.shown.ply == match.ply), "it looks as if it were now"
        )
        if not sitting.shown.present:
            check(not sitting.can_play, "a move can be made in an earlier position")
            check(sitting.play(match.move_at(0)) is not None, "a move was made in the past")
            self.check_shown()
        sitting.shown.look(match.ply)

    def resign(self) -> None:
        """Give up, and mostly take that back."""
        sitting, match = self.window.sitting, self.window.match
        before, state, over = image(match), match.state, match.over
        sitting.resign()
        if over or match.loss is None:
            check(image(match) == before, "a resignation that was none changed the game")
            return
        self.note_save()
        self.check_save()
        if self.rng.random() < 0.9:
            check(sitting.undo(), "a resignation cannot be taken back")
            check((image(match), match.state) == (before, state), "taking it back changed the game")
            self.note_save()

    def seats(self) -> None:
        """Bots are held, break down, or give their seat away; humans accept everything."""
        sitting, match = self.window.sitting, self.window.match
        if not sitting.humans and self.rng.random() < 0.5:
            sitting.pause(True)
            sitting.step_bot()
            sitting.pause(False)
        elif sitting.shown.bots and self.rng.random() < 0.3:
            seat = self.rng.choice(sorted(sitting.shown.bots))
            moves = match.moves
            sitting.thinkers.hear(seat, Failed(None, "it broke down"))
            if self.rng.random() < 0.3 and len(sitting.shown.bots) > 1:
                sitting.take_over(seat)
                self.window.bots.pop(seat)
                self.note_save()
            else:
                self.window.bots[seat] = bot = Asked()
                sitting.retry(seat, bot)
            check(match.moves == moves, "another player changed the moves")
        elif sitting.humans:
            when = self.rng.choice(("all", "idle", None))
            sitting.accept_for(self.rng.choice(sitting.humans), when)  # type: ignore[arg-type]
            sitting.accept_for(sitting.humans[0], None)
            self.note_save()

    # -- the save ------------------------------------------------------------------------------

    def load(self) -> None:
        """The save holds what it should."""
        self.check_save()

    def leave(self) -> None:
        """Leave the game and resume it: the same game, and nothing is left in the folder."""
        window = self.window
        sitting, match = window.sitting, window.match
        if match.over or not window.file.path.exists() or sitting.keeper.fault:
            return
        self.check_save()
        sitting.close()
        self.check_litter()
        file = SaveFile(window.file.path)
        found = file.resume()
        check(file.in_use is None, "a game that was left is still in use")
        self.same_game(found, match)
        self.window = Window(found, file)
        self.saved = image(found)
        self.note_save()

    def same_game(self, found: Match[Any, Any], match: Match[Any, Any]) -> None:
        """`found` was loaded from the save of `match`."""
        check(image(found) == image(match), "another game was resumed")
        check(found.state == match.state, "another position was resumed")
        check(found.game.options == match.game.options, "other options were resumed")

    def check_litter(self) -> None:
        """No lock and no half-written file is left."""
        left = [path.name for path in self.folder.iterdir() if path.name.startswith(".")]
        check(not left, f"left in the folder: {left}")

    def watch(self) -> None:
        """Another window watches, while this one goes on."""
        if not self.window.file.path.exists() or self.window.match.over:
            return
        self.window.sitting.keeper.save()
        self.note_save()
        file = SaveFile(self.window.file.path)
        watching = Study(file.read(draws=False))
        watching.shown.look(watching.shown.match.ply)
        for _ in range(3):
            (self.play if self.rng.random() < 0.7 else self.undo)()
            news = file.news()
            if news is not None:
                watching.follow(news)
            mine = self.window.match
            check(
                image(watching.shown.match) == image(mine), "the watching window shows another game"
            )
            check(not watching.can_play and watching.shown.ply == mine.ply, "it does not watch")
            whole = mine.state
            hidden = isinstance(mine.game, Hidden) and not mine.over
            view = mine.game.view(whole, None) if hidden else whole  # type: ignore[attr-defined]
            check(watching.shown.position == view, "a spectator sees something else")
        check(file.owner is not None or self.saved is None, "nobody seems to play")

    def second_window(self) -> None:
        """Another window resumes the game as well, and goes on in a copy."""
        first = self.window
        if not first.file.path.exists() or first.match.over or not first.match.ply:
            return
        first.sitting.keeper.save()
        self.note_save()
        file = SaveFile(first.file.path)
        found = file.resume()
        check(file.in_use is not None, "two windows play one game")
        self.same_game(found, first.match)
        copy = SaveFile(first.file.path)
        second = Window(copy.resume(copy=True), copy)
        check(copy.path != first.file.path, "the copy is the same file")
        mine = self.saved
        for _ in range(2):
            self.window, self.saved = second, image(second.match)
            self.play()
            theirs = self.saved
            self.window, self.saved = first, mine
            self.play()
            mine = self.saved
        for window, saved in ((first, mine), (second, theirs)):
            check(image(store.read(window.file.path, draws=False)) == saved, "a window lost a move")
        kept, left = (first, second) if self.rng.random() < 0.5 else (second, first)
        left.sitting.close()
        self.strangers[left.file.path] = left.file.path.read_bytes()
        self.window, self.saved = kept, image(kept.match)

    def stranger(self) -> None:
        """Somebody else changes the save, or puts something in its place."""
        window = self.window
        path = window.file.path
        if not path.exists():
            return
        found = path.read_bytes()
        if self.rng.random() < 0.5:
            found = found.replace(b"game:", b"#am:", 1) + b"\n"
            path.write_bytes(found)
        else:
            found += b"# a note\n"
            fresh = path.with_name("fresh")
            fresh.write_bytes(found)
            fresh.replace(path)
        self.strangers[path] = found
        window.told.clear()
        window.sitting.keeper.save()
        check(window.heard(Notice), "a copy was made in silence")
        check(window.file.path != path, "a file that changed was taken for one's own")
        self.note_save()
        self.check_save()

    def full(self) -> None:
        """The disk is full, or has room again."""
        sitting = self.window.sitting
        self.disk.full = not self.disk.full
        if not self.disk.full:
            check(
                sitting.keeper.save(), f"there is room, and it is not saved: {sitting.keeper.fault}"
            )
            self.note_save()
            self.check_save()

    def folder_gone(self) -> None:
        """Somebody deletes the folder; the next save makes it again."""
        if self.window.sitting.keeper.fault or self.disk.full:
            return
        shutil.rmtree(self.folder)
        self.strangers.clear()
        self.window.told.clear()
        check(self.window.sitting.keeper.save(), "the folder could not be made again")
        check(self.window.heard(Notice), "the folder was made again in silence")
        self.saved = image(self.window.match)
        self.check_save()

    def elsewhere(self) -> None:
        """The player saves the game in another place."""
        sitting = self.window.sitting
        before = self.window.file.path
        existed = before.exists()
        try:
            sitting.keeper.save_in(before)
        except StorageError:
            check(self.window.file.path == before, "it went elsewhere all the same")
        else:
            check(not existed, "a file was replaced")
            self.saved = image(sitting.shown.match)
        if self.disk.full or not before.exists():
            return
        sitting.keeper.save_in(self.folder / f"place-{self.rng.getrandbits(60):x}.tgr")
        self.strangers[before] = before.read_bytes()
        self.saved = image(sitting.shown.match)
        self.check_save()

    def views(self) -> None:
        """The promises of views and of redacted records, which take long to check."""
        match = self.window.match
        check_views(match.game, match.state, self.numbers)
        if self.rng.random() < 0.1:
            check_redaction(match)

    def close(self) -> None:
        """The end of the game: everything is saved."""
        self.disk.full = False
        check(self.window.sitting.keeper.save(), "it cannot be saved at the end")
        self.note_save()
        self.check_save()
        self.window.sitting.close()
        self.check_litter()


DEEDS: tuple[tuple[Callable[[Table], None], float], ...] = (
    (Table.play, 60),
    (Table.refused, 8),
    (Table.undo, 12),
    (Table.look, 6),
    (Table.resign, 1),
    (Table.seats, 3),
    (Table.load, 2),
    (Table.leave, 2),
    (Table.watch, 0.7),
    (Table.second_window, 0.5),
    (Table.stranger, 0.7),
    (Table.full, 1),
    (Table.folder_gone, 0.7),
    (Table.elsewhere, 0.5),
    (Table.views, 1),
)
"""What happens, and how often."""


@contextmanager
def somewhere(disk: Disk) -> Iterator[Path]:
    """A folder for the saves, in memory where there is such a place, and a disk that may fail."""
    memory = Path("/dev/shm")
    before, fsync = os.environ.get("TERMGAMES_DATA"), os.fsync
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        os.environ["TERMGAMES_DATA"] = folder
        os.fsync = disk.fsync  # type: ignore[assignment]
        try:
            yield Path(folder)
        finally:
            os.fsync = fsync
            del os.environ["TERMGAMES_DATA"]
            if before is not None:
                os.environ["TERMGAMES_DATA"] = before


def one_game(
    game_id: str, number: int, seed: int, folder: Path, disk: Disk, report: Report, most: int
) -> int:
    """Play game `number` of that kind; the answer is the number of steps, at most `most`."""
    rng = random.Random(f"{seed} {game_id} {number}")
    chosen = rng.choice(SETTINGS[game_id])
    place = folder / f"{game_id}-{number}"
    place.mkdir()
    disk.full = False
    locks.sweep.cache_clear()
    done = ["the start"]
    steps, longest = 0, rng.choice(MOST_PLIES)
    try:
        table = Table(games.create(game_id, chosen), rng, place, disk, report)
        while steps < most and table.window.match.ply < longest:
            if table.window.match.over and rng.random() < 0.1:
                break
            steps += 1
            done.append("?")
            done[-1] = table.step()
        done.append("the end")
        table.close()
    except Exception as error:  # whatever goes wrong is what a campaign looks for
        report.fault(
            f"{game_id} {chosen}, game {number} of seed {seed}, after {' '.join(done[-4:])} "
            f"({steps} steps): {type(error).__name__}: {error}"
        )
    shutil.rmtree(place, ignore_errors=True)
    report.counts[f"games of {game_id}"] += 1
    report.counts[f"steps of {game_id}"] += steps
    return steps


def run(minutes: float, seed: int, *, steps: int = STEPS) -> Report:
    """Play games of all kinds in turn, until each has taken that many steps or time is up."""
    report, disk = Report(), Disk()
    left = dict.fromkeys(SETTINGS, steps)
    end, number = time.monotonic() + 60 * minutes, 0
    with somewhere(disk) as folder:
        while any(left.values()) and len(report.faults) < MOST_FAULTS:
            for game_id, most in left.items():
                if most and time.monotonic() < end:
                    left[game_id] -= one_game(game_id, number, seed, folder, disk, report, most)
            number += 1
            if time.monotonic() >= end:
                break
    return report
