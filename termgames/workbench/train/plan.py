"""What a training campaign is to do: its plan, and how that stands in `campaign.json`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any

from termgames import games
from termgames.core.errors import OptionError, StorageError
from termgames.core.files import parsed
from termgames.core.game import AnyGame, Game, S
from termgames.core.net_game import NetGame
from termgames.core.options import Value
from termgames.core.packed import AnyPacked, PackedGame
from termgames.core.text import listed
from termgames.search import preset_answers
from termgames.workbench.train import files
from termgames.workbench.weights import digest

BUNDLE = 40
"""Games played together, unless fewer are wanted: enough that a call of the kernel is worth its
price."""


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
    bundle: int = BUNDLE
    """Games played together at the most."""
    channels: int = 24
    """Channels of the net's trunk."""
    depth: int = 2
    """Layers of the net's trunk, beside its first."""
    pooling: int = 0
    """Every `pooling`-th layer gets a summary of the whole board; 0: none does."""
    first_net: Path | None = None
    """The net that the first generation's games are played with, and that its fit begins with;
    None for one that has learnt nothing."""
    net_alone: bool = False
    """Whether games are played by the net alone (`netplay`), which has to predict values; playouts
    are then descents."""
    steps: int = 0
    """Steps of each fit; 0: as many as the samples ask for."""

    @property
    def bundles(self) -> int:
        """Bundles a generation."""
        return -(-self.games // self.bundle)

    def refuse_contradictions(self) -> None:
        """OptionError where one option lacks another one or excludes it."""
        if self.net_alone and not self.first_net:
            raise OptionError("--net-alone needs --first-net")
        if self.pooling > self.depth:
            raise OptionError(
                f"--pooling {self.pooling} would reach none of the {self.depth} layers: choose "
                f"{self.depth} or less, or more layers with --depth"
            )

    def written(self) -> dict[str, Any]:
        """The value of `campaign.json`. Weights are known by their content: wherever they lie,
        they are the same ones if they hold the same. NetError where they cannot be read."""
        about = asdict(self)
        about["first_net"] = None if self.first_net is None else digest(self.first_net)
        value: dict[str, Any] = parsed(json.dumps(about))
        return value


def read(folder: Path, remedy: str) -> dict[str, Any]:
    """The value of a folder's `campaign.json`, with what an older version did not write down as
    it is by default. StorageError, which names the remedy, where the file cannot be read, holds
    something else, or was written by a version that learnt what this one does not."""
    path = folder / files.PLAN
    about = files.read_json(path, dict, remedy)
    for name in _REMOVED:
        if about.get(name):
            option = "--" + name.replace("_", "-")
            raise StorageError(f"{path}: this version has no {option} any more; {remedy}")
    defaults = {field.name: field.default for field in fields(Plan) if field.default is not MISSING}
    complete: dict[str, Any] = {**parsed(json.dumps(defaults)), **about}
    for field in fields(Plan):
        if not isinstance(complete.get(field.name), _WRITTEN[str(field.type)]):
            raise files.damaged(path, remedy)
    return complete


_REMOVED = ("opponent", "keep_owners", "teacher", "judge", "beside")
"""Keys of older versions' `campaign.json` whose games this version cannot learn from."""

_WRITTEN: dict[str, type | tuple[type, ...]] = {
    "int": int,
    "str": str,
    "bool": bool,
    "dict[str, Value]": dict,
    "Path | None": (str, type(None)),
}
"""What `campaign.json` holds for a field of `Plan`, by the field's type."""


def refuse_another(there: Mapping[str, Any], plan: Plan, folder: Path) -> None:
    """OptionError where the campaign that lies in a folder is not the one asked for. The number of
    generations may differ."""
    words = {"game_id": "game", "options": "board", "bundle": "--games"}
    others = {
        words.get(name, "--" + name.replace("_", "-")): None
        for name, value in plan.written().items()
        if name != "generations" and there.get(name) != value
    }
    if others:
        raise OptionError(
            f"{folder} holds a training with another {listed([*others])}: choose another --out, or "
            "ask for the same"
        )


def set_up(game_id: str, options: Mapping[str, Value]) -> tuple[AnyGame, AnyPacked, Any]:
    """A game, its packed form, and the first state in which a move is searched; OptionError where
    no net can be made for the game."""
    game = games.create(game_id, options)
    packed = games.packed(game)
    if packed is None or not isinstance(packed, NetGame):
        raise OptionError(f"{game_id} with these options has nothing that a net could learn")
    return game, packed, _first_searched(game, packed)


def _first_searched(game: Game[S, Any], packed: PackedGame[S, Any]) -> S:
    """The state at the start, questions before the first move answered as bots answer them."""
    state = game.start()
    while (answer := preset_answers.answer(packed, state)) is not None:
        state = game.apply(state, answer)
    return state
