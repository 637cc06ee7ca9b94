"""Judgements of positions of Go by another program's net, in place of the results of the games.

The program speaks the protocol of KataGo's analysis engine: a line of JSON for each position, and
one for each answer, in any order. It is asked for one visit, which is what its net says: how
likely each move is, and who will own each cell. A strong net tells more of a position than the
one game that went on from it, and far more of groups that are dead without anybody having taken
them. No program is told what was played before: it knows the last stone, but no older position,
so that it may like a move that would repeat one; such moves are left out.
"""

from __future__ import annotations

import json
from collections.abc import Set
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np

from termgames.core import files
from termgames.core.arrays import Floats
from termgames.core.errors import OptionError, TermgamesError
from termgames.core.packed import AnyPacked, Positions
from termgames.core.text import quotable, quoted
from termgames.go.packed import PackedGo
from termgames.play.gtp.program import Program, ProgramError, missing, well_formed
from termgames.workbench.train.samples import Samples

_RULES = {
    "ko": "POSITIONAL",
    "scoring": "AREA",
    "tax": "NONE",
    "suicide": False,
    "hasButton": False,
}
_BLACK_FIRST = "BW"
_AT_ONCE = 64
"""Positions that are sent to the program before its answers are read."""
_PATIENCE = 900.0
"""Seconds for an answer: some programs measure the machine first, for minutes."""
_SURE = 1.01
"""The largest number that is taken for a probability: programs round."""
_LEAST = 1e-3
"""A position is left out where the program gives all moves that are legal here less than this
probability together."""


def refuse(packed: AnyPacked, command: str, *, here: bool = True) -> None:
    """OptionError where no other program can judge positions of a game, where the command is none,
    or where, if it is to run `here`, it starts nothing."""
    if not (isinstance(packed, PackedGo) and packed.standard):
        raise OptionError(
            "--judge: other programs judge Go alone: Mitropia with --players 2 --no-dice "
            "--no-cards --range none --scoring area and without handicaps, on a whole square board"
        )
    if not well_formed(command):
        raise OptionError(
            f"--judge {quoted(command)}: give the command that starts the program, its quotes "
            "closed and without tabs and other characters that are not printed, as "
            "'katago analysis -model FILE -config FILE'"
        )
    fault = missing(command) if here else ""
    if fault:
        raise OptionError(f"--judge {quotable(command)}: {fault}")


_Judgement: TypeAlias = tuple[Floats, Floats, float]
"""(cells + 1,) how likely each move is, 0 where the program's rules forbid it, and (cells,) the
chance that the first colour owns each cell, both in the program's order; the variance of the lead,
in points squared."""


