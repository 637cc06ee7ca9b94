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
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core.errors import StorageError
from termgames.core.game import Hidden
from termgames.play import locks, store
from termgames.play.events import Answer, Event, Failed, Notice, NotSaved
from termgames.play.match import AnyMatch, Match
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.play.sitting.study import Study
from termgames.search.limits import Thought
from tests.campaign._shared import check, folder, judged
from tests.campaign.report import Report, repeated
from tests.contract.hidden import check_redaction, check_views
from tests.contract.support import MAP
from tests.play.support import Bot

MOST_PLIES = (20, 60, 180)
"""A game that is longer is left for another one; most end before."""
SETTINGS: tuple[tuple[str, tuple[dict[str, Any], ...]], ...] = (
    ("plurality", ({"size": 5}, {"hex": 3}, {"size": 5, "pie": True})),
    ("majorities", ({"size": 3}, {"size": 3, "capture": True})),
    ("tricolor", ({"size": 5}, {"hex": 3})),
    ("pletore", ({"size": 7}, {"size": 5})),
    ("mitropia", ({"map": MAP, "players": 3}, {"map": MAP, "players": 2})),
)
"""Small boards of each game."""
QUIET = ("pass", "let", "done", "no draw", "agree", "dead none", "forfeit")
_OFTEN = (
    "play 60, undo 12, refused 8, look 6, seats 3, check_save 2, leave 2, resign 1, full 1, "
    "views 1, watch 0.7, stranger 0.7, folder_gone 0.7, second_window 0.5, elsewhere 0.5"
)
DEEDS = {name: float(often) for name, often in map(str.split, _OFTEN.split(", "))}
"""What happens, and how often."""


class Window:
    """A sitting on a save, as a front end holds it."""

    def __init__(self, match: AnyMatch, file: SaveFile) -> None:
        seats = [seat for seat, name in enumerate(match.players) if name.startswith("bot")]
        self.bots = {seat: Bot() for seat in seats}
        self.told: list[Event] = []
        self.file = file
        self.sitting = Live(match, file=file, bots=self.bots, listen=self.told.append)
        self.sitting.advance()

    def heard(self, kind: type[Event]) -> bool:
        """Whether there was such an event since this was asked last."""
        found = any(isinstance(event, kind) for event in self.told)
        self.told.clear()
        return found


