"""One game being played: who is asked what, the moves so far, undo and redo.

A match knows rules only through `core.game.Game`. It asks, players answer with `submit`;
every question has a serial number, so that an answer that comes after an undo is void.
Table talk is an answer like any other: it is a ply of the record and makes a new question.

Where chance is next the match draws by itself. The outcome depends on nothing but the seed
and how often chance was asked before. An undo does not change it: a decision made again
meets the same dice. Players see of a state what they may know.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeAlias

import numpy as np

from termgames.core.errors import GameFault, IllegalMove, Refusal, TermgamesError
from termgames.core.game import (
    CHANCE,
    OVER,
    Chancy,
    Game,
    Hidden,
    M,
    RedactedReplay,
    Redacting,
    S,
    Score,
    Seat,
)
from termgames.play.match_time import MatchTime
from termgames.play.notes import Notes
from termgames.play.played_moves import PlayedMoves, StartPosition
from termgames.play.seeds import fresh_seed

CHANCE_NAME = "chance"
"""The name of chance, which acts where dice or cards are next."""


MOST_PLIES = 20_000
"""Moves of a match, those of chance among them; the longest games have some thousands. Whatever
grows with a game, as the time to save it, stays within bounds."""


class StaleAnswer(TermgamesError):
    """An answer to a question that is no longer the open one."""


@dataclass(frozen=True)
class Prompt(Generic[S]):
    """The open question: `seat` is asked at `ply`; `serial` goes back with the answer.

    `state` is what the seat may see. There is one such object for each question.
    """

    serial: int
    ply: int
    seat: Seat
    state: S


@dataclass(frozen=True)
class Result:
    """How a match ended. `winners` by seat (several in a draw, none if there is no winner);
    `reason` in words."""

    winners: tuple[Seat, ...]
    reason: str
    score: Score


@dataclass(frozen=True)
class LostGame:
    """Who lost a game that the rules had not ended: he resigned, or his time was over."""

    seat: Seat
    on_time: bool = False


RECORDED_AS = "recorded as "
"""Begins the reason of an end that was told elsewhere."""


@dataclass(frozen=True)
class ToldEnd:
    """The end of a game as its record tells it, whatever the moves come to: a game from elsewhere,
    or one under earlier rules."""

    winners: tuple[Seat, ...]
    """Several in a draw, none where nobody wins: the game is void."""
    reason: str
    by: str = ""
    """` by 4.5`, the margin; empty where none is told."""

    @property
    def recorded(self) -> bool:
        """Whether a game from elsewhere was told to end so."""
        return self.reason.startswith(RECORDED_AS)


@dataclass(frozen=True)
class Terms:
    """How a game is played, beside its rules and players."""

    teaching: bool = False
    """Whether bots speak of a human's move that loses much before they answer it."""
    rated: bool = False
    """Whether it is played for the rating, without hints and without taking back."""
    taken_over: int | None = None
    """How many of its first moves are those of another game, from which it goes on: all of a game
    that was read from elsewhere. None for a game of its own."""


