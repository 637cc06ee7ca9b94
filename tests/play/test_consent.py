"""Programs that a record names: started with the user's consent and in no other way."""

import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.play import consent, store
from termgames.play.bots import gtp_bot
from termgames.play.bots.factory import make_bot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.bots.processes import BotRole
from termgames.play.children.child import Child
from termgames.play.events import Failed
from termgames.play.gtp.program import NotAllowed, Program
from termgames.workbench.arena import Contest, play_game
from tests.cli.support import Cli
from tests.play.support import match
from tests.programs import Marking

OPTIONS = {"size": 5}
HEAD = "termgames record 1\ngame: pletore\nsize: 5\nplayer 1: {}\n{}\n"
PLACED = "to move: black\nboard:\n    .....\n    .w...\n    .....\n    .....\n    .....\n"


@pytest.fixture
def stranger(tmp_path: Path) -> Marking:
    return Marking(tmp_path)


def test_a_program_starts_where_its_very_command_is_allowed(stranger: Marking) -> None:
    for allowed in (set(), {f"{stranger.command} "}, {stranger.player}, {"gnugo"}):
        with pytest.raises(NotAllowed, match="nobody has agreed"):
            Program(stranger.command, allowed=allowed)
    game, spec = match("pletore size=5").game, parse_player(stranger.player)
    with pytest.raises(NotAllowed):
        make_bot(spec, game, seed=1).follow([])
    with pytest.raises(NotAllowed):
        play_game(Contest("pletore", tuple(OPTIONS.items()), (str(spec), "random"), 1), 0)
    for allowed in (frozenset(), frozenset({stranger.command})):
        how = BotOptions(allowed=allowed)
        process = Child(BotRole("pletore", OPTIONS, str(spec), bot_options=how))
        process.ask(1, game.start())
        said: Any = process.read()
        process.close()
        assert isinstance(said, Failed) == (not allowed) == (not stranger.started)
        assert "NotAllowed" in said.text if not allowed else game.format(said.thought.move) == "c3"
    with pytest.raises(OptionError, match="choose a bot"):
        gtp_bot.refuse(match("mitropia", seed=1).game, ["cat"])


def test_commands_are_remembered_for_the_user_alone() -> None:
    assert consent.remembered() == frozenset()
    consent.remember(["gnugo --mode gtp"])
    consent.remember(["other 'a  b'"])
    assert consent.remembered() == {"gnugo --mode gtp", "other 'a  b'"}
    assert stat.S_IMODE(consent.path().stat().st_mode) == 0o600
    for mode in (0o620, 0o602):  # a file that others may write to is not believed
        consent.path().chmod(mode)
        assert consent.remembered() == frozenset()
        consent.remember(["mine"])
        assert consent.remembered() == {"mine"}, "and is written anew"
    for text in ("", '["x"]', '{"allowed": "x"}', '{"allowed": [1, null, ["x"]]}', "[" * 9999):
        consent.path().write_text(text)
        assert consent.remembered() == frozenset(), "a damaged file allows nothing"
    consent.path().unlink()
    os.mkfifo(consent.path(), 0o600)
    assert consent.remembered() == frozenset()


def test_doors_that_start_nothing(cli: Cli, stranger: Marking, own_data_folder: Path) -> None:
    path = stranger.record()
    done = cli("resume", str(path), "--plain", stdin="a1\nquit\n")
    (line,) = done.err.splitlines()
    assert line.startswith(f"black: a human plays, the program {stranger.command} was not started")
    assert "--allow-program" in line
    assert (store.read(path).players, store.read(path).ply) == (("human", "human"), 1)
    stranger.record(own_data_folder / "games" / "x.tgr", second="bot:1")
    out, results = str(stranger.folder / "out.tgr"), stranger.folder / "kept.results"
    game = str(stranger.record())
    for command in (
        ["resume", "--plain"],
        ["resume", "1", "--plain"],
        ["resume", "--list"],
        ["replay", game],
        ["replay", game, "--json"],
        ["export", game],
        ["export", game, "--redacted", "-o", out],
    ):
        assert cli(*command, stdin="quit\n").code == 0
    asked = f"termgames-load {game}\ngenmove black\ngenmove white\nundo\nshowboard\nquit\n"
    done = cli("gtp", "pletore", "--bot", "random", stdin=asked)
    assert (done.code, "?" in done.out) == (0, False), "nobody is seated"
    told = {"game": "pletore", "options": OPTIONS, "players": [stranger.player, "random"]}
    told |= {"seed": 1, "time": None, "time_scale": 1.0, "lineup": "", "cores": 1}
    results.write_text(json.dumps(told) + "\n")
    arena = ["arena", "pletore", "--size", "5", "--games", "1", "--resume", str(results)]
    assert cli(*arena, "--a", "random", "--b", "random").code == 2
    assert not stranger.started
    assert not consent.path().exists()


