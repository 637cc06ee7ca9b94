"""`termgames export --as` for pictures, films and pages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from termgames import games
from termgames.cli import pictures
from termgames.play import store
from termgames.play.match import Match, Terms
from termgames.play.pictures import kinds
from termgames.study.game_page import html
from tests.cli.support import Cli

GAMES = Path(__file__).parents[1] / "readme_games"
SMALL = str(GAMES / "small.tgr")
MITROPIA = str(GAMES / "mitropia.tgr")


def test_the_command_knows_every_kind() -> None:
    every = (*kinds.KINDS, html.KIND)
    assert set(pictures.KINDS) == {kind.name for kind in every}
    assert set(pictures.FILMS) == {kind.name for kind in every if kind.film}


def test_a_picture_is_written_and_nothing_is_replaced(cli: Cli, tmp_path: Path) -> None:
    out = tmp_path / "x.svg"
    assert cli("export", SMALL, "--as", "svg", "--ply", "3", "-o", str(out)).code == 0
    picture = out.read_text()
    assert "after move 3" in picture
    assert cli("export", SMALL, "--as", "svg", "--ply", "3").out == picture
    for kind in ("svg", "text", "png", "html"):
        refused = cli("export", SMALL, "--as", kind, "-o", str(out))
        says = f"{out} exists: remove it, or choose another name"
        assert (refused.code, refused.error) == (1, says)
    assert out.read_text() == picture


def test_a_record_is_not_given_the_name_of_a_film(cli: Cli) -> None:
    refused = cli("export", SMALL, "-o", "x.gif")
    assert (refused.code, Path("x.gif").exists()) == (1, False)
    assert "write it by termgames export RECORD --as gif -o x.gif" in refused.error


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--as", "svg", "--ply", "9999"), "--ply 9999: the game has "),
        (("--as", "gif", "--to", "9999"), "--to 9999: the game has "),
        (("--as", "gif", "--from", "4", "--to", "3"), "--from is beyond the end"),
        (("--as", "gif", "--ply", "4"), "--ply is for svg, png and text"),
        (("--as", "gif", "--seconds", "0.015"), "--seconds: a gif shows each turn for 0.02 s at"),
        (("--as", "svg", "--to", "4"), "--to is for gif"),
        (("--as", "svg", "--from", "4"), "--from is for gif, or --numbers"),
        (("--as", "sgf", "--territory"), "--territory is for svg, png and gif"),
        (("--numbers",), "--numbers is for svg, png and gif"),
        (("--as", "html", "--seconds", "3"), "--seconds is for gif"),
        (("--as", "text", "--look", "kaya"), "--look is for pictures"),
        (("--as", "svg", "--look", "kajak"), "there is no look 'kajak': did you mean kaya?"),
        (("--as", "cast"), "films for terminals are written no more: choose gif"),
        (("--as", "gif", "--candidates", "3"), "--candidates is for svg, png and text"),
        (("--as", "svg", "--candidates", "10"), "10 is not in the range 1<=x<=9"),
        (("--as", "svg", "--time", "1"), "--time is for --candidates: give that, too"),
        (("--as", "svg", "--candidates", "3"), "no player is to act there; give another --ply"),
        (("--as", "gif", "--seconds", "0"), "--seconds takes seconds above 0"),
        (("--as", "svg", "--ply", "-1"), "-1 is not in the range x>=0"),
    ],
)
def test_what_means_nothing_is_wrong_usage(cli: Cli, options: tuple[str, ...], says: str) -> None:
    done = cli("export", SMALL, *options)
    assert (done.code, done.out) == (2, "")
    assert says in done.error


def test_candidates_stand_in_pictures(cli: Cli) -> None:
    look = ("--ply", "2", "--candidates", "3", "--time", "1")
    text = cli("export", SMALL, "--as", "text", *look).out
    best = [line.split() for line in text.splitlines() if line[:2] in ("1 ", "2 ", "3 ")][-3:]
    best = best[-3:] if best[-3][0] == "1" else best[-2:]
    assert [each[0] for each in best] == ["1", "2", "3"][: len(best)]
    assert all(each[2].endswith("%") for each in best)
    picture = cli("export", SMALL, "--as", "svg", *look).out
    marked = len(re.findall(r'<circle cx="[^>]* r="13"', picture))
    assert marked in (2, 3), "a busy machine finds fewer"
    assert all(re.search(f'font-size="12"><text[^>]*>{n}<', picture) for n in range(1, marked + 1))
    plain = cli("export", SMALL, "--as", "svg", "--ply", "2").out
    assert set(plain.splitlines()) - set(picture.splitlines()) == set(), "all else is as before"


def test_candidates_are_not_told_where_hints_are_not(cli: Cli, tmp_path: Path) -> None:
    look = ("--as", "svg", "--candidates", "3", "--ply", "3")
    assert "hands are hidden in this record" in cli("export", MITROPIA, *look).error
    rules = games.create("plurality", {"size": 5})
    going = Match(rules, ("human", "bot:1"), 1, terms=Terms(rated=True))
    for text in ("a1,b1,a2", "d5,e5,e4", "a4,a5,b5"):
        going.submit(rules.parse(going.state, text))
    store.save(going, tmp_path / "rated.tgr")
    refused = cli("export", str(tmp_path / "rated.tgr"), *look)
    assert (refused.code, refused.out) == (2, "")
    assert "the game is rated and goes on" in refused.error


def test_looks_of_the_screens(cli: Cli) -> None:
    dark = cli("export", SMALL, "--as", "svg", "--look", "night")
    assert 'fill="#000000"' in dark.out
    assert cli("export", SMALL, "--as", "svg").out != dark.out


@pytest.mark.parametrize("kind", ["html", "svg", "text"])
def test_cards_that_were_not_played_are_in_none_of_them(cli: Cli, kind: str) -> None:
    moves = Path(MITROPIA).read_text().splitlines()
    drawn = {move.removeprefix("card ") for move in moves if move.startswith("card ")}
    kept = drawn - set(moves)
    assert kept == {"trade 1-2", "5 points"}
    shown = cli("export", MITROPIA, "--as", kind)
    assert shown.code == 0
    assert not any(card in shown.out for card in kept)
