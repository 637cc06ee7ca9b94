"""GTP: a command that is answered with `?` has changed nothing, in any game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.core.game import CHANCE
from termgames.core.options import Value
from termgames.play import record
from termgames.play.gtp.engine import Engine
from termgames.play.match import Match
from termgames.search.limits import Thought
from tests.contract.support import BASE
from tests.toy_card_game.rules import Lots

STEPS = 120

TELLING = (
    *("termgames-state", "termgames-count", "termgames-legal_moves"),
    *("showboard", "final_score"),
)
"""Commands that only tell."""

TABLES: list[tuple[str, dict[str, Value]]] = [
    *((game_id, BASE.get(game_id, {"size": 5})) for game_id in games.GAMES),
    ("plurality", {"size": 5, "pie": True}),
    ("mitropia", {}),
    ("lots", {}),
]

NEVER_REFUSED = frozenset(
    {
        *TELLING,
        *("clear_board", "known_command", "list_commands", "name"),
        *("protocol_version", "quit", "version"),
    }
)


class Unreliable:
    """A bot that plays at random, and at times a move from elsewhere, or breaks down."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.rng = game, random.Random(seed)
        self.elsewhere = game.legal_moves(game.start())

    def think(self, state: Any, **_: Any) -> Thought:
        luck = self.rng.random()
        if luck < 0.2:
            raise RuntimeError("out of order")
        moves = self.elsewhere if luck < 0.5 else self.game.legal_moves(state)
        return Thought(self.rng.choice(moves))


def observed(to: Engine) -> dict[str, Any]:
    """All that later answers of the engine depend on."""
    match = to.match
    ahead = match.copy()
    falls = []
    while ahead.to_act == CHANCE:
        falls.append(ahead.draw())
    return {
        **{name: to.answer(name) for name in TELLING},
        "options": dict(match.game.options),
        "moves": match.moves,
        "by chance": [match.by_chance(ply) for ply in range(match.ply)],
        "undone": match.undone,
        "loss": match.loss,
        "players and seed": (match.players, match.seed),
        "what falls next": falls,
        "question": ahead.prompt(),
        "clocks": {seat: (clock.left(0), clock.allowance(0)) for seat, clock in to.clocks.items()},
        "running": to.running,
    }


def commands(to: Engine, rng: random.Random, texts: list[str], files: list[Path]) -> str:
    """A command, right as often as wrong; `texts` are moves of the game."""
    match = to.match
    game, state = match.game, match.state
    legal = [] if match.over else [game.format(move) for move in game.legal_moves(state)]
    texts += rng.sample(legal, min(3, len(legal)))
    seats = [game.seat_name(state, seat) for seat in range(game.seats)]
    somebody = rng.choice([*seats, "chance", "nobody", ""])
    anything = rng.choice([*texts[-20:], "z99", "a1", "pass", "resign", "??", "", "9,9,9"])
    asked = "chance" if game.to_act(state) == CHANCE else rng.choice(seats)
    if not match.over and match.to_act != CHANCE:
        asked = game.seat_name(state, game.to_act(state))
    number = rng.choice(["0", "5", "7", "9", "-1", "99", "x", "", "nan", "6.5"])
    right = f"play {asked} {rng.choice(legal)}" if legal else "undo"
    return rng.choice(
        [
            *([right] * 4),
            f"play {asked} {anything}",
            f"play {somebody} {anything}",
            f"play {rng.choice(seats)} {anything}",
            f"play {rng.choice(seats)} z99",
            f"genmove {asked}",
            f"genmove {rng.choice(seats)}",
            f"genmove {somebody}",
            "termgames-chance",
            f"termgames-chance {anything}",
            *["undo"] * 2,
            f"time_left {somebody} {number} {number}",
            f"list_stones {somebody}",
            rng.choice(
                [
                    "clear_board",
                    f"boardsize {number}",
                    f"komi {number}",
                    f"time_settings {number} {number} {number}",
                    f"time_settings 60 {number} 5",
                    f"termgames-load {rng.choice(files)}",
                    "termgames-load",
                    "loadsgf x.sgf",
                    f"play {somebody}",
                ]
            ),
        ]
    )


def records(folder: Path, game_id: str, chosen: dict[str, Value]) -> list[Path]:
    """A record of the game, damaged ones, one of another game, and what is none."""
    game = games.create(game_id, chosen)
    match = Match(game, ("human",) * game.seats, 3)
    rng = random.Random(3)
    while match.ply < 6 and not match.over:
        match.submit(rng.choice(game.legal_moves(match.state)))
    whole = record.write(match)
    other = Match(games.create("majorities" if game_id != "majorities" else "pletore"), ("a", "b"))
    contents = {
        "whole": whole,
        "damaged": whole.rstrip() + "\nz99\n",
        "cut": whole[: len(whole) // 2],
        "other": record.write(other),
        "letter": "Dear Alice",
    }
    for name, text in contents.items():
        (folder / f"{name}.tgr").write_text(text)
    return [folder, folder / "missing.tgr", *(folder / f"{name}.tgr" for name in contents)]


@pytest.mark.parametrize(
    ("game_id", "chosen"), TABLES, ids=[f"{name}-{len(more)}" for name, more in TABLES]
)
def test_a_refused_command_has_changed_nothing(
    game_id: str,
    chosen: dict[str, Value],
    tmp_path: Path,
    lots: Lots,
) -> None:
    """Commands of all sorts, right and wrong ones, one after the other."""
    rng = random.Random(1)
    to = Engine(game_id, chosen, make_bot=Unreliable, seed=1)
    files = records(tmp_path, game_id, chosen)
    texts: list[str] = []
    sent: list[str] = []
    refused: set[str] = set()
    for _ in range(STEPS):
        command = commands(to, rng, texts, files)
        before = observed(to)
        answer = to.answer(command)
        sent.append(command)
        assert answer is not None
        if answer.startswith("="):
            continue
        name = command.split()[0]
        refused.add(name)
        after = observed(to)
        changed = {key: (was, after[key]) for key, was in before.items() if was != after[key]}
        assert not changed, (sent[-5:], answer)
        if name != "genmove":  # the bot is not the same every time
            assert to.answer(command) == answer
    assert refused >= {"play", "genmove", "termgames-chance", "list_stones", "time_left"}
    assert not refused & NEVER_REFUSED


def test_every_command_that_can_be_refused_is(tmp_path: Path, lots: Lots) -> None:
    """The walks above send all commands of the engine, and their arguments go wrong."""
    rng = random.Random(5)
    refused: set[str] = set()
    to = Engine("lots", {}, make_bot=Unreliable, seed=5)
    files, texts = records(tmp_path, "lots", {}), list[str]()
    for _ in range(25 * STEPS):
        command = commands(to, rng, texts, files)
        answer = to.answer(command)
        assert answer is not None
        if answer.startswith("?"):
            refused.add(command.split()[0])
    listed = str(to.answer("list_commands")).lstrip("= ").split()
    assert refused == {*listed, "loadsgf"} - NEVER_REFUSED
