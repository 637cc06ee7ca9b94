"""Other programs as players: what goes over the line, and what becomes of faulty ones."""

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.play import record
from termgames.play.bots import allowance, gtp_bot
from termgames.play.bots.bot import Resigned
from termgames.play.bots.factory import make_bot
from termgames.play.bots.gtp_bot import GtpBot, GtpBotError, move_texts, period
from termgames.play.bots.options import BotOptions
from termgames.play.bots.players import parse_player
from termgames.play.text.line_game import LineGame
from termgames.workbench.arena import Contest, GameResult, play_game
from tests.cli.support import Cli
from tests.play.support import match, play
from tests.processes import gone

SCRIPTED = """
import sys, time
log = open({log!r}, "a")
answers = {answers!r}
for line in sys.stdin:
    line = line.strip()
    print(line, file=log, flush=True)
    said = next((text for start, text in answers.items() if line.startswith(start)), "=")
    if isinstance(said, list):
        said = said.pop(0)
    if said == "die":
        sys.exit("out of luck")
    if said == "hang":
        time.sleep(60)
    print(said + "\\n", flush=True)
    if line == "quit":
        break
"""


GO = "mitropia map=9x9 players=2 no-dice no-cards range=none"


class Script:
    """A program that answers as it is told to and keeps what it was asked."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.log = folder, folder / "log"

    def command(self, **answers: str | list[str]) -> str:
        """How it is started; answers by the command's name."""
        path = self.folder / "program.py"
        path.write_text(SCRIPTED.format(log=str(self.log), answers=answers))
        return shlex.join([sys.executable, "-S", str(path)])

    def bot(self, game: str = "pletore size=5", **answers: str | list[str]) -> GtpBot:
        command = self.command(**answers)
        return GtpBot(command, match(game).game, allowed={command})

    def first_game(self, game: str = "pletore size=5", **answers: Any) -> GameResult:
        """It begins, without a random opening, against a player that takes the first move."""
        command, rules = self.command(**answers), match(game).game
        players = (f"gtp:{command}", "random")
        chosen = tuple(rules.options.items())
        allowed = frozenset({command})
        return play_game(Contest(rules.id, chosen, players, 3, allowed=allowed, random_plies=0), 0)

    @property
    def asked(self) -> list[str]:
        return self.log.read_text().splitlines()


@pytest.fixture
def script(tmp_path: Path) -> Script:
    return Script(tmp_path)


def test_a_command_is_kept_as_it_is() -> None:
    spec = parse_player(" GTP:/opt/Go/GnuGo --Level 'a  b' ")
    assert (spec.kind, spec.label, spec.human) == ("gtp", "GnuGo", False)
    assert str(spec) == "gtp:/opt/Go/GnuGo --Level 'a  b'"
    assert parse_player(str(spec)) == spec
    for text in ("gtp", "gtp:  ", "gtp:gnugo 'level", "gtp:cat \tx", "gtp:cat \udcff"):
        with pytest.raises(OptionError, match=r"gtp:gnugo --mode gtp"):
            parse_player(text)
    command = "no-such-program --fast"
    bot = GtpBot(command, match("pletore size=5").game, allowed={command})
    with pytest.raises(OptionError, match=r'"gtp:no-such-program --fast": there is no program'):
        bot.follow([])


def test_the_program_is_told_every_move_and_all_of_them_again_after_undo(script: Script) -> None:
    bot = script.bot(genmove=["= a1", "noise\n= B1", "= c1", "? cannot think"])
    of = match("pletore size=5")

    def turn(*played: str) -> None:
        play(of, *played)
        bot.follow(move_texts(of))
        of.submit(bot.think(of.state).move)

    turn()
    turn("e5")
    of.undo(1)
    turn("d5")
    with pytest.raises(GtpBotError, match='refused "genmove black": cannot think'):
        turn("d4")
    bot.close()
    start, komi, *asked = [line for line in script.asked if "boardsize" not in line]
    assert (start, komi) == ("clear_board", f"komi {of.game.options['komi']:g}")
    first = ["genmove black", "play white e5", "genmove black", start, komi, "play black a1"]
    rest = ["play white d5", "genmove black", "play white d4", "genmove black", "quit"]
    assert asked == [*first, *rest]


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("plurality hex=4 komi=2.5", ["boardsize 4", "clear_board", "komi 2.5"]),
        ("plurality size=9 pie", ["boardsize 9", "clear_board"]),
        ("mitropia map=9x9-cut players=2 pro", ["clear_board", "komi 0"]),
    ],
)
def test_boards_and_komi(script: Script, game: str, lines: list[str]) -> None:
    bot = script.bot(game, genmove="= resign")
    bot.follow([])
    with pytest.raises(Resigned):
        bot.think(match(game).state)
    bot.close()
    assert script.asked[:-2] == lines


