"""`termgames review`: findings as a table and as JSON, kept beside the record."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from termgames import games
from termgames.cli import review, review_texts
from termgames.play import store
from termgames.play.match import Match
from termgames.search.limits import Limit
from termgames.study import review as study_review
from termgames.study.review import Finding
from termgames.study.review_file import ReviewFile
from tests.cli.support import Cli

GAME = ("d3,c4,d4", "a3,b3,a4", "d1,d2,e1", "b1,b2,c1", "b5,c5,a5")
BLUNDER = 3


def recorded(tmp_path: Path, other: str = "greedy") -> Path:
    game = games.create("plurality", {"size": 5})
    match = Match(game, ("human", other), 1)
    for text in GAME:
        match.submit(game.parse(match.state, text))
    path = tmp_path / "game.tgr"
    store.export(match, path)
    return path


def test_the_costliest_mistake_is_told(cli: Cli, tmp_path: Path) -> None:
    path = recorded(tmp_path)
    asked = ("review", str(path), "--seat", "white", "--playouts", "400")
    done = cli(*asked)
    assert done.code == 0
    assert "4     white  b1,b2,c1" in done.out
    assert "blunder (1)" in done.out
    told = json.loads(cli(*asked, "--json").out)
    assert (told["game"], told["plies"], told["turning_point"]) == ("plurality", len(GAME), BLUNDER)
    worst = max(told["moves"], key=lambda move: move["share_lost"])
    assert (worst["ply"], worst["seat"], worst["move"]) == (BLUNDER, "white", "b1,b2,c1")
    assert worst["mistake"] == "blunder"
    assert "exclude each other" in cli(*asked, "--time", "1").error
    wrong = cli("review", str(path), "--seat", "red")
    assert (wrong.code, wrong.out) == (2, "")
    assert "there is black, white" in wrong.error


def test_how_long_the_players_thought_is_told(cli: Cli, tmp_path: Path) -> None:
    path = recorded(tmp_path)
    assert "time:" not in cli("review", str(path), "--seat", "white", "--playouts", "200").out
    match = store.read(path)
    timed = Match(match.game, match.players, 1)
    for move, seconds in zip(match.moves, (70.0, 2.0, 5.5, 0.5, 1.0), strict=True):
        timed.submit(move, seconds=seconds)
    store.export(timed, path.with_name("timed.tgr"))
    told = cli(
        "review", str(path.with_name("timed.tgr")), "--seat", "white", "--playouts", "200"
    ).out
    assert "time: black 1:16 for 3 moves, white 2.5 s for 2" in told


def test_lines_break_in_no_move(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    done = cli("review", str(recorded(tmp_path)), "--seat", "white", "--playouts", "200")
    told = done.out.partition(" decision")[2].splitlines()[1:]
    assert max(map(len, told)) <= 50
    assert any(line.startswith("   ") for line in told), "none is long enough to break"
    words = [word.rstrip(",:.") for line in told for word in line.split()]
    moves = [word for word in words if re.search(r"[a-e]\d", word)]
    assert moves
    assert all(re.fullmatch(r"[a-e]\d,[a-e]\d,[a-e]\d", move) for move in moves), moves


def test_what_was_kept_beside_a_record_does_not_reach_the_terminal(
    cli: Cli, tmp_path: Path
) -> None:
    path = recorded(tmp_path)
    asked = ("review", str(path), "--seat", "white", "--playouts", "200")
    assert cli(*asked).code == 0
    beside = next(tmp_path.glob("*.review"))
    review_file = json.loads(beside.read_text())
    for finding in review_file["reviews"][0]["findings"].values():
        finding["best"] = "\x1b]0;owned\x07"
        finding["line"] = ["\x1b[31mX", "\x1b[2J"]
    beside.write_text(json.dumps(review_file))
    done = cli(*asked)
    assert done.code == 0
    assert "\\x1b" in done.out
    assert "\x1b" not in done.out


def test_players_of_other_versions_are_no_humans(cli: Cli, tmp_path: Path) -> None:
    path = recorded(tmp_path, "bot:12")
    done = cli("review", str(path), "--playouts", "200", "--json")
    assert done.code == 0
    assert {move["seat"] for move in json.loads(done.out)["moves"]} == {"black"}


def test_who_stops_a_review_is_told_where_it_goes_on(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(match: object, review_file: ReviewFile, plies: list[int], limit: object) -> None:
        review_file.add(plies[0], None)
        raise KeyboardInterrupt

    monkeypatch.setattr(review, "_findings", stopped)
    done = cli("review", str(recorded(tmp_path)), "--seat", "white")
    assert (done.code, done.out) == (130, "")
    told = "note: stopped after 1 of 2 decisions; the same command goes on from there"
    assert done.err.strip() == told


@pytest.mark.parametrize("terminal", [True, False])
def test_a_mistake_is_told_on_a_terminal_as_soon_as_it_is_found(
    terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    path = recorded(tmp_path)
    match = store.read(path)
    stream = io.StringIO()
    stream.isatty = lambda: terminal  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stderr", stream)
    told: list[int] = []

    def findings(*_: object, **__: object) -> Iterator[Finding]:
        for ply in (1, BLUNDER):
            losses = (0.9, 0.9) if ply == BLUNDER else (0.0, 0.0)
            best = "b5,c5,a5" if ply == BLUNDER else GAME[ply]
            yield Finding(ply, 1, "white", GAME[ply], best, (best,), 0.9, losses, 4.0)
            told.append(stream.getvalue().count("turn 4, white b1,b2,c1: 90% of the win lost"))

    monkeypatch.setattr(study_review, "findings", findings)
    limit = Limit(None, 400)
    assert len(review._findings(match, ReviewFile(path, match, limit), [1, BLUNDER], limit)) == 2
    assert told == [0, int(terminal)]
    assert capsys.readouterr().out == ""


def test_the_luck_of_each_player_is_told_in_all(tmp_path: Path) -> None:
    match = store.read(recorded(tmp_path))
    lucks = [(0, 0.25), (1, -0.5), (2, 0.125), (3, 0.0), (4, None)]
    findings = tuple(
        Finding(ply, ply % 2, ("black", "white")[ply % 2], move, move, (), 0.5, (0.0,), 0.0, luck)
        for (ply, luck), move in zip(lucks, GAME, strict=True)
    )
    text = " ".join(review_texts.as_text(match, study_review.Review(findings, None)).split())
    assert "gave Black 38% of the win (give or take 5%), above all in turn 1." in text
    assert "cost White 50% of the win (give or take 4%), above all in turn 2." in text
    without = study_review.Review(findings[4:], None)
    assert "Dice" not in review_texts.as_text(match, without)