@dataclass
class Match(Generic[S, M]):
    """A game, its players' names by seat, and the moves from `first` on.

    Not safe for use from several threads. A game of chance has a seed, a fresh one when
    none is given.
    """

    game: Game[S, M]
    players: tuple[str, ...]
    seed: int | None = None
    start: StartPosition[S] = None  # type: ignore[assignment]
    """The position at ply 0; the game's own start when none is given."""
    time: MatchTime = field(default_factory=MatchTime)
    """The clocks, how long moves took, and what is left to each player."""
    loss: LostGame | None = None
    """Who lost though the rules have not ended the game."""
    told: ToldEnd | None = None
    """How its record says that it ended, where the moves say otherwise."""
    left_out: int = 0
    """The line of its record with the first move that is illegal by the present rules, and not
    here; 0 where there is none."""
    draws: bool = True
    """Whether the match draws as soon as chance is next; if not, the caller draws, or
    submits the outcome."""
    terms: Terms = Terms()
    """How it is played; kept with the game."""
    redacted: bool = False
    """Whether the moves are those a spectator saw, see `core.game.Redacting`."""
    open_hands: bool = False
    """Whether everybody may know everything before the end too: in variations of a game that is
    over."""
    unchecked: bool = False
    """Whether it was read from a record that could have a checksum and has none."""
    notes: Notes = field(default_factory=Notes, repr=False, compare=False)
    """The notes beside the game: comments and variations."""
    _played: PlayedMoves[S, M] = field(init=False, repr=False)
    _serial: int = 0
    _prompt: Prompt[S] | None = field(default=None, repr=False, compare=False)
    """The question that was made last; out of date when its serial is not the present one."""

    def __post_init__(self) -> None:
        if len(self.players) != self.game.seats:
            raise ValueError(f"{self.game.id} has {self.game.seats} seats")
        if self.time.controls and len(self.time.controls) != self.game.seats:
            raise ValueError(f"{self.game.id} has {self.game.seats} seats")
        if self.seed is None and isinstance(self.game, Chancy):
            self.seed = fresh_seed()
        if self.start is None:
            self.start = StartPosition(self.game.start())
        self._played = PlayedMoves(self.game, [self.start.state])
        if self.draws:
            self.go_on()

    @property
    def state(self) -> S:
        """The present position, hidden parts and all."""
        return self._played.states[-1]

    @property
    def ply(self) -> int:
        """Number of moves played, those of chance among them."""
        return len(self._played.moves)

    @property
    def moves(self) -> Sequence[M]:
        """The moves played, in order."""
        return tuple(self._played.moves)

    def texts(self) -> Sequence[str]:
        """The moves played, as the game writes them; each is written once."""
        return self._played.texts()

    @property
    def undone(self) -> Sequence[M]:
        """Moves that `redo` would play, next one last."""
        return tuple(self._played.undone)

    def state_at(self, ply: int) -> S:
        """The position before move `ply` (0 to `self.ply`), hidden parts and all."""
        return self._played.states[ply]

    def actor(self, ply: int) -> int:
        """Who made move `ply`: a seat, or CHANCE. At the present ply who is to act, OVER
        when the rules have ended the game."""
        return self._played.actors[ply]

    def move_at(self, ply: int) -> M:
        """Move `ply` as it was played, hidden parts and all."""
        return self._played.moves[ply]

    def by_chance(self, ply: int) -> bool:
        """Whether move `ply` was not a player's."""
        return self._played.actors[ply] == CHANCE

    @property
    def to_act(self) -> int:
        """Who is to act: a seat, CHANCE, or OVER."""
        return OVER if self.loss or self.told else self._played.actors[-1]

    def actor_name(self, ply: int) -> str:
        """The name of who made move `ply`, or is to act there: of a seat as it was called
        then, or CHANCE_NAME."""
        actor = self.actor(ply)
        return CHANCE_NAME if actor < 0 else self.game.seat_name(self.state_at(ply), actor)

    def seat_name(self, seat: Seat) -> str:
        """The seat's name in the present position, lower case."""
        return self.game.seat_name(self.state, seat)

    @property
    def hides(self) -> bool:
        """Whether hidden parts of the game, where it has any, must still be kept from players."""
        return not (self.over or self.open_hands)

    def seen(self, seat: Seat | None, ply: int | None = None) -> S:
        """What `seat`, a spectator for None, may know of the position before move `ply`,
        of the present one by default: all of it once the game is over."""
        state = self.state if ply is None else self.state_at(ply)
        if isinstance(self.game, Hidden) and self.hides:
            view: S = self.game.view(state, seat)
            return view
        return state

    def move_seen(self, ply: int, seat: Seat | None) -> M:
        """Move `ply` as far as `seat`, a spectator for None, may know it; all of it once the
        game is over."""
        move = self._played.moves[ply]
        if isinstance(self.game, Redacting) and self.hides:
            redacted: M = self.game.redact(self.state_at(ply), move, seat)
            return redacted
        return move

    @property
    def over(self) -> bool:
        """Whether no seat is asked any more."""
        return self.to_act == OVER

    @property
    def elsewhere(self) -> bool:
        """Whether no move of it was made here: it was read from a record of another program."""
        return self.terms.taken_over == self.ply

    @property
    def unaided(self) -> bool:
        """Whether nobody is helped: the game is rated and goes on."""
        return self.terms.rated and not self.over

    def prompt(self) -> Prompt[S] | None:
        """The open question, the same object each time; None when the game is over, or
        chance is next."""
        seat = self.to_act
        if seat < 0:
            return None
        if self._prompt is None or self._prompt.serial != self._serial:
            self._prompt = Prompt(self._serial, self.ply, seat, self.seen(seat))
        return self._prompt

    def submit(self, move: M, *, serial: int | None = None, seconds: float = 0.0) -> None:
        """Play `move` for the seat to act, or as chance's outcome, then draw what follows. It took
        so many `seconds` of the seat's time.

        Raises StaleAnswer when `serial` is not the open question's, IllegalMove when the
        rules refuse; nothing is changed then. Moves that could be redone are dropped,
        unless the move is the one that was undone last.
        """
        if serial is not None and serial != self._serial:
            raise StaleAnswer("the position has changed since this move was thought of")
        if (self.loss or self.told) and (result := self.result()):
            raise StaleAnswer(f"the game is over: {result.reason}")
        if self.ply >= MOST_PLIES:
            raise IllegalMove(_too_long(self.game))
        self._play(move, seconds)
        if self.draws:
            self.go_on()

    def draw(self) -> M:
        """Let chance decide, which must be next; answers the outcome."""
        if self.to_act != CHANCE:
            raise StaleAnswer("there is nothing for chance to decide")
        assert isinstance(self.game, Chancy)
        assert self.seed is not None
        outcomes: Sequence[tuple[M, int]] = self.game.chances(self.state)
        before = self._played.undone[-1:]
        if before and any(before[0] == outcome for outcome, _ in outcomes):
            outcome = before[0]
        else:
            earlier_draws = self._played.actors[:-1].count(CHANCE)
            outcome = _random_outcome(outcomes, np.random.default_rng([self.seed, earlier_draws]))
        self._play(outcome)
        return outcome

    def copy(self) -> Match[S, M]:
        """A copy of the match; a change to one does not affect the other."""
        other = copy.copy(self)
        other._played = self._played.branched(self.ply)
        other._played.undone = self._played.undone[:]
        other.time = self.time.copy()
        other.notes = self.notes.copy()
        return other

    def branched(self, ply: int, steps: Sequence[tuple[M, S]]) -> Match[S, M]:
        """The match up to `ply`, and after it other moves, each with the position that the rules
        make of it. It shares the notes, draws no chance, and keeps nothing hidden that this match
        shows."""
        other = copy.copy(self)
        other._played, other.time = self._played.branched(ply, steps), self.time.branched(ply)
        for at in range(ply, other.ply):
            other.time.add(other.actor(at), 0.0)
        other.open_hands = not self.hides
        other.loss, other.told, other.draws = None, None, False
        return other

    def follow(self, other: Match[S, M]) -> None:
        """Become the same as `other`, a match of the same game from the same position. The
        positions up to the first move that differs stay the same objects."""
        self._played = self._played.followed(other._played)
        self.players, self.time, self.loss = other.players, other.time.copy(), other.loss
        self.told = other.told
        self.notes, self.open_hands = other.notes, other.open_hands
        self._serial += 1

    def go_on(self) -> None:
        """Draw as long as chance is next, and from now on as soon as it is. GameFault in a game
        that asks chance for ever."""
        self.draws = True
        while self.to_act == CHANCE:
            if self.ply >= 2 * MOST_PLIES:
                raise GameFault(self.game.id, _too_long(self.game).text)
            self.draw()

    def resign(self, seat: Seat) -> None:
        """`seat` leaves the game as its loser; nothing happens when it is over. Raises
        IllegalMove in games that nobody leaves by himself."""
        if not self.game.resigns:
            raise IllegalMove(Refusal("resign", "there is no resigning in this game"))
        if not self.over:
            self.loss = LostGame(seat)
            self._serial += 1

    def flag(self, seat: Seat) -> None:
        """The time of `seat` is over, and with it a game of two, which it has lost. Nothing
        happens when the game is over; ValueError where more than two play."""
        if self.game.seats != 2:
            raise ValueError("a game of more than two goes on without the one whose time is over")
        if not self.over:
            self.loss = LostGame(seat, on_time=True)
            self._serial += 1

    def undo(self, to_ply: int | None = None, thought: float = 0.0) -> None:
        """Go back to `to_ply`, by default to the last question that a seat answered. The open
        question was thought about for `thought` seconds, which `redo` brings back.

        A resignation, the end of a player's time or an end that was told is taken back first. The
        time that the moves took is given back. Chance that is next there falls as it did.
        """
        asked = self.ply if self.loss or self.told else self._played.last_answer()
        self.loss = self.told = None
        target = max(0, asked if to_ply is None else to_ply)
        if self.ply > target:
            self.time.leave_open(thought)
        while self.ply > target:
            self._played.take_back()
            self.time.take_back()
        if self.terms.taken_over is not None:
            self.terms = replace(self.terms, taken_over=min(self.terms.taken_over, self.ply))
        self._serial += 1
        if self.draws:
            self.go_on()

    def redo(self, thought: float = 0.0) -> bool:
        """Play the answer that was undone last again, and the chance before and after it;
        False when there is none. `thought` is for how many seconds another answer to its question
        was looked for: the answer takes so long where it took less before."""
        if not self._played.undone or self.loss or self.told:
            return False
        answer_played = False
        while self._played.undone and (self.to_act == CHANCE or not answer_played):
            seconds = self.time.next_undone
            if self.to_act != CHANCE:
                answer_played, seconds = True, max(seconds, thought)
            self._play(self._played.undone[-1], seconds)
        if self.draws:
            self.go_on()
        return True

    def result(self) -> Result | None:
        """The outcome, or None while the game goes on."""
        if not self.over:
            return None
        score = self.game.score(self.state)
        if self.told is not None:
            return Result(self.told.winners, self.told.reason, score)
        if self.loss is not None:
            loser = self.loss.seat
            others = tuple(seat for seat in range(self.game.seats) if seat != loser)
            how = "lost on time" if self.loss.on_time else "resigned"
            return Result(others, f"{self.seat_name(loser)} {how}", score)
        return Result(score.winners, self.game.ending(self.state) or "", score)

    def _play(self, move: M, seconds: float = 0.0) -> None:
        """Append a move that the rules allow. If it is not the move that `redo` would play, the
        moves that could be redone are dropped, and the notes on them."""
        game = self.game
        if self.redacted and isinstance(game, RedactedReplay):
            state: S = game.apply_redacted(self.state, move)
        else:
            state = game.apply(self.state, move)
        undone = self._played.undone
        if undone and undone[-1] == move:
            undone.pop()
            self.time.played_again()
        elif undone:
            undone.clear()
            self.time.drop_undone()
            self.notes.cut(self.ply)
        self.time.add(self.to_act, seconds)
        self._played.add(move, state)
        self._serial += 1


AnyMatch: TypeAlias = Match[Any, Any]
"""A match of any game."""


def _too_long(game: Game[S, M]) -> Refusal:
    text = f"a game of {game.id} may have {MOST_PLIES} moves at most, and this one has not ended"
    return Refusal("too-long", text)


def _random_outcome(outcomes: Sequence[tuple[M, int]], rng: np.random.Generator) -> M:
    """One of the outcomes, with the probabilities of their weights."""
    ticket = int(rng.integers(sum(weight for _, weight in outcomes)))
    for outcome, weight in outcomes:
        ticket -= weight
        if ticket < 0:
            return outcome
    raise AssertionError("weights are positive")
