"""`termgames lab train GAME`: a policy for the search, learnt from its games against itself."""

import json
import shlex
import sys
from typing import Any

import click

from termgames.cli import common
from termgames.cli.gameoptions import of_each_game
from termgames.core.errors import OptionError
from termgames.core.extras import extra
from termgames.core.options import GameInfo
from termgames.workbench.commands import many_games


def _gone(_context: click.Context, option: click.Parameter, given: bool) -> None:
    """OptionError where an option is given that there was in older versions."""
    if given:
        raise OptionError(
            f"{option.opts[0]}: nets play no games alone any more: leave it out, and the search "
            "plays them with the net"
        )


_HOW = (
    common.folder(
        "--out",
        "folder",
        required=True,
        help="The folder for all files; training that was interrupted there is continued.",
    ),
    common.whole("--games", default=320, help="Games a generation."),
    common.whole("--playouts", default=400, low=16, help="Playouts a move of these games."),
    common.whole(
        "--generations",
        default=8,
        help="How often games are played and the net is trained on them.",
    ),
    common.file(
        "--first-net",
        help="Play the first games with this net in place of hand-made knowledge, and go on "
        "training it; it has the --channels, --depth and --pooling asked for.",
    ),
    click.Option(["--net-alone"], hidden=True, expose_value=False, is_flag=True, callback=_gone),
    common.whole("--channels", default=24, low=4, most=256, help="Channels of the net."),
    common.whole("--depth", default=2, low=1, most=32, help="3x3 convolutions of the net."),
    common.whole(
        "--pooling",
        default=0,
        low=0,
        most=32,
        help="Tell every N-th 3x3 convolution of the whole board as well; 0: none.",
    ),
    common.whole(
        "--steps",
        default=0,
        low=0,
        help="Steps of each fit, of 128 positions; 0: six looks at each position, from 200 to 6000 "
        "steps.",
    ),
    click.Option(
        ["--hours"],
        type=common.Positive("hours", 10_000),
        metavar="H",
        help="Stop after H hours, with what was learnt by then; given again, training goes "
        "on with the next generation.",
    ),
    common.whole(
        "--gate", default=200, low=0, help="The most games of the match at the end; 0 for no match."
    ),
    click.Option(
        ["--gate-time"],
        type=common.Positive("seconds", 3600),
        default=1.0,
        show_default=True,
        metavar="S",
        help="Seconds a move in that match.",
    ),
    common.jobs("Processes that play."),
    many_games.CLUSTER,
    click.Option(
        ["--seed"],
        type=common.Seed(),
        default=1,
        show_default=True,
        metavar="N",
        help="Seed of everything random.",
    ),
    common.as_json("Print the JSON line only."),
)


def _train(info: GameInfo, chosen: dict[str, Any], options: dict[str, Any]) -> int:
    with extra("train", "train needs JAX and optax"):
        from termgames.workbench.train.campaign import Campaign
    from termgames.workbench.train.gate import Gate
    from termgames.workbench.train.plan import BUNDLE, Plan

    def on_progress(text: str) -> None:
        if not options["as_json"]:
            progress.line(text)
        elif options["cluster"] is not None:
            progress.event("progress", what=text, workers=progress.workers.count())

    same = ("seed", "playouts", "games", "generations", "channels", "depth", "pooling", "steps")
    plan = Plan(
        info.id,
        chosen,
        bundle=min(BUNDLE, options["games"]),
        first_net=options["first_net"] and str(options["first_net"]),
        **{name: options[name] for name in same},
    )
    hours = options["hours"]
    gate = Gate(options["gate"], options["gate_time"], options["seed"])
    command = shlex.join(["termgames", *sys.argv[1:]])
    with many_games.working(options) as progress:
        campaign = Campaign(plan, options["folder"], on_progress)
        workers = progress.workers
        with campaign.begun():
            campaign.run(None if hours is None else hours * 3600, workers)
            click.echo(json.dumps(campaign.conclude(command, gate, workers)))
    return progress.code


train = of_each_game(
    "train",
    _train,
    _HOW,
    title="Learn {title}.",
    about="Learn a policy for {title}: a small net that tells the search which moves to look "
    "at.\n\n"
    "Generation after generation, the search plays games against itself and the net learns "
    "where it looked. At the end the search with the net meets the search without it, at equal "
    "time. The folder then holds the weights, to play with as mcts:time=2,policy=FILE, and "
    "beside them how they came about. The command can be ended at any time: given again, it "
    "goes on. Needs the extra: pip install 'termgames[train]'.",
    examples=(
        "lab train {id} --out learnt --hours 2",
        "lab train {id} --out trial --games 8 --playouts 64 --generations 1 --gate 0",
    ),
    help="Train a net that guides the search, on games of the search against itself.",
)
