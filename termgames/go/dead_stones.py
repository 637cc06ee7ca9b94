"""Agreeing on dead stones: one player proposes, the others agree one after the other.

A game of Go that has paused asks the questions of an `Agreement` in turn and reads its
`outcome`; the game itself then removes stones, scores or resumes. The answers are
moves, but they take no turn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from termgames.core.display import Draft, Pick, Question, refused
from termgames.core.errors import Refusal, UnreadableMove
from termgames.core.game import Game, S, Seat
from termgames.core.text import counted
from termgames.core.topology import Cell, Topology
from termgames.go.board import Blocs, group

_NAMED = 3
"""The most dead stones that the list of turns names."""


@dataclass(frozen=True)
class Dead:
    """A proposal: the groups on `cells` are dead, all other stones alive.

    A cell names its whole group; cells are kept ascending and each once.
    """

    cells: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", tuple(sorted(set(self.cells))))


@dataclass(frozen=True)
class Agree:
    """Yes, to the open question."""


@dataclass(frozen=True)
class Decline:
    """No, to the open question."""


Answer = Dead | Agree | Decline
AGREE, DECLINE, NONE_DEAD = Agree(), Decline(), Dead()

_WORDS: dict[str, Answer] = {
    "agree": AGREE,
    "accept": AGREE,
    "decline": DECLINE,
    "dead none": NONE_DEAD,
}


@dataclass(frozen=True)
class Agreement:
    """Who has been asked so far, and with what result.

    `order` holds the seats in the order in which they are asked, the proposer first;
    `dead` the cells of the groups proposed, None while nothing is; `agreed` how many have
    agreed, the proposer among them.
    """

    order: tuple[Seat, ...]
    dead: tuple[Cell, ...] | None = None
    agreed: int = 0
    declined: bool = False

    @property
    def outcome(self) -> Literal["open", "agreed", "declined"]:
        """`open` while seats are still to be asked; else the result."""
        if self.declined:
            return "declined"
        return "agreed" if self.agreed == len(self.order) else "open"

    @property
    def asked(self) -> Seat:
        """Who is to propose or to answer; only while the outcome is open."""
        return self.order[self.agreed]

    def answers(self) -> list[Answer]:
        """The answers to the open question; of all proposals only the empty one."""
        return [NONE_DEAD] if self.dead is None else [AGREE, DECLINE]

    def refuse(self, topology: Topology, stones: bytes, answer: object) -> Refusal | None:
        """Why `answer` does not answer the open question, or None."""
        if self.dead is not None:
            if isinstance(answer, Agree | Decline):
                return None
            return Refusal("stage", "dead stones are proposed: agree or decline")
        if not isinstance(answer, Dead):
            how = _example(topology, stones)
            return Refusal("stage", f"propose the dead stones first{how}, or dead none")
        if any(not 0 <= cell < topology.cells for cell in answer.cells):
            return Refusal("off-board", "that point is off the board")
        empty = tuple(cell for cell in answer.cells if not stones[cell])
        if empty:
            verb = "is" if len(empty) == 1 else "are"
            return Refusal(
                "empty", f"{topology.listing(empty)} {verb} empty: only stones are dead", empty
            )
        return None

    def answered(
        self, topology: Topology, stones: bytes, answer: Answer, blocs: Blocs = None
    ) -> Agreement:
        """The agreement after an answer for which `refuse` returned None."""
        match answer:
            case Dead(cells):
                return replace(self, dead=whole_groups(topology, stones, cells, blocs), agreed=1)
            case Agree():
                return replace(self, agreed=self.agreed + 1)
            case Decline():
                return replace(self, declined=True)

    def prompt(self, topology: Topology, proposer: str) -> str:
        """The open question in a sentence or two, with the name of the `proposer` and the first
        stones proposed."""
        if self.dead is None:
            return "All have passed: mark the dead groups, or propose that none is dead."
        proposer = proposer.capitalize()
        if not self.dead:
            return f"{proposer} proposes that all stones are alive. Agree?"
        return f"{proposer} proposes as dead: {topology.listing(self.dead)}. Agree?"

    def question(self, text: str) -> Question[Any] | None:
        """The question for answers beside the board; None for the proposal, made on the board."""
        if self.dead is None:
            return None
        return Question(text, (("decline", DECLINE), ("agree", AGREE)))


def whole_groups(
    topology: Topology, stones: bytes, cells: tuple[Cell, ...], blocs: Blocs = None
) -> tuple[Cell, ...]:
    """The cells of all groups with a stone on `cells`, ascending."""
    stones_of_groups: set[Cell] = set()
    for cell in cells:
        if cell not in stones_of_groups:
            stones_of_groups.update(group(topology, stones, cell, blocs).cells)
    return tuple(sorted(stones_of_groups))


def draft_dead(
    game: Game[S, Any], s: S, picks: Sequence[Pick], blocs: Blocs = None
) -> Draft[Answer]:
    """The proposal in the making: each pick names a group, of whatever colour; no pick means
    that none is dead."""
    chosen, stones = tuple(picks), game.stones(s)
    move = Dead(tuple(pick.cell for pick in chosen))
    refusal = game.refuse(s, move)
    if refusal is not None:
        return refused(chosen, refusal)
    cleared = frozenset(whole_groups(game.topology, stones, move.cells, blocs))
    rest = (cell for cell, stone in enumerate(stones) if stone and cell not in cleared)
    prompt = f"Ready: {game.format(move)}." if chosen else game.prompt(s)
    return Draft(chosen, "complete", prompt, follow=frozenset(rest), move=move, cleared=cleared)


def happened(name: str, answer: Answer, after: Agreement | None) -> str:
    """What an answer by `name` did, in a sentence; `after` is the agreement after it, None if the
    agreement has ended."""
    match answer:
        case Dead():
            dead = len(after.dead or ()) if after is not None else 0
            return f"{name} proposed {counted(dead, 'stone') if dead else 'no stone'} as dead."
        case Agree():
            return f"{name} agreed." if after is not None else f"{name} agreed, as all have now."
        case Decline():
            return f"{name} did not agree: play goes on."


def read(topology: Topology, stones: bytes, text: str) -> Answer | None:
    """`dead c4,f7`, `dead none`, `agree`, `decline`; None when it may be another move.

    Raises UnreadableMove for a proposal without points, with an example from the stones on the
    board, and for one with points that are not on the board.
    """
    plain = " ".join(text.lower().split())
    if plain in _WORDS:
        return _WORDS[plain]
    proposal = re.fullmatch(r"dead\b\s*(.*)", plain)
    if proposal is None:
        return None
    if not proposal[1]:
        raise UnreadableMove(f"name the dead stones{_example(topology, stones)}, or dead none")
    return Dead(tuple(topology.cell(name) for name in re.split(r"[\s,]+", proposal[1])))


def _example(topology: Topology, stones: bytes) -> str:
    """`, as dead c4`: a proposal with a stone of the board; empty where there is none."""
    some = tuple(cell for cell, stone in enumerate(stones) if stone)[:1]
    return f", as {write(topology, Dead(some))}" if some else ""


def write(topology: Topology, answer: Answer) -> str:
    """The text that `read` reads."""
    match answer:
        case Agree():
            return "agree"
        case Decline():
            return "decline"
        case Dead(cells):
            return "dead " + (",".join(topology.names[cell] for cell in cells) or "none")


def brief(topology: Topology, answer: Answer) -> str:
    """The answer in the list of turns: more than three dead stones are counted, not named."""
    if isinstance(answer, Dead) and len(answer.cells) > _NAMED:
        return f"dead: {len(answer.cells)} points"
    return write(topology, answer)