def test_odd_players_are_text_and_policies_no_traps(cli: Cli, tmp_path: Path) -> None:
    path, pipe = tmp_path / "game.tgr", tmp_path / "pipe"
    os.mkfifo(pipe)
    odd = [f"gtp:{each}" for each in ("touch x\x1b[2J\x07", "a\0b", "touch [/red]", "t" * 3000)]
    wrong = ["nobody", "gtp:", "bot:" + "9" * 5000]
    for player in (*odd, *wrong, *(f"mcts:policy={each}" for each in (pipe, "/dev/zero", "~no/x"))):
        path.write_text(HEAD.format(player, ""))
        says = "in its header" if player in wrong else "cannot read weights from"
        for command, code in (("resume", int(player not in odd)), ("replay", 0)):
            done = cli(command, str(path), *["--plain"] * (command == "resume"), stdin="quit\n")
            assert done.code == code
            assert not code or says in done.error
            assert (done.out + done.err).replace("\n", "").isprintable()
            assert max(map(len, (done.out + done.err).splitlines())) < 600


@pytest.mark.parametrize("prefix", ["", "gtp:"])
def test_the_option_allows_one_command(
    cli: Cli, stranger: Marking, tmp_path: Path, prefix: str
) -> None:
    known = Marking(tmp_path, "known")
    path = stranger.record(second=known.player)
    resume = ["resume", str(path), "--plain", "--allow-program"]
    assert cli(*resume, prefix + known.command, stdin="a1\nquit\n").code == 0
    assert (known.started, stranger.started, consent.remembered()) == (True, False, frozenset())
    path = stranger.record()
    asked = [*resume, "other", "--allow-program", prefix + stranger.command]
    assert "c3" in cli(*asked, stdin="quit\n").out
    assert store.read(path).players[0] == stranger.player
    for command in ("", "gtp:", "gnugo 'x"):
        assert cli(*resume, command).code == 2


def test_a_command_that_is_typed_is_remembered(cli: Cli, stranger: Marking) -> None:
    play = ["play", "pletore", "--size", "5", "--white", stranger.player, "--plain"]
    assert cli(*play, stdin="a1\nquit\n").code == 0
    assert stranger.started
    assert consent.remembered() == {stranger.command}
    stranger.mark.unlink()
    assert cli("resume", "--plain", stdin="a2\nquit\n").code == 0
    assert stranger.started
    consent.path().unlink()
    arena = ["arena", "pletore", "--size", "5", "--a", "random", "--b", stranger.player]
    assert cli(*arena, "--games", "1").code == 0
    assert consent.remembered() == {stranger.command}


def test_a_program_plays_from_the_start_and_without_luck(cli: Cli, stranger: Marking) -> None:
    path = stranger.record()
    path.write_text(HEAD.format(stranger.player, PLACED))
    done = cli(*["resume", str(path), "--plain", "--allow-program", stranger.command], stdin="quit")
    assert done.code == 0
    assert "a position that a game begins from" in done.err
    assert not stranger.started, "a human plays"
    go = ["--map", "9x9", "--players", "2", "--pro", "--range", "none", "--plain"]
    asked = ["play", "mitropia", *go, "--black", stranger.player, "--white", "human"]
    assert cli(*asked, stdin="quit\n").code == 0
    assert stranger.started
