"""What a training campaign is to do: its plan, as it stands in `campaign.json`, the game, and the
net it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Floats, Rng
from termgames.core.errors import OptionError, StorageError
from termgames.core.game import AnyGame
from termgames.core.net_game import NetGame
from termgames.core.nets import HANDMADE_FACTOR, Net, Shape
from termgames.core.options import Value
from termgames.core.packed import AnyPacked
from termgames.core.shapes import of_json
from termgames.core.text import listed
from termgames.search import preset_answers
from termgames.workbench.journal import digest
from termgames.workbench.train import files

BUNDLE = 40
"""Games played together, unless fewer are wanted: enough that a call of the kernel is worth its
price."""


@dataclass(frozen=True)
class Plan:
    """What a campaign is to do. The fields are the keys of `campaign.json`."""

    game_id: str
    options: Mapping[str, Value]
    seed: int
    playouts: int
    """The search's playouts a move."""
    games: int
    """Games a generation."""
    generations: int
    bundle: int = BUNDLE
    """Games played together at the most."""
    channels: int = 24
    """Channels of the net's trunk."""
    depth: int = 2
    """Layers of the net's trunk, beside its first."""
    pooling: int = 0
    """Every `pooling`-th layer gets a summary of the whole board; 0: none does."""
    first_net: str | None = None
    """The file of the net that the first generation's games are played with, and that its fit
    begins with; None for one that has learnt nothing. In `campaign.json` the digest of its
    content."""
    steps: int = 0
    """Steps of each fit; 0: as many as the samples ask for."""

    @property
    def bundles(self) -> int:
        """Bundles a generation."""
        return -(-self.games // self.bundle)

    def refuse_contradictions(self) -> None:
        """OptionError where one option excludes another one."""
        if self.pooling > self.depth:
            raise OptionError(
                f"--pooling {self.pooling} would reach none of the {self.depth} layers: choose "
                f"{self.depth} or less, or more layers with --depth"
            )

    def written(self) -> Plan:
        """The plan as `campaign.json` has it. Weights are known by their content: wherever they
        lie, they are the same ones if they hold the same. NetError where they cannot be read."""
        return replace(self, first_net=self.first_net and digest(self.first_net))

    def refuse_another(self, folder: Path) -> None:
        """OptionError where another campaign lies in a folder; StorageError where its plan cannot
        be read. The number of generations may differ."""
        words = {"game_id": "game", "options": "board", "bundle": "--games"}
        there, here = (asdict(each) for each in (read(folder), self.written()))
        others = {
            words.get(name, "--" + name.replace("_", "-")): None
            for name in here
            if name != "generations" and there[name] != here[name]
        }
        if others:
            raise OptionError(
                f"{folder} holds a training with another {listed([*others])}: choose another "
                "--out, or ask for the same"
            )


def read(folder: Path) -> Plan:
    """The plan in a folder's `campaign.json`, with what an older version did not write down as it
    is by default. StorageError where the file cannot be read, holds something else, or was written
    by a version that learnt what this one does not."""
    path, remedy = folder / files.PLAN, "choose another --out"
    about = files.read_json(path, dict, remedy)
    for name in _REMOVED:
        if about.get(name):
            option = "--" + name.replace("_", "-")
            raise StorageError(f"{path}: this version has no {option} any more; {remedy}")
    try:
        plan: Plan = of_json(Plan, about)
    except ValueError:
        raise files.damaged(path, remedy) from None
    return plan


_REMOVED = ("opponent", "keep_owners", "teacher", "judge", "beside", "net_alone")
"""Keys of older versions' `campaign.json` whose games this version cannot learn from."""


def set_up(game_id: str, options: Mapping[str, Value]) -> tuple[AnyGame, AnyPacked, Any]:
    """A game, its packed form, and the first state in which a move is searched: questions before
    it are answered as bots answer them. OptionError where no net can be made for the game."""
    game = games.create(game_id, options)
    packed = games.packed(game)
    if packed is None or not isinstance(packed, NetGame):
        raise OptionError(f"{game_id} with these options has nothing that a net could learn")
    state = game.start()
    while (answer := preset_answers.answer(packed, state)) is not None:
        state = game.apply(state, answer)
    return game, packed, state


def fresh(shape: Shape, rng: Rng) -> Net:
    """A net that has learnt nothing: it adds nothing to the game's hand-made knowledge. Kernels
    are drawn with a deviation that keeps the variance of what goes through (He et al. 2015)."""
    weights: dict[str, Floats] = {}
    for name, size in shape.parameters.items():
        array = np.zeros(size, np.float32)
        if name.endswith("kernel"):
            deviation = np.sqrt(2 / np.prod(size[:-1]))
            # A convolution that adds to what is there begins by adding little.
            scale = deviation if name == "0.kernel" else deviation / 2
            array = rng.standard_normal(size, np.float32) * np.float32(scale)
        weights[name] = array
    weights[HANDMADE_FACTOR] = np.ones(1, np.float32)
    return Net(shape, weights)
