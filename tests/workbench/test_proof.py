"""Proof files, and the checker that reads them by the rules alone."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.workbench import proof as proof_module
from termgames.workbench.proof import Proof
from termgames.workbench.proof_check import ProofError, check, header

DRAWN = Path(__file__).parent / "drawn"
"""Files of positions drawn by lot, written by `termgames solve GAME … --proof FILE --drawn N`."""


def proof_of(game_id: str, **options: Any) -> tuple[Any, Proof]:
    game = games.create(game_id, options)
    solver = games.solver(game)
    assert solver is not None
    solver.solve(game.start())
    return game, Proof(game, solver)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, list[str]]:
    """3x3 with the button, and the lines of its proof."""
    game, proof = proof_of("pletore", size=3, komi=1)
    proof.prove()
    path = tmp_path_factory.mktemp("proof") / "proof.txt"
    proof.write(path)
    return game, path.read_text("utf-8").splitlines()


def written(folder: Path, lines: list[str]) -> Path:
    path = folder / "proof.txt"
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


def test_pletore_3x3_is_proved_whole(whole: tuple[Any, list[str]], tmp_path: Path) -> None:
    """The start and all ten first moves, with the button."""
    game, lines = whole
    path = written(tmp_path, lines)
    assert header(path) == ("pletore", {"size": 3, "komi": 1})
    checked = check(path, game)
    assert (checked.value, checked.openings, checked.given) == (1.5, 10, 0)
    assert checked.positions == len(lines) - 4 > 500
    assert check(path, game, sample_size=50).positions == 50


def test_pletore_3x3_is_proved_without_the_button(tmp_path: Path) -> None:
    game, proof = proof_of("pletore", size=3, komi=2)
    proof.prove()
    path = tmp_path / "proof.gz"
    proof.write(path)
    checked = check(path, game)
    assert (checked.value, checked.openings) == (1, 9)


def test_every_bound_that_says_more_than_is_true_is_found(
    whole: tuple[Any, list[str]], tmp_path: Path
) -> None:
    """Wherever it stands in the file, and whichever of both it is."""
    game, lines = whole
    solver = games.solver(game)
    assert solver is not None
    for at in range(100, len(lines), 450):
        rows, beside, *_ = lines[at].split("\t")
        about = dict(pair.split(": ") for pair in beside.split(", "))
        value = solver.solve(game.position(rows.split("/"), about)).worth.value
        for low, high in ((f"{value + 0.5}", "-"), ("-", f"{value - 0.5}")):
            wrong = [*lines[:at], "\t".join((rows, beside, low, high)), *lines[at + 1 :]]
            with pytest.raises(ProofError, match="does not follow"):
                check(written(tmp_path, wrong), game)


def test_a_line_that_is_left_out_is_missed(whole: tuple[Any, list[str]], tmp_path: Path) -> None:
    game, lines = whole
    for at in (10, 300, len(lines) - 1):
        fewer = [*lines[:3], str(len(lines) - 5), *lines[4:at], *lines[at + 1 :]]
        with pytest.raises(ProofError, match="does not follow"):
            check(written(tmp_path, fewer), game)


@pytest.mark.parametrize(
    ("line", "text", "told"),
    [
        (0, "termgames proof 2", "no proof that this version can read"),
        (2, "options [", "no proof that this version can read"),
        (3, "-1", "no proof that this version can read"),
        (3, "5", "more lines than it says"),
        (3, "99999", "cut off"),
        (7, "..b/.../...", "line 8: four parts"),
        (7, "..b/...\tto move: white, button: free\t1\t1", "line 8: .*fit the board"),
        (7, "..b/.../...\tto move: nobody\t1\t1", "line 8: "),
        (7, "..b/.../...\tto move: white, button: free\tone\t1", "line 8: .*no bounds"),
        (7, "..b/.../...\tto move: white, button: free\tinf\t-", "line 8: .*no bounds"),
        (7, "..b/.../...\tto move: white, button: free\t-\t-1e999", "line 8: .*no bounds"),
        (7, "x" * 5000, "line 8: cut off"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(
    whole: tuple[Any, list[str]], tmp_path: Path, line: int, text: str, told: str
) -> None:
    game, lines = whole
    with pytest.raises(ProofError, match=told):
        check(written(tmp_path, [*lines[:line], text, *lines[line + 1 :]]), game)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "damaged.gz").write_bytes(gzip.compress(b"termgames proof 1\n")[:-9])
    for name in ("missing", "damaged.gz", "."):
        with pytest.raises(ProofError):
            header(tmp_path / name)


def test_a_packed_proof_that_is_cut_off(whole: tuple[Any, list[str]], tmp_path: Path) -> None:
    """Also within the last bytes, which hold no text."""
    game, lines = whole
    path = tmp_path / "proof.gz"
    packed = gzip.compress("".join(f"{line}\n" for line in lines).encode())
    path.write_bytes(packed)
    check(path, game)
    for bytes_left in (len(packed) // 2, len(packed) - 9, len(packed) - 8, len(packed) - 1):
        path.write_bytes(packed[:bytes_left])
        with pytest.raises(ProofError, match="cut off"):
            check(path, game)
    path.write_bytes(packed[:-8] + bytes(8))
    with pytest.raises(ProofError, match="cut off"):
        check(path, game)


def test_drawn_positions_follow_from_those_after_them(tmp_path: Path) -> None:
    """Which are given: the file says so, and proves nothing about the start."""
    game, proof = proof_of("pletore", size=3, komi=1)
    proof.draw(40, np.random.default_rng(5))
    path = tmp_path / "drawn.gz"
    proof.write(path)
    checked = check(path, game)
    assert (checked.positions, checked.value, checked.openings) == (40, None, 0)
    assert checked.given > 40


def test_no_more_positions_are_drawn_than_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_module, "_IN_VAIN", 100)
    game, proof = proof_of("pletore", size=3, komi=1)
    late = game.start()
    for _ in range(4):
        late = game.apply(late, game.legal_moves(late)[0])
    game.start = lambda: late
    proof.draw(1_000_000, np.random.default_rng(5))
    assert 10 < len(proof.bounds) < 1000


@pytest.mark.parametrize("path", sorted(DRAWN.glob("*")), ids=lambda path: path.name)
def test_drawn_positions_of_the_larger_boards(path: Path) -> None:
    game_id, options = header(path)
    checked = check(path, games.create(game_id, options))
    assert checked.positions == 1000
