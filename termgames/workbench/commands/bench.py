"""`termgames lab bench`: how fast the playouts are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from termgames import games
from termgames.cli.pages import GAME
from termgames.core.text import columns

if TYPE_CHECKING:
    from termgames.workbench.bench import Row

_QUICK_SECONDS, _SECONDS = 0.3, 3.0
_QUICK_BATCHES = (256, 1024)


@click.command("bench")
@click.argument("game", type=GAME, required=False)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON: a list of measurements.")
@click.option("--quick", is_flag=True, help="Measure for a few seconds only.")
def bench(game: str | None, as_json: bool, quick: bool) -> int:
    """Measure playouts a second of GAME, or of every game, on this computer.

    The batch is the number of playouts in one call; the ratio is to playouts through the
    rules in plain Python, measured in turns with it.

    \b
    Examples:
      termgames lab bench
      termgames lab bench plurality --quick
      termgames lab bench plurality --json
    """
    from termgames.workbench import bench as measuring

    rows: list[Row] = []
    for game_id in [game] if game else [info.id for info in games.infos()]:
        rows += measuring.run(
            game_id,
            batches=_QUICK_BATCHES if quick else measuring.BATCHES,
            seconds=_QUICK_SECONDS if quick else _SECONDS,
            progress=lambda text: click.echo(f"measuring {text}", err=True),
        )
    if as_json:
        click.echo(json.dumps([row.to_json() for row in rows]))
    else:
        click.echo("\n".join(_table(rows)))
    return 0


def _table(rows: list[Row]) -> list[str]:
    heads = "game board start batch playouts/s moves/s reference/s ratio"
    lines = [heads.split()]
    for row in rows:
        rates = (f"{rate:,.0f}" for rate in (row.playouts, row.moves, row.reference))
        lines.append([row.game, row.board, row.start, f"{row.batch}", *rates, f"{row.ratio:.1f}"])
    return columns(lines, left=3)  # the first three are words
