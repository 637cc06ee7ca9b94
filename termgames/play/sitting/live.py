"""A game at the table, for any front end: who moves, undo, looking back.

`GameSession` owns the match. A front end (the screen, or line mode) calls its methods, reads
its attributes and is told what happened through `listen`; it never changes the match itself.
The session asks bots through `Thinker`, and the front end hands their replies to `hear`.
`Viewpoint` decides what is shown of hidden hands, `AutoAnswer` which questions a human is
not asked, `AnswerDelay` how long bots take over questions out of turn; `Keeper` saves the game.
There is no clock in here, and a session is not for use from several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from termgames import games
from termgames.core.display import Display
from termgames.core.errors import IllegalMove, Refusal, StorageError
from termgames.core.game import Chancy, Game, Score, Seat
from termgames.play.bots.players import label_of
from termgames.play.events import (
    Answer,
    BotFailed,
    Changed,
    Delayed,
    Event,
    Failed,
    Progress,
    Reply,
    Resigns,
    Thinker,
    Thinking,
)
from termgames.play.match import Match, StaleAnswer
from termgames.play.save_file import SaveFile
from termgames.play.sitting import answer_delay
from termgames.play.sitting.answer_delay import AnswerDelay
from termgames.play.sitting.auto_answer import AutoAnswer, When
from termgames.play.sitting.keeper import Keeper
from termgames.play.sitting.viewpoint import Viewpoint
from termgames.play.teaching import Lesson, MoveToJudge
from termgames.search.limits import Thought

HUMAN = "human"
_SCORES_KEPT = 64
"""How many positions' scores are remembered; each holds the cells of its territories."""


