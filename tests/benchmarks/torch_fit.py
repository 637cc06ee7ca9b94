"""Fits a net for Go as `termgames train` does, several times as fast, with PyTorch.

    pip install torch click numpy platformdirs rich textual        (in an environment of its own)
    ENV/bin/python tests/benchmarks/torch_fit.py --first-net NET --pooling 2 --steps 6000 \\
        --seed 1 --out NEW DIR...

Each DIR holds a training (`termgames train … --out DIR`) with games on a whole square board, of
which it learns from all. Batches, loss, learning rate and decay are those of `workbench.train.fit`.
The convolutions are computed in bfloat16, which processors with AMX do quickly, on one thread. Only
nets for two are fitted, which say of a cell whether one seat owns it.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]

from termgames.core import net_files, nets  # noqa: E402 (found where this file lies)
from termgames.core.net_game import net_shape  # noqa: E402
from termgames.workbench.train import files, fit, new_nets, plan, samples  # noqa: E402
from termgames.workbench.train.plan import set_up  # noqa: E402

_DOUBTED = 20_000
"""Positions from which the new net's doubt is measured."""


class TorchNet(torch.nn.Module):
    """The weights of a net, and what they make of input planes; see `core.nets.Net`."""

    def __init__(self, net: nets.Net) -> None:
        super().__init__()
        self.shape = net.shape
        arrays = {name: torch.tensor(array) for name, array in net.weights.items()}
        for number in range(net.shape.depth + 1):
            kernel = arrays[f"{number}.kernel"]
            wide, _, out = kernel.shape
            taps = kernel.reshape(wide, wide, -1, out).permute(3, 2, 0, 1)
            arrays[f"{number}.kernel"] = taps.contiguous(memory_format=torch.channels_last)
        self.still = {name: arrays.pop(name) for name in (nets.DOUBT, nets.ALONE)}
        self.of = torch.nn.ParameterDict(
            {name.replace(".", "/"): torch.nn.Parameter(array) for name, array in arrays.items()}
        )
        factor = self.weight(nets.HANDMADE_FACTOR)
        factor.requires_grad_(bool(factor.any()))

    def weight(self, name: str) -> torch.nn.Parameter:
        """The weights of that name."""
        return self.of[name.replace(".", "/")]

    def forward(self, planes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logits of all actions (n, outputs) and of owning each cell (n, cells), for input
        planes (n, cells, planes) of square boards."""
        count, cells, _ = planes.shape
        side = math.isqrt(cells)
        board = torch.cat([planes, torch.ones(count, cells, 1)], dim=2)
        x = board.view(count, side, side, -1).permute(0, 3, 1, 2)
        x = F.relu(F.conv2d(x, self.weight("0.kernel"), self.weight("0.bias"), padding="same"))
        for number in range(1, self.shape.depth + 1):
            kernel, bias = self.weight(f"{number}.kernel"), self.weight(f"{number}.bias")
            y = x + F.conv2d(x, kernel, bias, padding="same")
            if self.shape.pools(number):
                summary = torch.cat([x.float().mean((2, 3)), x.float().amax((2, 3))], dim=1)
                y = y + (summary @ self.weight(f"{number}.pool")).to(y.dtype)[:, :, None, None]
            x = F.relu(y)
        inner = x.permute(0, 2, 3, 1).reshape(count, cells, -1).float()
        placed, owner = (
            inner @ self.weight(f"{head}.weight") + self.weight(f"{head}.bias")
            for head in ("policy", "owner")
        )
        idle = inner.mean(1) @ self.weight("idle.weight") + self.weight("idle.bias")
        return torch.cat([placed.flatten(1), idle], dim=1), owner[:, :, 0]

    def net(self) -> nets.Net:
        """The net with these weights."""
        weights: dict[str, Any] = {name: array.numpy() for name, array in self.still.items()}
        for name, weight in self.of.items():
            array = weight.detach()
            if name.endswith("/kernel"):
                wide, out = array.shape[2], array.shape[0]
                array = array.permute(2, 3, 1, 0).reshape(wide, -1, out)
            weights[name.replace("/", ".")] = np.ascontiguousarray(array.numpy())
        return nets.Net(self.shape, weights)


def graded(net: TorchNet, batch: fit.Batch) -> tuple[torch.Tensor, torch.Tensor]:
    """The cross entropies of a batch: of the policy, and of the owners of a cell."""
    with torch.autocast("cpu", torch.bfloat16):
        logits, owner = net(torch.tensor(batch.planes))
    logits = logits.float() + net.weight(nets.HANDMADE_FACTOR) * torch.tensor(batch.handmade)
    legal = torch.tensor(batch.legal)
    logs = F.log_softmax(logits.masked_fill(~legal, -1e30), dim=1).masked_fill(~legal, 0)
    policy = -(torch.tensor(batch.target) * logs).sum(1).mean()
    owned = torch.tensor(batch.owner[:, :, 0])
    return policy, F.binary_cross_entropy_with_logits(owner.float(), owned)


def fitted(
    first: nets.Net, data: Sequence[fit.TrainingData], steps: int, rng: np.random.Generator
) -> nets.Net:
    """As `workbench.train.fit.fit`; tells of every twentieth part of the steps."""
    net, draws = TorchNet(first), fit.RandomBatches(data, rng)
    kept = [weight for name, weight in net.of.items() if name.endswith("bias")]
    lessened = [weight for name, weight in net.of.items() if not name.endswith("bias")]
    groups = [
        {"params": lessened, "weight_decay": fit.DECAY / fit.RATE},
        {"params": kept, "weight_decay": 0.0},
    ]
    adam = torch.optim.AdamW(groups, lr=fit.RATE, betas=(0.9, 0.999), eps=1e-8)
    told = np.zeros(2)
    part = max(1, steps // 20)
    for step in range(1, steps + 1):
        batch, _ = draws.next()
        for group in adam.param_groups:
            group["lr"] = fit.rate(step, steps)
        policy, owner = graded(net, batch)
        adam.zero_grad()
        (policy + fit.OWNER * owner).backward()
        adam.step()
        told += policy.item(), owner.item()
        if step % part == 0:
            print(f"step {step}: policy %.3f, owners %.4f" % tuple(told / part), flush=True)
            told[:] = 0
    return net.net()


def training_data(first: nets.Net, folders: Sequence[Path]) -> list[fit.TrainingData]:
    """All samples of some trainings, one entry a size of board, for a net to learn from."""
    boards: dict[int, tuple[Any, list[samples.Samples]]] = {}
    for folder in folders:
        about = plan.read(folder, "leave it out")
        _, game, _ = set_up(about["game_id"], about["options"])
        if not game.topology.whole_square or game.owners != 1:
            sys.exit(f"{folder}: its games are not for two on a whole square board: leave it out")
        if about["teacher"] and not about["judge"]:
            sys.exit(f"{folder}: a teacher's moves are no policy to learn: leave it out")
        first.check(about["game_id"], *net_shape(game))
        parts = boards.setdefault(game.topology.cells, (game, []))[1]
        for place in files.generations(folder):
            parts += [samples.load(path, game, "leave it out") for path in files.bundles(place)]
    return [fit.TrainingData(game, samples.joined(parts, game)) for game, parts in boards.values()]


def some(data: fit.TrainingData, count: int) -> fit.TrainingData:
    """So many samples of the data, from all over them."""
    chosen = np.unique(np.linspace(0, len(data.samples) - 1, count).astype(np.intp))
    return fit.TrainingData(data.game, data.samples.some(chosen))


def main() -> None:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--first-net", type=Path, required=True)
    parser.add_argument("--channels", type=int, help="as many as the first net by default")
    parser.add_argument("--depth", type=int, help="as many as the first net by default")
    parser.add_argument("--pooling", type=int, help="as the first net by default")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("folders", type=Path, nargs="+", metavar="DIR")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    first, rng = net_files.load(asked.first_net), np.random.default_rng(asked.seed)
    sizes = {name: getattr(asked, name) for name in ("channels", "depth", "pooling")}
    given = {name: size for name, size in sizes.items() if size is not None}
    grown = new_nets.grown(first, replace(first.shape, **given), rng)
    data = training_data(first, asked.folders)
    for part in data:
        print(f"{len(part.samples)} positions on {part.topology.cells} points", flush=True)
    net = fitted(grown, data, asked.steps, rng)
    every = sum(len(part.samples) for part in data)
    parts = [some(part, max(1, _DOUBTED * len(part.samples) // every)) for part in data]
    net = fit.with_doubt(net, parts)
    net_files.save(net, asked.out)
    loss = fit.measure(net, parts)
    print(
        f"policy {loss.policy:.3f} (at least {loss.floor:.3f}), first choice {loss.top:.0%}, "
        f"owners {loss.owner:.3f}; told of {sum(len(part.samples) for part in parts)} positions"
    )


if __name__ == "__main__":
    main()
