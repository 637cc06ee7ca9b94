"""A training campaign: generations of self-play and fitting, in a folder (see `files`).

A campaign that was interrupted, even killed, goes on where it stopped. A generation's games
are played with the net of the one before (expert iteration: Anthony et al. 2017; Silver et al.
2017). A bundle that was not finished is played again from the same seed: everything follows from
the campaign's seed, on any computer, but that a generation that was cut short when time was up
keeps the net that it was given then.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from termgames.core import net_files
from termgames.core.errors import OptionError, TermgamesError
from termgames.core.net_game import NetGame, net_shape
from termgames.core.nets import Net, Shape
from termgames.core.text import quotable, span
from termgames.play import store
from termgames.search.policy import NetPolicy
from termgames.workbench.train import files
from termgames.workbench.train.fit import BATCH, Loss, TrainingData, fit, measure, with_doubt
from termgames.workbench.train.gate import Gate, conclude
from termgames.workbench.train.plan import Plan, fresh, set_up
from termgames.workbench.train.samples import Samples, joined, load
from termgames.workbench.train.selfplay import Bundle, play_bundle
from termgames.workbench.workers import Workers, worked

_WINDOW = 4
"""Generations whose games a net is fitted to."""
_EPOCHS = 6
"""How often a fit looks at each sample, on average."""
_LEAST_STEPS, _MOST_STEPS = 200, 6000
"""Steps of a fit, whatever the number of samples, unless the plan says how many."""
_KEPT_BACK = 20
"""One bundle of this many is kept out of the fit, to measure the net with."""

Tell = Callable[[str], None]


class Campaign:
    """A plan that is carried out in a folder. Whatever could be wrong with it is looked at when it
    is made; the folder is ours, and written to, only within `with campaign.begun():`."""

    def __init__(self, plan: Plan, folder: Path, progress: Tell) -> None:
        """OptionError where the plan contradicts itself or nothing could be learnt, where another
        campaign lies in the folder, or where the first net has another shape or would be written
        over; StorageError where a file or the folder cannot be used, NetError where weights cannot
        be, or are for other games."""
        plan.refuse_contradictions()
        self.plan, self.folder, self.progress = plan, folder, progress
        _, self.game, _ = set_up(plan.game_id, plan.options)
        assert isinstance(self.game, NetGame)
        planes, per_cell, off_board, owners = net_shape(self.game)
        trunk = plan.channels, plan.depth, owners, plan.pooling
        self.shape = Shape(planes, per_cell, off_board, *trunk)
        self.out = folder / f"{self.game.weights_name}.npz"
        if plan.first_net is not None:
            self._check_first_net(Path(plan.first_net).expanduser())
        self._check_folder()
        self._began_at = time.monotonic()

    def _check_first_net(self, weights: Path) -> None:
        """OptionError where the net would be written over or has another shape than the one asked
        for; NetError where it cannot be read or is for other games."""
        assert isinstance(self.game, NetGame)
        if weights.resolve() == self.out.resolve():
            raise OptionError(
                f"training in {self.folder} writes its net over {quotable(str(weights))}: "
                "copy that elsewhere first, or choose another --out"
            )
        shape = NetPolicy(self.game, net_files.load(weights)).net.shape
        if shape != self.shape:
            options = f"--channels {shape.channels} --depth {shape.depth}"
            if 0 < shape.pooling <= shape.depth:
                options += f" --pooling {shape.pooling}"
            raise OptionError(
                f"{quotable(str(weights))} has another shape than the net that is asked for: ask "
                f"for {options}"
            )

    def _check_folder(self) -> None:
        """OptionError where another campaign lies in the folder, or files of an unknown campaign,
        or where the folder's path cannot stand in a player's name; StorageError where it cannot be
        used."""
        if "," in str(self.folder):
            raise OptionError(
                f"--out {quotable(str(self.folder))}: no player could be given the net in it, as "
                "policy=FILE ends at a comma: choose a folder without commas"
            )
        if (self.folder / files.PLAN).exists():
            self.plan.refuse_another(self.folder)
        else:
            files.refuse_leftovers(self.folder, self.out.stem)

    @contextlib.contextmanager
    def begun(self) -> Iterator[Campaign]:
        """Begin in the folder, or go on there. StorageError where another run trains there or the
        folder cannot be used; OptionError where another campaign has begun there meanwhile."""
        with files.held(self.folder):
            self._check_folder()
            about = self.folder / files.PLAN
            if not about.exists():
                written = json.dumps(asdict(self.plan.written()), indent=2, sort_keys=True)
                store.write_text(about, written + "\n")
            self._began_at = time.monotonic() - files.read_seconds(self.folder)
            yield self

    @property
    def seconds(self) -> float:
        """Seconds spent on the campaign so far, by earlier runs too."""
        return time.monotonic() - self._began_at

    def place(self, generation: int) -> Path:
        """The folder of a generation; numbers begin at 0."""
        return self.folder / f"{generation:02}"

    def file(self, generation: int, bundle: int) -> Path:
        """The file of a bundle's samples; numbers begin at 0."""
        return self.place(generation) / f"games-{bundle:04}.npz"

    def fitted(self) -> list[Path]:
        """The folders of the generations that have a net, up to the first that has none."""
        places, number = [], 0
        while (self.place(number) / files.NET).exists():
            places.append(self.place(number))
            number += 1
        return places

    def net_before(self, generation: int) -> Net | None:
        """The net that a generation's games are played with, and that its fit begins with; None for
        hand-made knowledge."""
        if generation:
            return files.load_net(self.place(generation - 1))
        first = self.plan.first_net
        return None if first is None else net_files.load(Path(first).expanduser())

    def run(self, seconds: float | None = None, workers: Workers | None = None) -> Path:
        """Play and fit until all generations are done or the campaign has taken `seconds`; the
        folder is ours. Answers the file of the latest net; TermgamesError when there is none, or
        where the games gave nothing to learn from."""
        for generation in range(self.plan.generations):
            place = self.place(generation)
            if (place / files.NET).exists():
                continue
            place.mkdir(exist_ok=True)
            self._play(generation, seconds, workers)
            if not any(place.glob("games-*.npz")):
                break
            self._fit(generation)
            self._note_time()
            if seconds is not None and self.seconds >= seconds:
                break
        fitted = self.fitted()
        if not fitted:
            raise TermgamesError("no bundle of games was finished in time: give it more --hours")
        return fitted[-1] / files.NET

    def conclude(self, command: str, gate: Gate, workers: Workers | None = None) -> dict[str, Any]:
        """Put the latest net into the folder with a file about it, and play the gate's match;
        the folder is ours. See `gate.conclude`."""
        about = {"command": command, "hours": round(self.seconds / 3600, 2)}
        plan = self.plan.written()
        return conclude(self.out, plan, self.fitted(), about, gate, self.progress, workers)

    def _note_time(self) -> None:
        store.write_text(self.folder / files.SPENT, json.dumps(round(self.seconds, 1)))

    # -- playing ----------------------------------------------------------------------------

    def _play(self, generation: int, seconds: float | None, workers: Workers | None) -> None:
        """Play the bundles that are missing, while there is time. Those that have begun are
        played to their end."""
        count = self.plan.bundles
        missing = [n for n in range(count) if not self.file(generation, n).exists()]
        ahead = files.read_fit(self.place(generation - 1))["ahead"] if generation else 0.0
        net = self.net_before(generation)
        bundles = (
            Bundle(self.plan, generation, number, ahead, net)
            for number in missing
            if seconds is None or self.seconds < seconds
        )
        left, games = len(missing), 0
        began = time.monotonic()
        for bundle, samples in worked(play_bundle, bundles, workers):
            samples.save(self.file(generation, bundle.number))
            self._note_time()
            left -= 1
            games += bundle.games
            spent = time.monotonic() - began
            to_go = left * spent / (len(missing) - left)
            self.progress(
                f"generation {generation}: {count - left} of {count} "
                f"bundles of up to {self.plan.bundle} games, {60 * games / spent:.3g} games a "
                f"minute; {span(to_go)} to go ({self.seconds / 3600:.2f} h)"
            )

    # -- fitting ----------------------------------------------------------------------------

    def _fit(self, generation: int) -> None:
        latest = range(max(0, generation - _WINDOW + 1), generation + 1)
        places = [(number, bundle) for number in latest for bundle in range(self.plan.bundles)]
        parts = [
            (number, load(path, self.game))
            for number, bundle in places
            if (path := self.file(number, bundle)).exists()
        ]
        samples = [part for _, part in parts]
        kept_back = range(_KEPT_BACK // 2, len(samples), _KEPT_BACK)
        training = self._data([part for at, part in enumerate(samples) if at not in kept_back])
        validation = self._data([samples[at] for at in kept_back])
        if not training:
            raise TermgamesError(
                "the search played nothing that a net could learn from, in games so short: choose "
                "a larger board"
            )
        rng = np.random.default_rng([self.plan.seed, generation])
        positions = sum(len(data.samples) for data in training)
        wanted = _EPOCHS * positions // BATCH
        steps = self.plan.steps or min(_MOST_STEPS, max(_LEAST_STEPS, wanted))
        net = self.net_before(generation) or fresh(self.shape, rng)
        net = fit(net, training, steps, rng, self._on_step(generation, steps))
        net = with_doubt(net, validation or training)
        seen = measure(net, validation or training)
        self.progress(
            f"generation {generation}: {steps} steps on {positions} positions; "
            f"cross entropy {seen.policy:.3f} (floor {seen.floor:.3f}), first choice "
            f"{seen.top:.0%}, owner {seen.owner:.3f}{', kept back' if validation else ''} "
            f"({self.seconds / 3600:.2f} h)"
        )
        leads = np.concatenate([part.leads for number, part in parts if number == generation])
        ended = leads[np.isfinite(leads)]
        ahead = float(ended.mean()) if len(ended) else 0.0
        about = {"games": len(leads), "ahead": ahead, "positions": positions, "steps": steps}
        store.write_text(self.place(generation) / files.FIT, json.dumps(about | asdict(seen)))
        net_files.save(net, self.place(generation) / files.NET)

    def _data(self, parts: list[Samples]) -> list[TrainingData]:
        """What a net learns from some of the samples; nothing where there are none."""
        samples = joined(parts, self.game)
        return [TrainingData(self.game, samples)] if len(samples) else []

    def _on_step(self, generation: int, steps: int) -> Callable[[int, Loss], None]:
        """A function that reports how far a fit has come, a line for every tenth of it."""
        began = time.monotonic()

        def on_step(step: int, loss: Loss) -> None:
            if step % max(1, steps // 10) == 0:
                left = (time.monotonic() - began) / step * (steps - step)
                self.progress(
                    f"generation {generation}: step {step} of {steps}, cross entropy "
                    f"{loss.policy:.3f}, {span(left)} to go"
                )

        return on_step
