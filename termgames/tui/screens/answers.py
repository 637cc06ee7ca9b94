"""A table at which humans answer: moves, questions, cards, dead stones, the keyboard itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from textual import work
from textual.binding import Binding, BindingType

from termgames.core.errors import Refusal, TermgamesError
from termgames.play.session import GameSession
from termgames.tui import words
from termgames.tui.preferences import Preferences
from termgames.tui.screens.cards import CardsDialog
from termgames.tui.screens.dialogs import Choice, ChoiceDialog
from termgames.tui.screens.handover import HandoverScreen
from termgames.tui.screens.table import TableScreen
from termgames.tui.widgets.entry import Verdict
from termgames.tui.widgets.question import ANSWER_KEYS, QuestionBox

IDLE = ("pass", "forfeit", "done", "no draw")
"""Labels of buttons that do nothing more this turn; they share a key."""
ROLL = "roll"
UNSAID = ("resign", "start")
"""First words of buttons that the prompt does not name."""


class AnswerScreen(TableScreen):
    """Keys and dialogs for everything that is answered beside the board.

    What happens every turn has a key of its own: passing, rolling, taking what lies beside
    the board, the hand; all other answers are a key away in a dialog.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *ANSWER_KEYS,
        Binding("tab", "to_answers", "Answers", tooltip="Go to the answers below the question"),
        Binding("p", "pass", "Pass", tooltip="Pass, or do nothing more this turn"),
        Binding("r", "roll", "Roll", tooltip="Roll the dice"),
        Binding("b", "take", "Take", tooltip="Take what lies beside the board: the button"),
        Binding("c", "cards", "Cards", tooltip="Look at your cards, play one"),
        Binding("d", "do", "Do", tooltip="Propose the marked stones; other things to do"),
        Binding("y", "let_on", "Let all", tooltip="When to be asked about what others do"),
    ]

    def __init__(self, session: GameSession, taste: Preferences) -> None:
        super().__init__(session, taste)
        self._refusal: Refusal | None = None
        self._asking = self._handing = False
        self._offered: tuple[Any, Sequence[tuple[str, Any]]] = (None, ())
        self._box: QuestionBox | None = None
        """The question beside the board while it is open."""

    def key_names(self) -> Mapping[str, str]:
        """Where stones are marked as dead, a pick marks and all of them are proposed; what
        idles is called what it is."""
        if self._box is not None:
            number = self._box.question.number is not None
            labels = self._box.labels
            answers = {f"answer({n})": label for n, label in enumerate(labels, 1)}
            return {"to_answers": "Number" if number else "Answers", **answers}
        if self.marking:
            return {"choose": "Mark", "do": "Propose"}
        labels = [label for label, _ in self.buttons()]
        idle = next((label for label in IDLE if label in labels), "pass")
        return {"pass": idle.capitalize()}

    # -- moves --------------------------------------------------------------------------

    def play(self, move: Any) -> None:
        """Play a human's move; say why not when it is refused."""
        self._refusal = self.session.play(move)
        if self._refusal is not None:
            self.show_prompt()

    def judge(self, text: str) -> Verdict:
        """What a typed text amounts to in the present position."""
        game, state = self.session.game, self.session.view.state(self.session.match.ply)
        try:
            move = game.parse(state, text)
        except TermgamesError as error:
            return Verdict(fault=str(error), unfinished=True)
        refusal = game.refuse(state, move)
        if refusal is not None:
            return Verdict(move, refusal.text, refusal.cells)
        return Verdict(move, "", game.cells_of(move))

    def buttons(self) -> Sequence[tuple[str, Any]]:
        """The moves without a cell that a human may make now, remembered a position."""
        state = self.session.shown
        if not self.session.can_play:
            return ()
        if self._offered[0] is not state:
            # Cards are played from the hand, which may lie face down.
            hand = self._hand(self.session.seat or 0)
            cards = () if hand is None or isinstance(hand, int) else hand
            held = [move for card in cards for _, move in card.plays]
            found = self.game_display.buttons(state)
            self._offered = (state, [button for button in found if button[1] not in held])
        return self._offered[1]

    def offers_text(self) -> Text:
        """The buttons with their keys, where there are more than keys of their own."""
        labels = [label for label, _ in self.buttons()]
        # Nobody thinks of giving up every turn, and what is picked on the board is seen there.
        others = [
            label for label in labels if self._is_rare(label) and label.split()[0] not in UNSAID
        ]
        if not others and not set(labels) & set(IDLE[1:]):
            return Text()
        text = Text()
        for key, wanted in (("r", (ROLL,)), ("p", IDLE)):
            for label in wanted:
                if label in labels:
                    text.append(key, "bold").append(f" {label}  ")
                    break
        if others:
            text.append("d", "bold").append(f" {', '.join(others)}")
        return text

    def _is_rare(self, label: str) -> bool:
        names = [token.name for token in self.session.display.tokens(self.session.shown)]
        return label not in (ROLL, *IDLE, *names)

    def _button(self, *labels: str) -> Any | None:
        """The move of the first of these buttons that there is."""
        there = dict(self.buttons())
        return next((there[label] for label in labels if label in there), None)

    # -- questions ----------------------------------------------------------------------

    def on_question_box_answered(self, message: QuestionBox.Answered) -> None:
        """The question beside the board was answered."""
        if message.move is not None:
            self.play(message.move)
            return
        verdict = self.judge(message.text)
        if verdict.fault:
            self.notify(verdict.fault, severity="error")
        else:
            self.play(verdict.move)

    def on_question_box_cards_wanted(self) -> None:
        """The answer is to come from the hand."""
        self.action_cards()

    def show_question(self) -> None:
        """The question beside the board, while a human has to answer one."""
        session = self.session
        question = self.game_display.question(session.shown) if session.can_play else None
        private = question is not None and question.private and session.view.shared
        before, self._box = self._box, None
        if before is not None and (before.question, before.private) == (question, private):
            self._box = before
            return
        if before is not None:
            before.remove()
            self.board.focus()
        if question is not None:
            let = session.display.let(session.shown)
            self._box = QuestionBox(question, private=private, open_answer=let)
            self.mount(self._box, after="#prompt")

    async def ask(
        self, title: str, text: str, choices: Sequence[Choice], *, safe: bool = False
    ) -> str:
        """The answer to a question of the player's own making; `stay` while one is open,
        so that a key pressed twice opens one dialog. `safe` as in `ChoiceDialog`."""
        if self._asking:
            return "stay"
        self._asking = True
        try:
            return await self.app.push_screen_wait(ChoiceDialog(title, text, choices, safe=safe))
        finally:
            self._asking = False

    @work
    async def hand_over(self) -> None:
        """Let the next human take the keyboard, or the one before take something back."""
        if self._handing:
            return
        self._handing = True
        session, game = self.session, self.session.game
        try:
            while (seat := session.view.waits_for) is not None and not self.leaving:
                state = session.shown
                chip = self.chip(game.colour(state, seat))
                name = game.seat_name(state, seat)
                screen = HandoverScreen(chip, name, session.label(seat), game.prompt(state))
                match await self.app.push_screen_wait(screen):
                    case "here":
                        session.take_keyboard(seat)
                    case "undo":
                        session.undo()
                    case "leave":
                        await self.leave()
        finally:
            self._handing = False

    leaving = False
    """Whether the screen is on its way out."""

    async def leave(self) -> None:
        """Ask how to leave, and do it."""
        raise NotImplementedError

    # -- keys ---------------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hide keys that the game knows nothing of; dim those that wait."""
        session = self.session
        mine = action in ("pass", "take", "roll", "do", "cards", "let_on")
        if mine and (session.match.over or session.watching):
            return False
        match action:
            case "answer":
                return self._box is not None and parameters[0] in range(
                    1, len(self._box.labels) + 1
                )
            case "to_answers":
                return self._box is not None and not self._box.has_focus_within
            case "pass":
                if not self._knows_pass():
                    return False
                return None if self._pass() is None else True
            case "take":
                if all(token.holder is not None for token in session.display.tokens(session.shown)):
                    return False
                return None if self._take() is None else True
            case "roll":
                return self._button(ROLL) is not None
            case "do":
                return self.marking or any(self._is_rare(label) for label, _ in self.buttons())
            case "cards":
                seat = session.view.seat
                return seat is not None and self._hand(seat) is not None
            case "let_on":
                return session.display.reactive and session.view.seat is not None
        return super().check_action(action, parameters)

    @property
    def marking(self) -> bool:
        """Whether a human marks stones that are to be agreed on."""
        return self.session.can_play and self.board.marking

    @work
    async def action_pass(self) -> None:
        """Pass; asked twice when that ends the game and does not win it."""
        move, session = self._pass(), self.session
        if move is None:
            return
        state, seat = session.shown, session.seat
        refusal = session.game.refuse(state, move)
        if refusal is not None:
            self._refusal = refusal
            self.board.set_marks(refusal.cells)
            self.show_prompt()
            return
        after = session.game.apply(state, move)
        ending, score = session.game.ending(after), session.game.score(after)
        if ending is not None and seat not in score.winners:
            choices = (Choice("do not pass", "stay"), Choice("pass all the same", "pass"))
            totals = words.totals_text(session, score)
            text = f"That ends the game, {totals}, and you do not win it."
            if await self.ask("Pass?", text, choices, safe=True) != "pass":
                return
        self.play(move)

    def action_answer(self, number: int) -> None:
        """Give the answer of that number to the question beside the board."""
        if self._box is not None:
            self._box.answer(number)

    def action_to_answers(self) -> None:
        """Let the keys go to the question beside the board."""
        if self._box is not None:
            self._box.take_keys()

    def action_roll(self) -> None:
        """Roll the dice."""
        move = self._button(ROLL)
        if move is not None:
            self.play(move)

    def action_take(self) -> None:
        """Take what lies beside the board."""
        move = self._take()
        if move is not None:
            self.play(move)

    @work
    async def action_do(self) -> None:
        """Propose the stones that are marked, or choose among all that can be done."""
        if self.marking:
            self.board.submit()
            return
        buttons = self.buttons()
        choices = [Choice(label, str(number)) for number, (label, _) in enumerate(buttons)]
        prompt = self.session.game.prompt(self.session.shown)
        answer = await self.ask("What to do?", prompt, choices)
        if answer.isdecimal() and buttons == self.buttons():
            self.play(buttons[int(answer)][1])

    @work
    async def action_cards(self) -> None:
        """Look at the hand; a card chosen there is played."""
        seat = self.session.view.seat
        hand = None if seat is None else self._hand(seat)
        if hand is None or isinstance(hand, int) or self._asking:
            return
        self._asking = True
        try:
            title = f"The cards of {self.session.game.seat_name(self.session.shown, seat or 0)}"
            move = await self.app.push_screen_wait(CardsDialog(title, hand))
        finally:
            self._asking = False
        if move is not None:
            self.play(move)

    def action_let_on(self) -> None:
        """Be asked about what others do only with a choice, then never, then always."""
        session, seat = self.session, self.session.view.seat
        if seat is None:
            return
        match session.letting.when(seat):
            case None if not session.view.shared:
                session.let_on(seat, "idle")
                told = "You are asked only when you have a choice."
            case "all":
                session.let_on(seat, None)
                told = "You are always asked."
            case _:
                session.let_on(seat, "all")
                told = "You let stand whatever others do."
        self.notify(f"{told} y changes it.")

    def _hand(self, seat: int) -> Sequence[Any] | int | None:
        return self.session.display.hand(self.session.shown, seat)

    def _knows_pass(self) -> bool:
        """Whether the game has passes at all, allowed just now or not."""
        return self._read_pass() is not None or self._button(*IDLE) is not None

    def _read_pass(self) -> Any | None:
        try:
            return self.session.game.parse(self.session.shown, "pass")
        except TermgamesError:
            return None

    def _pass(self) -> Any | None:
        """What idles, when it is the human's turn; the rules may refuse it just now."""
        session = self.session
        if not session.can_play or self.marking:
            return None
        if self.game_display.question(session.shown) is not None:
            return None
        return self._button(*IDLE) or self._read_pass()

    def _take(self) -> Any | None:
        """The move that takes the first thing beside the board, when it is the human's."""
        tokens = self.session.display.tokens(self.session.shown)
        return self._button(*(token.name for token in tokens if token.holder is None))
