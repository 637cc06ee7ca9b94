"""`termgames stats`: tables to read, one line for programs."""

from __future__ import annotations

import json

import pytest

from termgames import games
from termgames.play import store
from termgames.play.match import Match

from .support import Cli


def saved(*players: str, resigned: int = 1, game: str = "plurality") -> None:
    match = Match(games.create(game, {"size": 5}), players, 1)
    match.resign(resigned)
    store.save(match, store.new_file(game))


def test_without_games_it_says_what_will_count(cli: Cli) -> None:
    done = cli("stats")
    assert done.code == 0
    assert "every game you play to its end counts" in done.out
    assert json.loads(cli("stats", "--json").out) == {"people": []}


def test_the_tables_of_who_played_most_and_the_names_of_others(cli: Cli) -> None:
    for level in (3, 4, 5):
        saved("human", f"bot:{level}")
    saved("human", "bot:5", resigned=0)
    saved("human:Ann", "bot:1", game="pletore")
    out = cli("stats").out
    assert out.startswith("you: 4 games: 3 won, 1 lost. ")
    for heading in ("Strength", "By game", "By board", "By opponent", "By seat"):
        assert f"\n{heading}" in out
    assert "Plurality, size 5" in out
    assert "Plurality v bot 5" in out
    assert "Ann (1)" in out
    assert cli("stats", "--player", "ann").out.startswith("Ann: 1 game: 1 won")
    assert cli("stats", "pletore").out.startswith("Ann: 1 game: 1 won")


def test_json_has_everything_of_everybody(cli: Cli) -> None:
    saved("human", "bot:3")
    saved("bot:3", "human:Ann")
    people = json.loads(cli("stats", "--json").out)["people"]
    assert [one["player"] for one in people] == ["Ann", ""] or [
        one["player"] for one in people
    ] == ["", "Ann"]
    you = next(one for one in people if not one["player"])
    assert (you["games"], you["won"], you["lost"], you["streak"]) == (1, 1, 0, 1)
    assert you["ratings"]["plurality"]["games"] == 1
    (part,) = you["parts"]
    assert (part["board"], part["opponents"], part["seat"]) == ("size 5", "bot 3", "black")


def test_an_unknown_person_is_refused_by_name(cli: Cli) -> None:
    saved("human:Ann", "bot:3")
    done = cli("stats", "--player", "Zoe")
    assert done.code == 2
    assert "Zoe" in done.error
    assert "Ann" in done.error


@pytest.mark.parametrize("width", [60, 80])
def test_tables_fit_a_terminal(width: int) -> None:
    from termgames.play.history import ended, figures
    from termgames.play.text import statistics

    for game in ("plurality", "pletore"):
        saved("human", "bot:3", game=game)
    saved("human:A-name-of-16-cha", "human")
    found = figures.of("", ended.ended_games())
    for section in statistics.sections(found, width):
        assert max(map(len, section.lines)) <= width
