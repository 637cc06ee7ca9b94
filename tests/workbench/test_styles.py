"""How characters play: figures of games, and the table."""

import json
import math

import pytest

from termgames import games
from termgames.play.match import Match
from termgames.workbench.styles import FIGURES, figures
from tests.cli.support import Cli


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


def played(*moves: str) -> Match:
    match = Match(games.create("pletore", {"size": 5, "komi": 0}), ("bot:1", "bot:2"))
    for text in moves:
        match.submit(match.game.parse(match.state, text))
    return match


def test_what_is_seen_of_a_game() -> None:
    black, white = figures(played("c3", "c4", "b3", "e5"))
    assert black[: FIGURES.index("ground")] == [0, 0.5, 0.5], "c3 alone, then b3 beside it"
    assert white[: FIGURES.index("ground")] == [0.5, 0, 1.5], "c4 at c3, then e5 three steps off"
    assert black[FIGURES.index("captures")] == 0
    assert math.isnan(black[FIGURES.index("cards")]), "there are none"
    assert black[FIGURES.index("region")] >= 2, "both stones are one part"


def test_the_command_tells_programs(cli: Cli) -> None:
    asked = "styles pletore --size 3 --level 1 --character rock --games 2 --seed 1 --json"
    done = cli(*asked.split())
    assert done.code == 0
    found = json.loads(done.out.splitlines()[-1])
    assert list(found) == ["bot:1,rock"]
    assert found["bot:1,rock"]["games"] == 2
    assert "cards" not in found["bot:1,rock"]["figures"], "there are none"
    low, _, high = found["bot:1,rock"]["elo_diff"]
    assert low < high
