"""A game at the table, without a screen: who moves, undo policy, saving, looking back.

`GameSession` owns the match. A screen calls its methods, reads its attributes and hears of
what happened through `listen`; it never touches the match itself. Bots are reached through
`Thinker`, and whatever comes back from them is handed to `thought_of` and `bot_failed` by
the screen, in its own thread. What may be seen of hidden hands is up to `Viewpoint`. Not
for use from several threads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core.display import Display
from termgames.core.errors import IllegalMove, Refusal, StorageError
from termgames.core.game import Chancy, Game, Score, Seat
from termgames.play import profiles, store
from termgames.play.abilities import Abilities
from termgames.play.auto_answer import AutoAnswer, When
from termgames.play.bots.players import label_of
from termgames.play.events import Asked, BotFailed, Changed, Event, NotSaved, Thinker, Thinking
from termgames.play.match import Match, StaleAnswer
from termgames.play.viewpoint import Viewpoint
from termgames.search.limits import Thought

HUMAN = "human"


class GameSession:
    """One match being played, watched or looked through.

    `bots` holds a thinker for every seat that no human plays. With `path` None nothing is
    saved. `frozen` sessions only look through what was played: nobody is asked anything.
    """

    def __init__(
        self,
        match: Match,
        *,
        path: Path | None = None,
        bots: Mapping[Seat, Thinker] | None = None,
        listen: Callable[[Event], None] = lambda event: None,
        frozen: bool = False,
    ) -> None:
        self.match = match
        self.display: Display[Any, Any] = games.display(match.game)
        self.can = Abilities(self.display)
        self.path = path
        self.bots = dict(bots or {})
        self.listen = listen
        self.frozen = frozen
        self.paused = False
        self.saved = True
        """Whether the last attempt to save went well."""
        self.thinking: Thought | None = None
        """The bot's thinking so far; None until it first reports."""
        self.values: dict[int, tuple[float, ...]] = {}
        """Win shares by seat as a bot saw them, who knew his own hand, before that ply."""
        self.view = Viewpoint(match, () if frozen else self.humans)
        self.letting = AutoAnswer(match, self.can, self.view)
        """Humans who let stand what others do without being asked, and when."""
        self._looking: int | None = 0 if frozen else None
        self._asked: int | None = None
        self.broken: dict[Seat, str] = {}
        """Bots that stopped working, and how."""
        self._counted: dict[int, tuple[Any, Score]] = {}
        self._noted = False
        """Whether the players' profiles know how the game ended."""

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
    def shown(self) -> Any:
        """The position shown: the present one unless the player looks back, as far as he
        may know it."""
        return self.view.state(self.ply)

    @property
    def live(self) -> bool:
        """Whether the present position is shown."""
        return self._looking is None

    @property
    def seat(self) -> Seat | None:
        """The seat to act in the present position, None when the game is over."""
        prompt = self.match.prompt()
        return None if prompt is None else prompt.seat

    @property
    def can_play(self) -> bool:
        """Whether a move made on the board now would be a human's own."""
        ready = self.live and not self.frozen and self.view.waits_for is None
        return ready and self.seat is not None and not self.bot_to_move

    @property
    def bot_to_move(self) -> bool:
        """Whether a bot is to act in the present position."""
        return not self.frozen and self.seat in self.bots

    @property
    def asked(self) -> bool:
        """Whether a bot has been asked and has not answered."""
        return self._asked is not None

    @property
    def reaction(self) -> bool:
        """Whether the open question is one out of turn, about what another did."""
        prompt = self.match.prompt()
        return prompt is not None and self.can.let(prompt.state) is not None

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
        """The count of the position before move `ply`, remembered."""
        state = self.view.state(ply)
        known = self._counted.get(ply)
        if known is None or known[0] is not state:
            known = self._counted[ply] = (state, self.game.score(state))
        return known[1]

    @property
    def expectations(self) -> Mapping[int, tuple[float, ...]]:
        """Of `values` what may be shown: nothing while hands are hidden."""
        return {} if self.view.secret else self.values

    def last_cells(self) -> tuple[int, ...]:
        """The cells of the move that led to the position shown; in games of chance of the
        last move with any, since dice and answers come in between."""
        cells: tuple[int, ...] = ()
        for ply in range(self.ply - 1, -1, -1):
            cells = self.game.cells_of(self.match.told(ply, None))
            if cells or not isinstance(self.game, Chancy):
                break
        return cells

    # -- playing ------------------------------------------------------------------------

    def advance(self) -> None:
        """Ask the bot to move, if one is and it is not asked yet and nobody paused.

        Called by the session itself wherever a human waits for the answer; the pace of
        bots among themselves is the caller's. Humans who are not to be asked about what
        others do let it stand here.
        """
        while (prompt := self.match.prompt()) is not None:
            let = self.can.let(prompt.state)
            if let is None or not self.letting.lets(prompt.seat, prompt.state):
                break
            self.match.submit(let)
            self._save()
        if not self.paused:
            self._ask()

    def take_keyboard(self, seat: Seat) -> None:
        """The human of `seat` sits at the keyboard now and sees his own hand."""
        self.view.holder = seat
        self.listen(Changed())

    def let_on(self, seat: Seat, when: When | None) -> None:
        """When a human is not asked about what others do; None: he is asked always."""
        self.letting.set(seat, when)
        self.advance()
        self.listen(Changed())

    def play(self, move: Any) -> Refusal | None:
        """A human's move in the present position; what the rules say against it."""
        if not self.can_play:
            return Refusal("turn", "it is not your turn")
        ply = self.match.ply
        try:
            self.match.submit(move)
        except IllegalMove as error:
            return error.refusal
        self.values = {known: value for known, value in self.values.items() if known < ply}
        self._moved()
        return None

    def thought_on(self, serial: int, thought: Thought) -> None:
        """A bot's report on its way; void when the question is no longer open."""
        if serial == self._asked:
            self.thinking = thought
            self.listen(Thinking())

    def thought_of(self, serial: int, thought: Thought) -> None:
        """A bot's answer; void when the question is no longer open."""
        if serial != self._asked:
            return
        seat, ply, apart = self.seat, self.match.ply, self.reaction
        self._asked = None
        try:
            self.match.submit(thought.move, serial=serial)
        except StaleAnswer:
            return
        except IllegalMove as error:
            self.listen(BotFailed(seat or 0, f"it tried a move that is refused: {error}"))
            return
        if thought.value is not None:
            self.values[ply] = thought.value
        # How much a bot thought out of turn tells what it holds.
        self.thinking = None if apart else thought
        self._moved()

    def bot_failed(self, seat: Seat, text: str) -> None:
        """The bot of `seat` stopped working; told at once when it is its turn, else then."""
        self.broken[seat] = text
        if self._asked is not None and self.seat == seat:
            self._asked = None
            self.listen(BotFailed(seat, text))

    def stop_thinking(self, serial: int | None = None) -> None:
        """The bot is to play the best it has found; with a serial only if it is at that
        question."""
        open_question = self._asked is not None and serial in (None, self._asked)
        if open_question and self.seat is not None:
            self.bots[self.seat].stop()

    def retry(self, seat: Seat, bot: Thinker) -> None:
        """Put a fresh bot in a seat, and ask it when it is to move."""
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
        self._save()
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
        """The human gives up, where the rules let him: the one to act where several share
        the keyboard."""
        humans = self.humans
        if self.match.over or not humans or not self.game.resigns:
            return
        seat = self.seat if self.seat in humans else humans[0]
        assert seat is not None
        self._cancel()
        self.match.resign(seat)
        self._save()
        self.listen(Changed())

    # -- back and forth -----------------------------------------------------------------

    def undo(self) -> bool:
        """Take back moves to where a human had to decide; False when there is nothing.

        Against bots that is the human's own last turn, between humans one move; bots that
        play among themselves are paused and go back one move.
        """
        target = self._undo_target()
        if target is None:
            return False
        self._cancel()
        self._looking = None
        self.match.undo(None if self.match.resigned is not None else target)
        if self.watching:
            self.paused = True
        self._save()
        self.advance()
        self.listen(Changed())
        return True

    def redo(self) -> bool:
        """Play undone moves again, up to the human's next turn; False without any."""
        if self.frozen or not self.match.undone or self.match.resigned is not None:
            return False
        self._cancel()
        self._looking = None
        while self.match.redo():
            if self.watching or self.seat is None or self.seat not in self.bots:
                break
        self._save()
        self.advance()
        self.listen(Changed())
        return True

    def look(self, ply: int) -> None:
        """Show the position before move `ply`, the nearest there is; the last is live."""
        ply = max(0, min(ply, self.match.ply))
        self._looking = None if ply == self.match.ply and not self.frozen else ply
        self.listen(Changed())

    def _undo_target(self) -> int | None:
        if self.frozen:
            return None
        match = self.match
        if match.resigned is not None:
            return match.ply
        before = [ply for ply in range(match.ply - 1, -1, -1) if not match.by_chance(ply)]
        if self.watching:
            return next(iter(before), None)
        return next((ply for ply in before if self._decided(ply)), None)

    def _decided(self, ply: int) -> bool:
        """Whether move `ply` was a human's, who had something to decide."""
        by_bot = self.game.to_act(self.match.state_at(ply)) in self.bots
        return not by_bot and self.letting.decided(ply)

    # -- inside -------------------------------------------------------------------------

    def _moved(self) -> None:
        self._save()
        if not self.watching:
            self.advance()
        self.listen(Changed())

    def _ask(self) -> None:
        prompt = self.match.prompt()
        if self._asked is None and prompt is not None and self.bot_to_move:
            if prompt.seat in self.broken:
                self.listen(BotFailed(prompt.seat, self.broken[prompt.seat]))
                return
            self._asked = prompt.serial
            self.thinking = None
            self.bots[prompt.seat].ask(prompt.serial, prompt.state)
            if self.can.let(prompt.state) is not None:
                self.listen(Asked(prompt.serial))

    def _cancel(self) -> None:
        """Stop a bot and make its answer void."""
        if self._asked is not None and self.seat is not None and self.seat in self.bots:
            self.bots[self.seat].stop()
        self._asked = None
        self.thinking = None

    def _save(self) -> None:
        """Save the game, and who won it where handicaps follow from that."""
        try:
            if self.path is not None:
                store.save(self.match, self.path)
            if self.match.over or self._noted:
                self._noted = self.match.over
                profiles.note(self.match, profiles.key_of(self.match, self.path))
        except StorageError as error:
            again, self.saved = not self.saved, False
            if not again:
                self.listen(NotSaved(str(error)))
        else:
            self.saved = True
