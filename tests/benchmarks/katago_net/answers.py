"""Answers of KataGo's analysis engine, from what the net says: as one visit would have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.benchmarks.katago_net.features import Truths
from tests.benchmarks.katago_net.net import Outputs
from tests.benchmarks.katago_net.queries import Question

_POINTS = 20.0
"""The points that are 1 to the net."""
_DECIMALS = 9


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


def _chances(logits: np.ndarray[Any, np.dtype[np.float64]], allowed: Truths) -> Any:
    """How likely the moves are: 1 together, and -1 for each that is not legal."""
    logits = np.where(allowed, logits, -np.inf)
    weights = np.exp(logits - logits.max(1, keepdims=True))
    return np.where(allowed, weights / weights.sum(1, keepdims=True), -1)


def _wide(numbers: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.asarray(numbers, np.float64)


def _rounded(number: Any) -> float:
    return round(float(number), _DECIMALS)