@pytest.mark.parametrize("knows", [True, False])
def test_the_time_is_told_to_who_can_hear_it(script: Script, knows: bool) -> None:
    told = {5.0: (5, 1), 0.5: (1, 2), 0.2: (1, 5), 2.5: (5, 2), 0.001: (1, 100), 1.23: (123, 100)}
    assert {seconds: period(seconds) for seconds in told} == told
    command = script.command(known_command=f"= {str(knows).lower()}", genmove=["= a1", "= a2"])
    game, spec = match("pletore size=5").game, parse_player(f"gtp:{command}")
    options = BotOptions(1.0, 0.25, allowed=frozenset({spec.command}))
    bot: Any = make_bot(spec, game, seed=1, options=options)
    with pytest.raises(OptionError, match="and in the arena"):
        bot.think(game.start())
    for moves, seconds in (([], 7.9), ([("black", "a1"), ("white", "b2")], 0.4)):
        bot.follow(moves)
        bot.think(game.start(), seconds=seconds)
    bot.close()
    heard = ["time_left black 7 1", "time_left black 1 1"] if knows else []
    assert [line for line in script.asked if line.startswith("time_left")] == heard
    assert "time_settings 0 1 4" in script.asked


def test_termgames_plays_itself(cli: Cli, tmp_path: Path) -> None:
    """Both ends of the protocol, in a game with names of its own and with an offer."""
    program = f"gtp:{shlex.quote(sys.executable)} -m termgames gtp plurality --pie --bot greedy"
    asked = ["--a", "random", "--b", program, "--games", "2", "--size", "6", "--pie"]
    done = cli("arena", "plurality", *asked, "--seed", "4", "--save", str(tmp_path / "games"))
    told = json.loads(done.out.splitlines()[-1])
    assert (done.code, told["games"], told["b"]["player"]) == (0, 2, program)
    assert "forfeits" not in told
    assert told["cpu_per_move"]["b"] > 0
    for file in (tmp_path / "games").iterdir():
        assert program in record.load(file.read_text()).players


@pytest.mark.parametrize(
    ("game", "genmove", "said"),
    [
        (GO, "= resign", "resigned"),  # where nobody can
        ("pletore size=5", "= Q11", '"Q11" as black'),
        ("pletore size=5", "die", 'ended at "genmove black" (code 1): out of luck'),
        ("pletore size=5", "hang", 'did not answer "genmove black" within 0.4 s'),
    ],
)
def test_a_faulty_program_loses(
    script: Script, monkeypatch: Any, game: str, genmove: str, said: str
) -> None:
    monkeypatch.setattr(gtp_bot, "_PATIENCE", 0.4 if genmove == "hang" else gtp_bot._PATIENCE)
    told = script.first_game(game, genmove=genmove)
    assert (told.shares, record.load(told.record).ply) == ((0.0, 1.0), 0)
    assert said in told.forfeit
    assert f'\n# "gtp:{told.forfeit[5:]}' in told.record


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"boardsize": "? unacceptable size"}, 'refused "boardsize 5": unacceptable size'),
        ({"play": "? illegal move"}, 'refused "play black'),
        ({"genmove": "= resign"}, ""),
    ],
)
def test_who_cannot_play_ends_it(cli: Cli, script: Script, answers: Any, said: str) -> None:
    program = f"gtp:{script.command(**answers)}"
    asked = ["--a", "random", "--b", program, "--size", "5", "--games", "2", "--seed", "1"]
    done = cli("arena", "pletore", *asked)
    assert done.code == bool(said)
    if said:
        assert said in done.error
        return
    assert json.loads(done.out.splitlines()[-1])["forfeits"] == {f'"{program}" resigned': 2}
    assert f'"{program}" resigned: 2 games' in done.out
    assert f'"{program}" resigned)' in done.err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the system does not offer it")
def test_a_program_that_hangs_dies_with_its_parent() -> None:
    inner = "import os, time; print('=', os.getpid(), '\\n', flush=True); time.sleep(60)"
    outer = (
        "import sys, os; from termgames.play.gtp.program import Program;"
        "program = Program(sys.argv[1], allowed={sys.argv[1]});"
        "print(program.ask('begin', 10), flush=True); os.kill(os.getpid(), 9)"
    )
    started = [sys.executable, "-c", outer, shlex.join([sys.executable, "-c", inner])]
    done = subprocess.run(started, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL
    assert gone(int(done.stdout))


def test_a_program_is_waited_for_asked_anew_and_replaced(script: Script, monkeypatch: Any) -> None:
    # Long enough for a program to start on a busy machine.
    monkeypatch.setattr(allowance, "GRACE", 0.8)
    monkeypatch.setattr(allowance, "PROGRAM_TIME", 0.0)
    bot, said, lines = script.bot(genmove="hang"), list[str](), iter(["1", "2", "3", "quit"])
    of = match("pletore size=5", players="gtp:program human")

    def ask(prompt: str) -> str:
        said.append(prompt)
        return next(lines)

    LineGame(of, bots={0: bot}, ask=ask, say=said.append, warn=said.append).run()
    assert sum("has not answered for 0.8 seconds" in line for line in said) == 3
    assert script.asked.count("boardsize 5") == 2
    assert of.players == ("human", "human")
    assert "1. black> " in said
