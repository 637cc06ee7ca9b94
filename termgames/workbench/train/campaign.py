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
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from termgames.core import net_files
from termgames.core.errors import OptionError, TermgamesError
from termgames.core.net_game import NetGame, net_shape
from termgames.core.nets import Net, Shape
from termgames.core.text import quotable, span
from termgames.play import store
from termgames.search.policy import NetPolicy, predicts_values
from termgames.workbench.train import files, new_nets
from termgames.workbench.train.bundles import Bundle, play_bundle
from termgames.workbench.train.fit import BATCH, Loss, TrainingData, fit, measure, with_doubt
from termgames.workbench.train.gate import Gate
from termgames.workbench.train.plan import Plan, read, refuse_another, set_up
from termgames.workbench.train.provenance import conclude
from termgames.workbench.train.sources import Source, own_games
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
    is made; the folder is ours, and written to, only within `with campaign:`."""

    def __init__(
        self,
        plan: Plan,
        folder: Path,
        progress: Tell,
    ) -> None:
        """OptionError where the plan contradicts itself or nothing could be learnt, where another
        campaign lies in the folder, or where the first net has another shape or would be written
        over; StorageError where a file or the folder cannot be used, NetError
        where weights cannot be, or are for other games."""
        plan.refuse_contradictions()
        self.plan, self.folder, self.progress = plan, folder, progress
        self.rules, self.game, _ = set_up(plan.game_id, plan.options)
        assert isinstance(self.game, NetGame)
        if plan.first_net is not None:
            self._check_first_net(plan.first_net)
        self._check_folder()
        self._began_at = time.monotonic()
        self._spent_before = 0.0
        self._holding = contextlib.ExitStack()

    def _check_first_net(self, weights: Path) -> None:
        """OptionError where the net would be written over or does not fit into the one asked for;
        NetError where it cannot be read or is for other games."""
        assert isinstance(self.game, NetGame)
        own = self.folder / f"{self.game.weights_name}.npz"
        if weights.expanduser().resolve() == own.resolve():
            raise OptionError(
                f"training in {self.folder} writes its net over {quotable(str(weights))}: "
                "copy that elsewhere first, or choose another --out"
            )
        policy = NetPolicy(self.game, net_files.load(weights.expanduser()))
        if self.plan.net_alone and not predicts_values(policy):
            raise OptionError(
                f"{quotable(str(weights))} does not predict what positions are worth: "
                "--net-alone needs a net that does"
            )
        shape = policy.net.shape
        if shape != self._shape():
            options = f"--channels {shape.channels} --depth {shape.depth}"
            if 0 < shape.pooling <= shape.depth:
                options += f" --pooling {shape.pooling}"
            raise OptionError(
                f"{quotable(str(weights))} has another shape than the net that is asked for: ask "
                f"for {options}"
            )

    def _shape(self) -> Shape:
        """The shape of the nets that are taught."""
        assert isinstance(self.game, NetGame)
        planes, per_cell, off_board, owners = net_shape(self.game)
        plan = self.plan
        return Shape(planes, per_cell, off_board, plan.channels, plan.depth, owners, plan.pooling)

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
            refuse_another(read(self.folder, "choose another --out"), self.plan, self.folder)
        else:
            assert isinstance(self.game, NetGame)
            files.refuse_leftovers(self.folder, self.game.weights_name)

    def __enter__(self) -> Campaign:
        """Begin in the folder, or go on there. StorageError where another run trains there or the
        folder cannot be used; OptionError where another campaign has begun there meanwhile."""
        with contextlib.ExitStack() as holding:
            holding.enter_context(files.held(self.folder))
            self._check_folder()
            about = self.folder / files.PLAN
            if not about.exists():
                written = json.dumps(self.plan.written(), indent=2, sort_keys=True)
                store.write_text(about, written + "\n")
            spent = self.folder / files.SPENT
            if spent.exists():
                self._spent_before = files.read_seconds(spent)
            self._began_at = time.monotonic()
            self._holding = holding.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._holding.close()

    @property
    def done(self) -> bool:
        """Whether each generation has its net."""
        places = map(self.place, range(self.plan.generations))
        return all((place / files.NET).exists() for place in places)

    @property
    def seconds(self) -> float:
        """Seconds spent on the campaign so far, by earlier runs too."""
        return self._spent_before + time.monotonic() - self._began_at

    def place(self, generation: int) -> Path:
        """The folder of a generation."""
        return files.generation_folder(self.folder, generation)

    def net_before(self, generation: int) -> Net | None:
        """The net that a generation's games are played with, and that its fit begins with; None for
        hand-made knowledge."""
        if generation:
            return files.load_net(self.place(generation - 1))
        first = self.plan.first_net
        return None if first is None else net_files.load(first.expanduser())

    def run(self, seconds: float | None = None, workers: Workers | None = None) -> Path:
        """Play and fit until all generations are done or the campaign has taken `seconds`; the
        folder is ours. Answers the file of the latest net; TermgamesError when there is none, or
        where the games gave nothing to learn from."""
        for generation in range(self.plan.generations):
            place = self.place(generation)
            if (place / files.NET).exists():
                continue
            with files.writing(place):
                place.mkdir(exist_ok=True)
            self._play(generation, seconds, workers)
            if not files.bundles(place):
                break
            self._fit(generation)
            self._note_time()
            if seconds is not None and self.seconds >= seconds:
                break
        fitted = files.fitted(self.folder)
        if not fitted:
            raise TermgamesError("no bundle of games was finished in time: give it more --hours")
        return fitted[-1] / files.NET

    def conclude(self, command: str, gate: Gate, workers: Workers | None = None) -> dict[str, Any]:
        """Put the latest net into the folder with a file about it, and play the gate's match;
        the folder is ours. See `provenance.conclude`."""
        assert isinstance(self.game, NetGame)
        path = self.folder / f"{self.game.weights_name}.npz"
        own = self._own_games(files.generations(self.folder))
        return conclude(path, own, command, self.seconds, gate, self.progress, workers)

    def _own_games(self, generations: list[Path]) -> Source:
        """The games played in these generations, given by their folders."""
        return own_games(self.game, self.plan, self.folder, generations)

    def _note_time(self) -> None:
        store.write_text(self.folder / files.SPENT, json.dumps(round(self.seconds, 1)))

    # -- playing ----------------------------------------------------------------------------

    def _play(self, generation: int, seconds: float | None, workers: Workers | None) -> None:
        """Play the bundles that are missing, while there is time. Those that have begun are
        played to their end."""
        place, count = self.place(generation), self.plan.bundles
        missing = [n for n in range(count) if not files.bundle_file(place, n).exists()]
        ahead = self._ahead(generation)
        net = self.net_before(generation)
        bundles = (
            Bundle(self.plan, generation, number, ahead, net)
            for number in missing
            if seconds is None or self.seconds < seconds
        )
        left, games = len(missing), 0
        began = time.monotonic()
        for bundle, (samples, report) in worked(play_bundle, bundles, workers):
            path = files.bundle_file(place, bundle.number)
            # The bundle counts as played when the larger file is there.
            report.save(path)
            with files.writing(path):
                samples.save(path)
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

    def _ahead(self, generation: int) -> float:
        """By how many points the first seat won games of the generation before, on average."""
        if generation == 0:
            return 0.0
        before = self._own_games([self.place(generation - 1)])
        leads = [lead for report in before.reports() for lead in report.leads]
        return float(np.mean(leads)) if leads else 0.0

    # -- fitting ----------------------------------------------------------------------------

    def _fit(self, generation: int) -> None:
        latest = range(max(0, generation - _WINDOW + 1), generation + 1)
        own = self._own_games([self.place(number) for number in latest])
        kept_back = own.paths[_KEPT_BACK // 2 :: _KEPT_BACK]
        training = self._data(own, [path for path in own.paths if path not in kept_back])
        validation = self._data(own, kept_back)
        if not training:
            raise TermgamesError(
                "the search played nothing that a net could learn from, in games so short: choose "
                "a larger board"
            )
        rng = np.random.default_rng([self.plan.seed, generation])
        positions = sum(len(data.samples) for data in training)
        wanted = _EPOCHS * positions // BATCH
        steps = self.plan.steps or min(_MOST_STEPS, max(_LEAST_STEPS, wanted))
        net = self.net_before(generation) or new_nets.fresh(self._shape(), rng)
        if self.plan.net_alone:
            net = new_nets.on_its_own(net)
        net = fit(net, training, steps, rng, self._on_step(generation, steps))
        net = with_doubt(net, validation or training)
        seen = measure(net, validation or training)
        self.progress(
            f"generation {generation}: {steps} steps on {positions} positions; "
            f"cross entropy {seen.policy:.3f} (floor {seen.floor:.3f}), first choice "
            f"{seen.top:.0%}, owner {seen.owner:.3f}{', kept back' if validation else ''} "
            f"({self.seconds / 3600:.2f} h)"
        )
        about = {"positions": positions, "steps": steps, **asdict(seen)}
        store.write_text(self.place(generation) / files.FIT, json.dumps(about))
        path = self.place(generation) / files.NET
        with files.writing(path):
            net_files.save(net, path)

    def _data(self, source: Source, paths: Sequence[Path]) -> list[TrainingData]:
        """What a net learns from some of the files of a source; nothing where they hold no
        samples."""
        samples = source.samples(paths)
        return [TrainingData(source.game, samples)] if len(samples) else []

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
