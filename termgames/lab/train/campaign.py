"""A training campaign: generations of self-play and fitting, in a folder.

    campaign.json           the plan; a campaign with another plan is refused in this folder
    spent.json              seconds used so far
    NAME.npz, NAME.json     at the end: the latest net, and how it was made
    NN/games-NNNN.npz       the samples of generation NN, a file for each bundle of games
    NN/games-NNNN.json      the leads of the first seat in these games
    NN/net.npz, NN/fit.json the net fitted to the latest generations' samples, and its losses

A campaign that was interrupted, even killed, goes on where it stopped. A generation's games
are played with the net of the one before (expert iteration: Anthony et al. 2017; Silver et al.
2017), or by a teacher. The net may learn from the games of other campaigns too, on boards of other
sizes. A bundle that was not finished is played again from the same seed: everything follows from
the campaign's seed, whoever plays.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from termgames import __version__, games
from termgames.core import nets
from termgames.core.arrays import Rng
from termgames.core.errors import OptionError, StorageError
from termgames.core.game import Game, S
from termgames.core.nets import Net, Shape
from termgames.core.options import Value
from termgames.core.packed import NetGame, PackedGame
from termgames.core.text import quotable, span
from termgames.lab.train.fit import Loss, TrainingData, fit, measure, with_doubt
from termgames.lab.train.gate import Gate, match
from termgames.lab.train.keeping import keep_owners, keep_policy
from termgames.lab.train.samples import Samples, joined, load
from termgames.lab.train.selfplay import SelfPlay, SelfPlaySettings
from termgames.lab.train.taught import Taught
from termgames.lab.weights import Weights, of_file
from termgames.lab.workers import Embedded, Needs, Workers, worked
from termgames.play import consent, store
from termgames.search import preset_answers
from termgames.search.policy import NetPolicy, unlearned

_WINDOW = 4
"""Generations whose games a net is fitted to."""
_EPOCHS = 6
"""How often a fit looks at each sample, on average."""
_LEAST_STEPS, _MOST_STEPS = 200, 3000
"""Steps of a fit, whatever the number of samples."""
_BATCH = 128
"""Samples a step."""
_KEPT_BACK = 20
"""One bundle of this many is kept out of the fit, to measure the net with."""

Progress = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    """What a campaign is to do. The fields are the keys of `campaign.json`."""

    game_id: str
    options: dict[str, Value]
    seed: int
    playouts: int
    """The search's playouts a move."""
    games: int
    """Games a generation."""
    generations: int
    bundle: int = 32
    """Games played together."""
    channels: int = 24
    """Channels of the net's trunk."""
    depth: int = 2
    """Layers of the net's trunk, beside its first."""
    teacher: str = ""
    """The player whose games the net learns from; where empty, those of the search."""
    opponent: str = ""
    """Whom the teacher meets; where empty, itself. Nobody learns from the moves of such games, only
    who owned what in the end: the policy is that of the first net, which there must be."""
    beside: tuple[str, ...] = ()
    """Folders of other campaigns, whose games it learns from as well."""
    first_net: Weights | None = None
    """The net that the first generation's games are played with, and that its fit begins with,
    grown to the channels and layers; None for one that has learnt nothing.
    With a teacher its policy is kept: see `keeping`."""
    keep_owners: bool = False
    """Whether what the first net says of owners is kept, so that only the policy is learnt."""

    @property
    def players(self) -> list[str]:
        """The names of those who play in place of the search: a teacher, and his opponent."""
        return [name for name in (self.teacher, self.opponent) if name]

    @property
    def bundles(self) -> int:
        """Bundles a generation."""
        return -(-self.games // self.bundle)


def set_up(plan: Plan) -> tuple[PackedGame[Any, Any], Any]:
    """The game in its packed form, and the first state in which a move is searched; OptionError
    where no net can be made for the game."""
    game = games.create(plan.game_id, plan.options)
    packed = games.packed(game)
    if packed is None or not isinstance(packed, NetGame):
        raise OptionError(f"{plan.game_id} with these options has nothing that a net could learn")
    return packed, _first_searched(game, packed)


@dataclass(frozen=True, eq=False)
class Games:
    """What a net learns from: the games of one campaign."""

    game: PackedGame[Any, Any]
    files: list[Path]
    """Samples, a file for each bundle."""
    taught: bool
    """Whether a teacher played them."""


def beside(plan: Plan) -> list[Games]:
    """The games of the campaigns beside this one; OptionError where a folder holds none that this
    net could learn from."""
    found: list[Games] = []
    wanted = set_up(plan)[0]
    assert isinstance(wanted, NetGame)
    for name in plan.beside:
        folder = Path(name).expanduser()
        files = sorted(folder.glob("[0-9][0-9]/games-*.npz"))
        try:
            about = json.loads((folder / "campaign.json").read_text("utf-8"))
            packed, _ = set_up(replace(plan, game_id=about["game_id"], options=about["options"]))
        except (OSError, ValueError, KeyError, TypeError):
            raise OptionError(f"{folder} holds no games of a campaign") from None
        assert isinstance(packed, NetGame)
        if not files or packed.weights_name != wanted.weights_name:
            raise OptionError(f"{folder} holds no games that a net for {plan.game_id} learns from")
        found.append(Games(packed, files, bool(about.get("teacher"))))
    return found


def _first_searched(game: Game[S, Any], packed: PackedGame[S, Any]) -> S:
    """The state at the start, questions before the first move answered as bots answer them."""
    state = game.start()
    while (answer := preset_answers.answer(packed, state)) is not None:
        state = game.apply(state, answer)
    return state


class Campaign:
    """A plan that is carried out in a folder."""

    def __init__(self, plan: Plan, folder: Path, progress: Progress) -> None:
        """Begins the campaign in the folder or goes on with it; OptionError where another
        one lies there, the first net is too large or would be written over, an opponent lacks
        a teacher or a first net, or there is none whose owners could be kept; StorageError where
        the folder cannot be used, NetError where the first net is for other games."""
        if plan.opponent and not (plan.teacher and plan.first_net):
            raise OptionError("an opponent needs a teacher and a first net, whose policy is kept")
        if plan.keep_owners and (plan.teacher or not plan.first_net):
            raise OptionError(
                "owners are kept from a first net, without a teacher, of whom they are learnt"
            )
        self.plan, self.folder, self.progress = plan, folder, progress
        self.game, self.start = set_up(plan)
        self.beside = beside(plan)
        if plan.first_net is not None:
            self._check(plan.first_net)
        self.started_at = time.monotonic()
        # Wherever the first net lies, it is the same one if it holds the same.
        first = None if plan.first_net is None else plan.first_net.digest
        about = {**asdict(plan), "first_net": first}
        description = json.dumps(about, indent=2, sort_keys=True) + "\n"
        file = folder / "campaign.json"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if file.exists():
                _same(json.loads(file.read_text("utf-8")), json.loads(description), folder)
            else:
                store.write_text(file, description)
            spent = folder / "spent.json"
            self.before = float(json.loads(spent.read_text("utf-8"))) if spent.exists() else 0.0
        except OSError as error:
            raise StorageError(f"cannot use {folder}: {error.strerror}") from None
        except ValueError:
            raise StorageError(f"{folder} is damaged: choose another folder") from None

    def _check(self, weights: Weights) -> None:
        """NetError, OptionError: see `__init__`."""
        assert isinstance(self.game, NetGame)
        own = self.folder / f"{self.game.weights_name}.npz"
        if Path(weights.path).expanduser().resolve() == own.resolve():
            raise OptionError(
                f"training in {self.folder} writes its net over {quotable(weights.path)}: "
                "copy that elsewhere first, or choose another folder"
            )
        shape = NetPolicy(self.game, nets.load(weights.file())).net.shape
        if shape.channels > self.plan.channels or shape.depth > self.plan.depth:
            raise OptionError(
                f"{quotable(weights.path)} has {shape.channels} channels and {shape.depth} layers: "
                f"ask for as many, --channels {shape.channels} --depth {shape.depth}, or for more"
            )

    @property
    def seconds(self) -> float:
        """Seconds spent on the campaign so far, by earlier runs too."""
        return self.before + time.monotonic() - self.started_at

    def place(self, generation: int) -> Path:
        """The folder of a generation."""
        return self.folder / f"{generation:02}"

    def weights(self, generation: int) -> Weights | None:
        """The net that a generation's games are played with; None for hand-made knowledge."""
        if generation == 0:
            return self.plan.first_net
        return of_file(self.place(generation - 1) / "net.npz")

    def net(self, generation: int, rng: Rng) -> Net:
        """The net that a generation's fit begins with."""
        assert isinstance(self.game, NetGame)
        seeing = (self.game.planes, self.game.actions_per_cell, self.game.off_board_actions)
        shape = Shape(*seeing, self.plan.channels, self.plan.depth)
        weights = self.weights(generation)
        if weights is None:
            return nets.fresh(shape, rng)
        return nets.grown(nets.load(weights.file()), shape.channels, shape.depth, rng)

    def run(self, seconds: float | None = None, workers: Workers | None = None) -> Path:
        """Play and fit until all generations are done or the campaign has taken `seconds`.
        Answers the file of the latest net; OptionError when there is none."""
        for generation in range(self.plan.generations):
            done = self.place(generation) / "net.npz"
            if done.exists():
                continue
            self.place(generation).mkdir(exist_ok=True)
            self._play(generation, seconds, workers or Embedded())
            if not self._files(generation):
                break
            self._fit(generation)
            store.write_text(self.folder / "spent.json", json.dumps(round(self.seconds, 1)))
            if seconds is not None and self.seconds >= seconds:
                break
        nets_fitted = sorted(self.folder.glob("[0-9][0-9]/net.npz"))
        if not nets_fitted:
            raise OptionError("no bundle of games was finished in time: give it more --hours")
        return nets_fitted[-1]

    def conclude(self, command: str, gate: Gate, workers: Workers | None = None) -> dict[str, Any]:
        """Put the latest net into the folder, with a JSON file of its provenance; then play the
        gate's match and add its result. Answers the provenance."""
        assert isinstance(self.game, NetGame)
        latest = sorted(self.folder.glob("[0-9][0-9]/net.npz"))[-1]
        path = self.folder / f"{self.game.weights_name}.npz"
        net = nets.load(latest)
        net.save(path)
        fits = [_read(file) for file in sorted(self.folder.glob("[0-9][0-9]/fit.json"))]
        provenance: dict[str, Any] = {
            "weights": path.name,
            "command": command,
            "version": __version__,
            "game": self.plan.game_id,
            "options": self.plan.options,
            "seed": self.plan.seed,
            "playouts": self.plan.playouts,
            "hours": round(self.seconds / 3600, 2),
            "generations": fits,
            "games": self.plan.bundle * len(list(self.folder.glob("[0-9][0-9]/games-*.npz"))),
            "numbers": net.size,
        }
        store.write_text(path.with_suffix(".json"), json.dumps(provenance, indent=2) + "\n")
        if gate.games:
            chosen = tuple(self.plan.options.items())
            provenance["gate"] = match(
                gate, self.plan.game_id, chosen, path, self.progress, workers
            )
            store.write_text(path.with_suffix(".json"), json.dumps(provenance, indent=2) + "\n")
        return provenance

    # -- playing ----------------------------------------------------------------------------

    def _files(self, generation: int) -> list[Path]:
        return sorted(self.place(generation).glob("games-*.npz"))

    def _missing(self, generation: int) -> list[int]:
        there = {path.name for path in self._files(generation)}
        return [n for n in range(self.plan.bundles) if _bundle_name(n) not in there]

    def _play(self, generation: int, seconds: float | None, workers: Workers) -> None:
        """Play the bundles that are missing, while there is time. Those that have begun are
        played to their end."""
        ahead = self._ahead(generation)
        net = self.weights(generation)
        bundles = (
            Bundle(self.plan, generation, number, ahead, net)
            for number in self._missing(generation)
            if seconds is None or self.seconds < seconds
        )
        needs = Needs((net,) if net else (), consent.commands(self.plan.players))
        wanted = left = len(self._missing(generation))
        began = time.monotonic()
        for bundle, (samples, leads) in worked(play_bundle, bundles, workers, needs=needs):
            path = self.place(generation) / _bundle_name(bundle.number)
            # The bundle counts as played when the larger file is there.
            store.write_text(path.with_suffix(".json"), json.dumps(leads))
            samples.save(path)
            store.write_text(self.folder / "spent.json", json.dumps(round(self.seconds, 1)))
            left -= 1
            each = (time.monotonic() - began) / (wanted - left)
            self.progress(
                f"generation {generation}: {self.plan.bundles - left} of {self.plan.bundles} "
                f"bundles of {self.plan.bundle} games, {60 * self.plan.bundle / each:.3g} games a "
                f"minute; {span(left * each)} to go ({self.seconds / 3600:.2f} h)"
            )

    def _ahead(self, generation: int) -> float:
        """By how many points the first seat won games of the generation before, on average."""
        if generation == 0:
            return 0.0
        leads: list[float] = []
        for path in self._files(generation - 1):
            leads += json.loads(path.with_suffix(".json").read_text("utf-8"))
        return float(np.mean(leads)) if leads else 0.0

    # -- fitting ----------------------------------------------------------------------------

    def _fit(self, generation: int) -> None:
        older = range(max(0, generation - _WINDOW + 1), generation + 1)
        own = [path for number in older for path in self._files(number)]
        training: list[TrainingData] = []
        validation: list[TrainingData] = []
        for played in [Games(self.game, own, bool(self.plan.teacher)), *self.beside]:
            kept = played.files[_KEPT_BACK // 2 :: _KEPT_BACK]
            learnt = [path for path in played.files if path not in kept]
            training.append(self._data(played, learnt))
            if kept:
                validation.append(self._data(played, kept))
        rng = np.random.default_rng([self.plan.seed, generation])
        positions = sum(len(data.samples) for data in training)
        wanted = _EPOCHS * positions // _BATCH
        steps = min(_MOST_STEPS, max(_LEAST_STEPS, wanted))
        net = self.net(generation, rng)
        net = fit(net, training, steps, rng, self._telling(generation, steps))
        if not self.plan.keep_owners:
            net = with_doubt(net, validation or training)
        seen = measure(net, validation or training)
        self.progress(
            f"generation {generation}: {steps} steps on {positions} positions; "
            f"cross entropy {seen.policy:.3f} (floor {seen.floor:.3f}), first choice "
            f"{seen.top:.0%}, owner {seen.owner:.3f}{', kept back' if validation else ''} "
            f"({self.seconds / 3600:.2f} h)"
        )
        fit_report = {"positions": positions, "steps": steps, **asdict(seen)}
        store.write_text(self.place(generation) / "fit.json", json.dumps(fit_report))
        net.save(self.place(generation) / "net.npz")

    def _data(self, played: Games, files: list[Path]) -> TrainingData:
        """What a net learns from some of the files of played games."""
        samples = joined([load(path) for path in files])
        first_net = self.plan.first_net
        if first_net is not None and (played.taught or self.plan.keep_owners):
            assert isinstance(played.game, NetGame)
            first = NetPolicy(played.game, nets.load(first_net.file()))
            if played.taught:
                samples = keep_policy(samples, first)
            if self.plan.keep_owners:
                samples = keep_owners(samples, first)
        return TrainingData(played.game, samples)

    def _telling(self, generation: int, steps: int) -> Callable[[int, Loss], None]:
        """What tells how far a fit has come, a line for every tenth of it."""
        began = time.monotonic()

        def on_step(step: int, loss: Loss) -> None:
            if step % max(1, steps // 10) == 0:
                left = (time.monotonic() - began) / step * (steps - step)
                self.progress(
                    f"generation {generation}: step {step} of {steps}, cross entropy "
                    f"{loss.policy:.3f}, {span(left)} to go"
                )

        return on_step


def _bundle_name(number: int) -> str:
    return f"games-{number:04}.npz"


@dataclass(frozen=True)
class Bundle:
    """Games that are played together, as a task."""

    plan: Plan
    generation: int
    number: int
    """From 0."""
    ahead: float
    """By how many points the first seat is expected to win."""
    net: Weights | None
    """The net that they are played with; None for hand-made knowledge."""


def play_bundle(bundle: Bundle) -> tuple[Samples, list[float]]:
    """Play one bundle: its samples, and the leads of the first seat."""
    plan = bundle.plan
    seed = [plan.seed, bundle.generation, bundle.number]
    if plan.teacher:
        return _taught(plan, seed)
    game, start = set_up(plan)
    policy = unlearned(game)
    if bundle.net is not None:
        assert isinstance(game, NetGame)
        policy = NetPolicy(game, nets.load(bundle.net.file()))
    play_settings = SelfPlaySettings(plan.playouts, plan.bundle)
    played = SelfPlay(game, start, policy, play_settings, seed, ahead=bundle.ahead)
    samples = played.play()
    return samples, played.leads


def _taught(plan: Plan, seed: list[int]) -> tuple[Samples, list[float]]:
    game = games.create(plan.game_id, plan.options)
    packed = games.packed(game)
    assert packed is not None
    taught = Taught(game, packed, plan.teacher, plan.opponent)
    try:
        played = [taught.play([*seed, number]) for number in range(plan.bundle)]
    finally:
        taught.close()
    kept = [game for game in played if game is not None]
    if not kept:
        raise OptionError(f"{quotable(plan.teacher)} played nothing that a net could learn from")
    return joined([samples for samples, _ in kept]), [lead for _, lead in kept]


_FIELDS_ADDED_LATER: dict[str, Any] = {
    "teacher": "",
    "opponent": "",
    "beside": [],
    "first_net": None,
    "keep_owners": False,
}


def _same(there: dict[str, Any], asked: dict[str, Any], folder: Path) -> None:
    """OptionError where a folder's campaign is not the one asked for. It may be given
    further generations; what an older version did not write down was as it is by default."""
    there = _FIELDS_ADDED_LATER | there
    differ = [name for name in asked if name != "generations" and there.get(name) != asked[name]]
    if differ:
        name = differ[0]
        if name == "first_net":
            raise OptionError(
                f"{folder} holds a campaign with another --first-net, or with none: choose another "
                "folder, or give the same"
            )
        raise OptionError(
            f"{folder} holds a campaign with {name} {there.get(name)}, not {asked[name]}: "
            "choose another folder, or ask for the same"
        )


def _read(path: Path) -> Any:
    return json.loads(path.read_text("utf-8"))
