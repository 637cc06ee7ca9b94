"""Every command at work."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from termgames import games
from termgames.core.errors import StorageError
from termgames.play import record, store
from tests.cli.support import Cli, Done

PLAY = ("play", "plurality", "--size", "5", "--komi", "5.5")
HUMANS = (*PLAY, "--white", "human")


def saved() -> Path:
    """The file of the one saved game."""
    (found,) = store.saved_games()
    return found.path


# -- pages --------------------------------------------------------------------------------


def test_list(cli: Cli) -> None:
    done = cli("list")
    assert done.code == 0
    for game_id in games.GAMES:
        assert game_id in done.out
        assert games.info(game_id).author in done.out
    told = json.loads(cli("list", "--json").out)
    assert [game["game"] for game in told] == list(games.GAMES)
    assert "size" in told[0]["options"]


@pytest.mark.parametrize("game_id", games.GAMES)
def test_rules_are_the_page_of_the_game(cli: Cli, game_id: str) -> None:
    assert cli("rules", game_id.upper()).out == games.rules_text(game_id)


# -- play ---------------------------------------------------------------------------------


def test_a_game_of_two_humans_in_a_pipe(cli: Cli) -> None:
    done = cli(*HUMANS, stdin="c4,c5,d5\nPASS\npass\n")
    assert done.code == 0
    assert "1. black c4,c5,d5\n" in done.out
    assert "black wins by 16.5 (both passed)" in done.out
    match = store.read(saved())
    assert match.over
    assert match.players == ("human", "human")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--size", "9"], {"size": 9}),
        (["--size=9"], {"size": 9}),
        (["--komi", "-3"], {"komi": -3.0}),
        (["--komi=-3"], {"komi": -3.0}),
        (["--hex"], {"hex": 7}),
        (["--hex", "5"], {"hex": 5}),
        (["--hex=5"], {"hex": 5}),
        (["--hex", "--komi", "1"], {"hex": 7, "komi": 1.0}),
        (["--pie"], {"pie": True}),
        (["--ties", "parity"], {"ties": "parity"}),
        (["--size", "19"], {"size": 19, "komi": 6.5}),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("command", ["play", "gtp", "arena"])
def test_options_of_the_game(
    cli: Cli, command: str, options: list[str], expected: dict[str, object]
) -> None:
    if command == "play":
        done = cli("play", "plurality", *options, "--white", "human", stdin="save game.tgr\n")
        assert done.code == 0
        found = cli("replay", "game.tgr", "--json").out
    elif command == "gtp":
        found = cli("gtp", "plurality", *options, stdin="termgames-state\n").out[2:]
    else:
        found = cli("arena", "plurality", "--a", "random", "--games", "1", "--json", *options).out
    told = json.loads(found)["options"]
    assert {name: told[name] for name in expected} == expected


def test_a_bot_answers(cli: Cli) -> None:
    done = cli(*PLAY, "--white", "random", "--seed", "3", stdin="c4,c5,d5\nquit\n")
    assert re.search(r"(?m)^2\. white \S+$", done.out)
    again = cli(*PLAY, "--white", "random", "--seed", "3", stdin="c4,c5,d5\nquit\n")
    assert again.out == done.out


def test_a_game_that_cannot_be_saved_is_told_and_fails(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StorageError("cannot write: No space left on device")

    monkeypatch.setattr(store, "save", full)
    done = cli(*HUMANS, stdin="c4,c5,d5\nquit\n")
    assert done.code == 1
    assert done.error.startswith("not saved: cannot write: No space left on device")
    assert "plies: 1\n\nc4,c5,d5\n" in done.out


def test_bots_among_themselves(cli: Cli) -> None:
    done = cli(*PLAY, "--black", "random", "--white", "greedy", "--seed", "1")
    assert done.code == 0
    assert re.search(r" wins( by [^(]*)? \(", done.out)
    assert store.read(saved()).ply


def test_levels_take_the_time_that_is_asked(cli: Cli) -> None:
    done = cli(*PLAY, "--black", "bot:9", "--time", "0.05", "--white", "human", stdin="quit\n")
    assert "1. black " in done.out


@pytest.mark.parametrize("flag", ["--no-save", "--plain", "--ascii", "--no-analysis"])
def test_switches(cli: Cli, flag: str) -> None:
    done = cli(*HUMANS, flag, stdin="pass\n")
    assert done.code == 0
    assert ("not saved" in done.out) == (flag == "--no-save")
    assert len(list(store.saved_games())) == (flag != "--no-save")


def test_options_from_the_environment(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERMGAMES_PLAY_PLURALITY_SIZE", "7")
    monkeypatch.setenv("TERMGAMES_PLAY_PLURALITY_WHITE", "human")
    monkeypatch.setenv("TERMGAMES_THEME", "textual-light")
    assert "plurality, size 7" in cli("play", "plurality").out
    assert "plurality, size 9" in cli("play", "plurality", "--size", "9").out
    # The command line outranks what does not go with it.
    assert "plurality, hex 5" in cli("play", "plurality", "--hex", "5").out
    monkeypatch.setenv("TERMGAMES_PLAY_PLURALITY_SIZE", "70")
    assert "--size 70 is out of range" in cli("play", "plurality").error


# -- resume and replay --------------------------------------------------------------------


def test_leaving_and_resuming(cli: Cli) -> None:
    done = cli(*HUMANS, stdin="c4,c5,d5\n")
    assert done.out.endswith("The game is saved; go on with: termgames resume\n")
    listed = cli("resume", "--list")
    assert "  1  " in listed.out
    assert "Plurality  human v human" in listed.out
    assert re.search(r" goes on +1  size 5", listed.out)
    done = cli("resume", stdin="pass\npass\n")
    assert "3. black pass" in done.out
    assert len(list(store.saved_games())) == 1
    assert store.read(saved()).ply
    assert "no unfinished game" in cli("resume", "--list").err


def test_a_line_of_any_length_is_one_refused_move(cli: Cli) -> None:
    done = cli(*HUMANS, stdin="x" * 1_000_000 + "\nc4,c5,d5\n")
    assert len(done.out) < 5_000
    assert "1. black c4,c5,d5" in done.out


def test_resume_by_number_and_file(cli: Cli, tmp_path: Path) -> None:
    import os

    for number, size in enumerate(("5", "6", "7")):
        cli("play", "plurality", "--size", size, "--white", "human", stdin="pass\n")
        newest = max(store.folder().iterdir(), key=lambda path: path.stat().st_ctime_ns)
        os.utime(newest, (number, number))
    for number, size in [("1", "7"), ("2", "6"), ("3", "5")]:
        assert f"size {size}" in cli("resume", number, stdin="").out
    file = tmp_path / "mine.tgr"
    cli("resume", "1", stdin=f"save {file}\n")
    cli("resume", str(file), stdin="d5,d6,d7\n")
    match = store.read(file)
    assert match.ply == 2


def test_a_broken_file_is_listed_beside_the_others(cli: Cli) -> None:
    cli(*HUMANS, stdin="pass\n")
    (store.folder() / "broken.tgr").write_text("nonsense")
    done = cli("resume", "--list")
    assert done.code == 0
    assert "  1  " in done.out
    assert "broken.tgr: line 1" in done.err
    assert cli("resume").code == 0


def test_a_faulty_move_is_named_when_the_game_is_opened(cli: Cli) -> None:
    cli(*HUMANS, stdin="pass\n")
    path = saved()
    first, _, *rest = path.read_text().replace("\npass\n", "\nnonsense\n").splitlines(True)
    path.write_text("".join([first, *rest]))
    assert "  1  " in cli("resume", "--list").out
    done = cli("resume")
    assert done.code == 1
    assert f"{path}: line " in done.error
    assert "move 1, 'nonsense'" in done.error


def finished(cli: Cli) -> tuple[Path, Done]:
    done = cli(*PLAY, "--black", "random", "--white", "random", "--seed", "5")
    return saved(), done


def test_replay_as_text(cli: Cli) -> None:
    path, played = finished(cli)
    done = cli("replay", str(path))
    assert done.code == 0
    assert done.out.splitlines()[-1] == played.out.splitlines()[-2]
    assert played.out.endswith(f"The game is in {path}\n")
    assert "\n1. black " in done.out


def test_replay_as_json(cli: Cli) -> None:
    path, _ = finished(cli)
    done = cli("replay", str(path), "--json")
    assert done.out.count("\n") == 1
    told = json.loads(done.out)
    match = store.read(path)
    assert told["game"] == "plurality"
    assert told["options"]["size"] == 5
    assert told["moves"] == [match.game.format(move) for move in match.moves]
    assert len(told["score_history"]) == match.ply + 1
    assert told["score_history"][-1] == told["scores"]
    assert told["over"]
    assert len(told["winners"]) == 1
    assert told["ending"] == "no placement left"
    assert told["players"] == ["random", "random"]
    assert len(told["board"]) == 5


def test_comments_and_variations_are_in_json_and_exports(cli: Cli, tmp_path: Path) -> None:
    path, _ = finished(cli)
    text = path.read_text().replace("\n\n", "\n\n| Noted.\n|1. pass\n|2. pass\n| Oh.\n|1. x\n", 1)
    path.write_text(text)
    done = cli("replay", str(path), "--json")
    assert "note: 1 line of the variations does not fit" in done.err
    told = json.loads(done.out)
    assert told["comments"] == [{"ply": 0, "text": "Noted."}]
    assert told["variations"] == [
        {"ply": 0, "parent": None, "move": "pass", "comment": ""},
        {"ply": 1, "parent": 0, "move": "pass", "comment": "Oh.\n1. x"},
    ]
    out = tmp_path / "out.tgr"
    cli("export", str(path), "-o", str(out))
    assert "\n| Noted.\n|1. pass\n|2. pass\n| Oh.\n| 1. x\n" in out.read_text()
    assert "1 line of the variations does not fit" in cli("doctor", str(path)).out
    noted = json.loads(cli("doctor", str(path), "--json").out)["saves"][0]
    assert (noted["state"], noted["note"][:6]) == ("sound", "1 line")


def test_a_saved_game_is_exported_by_its_number(cli: Cli) -> None:
    cli("play", "plurality", "--size", "5", "--white", "human", "--plain", stdin="a1,b1,c1\n")
    assert "a1,b1,c1" in cli("export", "1").out
    refused = cli("export", "2")
    assert refused.code == 1
    assert "there is no saved game 2, only 1 to 1" in refused.err


def test_what_is_exported_tells_all_that_the_save_tells(cli: Cli, tmp_path: Path) -> None:
    path, _ = finished(cli)
    out = tmp_path / "out.tgr"
    assert cli("export", str(path), "-o", str(out)).code == 0
    assert out.read_text() == path.read_text() == cli("export", str(path)).out
    assert "\nresult: " in path.read_text()


def test_replay_tells_of_a_resignation(cli: Cli) -> None:
    cli(*HUMANS, stdin="pass\nresign\nquit\n")
    told = json.loads(cli("replay", "--json", str(saved())).out)
    assert (told["resigned"], told["winners"], told["ending"]) == (
        "white",
        ["black"],
        "white resigned",
    )


# -- gtp, bench ---------------------------------------------------------------------------


@pytest.mark.parametrize("bot", [["--bot", "greedy"], ["--level", "1"], ["--time", "0.05"]])
def test_gtp_with_a_bot(cli: Cli, bot: list[str]) -> None:
    asked = "1 genmove black\n2 genmove white\n3 nonsense\nquit\n"
    done = cli("gtp", "plurality", "--size", "5", "--seed", "1", *bot, stdin=asked)
    assert done.code == 0
    first, second, third, _ = done.out.split("\n\n", 3)
    assert re.fullmatch(r"=1 [a-e]\d,[a-e]\d,[a-e]\d", first)
    assert re.fullmatch(r"=2 [a-e]\d,[a-e]\d,[a-e]\d", second)
    assert third == "?3 unknown command"


def test_bench(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    from termgames.workbench import bench_cases
    from termgames.workbench.commands import bench

    monkeypatch.setattr(bench, "_QUICK_SECONDS", 0.01)
    monkeypatch.setattr(bench, "_QUICK_BATCHES", (64,))
    monkeypatch.setitem(bench_cases.BOARDS, "plurality", {"5x5": {"size": 5}})
    done = cli("bench", "plurality", "--quick", "--json")
    assert done.code == 0
    rows = json.loads(done.out)
    assert rows[0]["game"] == "plurality"
    assert all(row["playouts"] > 0 and row["ratio"] > 0 for row in rows)
    assert "measuring" in done.err
    table = cli("bench", "plurality", "--quick").out.splitlines()
    assert table[0].split()[-1] == "ratio"
    assert len(table) == len(rows) + 1


def test_records_of_play_can_be_written_again(cli: Cli) -> None:
    path, _ = finished(cli)
    text = path.read_text()
    assert record.write(record.load(text), tells_over=True) == text


def test_all_games_are_listed_with_their_results_and_looked_through_by_number(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    cli(*PLAY, "--white", "human", stdin="c4,c5,d5\npass\npass\n")
    cli("play", "plurality", "--size", "6", "--white", "human", stdin="pass\n")
    done = cli("replay", "--list")
    head, newest, oldest = done.out.splitlines()
    assert head.split() == ["played", "game", "players", "result", "turns", "options"]
    assert re.search(r"^ +1 .* human v human +goes on +1 +size 6", newest)
    assert re.search(r"^ +2 .* black wins by 16.5 \(both passed\) +3 +size 5", oldest)
    monkeypatch.setenv("COLUMNS", "60")
    narrow = cli("replay", "--list").out.splitlines()
    assert max(map(len, narrow)) <= 60 < len(oldest)
    assert all(" Plurality " in line for line in narrow[1:])
    assert "c4,c5,d5" in cli("replay", "2", "--plain").out
    assert "only 1 to 2" in cli("replay", "3").error
    assert cli("replay").code == 2


def test_no_game_to_look_through(cli: Cli) -> None:
    assert "no saved game" in cli("replay", "--list").err
    assert "none is saved" in cli("replay", "1").error
