"""The command line for games of several seats, with chance and hidden hands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from termgames.games import GAMES
from termgames.play import record, store
from termgames.play.match import Match
from tests.cli.support import Cli
from tests.toy_card_game.rules import Lots, create


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> Lots:
    """Known to the command line as a game."""
    monkeypatch.setitem(GAMES, "lots", "tests.toy_card_game")
    return create({"players": 3, "talk": "free"})


def saved() -> Match:
    (game,) = store.saved_games()
    return store.read(game.path)


def test_the_first_seat_is_human_and_the_others_are_bots(cli: Cli) -> None:
    done = cli("play", "lots", "--blue", "random", "--green", "random", "--seed", "3", stdin="pass")
    assert done.code == 0
    assert saved().players == ("human", "random", "random")
    page = cli("play", "lots", "--help").out
    for seat, usual in (("red", "human"), ("blue", "bot:5"), ("green", "bot:5")):
        assert f"--{seat} PLAYER" in page
        assert f"Who plays {seat}.  [default: {usual}]" in " ".join(page.split()).replace(
            " [default", "  [default"
        )


def test_seats_are_cut_to_the_players(cli: Cli) -> None:
    two = ["play", "lots", "--players", "2", "--red", "random", "--blue", "random"]
    assert cli(*two, "--seed", "1").code == 0
    assert saved().players == ("random", "random")
    done = cli(*two, "--green", "random")
    assert done.code == 2
    assert done.error == "--green: nobody plays green here, only red, blue: add --players 3"


def test_games_with_a_human_begin_with_options_of_their_own(cli: Cli) -> None:
    """Where nothing was chosen; bots, GTP and the arena play with the default."""
    bots = ["--red", "random", "--blue", "random", "--green", "random"]
    cli("play", "lots", *bots, "--seed", "1")
    assert saved().game.options["talk"] == "free"
    for number, (chosen, expected) in enumerate(
        [([], "polite"), (["--talk", "free"], "free")], start=2
    ):
        cli("play", "lots", *bots, "--red", "human", *chosen, "--no-save", stdin="save g.tgr\n")
        assert store.read(Path("g.tgr")).game.options["talk"] == expected, number
    told = cli("gtp", "lots", stdin="termgames-state\n").out
    assert json.loads(told[2:])["options"]["talk"] == "free"
    told = cli("arena", "lots", "--a", "random", "--games", "1", "--json").out
    assert json.loads(told)["options"]["talk"] == "free"


def test_people_have_names(cli: Cli) -> None:
    names = ["--red", "human:Ann", "--blue", "human:Ben", "--green", "random"]
    cli("play", "lots", *names, "--seed", "1", stdin="pass\npass\n")
    assert saved().players == ("human:Ann", "human:Ben", "random")


def dealt(lots: Lots, path: Path) -> Path:
    """A record in which red has drawn a 6."""
    match = Match(lots, ("human", "random", "random"), 7, draws=False)
    for text in ("die red", "draw", "card 6", "pass"):
        match.submit(lots.parse(match.state, text))
    store.save(match, path)
    return path


def test_exports_hide_what_nobody_saw(cli: Cli, lots: Lots, tmp_path: Path) -> None:
    path, out = dealt(lots, tmp_path / "game.tgr"), tmp_path / "shown.tgr"
    done = cli("export", str(path))
    assert cli("export", str(path), "--redacted").out == done.out
    assert done.code == 0
    assert "card ?" in done.out
    assert "card 6" not in done.out
    assert "seed" not in done.out
    assert record.load(done.out).redacted
    assert cli("export", str(path), "-o", str(out)).out == ""
    assert out.read_text() == done.out
    whole = cli("export", str(path), "--full")
    assert whole.out == path.read_text("utf-8")
    assert "card 6" in whole.out
    assert cli("export", str(path), "--full", "--redacted").code == 2
    page = cli("replay", str(out))
    assert "chance card ?" in page.out
    assert "chance card 6" in cli("replay", str(path)).out


def test_a_redacted_record_is_not_played_on(cli: Cli, lots: Lots, tmp_path: Path) -> None:
    path = dealt(lots, tmp_path / "game.tgr")
    out = tmp_path / "shown.tgr"
    cli("export", str(path), "--redacted", "-o", str(out))
    done = cli("resume", str(out))
    assert done.code == 1
    assert "holds what spectators saw" in done.error
    assert cli("resume", str(path), "--plain", stdin="quit\n").code == 0


def test_a_letter_is_not_replaced_by_an_export(cli: Cli, lots: Lots, tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_text("Dear Alice")
    done = cli("export", str(dealt(lots, tmp_path / "game.tgr")), "-o", str(letter))
    assert done.code == 1
    assert "is no record" in done.error
    assert letter.read_text() == "Dear Alice"


def test_gtp_draws_what_the_seed_says(cli: Cli) -> None:
    script = "genmove red\nundo\ntermgames-chance\ntermgames-state\n"
    first = cli("gtp", "lots", "--seed", "5", "--bot", "random", stdin=script).out
    assert cli("gtp", "lots", "--seed", "5", "--bot", "random", stdin=script).out == first
    assert '"to_move"' in first


def test_a_game_without_komi_has_nothing_to_balance(cli: Cli) -> None:
    done = cli("balance", "lots")
    assert done.code == 2
    assert done.error == "lots has no komi: there is nothing to balance"


def test_a_teaching_game_needs_somebody_to_teach_and_somebody_to_be_taught(cli: Cli) -> None:
    begun = ["play", "lots", "--players", "2", "--teach", "--seed", "3"]
    assert cli(*begun, "--blue", "random", stdin="pass").code == 0
    assert saved().terms.teaching
    for players, missing in (
        (("--blue", "human"), "bot to teach"),
        (("--red", "random", "--blue", "random"), "human to be taught"),
    ):
        done = cli(*begun, *players)
        assert done.code == 2
        assert done.error == f"--teach: there is no {missing}: put one on a seat"
