"""Every value that an option accepts arrives, whichever way it is given.

The ways: the command line and the environment of `play`, `gtp` and `arena`, the form for a new
game, commands of GTP, and records. A value has arrived when the game's own options hold it.
"""

import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.widgets import Input, Select

from termgames import games
from termgames.cli import main
from termgames.core import maps
from termgames.core.game import has_chance
from termgames.core.options import Option, Value
from termgames.play import profiles, record, store
from termgames.play.bots import calibrated_levels
from termgames.play.match import Match
from termgames.play.new_game import NewGame, chosen_of
from termgames.tui.app import Settings, TermgamesApp
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.seatform import SeatForm
from termgames.workbench import arena
from tests.contract.support import (
    SETTINGS,
    accepted,
    every_game,
    every_option,
    every_setting,
    game_of,
    together,
)

PLAYERS = (
    "human",
    "human:Ann B.",
    "random",
    "greedy",
    "bot:1",
    "bot:9",
    "mcts:playouts=7",
    "mcts:playouts=7,time=0.5,temperature=0.3,policy=off",
    "uct:time=1.5",
    "gtp:x[/x] [b]",
)
"""Players of every kind."""


class Main:
    """Runs the command line inside the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str, stdin: str = "") -> str:
        """The output of a command that ends well."""
        stream = io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8")
        self.monkeypatch.setattr(sys, "stdin", stream)
        self._capsys.readouterr()
        code = main(arguments)
        out, err = self._capsys.readouterr()
        assert code == 0, err
        return out


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Main:
    return Main(monkeypatch, capsys)


def typed(game_id: str, chosen: Mapping[str, Value]) -> list[str]:
    """The options as a user types them; flags that are off are left out."""
    info, words = games.info(game_id), []
    for name, value in chosen.items():
        option = info.option(name)
        if option.kind != "flag":
            words += [f"--{name}", option.write(value)]
        elif value != option.default:
            words.append(f"--{name}" if value else f"--no-{name}")
    return words


def variable(command: str, game_id: str, name: str) -> str:
    return f"TERMGAMES_{command}_{game_id}_{name}".replace("-", "_").upper()


def put_into_environment(
    environment: pytest.MonkeyPatch, command: str, game_id: str, chosen: Mapping[str, Value]
) -> None:
    for name, value in chosen.items():
        text = games.info(game_id).option(name).write(value)
        environment.setenv(variable(command, game_id, name), text)


def opened_by(run: Main, command: str, game_id: str, words: list[str]) -> Mapping[str, Any]:
    """The options of the game that a command opens."""
    if command == "gtp":
        told = run("gtp", game_id, *words, stdin="termgames-state\nquit\n")
        found: Mapping[str, Any] = json.loads(told.partition("\n")[0].removeprefix("= "))
        return dict(found["options"])
    if command == "play":
        seats = [f"--{seat}=human" for seat in games.info(game_id).seats[:2]]
        run("play", game_id, *words, *seats, "--plain", stdin="save game.tgr\nquit\n")
        match = store.read(Path("game.tgr"))
        Path("game.tgr").unlink()
        return match.game.options
    contests: list[arena.Contest] = []

    def nothing_is_played(tasks: Iterator[arena.Task], workers: object) -> Sequence[Any]:
        contests.append(next(tasks)[0])
        return ()

    run.monkeypatch.setattr(arena, "play_games", nothing_is_played)
    run("arena", game_id, *words)
    return arena.game_of(contests[-1]).options


def expected(game_id: str, chosen: Mapping[str, Value], command: str) -> Mapping[str, Any]:
    """The options of a game with these chosen, as `command` sets it up."""
    info = games.info(game_id)
    if command == "play":
        # A human takes part, and the players' profiles are at hand: nobody has played.
        chosen = info.played(chosen)
        players = ["human"] * len(info.seated(info.settle(chosen)))
        chosen = profiles.resolved(info, chosen, players)
    return games.create(game_id, chosen).options


@every_option
@pytest.mark.parametrize("command", ["gtp", "play", "arena"])
def test_the_command_line_and_the_environment(
    run: Main, tmp_path: Path, command: str, game_id: str, option: Option
) -> None:
    run.monkeypatch.chdir(tmp_path)
    for text, value in accepted(game_id, option):
        chosen = together(game_id, option.name, value)
        wanted = expected(game_id, chosen, command)
        others = {name: other for name, other in chosen.items() if name != option.name}
        words = typed(game_id, {option.name: value})
        if option.kind != "flag":
            words = [f"--{option.name}={text}"]
        found = opened_by(run, command, game_id, [*typed(game_id, others), *words])
        assert found == wanted, words
        with pytest.MonkeyPatch.context() as environment:
            put_into_environment(environment, command, game_id, chosen)
            environment.setenv(variable(command, game_id, option.name), text)
            assert opened_by(run, command, game_id, []) == wanted, text


@every_option
def test_an_option_without_its_value(run: Main, game_id: str, option: Option) -> None:
    """As `--hex` stands for `--hex 7`."""
    if option.bare is None:
        return
    chosen = {option.name: option.bare}
    assert opened_by(run, "gtp", game_id, [f"--{option.name}"]) == expected(game_id, chosen, "gtp")


def test_the_command_line_overrules_what_does_not_go_with_it_and_nothing_else(run: Main) -> None:
    put_into_environment(run.monkeypatch, "gtp", "plurality", {"hex": 5, "komi": 0.0})
    found = opened_by(run, "gtp", "plurality", ["--size", "9"])
    assert (found["size"], found["hex"], found["komi"]) == (9, None, 0)


@every_option
def test_a_record_and_commands_of_gtp(
    run: Main, tmp_path: Path, game_id: str, option: Option
) -> None:
    """Written by the program, and by hand; one is loaded, and komi and size have commands of their
    own."""
    info, path = games.info(game_id), tmp_path / "game.tgr"
    for text, value in accepted(game_id, option):
        chosen = together(game_id, option.name, value)
        game = games.create(game_id, chosen)
        match = Match(game, ("human",) * game.seats, 1, draws=False)
        assert record.load(record.write(match), draws=False).game.options == game.options
        lines = {name: info.option(name).write(chosen[name]) for name in chosen}
        header = "".join(f"{name}: {told}\n" for name, told in {**lines, option.name: text}.items())
        loaded = record.load(f"termgames record 1\ngame: {game_id}\n{header}\n", draws=False)
        assert loaded.game.options == game.options
        store.save(match, path)
        asked = [(f"termgames-load {path}", dict(game.options))]
        command = {"komi": "komi", "size": "boardsize"}.get(option.name)
        if command is not None:
            found = expected(game_id, {option.name: value}, "gtp")
            asked.append((f"{command} {text}", dict(found)))
        for line, options in asked:
            told = run("gtp", game_id, stdin=f"{line}\ntermgames-state\nquit\n").split("\n\n")
            assert told[0].strip() == "=", (line, told[0])
            assert json.loads(told[1].removeprefix("= "))["options"] == options, line


# -- the form ---------------------------------------------------------------------------------


@every_game
async def test_rows_of_the_form(game_id: str) -> None:
    """Every value is shown by a row that begins with it, and taken by one where it is entered; and
    so are players of every kind."""
    info = games.info(game_id)
    values = [(option, *each) for option in info.options for each in accepted(game_id, option)]
    ladder = calibrated_levels.levels_on(game_id, info.settle({}))
    app: App[None] = App()
    async with app.run_test() as pilot:
        filled = [OptionRow(option, value) for option, _, value in values]
        entered = [OptionRow(option) for option, _, _ in values]
        seats = [
            SeatForm(seat, info.seats[0], player, ladder, profiled=True)
            for seat, player in enumerate(PLAYERS)
        ]
        await app.mount(*filled, *entered, *seats)
        await pilot.pause()
        for (option, text, value), first, second in zip(values, filled, entered, strict=True):
            assert first.value == value, (option.name, text)
            control = second.query_one(f"#option-{option.name}")
            assert isinstance(control, Input | Select)
            # Maps that are not listed are filled in only.
            if option.kind != "map" or value in maps.shipped():
                control.value = text
                assert second.value == value, (option.name, text)
        assert [form.check(ladder) for form in seats] == [""] * len(PLAYERS)
        assert [form.player for form in seats] == list(PLAYERS)


@every_setting
def test_a_game_is_told_by_options_that_begin_the_same_one(setting: Any) -> None:
    """What the form is filled in with after a game."""
    game = game_of(setting)
    assert games.create(game.id, chosen_of(game)).options == game.options


@every_game
async def test_the_whole_form(monkeypatch: pytest.MonkeyPatch, game_id: str) -> None:
    """A form that is filled in with the game before begins the same one, players and all."""
    setting = [setting for setting in SETTINGS if setting[0] == game_id][-1]
    game, begun = game_of(setting), []
    # Other programs play no game of dice and cards.
    able = [each for each in PLAYERS if not (has_chance(game) and each.startswith("gtp:"))]
    players = tuple(able[::-1][: game.seats])
    app = TermgamesApp(Settings(), lambda opener: None)
    monkeypatch.setattr(app.opener, "open_game", lambda match, file: begun.append(match))
    async with app.run_test() as pilot:
        app.opener.open_form(NewGame(game_id, chosen_of(game), players))
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
    (match,) = begun
    assert (match.game.options, match.players) == (game.options, players)
