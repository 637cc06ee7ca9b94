"""The command: `python -m tests.campaign NAME --minutes 60 --seed N --count N`."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
import time
from pathlib import Path

import click

NAMES = sorted(
    module.name
    for module in pkgutil.iter_modules([str(Path(__file__).parent)])
    if not module.name.startswith(("_", "test_")) and module.name != "report"
)


@click.command()
@click.argument("name", type=click.Choice(NAMES))
@click.option("--minutes", type=float, default=60.0, help="How long to try.  [default: 60]")
@click.option("--seed", type=int, default=1, help="What everything tried follows from.")
@click.option(
    "--count",
    type=click.IntRange(min=1),
    help="How many to try at most, where a campaign counts them.",
)
@click.option("--only", multiple=True, help="Of mutants: those below such folders, as `games`.")
def main(name: str, minutes: float, seed: int, count: int | None, only: tuple[str, ...]) -> None:
    """Run one campaign; the exit code is 1 if it found a fault."""
    start, run = time.monotonic(), importlib.import_module(f"tests.campaign.{name}").run
    more = {
        key: value for key, value in (("most", count), ("only", only or None)) if value is not None
    }
    if not more.keys() <= inspect.signature(run).parameters.keys():
        raise click.UsageError(f"{name} does not take --count or --only: give --minutes")
    report = run(minutes, seed, **more)
    took = time.monotonic() - start
    print(f"{name} --seed {seed}: {took / 60:.1f} minutes")
    for what, number in sorted(report.counts.items()):
        print(f"{number:12,}  {what}")
    print(f"{len(report.faults):12,}  faults")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
