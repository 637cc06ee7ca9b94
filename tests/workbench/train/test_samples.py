"""Parts of samples: whose lists are of different lengths."""

from __future__ import annotations

import numpy as np
import pytest

from tests.workbench.train.training_data import centred


@pytest.mark.parametrize("chosen", [[], [0], [11], [4, 0, 4, 9], range(12)])
def test_some_samples_hold_what_all_hold_of_them(chosen: list[int]) -> None:
    game, samples = centred("pletore", 12)
    rng = np.random.default_rng(1)
    samples.owner[:] = rng.random(samples.owner.shape)
    samples.variance[:] = rng.random(12)
    assert len(set(np.diff(samples.first).tolist())) > 1
    part = samples.some(np.array(chosen, np.intp))
    assert part.rows.dtype == game.dtype
    assert part.first.dtype == samples.first.dtype
    assert len(part) == len(chosen)
    assert part.first[0] == 0
    assert part.first[-1] == len(part.actions) == len(part.visits)
    for number, whole in enumerate(chosen):
        ours, theirs = (
            slice(*each.first[at : at + 2]) for each, at in ((part, number), (samples, whole))
        )
        assert part.rows[number] == samples.rows[whole]
        assert part.actions[ours].tolist() == samples.actions[theirs].tolist()
        assert part.visits[ours].tolist() == samples.visits[theirs].tolist()
        assert part.owner[number].tolist() == samples.owner[whole].tolist()
        assert part.variance[number] == samples.variance[whole]


def test_places_are_told_with_their_positions() -> None:
    _, samples = centred("pletore", 6)
    at, of = samples.places(np.array([5, 2]))
    last, third = (np.arange(*samples.first[number : number + 2]) for number in (5, 2))
    assert at.tolist() == [*last, *third]
    assert of.tolist() == [0] * len(last) + [1] * len(third)
