"""The root of the command line and its commands by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from termgames import __version__
from termgames.cli import settings_options, terminal
from termgames.cli.lazy import LazyGroup

if TYPE_CHECKING:
    from termgames.tui.config import Config

CLI, WORKBENCH = "termgames.cli", "termgames.workbench.commands"

GROUPS = {
    "Play": {
        "play": (f"{CLI}.play:play", "Play a game."),
        "resume": (f"{CLI}.resume:resume", "Go on with a saved game."),
        "rules": (f"{CLI}.pages:rules", "Read the rules of a game."),
        "settings": (f"{CLI}.config:config", "Show and check your settings."),
        "help": (f"{CLI}.pages:help_page", "Read about keys, records, tables and more."),
    },
    "Learn": {
        "learn": (f"{CLI}.drills:learn", "Learn a game with its lessons."),
        "problems": (f"{CLI}.drills:puzzles", "Solve problems, from easy to hard."),
        "mistakes": (f"{CLI}.drills:practise", "Practise the mistakes of your own games."),
        "review": (f"{CLI}.review:review", "Find the mistakes in a game."),
        "openings": (f"{CLI}.explore:explore", "Explore the openings of a game."),
    },
    "Together": {
        "host": (f"{CLI}.host:host", "Open a table for several terminals."),
        "join": (f"{CLI}.join:join", "Sit down at an open table."),
        "serve": (f"{CLI}.serve:serve", "Show a table in browsers."),
    },
    "Records": {
        "replay": (f"{CLI}.replay:replay", "Look through a record."),
        "results": (f"{CLI}.stats:stats", "Show results, streaks and ratings."),
        "import": (f"{CLI}.importing:import_games", "Read records of other programs."),
        "export": (f"{CLI}.export:export", "Write a record for others."),
    },
    "Lab": {"lab": (f"{CLI}.root:lab", "Measure and train bots; programs, maps, this computer.")},
}
"""By heading of the help page, where each command is, and its line there, for which it is not
imported."""

LAB = {
    "arena": (f"{WORKBENCH}.arena:arena", "Let bots play against each other."),
    "balance": (f"{WORKBENCH}.balance:balance", "Measure a game's fair komi."),
    "styles": (f"{WORKBENCH}.styles:styles", "Measure how characters play."),
    "calibrate": (f"{WORKBENCH}.calibrate:calibrate", "Measure a game's levels."),
    "estimates": (
        f"{WORKBENCH}.estimates:estimates",
        "Fit the analysis' win shares to real results.",
    ),
    "train": (f"{WORKBENCH}.train:train", "Train a net on games of the search against itself."),
    "bench": (f"{WORKBENCH}.bench:bench", "Measure playouts a second."),
    "solve": (f"{WORKBENCH}.solve:solve", "Say how a small game ends under best play."),
    "problems": (f"{WORKBENCH}.puzzles:make", "Make problems from games of bots."),
    "openings": (f"{WORKBENCH}.explore:make", "Make a tree of openings by self-play."),
    "gtp": (f"{CLI}.gtp:gtp", "Speak the Go Text Protocol with another program."),
    "maps": (f"{CLI}.maps:maps", "List the maps, draw one, check a map file."),
    "doctor": (f"{CLI}.doctor:doctor", "Check versions, terminal, folders and saved games."),
}

HIDDEN = {
    **{name: f"lab {name}" for name in LAB if name not in ("problems", "openings")},
    "puzzles make": "lab problems",
    "explore make": "lab openings",
    "puzzles": "problems",
    "practise": "mistakes",
    "explore": "openings",
    "stats": "results",
    "config": "settings",
    "keys": "settings keys",
}
"""Names of older versions, some of two words, by those of today."""
UNLISTED = {
    "list": (f"{CLI}.pages:list_games", "List the games."),
    "tables": (f"{CLI}.host:tables", "List the open tables, or end one."),
    "relay": (f"{CLI}.host:relay", "Connect the standard streams to a table, for ssh."),
}
"""Commands that the help page leaves out."""

EPILOG = """\
\b
Examples:
  termgames                              the menu
  termgames play plurality               13x13 against a beginner
  termgames play plurality --size 9 --white bot:2
  termgames resume                       go on with the last game
  termgames learn plurality              lessons on the board
  termgames rules plurality | less
  termgames lab arena plurality --a bot:3 --b random --games 20

\b
Environment: every option can be given as TERMGAMES_COMMAND_GAME_OPTION, as in
TERMGAMES_PLAY_PLURALITY_SIZE=9; every setting as TERMGAMES_SETTING, as in
TERMGAMES_THEME=nord; TERMGAMES_DATA is the folder of saved games;
NO_COLOR is respected. The command line outranks the environment, which outranks
your settings (termgames help settings).

\b
Shell completion:
  bash   COMP_WORDBREAKS=${COMP_WORDBREAKS//:}
         eval "$(_TERMGAMES_COMPLETE=bash_source termgames)"
  zsh    eval "$(_TERMGAMES_COMPLETE=zsh_source termgames)"
  fish   _TERMGAMES_COMPLETE=fish_source termgames | source

\b
Exit codes: 0 fine, 1 the work failed, 2 wrong usage; 130 interrupted (SIGINT,
ctrl-C), 143 ended by SIGTERM, 129 by SIGHUP or a terminal that is gone.
"""


@click.group(
    cls=LazyGroup,
    lazy=GROUPS,
    hidden=UNLISTED,
    renamed=HIDDEN,
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
def root(ctx: click.Context, theme: str, ascii: bool, plain: bool) -> int:
    """Young territory games for the terminal, with opponents that play them well.

    Without a command, the menu opens.
    """
    from termgames.tui import config  # help does without the settings

    called = ctx.invoked_subcommand
    told = config.told() if called in (None, "review", *_OF_PLAYERS) else config.with_environment()
    given: dict[str, Any] = {"theme": theme, "ascii": ascii, "plain": plain}
    typed = {
        name: given[name] for name in given if ctx.get_parameter_source(name) in terminal.TYPED
    }
    ctx.obj = told = told.over(typed, "command line")
    if called is not None:
        _hand_down(ctx, called, told if called in _OF_PLAYERS else config.NOTHING.over(typed, ""))
        return 0
    if not terminal.draws(told.preferences.plain):
        click.echo(ctx.get_help())
        return 0
    terminal.prepare_screen()
    from termgames.tui.app import run_menu

    return run_menu(terminal.settings())


_OF_PLAYERS = ("play", "resume", "replay", "learn", "mistakes", "problems", "host", "join")
"""The commands of players: what their file of settings says holds for these."""


def _hand_down(ctx: click.Context, command: str, told: Config) -> None:
    """What is set, and options given before the command, apply to it unless it has its own."""
    values: dict[str, Any] = {name: told.values[name] for name in told.values if name != "theme"}
    if values.get("clock"):
        values["clock"] = (values["clock"],)
    own = told.games if command == "play" else {}
    if not values and not own:
        return
    from termgames import games  # help needs none of them

    below = {**values, **{game: {**own.get(game, {}), **values} for game in games.names()}}
    ctx.default_map = {command: dict.fromkeys(LAB, below) if command == "lab" else below}


root.params += settings_options.of_settings(*settings_options.LOOK, allow_from_autoenv=False)


@click.group("lab", cls=LazyGroup, lazy={"Commands": LAB})
def lab() -> None:
    """Measure and train bots, let programs play, check maps and this computer.

    \b
    Examples:
      termgames lab arena plurality --a bot:3 --b random --games 20
      termgames lab solve majorities --size 3
      termgames lab doctor
    """