def image(match: AnyMatch) -> tuple[Any, ...]:
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

    def __init__(self, game: Any, rng: random.Random, place: Path, report: Report) -> None:
        self.rng, self.report, self.folder, self.disk = rng, report, place, Disk()
        os.fsync = self.disk.fsync
        self.numbers = np.random.default_rng(rng.getrandbits(32))
        humans = rng.choice((0, game.seats, game.seats, 1, 2))
        players = tuple("human" if seat < humans else "bot:1" for seat in range(game.seats))
        self.strangers: dict[Path, bytes] = {}
        """Files that only others wrote, which no save may replace."""
        match = Match(game, players, rng.getrandbits(32))
        self.window = Window(match, SaveFile(place / "game.tgr"))
        self.saved: tuple[Any, ...] | None = None
        """What the save holds, None before the first one."""
        self.note_save()

    @property
    def sitting(self) -> Live:
        return self.window.sitting

    @property
    def match(self) -> AnyMatch:
        return self.sitting.shown.match

    @property
    def path(self) -> Path:
        """Where the game is saved."""
        return self.window.file.path

    # -- what must hold --------------------------------------------------------------------

    def note_save(self, *, checked: bool = False) -> None:
        """After something that saves: whether it did, and what the save holds now."""
        fault = self.sitting.keeper.fault
        failed = self.window.heard(NotSaved)
        check(not failed or fault, "it was told that saving failed, and it did not")
        check(bool(fault) <= self.disk.full, f"not saved: {fault}")
        if not fault and (self.path.exists() or self.match.ply):
            self.saved = image(self.match)
        if checked:
            self.check_save()

    def check_save(self) -> None:
        """The file is what was saved last."""
        if self.saved is None or not self.path.exists():
            return
        found, mine = store.read(self.path, draws=False), self.match
        check(image(found) == self.saved, f"{self.path} is not what was saved")
        if not self.sitting.keeper.fault:
            check(found.state == mine.state, "the loaded position is another one")
            ply = self.rng.randrange(mine.ply + 1)
            check(found.state_at(ply) == mine.state_at(ply), f"position {ply} is another one")
        self.report.counts["saves read"] += 1

    def check_shown(self) -> None:
        """Everybody sees what he may know, and nothing else."""
        sitting, match, game = self.sitting, self.match, self.match.game
        shown, view = sitting.shown, sitting.shown.view
        whole = match.state_at(shown.ply)
        if not isinstance(game, Hidden) or match.over:
            check(shown.position is whole, "something else is shown")
            return
        seat, asked = view.holder, match.to_act
        if len(sitting.humans) == 1:
            (seat,) = sitting.humans
        elif view.waits_for is not None or (asked in sitting.humans and asked != seat):
            seat = None  # he holds nothing, so he sees what everybody sees
        check(shown.position == game.view(whole, seat), "a wrong view")
        lasting = None if view.shared else view.seat
        check(view.lasting(shown.ply) == game.view(whole, lasting), "a view that lasts")
        self.report.counts["views"] += 1

    def check_same(self, found: AnyMatch, match: AnyMatch) -> None:
        """`found` was loaded from the save of `match`."""
        check(image(found) == image(match), "another game was resumed")
        check(found.state == match.state, "another position was resumed")
        check(found.game.options == match.game.options, "other options were resumed")

    def check_litter(self) -> None:
        """No lock and no half-written file is left."""
        left = [path.name for path in self.folder.iterdir() if path.name.startswith(".")]
        check(not left, f"left in the folder: {left}")

    # -- what happens ------------------------------------------------------------------------

    def step(self) -> str:
        """Do one thing and check everything; the answer is what was done."""
        (deed,) = self.rng.choices(list(DEEDS), list(DEEDS.values()))
        if self.disk.full and deed in ("watch", "second_window", "stranger"):
            deed = "play"
        getattr(self, deed)()
        self.check_shown()
        for path, text in self.strangers.items():
            check(path.read_bytes() == text, f"{path} was replaced")
        return deed

    def move(self, state: Any) -> Any:
        """Some legal move, seldom one that brings the game to its end."""
        game = self.match.game
        listed = game.legal_moves(state)
        if self.rng.random() < 0.9:
            listed = [move for move in listed if game.format(move) not in QUIET] or listed
        return self.rng.choice(listed)

    def play(self) -> None:
        """The one who is asked answers: a human, who takes the keyboard first, or a bot."""
        window, sitting, match = self.window, self.sitting, self.match
        sitting.shown.look(match.ply)
        if sitting.standstill == "paused":
            sitting.pause(False)
        if (prompt := match.prompt()) is None:
            self.undo()
            return
        before, move, seat = match.moves, self.move(prompt.state), prompt.seat
        if isinstance(match.game, Hidden):
            own = match.game.view(match.state, seat)
            check(prompt.state == own, "a wrong view to answer from")
        if seat in window.bots:
            sitting.advance()
            serial, state = window.bots[seat].asked[-1]
            check(sitting.awaits_bot and serial == prompt.serial, "the bot was not asked")
            check(state is prompt.state, "the bot was asked about something else")
            sitting.thinkers.hear(seat, Answer(serial - 1, Thought(move)))
            check(match.moves == before, "an answer to an older question was played")
            sitting.thinkers.hear(seat, Answer(serial, Thought(move)))
            sitting.thinkers.due(serial)
        else:
            if sitting.shown.view.waits_for is not None:
                check(sitting.play(move) is not None, "played by somebody else")
                check(match.moves == before, "a refused move was played")
                sitting.take_keyboard(seat)
            refusal = sitting.play(move)
            check(refusal is None, f"a legal move was refused: {refusal}")
        check(match.moves[: len(before) + 1] == (*before, move), "another move was played")
        self.note_save()

    def refused(self) -> None:
        """A move of an earlier position, which may fit here as well."""
        sitting, match = self.sitting, self.match
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
        sitting, match = self.sitting, self.match
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
        # What had been undone before goes on up to the next question for a human.
        same = min(ply, match.ply)
        check(match.moves[:same] == before[0][:same], "redo led to other moves")

    def look(self) -> None:
        """Look at an earlier position; no move can be made there."""
        sitting, match, shown = self.sitting, self.match, self.sitting.shown
        shown.look(self.rng.randrange(match.ply + 1))
        check(shown.present == (shown.ply == match.ply), "it looks as if it were now")
        if not shown.present:
            check(not sitting.can_play, "a move can be made in an earlier position")
            check(sitting.play(match.move_at(0)) is not None, "a move was made in the past")
            self.check_shown()
        shown.look(match.ply)

    def resign(self) -> None:
        """Give up, and mostly take that back."""
        sitting, match = self.sitting, self.match
        before, state, over = image(match), match.state, match.over
        sitting.resign()
        if over or match.loss is None:
            check(image(match) == before, "a resignation that was none changed the game")
            return
        self.note_save(checked=True)
        if self.rng.random() < 0.9:
            check(sitting.undo(), "a resignation cannot be taken back")
            check((image(match), match.state) == (before, state), "taking it back changed the game")
            self.note_save()

    def seats(self) -> None:
        """Bots are held, break down, or give their seat away; humans accept everything."""
        sitting, match, rng, bots = self.sitting, self.match, self.rng, self.sitting.shown.bots
        if not sitting.humans and rng.random() < 0.5:
            sitting.pause(True)
            sitting.step_bot()
            sitting.pause(False)
        elif bots and rng.random() < 0.3:
            seat, moves = rng.choice(sorted(bots)), match.moves
            sitting.thinkers.hear(seat, Failed(None, "it broke down"))
            if rng.random() < 0.3 and len(bots) > 1:
                sitting.take_over(seat)
                self.window.bots.pop(seat)
                self.note_save()
            else:
                self.window.bots[seat] = bot = Bot()
                sitting.retry(seat, bot)
            check(match.moves == moves, "another player changed the moves")
        elif sitting.humans:
            sitting.accept_for(rng.choice(sitting.humans), rng.choice(("all", "idle", None)))
            sitting.accept_for(sitting.humans[0], None)
            self.note_save()

    # -- the save ------------------------------------------------------------------------------

    def save(self) -> bool:
        """Save the game; False where there is none to save, or it is over."""
        if not self.path.exists() or self.match.over or not self.match.ply:
            return False
        self.sitting.keeper.save()
        self.note_save()
        return True

    def leave(self) -> None:
        """Leave the game and resume it: the same game, and nothing is left in the folder."""
        match = self.match
        if match.over or not self.path.exists() or self.sitting.keeper.fault:
            return
        self.check_save()
        self.sitting.close()
        self.check_litter()
        file = SaveFile(self.path)
        found = file.resume()
        check(file.in_use is None, "a game that was left is still in use")
        self.check_same(found, match)
        self.window, self.saved = Window(found, file), image(found)
        self.note_save()

    def watch(self) -> None:
        """Another window watches, while this one goes on."""
        if not self.save():
            return
        file = SaveFile(self.path)
        watching = Study(file.read(draws=False))
        watching.shown.look(watching.shown.match.ply)
        for _ in range(3):
            (self.play if self.rng.random() < 0.7 else self.undo)()
            if (news := file.news()) is not None:
                watching.follow(news)
            mine, shown = self.match, watching.shown
            check(image(shown.match) == image(mine), "the watching window shows another game")
            check(not watching.can_play and shown.ply == mine.ply, "it does not watch")
            hidden = isinstance(mine.game, Hidden) and not mine.over
            view = mine.game.view(mine.state, None) if hidden else mine.state
            check(shown.position == view, "a spectator sees something else")
        check(file.owner is not None, "nobody seems to play")

    def second_window(self) -> None:
        """Another window resumes the game as well, and goes on in a copy."""
        if not self.save():
            return
        first, file, copy = self.window, SaveFile(self.path), SaveFile(self.path)
        found = file.resume()
        check(file.in_use is not None, "two windows play one game")
        self.check_same(found, self.match)
        second = Window(copy.resume(copy=True), copy)
        check(copy.path != self.path, "the copy is the same file")
        saved = {first: self.saved, second: image(second.sitting.shown.match)}
        for window in (second, first) * 2:
            self.window, self.saved = window, saved[window]
            self.play()
            saved[window] = self.saved
        for window in saved:
            found = store.read(window.file.path, draws=False)
            check(image(found) == saved[window], "a window lost a move")
        kept, left = self.rng.sample([first, second], 2)
        left.sitting.close()
        self.strangers[left.file.path] = left.file.path.read_bytes()
        self.window, self.saved = kept, saved[kept]

    def stranger(self) -> None:
        """Somebody else changes the save, or puts something in its place."""
        path = self.path
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
        self.window.told.clear()
        self.sitting.keeper.save()
        check(self.window.heard(Notice), "a copy was made in silence")
        check(self.path != path, "a file that changed was taken for one's own")
        self.note_save(checked=True)

    def full(self) -> None:
        """The disk is full, or has room again."""
        self.disk.full = not self.disk.full
        if not self.disk.full:
            keeper = self.sitting.keeper
            check(keeper.save(), f"there is room, and it is not saved: {keeper.fault}")
            self.note_save(checked=True)

    def folder_gone(self) -> None:
        """Somebody deletes the folder; the next save makes it again."""
        if self.sitting.keeper.fault or self.disk.full:
            return
        shutil.rmtree(self.folder)
        self.strangers.clear()
        self.window.told.clear()
        check(self.sitting.keeper.save(), "the folder could not be made again")
        check(self.window.heard(Notice), "the folder was made again in silence")
        self.note_save(checked=True)

    def elsewhere(self) -> None:
        """The player saves the game in another place."""
        keeper, before = self.sitting.keeper, self.path
        existed = before.exists()
        try:
            keeper.save_in(before)
        except StorageError:
            check(self.path == before, "it went elsewhere all the same")
        else:
            check(not existed, "a file was replaced")
            self.saved = image(self.match)
        if self.disk.full or not before.exists():
            return
        keeper.save_in(self.folder / f"place-{self.rng.getrandbits(60):x}.tgr")
        self.strangers[before] = before.read_bytes()
        self.note_save(checked=True)

    def views(self) -> None:
        """The promises of views and of redacted records, which take long to check."""
        check_views(self.match.game, self.match.state, self.numbers)
        if self.rng.random() < 0.1:
            check_redaction(self.match)

    def close(self) -> None:
        """The end of the game: everything is saved."""
        self.disk.full = False
        check(self.sitting.keeper.save(), "it cannot be saved at the end")
        self.note_save(checked=True)
        self.sitting.close()
        self.check_litter()


def one_game(seed: int, number: int, report: Report) -> None:
    """The game of that number, from its start to its end."""
    rng, (game_id, settings) = random.Random(f"{seed}/{number}"), SETTINGS[number % len(SETTINGS)]
    chosen, longest, done = rng.choice(settings), rng.choice(MOST_PLIES), ["the start"]
    locks.sweep.cache_clear()
    where = f"--seed {seed}, game {number}, {game_id} {chosen}, after"
    with folder() as place, judged(report, lambda: f"{where} {' '.join(done[-4:])}"):
        (place / "saves").mkdir()
        table = Table(games.create(game_id, chosen), rng, place / "saves", report)
        while table.match.ply < longest and not (table.match.over and rng.random() < 0.1):
            done.append("?")
            done[-1] = table.step()
        table.close()
    report.counts[f"steps of {game_id}"] += len(done) - 1


def run(minutes: float, seed: int, *, most: int = 100_000) -> Report:
    """So many games, of all kinds in turn, or as many as there is time for."""
    return repeated(one_game, minutes, seed, most)
