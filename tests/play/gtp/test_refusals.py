"""GTP: a command that is answered with `?` has changed nothing, in any game; games of three seats
with chance, hidden cards and questions out of turn."""

import random
import re
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
from tests.play.gtp.support import First, good, session, state
from tests.toy_card_game.rules import Lots

STEPS = 80
TELLING = (
    *("termgames-state", "termgames-count", "termgames-legal_moves"),
    *("showboard", "final_score"),
)
"""Commands that only tell."""
NEVER_REFUSED = {
    *TELLING,
    *("clear_board", "known_command", "list_commands", "name"),
    *("protocol_version", "quit", "version"),
}
TABLES: list[tuple[str, dict[str, Value]]] = [
    *((game_id, BASE.get(game_id, {"size": 5})) for game_id in games.GAMES),
    *[("plurality", {"size": 5, "pie": True}), ("mitropia", {}), ("lots", {})],
]


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


def observed(to: Engine) -> list[Any]:
    """All that later answers of the engine depend on."""
    match = to.match
    ahead, falls = match.copy(), []
    while ahead.to_act == CHANCE:
        falls.append(ahead.draw())
    return [
        *map(to.answer, TELLING),
        *(dict(match.game.options), match.moves, match.undone, match.loss, match.players),
        *(match.seed, [match.by_chance(ply) for ply in range(match.ply)]),
        *(falls, ahead.prompt(), to.running),
        {seat: (clock.left(0), clock.allowance(0)) for seat, clock in to.clocks.items()},
    ]


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
    seldom = f"""clear_board; boardsize {number}; komi {number}; time_settings 60 {number} 5
        time_settings {number} {number} {number}; termgames-load {rng.choice(files)}
        termgames-load; loadsgf x.sgf; play {somebody}"""
    often = f"""{right}; {right}; {right}; {right}; play {asked} {anything}
        play {somebody} {anything}; play {rng.choice(seats)} {anything}
        play {rng.choice(seats)} z99; genmove {asked}
        genmove {rng.choice(seats)}; genmove {somebody}; termgames-chance
        termgames-chance {anything}; undo; undo; time_left {somebody} {number} {number}
        list_stones {somebody}"""
    said = [each.lstrip() for each in re.split(r"; |\n", often)]
    return rng.choice([*said, rng.choice([each.lstrip() for each in re.split(r"; |\n", seldom)])])


def records(folder: Path, game_id: str, chosen: dict[str, Value]) -> list[Path]:
    """A record of the game, damaged ones, one of another game, and what is none."""
    game, rng = games.create(game_id, chosen), random.Random(3)
    match = Match(game, ("human",) * game.seats, 3)
    while match.ply < 6 and not match.over:
        match.submit(rng.choice(game.legal_moves(match.state)))
    whole = record.write(match)
    other = Match(games.create("majorities" if game_id != "majorities" else "pletore"), ("a", "b"))
    contents = [whole, whole.rstrip() + "\nz99\n", whole[: len(whole) // 2], record.write(other)]
    for number, text in enumerate([*contents, "Dear Alice"]):
        (folder / f"{number}.tgr").write_text(text)
    return [folder, folder / "missing.tgr", *sorted(folder.glob("*.tgr"))]


@pytest.mark.parametrize(
    ("game_id", "chosen"), TABLES, ids=[f"{name}-{len(more)}" for name, more in TABLES]
)
def test_a_refusal_changes_nothing(game_id: str, chosen: Any, tmp_path: Path, lots: Lots) -> None:
    """Commands of all sorts, right and wrong ones, one after the other."""
    rng, to = (
        random.Random(1),
        Engine(game_id, chosen, make_bot=Unreliable, analyst=Unreliable, seed=1),
    )
    files, texts, sent = records(tmp_path, game_id, chosen), list[str](), list[str]()
    refused: set[str] = set()
    for _ in range(STEPS):
        command = commands(to, rng, texts, files)
        before, answer = observed(to), to.answer(command)
        sent.append(command)
        if answer.startswith("="):
            continue
        refused.add(name := command.split()[0])
        assert observed(to) == before, (sent[-5:], answer)
        if name != "genmove":  # the bot is not the same every time
            assert to.answer(command) == answer
    assert refused >= {"play", "genmove", "termgames-chance", "list_stones", "time_left"}
    assert not refused & NEVER_REFUSED


@pytest.fixture
def to(lots: Lots) -> Engine:
    return Engine("lots", {}, make_bot=First, analyst=First, seed=3)


SESSIONS = {
    "chance is to move and can be forced": """
        state to_move "chance"; termgames-legal_moves = die blue / die green / die red
        termgames-chance card 3 ? illegal move; termgames-chance die blue = die blue
        state to_move "blue"; termgames-chance die red ? it is not chance's turn
        play chance die red ? it is not chance's turn; play blue draw; state to_move "chance"
        play chance card 4; state to_move "green"
    """,
    "a seat that is not asked is told who is": """
        play chance die blue; play red pass ? blue is to act; play blue a1
        state to_move "green"; termgames-legal_moves = let; genmove blue ? green is to act
        play g let; play r let; state to_move "green"; list_stones blue = a1; list_stones u = a1
        showboard ~ U
    """,
    "undo takes back an answer and what chance made of it": """
        play chance die red; play red draw; play chance card 6; undo; state ply 1; play red draw
        termgames-chance = card 6; undo; undo; state ply 0; state to_move "chance"; undo ?
    """,
    # Three points each before the cards.
    "final scores of more than two": """
        play chance die red; play red draw; play chance card 3; play blue draw
        play chance card 1; play green draw; play chance card 2; final_score = R+1
        play red pass; play blue a1; play green let; play red let; play green a2; play red let
        play blue let; final_score = R=G; play red lay 3; play blue draw; play chance card 4
        play green draw; play chance card 6; final_score = G+3
    """,
}


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session(to: Engine, name: str) -> None:
    session(to, SESSIONS[name])


def test_every_game_has_dice_of_its_own_and_the_seed_repeats_them(lots: Lots) -> None:
    def session() -> list[str]:
        to = Engine("lots", {}, make_bot=First, analyst=First, seed=3)
        return [good(to, "termgames-chance") + good(to, "clear_board") for _ in range(12)]

    assert len(set(session())) == 3
    assert session() == session()


def test_a_bot_sees_what_its_seat_may_know(to: Engine) -> None:
    session(to, "play chance die red\nplay red draw\nplay chance card 6\ngenmove blue")
    bot: Any = to._table.bot
    assert bot.seen[-1].hands == ((0,), (), ())


def test_nobody_plays_on_from_what_spectators_saw(to: Engine, lots: Lots, tmp_path: Path) -> None:
    shown = record.redacted(Match(lots, ("human", "random", "random"), 7, draws=False))
    (path := tmp_path / "shown.tgr").write_text(record.write(shown))
    good(to, f"termgames-load {path}")
    before = state(to)
    for command in ("genmove red", "play red pass", "play chance 1"):
        session(to, f"{command} ? hidden hands are left out of this record")
    assert state(to) == before
