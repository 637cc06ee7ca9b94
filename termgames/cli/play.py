"""`termgames play GAME`."""

import contextlib
from typing import Any

import click

from termgames import games
from termgames.cli import common, settings_options, terminal
from termgames.cli.gameoptions import GameGroup, game_command
from termgames.core.errors import OptionError, StorageError
from termgames.core.options import GameInfo
from termgames.play.bots import calibrated_levels
from termgames.play.bots.players import FIRST, FORMS, USUAL, parse_player
from termgames.search import characters

_PLAYER = common.PlayerText(humans=True, programs=True)


def _build(info: GameInfo) -> click.Command:
    """The command that plays one game."""
    usual = info.seated(info.settle({}))
    first, last = usual[0], usual[-1]
    players = [
        click.Option(
            [f"--{seat}"],
            type=_PLAYER,
            metavar="PLAYER",
            help=f"Who plays {seat}." if seat in usual else f"Who plays {seat}, if anybody does.",
        )
        for seat in info.seats
    ]
    example = f"termgames play {info.id}"
    return game_command(
        info,
        _play,
        [
            *players,
            common.CLOCK,
            *settings_options.of_settings(*settings_options.THINKING),
            common.SEED,
            click.Option(
                ["--teach"],
                is_flag=True,
                help="A bot tells you when a move of yours loses a lot, and offers to take it "
                "back.",
            ),
            click.Option(
                ["--rated"],
                is_flag=True,
                help="Against the level that is an even game for you, unless you name another one; "
                "without hints, and nothing is taken back.",
            ),
            click.Option(["--no-save"], is_flag=True, help="Do not save the game."),
            *settings_options.of_settings(*settings_options.PLAYING),
        ],
        short_help=info.summary,
        help=f"Play {info.title} ({info.author}). {info.summary}\n\nYou play against {FIRST}, or "
        "the level that is an even game for you once you have a rating, from the side that has it "
        f"no harder. Where you name a player yourself, or in a pipe, you are {first}; in a pipe "
        f"your opponent is {USUAL}.\n\nPlayers: {FORMS}."
        " A program that is named here may play on whenever the game is resumed; those that only "
        "a record names are asked about." + _levels(info),
        epilog="\b\nExamples:\n"
        f"  {example}\n"
        f"  {example} --{last} human\n"
        f"  {example} --{last} bot:1 --teach\n"
        f"  {example} --clock 10m+5s --clock {last}=2m\n"
        f"  {example} --{first} bot:2 --{last} bot:5 --time 1 --plain\n"
        f"  printf 'legal\\nquit\\n' | {example}\n",
    )


def _levels(info: GameInfo) -> str:
    """Paragraphs on the strength of the bots' levels, where they were measured, and on their
    characters."""
    levels = calibrated_levels.levels_on(info.id, info.settle({}))
    basis, last = calibrated_levels.basis(levels), max(levels.by_number)
    known = characters.names(cards=info.cards(info.settle({})))
    styles = ". ".join(f"{name} {characters.CHARACTERS[name].about}" for name in known)
    said = f"\n\nCharacters, meant to be as strong as plain bots of their level: {styles}."
    if not basis:
        return said
    seconds = levels.by_number[last].level.seconds
    return f"\n\nLevels: {basis} It thinks {seconds:g} s a move.{said}"


def _play(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    from termgames.cli.table import seat_players
    from termgames.play import consent, new_game, profiles, store
    from termgames.play.bots import gtp_bot
    from termgames.play.match import Match, Terms
    from termgames.play.match_time import MatchTime
    from termgames.play.save_file import SaveFile
    from termgames.play.seeds import fresh_seed

    seed = options["seed"]
    seats = info.seated(info.settle(chosen))
    _refuse_empty_seats(info, seats)
    players = _players(info, seats, chosen, options)
    if options["rated"]:
        if options["teach"]:
            raise OptionError("there is no help in a rated game: leave out --rated or --teach")
        if options["time"] is not None or options["time_scale"] != 1:
            raise OptionError(common.OWN_TIME)
    if any(parse_player(player).human for player in players):
        chosen = info.played(chosen)
    chosen = profiles.resolved(info, chosen, players)
    if options["teach"]:
        new_game.refuse_to_teach(players)
    match = Match(
        games.create(info.id, chosen),
        players,
        fresh_seed() if seed is None else seed,
        time=MatchTime(common.clocks(options["clock"], seats)),
        terms=Terms(options["teach"], options["rated"]),
    )
    programs = consent.commands(players)
    gtp_bot.refuse(match.game, programs)
    for spec in map(parse_player, players):
        if spec.particular:
            # Searches are slow to load; the screen's bots do that in processes of their own.
            from termgames.play.bots import factory

            factory.refuse(spec, match.game)
    consent.remember_typed(programs)
    return seat_players(
        match,
        None if options["no_save"] else SaveFile(store.new_file(info.id)),
        terminal.settings(frozenset(programs)),
        plain=options["plain"],
        boards=options["boards"],
    )


def _players(
    info: GameInfo, seats: tuple[str, ...], chosen: dict[str, Any], options: dict[str, Any]
) -> tuple[str, ...]:
    """Those who were named, and on the other seats a human and bots, as the help says. OptionError
    for a rated game that cannot be one."""
    from termgames.play import new_game
    from termgames.play.history import ended, ladder

    named = tuple(options[seat] for seat in seats)
    attended = terminal.attended()
    alone = attended and not any(named)
    usual = new_game.alone(info, chosen, "") if alone else ("human", *("" for _ in seats[1:]))
    players = tuple(player or other for player, other in zip(named, usual, strict=True))
    humans = [spec.name for spec in map(parse_player, filter(None, players)) if spec.human]
    opponent = USUAL
    if options["rated"]:
        settled = info.settle(info.played(chosen))
        ladder.refuse(info, settled, [player or USUAL for player in players])
        opponent = ladder.opponent(info, settled, humans[0], ended.ended_games())
    elif attended and not all(named):
        with contextlib.suppress(StorageError):
            opponent = FIRST
            played = ended.ended_games(most=ended.MOST_FRESH)
            opponent = ladder.even_bots(humans[0] if humans else "", played).get(info.id, FIRST)
    return tuple(player or opponent for player in players)


def _refuse_empty_seats(info: GameInfo, seats: tuple[str, ...]) -> None:
    """OptionError when somebody was put on a seat that nobody has in this game."""
    ctx = click.get_current_context()
    can_grow = any(option.name == "players" for option in info.options)
    for number, seat in enumerate(info.seats[len(seats) :], len(seats) + 1):
        if ctx.get_parameter_source(seat) is click.core.ParameterSource.COMMANDLINE:
            remedy = f": add --players {number}" if can_grow else ""
            playing = ", ".join(seats)
            raise OptionError(f"--{seat}: nobody plays {seat} here, only {playing}{remedy}")


play = GameGroup(
    "play",
    build=_build,
    help="Play a game, on the screen or (with --plain, in a pipe) line by line.",
    epilog="\b\nExamples:\n  termgames play plurality\n  termgames play plurality --help\n",
)
