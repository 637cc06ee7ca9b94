"""Answers of KataGo's analysis engine, from what the net says: as one visit would have them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.katago_net.features import Floats, Truths
from tests.benchmarks.katago_net.queries import Question

_Doubles: TypeAlias = NDArray[np.float64]

_POINTS = 20.0
"""The points that are 1 to the net."""
_DECIMALS = 9


@dataclass(frozen=True)
class Outputs:
    """What the net says of n positions, as the mover sees them, before it is put in proportion."""

    policy: Floats
    """(n, cells + 1) logits of the moves, the pass at the end."""
    outcome: Floats
    """(n, 3) logits of a win, of a loss and of no result."""
    score: Floats
    """(n, 4) the mean of the score, its deviation before softplus, the lead, and what is left of
    time, all in twentieths of points."""
    ownership: Floats
    """(n, cells) who owns the cells, before tanh."""


def answers(
    questions: Sequence[Question], outputs: Outputs, allowed: Truths
) -> list[dict[str, Any]]:
    """The answer to each question; `allowed`: the legal moves, as by `features`."""
    # Repetition is forbidden, so that no game ends without a result.
    win = 1 / (1 + np.exp(_wide(outputs.outcome[:, 1]) - outputs.outcome[:, 0]))
    score = _wide(outputs.score)
    mean, lead = _POINTS * score[:, 0], _POINTS * score[:, 2]
    deviation = _POINTS * np.logaddexp(0, score[:, 1])
    policy = _chances(_wide(outputs.policy), allowed)
    ownership = np.tanh(_wide(outputs.ownership))

    said = []
    for n, question in enumerate(questions):
        mover = question.position.mover
        sign = 1 if mover == question.perspective else -1
        answer: dict[str, Any] = {
            "id": question.number,
            "isDuringSearch": False,
            "moveInfos": [],
            "rootInfo": {
                "currentPlayer": " BW"[mover],
                "scoreLead": _rounded(sign * lead[n]),
                "scoreSelfplay": _rounded(sign * mean[n]),
                "scoreStdev": _rounded(deviation[n]),
                "visits": 1,
                "winrate": _rounded(0.5 + sign * (win[n] - 0.5)),
            },
            "turnNumber": question.turn,
        }
        if question.policy:
            answer["policy"] = np.round(policy[n], _DECIMALS).tolist()
        if question.ownership:
            answer["ownership"] = np.round(sign * ownership[n], _DECIMALS).tolist()
        said.append(answer)
    return said


def _chances(logits: _Doubles, allowed: Truths) -> _Doubles:
    """How likely the moves are: 1 together, and -1 for each that is not legal."""
    logits = np.where(allowed, logits, -np.inf)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return np.where(allowed, weights / weights.sum(1, keepdims=True), -1)


def _wide(numbers: Floats) -> _Doubles:
    return np.asarray(numbers, np.float64)


def _rounded(number: Any) -> float:
    return round(float(number), _DECIMALS)