class ProgramJudge:
    """Another program that judges positions of one set-up game."""

    def __init__(self, command: str, packed: AnyPacked, *, allowed: Set[str]) -> None:
        """The program is started, and asked about the empty board at once, so that its faults are
        known before games are played for it.

        OptionError where the game is not Go or the program cannot be started, NotAllowed where the
        command is not among those `allowed`, TermgamesError where it does not judge."""
        refuse(packed, command)
        assert isinstance(packed, PackedGo)
        board = packed.topology
        self.packed, self.size, self._points = packed, board.size, board.names
        column, line = board.lattice.T
        self._places = np.append((self.size - 1 - line) * self.size + column, packed.cells)
        """Where the program's lists, which go line by line from the top and end with the pass, have
        each action."""
        self._program = Program(command, allowed=allowed, name=command)
        try:
            self._answers(packed.blank([bytes(packed.cells)]))
        except BaseException:
            self.close()
            raise

    def with_judgements(self, samples: Samples) -> Samples:
        """The samples with what the program says in place of visits and owners; positions are left
        out where it finds none of the moves likely that are legal here, see `_LEAST`.
        TermgamesError where it gives no judgement, or where more than half of the positions are
        left out."""
        if not len(samples):
            return samples
        parts = range(0, len(samples), _AT_ONCE)
        answers = [one for at in parts for one in self._answers(samples.rows[at : at + _AT_ONCE])]
        policy, black, variance = (
            np.array(each, np.float32) for each in zip(*answers, strict=True)
        )
        _, row = samples.places(np.arange(len(samples)))
        chances = policy[row, self._places[samples.actions]]
        total = np.add.reduceat(chances, samples.first[:-1])
        fits = total >= _LEAST
        if 2 * fits.sum() < len(samples):
            raise TermgamesError(
                f"--judge: {self._program} likes none of the moves that are legal here in "
                f"{(~fits).sum()} of {len(samples)} positions: it knows other rules; "
                "choose another program or net"
            )
        black = black[:, self._places[:-1]]
        second = self.packed.mover(samples.rows["turn"]) == 1
        own = np.where(second[:, None], 1 - black, black)
        likely = chances / np.maximum(total, _LEAST)[row]
        result = replace(samples, visits=likely, owner=own[:, :, None], variance=variance)
        return result.some(np.flatnonzero(fits))

    def _answers(self, rows: Positions) -> list[_Judgement]:
        """What the program says of each position."""
        questions = [json.dumps(self._question(row) | {"id": str(n)}) for n, row in enumerate(rows)]
        try:
            lines = self._program.exchange(questions, _PATIENCE, _is_answer)
        except ProgramError as error:
            raise TermgamesError(f"--judge: {error}") from None
        answers: dict[str, _Judgement] = {}
        for line in lines:
            number, judgement = self._read(line)
            if number in answers or not (number.isdecimal() and int(number) < len(rows)):
                raise self._no_judgement(line)
            answers[number] = judgement
        return [answers[str(number)] for number in range(len(rows))]

    def _question(self, row: Any) -> dict[str, Any]:
        """The program's question about a position, as JSON."""
        stones, last = row["stones"], int(row["last"])
        mover = int(self.packed.mover(row["turn"]))
        before, after = _BLACK_FIRST[1 - mover], _BLACK_FIRST[mover]
        # The last stone can be put again: what it took is gone, and it has liberties.
        again = last < self.packed.cells and stones[last] == 2 - mover
        passed = bool(row["passed"])
        moves = [[before, "pass" if passed else self._points[last]]] if passed or again else []
        return {
            "initialStones": [
                [_BLACK_FIRST[stones[cell] - 1], self._points[cell]]
                for cell in np.flatnonzero(stones).tolist()
                if not (again and cell == last)
            ],
            "initialPlayer": before if moves else after,
            "moves": moves,
            "rules": _RULES,
            "komi": 0,
            "boardXSize": self.size,
            "boardYSize": self.size,
            "maxVisits": 1,
            "includePolicy": True,
            "includeOwnership": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }

    def _read(self, line: str) -> tuple[str, _Judgement]:
        """The number of the question that an answer is to, and the judgement in it."""
        cells = self.packed.cells
        try:
            answer = files.parsed(line)
            policy = np.array(answer["policy"], np.float32)
            ownership = np.array(answer["ownership"], np.float32)
            deviation = float(answer["rootInfo"]["scoreStdev"])
            number = str(answer["id"])
        except (ValueError, TypeError, KeyError):
            raise self._no_judgement(line) from None
        shapes = policy.shape == (cells + 1,) and ownership.shape == (cells,)
        # A comparison with NaN is false.
        ranges = (policy <= _SURE).all() and (abs(ownership) <= _SURE).all()
        if not (shapes and ranges and 0 <= deviation <= 2 * cells):
            raise self._no_judgement(line)
        owner = np.clip((ownership + 1) / 2, 0, 1).astype(np.float32)
        return number, (np.maximum(policy, 0), owner, deviation**2)

    def _no_judgement(self, line: str) -> TermgamesError:
        return TermgamesError(
            f"--judge: {self._program} said something else than a judgement of a position: "
            f'"{quotable(line, 160)}"; it is to speak the protocol of KataGo\'s analysis engine, '
            "as katago analysis -model FILE -config FILE does, and to log nothing to its output"
        )

    def close(self) -> None:
        """End the program."""
        self._program.close()


def _is_answer(line: str) -> bool:
    """Whether a line is an answer: it is neither empty nor a warning, which comes before the
    answer."""
    try:
        value = files.parsed(line)
    except ValueError:
        return bool(line)
    return not (isinstance(value, dict) and "warning" in value)
