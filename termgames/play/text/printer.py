"""What line mode prints: board, score, moves, hands, help. Nothing is played or saved here."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Literal

from termgames import games
from termgames.core.errors import TermgamesError, UnreadableMove
from termgames.core.game import has_secrets
from termgames.core.text import counted, quotable
from termgames.core.topology import name_parts
from termgames.play.match import Prompt
from termgames.play.new_game import why_seated
from termgames.play.sitting.auto_answer import When
from termgames.play.sitting.shown import Shown
from termgames.play.text import boards, prompts, spoken, words
from termgames.play.text.turns import Turns, pass_warning

Say = Callable[[str], None]
"""Shows a line or several."""
Boards = Literal["always", "changed", "asked"]
"""Whenever it has changed, where it has changed by more than one new stone, or when it is asked
for."""

HELP = """\
{move}what          what is asked, and what can be typed
last          what happened since your last move
undo, redo    take back to your last turn, play it again
board         show the board
boards WHEN   show it unasked always, when changed by more than a stone, or only when asked
{where:<14}what is on a point, whom it counts for, whether you can play there
{around:<14}the points next to it, and the first stone seen each way
{row:<14}what is on a row
{column:<14}what is on a column
groups        the groups of connected stones
score         how it would count if the game ended now
moves         list the turns so far
{asking}rules         the rules of the game
{more}save FILE     write a record of the game
quit          leave; the game is saved
Points are named as on the board's edge; the case does not matter."""
MOVE = "A move: {example}\n"
ASKING = """\
legal         list the legal moves
hint          what a bot would play
estimate      who wins, as the analysis sees it
"""
"""Lines of the help while the game goes on."""
PASSING = "pass          pass (or any other answer the prompt asks for)\n"
"""A line of the help in games that have passes."""
RESTING = "rest          pass until something of yours is touched; again: stop that\n"
RESIGNING = "resign        give the game up\n"
CLOCK = "clock         how much time each player has\n"
HANDS = """\
hand, cards   the cards of whoever is asked
always accept accept all moves of others without being asked
always choice the same while you have no other answer (usual)
always ask    be asked about every move of others
"""
"""Lines of the help in games with hidden hands."""
LINE = 78
"""Columns of a line of legal moves, at the most."""
_ACCEPTED: dict[When | None, str] = {
    "all": "accepted, as always",
    None: "accepted",
}
"""The words for a move of others that was accepted for a human, by why he was not asked."""


