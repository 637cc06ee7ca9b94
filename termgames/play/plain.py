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

from termgames import games
from termgames.core.errors import IllegalMove, StorageError, TermgamesError, UnreadableMove
from termgames.core.game import Game, Hidden, Seat
from termgames.play import boards, record, report, store
from termgames.play.abilities import Abilities
from termgames.play.match import Match, Prompt
from termgames.play.outside import inform
from termgames.play.players import Bot
from termgames.play.viewpoint import Viewpoint

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
{more}save FILE     write a record of the game
quit          leave; the game is saved
Points are named as on the board's edge; the case does not matter."""
PASSING = "pass          pass (or any other answer the prompt asks for)\n"
"""Stands in the help of a game that has passes."""
RESIGNING = "resign        give the game up\n"
HANDS = """\
hand          the cards of whoever is asked
always let    let everything stand when you are asked about it; ask: be asked again
"""
"""Stand in the help of games that have such things."""
_OUT_OF_TURN = 0.3
"""Seconds after which a bot answers out of turn, whatever it holds: time would tell."""
_SCREENFUL = "\n" * 60
"""Takes a hand that was shown out of sight."""


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
        """The ply up to which everything has been shown."""
        self._shown_stones: bytes | None = None
        self._display = games.display(match.game)
        self._can = Abilities(self._display)
        humans = [seat for seat in range(match.game.seats) if seat not in bots]
        self._eyes = Viewpoint(match, humans)
        self._at_keyboard: Seat | None = None
        self._hand_in_sight = False
        self._letting: set[Seat] = set()
        self._commands: dict[str, Callable[[str], None]] = {
            "board": lambda _: self._show_board(),
            "help": self._help,
            "hint": self._hint,
            "legal": self._legal,
            "moves": self._moves,
            "quit": self._quit,
            "redo": self._redo,
            "rules": lambda _: self._say(games.rules_text(match.game.id).rstrip()),
            "save": self._save_as,
            "score": self._score,
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
        self._say(report.title_line(self._match))
        self._say("\n".join([*report.player_lines(self._match), *report.level_lines(self._match)]))
        if len(self._bots) < self._match.game.seats:
            self._say(f"Type a move, as {self._example()}; or help, or quit.")
        if all(map(self._match.by_chance, range(self._match.ply))):
            self._tell_from(0)
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
        match, let = self._match, self._can.let(prompt.state)
        if let is not None and prompt.seat in self._letting:
            self._play(let)
            return
        name = report.seat_name(match, prompt.seat)
        if self._eyes.shared and prompt.seat != self._at_keyboard:
            self._hand_over(name)
        self._at_keyboard = prompt.seat
        if self._shown != match.ply:
            if self._shown_stones != match.game.stones(match.state):
                self._show_board()
            self._say(match.game.prompt(prompt.state))
            self._shown = match.ply
        line = self._read(f"{match.ply + 1}. {name}> ")
        if line:
            self._answer(line)

    def _hand_over(self, name: str) -> None:
        """Tell people who share the keyboard whose turn it is; a hand goes out of sight."""
        if self._hand_in_sight:
            self._say(_SCREENFUL)
            self._hand_in_sight = False
            self._shown_stones = None
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
        self._tell_from(before)
        self._save()

    def _tell_from(self, ply: int) -> None:
        """The moves from `ply` on, a line each, those of chance among them."""
        for at in range(ply, self._match.ply):
            self._say(report.move_line(self._match, at, self._eyes.text(at)))

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
        match, state = self._match, self._eyes.state(self._match.ply)
        ply = self._last_move()
        last = match.game.cells_of(match.moves[ply]) if match.ply else ()
        self._say("")
        starts = boards.origins(match.game, self._display, state)
        self._say(boards.draw(match.game, state, last, starts))
        if match.ply:
            text = self._eyes.text(ply)
            self._say(f"last move: {text}, marked *" if last else f"last move: {text}")
        self._say(report.score_line(match, state))
        self._say(report.status_line(match, state))
        for line in report.beside(match, state):
            self._say(line)
        self._shown_stones = match.game.stones(state)

    def _last_move(self) -> int:
        """The ply of the last move, answers that let it stand left out."""
        match, ply = self._match, self._match.ply - 1
        while ply > 0 and match.moves[ply] == self._can.let(match.state_at(ply)):
            ply -= 1
        return ply

    def _score(self, _: str) -> None:
        """The count as it stands, by its parts or, where the game tells them, its steps."""
        match, state = self._match, self._eyes.state(self._match.ply)
        self._say(report.score_line(match, state))
        steps = self._can.walkthrough(state)
        for step in steps:
            self._say(f"  {step.title}: {step.text}")
        if steps:
            return
        for part in match.game.score(state).parts:
            name = report.seat_name(match, part.seat) if part.seat >= 0 else "neutral"
            self._say(f"  {name}: {part.text}")

    def _moves(self, _: str) -> None:
        match = self._match
        lines = [report.move_line(match, ply, self._eyes.text(ply)) for ply in range(match.ply)]
        self._say("\n".join(lines) or "no moves yet")

    def _legal(self, _: str) -> None:
        prompt, game = self._match.prompt(), self._match.game
        moves = [] if prompt is None else game.legal_moves(prompt.state)
        self._say("\n".join(sorted(game.format(move) for move in moves)))
        self._say(f"{len(moves)} legal")

    def _hint(self, _: str) -> None:
        prompt = self._match.prompt()
        if prompt is None or self._make_hint is None:
            self._say("There is no hint here.")
            return
        thought = self._make_hint(self._match.game).think(prompt.state)
        self._say(f"hint: {self._match.game.format(thought.move)}")

    def _hand(self, _: str) -> None:
        """The cards of the seat that is asked, which is at the keyboard."""
        prompt = self._match.prompt()
        cards = None if prompt is None else self._can.hand(prompt.state, prompt.seat)
        if prompt is None or cards is None or isinstance(cards, int):
            self._say("There is no hand to show.")
            return
        names = ", ".join(card.name for card in cards) or "no cards"
        self._say(f"{report.seat_name(self._match, prompt.seat)} holds: {names}")
        self._hand_in_sight = True

    def _always(self, rest: str) -> None:
        """Whether the seat that is asked lets everything stand unasked from now on."""
        prompt = self._match.prompt()
        if prompt is None or rest not in ("let", "ask"):
            self._say("Write always let, or always ask.")
            return
        name = report.seat_name(self._match, prompt.seat)
        if rest == "let":
            self._letting.add(prompt.seat)
            self._say(f"{name} lets everything stand; always ask changes that.")
        else:
            self._letting.discard(prompt.seat)
            self._say(f"{name} is asked again.")

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
        self._shown, self._shown_stones = -1, None
        self._save()

    def _turn_before(self) -> int | None:
        """The ply of the last turn before now at which a human decided."""
        to_act = self._match.game.to_act
        for ply in range(self._match.ply - 1, -1, -1):
            by_chance = self._match.by_chance(ply)
            if not by_chance and to_act(self._match.state_at(ply)) not in self._bots:
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
        self._shown, self._shown_stones = -1, None
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
        more = RESIGNING if match.game.resigns else ""
        more += HANDS if isinstance(match.game, Hidden) else ""
        self._say(HELP.format(example=self._example(), passing=passing, more=more))

    def _example(self) -> str:
        """A legal move of the present position, or of the first one."""
        game, prompt = self._match.game, self._match.prompt()
        moves = game.legal_moves(self._match.first if prompt is None else prompt.state)
        # A stone where one can be placed: nobody's cards are an example.
        moves = [move for move in moves if game.cells_of(move)] or moves
        # From the middle: the first komi of an offer is an absurd one.
        return game.format(moves[len(moves) // 2])

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
