"""How characters play: figures of games, and the table."""

from __future__ import annotations

import json
import math

import pytest

from termgames import games
from termgames.play.match import Match
from termgames.workbench import styles
from termgames.workbench.styles import FIGURES, figures
from tests.cli.support import Cli


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    return Cli(monkeypatch, capsys)


def played(*moves: str) -> Match:  # type: ignore[type-arg]
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


def test_a_stone_that_is_replaced_is_taken() -> None:
    """Between c2 and c4, and b3 and d3, c3 is pinched."""
    match = played("c2", "c3", "c4", "e5", "b3", "e4", "d3", "a5", "c3")
    black, _ = figures(match)
    assert black[FIGURES.index("captures")] == 1 / 5


def test_nothing_is_seen_of_a_game_without_moves() -> None:
    for row in figures(played()):
        assert len(row) == len(FIGURES)
        assert all(map(math.isnan, row))


def test_characters_are_held_against_the_plain_bot_game_by_game() -> None:
    """A character that leans to nothing differs in nothing but luck; the table has a line each."""
    found = styles.begun("pletore", (("size", 3),), ["bot:1,raider", "bot:1,rock"], "bot:1", seed=4)
    told: list[str] = []
    styles.measure(found, 4, on_game=lambda style: told.append(style.player))
    assert sorted(told) == ["bot:1,raider"] * 4 + ["bot:1,rock"] * 4
    raider = found[0]
    assert len(raider.own) == len(raider.plain) == raider.standings.games == 4
    average, gain, error = raider.averages()[0]
    ones = [row[0] for row in raider.own]
    gains = [one[0] - other[0] for one, other in zip(raider.own, raider.plain, strict=True)]
    assert average == pytest.approx(sum(ones) / 4)
    assert gain == pytest.approx(sum(gains) / 4)
    spread = math.sqrt(sum((each - gain) ** 2 for each in gains) / 3)
    assert error == pytest.approx(spread / 2)
    head, *lines = styles.table(found)
    assert [name in head for name in FIGURES] == [True] * len(FIGURES)
    assert [line.split()[0] for line in lines] == ["bot:1,raider", "bot:1,rock"]


def test_the_command_tells_programs(cli: Cli) -> None:
    done = cli(
        *[
            "styles",
            "pletore",
            "--size",
            "3",
            "--level",
            "1",
            "--character",
            "rock",
            "--games",
            "2",
            "--seed",
            "1",
            "--json",
        ]
    )
    assert done.code == 0
    found = json.loads(done.out.splitlines()[-1])
    assert list(found) == ["bot:1,rock"]
    assert found["bot:1,rock"]["games"] == 2
    assert "cards" not in found["bot:1,rock"]["figures"], "there are none"
    low, _, high = found["bot:1,rock"]["elo_diff"]
    assert low < high


@pytest.mark.parametrize(
    ("name", "hint"), [("rok", "did you mean rock"), ("gambler", "there is raider, rock")]
)
def test_an_unknown_character_is_refused(cli: Cli, name: str, hint: str) -> None:
    done = cli("styles", "pletore", "--character", name)
    assert done.code == 2
    assert hint in done.error


def test_a_character_that_played_nothing_has_a_line_as_well() -> None:
    (style,) = styles.begun("pletore", (("size", 5),), ["bot:1,rock"], "bot:1", seed=1)
    assert all(math.isnan(value) for found in style.averages() for value in found)
    assert styles.summary([style])["bot:1,rock"]["figures"] == {}
    assert "bot:1,rock" in styles.table([style])[1]