class Printer:
    """Prints what may stay in sight of a match."""

    def __init__(self, shown: Shown, say: Say) -> None:
        self._shown, self._match, self._say = shown, shown.match, say
        self._turns = Turns(shown)
        self._seen: bytes | None = None
        """The stones of the board that was printed last."""
        self._changed = False
        """Whether a move since then did more than put one stone."""
        self.boards: Boards = "always"
        """When the board is printed unasked."""

    @property
    def commands(self) -> dict[str, Callable[[str], None]]:
        """What prints something of the position when its name is typed, with what stands behind
        the name."""
        return {
            "around": self.around,
            "board": lambda _: self.board(),
            "column": self.row,
            "groups": lambda _: self.groups(),
            "legal": lambda _: self.legal(),
            "row": self.row,
            "rules": lambda _: self.rules(),
            "score": lambda _: self.score(),
            "what": lambda _: self.what(),
            "where": self.where,
        }

    def forget(self) -> None:
        """Treat the board printed last as out of sight or out of date."""
        self._seen = None

    @property
    def _state(self) -> Any:
        """The present position, as far as it may be printed."""
        return self._shown.view.lasting(self._match.ply)

    @property
    def stale(self) -> bool:
        """Whether the board is to be printed, as `boards` has it."""
        if self._seen is None or self.boards == "always":
            return self._seen != self._match.game.stones(self._match.state)
        return self.boards == "changed" and self._changed

    def begin(self) -> None:
        """Print the game, its options and its players."""
        match = self._match
        self._say(words.title_line(match))
        self._say("\n".join([*words.player_lines(match), *words.level_lines(match)]))
        if why := why_seated(match):
            self._say(why)

    def moves_from(self, ply: int) -> None:
        """Print the moves from `ply` on, a line each. A move that did more than put a stone is told
        as a sentence; one that is not worth a word is left out."""
        self._turns.update()
        unasked: dict[str, list[int]] = {}
        for at in range(ply, self._match.ply):
            self._changed |= self._changes_much(at)
            sentence, more = self._turns.sentence(at), self._turns.tells_more(at)
            # What is accepted for a human without asking him has to be told.
            accepted = self._shown.auto_answers.accepted(at)
            number = self._turns.number_of(at)
            if more:
                self._say(f"{number}. {sentence}" if number else sentence)
            elif sentence:
                self._say(words.move_line(number, self._match.actor_name(at), self._move(at)))
            elif accepted and self._match.actor(at) in self._shown.view.humans:
                name, why = self._match.actor_name(at), self._shown.auto_answers.unasked(at)
                if why == "idle":
                    unasked.setdefault(name, []).append(number)
                else:
                    self._say(words.move_line(number, name, _ACCEPTED[why]))
        for name, numbers in unasked.items():
            self._say(words.move_line(numbers[-1], name, _idle(len(numbers))))

    def _changes_much(self, ply: int) -> bool:
        """Whether a move changed more on the board than that there is one stone more."""
        stones, match = self._match.game.stones, self._match
        pairs = zip(stones(match.state_at(ply)), stones(match.state_at(ply + 1)), strict=True)
        changed = [old for old, new in pairs if old != new]
        return len(changed) > 1 or any(changed)

    @property
    def turn(self) -> int:
        """The number of the turn that is being played, as `moves` counts them."""
        self._turns.update()
        return self._turns.number_of(self._match.ply)

    def last(self) -> None:
        """Print what happened since the last decision of a human, and which stones are proposed as
        dead, at the end those on which all agreed."""
        self._turns.update()
        ply = max(0, self._match.ply - self._match.over)
        proposed = spoken.proposed_dead(self._shown.display, self._shown.view.lasting(ply))
        sentences = [*self._turns.happened(), proposed]
        self._say(" ".join(filter(None, sentences)) or "Nothing was played yet.")

    def warn_of_pass(self) -> None:
        """Print what passing would do now, after another player passed."""
        warning = pass_warning(self._shown)
        if warning:
            self._say(warning)

    def what(self) -> None:
        """Print what is asked, and what can be typed."""
        if self._match.over:
            self._say(f"{words.result_line(self._match)}. Type undo, score or quit.")
        else:
            self._say(spoken.what(self._shown.display, self._state, self.example()))

    def where(self, name: str) -> None:
        """Print what is on a point."""
        cell = self._cell(name)
        if cell is not None:
            going_on = not self._match.over
            self._say(spoken.where(self._shown.display, self._state, cell, going_on=going_on))

    def around(self, name: str) -> None:
        """Print what is next to a point."""
        cell = self._cell(name)
        if cell is not None:
            self._say(spoken.around(self._shown.display, self._state, cell))

    def row(self, name: str) -> None:
        """Print what is on the points of a row or a column."""
        text = spoken.row(self._shown.display, self._state, name)
        if not text:
            typed = self.looks()
            text = (
                f"There is no row or column {quotable(name)!r}: name a number or a letter, as "
                f"{typed['row']} or {typed['column']}."
            )
        self._say(text)

    def looks(self) -> dict[str, str]:
        """The commands that look at a part of the board, each with a place of this board as it can
        be typed, by the command's word: `where e4`, `row 4`."""
        topology = self._match.game.topology
        point = topology.example(self._match.game.stones(self._state))
        places = {"where": point, "around": point}
        places |= {topology.lines[part][0]: part for part in name_parts(point) if part}
        return {
            word: f"{word} {places.get(word, '')}" for word in ("where", "around", "row", "column")
        }

    def groups(self) -> None:
        """Print the groups of stones."""
        self._say("\n".join(spoken.groups(self._match.game, self._state)) or "The board is empty.")

    def _cell(self, name: str) -> int | None:
        """The point of a name. None when there is none, after a message that says so."""
        try:
            return self._match.game.topology.cell(name)
        except UnreadableMove as error:
            self._say(f"{error}.")
            return None

    def board(self) -> None:
        """Print the board, the last move, what is to be known of the turn, and what lies beside the
        board; at the end the score. How the game would count stands behind `score`."""
        match, state = self._match, self._state
        ply = self._last_move()
        last = () if ply is None else match.game.cells_of(match.move_at(ply))
        self._say("")
        display = self._shown.display
        starts, labels = boards.origins(match.game, display, state), display.labels(state)
        self._say(boards.draw(match.game, state, last, starts, labels))
        if ply is not None:
            text = self._move(ply)
            self._say(f"last move: {text}, marked *" if last else f"last move: {text}")
        if match.over:
            self._say(words.score_line(match, state))
        facts = words.status_line(match, state, counting=match.over)
        for line in filter(None, (facts, *words.holdings(match, state))):
            self._say(line)
        self._seen, self._changed = match.game.stones(state), False

    def _last_move(self) -> int | None:
        """The ply of the last move of a player that is worth a word: no roll, and no answer that
        let a move stand; None where there is none."""
        self._turns.update()
        plies = reversed(range(self._match.ply))
        return next(
            (ply for ply in plies if self._match.actor(ply) >= 0 and self._turns.sentence(ply)),
            None,
        )

    def _move(self, ply: int) -> str:
        """A move as it is named to players, as far as it may be printed."""
        return self._shown.display.named(self._shown.view.move(ply))

    def score(self) -> None:
        """Print the count as it stands by its parts or, where the game has them, by its steps."""
        match, state = self._match, self._state
        if not match.over:
            early = self._shown.display.is_early(state)
            self._say(f"If the game ended now{', which tells little yet' if early else ''}:")
            proposed = spoken.proposed_dead(self._shown.display, state)
            if proposed:
                self._say(proposed)
        for line in filter(None, (words.score_line(match, state), words.status_line(match, state))):
            self._say(line)
        steps = self._shown.display.walkthrough(state)
        for step in steps:
            self._say(prompts.capitalized(self._shown, f"  {step.title}: {step.text}"))
        if steps:
            return
        for part in match.game.score(state).parts:
            nobody = "nobody" if match.over else "not decided"
            name = match.seat_name(part.seat) if part.seat >= 0 else nobody
            self._say(f"  {name}: {part.text}")

    def moves(self) -> None:
        """Print all turns so far."""
        self._turns.update()
        match = self._match
        lines = [
            words.move_line(turn.number, match.actor_name(turn.first), turn.text)
            for turn in self._turns.lines()
        ]
        self._say("\n".join(lines) or "no moves yet")

    def legal(self) -> None:
        """Print all legal moves, as many as fit on a line, and how many they are."""
        prompt, display = self._match.prompt(), self._shown.display
        texts = (
            []
            if prompt is None
            else words.move_texts(display, prompt.state, self._match.game.legal_moves(prompt.state))
        )
        self._say("\n".join(_in_lines(sorted(texts))))
        self._say(f"{len(texts)} legal")

    def hand(self, prompt: Prompt[Any] | None) -> bool:
        """Print the cards of the seat that is asked; False where there are none to show."""
        cards = None if prompt is None else self._shown.display.hand(prompt.state, prompt.seat)
        if prompt is None or cards is None or isinstance(cards, int):
            self._say("There is no hand to show.")
            return False
        names = ", ".join(card.name for card in cards) or "no cards"
        self._say(f"{self._match.seat_name(prompt.seat)} holds: {names}")
        return True

    def rules(self) -> None:
        """Print the rules page, without the marks around its diagrams."""
        lines = games.rules_text(self._match.game.id).rstrip().split("\n")
        self._say("\n".join(line for line in lines if not line.startswith("```")))

    def help(self) -> None:
        """Print what can be typed in this game, or, once it is over, what can still be typed."""
        match = self._match
        move = asking = more = ""
        if not match.over:
            example, asking = self.example(), ASKING
            move = MOVE.format(example=example) if example else ""
            with suppress(TermgamesError):
                match.game.parse(match.state, "pass")
                move += PASSING
                move += RESTING if match.game.seats > 2 else ""
            more = RESIGNING if match.game.resigns else ""
            more += CLOCK if match.time.controls else ""
            more += HANDS if has_secrets(match.game) else ""
        self._say(HELP.format(move=move, asking=asking, more=more, **self.looks()))

    def example(self) -> str:
        """A legal move of the present position that tells nobody's cards; empty where there is
        none, as at the end of the game."""
        game, display, prompt = self._match.game, self._shown.display, self._match.prompt()
        if prompt is None:
            return ""
        question = display.question(prompt.state)
        if question is not None and question.number is not None:
            return question.template % question.number[2]
        if question is not None:
            accepting = display.let(prompt.state)
            private = question.private and self._shown.view.shared
            moves = [move for _, move in question.answers if not private or move == accepting]
            moves = moves[:1]
        else:
            moves = list(game.legal_moves(prompt.state))
            moves = [move for move in moves if game.cells_of(move)] or moves
        return words.move_text(display, prompt.state, moves[len(moves) // 2]) if moves else ""


def _idle(count: int) -> str:
    """What was accepted for a player who had no other answer, so many times."""
    times = f" {counted(count, 'move')}" if count > 1 else ""
    return f"accepted{times}: no other answer was possible"


def _in_lines(texts: Iterable[str]) -> list[str]:
    """The texts side by side with a semicolon between them, in lines that break between them."""
    lines: list[str] = []
    for text in texts:
        if lines and len(lines[-1]) + len(text) + 2 <= LINE:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    return lines


Ask = Callable[[str], str]
"""Shows a prompt and answers a line; EOFError when there is no more."""


class Reader:
    """The lines of whoever is at the keyboard. The end of input means leaving."""

    def __init__(self, ask: Ask, say: Say) -> None:
        self._ask, self._say = ask, say
        self.leaving = False
        """Whether nothing more is to be asked."""

    def read(self, prompt: str) -> str:
        """A line without the blanks around it; empty at the end of input."""
        try:
            return self._ask(prompt).strip()
        except EOFError:
            self.leaving = True
            self._say("")
            return ""
