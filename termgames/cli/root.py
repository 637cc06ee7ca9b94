"""The root of the command line and its commands by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from termgames import __version__
from termgames.cli import terminal
from termgames.cli.lazy import LazyGroup

if TYPE_CHECKING:
    from termgames.tui.config import Config

WORKBENCH = "termgames.workbench.commands"

COMMANDS = {
    "play": ("termgames.cli.play:play", "Play a game."),
    "resume": ("termgames.cli.resume:resume", "Go on with a saved game."),
    "replay": ("termgames.cli.replay:replay", "Look through a record."),
    "learn": ("termgames.cli.learn:learn", "Learn a game by its lessons."),
    "practise": ("termgames.cli.practise:practise", "Practise what you played badly."),
    "puzzles": ("termgames.cli.puzzles:puzzles", "Solve problems, from easy to hard."),
    "explore": ("termgames.cli.explore:explore", "Explore the openings of a game."),
    "review": ("termgames.cli.review:review", "Find the mistakes in a game."),
    "export": ("termgames.cli.export:export", "Write a record for others."),
    "stats": ("termgames.cli.stats:stats", "Show results, streaks and ratings."),
    "import": ("termgames.cli.importing:import_games", "Read records of other programs."),
    "host": ("termgames.cli.host:host", "Open a table for several terminals."),
    "join": ("termgames.cli.join:join", "Sit down at an open table."),
    "tables": ("termgames.cli.host:tables", "List the open tables, or end one."),
    "serve": ("termgames.cli.serve:serve", "Show a table in browsers."),
    "relay": ("termgames.cli.host:relay", "Connect the standard streams to a table, for ssh."),
    "config": ("termgames.cli.config:config", "Show and check your settings."),
    "keys": ("termgames.cli.keys:keys", "Show the keys of the screen."),
    "list": ("termgames.cli.pages:list_games", "List the games."),
    "rules": ("termgames.cli.pages:rules", "Read the rules of a game."),
    "help": ("termgames.cli.pages:help_page", "Read about keys, records, clusters and more."),
    "maps": ("termgames.cli.maps:maps", "List the maps, draw one, check a map file."),
    "arena": (f"{WORKBENCH}.arena:arena", "Let bots play against each other."),
    "balance": (f"{WORKBENCH}.balance:balance", "Measure a game's fair komi."),
    "styles": (f"{WORKBENCH}.styles:styles", "Measure how characters play."),
    "calibrate": (f"{WORKBENCH}.calibrate:calibrate", "Measure a game's levels."),
    "train": (
        f"{WORKBENCH}.train:train",
        "Train a net on games of the search against itself.",
    ),
    "bench": (f"{WORKBENCH}.bench:bench", "Measure playouts a second."),
    "solve": (
        f"{WORKBENCH}.solve:solve",
        "Say how a small game ends under best play.",
    ),
    "gtp": ("termgames.cli.gtp:gtp", "Speak the Go Text Protocol with another program."),
    "doctor": ("termgames.cli.doctor:doctor", "Check versions, terminal, folders and saved games."),
}
"""Where each command is, and its line on the help page, for which it is not imported."""

BELOW = {
    "puzzles make": (f"{WORKBENCH}.puzzles:make", "Make problems from games of bots."),
    "explore make": (f"{WORKBENCH}.explore:make", "Make a tree of openings by self-play."),
}
"""Commands of two words, which the help page of the first word names."""

EPILOG = """\
\b
Examples:
  termgames                              the menu
  termgames play plurality               13x13 against bot:5
  termgames play plurality --size 9 --white bot:2
  termgames resume                       go on with the last game
  termgames learn plurality              lessons on the board
  termgames rules plurality | less
  termgames maps ring
  termgames arena plurality --a bot:3 --b random --games 20

\b
Environment: every option can be given as TERMGAMES_COMMAND_GAME_OPTION, as in
TERMGAMES_PLAY_PLURALITY_SIZE=9; TERMGAMES_THEME, TERMGAMES_ASCII and
TERMGAMES_PLAIN hold everywhere; TERMGAMES_DATA is the folder of saved games;
NO_COLOR is respected. The command line outranks the environment, which outranks
your settings (termgames config).

\b
Shell completion:
  bash   eval "$(_TERMGAMES_COMPLETE=bash_source termgames)"
  zsh    eval "$(_TERMGAMES_COMPLETE=zsh_source termgames)"
  fish   _TERMGAMES_COMPLETE=fish_source termgames | source

\b
Exit codes: 0 fine, 1 the work failed, 2 wrong usage; 130 interrupted (SIGINT,
ctrl-C), 143 ended by SIGTERM, 129 by SIGHUP or a terminal that is gone.
"""


@click.group(
    cls=LazyGroup,
    lazy=COMMANDS,
    below=BELOW,
    invoke_without_command=True,
    context_settings={
        "help_option_names": ["-h", "--help"],
        "auto_envvar_prefix": "TERMGAMES",
        "max_content_width": 100,
    },
    epilog=EPILOG,
)
@click.version_option(
    __version__, "--version", prog_name="termgames", message="%(prog)s %(version)s"
)
@click.pass_context
def root(ctx: click.Context, theme: str | None, ascii: bool, plain: bool) -> int:
    """Young territory games for the terminal, with opponents that play them well.

    Without a command, the menu opens.
    """
    from termgames.tui import config  # help does without the settings

    told = config.load()
    ctx.obj = told
    if ctx.invoked_subcommand is not None:
        _hand_down(ctx, told, theme=theme, ascii=ascii, plain=plain)
        return 0
    if not terminal.draws(plain or told.values.get("plain") is True):
        click.echo(ctx.get_help())
        return 0
    terminal.prepare_screen()
    from termgames.tui.app import run_menu

    openings = told.values.get("openings") is not False
    return run_menu(terminal.settings(ascii=ascii, theme=theme, openings=openings))


_AT_TABLES = ("play", "resume", "replay", "learn", "practise", "puzzles", "host", "join")
"""The commands of players: what their file of settings says holds for these."""


def _hand_down(ctx: click.Context, told: Config, **looks: str | bool | None) -> None:
    """Options given before the command apply to it, unless it has its own; what the user's file
    says applies where neither the command line nor the environment does."""
    given = {name: value for name, value in looks.items() if value is not None}
    by_command = {
        name: {**(told.options if name in _AT_TABLES else {}), **given} for name in COMMANDS
    }
    if not any(by_command.values()) and not told.games:
        return
    from termgames import games  # help needs none of them

    ctx.default_map = {
        name: {
            **values,
            **{
                game: {**(told.games.get(game, {}) if name == "play" else {}), **values}
                for game in games.names()
            },
        }
        for name, values in by_command.items()
    }


root.params += [terminal.THEME, terminal.ASCII, terminal.PLAIN]
