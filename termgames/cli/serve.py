"""`termgames serve`: a table in a browser."""

import click

from termgames.core.extras import extra


@click.command("serve")
@click.argument("table")
@click.option(
    "--address",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Where to listen: 0.0.0.0 for everybody who can reach this computer.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    help="The port; 0 for any that is free.",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="The address that browsers open, where it is another one, as that of a proxy.",
)
@click.option(
    "--windows",
    type=click.IntRange(1, 100),
    default=8,
    show_default=True,
    help="How many windows may be open at a time.",
)
def serve(table: str, address: str, port: int, public_url: str | None, windows: int) -> None:
    """Show a table of this computer in browsers, for friends who have neither ssh nor this program.

    Whoever opens a window needs the key of a seat: the host sees the keys at the table, with G.
    Nothing is encrypted here: over a network, use a tunnel or a proxy. See termgames help together.

    \b
    Examples:
      termgames serve friday
      termgames serve friday --public-url https://games.example.org/
    """
    from termgames.play.children import interpreter
    from termgames.play.together import rooms

    rooms.find(table)
    with extra("serve", "serve needs textual-serve"):
        from termgames.tui import serving
    serving.WindowServer(
        interpreter.command("termgames.cli", "join", table, "--window"),
        f"The table {table}",
        address,
        port,
        None if public_url is None else serving.PublicUrl(public_url),
        windows,
    ).run()
