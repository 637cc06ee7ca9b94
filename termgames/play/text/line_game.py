"""A game played line by line: text in, text out; no screen, no colours.

For pipes, screen readers and dumb terminals. Every move is saved as it is made. Of hidden
hands a lone human is told his own as the game goes; people who share the keyboard are told
what anybody may know, and hand it over: `hand` shows the cards of whoever is asked.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from termgames.core.errors import IllegalMove, StorageError, UnreadableMove
from termgames.core.game import Game, Hidden, Seat
from termgames.play import record, store
from termgames.play.auto_answer import AutoAnswer
from termgames.play.bots.gtp_bot import inform
from termgames.play.bots.players import Bot
from termgames.play.match import Match, Prompt
from termgames.play.text import report
from termgames.play.text.printer import Printer, Say
from termgames.play.viewpoint import Viewpoint

Ask = Callable[[str], str]
"""Shows a prompt and answers a line; EOFError when there is no more."""

_OUT_OF_TURN = 0.3
"""Seconds after which a bot answers out of turn, whatever it holds: time would tell."""
_SCREENFUL = "\n" * 60
"""Takes a hand that was shown out of sight."""


class LineGame:
    """One match between the person at the keyboard and bots, or among either.

    `bots` holds a bot for every seat that no human plays. `path` None: nothing is saved.
    `hint` makes the bot that is asked for hints.
    """

    def __init__(
        self,
        match: Match,
        *,
        bots: Mapping[Seat, Bot],
        ask: Ask,
        say: Say,
        warn: Say,
        path: Path | None = None,
        hint: Callable[[Game[Any, Any]], Bot] | None = None,
    ) -> None:
        self._match = match
        self._bots = bots
        self._ask = ask
        self._say = say
        self._warn = warn
        self._path = path
        self._make_hint = hint
        self.unsaved = False
        """Whether the last save failed."""
        self._leaving = False
        self._shown = -1
        """The ply up to which everything has been shown."""
        humans = [seat for seat in range(match.game.seats) if seat not in bots]
        self._eyes = Viewpoint(match, humans)
        self._teller = Printer(match, self._eyes, say)
        self._can = self._teller.can
        self._at_keyboard: Seat | None = None
        self._hand_in_sight = False
        self._letting = AutoAnswer(match, self._can, self._eyes)
        tell = self._teller
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: tell.board(),
            "help": lambda _: tell.help(),
            "hint": self._hint,
            "legal": lambda _: tell.legal(),
            "moves": lambda _: tell.moves(),
            "quit": self._quit,
            "redo": self._redo,
            "rules": lambda _: tell.rules(),
            "save": self._save_as,
            "score": lambda _: tell.score(),
            "undo": self._undo,
        }
        if match.game.resigns:
            self._commands["resign"] = self._resign
        if isinstance(match.game, Hidden):
            self._commands |= {"hand": self._hand, "always": self._always}

    def run(self) -> None:
        """Play until the game is over or the player leaves; what was played is saved, or
        told at the end where that fails."""
        self._match.go_on()
        self._teller.begin()
        if len(self._bots) < self._match.game.seats:
            self._say(f"Type a move, as {self._teller.example()}; or help, or quit.")
        if all(map(self._match.by_chance, range(self._match.ply))):
            self._teller.moves_from(0)
        while not self._leaving:
            prompt = self._match.prompt()
            if prompt is None:
                self._game_over()
            elif prompt.seat in self._bots:
                self._play(self._think(prompt))
            else:
                self._turn(prompt)
        self._say_goodbye()

    def _think(self, prompt: Prompt) -> Any:
        """The move of the seat's bot."""
        bot = self._bots[prompt.seat]
        inform(bot, self._match)
        if not self._eyes.humans or self._can.let(prompt.state) is None:
            return bot.think(prompt.state).move
        end = time.monotonic() + _OUT_OF_TURN
        move = bot.think(prompt.state, should_stop=lambda: time.monotonic() >= end).move
        time.sleep(max(0.0, end - time.monotonic()))
        return move

    # -- the human's turn ---------------------------------------------------------------

    def _turn(self, prompt: Prompt) -> None:
        match = self._match
        if self._unasked(prompt):
            self._play(self._can.let(prompt.state))
            return
        name = report.seat_name(match, prompt.seat)
        if self._eyes.shared and prompt.seat != self._at_keyboard:
            self._hand_over(name)
        self._at_keyboard = prompt.seat
        if self._shown != match.ply:
            if self._teller.stale:
                self._teller.board()
            self._say(match.game.prompt(prompt.state))
            self._shown = match.ply
        line = self._read(f"{match.ply + 1}. {name}> ")
        if line:
            self._answer(line)

    def _unasked(self, prompt: Prompt) -> bool:
        """Whether the human of the seat lets stand, without being asked, what others did."""
        reaction = self._can.let(prompt.state) is not None
        return reaction and self._letting.lets(prompt.seat, prompt.state)

    def _hand_over(self, name: str) -> None:
        """Tell people who share the keyboard whose turn it is; a hand goes out of sight."""
        if self._hand_in_sight:
            self._say(_SCREENFUL)
            self._hand_in_sight = False
            self._teller.forget()
        self._say(f"The keyboard goes to {name}.")

    def _read(self, prompt: str) -> str:
        """A line without the blanks around it; the end of input means leaving."""
        try:
            return self._ask(prompt).strip()
        except EOFError:
            self._leaving = True
            self._say("")
            return ""

    def _answer(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        command = self._commands.get(name.lower())
        if command is not None:
            command(rest.strip())
            return
        try:
            move = self._match.game.parse(self._match.state, line)
            self._play(move)
        except UnreadableMove as error:
            self._say(f"{error}. Type help for what can be typed here.")
        except IllegalMove as error:
            self._say(f"Not allowed: {error}.")

    def _play(self, move: Any) -> None:
        before = self._match.ply
        self._match.submit(move)
        self._teller.moves_from(before)
        self._save()

    def _game_over(self) -> None:
        """Show the result and wait for a human to take something back or to leave."""
        self._teller.board()
        self._say(report.result_line(self._match))
        if len(self._bots) == self._match.game.seats:
            self._leaving = True
        while self._match.over and not self._leaving:
            line = self._read("game over (undo, moves, score, save FILE, quit)> ")
            name, _, rest = line.partition(" ")
            command = self._commands.get(name.lower())
            if command is not None:
                command(rest.strip())
            elif line:
                self._say("The game is over: only commands now, as undo or quit.")

    # -- commands -----------------------------------------------------------------------

    def _hint(self, _: str) -> None:
        prompt = self._match.prompt()
        if prompt is None or self._make_hint is None:
            self._say("There is no hint here.")
            return
        thought = self._make_hint(self._match.game).think(prompt.state)
        self._say(f"hint: {self._match.game.format(thought.move)}")

    def _hand(self, _: str) -> None:
        """The cards of the seat that is asked, which is at the keyboard."""
        if self._teller.hand(self._match.prompt()):
            self._hand_in_sight = True

    def _always(self, rest: str) -> None:
        """Whether the seat that is asked lets everything stand unasked from now on."""
        prompt = self._match.prompt()
        if prompt is None or rest not in ("let", "ask"):
            self._say("Write always let, or always ask.")
            return
        name = report.seat_name(self._match, prompt.seat)
        if rest == "let":
            self._letting.set(prompt.seat, "all")
            self._say(f"{name} lets everything stand; always ask changes that.")
        else:
            self._letting.set(prompt.seat, None)
            self._say(f"{name} is asked again.")

    def _undo(self, _: str) -> None:
        """Back to the last decision of a human; a resignation is taken back first."""
        match = self._match
        if match.resigned is not None:
            match.undo()
        else:
            target = self._turn_before()
            if target is None:
                self._say("There is nothing to take back.")
                return
            match.undo(target)
        self._say(f"Back at move {match.ply + 1}.")
        self._show_again()
        self._save()

    def _turn_before(self) -> int | None:
        """The ply of the last move before now that a human decided; an answer that was given
        for him, or that he had no choice about, is none."""
        to_act = self._match.game.to_act
        for ply in range(self._match.ply - 1, -1, -1):
            if self._match.by_chance(ply) or to_act(self._match.state_at(ply)) in self._bots:
                continue
            if self._letting.decided(ply):
                return ply
        return None

    def _redo(self, _: str) -> None:
        """Forward to the next question that a human is asked."""
        match = self._match
        if not match.redo():
            self._say("There is nothing to play again.")
            return
        while (prompt := match.prompt()) is not None:
            if prompt.seat not in self._bots and not self._unasked(prompt):
                break
            if not match.redo():
                break
        self._say(f"Now at move {match.ply + 1}.")
        self._show_again()
        self._save()

    def _resign(self, _: str) -> None:
        prompt = self._match.prompt()
        if prompt is not None:
            self._match.resign(prompt.seat)
            self._save()

    def _save_as(self, rest: str) -> None:
        try:
            names = shlex.split(rest)
        except ValueError:  # a quote without its other half
            names = []
        if len(names) != 1:
            self._say("Name one file, as: save game.tgr")
            return
        try:
            store.export(self._match, Path(names[0]))
            self._say(f"Saved as {names[0]}.")
        except StorageError as error:
            self._say(f"Not saved: {error}.")

    def _quit(self, _: str) -> None:
        self._leaving = True

    # -- helpers ------------------------------------------------------------------------

    def _show_again(self) -> None:
        """The position is another one than the last shown."""
        self._shown = -1
        self._teller.forget()

    def _save(self) -> None:
        """Save; a fault is told and the game goes on."""
        if self._path is None:
            return
        try:
            store.save(self._match, self._path)
            self.unsaved = False
        except StorageError as error:
            self.unsaved = True
            self._warn(f"not saved: {error}")

    def _say_goodbye(self) -> None:
        if self._path is None:
            self._say("The game was not saved.")
        elif self.unsaved:
            self._say("The game could not be saved. This is its record:\n")
            self._say(record.write(self._match).rstrip())
        elif not self._path.exists():
            self._say("Nothing was played, nothing is saved.")
        elif self._match.over:
            self._say(f"The game is in {self._path}")
        else:
            self._say(f"The game is saved; go on with: {store.resuming(self._path)}")
