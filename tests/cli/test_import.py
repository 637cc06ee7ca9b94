"""`termgames import` and `export --as`."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from termgames.play import store
from termgames.play.foreign import formats
from termgames.play.pictures import kinds
from termgames.study.game_page import html
from tests.cli.support import Cli
from tests.cli.test_help import completed
from tests.play.foreign.peers import peer_games, recorded

GO = "(;GM[1]SZ[9]PB[Ann]PW[Bob]DT[2001-02-03]KM[5.5];B[ee]C[centre];W[ec](;B[ce])(;B[gg]))"


@pytest.fixture
def go(tmp_path: Path) -> Path:
    path = tmp_path / "go.sgf"
    path.write_text(GO)
    return path


def saved() -> list[Path]:
    return sorted(store.folder().glob("*.tgr"))


def test_a_game_is_saved_among_ours(cli: Cli, go: Path) -> None:
    done = cli("import", str(go))
    assert (done.code, done.err) == (0, f"note: {go}: komi 5.5 is not counted: Mitropia has none\n")
    (path,) = saved()
    assert done.out == f"{path}: mitropia, 3 moves, not finished: white is to move\n"
    assert time.localtime(path.stat().st_mtime)[:3] == (2001, 2, 3)
    whole = json.loads(cli("replay", str(path), "--json").out)
    assert whole["players"] == ["human:Ann", "human:Bob"]
    assert whole["moves"] == ["e5", "e7", "c5"]
    assert whole["comments"][1] == {"ply": 1, "text": "centre"}
    assert [node["move"] for node in whole["variations"]] == ["g3"]
    assert cli("resume", str(path), "--plain", stdin="g7\nquit\n").code == 0


def test_a_game_is_written_to_a_file_and_out_again(cli: Cli, go: Path) -> None:
    assert cli("import", str(go), "-o", "game.tgr").code == 0
    assert saved() == []
    done = cli("export", "game.tgr", "--as", "sgf")
    assert (done.code, done.err) == (0, "")
    assert cli("export", "game.tgr", "--as", "SGF", "-o", "out.sgf").code == 2
    assert cli("export", "game.tgr", "--as", "sgf", "-o", "out.sgf").out == ""
    assert Path("out.sgf").read_text() == done.out
    precious = "int main() { for (;;) {} }"
    Path("main.c").write_text(precious)
    refused = cli("export", "game.tgr", "--as", "sgf", "-o", "main.c")
    assert (refused.code, Path("main.c").read_text()) == (1, precious)
    assert refused.error == "main.c exists: remove it, or choose another name"
    cli("import", "out.sgf", "-o", "again.tgr")
    assert Path("again.tgr").read_text() == Path("game.tgr").read_text()


def test_a_record_of_abstractplay(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text(json.dumps([recorded(peer_games()[0])] * 2))
    done = cli("import", "record.json", "--json")
    told = [json.loads(line) for line in done.out.splitlines()]
    assert [game["from"] for game in told] == ["record.json, game 1", "record.json, game 2"]
    assert all(game["over"] and game["differs"] == [] for game in told)
    assert told[0]["told"]["Place"] == "Abstract Play"
    assert cli("export", told[0]["file"], "--as", "abstractplay", "-o", "x.json").code == 0
    assert (
        json.loads(Path("x.json").read_text())["header"]["game"]["name"] == told[0]["game"].title()
    )
    said = cli("export", told[0]["file"], "--as", "sgf")
    assert (said.code, said.out) == (1, "")
    assert "SGF holds Go here" in said.error


def test_games_of_a_collection(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "many.sgf"
    path.write_text(f"{GO}(;GM[2])\n{GO}(;SZ[9];B[aa];W[aa])")
    done = cli("import", str(path))
    assert (done.code, len(saved())) == (1, 2)
    errors = [line for line in done.err.splitlines() if line.startswith("error: ")]
    assert errors[0].startswith(f"error: {path}, game 2: it is no game of Go")
    assert errors[1].startswith(f"error: {path}, game 4: move 2, white a9: ")
    whole = cli("import", str(path), "-o", "x.tgr")
    assert (whole.code, whole.error) == (
        2,
        "-o is for one game, and here are 4: choose one by --game N",
    )
    assert cli("import", str(path), "--game", "3", "-o", "x.tgr").code == 0
    assert cli("import", str(path), "--game", "4", "-o", "y.tgr").code == 1
    assert cli("import", str(path), "--game", "4", "-o", "y.tgr", "--until-fault").code == 0
    beyond = cli("import", str(path), "--game", "5")
    assert (beyond.code, beyond.error) == (2, f"--game 5: {path} holds games 1 to 4")
    several = cli("import", str(path), str(path), "--game", "1")
    assert (several.code, several.error.startswith("--game is for one file")) == (2, True)


def test_a_damaged_file_or_game_costs_itself_alone(cli: Cli, tmp_path: Path) -> None:
    damaged = "(;GM[1]SZ[9]US[name[3d]];B[ee])"
    (tmp_path / "bad.sgf").write_text(damaged)
    (tmp_path / "some.sgf").write_text(f"{GO}\n{damaged}\n{GO}")
    done = cli("import", "bad.sgf", "nothing.sgf", "some.sgf")
    assert (done.code, len(done.out.splitlines()), len(saved())) == (1, 2, 2)
    errors = [line for line in done.err.splitlines() if line.startswith("error: ")]
    assert [line.split(" line")[0] for line in errors] == [
        "error: cannot read nothing.sgf: No such file or directory",
        "error: bad.sgf:",
        "error: some.sgf, game 2:",
    ]
    assert cli("import", "some.sgf", "--game", "1").code == 0
    assert "']' is no part of a game" in cli("import", "some.sgf", "--game", "2").error


def test_many_games_are_saved_when_asked_for(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "many.sgf").write_text("(;GM[1]SZ[9];B[ee])" * 201)
    done = cli("import", "many.sgf")
    says = "here are 201 games: choose one by --game N, or save them by --all"
    assert (done.code, done.error, saved()) == (2, says, [])
    assert (cli("import", "many.sgf", "--game", "201").code, len(saved())) == (0, 1)
    assert (cli("import", "many.sgf", "--all").code, len(saved())) == (0, 202)


def test_characters_are_guessed_told_and_chosen(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "old.sgf").write_bytes("(;SZ[9]PB[\u8868];B[ee]C[\u30bd])".encode("cp932"))
    done = cli("import", "old.sgf", "--json")
    assert done.err == "note: old.sgf: read as Shift_JIS; --charset names another\n"
    assert "human:\u8868" in Path(json.loads(done.out)["file"]).read_text()
    done = cli("import", "old.sgf", "--json", "--charset", "Shift_JIS")
    assert "human:\u8868" in Path(json.loads(done.out)["file"]).read_text()
    assert done.err == ""
    unknown = cli("import", "old.sgf", "--charset", "punycode")
    assert (unknown.code, unknown.error[:31]) == (2, "--charset 'punycode' is unknown")


@pytest.mark.parametrize("date", ["", "DT[1996-05]", "DT[2099-01-01]"])
@pytest.mark.parametrize("moves", [";B[ee];W[gg]", ""])
def test_an_imported_game_is_never_the_one_left_last(
    cli: Cli, tmp_path: Path, date: str, moves: str
) -> None:
    (tmp_path / "g.sgf").write_text(f"(;GM[1]SZ[9]{date}PB[Lee]{moves})")
    assert cli("import", "g.sgf").code == 0
    (imported,) = saved()
    assert "no unfinished game is saved" in cli("resume", "--plain").error
    assert cli("play", "plurality", "--size", "5", "--plain", stdin="a1,b1,c1\nquit\n").code == 0
    assert "plurality" in cli("resume", "--plain", stdin="quit\n").out
    assert "Lee" in cli("resume", str(imported), "--plain", stdin="quit\n").out
    # Who has moved in it goes on with it.
    assert cli("resume", str(imported), "--plain", stdin="c3\nquit\n").code == 0
    assert "Lee" in cli("resume", "--plain", stdin="quit\n").out


def test_the_day_of_a_game_of_ours_is_written(cli: Cli) -> None:
    options = ["--players", "2", "--range", "none", "--no-cards", "--map", "9x9"]
    cli("play", "mitropia", *options, "--plain", stdin="c3\nquit\n")
    (path,) = saved()
    assert time.strftime("DT[%Y-%m-%d]") in cli("export", str(path), "--as", "sgf").out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "it is no record of a format that is read here: AbstractPlay and SGF"),
        ("hello (there", "it is no record of a format"),
        ('{"header": {}, "moves": ', "it is no JSON"),
        ('{"header": 1, "moves": []}', "it has no header"),
        ("[" * 100_000 + '"header" "moves"', "it is no JSON"),
        ('{"header": {}, "moves": []}', "it is a game of 'None'"),
        ("(;C[x", "line 1, column 4: the value of 'C' has no end"),
        ("termgames record 2\n", "it is a record of this program"),
        ("(;GM[1]SZ[9];B[\x1b[31m])", "is no point on a board of 9x9"),
    ],
)
def test_what_is_no_record_is_refused(cli: Cli, tmp_path: Path, content: str, says: str) -> None:
    (tmp_path / "file").write_text(content)
    done = cli("import", "file")
    assert done.code == 1
    assert says in done.error
    assert "\x1b" not in done.err
    assert saved() == []


def test_what_is_no_file_is_refused(cli: Cli, tmp_path: Path) -> None:
    assert "it is no file" in cli("import", "/dev/zero").error
    assert "it is no file" in cli("import", str(tmp_path)).error
    assert "No such file" in cli("import", "nothing").error
    (tmp_path / "noise").write_bytes(bytes(range(256)) * 10)
    assert cli("import", "noise").code == 1
    assert cli("import").code == 2
    assert cli("import", "").code == 2


def test_the_shell_offers_every_format() -> None:
    names = {form.name for form in (*formats.FORMATS, *kinds.KINDS, html.KIND)}
    assert completed("termgames export game.tgr --as ") == names


def test_an_unknown_format_names_the_nearest(cli: Cli, go: Path) -> None:
    cli("import", str(go), "-o", "game.tgr")
    done = cli("export", "game.tgr", "--as", "abstractpaly")
    says = "there is no format 'abstractpaly': did you mean abstractplay?"
    assert (done.code, done.error) == (2, says)


def test_names_of_files_are_no_orders_to_the_terminal(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "b\x1b]0;x\x07.sgf"
    path.write_text("(;GM[1]SZ[9];B[zz])(;GM[1]SZ[9];B[zz])")
    done = cli("import", str(path))
    assert done.code == 1
    assert "\x1b" not in done.err


def test_who_plays_in_a_record_of_others_is_not_you(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "g.sgf").write_text("(;GM[1]SZ[9]PW[Lee];B[ee];W[cc];B[];W[])")
    assert cli("import", str(tmp_path / "g.sgf")).code == 0
    people = json.loads(cli("stats", "--json").out)["people"]
    assert {one["player"] for one in people} == {"unknown", "Lee"}
