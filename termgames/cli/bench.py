"""`termgames bench`: how fast the playouts are."""

from __future__ import annotations

import click

from termgames import games
from termgames.cli.pages import GAME


@click.command("bench", short_help="Measure playouts a second.")
@click.argument("game", type=GAME, required=False)
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
@click.option("--quick", is_flag=True, help="A first impression within seconds.")
def bench(game: str | None, as_json: bool, quick: bool) -> int:
    """Measure playouts a second of GAME, or of every game, on this computer.

    \b
    Examples:
      termgames bench
      termgames bench plurality --quick
      termgames bench plurality --json
    """
    raise NotImplementedError(list(games.GAMES), game, as_json, quick)
