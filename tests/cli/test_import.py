"""`termgames import` and `export --as`: records of others, pictures, films and pages."""

import json
import time
from pathlib import Path

import pytest

from termgames.play import store
from tests.cases import cases
from tests.cli.support import WORDS, Cli
from tests.play.foreign.peers import peer_games, recorded

GO = "(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2001-02-03]KM[5.5];B[ee]C[centre];W[ec](;B[ce])(;B[gg]))"
DAMAGED = "(;GM[1]SZ[9]US[name[3d]];B[ee])"
"""A bracket in it that does not belong there."""


@pytest.fixture(autouse=True)
def records(cli: Cli) -> None:
    """In the folder of the test."""
    Path("go.sgf").write_text(GO)
    Path("many.sgf").write_text(f"{GO}(;GM[2])\n{GO}(;SZ[9];B[aa];W[aa])")
    Path("some.sgf").write_text(f"{GO}\n{DAMAGED}\n{GO}")
    Path("bad.sgf").write_text(DAMAGED)


def imported() -> list[Path]:
    return sorted(store.folder().glob("*.tgr"))


def test_a_game_is_saved_among_ours(cli: Cli) -> None:
    done = cli("import", "go.sgf")
    assert (done.code, done.err) == (
        0,
        "note: go.sgf: komi 5.5 is not counted: Mitropia has none\n",
    )
    (path,) = imported()
    assert done.out == f"{path}: mitropia, 3 moves, not finished: white is to move\n"
    assert time.localtime(path.stat().st_mtime)[:3] == (2001, 2, 3)
    cli.script("replay SAVED --json").tells(
        ".players = ['human:Ann', 'human:Bob'] & .moves = ['e5', 'e7', 'c5'] "
        "& .comments.1 = {'ply': 1, 'text': 'centre'} & .variations.0.move = g3"
    )
    assert cli.script("resume SAVED --plain < g7; quit").code == 0


def test_a_game_is_written_to_a_file_and_out_again(cli: Cli) -> None:
    assert cli.script("import go.sgf -o game.tgr").code == 0
    assert imported() == []
    done = cli.script("export game.tgr --as sgf")
    assert (done.code, done.err) == (0, "")
    assert cli.script("export game.tgr --as sgf -o out.sgf").out == ""
    assert Path("out.sgf").read_text() == done.out
    cli.script("import out.sgf -o again.tgr")
    assert Path("again.tgr").read_text() == Path("game.tgr").read_text()
    for kind in ("sgf", "svg", "text", "png", "html"):
        says = "out.sgf exists: remove it, or choose another name"
        cli.script(f"export game.tgr --as {kind} -o out.sgf").tells(f"code 1 & {says}")
    assert Path("out.sgf").read_text() == done.out, "nothing is replaced"


