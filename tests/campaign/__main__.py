"""The command: `python -m tests.campaign NAME --minutes 60 --seed N --count N`."""

from __future__ import annotations

import sys
import time

import click

from tests.campaign import lots, terminals
from tests.campaign.report import repeated

ROWS = {**terminals.ROWS, **lots.ROWS}
TOLD = "\n".join(f"  {name:8} {row.done}" for name, row in ROWS.items())


@click.command(epilog=f"\b\n{TOLD}")
@click.argument("name", type=click.Choice([*ROWS, "mutants", "matrix"]))
@click.option("--minutes", type=float, default=60.0, show_default=True, help="How long to try.")
@click.option("--seed", type=int, default=1, help="What everything tried follows from.")
@click.option("--count", type=click.IntRange(min=1), help="How many to try at most.")
@click.option("--only", multiple=True, help="Of mutants: those below such folders, as `games`.")
def main(name: str, minutes: float, seed: int, count: int | None, only: tuple[str, ...]) -> None:
    """Run one campaign; the exit code is 1 if it found a fault."""
    start = time.monotonic()
    if name in ROWS:
        report = repeated(ROWS[name], minutes, seed, count)
    else:
        from tests.campaign import matrix, mutants

        run = mutants.run if name == "mutants" else matrix.run
        more = {"most": count} if count else {}
        report = run(minutes, seed, only=only or ("",), **more)
    print(f"{name} --seed {seed}: {(time.monotonic() - start) / 60:.1f} minutes")
    for what, number in sorted(report.counts.items()):
        print(f"{number:12,}  {what}")
    print(f"{len(report.faults):12,}  faults")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
