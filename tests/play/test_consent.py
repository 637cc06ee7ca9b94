"""Programs that a record names: started with the user's consent and in no other way."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.play import consent, store
from termgames.play.bots import gtp_bot
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import GtpBot
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.bots.role import BotRole
from termgames.play.children.child import Child
from termgames.play.events import Failed
from termgames.play.gtp.program import NotAllowed, Program
from termgames.workbench.arena import Contest, play_game
from tests.cli.support import Cli
from tests.programs import Marking

OPTIONS = {"size": 5}


@pytest.fixture
def stranger(tmp_path: Path) -> Marking:
    return Marking(tmp_path)


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


# -- the one place -------------------------------------------------------------------------------


def test_a_program_does_not_start_unless_its_very_command_is_allowed(stranger: Marking) -> None:
    for allowed in (set(), {f"{stranger.command} "}, {stranger.player}, {"gnugo"}):
        with pytest.raises(NotAllowed, match="nobody has agreed"):
            Program(stranger.command, allowed=allowed)
    assert not stranger.started
    program = Program(stranger.command, allowed={stranger.command})
    assert program.ask("genmove black", 10) == "c3"
    program.close()
    assert stranger.started


def test_whoever_makes_bots_passes_consent_on_and_gives_none(stranger: Marking) -> None:
    game, spec = games.create("pletore", OPTIONS), parse_player(stranger.player)
    bot = make_bot(spec, game, seed=1)
    assert isinstance(bot, GtpBot)
    with pytest.raises(NotAllowed):
        bot.follow([])
    with pytest.raises(NotAllowed):
        play_game(Contest("pletore", tuple(OPTIONS.items()), (str(spec), "random"), 1), 0)
    process = Child(BotRole("pletore", OPTIONS, str(spec)))
    process.ask(1, game.start())
    said = process.read()
    process.close()
    assert isinstance(said, Failed)
    assert "NotAllowed" in said.text
    assert not stranger.started


def test_a_program_plays_in_a_process_of_its_own_when_allowed(stranger: Marking) -> None:
    game = games.create("pletore", OPTIONS)
    allowed = frozenset({stranger.command})
    options = BotOptions(allowed=allowed)
    process = Child(BotRole("pletore", OPTIONS, stranger.player, bot_options=options))
    process.ask(1, game.start())
    said = process.read()
    process.close()
    assert said is not None
    assert not isinstance(said, Failed)
    assert game.format(said.thought.move) == "c3"


# -- what is remembered ----------------------------------------------------------------------------


def test_commands_are_remembered_for_the_user_alone() -> None:
    assert consent.remembered() == frozenset()
    consent.remember(["gnugo --mode gtp"])
    consent.remember(["other 'a  b'"])
    assert consent.remembered() == {"gnugo --mode gtp", "other 'a  b'"}
    assert stat.S_IMODE(consent.path().stat().st_mode) == 0o600


@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_to_is_not_believed(mode: int) -> None:
    consent.remember(["gnugo"])
    consent.path().chmod(mode)
    assert consent.remembered() == frozenset()
    consent.remember(["mine"])
    assert consent.remembered() == {"mine"}, "and is written anew"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '["x"]', '{"allowed": "x"}', '{"allowed": [1, null, ["x"]]}', "[" * 9999],
)
def test_a_damaged_file_allows_nothing(text: str) -> None:
    consent.remember(["gnugo"])
    consent.path().write_text(text)
    assert consent.remembered() == frozenset()


def test_a_pipe_in_its_place_is_not_read() -> None:
    consent.path().parent.mkdir()
    os.mkfifo(consent.path(), 0o600)
    assert consent.remembered() == frozenset()


# -- doors that start nothing ----------------------------------------------------------------------


def test_resuming_in_a_pipe_gives_the_seat_to_a_human(cli: Cli, stranger: Marking) -> None:
    path = stranger.record()
    done = cli("resume", str(path), "--plain", stdin="a1\nquit\n")
    assert done.code == 0
    assert not stranger.started
    (line,) = done.err.splitlines()
    assert line.startswith(f"black: a human plays, the program {stranger.command} was not started")
    assert "--allow-program" in line
    assert store.read(path).players == ("human", "human")
    assert store.read(path).ply == 1


def test_the_last_saved_game_and_a_number_of_the_list(
    cli: Cli, stranger: Marking, own_data_folder: Path
) -> None:
    stranger.record(own_data_folder / "games" / "x.tgr", second="bot:1")
    for which in ([], ["1"]):
        assert cli("resume", *which, "--plain", stdin="quit\n").code == 0
    assert cli("resume", "--list").code == 0
    assert not stranger.started


def test_looking_at_a_record_starts_nothing(cli: Cli, stranger: Marking, tmp_path: Path) -> None:
    path = str(stranger.record())
    for command in (
        ["replay", path],
        ["replay", path, "--json"],
        ["export", path],
        ["export", path, "--redacted", "-o", str(tmp_path / "out.tgr")],
    ):
        assert cli(*command).code == 0
    assert not stranger.started


def test_a_record_that_is_loaded_over_gtp_seats_nobody(cli: Cli, stranger: Marking) -> None:
    path = stranger.record()
    asked = f"termgames-load {path}\ngenmove black\ngenmove white\nundo\nshowboard\nquit\n"
    done = cli("gtp", "pletore", "--bot", "random", stdin=asked)
    assert done.code == 0
    assert "?" not in done.out
    assert not stranger.started


def test_a_file_of_results_starts_nothing(cli: Cli, stranger: Marking, tmp_path: Path) -> None:
    """Neither as it is, nor where the contest that is asked for is another."""
    file = tmp_path / "kept.results"
    told = {"game": "pletore", "options": OPTIONS, "players": [stranger.player, "random"]}
    told |= {"seed": 1, "time": None, "time_scale": 1.0, "lineup": "", "cores": 1}
    file.write_text(json.dumps(told) + "\n")
    asked = ["arena", "pletore", "--size", "5", "--games", "1", "--resume", str(file)]
    assert cli(*asked, "--a", "random", "--b", "random").code == 2
    assert not stranger.started
    assert not consent.path().exists()


@pytest.mark.parametrize("command", ["touch x\x1b[2J\x07", "a\0b", "touch [/red]", "t" * 3000])
def test_a_command_is_shown_as_text(cli: Cli, tmp_path: Path, command: str) -> None:
    path = tmp_path / "game.tgr"
    path.write_text(f"termgames record 1\ngame: pletore\nsize: 5\nplayer 1: gtp:{command}\n\n")
    for asked in (["resume", str(path), "--plain"], ["replay", str(path)]):
        done = cli(*asked, stdin="quit\n")
        assert done.code == 0
        said = (done.out + done.err).replace("\n", "")
        assert said.isprintable()
        assert max(map(len, (done.out + done.err).splitlines())) < 600


@pytest.mark.parametrize(
    "player", ["nobody", "gtp:", "bot:" + "9" * 5000, "mcts:playouts=" + "9" * 5000]
)
def test_players_that_nobody_knows(cli: Cli, tmp_path: Path, player: str) -> None:
    path = tmp_path / "game.tgr"
    path.write_text(f"termgames record 1\ngame: pletore\nsize: 5\nplayer 1: {player}\n\n")
    done = cli("resume", str(path), "--plain")
    assert done.code == 1
    assert "in its header" in done.error
    assert cli("replay", str(path)).code == 0


def test_a_policy_that_a_record_names_is_no_trap(cli: Cli, tmp_path: Path) -> None:
    path, pipe = tmp_path / "game.tgr", tmp_path / "pipe"
    os.mkfifo(pipe)
    for policy in (pipe, "/dev/zero", tmp_path, "~no-one/x"):
        path.write_text(
            "termgames record 1\ngame: pletore\nsize: 5\n"
            f"player 1: mcts:playouts=9,policy={policy}\n\n"
        )
        done = cli("resume", str(path), "--plain")
        assert done.code == 1
        assert "cannot read weights from" in done.error


# -- doors with consent ----------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["", "gtp:"])
def test_the_option_allows_it_for_one_run(cli: Cli, stranger: Marking, prefix: str) -> None:
    other = ["--allow-program", "other"]
    allow = [*other, "--allow-program", prefix + stranger.command]
    path = str(stranger.record())
    done = cli("resume", path, "--plain", *allow, stdin="quit\n")
    assert done.code == 0
    assert stranger.started
    assert "c3" in done.out
    assert consent.remembered() == frozenset()
    assert store.read(Path(path)).players[0] == stranger.player


def test_the_option_allows_nothing_else(cli: Cli, stranger: Marking, tmp_path: Path) -> None:
    known = Marking(tmp_path, "known")
    path = stranger.record(second=known.player)
    done = cli("resume", str(path), "--plain", "--allow-program", known.command, stdin="a1\nquit\n")
    assert done.code == 0
    assert known.started
    assert not stranger.started


@pytest.mark.parametrize("command", ["", "gtp:", "gnugo 'x"])
def test_the_option_takes_a_command(cli: Cli, stranger: Marking, command: str) -> None:
    assert cli("resume", str(stranger.record()), "--allow-program", command).code == 2


def test_a_command_typed_at_play_is_remembered(cli: Cli, stranger: Marking) -> None:
    asked = ["pletore", "--size", "5", "--white", stranger.player, "--plain"]
    assert cli("play", *asked, stdin="a1\nquit\n").code == 0
    assert stranger.started
    assert consent.remembered() == {stranger.command}
    stranger.mark.unlink()
    assert cli("resume", "--plain", stdin="a2\nquit\n").code == 0
    assert stranger.started


def test_a_command_typed_in_the_arena_is_remembered(
    cli: Cli, stranger: Marking, tmp_path: Path
) -> None:
    kept = str(tmp_path / "kept.results")
    asked = ["pletore", "--size", "5", "--a", "random", "--b", stranger.player, "--games", "1"]
    assert cli("arena", *asked, "--resume", kept).code == 0
    assert stranger.started
    assert consent.remembered() == {stranger.command}


def test_a_folder_that_cannot_be_written_does_not_keep_one_from_playing(
    cli: Cli, stranger: Marking, own_data_folder: Path
) -> None:
    own_data_folder.write_text("in the way")
    asked = ["pletore", "--size", "5", "--white", stranger.player, "--plain", "--no-save"]
    assert cli("play", *asked, stdin="a1\nquit\n").code == 0
    assert stranger.started


# -- games that no program can play ----------------------------------------------------------------


def test_where_it_is_typed_it_is_wrong_usage(cli: Cli, stranger: Marking) -> None:
    for command in (
        ["play", "mitropia", "--black", stranger.player],
        ["play", "mitropia", "--no-dice", "--black", stranger.player],
        ["arena", "mitropia", "--a", stranger.player],
    ):
        done = cli(*command)
        assert done.code == 2
        assert "dice and cards" in done.error
    for command in (
        ["gtp", "pletore", "--bot", stranger.player],
        ["balance", "pletore", "--player", stranger.player],
    ):
        done = cli(*command)
        assert done.code == 2
        assert "in the arena alone" in done.error
    assert not stranger.started
    assert consent.remembered() == frozenset()


def test_games_without_luck_can_be_played(cli: Cli, stranger: Marking) -> None:
    go = ["--map", "9x9", "--players", "2", "--pro", "--range", "none", "--plain"]
    asked = ["play", "mitropia", *go, "--black", stranger.player, "--white", "human"]
    assert cli(*asked, stdin="quit\n").code == 0
    assert stranger.started


def test_in_a_record_the_seat_becomes_a_humans(cli: Cli, stranger: Marking) -> None:
    path = stranger.record()
    path.write_text(
        f"termgames record 1\ngame: pletore\nsize: 5\nplayer 1: {stranger.player}\n"
        "to move: black\nboard:\n    .....\n    .w...\n    .....\n    .....\n    .....\n\n"
    )
    allow = ["--allow-program", stranger.command]
    done = cli("resume", str(path), "--plain", *allow, stdin="quit\n")
    assert done.code == 0
    assert "a position that a game begins from" in done.err
    assert not stranger.started


def test_the_parts_of_a_game_that_no_program_plays() -> None:
    with pytest.raises(OptionError, match="choose a bot"):
        gtp_bot.refuse(games.create("mitropia", {}), ["cat"])
