"""A whole game through a sitting, as front ends use it, and everything that happens to its save: on
a disk that fails now and then, with a second window, beside strangers."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core.game import Hidden
from termgames.play import locks, store
from termgames.play.events import Answer, Event, Notice
from termgames.play.match import AnyMatch, Match
from termgames.play.save_file import SaveFile
from termgames.play.sitting.live import Live
from termgames.search.limits import Thought
from tests.campaign._shared import SMALL, folder
from tests.campaign.report import Try, check
from tests.play.support import Bot

MOST_PLIES = (20, 60, 180)  # a game that is longer is left for another one
QUIET = ("pass", "let", "done", "no draw", "agree", "dead none", "forfeit")


class Window:
    """A sitting on a save, as a front end holds it."""

    def __init__(self, match: AnyMatch, file: SaveFile) -> None:
        bots = [seat for seat, name in enumerate(match.players) if name.startswith("bot")]
        self.bots, self.told, self.file = {seat: Bot() for seat in bots}, list[Event](), file
        self.sitting = Live(match, file=file, bots=self.bots, listen=self.told.append)
        self.sitting.advance()


def image(match: AnyMatch) -> tuple[Any, ...]:
    """All that makes a match what it is."""
    return match.moves, match.players, match.loss, match.seed, match.to_act


class Table:
    """One game from its start to its end, and everything that happens to its save."""

    def __init__(self, game: Any, this: Try, place: Path) -> None:
        self.rng, self.this, self.folder, self.full = this.rng, this, place, False
        os.fsync = self.fsync
        humans = self.rng.choice((0, game.seats, game.seats, 1, 2))
        players = tuple("human" if seat < humans else "bot:1" for seat in range(game.seats))
        self.strangers: dict[Path, bytes] = {}
        """Files that only others wrote, which no save may replace."""
        match = Match(game, players, self.rng.getrandbits(32))
        self.window = Window(match, SaveFile(place / "game.tgr"))
        self.saved: tuple[Any, ...] | None = None
        """What the save holds, None before the first one."""
        self.note_save()

    def fsync(self, _: int) -> None:
        """Instead of `os.fsync`: nothing, since it is slow, or it fails."""
        if self.full:
            raise OSError(28, "No space left on device")

    @property
    def sitting(self) -> Live:
        return self.window.sitting

    @property
    def match(self) -> AnyMatch:
        return self.sitting.shown.match

    @property
    def path(self) -> Path:
        return self.window.file.path

    def note_save(self) -> None:
        """After something that saves: whether it did, and what the save holds now."""
        fault = self.sitting.keeper.fault
        check(bool(fault) <= self.full, f"not saved: {fault}")
        if not fault and (self.path.exists() or self.match.ply):
            self.saved = image(self.match)

    def check_save(self) -> None:
        """The file is what was saved last."""
        if self.saved is None or not self.path.exists():
            return
        found, mine = store.read(self.path, draws=False), self.match
        check(image(found) == self.saved, f"{self.path} is not what was saved")
        if not self.sitting.keeper.fault:
            ply = self.rng.randrange(mine.ply + 1)
            check(found.state_at(ply) == mine.state_at(ply), f"position {ply} is another one")
        self.this.counts["saves read"] += 1

    def check_shown(self) -> None:
        """Everybody sees what he may know, and nothing else."""
        sitting, match, game = self.sitting, self.match, self.match.game
        view, whole = sitting.shown.view, match.state_at(sitting.shown.ply)
        if not isinstance(game, Hidden) or match.over:
            check(sitting.shown.position is whole, "something else is shown")
            return
        seat, asked = view.holder, match.to_act
        if len(sitting.humans) == 1:
            (seat,) = sitting.humans
        elif view.waits_for is not None or (asked in sitting.humans and asked != seat):
            seat = None  # he holds nothing, so he sees what everybody sees
        check(sitting.shown.position == game.view(whole, seat), "a wrong view")
        self.this.counts["views"] += 1

    def step(self) -> None:
        """Do one thing and check everything."""
        (deed,) = self.rng.choices(list(DEEDS), list(DEEDS.values()))
        if self.full and deed in ("second", "stranger", "gone"):
            deed = "play"
        self.this.done.append(deed)
        getattr(self, deed)()
        self.check_shown()
        for path, text in self.strangers.items():
            check(path.read_bytes() == text, f"{path} was replaced")

    def play(self) -> None:
        """The one who is asked answers: a human, who takes the keyboard first, or a bot."""
        window, sitting, match = self.window, self.sitting, self.match
        sitting.shown.look(match.ply)
        if sitting.standstill == "paused":
            sitting.pause(False)
        if (prompt := match.prompt()) is None:
            self.undo()
            return
        listed = match.game.legal_moves(prompt.state)
        if self.rng.random() < 0.9:
            listed = [each for each in listed if match.game.format(each) not in QUIET] or listed
        before, move, seat = match.moves, self.rng.choice(listed), prompt.seat
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
                sitting.take_keyboard(seat)
            refusal = sitting.play(move)
            check(refusal is None, f"a legal move was refused: {refusal}")
        check(match.moves[: len(before) + 1] == (*before, move), "another move was played")
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
        if self.rng.random() < 0.3:
            return
        while match.ply < ply and sitting.redo():
            self.note_save()
        check(match.ply >= ply or not match.undone, "redo stopped on the way")
        if match.ply == ply:
            check((image(match), match.state) == (before, state), "redo led to another game")

    def save(self) -> bool:
        """Save the game; False where there is none to save, or it is over."""
        if self.full or not self.path.exists() or self.match.over or not self.match.ply:
            return False
        self.sitting.keeper.save()
        self.note_save()
        return True

    def leave(self) -> None:
        """Leave the game and resume it: the same game, and nothing is left in the folder."""
        if not self.save():
            return
        match, file = self.match, SaveFile(self.path)
        self.check_save()
        self.close()
        found = file.resume()
        check(file.in_use is None, "a game that was left is still in use")
        check(image(found) == image(match), "another game was resumed")
        check(found.state == match.state, "another position was resumed")
        self.window = Window(found, file)
        self.note_save()

    def second(self) -> None:
        """Another window resumes the game as well, and goes on in a copy."""
        if not self.save():
            return
        first, file, copy = self.window, SaveFile(self.path), SaveFile(self.path)
        check(image(file.resume()) == image(self.match), "another game was resumed")
        check(file.in_use is not None, "two windows play one game")
        second = Window(copy.resume(copy=True), copy)
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
        found = path.read_bytes().replace(b"game:", b"#am:", self.rng.randrange(2)) + b"# a note\n"
        fresh = path.with_name("fresh")
        fresh.write_bytes(found)
        fresh.replace(path)
        self.strangers[path] = found
        self.save_and_tell()
        check(self.path != path, "a file that changed was taken for one's own")

    def save_and_tell(self) -> None:
        """Save, which is told, since it is not what it was."""
        self.window.told.clear()
        check(self.sitting.keeper.save(), f"it is not saved: {self.sitting.keeper.fault}")
        check(any(isinstance(told, Notice) for told in self.window.told), "nothing is told")
        self.note_save()
        self.check_save()

    def fill(self) -> None:
        """The disk is full, or has room again."""
        self.full = not self.full
        if not self.full:
            check(self.sitting.keeper.save(), "there is room, and it is not saved")
            self.note_save()
            self.check_save()

    def gone(self) -> None:
        """Somebody deletes the folder; the next save makes it again."""
        if not self.sitting.keeper.fault:
            shutil.rmtree(self.folder)
            self.strangers.clear()
            self.save_and_tell()

    def close(self) -> None:
        """Leave: everything is saved, no lock and no half-written file is left."""
        self.full = False
        check(self.sitting.keeper.save(), "it cannot be saved at the end")
        self.note_save()
        self.check_save()
        self.sitting.close()
        left = [path.name for path in self.folder.iterdir() if path.name.startswith(".")]
        check(not left, f"left in the folder: {left}")


_OFTEN = "play 60, undo 12, check_save 2, leave 2, fill 1, stranger 1, gone 1, second 1"
DEEDS = {name: float(often) for name, often in map(str.split, _OFTEN.split(", "))}
"""What happens, and how often."""


def game(this: Try) -> None:
    """One game from its start to its end."""
    game_id, longest = sorted(SMALL)[this.number % len(SMALL)], this.rng.choice(MOST_PLIES)
    locks.sweep.cache_clear()
    this.done.append(game_id)
    with folder() as place:
        (place / "saves").mkdir()
        table = Table(games.create(game_id, SMALL[game_id]), this, place / "saves")
        while table.match.ply < longest and not (table.match.over and this.rng.random() < 0.1):
            table.step()
        table.close()
    this.counts[f"steps of {game_id}"] += len(this.done)
