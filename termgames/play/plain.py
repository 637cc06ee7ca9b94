"""A game played line by line: text in, text out; no screen, no colours.

For pipes, screen readers and dumb terminals. Every move is saved as it is made.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core.errors import IllegalMove, StorageError, TermgamesError, UnreadableMove
from termgames.core.game import Game, Seat
from termgames.play import boards, record, report, store
from termgames.play.match import Match
from termgames.play.players import Bot

Ask = Callable[[str], str]
"""Shows a prompt and answers a line; EOFError when there is no more."""
Say = Callable[[str], None]
"""Shows a line or several."""

HELP = """\
A move: {example}
{passing}undo, redo    take back to your last turn, play it again
board         show the board
score         show the score and what it is made of
moves         list the moves so far
legal         list the legal moves
hint          what a bot would play
rules         the rules of the game
resign        give the game up
save FILE     write a record of the game
quit          leave; the game is saved
Points are named as on the board's edge; the case does not matter."""
PASSING = "pass          pass (or any other answer the prompt asks for)\n"
"""Stands in the help of a game that has passes."""


class PlainGame:
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
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: self._show_board(),
            "help": self._help,
            "hint": self._hint,
            "legal": self._legal,
            "moves": self._moves,
            "quit": self._quit,
            "redo": self._redo,
            "resign": self._resign,
            "rules": lambda _: self._say(games.rules_text(match.game.id).rstrip()),
            "save": self._save_as,
            "score": self._score,
            "undo": self._undo,
        }

    def run(self) -> None:
        """Play until the game is over or the player leaves; what was played is saved, or
        told at the end where that fails."""
        self._say(report.title_line(self._match))
        self._say("\n".join(report.player_lines(self._match)))
        if len(self._bots) < self._match.game.seats:
            self._say(f"Type a move, as {self._example()}; or help, or quit.")
        while not self._leaving:
            prompt = self._match.prompt()
            if prompt is None:
                self._game_over()
            elif prompt.seat in self._bots:
                self._play(self._bots[prompt.seat].think(prompt.state).move)
            else:
                self._turn(prompt.seat)
        self._say_goodbye()

    # -- the human's turn ---------------------------------------------------------------

    def _turn(self, seat: Seat) -> None:
        match = self._match
        if self._shown != match.ply:
            self._show_board()
            self._say(match.game.prompt(match.state))
        line = self._read(f"{match.ply + 1}. {report.seat_name(match, seat)}> ")
        if line:
            self._answer(line)

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
        match = self._match
        name = report.seat_name(match, match.game.to_act(match.state))
        match.submit(move)
        self._say(f"{match.ply}. {name} {match.game.format(move)}")
        self._save()

    def _game_over(self) -> None:
        """Show the result and wait for a human to take something back or to leave."""
        self._show_board()
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

    def _show_board(self) -> None:
        match = self._match
        last = match.game.cells_of(match.moves[-1]) if match.ply else ()
        self._say("")
        self._say(boards.draw(match.game, match.state, last))
        if match.ply:
            text = match.game.format(match.moves[-1])
            self._say(f"last move: {text}, marked *" if last else f"last move: {text}")
        self._say(report.score_line(match))
        self._say(report.status_line(match))
        self._shown = match.ply

    def _score(self, _: str) -> None:
        match = self._match
        self._say(report.score_line(match))
        for part in match.game.score(match.state).parts:
            name = report.seat_name(match, part.seat) if part.seat >= 0 else "neutral"
            self._say(f"  {name}: {part.text}")

    def _moves(self, _: str) -> None:
        self._say("\n".join(report.move_lines(self._match)) or "no moves yet")

    def _legal(self, _: str) -> None:
        match = self._match
        moves = [] if match.over else match.game.legal_moves(match.state)
        self._say("\n".join(sorted(match.game.format(move) for move in moves)))
        self._say(f"{len(moves)} legal")

    def _hint(self, _: str) -> None:
        if self._match.over or self._make_hint is None:
            self._say("There is no hint here.")
            return
        thought = self._make_hint(self._match.game).think(self._match.state)
        self._say(f"hint: {self._match.game.format(thought.move)}")

    def _undo(self, _: str) -> None:
        """Back to the last turn of a human; a resignation is taken back first."""
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
        self._shown = -1
        self._save()

    def _turn_before(self) -> int | None:
        """The ply of the last turn before now at which a human decided."""
        to_act = self._match.game.to_act
        for ply in range(self._match.ply - 1, -1, -1):
            if to_act(self._match.state_at(ply)) not in self._bots:
                return ply
        return None

    def _redo(self, _: str) -> None:
        """Forward to the next turn of a human."""
        match = self._match
        if not match.redo():
            self._say("There is nothing to play again.")
            return
        while (prompt := match.prompt()) and prompt.seat in self._bots and match.redo():
            pass
        self._say(f"Now at move {match.ply + 1}.")
        self._shown = -1
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

    def _help(self, _: str) -> None:
        """What can be typed in this game."""
        match = self._match
        try:
            match.game.parse(match.state, "pass")
            passing = PASSING
        except TermgamesError:
            passing = ""
        self._say(HELP.format(example=self._example(), passing=passing))

    def _example(self) -> str:
        """A legal move of the present position, or of the first one."""
        match = self._match
        moves = match.game.legal_moves(match.first if match.over else match.state)
        # From the middle: the first komi of an offer is an absurd one.
        return match.game.format(moves[len(moves) // 2])

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


def record_text(match: Match) -> str:
    """A record as a page of text: players, moves, the last board, the result."""
    last = match.game.cells_of(match.moves[-1]) if match.ply else ()
    return "\n".join(
        [
            report.title_line(match),
            *report.player_lines(match),
            "",
            *report.move_lines(match),
            "",
            boards.draw(match.game, match.state, last),
            report.score_line(match),
            report.result_line(match),
        ]
    )
