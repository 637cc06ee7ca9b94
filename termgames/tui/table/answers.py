"""The answers of humans: moves on the board and beside it, typed moves, questions, cards."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rich.text import Text
from textual.message import Message

from termgames.core.display import Question
from termgames.core.errors import Refusal, TermgamesError
from termgames.play.sitting.study import Sitting
from termgames.play.text import panels, prompts, words
from termgames.tui.board import BoardView
from termgames.tui.screens.dialogs import Choice
from termgames.tui.table.cards import CardsDialog
from termgames.tui.table.commands import Action, Command
from termgames.tui.table.desk import Desk
from termgames.tui.widgets.entry import Verdict

COMMANDS = (
    Command("pass", "p", "Pass", "Pass, or do nothing more this turn", explained=True),
    Command("roll", "r", "Roll", "Roll the dice"),
    Command(
        "take", "b", "Take", "Take what lies beside the board, such as the button", explained=True
    ),
    Command("cards", "c", "Cards", "Look at your cards, play one"),
    Command("other", "d", "Other moves", "Propose the marked stones; moves beside the board"),
)

IDLE = ("pass", "forfeit", "done", "no draw")
"""Labels of buttons that do nothing more this turn; they share a key."""
ROLL = "roll"
NOT_IN_PROMPT = ("resign", "start")
"""First words of buttons that the prompt does not name."""


class Answers:
    """Finds the moves that are not made on the board, and plays what the player chooses.

    What happens every turn has a key of its own: passing, rolling, taking what lies beside
    the board, the hand; all other moves are in a dialog, one key away.
    """

    class Refused(Message):
        """What was tried may not be done; `refusal` says why."""

    def __init__(self, sitting: Sitting, board: BoardView, desk: Desk) -> None:
        self._sitting, self._shown = sitting, sitting.shown
        self._board, self._desk = board, desk
        self.refusal: Refusal | None = None
        """Why the last thing tried may not be done; None once something else was done."""
        self.advised: Callable[[Any], bool] = lambda move: False
        """Whether a hint that is shown advises a move."""
        self._buttons: tuple[Any, Sequence[tuple[str, Any]]] = (None, ())
        """A position, and the buttons in it: label and move of each."""

    def actions(self) -> dict[str, Action]:
        """The commands of this part of the screen."""

        def while_going_on(state: Callable[[], bool | None]) -> Callable[[], bool | None]:
            return lambda: self._sitting.going_on and state()

        return {
            "pass": Action(self._pass, while_going_on(self._pass_state), self._why_no_pass),
            "roll": Action(self._roll, while_going_on(lambda: self._button(ROLL) is not None)),
            "take": Action(self._take, while_going_on(self._take_state), self._why_no_take),
            "cards": Action(self.look_at_cards, while_going_on(lambda: self.has_cards)),
            "other": Action(self._other, while_going_on(self._other_state)),
        }

    def key_names(self) -> Mapping[str, str]:
        """What commands are called just now: where stones are marked as dead, picks mark and all of
        them are proposed; the key that plays a complete move, and the one that does nothing more in
        this turn, have names that say so."""
        if self.marking:
            return {"choose": "Mark", "other": "Propose"}
        labels = [label for label, _ in self.buttons()]
        idle = next((label for label in IDLE if label in labels), "pass")
        complete = self._board.draft.status == "complete" and self._board.draft.picks
        free = [token for token in panels.free_tokens(self._shown) if token.name in labels]
        return {
            "pass": idle.capitalize(),
            **({"choose": "Play"} if complete else {}),
            **({"take": f"Take the {free[0].name}"} if free else {}),
        }

    def hidden_keys(self) -> Collection[str]:
        """Keys of moves that the rules refuse just now. Pressed all the same, they say why."""
        move, shown = self._pass_move(), self._shown
        refused = move is not None and shown.game.refuse(shown.position, move) is not None
        return ("pass",) if refused else ()

    @property
    def marking(self) -> bool:
        """Whether a human marks stones that are to be agreed on as dead."""
        return self._sitting.can_play and self._board.marking

    # -- moves --------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Play a human's move; say why not when it is refused."""
        self.refuse(self._sitting.play(move))

    def refuse(self, refusal: Refusal | None) -> None:
        """Say why something may not be done."""
        self.refusal = refusal
        if refusal is not None:
            self._desk.post(self.Refused())

    def judge(self, text: str) -> Verdict:
        """What a typed text amounts to in the present position."""
        game, state = self._shown.game, self._sitting.asked
        try:
            move = game.parse(state, text)
        except TermgamesError as error:
            return Verdict(fault=str(error), unfinished=True)
        refusal = game.refuse(state, move)
        if refusal is not None:
            return Verdict(move, refusal.text, refusal.cells)
        return Verdict(move, "", game.cells_of(move))

    def buttons(self) -> Sequence[tuple[str, Any]]:
        """The moves without a cell that a human may make now, label and move. Computed once a
        position."""
        shown, state = self._shown, self._shown.position
        if not self._sitting.can_play:
            return ()
        if self._buttons[0] is not state:
            # Cards are played from the hand, which may lie face down.
            in_hand = shown.display.from_hand(state, self._sitting.seat or 0)
            buttons = shown.display.buttons(state)
            self._buttons = (state, [button for button in buttons if button[1] not in in_hand])
        return self._buttons[1]

    def listed(self) -> Sequence[tuple[str, Any]]:
        """The buttons as `d` lists them: first what the line above names beside this key, then what
        else has no key of its own."""

        def place(button: tuple[str, Any]) -> tuple[bool, bool]:
            return not self._is_named(button[0]), not self._is_rare(button[0])

        return sorted(self.buttons(), key=place)

    def offers_text(self) -> Text:
        """The buttons with their keys, where there are more than those with a key of their own."""
        labels = [label for label, _ in self.buttons()]
        others = [label for label in labels if self._is_named(label)]
        if not others and not set(labels) & set(IDLE[1:]):
            return Text()
        text = Text()
        for name, key, wanted in (("roll", "r", (ROLL,)), ("pass", "p", IDLE)):
            for label in wanted:
                if label in labels:
                    text.append(self._desk.key(name, key), "bold").append(f" {label}  ")
                    break
        if others:
            text.append(self._desk.key("other", "d"), "bold").append(f" {', '.join(others)}")
        return text

    def question(self) -> tuple[Question[Any] | None, bool, Any]:
        """The question that a human has to answer beside the board, or None; whether its answers
        are to be kept from others who look on; and the answer that everybody has."""
        shown = self._shown
        question = shown.display.question(shown.position) if self._sitting.can_play else None
        private = question is not None and question.private and shown.view.shared
        return question, private, shown.display.let(shown.position)

    def answer(self, move: Any, text: str) -> str:
        """Play the answer to a question: `move`, or where that is None what `text` says. What is
        wrong with the text, or nothing."""
        if move is not None:
            self.play(move)
            return ""
        verdict = self.judge(text)
        if not verdict.fault:
            self.play(verdict.move)
        return verdict.fault

    def _is_named(self, label: str) -> bool:
        """Whether the line of offers names a button beside `d`. Nobody thinks of giving up every
        turn, and what is picked on the board is seen there."""
        return self._is_rare(label) and label.split()[0] not in NOT_IN_PROMPT

    def _is_rare(self, label: str) -> bool:
        tokens = [token.name for token in self._shown.display.tokens(self._shown.position)]
        return label not in (ROLL, *IDLE, *tokens)

    def _button(self, *labels: str) -> Any | None:
        """The move of the first of these buttons that there is."""
        moves = dict(self.buttons())
        return next((moves[label] for label in labels if label in moves), None)

    # -- passing, rolling, taking -------------------------------------------------------

    async def _pass(self) -> None:
        """Pass, or say why that may not be done."""
        move, shown = self._pass_move(), self._shown
        if move is None:
            return
        refusal = shown.game.refuse(shown.position, move)
        if refusal is not None:
            self._board.highlight(refusal.cells)
            self.refuse(refusal)
            return
        await self.play_carefully(move)

    async def play_carefully(self, move: Any) -> None:
        """Play a move; asked twice when it ends the game, or lets bots end it, without a win, but
        not when a hint advises it."""
        shown, state = self._shown, self._shown.position
        asks = self._sitting.can_play and not self.advised(move)
        risk = prompts.risk(shown, state, move) if asks else ""
        if not risk or await self._is_sure(words.move_text(shown.display, state, move), risk):
            self.play(move)

    async def _is_sure(self, name: str, why: str) -> bool:
        """Whether the player wants a move all the same, asked once more with a reason."""
        choices = (Choice(f"do not {name}", "stay"), Choice(f"{name} all the same", "sure"))
        return (
            await self._desk.dialogs.choose(f"{name.capitalize()}?", why, choices, safe=True)
            == "sure"
        )

    def _pass_state(self) -> bool | None:
        """False in games that know no passes, None where there is none just now."""
        if self._read_pass() is None and self._button(*IDLE) is None:
            return False
        return None if self._pass_move() is None else True

    def _why_no_pass(self) -> str:
        """Why there is nothing to pass while a human is to move."""
        shown = self._shown
        if not self._sitting.can_play:
            return ""
        if self.marking:
            return "Stones are being marked as dead: d proposes those that you have marked."
        if shown.display.question(shown.position) is not None:
            return "A question is open: choose one of its answers."
        if self._pass_state() is False:
            return "You cannot pass in this game."
        return "You cannot pass just now."

    def _pass_move(self) -> Any | None:
        """The move that does nothing, when it is the human's turn; the rules may refuse it."""
        shown = self._shown
        if not self._sitting.can_play or self.marking:
            return None
        if shown.display.question(shown.position) is not None:
            return None
        return self._button(*IDLE) or self._read_pass()

    def _read_pass(self) -> Any | None:
        try:
            return self._shown.game.parse(self._shown.position, "pass")
        except TermgamesError:
            return None

    def _roll(self) -> None:
        self.play(self._button(ROLL))

    def _take(self) -> None:
        """Take what lies beside the board."""
        self.play(self._take_move())

    def _take_state(self) -> bool | None:
        tokens = self._shown.display.tokens(self._shown.position)
        if all(token.holder is not None for token in tokens):
            return False
        return None if self._take_move() is None else True

    def _why_no_take(self) -> str:
        """Why nothing beside the board can be taken just now."""
        shown = self._shown
        if not self._sitting.can_play:
            return ""
        if self._take_state() is not False:
            return "You cannot take it just now."
        if shown.display.question(shown.position) is not None:
            return "A question is open: choose one of its answers."
        return "This game has nothing to take beside the board."

    def _take_move(self) -> Any | None:
        """The move that takes the first thing beside the board, when it is the human's turn."""
        return self._button(*(token.name for token in panels.free_tokens(self._shown)))

    # -- everything else ----------------------------------------------------------------

    async def _other(self) -> None:
        """Propose the stones that are marked, or choose among all moves beside the board."""
        if self.marking:
            self._board.submit()
            return
        before, buttons = self.buttons(), self.listed()
        choices = [Choice(label, str(number)) for number, (label, _) in enumerate(buttons)]
        prompt = self._shown.game.prompt(self._shown.position)
        answer = await self._desk.dialogs.choose("Choose a move", prompt, choices)
        if not answer.isdecimal() or before != self.buttons():
            return
        label, move = buttons[int(answer)]
        if label.startswith("resign"):
            ends = "If the answer is yes, the game ends at once."
            if not await self._is_sure(label, ends) or before != self.buttons():
                return
        self.play(move)

    def _other_state(self) -> bool:
        return self.marking or any(self._is_rare(label) for label, _ in self.buttons())

    async def look_at_cards(self) -> None:
        """Show the player's own hand; a card chosen there is played."""
        shown, seat = self._shown, self._sitting.hand_seat
        hand = None if seat is None else shown.display.hand(shown.position, seat)
        if hand is None or isinstance(hand, int):
            return
        title = f"The cards of {shown.game.seat_name(shown.position, seat or 0)}"
        move = await self._desk.dialogs.show(CardsDialog(title, hand))
        if move is not None:
            self.play(move)

    @property
    def has_cards(self) -> bool:
        """Whether the player whose view is shown holds cards; everybody may know how many."""
        shown, seat = self._shown, self._sitting.hand_seat
        return seat is not None and bool(shown.display.hand(shown.position, seat))