class GameSession:
    """One match being played, watched or looked through.

    `bots` holds a thinker for every seat that no human plays. The match is saved in `file` until
    `close`, or nowhere when that is None. `unsaved` says why there is no file where the player
    expects one. A `frozen` session only looks through what was played: nobody is asked anything,
    and nothing is saved. Where `tries` is set, other moves than those played can be made from the
    position shown: `tries` gets the move, and returns why it cannot be made, or None. Without
    `delays`, bots answer questions out of turn as soon as they have decided.
    """

    def __init__(
        self,
        match: Match[Any, Any],
        *,
        file: SaveFile | None = None,
        unsaved: str = "",
        bots: Mapping[Seat, Thinker] | None = None,
        listen: Callable[[Event], None] = lambda event: None,
        frozen: bool = False,
        delays: bool = True,
    ) -> None:
        self.match = match
        self.display: Display[Any, Any] = games.display(match.game)
        self.keeper = Keeper(match, file, unsaved, lambda event: self.listen(event))
        """The file of the match, and whether it could be saved there."""
        self.bots = dict(bots or {})
        self.listen = listen
        self.frozen = frozen
        self.tries: Callable[[Any], Refusal | None] | None = None
        self.paused = False
        self.thinking: Thought | None = None
        """The latest report of the bot to move, None until it first reports; between moves, the
        decision of the bot that moved last."""
        self.values: dict[int, tuple[float, ...]] = {}
        """By ply: the win shares by seat that the bot which made the move expected. It knew its own
        hand."""
        self.totals: dict[int, tuple[float, ...]] = {}
        """By ply: the final totals by seat that this bot expected; only where it reported them."""
        self.turning_point: str | None = None
        """What a review says of the move that decided the game, empty where it names none; None
        where no review has looked at the game that is shown."""
        self.view = Viewpoint(match, () if frozen else self.humans)
        self.auto_answers = AutoAnswer(match, self.display, self.view)
        """For which humans moves of others are accepted without asking them."""
        self.move_to_judge: MoveToJudge | None = self._unjudged()
        """The human's move that a teacher looks at before the game goes on, see `teaching`; None
        while there is none. In a game that is resumed it may be the last move, if no bot had
        answered it yet."""
        self.lesson: Lesson | None = None
        """The teacher's lesson on `move_to_judge`, once it is known and says something."""
        self.broken: dict[Seat, str] = {}
        """By seat: bots that stopped working, and what went wrong."""
        self._delays = delays
        self._delay = AnswerDelay(self._play_for_bot, self.stop_thinking)
        self._looking: int | None = 0 if frozen else None
        """The ply that is looked at, None for the present one."""
        self._question: int | None = None
        """The serial of the question that a bot is thinking about."""
        self._scores: dict[int, tuple[Any, Score]] = {}
        """By ply: a position and its score, in the order in which they were counted."""

    # -- what there is to see -----------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.match.game

    @property
    def ply(self) -> int:
        """The number of moves before the position shown."""
        return self.match.ply if self._looking is None else self._looking

    @property
    def position(self) -> Any:
        """The position shown: the present one unless the player looks back, as far as he
        may know it."""
        return self.view.state(self.ply)

    @property
    def live(self) -> bool:
        """Whether the present position is shown."""
        return self._looking is None

    @property
    def seat(self) -> Seat | None:
        """The seat to act in the present position (while moves are tried, in the one shown), None
        when the game is over."""
        seat = self.match.to_act if self.tries is None else self.match.actor(self.ply)
        return seat if seat >= 0 else None

    @property
    def can_play(self) -> bool:
        """Whether a move made on the board now would be a human's own."""
        if self.tries is not None:
            return self.seat is not None
        ready = self.live and not self.frozen and self.view.waits_for is None
        ready = ready and self.move_to_judge is None
        return ready and self.seat is not None and not self.bot_to_move

    @property
    def going_on(self) -> bool:
        """Whether somebody may still be asked something: the game is not over, or other moves are
        tried."""
        return not self.match.over if self.tries is None else self.can_play

    @property
    def hand_seat(self) -> Seat | None:
        """The seat whose hand can be looked at: that of the player whose view is shown, or, while
        moves are tried, the seat to act."""
        return self.view.seat if self.tries is None else self.seat

    @property
    def bot_to_move(self) -> bool:
        """Whether a bot is to act in the present position."""
        return not self.frozen and self.seat in self.bots

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot has been asked and has not answered."""
        return self._question is not None

    @property
    def question(self) -> int | None:
        """The serial of the question that a bot has been asked and has not answered."""
        return self._question

    @property
    def reaction(self) -> bool:
        """Whether the open question is one out of turn: whether to accept another player's move."""
        prompt = self.match.prompt()
        return prompt is not None and self.display.let(prompt.state) is not None

    @property
    def watching(self) -> bool:
        """Whether bots play among themselves."""
        return not self.frozen and len(self.bots) == self.game.seats

    @property
    def humans(self) -> tuple[Seat, ...]:
        """The seats played at this keyboard."""
        return tuple(seat for seat in range(self.game.seats) if seat not in self.bots)

    def label(self, seat: Seat) -> str:
        """Who plays the seat, in words: `you`, `player 2`, `bot 4`, or a human's name."""
        label = label_of(self.match.players[seat])
        if self.frozen or seat in self.bots or label != HUMAN:
            return label
        return "you" if len(self.humans) == 1 else f"player {seat + 1}"

    def score(self, ply: int) -> Score:
        """The count of the position before move `ply`; the last ones are remembered."""
        state = self.view.state(ply)
        position, score = self._scores.get(ply, (None, None))
        if score is None or position is not state:
            score = self.game.score(state)
            self._scores.pop(ply, None)
            self._scores[ply] = state, score
            if len(self._scores) > _SCORES_KEPT:
                del self._scores[next(iter(self._scores))]
        return score

    @property
    def expectations(self) -> Mapping[int, tuple[float, ...]]:
        """The part of `values` that may be shown: nothing while hands are hidden."""
        return {} if self.view.secret else self.values

    @property
    def expected_totals(self) -> Mapping[int, tuple[float, ...]]:
        """The part of `totals` that may be shown, as of `values`."""
        return {} if self.view.secret else self.totals

    def last_cells(self) -> tuple[int, ...]:
        """The cells of the move that led to the position shown. In games of chance, where
        dice and answers come in between, those of the last move that has any."""
        cells: tuple[int, ...] = ()
        for ply in range(self.ply - 1, -1, -1):
            cells = self.game.cells_of(self.match.move_seen(ply, None))
            if cells or not isinstance(self.game, Chancy):
                break
        return cells

    # -- playing ------------------------------------------------------------------------

    def advance(self) -> None:
        """Give the answers that are automatic, then ask the bot to move, if it is a bot's
        turn; not while bots are paused. What could not be saved is saved, if that is possible now.

        The session calls this itself wherever a human waits for a bot. When only bots play,
        the front end calls it, at the pace it likes.
        """
        if self.keeper.lost:
            self.keeper.save()
        self.keeper.tell_notes()
        if self.move_to_judge is not None:
            return
        while (prompt := self.match.prompt()) is not None:
            automatic = self.auto_answers.answer(prompt.seat, prompt.state)
            if automatic is None:
                break
            self.match.submit(automatic)
            self.keeper.save()
        if not self.paused:
            self._ask()

    def take_keyboard(self, seat: Seat) -> None:
        """The human of `seat` holds the keyboard from now on and sees his own hand."""
        self.view.holder = seat
        self.listen(Changed())

    def accept_for(self, seat: Seat, when: When | None) -> None:
        """Choose when a human is not asked about what others do; None: he is always asked."""
        self.auto_answers.set(seat, when)
        self.advance()
        self.listen(Changed())

    def play(self, move: Any) -> Refusal | None:
        """Play a human's move in the present position. Answers why that is not possible,
        and has changed nothing then; None when it was played."""
        if not self.can_play:
            return Refusal("turn", "it is not your turn")
        if self.tries is not None:
            return self.tries(move)
        ply, seat, prompt = self.match.ply, self.seat, self.match.prompt()
        assert prompt is not None, "somebody is to act"
        try:
            self.match.submit(move)
        except IllegalMove as error:
            return error.refusal
        self.view.holder = seat
        for expected in (self.values, self.totals):
            for later in [each for each in expected if each >= ply]:
                del expected[later]
        # Also a move that ends the game, as a pass that gives away what was still to be won.
        if self.teaching:
            self.move_to_judge = self._move_to_judge(ply, prompt.state)
        self._moved()
        return None

    @property
    def teaching(self) -> bool:
        """Whether moves of humans are looked at before bots answer them. The front end has a
        teacher look at each `move_to_judge`, and passes the result to `take_lesson`."""
        return self.match.teaching and bool(self.bots) and bool(self.humans) and not self.frozen

    def _move_to_judge(self, ply: int, seen: Any) -> MoveToJudge:
        """Move `ply` for the teacher; `seen` is the position before it as its player knew it."""
        match = self.match
        bots = tuple(match.players[bot] for bot in self.bots)
        return MoveToJudge(ply, match.actor(ply), seen, match.move_at(ply), bots)

    def _unjudged(self) -> MoveToJudge | None:
        """The last move where it is a human's and a bot is to answer it, for a teaching game."""
        match = self.match
        plies = range(match.ply - 1, -1, -1)
        ply = next((ply for ply in plies if not match.by_chance(ply)), None)
        if not self.teaching or ply is None or self.seat not in self.bots:
            return None
        if not self.decided(ply):
            return None
        return self._move_to_judge(ply, match.seen(match.actor(ply), ply))

    def teach(self, on: bool) -> None:
        """Let moves be looked at from now on, or no longer; kept with the game."""
        self.match.teaching = on
        self.keeper.save()
        if not on:
            self.go_on()
        self.listen(Changed())

    def take_lesson(self, to_judge: MoveToJudge, lesson: Lesson | None) -> None:
        """Take the teacher's result for a move. The game goes on where there is nothing to say
        (None, or a lesson without a size). A result for an older move changes nothing."""
        if to_judge is not self.move_to_judge or self.lesson is not None:
            return
        if lesson is None or not lesson.size:
            self.go_on()
            return
        self.lesson = lesson
        self.listen(Changed())

    def go_on(self) -> None:
        """Let the move that is looked at stand; nothing happens when none is."""
        if self.move_to_judge is not None:
            self.move_to_judge = self.lesson = self._looking = None
            self.advance()
            self.listen(Changed())

    def hear(self, seat: Seat, reply: Reply) -> None:
        """Take a reply of the bot of `seat`. A reply to a question that is no longer open changes
        nothing."""
        match reply:
            case Progress(serial, thought):
                if serial == self._question:
                    self.thinking = thought
                    self.listen(Thinking())
            case Answer(serial, thought):
                self._delay.on_answer(serial, thought)
            case Resigns(serial):
                self._bot_resigns(serial)
            case Failed(_, text):
                self._bot_failed(seat, text)

    def due(self, serial: int) -> None:
        """The time of a question out of turn is over, see `events.Delayed`."""
        self._delay.due(serial)

    def stop_thinking(self, serial: int | None = None) -> None:
        """Make the bot play the best move it has found; with a serial, only if it is
        thinking about that question."""
        open_question = self._question is not None and serial in (None, self._question)
        if open_question and self.seat is not None:
            self.bots[self.seat].stop()

    def retry(self, seat: Seat, bot: Thinker) -> None:
        """Put a fresh bot in a seat, and ask it if it is to move."""
        if self.seat == seat:
            self._cancel()
        self.bots[seat] = bot
        self.broken.pop(seat, None)
        self.advance()
        self.listen(Changed())

    def take_over(self, seat: Seat) -> None:
        """A human plays the seat from now on."""
        self._cancel()
        before = self.view.seat
        self.bots.pop(seat, None)
        players = list(self.match.players)
        players[seat] = HUMAN
        self.match.players = tuple(players)
        self.view.humans = self.humans
        self.view.holder = before
        self.keeper.save()
        self.listen(Changed())

    def pause(self, paused: bool) -> None:
        """Hold bots that play among themselves, or let them go on."""
        self.paused = paused
        if paused:
            self._cancel()
        else:
            self._looking = None
            self._ask()
        self.listen(Changed())

    def step_bot(self) -> None:
        """While paused: let the bot to move play one move."""
        if self.paused and self.live:
            self._ask()
            self.listen(Changed())

    def resign(self) -> None:
        """A human resigns, where the rules allow it: the one to act, else the first."""
        humans = self.humans
        if self.match.over or not humans or not self.game.resigns:
            return
        seat = self.seat if self.seat in humans else humans[0]
        assert seat is not None
        self._leave(seat)

    def _leave(self, seat: Seat) -> None:
        self._cancel()
        self.match.resign(seat)
        self.turning_point = None
        self.keeper.save()
        self.listen(Changed())

    def name_turning_point(self, text: str) -> None:
        """What a review says of the game that is over, see `turning_point`."""
        self.turning_point = text
        self.listen(Changed())

    def close(self) -> None:
        """The game is no longer played here: others may go on with its file."""
        self.keeper.close()

    # -- back and forth -----------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a decision of a human to go back to."""
        return self._undo_target() is not None

    def undo(self) -> bool:
        """Go back to the last decision of a human; False when there is none.

        Against bots that is the human's own last turn, between humans one move. Bots that
        play among themselves are paused and go back one move. A human's resignation is taken back
        before any move; a bot's with the moves before it, since it would resign again.
        """
        target = self._undo_target() if self.move_to_judge is None else self.move_to_judge.ply
        if target is None:
            return False
        self._cancel()
        self._looking = None
        self.match.undo(target)
        prompt = self.match.prompt()
        self.auto_answers.reopen(None if prompt is None else prompt.state)
        if self.watching:
            self.paused = True
        self.keeper.save()
        self.advance()
        self.listen(Changed())
        return True

    def redo(self) -> bool:
        """Play undone moves again, up to the next question that a human is asked; False when
        there are none."""
        if self.frozen or not self.match.undone or self.match.resigned is not None:
            return False
        self._cancel()
        self._looking = None
        while self.match.redo():
            if self.watching or self._human_is_asked:
                break
        self.keeper.save()
        self.advance()
        self.listen(Changed())
        return True

    def look(self, ply: int) -> None:
        """Show the position before move `ply`, the nearest there is; the last is live."""
        ply = max(0, min(ply, self.match.ply))
        self._looking = None if ply == self.match.ply and not self.frozen else ply
        self.listen(Changed())

    def follow(self, match: Match[Any, Any]) -> None:
        """Show `match`, the same game as it went on elsewhere, in a frozen session. If the last
        position was shown, the new last one is. StorageError when it is another game."""
        mine = self.match
        if (match.game.id, match.diagram, match.position_text) != (
            (mine.game.id, mine.diagram, mine.position_text)
        ) or match.game.options != mine.game.options:
            raise StorageError("the file holds another game now")
        at_the_end = self.ply == self.match.ply
        self.match.follow(match)
        self.look(self.match.ply if at_the_end else self.ply)

    def show_line(self, line: Match[Any, Any], ply: int) -> None:
        """Show the position before move `ply` of `line`, which is the same game as it went or could
        have gone, in a frozen session."""
        self.match.follow(line)
        self.look(ply)

    def _undo_target(self) -> int | None:
        if self.frozen:
            return None
        match = self.match
        if match.resigned is not None and match.resigned not in self.bots:
            return match.ply
        before = [ply for ply in range(match.ply - 1, -1, -1) if not match.by_chance(ply)]
        if self.watching:
            return next(iter(before), None)
        return next((ply for ply in before if self.decided(ply)), None)

    def decided(self, ply: int) -> bool:
        """Whether move `ply` was a human's, who had something to decide."""
        return self.match.actor(ply) not in self.bots and self.auto_answers.decided(ply)

    @property
    def _human_is_asked(self) -> bool:
        """Whether a human is to act, and no automatic answer is given for him."""
        prompt = self.match.prompt()
        if prompt is None or prompt.seat in self.bots:
            return False
        return self.auto_answers.answer(prompt.seat, prompt.state) is None

    # -- inside -------------------------------------------------------------------------

    def _moved(self) -> None:
        self.turning_point = None
        self.keeper.save()
        if not self.watching:
            self.advance()
        self.listen(Changed())

    def _ask(self) -> None:
        prompt = self.match.prompt()
        if self._question is None and prompt is not None and self.bot_to_move:
            if prompt.seat in self.broken:
                self.listen(BotFailed(prompt.seat, self.broken[prompt.seat]))
                return
            self._question = prompt.serial
            self.thinking = None
            delayed = self._delays and self.reaction
            if delayed:
                self._delay.on_question(prompt.serial)
            self.bots[prompt.seat].ask(prompt.serial, prompt.state)
            if delayed:
                among_bots = answer_delay.SECONDS_AMONG_BOTS
                seconds = among_bots if self.watching else answer_delay.SECONDS
                self.listen(Delayed(prompt.serial, seconds))

    def _play_for_bot(self, serial: int, thought: Thought) -> None:
        """Play a bot's decision, unless its question is no longer open."""
        if serial != self._question:
            return
        seat, ply, out_of_turn = self.seat, self.match.ply, self.reaction
        self._question = None
        try:
            self.match.submit(thought.move, serial=serial)
        except StaleAnswer:
            return
        except IllegalMove as error:
            self.listen(BotFailed(seat or 0, f"it tried a move that is refused: {error}"))
            return
        if thought.value is not None:
            self.values[ply] = thought.value
        if thought.score is not None:
            self.totals[ply] = thought.score
        # How much a bot thought about a question out of turn would tell what it holds.
        self.thinking = None if out_of_turn else thought
        self._moved()

    def _bot_resigns(self, serial: int) -> None:
        """Let the bot that is asked resign, unless its question is no longer open. In a game that
        nobody can resign by himself, that counts as a failure of the bot."""
        seat = self.seat
        if serial != self._question or seat is None:
            return
        if self.game.resigns:
            self._leave(seat)
        else:
            self._bot_failed(seat, "it resigned, but this game knows no resigning")

    def _bot_failed(self, seat: Seat, text: str) -> None:
        """The bot of `seat` stopped working; this is told when it is the bot's turn."""
        self.broken[seat] = text
        if self._question is not None and self.seat == seat:
            self._question = None
            self.listen(BotFailed(seat, text))

    def _cancel(self) -> None:
        """Stop the bot that is thinking; what it answers is ignored."""
        if self._question is not None and self.seat is not None and self.seat in self.bots:
            self.bots[self.seat].stop()
        self._question = self.move_to_judge = self.lesson = None
        self.thinking = None