def test_a_record_of_abstractplay(cli: Cli) -> None:
    Path("record.json").write_text(json.dumps([recorded(peer_games()[0])] * 2))
    done = cli("import", "record.json", "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [game["from"] for game in told] == ["record.json, game 1", "record.json, game 2"]
    assert all(game["over"] and game["differs"] == [] for game in told)
    assert told[0]["told"]["Place"] == "Abstract Play"
    assert cli("export", told[0]["file"], "--as", "abstractplay", "-o", "x.json").code == 0
    header = json.loads(Path("x.json").read_text())["header"]
    assert header["game"]["name"] == told[0]["game"].title()
    said = cli("export", told[0]["file"], "--as", "sgf")
    assert (said.code, said.out, "SGF holds Go here" in said.error) == (1, "", True)


@pytest.mark.parametrize(
    ("words", "told", "games"),
    cases("""
    # What is damaged costs itself alone.
    many.sgf | code 1 & many.sgf, game 2: it is no game of Go & game 4: move 2, white a9: | 2
    many.sgf -o x.tgr | code 2 & -o is for one game, and here are 4: choose one by --game N | 0
    many.sgf --game 3 | 3 moves | 1
    many.sgf --game 4 | code 1 & move 2 | 0
    many.sgf --game 4 --until-fault | 1 move | 1
    many.sgf --game 5 | code 2 & --game 5: many.sgf holds games 1 to 4 | 0
    many.sgf many.sgf --game 1 | code 2 & --game is for one file | 0
    some.sgf --game 1 | 3 moves | 1
    some.sgf --game 2 | code 1 & ']' is no part of a game | 0
    bad.sgf nothing.sgf some.sgf \
      | code 1 & cannot read nothing.sgf: No such file & bad.sgf: & error: some.sgf, game 2: | 2
    # What is no record.
    empty | code 1 & it is no record of a format that is read here: AbstractPlay and SGF | 0
    'hello (there' | code 1 & it is no record of a format | 0
    '{"header": {}, "moves": ' | code 1 & it is no JSON | 0
    '{"header": 1, "moves": []}' | code 1 & it has no header | 0
    '{"header": {}, "moves": []}' | code 1 & it is a game of 'None' | 0
    '(;C[x' | code 1 & line 1, column 4: the value of 'C' has no end | 0
    'termgames record 2' | code 1 & it is a record of this program | 0
    '(;GM[1]SZ[9];B[\x1b[31m])' | code 1 & is no point on a board of 9x9 & !\x1b | 0
    """),
)
def test_what_is_read_and_what_is_refused(cli: Cli, words: str, told: str, games: str) -> None:
    if not words.endswith(".sgf") and not words.startswith(("many", "some")):
        Path("file").write_text(words.strip("'").replace("empty", ""))
        words = "file"
    cli.script(f"import {words}").tells(told)
    assert len(imported()) == int(games)


def test_many_games_are_saved_when_asked_for(cli: Cli) -> None:
    Path("many.sgf").write_text("(;GM[1]SZ[9];B[ee])" * 201)
    done = cli("import", "many.sgf")
    says = "here are 201 games: choose one by --game N, or save them by --all"
    assert (done.code, done.error, imported()) == (2, says, [])
    assert (cli("import", "many.sgf", "--game", "201").code, len(imported())) == (0, 1)
    assert (cli("import", "many.sgf", "--all").code, len(imported())) == (0, 202)


def test_characters_are_guessed_told_and_chosen(cli: Cli) -> None:
    Path("old.sgf").write_bytes("(;SZ[9]PB[\u8868];B[ee]C[\u30bd])".encode("cp932"))
    note = "note: old.sgf: read as Shift_JIS; --charset names another\n"
    for more, err in (((), note), (("--charset", "Shift_JIS"), "")):
        done = cli("import", "old.sgf", "--json", *more)
        assert done.err == err
        assert "human:\u8868" in Path(json.loads(done.out)["file"]).read_text()
    cli.script("import old.sgf --charset punycode").tells("code 2 & 'punycode' is unknown")


@pytest.mark.parametrize(("date", "moves"), [("", ";B[ee];W[gg]"), ("DT[2099-01-01]", "")])
def test_an_imported_game_is_never_the_one_left_last(cli: Cli, date: str, moves: str) -> None:
    Path("g.sgf").write_text(f"(;GM[1]SZ[9]{date}PB[Lee]{moves})")
    assert cli("import", "g.sgf").code == 0
    (path,) = imported()
    cli.script("resume --plain").tells("code 1 & no unfinished game is saved")
    cli.script("PLAY --white random < a1,b1,c1; quit >> resume --plain < quit").tells("plurality")
    cli.script(f"resume {path} --plain < quit").tells("Lee")
    # Who has moved in it goes on with it.
    cli.script(f"resume {path} --plain < c3; quit >> resume --plain < quit").tells("Lee")


@pytest.mark.parametrize("kind", ["html", "svg", "text"])
def test_cards_that_were_not_played_are_in_none_of_them(cli: Cli, kind: str) -> None:
    moves = Path(WORDS["MITROPIA"]).read_text().splitlines()
    drawn = {move.removeprefix("card ") for move in moves if move.startswith("card ")}
    kept = drawn - set(moves)
    assert kept == {"trade 1-2", "5 points"}
    shown = cli.script(f"export MITROPIA --as {kind}")
    assert shown.code == 0
    assert not any(card in shown.out for card in kept)
