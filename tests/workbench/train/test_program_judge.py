"""A program that judges positions: what it is asked, and what a net learns from its answers."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core import array_files, maps
from termgames.core.errors import OptionError, StorageError, TermgamesError
from termgames.core.topology import square
from termgames.play.gtp.program import NotAllowed
from termgames.workbench.train import files, program_judge
from termgames.workbench.train.bundles import Bundle, play_bundle
from termgames.workbench.train.campaign import Campaign
from termgames.workbench.train.plan import Plan, set_up
from termgames.workbench.train.program_judge import ProgramJudge
from termgames.workbench.train.samples import Samples, joined, load
from tests.workbench.train.training_data import GAMES, random_rows, trained

GO: dict[str, Any] = {**GAMES["go"][1], "scoring": "area"}
SMALL = maps.parse("name: small\nplayers 2: a1 d4\n\n" + 4 * "....\n", "small").code
PLAN = Plan(
    "mitropia",
    {**GO, "map": SMALL},
    seed=3,
    playouts=4,
    games=2,
    generations=1,
    bundle=2,
    channels=4,
    depth=1,
)
COLUMNS = "ABCDEFGHJ"

PROGRAM = """
import json, sys
asked = []
for line in sys.stdin:
    question = json.loads(line)
    size = question["boardXSize"]
    board = [0.0] * (size * size)
    for colour, point in question["initialStones"] + question["moves"]:
        if point != "pass":
            x, y = "ABCDEFGHJKLMN".index(point[0].upper()), size - int(point[1:])
            board[y * size + x] = 0.5 if colour == "B" else -0.75
    policy = [(number + 1) / 100 for number in range(size * size + 1)]
    for at, owner in enumerate(board):
        if owner:
            policy[at] = -1.0
    answer = {{"id": question["id"], "policy": policy, "ownership": board}}
    answer["rootInfo"] = {{"scoreStdev": 3 + len(question["initialStones"]) / 10}}
    print(json.dumps(answer){broken}, flush=True)
"""
"""Likes a point the more, the later it stands in the lines from the top, and the pass most; who
owns a stone's point is half or three quarters certain."""


def command(tmp_path: Path, broken: str = "") -> str:
    source = tmp_path / "judge.py"
    source.write_text(PROGRAM.format(broken=broken))
    return shlex.join([sys.executable, "-S", str(source)])


def unjudged(count: int = 40, seed: int = 1) -> tuple[Any, Samples]:
    """A packed game, and positions of random games, some of them after a pass."""
    _, packed, start = set_up("mitropia", GO)
    rows = random_rows(packed, start, count, seed)
    passing = np.full(len(rows[3::10]), 81, np.int32)
    rows[3::10] = packed.advance(rows[3::10], passing)
    rows = rows[~rows["over"]]
    count = len(rows)
    actions = [packed.legal(row) for row in rows]
    sizes = list(map(len, actions))
    total = sum(sizes)
    return (
        packed,
        Samples(
            rows,
            np.cumsum([0, *sizes], dtype=np.int64),
            np.concatenate(actions),
            np.ones(total, np.float32),
            np.full((count, packed.cells, 1), 0.25, np.float32),
            np.zeros(count, np.float32),
        ),
    )


def with_judgements(samples: Samples, packed: Any, said: str) -> Samples:
    asked = ProgramJudge(said, packed, allowed={said})
    try:
        return asked.with_judgements(samples)
    finally:
        asked.close()


def place(cell: int) -> int:
    """Where the program's lists have a cell, which is counted from a1 on."""
    text = square(9).names[cell]
    return (9 - int(text[1:])) * 9 + COLUMNS.index(text[0].upper())


def test_a_net_is_told_what_the_program_says(tmp_path: Path) -> None:
    packed, samples = unjudged()
    told = with_judgements(samples, packed, command(tmp_path))
    assert told.rows.tobytes() == samples.rows.tobytes()
    assert (told.actions == samples.actions).all()
    assert {int(packed.mover(row["turn"])) for row in told.rows} == {0, 1}
    for number, row in enumerate(told.rows):
        part = slice(told.first[number], told.first[number + 1])
        wanted = np.array([82 if at == 81 else place(at) + 1 for at in told.actions[part]])
        assert told.visits[part] == pytest.approx(wanted / wanted.sum(), rel=1e-5)
        black = np.array([0.5, 0.75, 0.125])[row["stones"]]
        own = black if packed.mover(row["turn"]) == 0 else 1 - black
        assert told.owner[number, :, 0] == pytest.approx(own)
        put = np.count_nonzero(row["stones"]) - (row["last"] < 81)
        assert told.variance[number] == pytest.approx((3 + put / 10) ** 2)


def test_the_program_is_told_the_stones_the_last_one_and_who_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, samples = unjudged()
    asked: list[dict[str, Any]] = []
    exchange = program_judge.Program.exchange

    def noting(program: Any, lines: Any, *how: Any) -> Any:
        asked.extend(map(json.loads, lines))
        return exchange(program, lines, *how)

    monkeypatch.setattr(program_judge.Program, "exchange", noting)
    with_judgements(samples, packed, command(tmp_path))
    assert asked.pop(0)["initialStones"] == []  # before anything else
    assert len(asked) == len(samples)
    names = square(9).names
    kinds = set()
    for row, question in zip(samples.rows, asked, strict=True):
        told = question["initialStones"] + [m for m in question["moves"] if m[1] != "pass"]
        stones = {name: "BW"[row["stones"][at] - 1] for at, name in enumerate(names)
                  if row["stones"][at]}  # fmt: skip
        assert {point: colour for colour, point in told} == stones
        assert len(told) == len(stones)
        mover = "BW"[int(packed.mover(row["turn"]))]
        last = int(row["last"])
        if row["passed"]:
            kinds.add("passed")
            assert [move[1] for move in question["moves"]] == ["pass"]
        elif last < 81:
            kinds.add("stone")
            assert [move[1] for move in question["moves"]] == [names[last]]
        else:
            kinds.add("start")
            assert question["moves"] == []
        said = [move[0] for move in question["moves"]]
        assert question["initialPlayer"] == (said[0] if said else mover)
        assert mover not in said
        assert (question["boardXSize"], question["boardYSize"], question["komi"]) == (9, 9, 0)
        assert question["maxVisits"] == 1
    assert kinds == {"passed", "stone", "start"}


def test_a_program_that_likes_no_move_of_ours_knows_other_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, samples = unjudged(5)
    monkeypatch.setattr(program_judge, "_LEAST", 1e9)
    with pytest.raises(TermgamesError, match="none of the moves that are legal here in 5 of 5"):
        with_judgements(samples, packed, command(tmp_path))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_answers_and_warnings_do_not_matter(tmp_path: Path, seed: int) -> None:
    packed, samples = unjudged()
    plain = with_judgements(samples, packed, command(tmp_path))
    last = str(len(samples) - 1)
    shuffling = f"""
    if question["id"] == {last!r} or not question["initialStones"]:
        random.Random({seed}).shuffle(asked)
        for said in asked:
            print('{{"id": "0", "field": "rules", "warning": "none such"}}' + chr(10) * 2 + said)
        sys.stdout.flush()
        asked = []
"""
    text = PROGRAM.format(broken="").replace("import json", "import random, json")
    text = text.replace("print(json.dumps(answer), flush=True)", "asked.append(json.dumps(answer))")
    source = tmp_path / "shuffling.py"
    source.write_text(text + shuffling)
    told = with_judgements(samples, packed, shlex.join([sys.executable, "-S", str(source)]))
    assert told.visits.tobytes() == plain.visits.tobytes()
    assert told.owner.tobytes() == plain.owner.tobytes()


HUGE = "1" + 400 * "0"
"""Beyond all floating-point numbers."""


@pytest.mark.parametrize(
    "broken",
    [
        "[:9]",
        " and '7'",
        " and '[' * 5000",
        ".replace('ownership', 'owners')",
        ".replace('policy', 'p')",
        ".replace('0.0,', '7,', 99)",
        ".replace('0.0,', HUGE + ',')",
        ".replace('[0.01, ', '[')",
        ".replace('0.01', 'NaN')",
        ".replace('0.82', '1.82')",
        ".replace('0.82', HUGE)",
        ".replace('scoreStdev', 'stdev')",
        ".replace('Stdev\": ', 'Stdev\": -')",
        ".replace('Stdev\": ', 'Stdev\": ' + HUGE)",
        '.replace(\'"id": "\', \'"id": "x\')',
        '.replace(\'"id": "\', \'"id": "7\')',
    ],
)
def test_what_is_no_judgement_ends_the_work(tmp_path: Path, broken: str) -> None:
    packed, samples = unjudged(5)
    with pytest.raises(TermgamesError, match=r"--judge: .*something else.*KataGo"):
        with_judgements(samples, packed, command(tmp_path, broken.replace("HUGE", repr(HUGE))))


def test_a_program_that_reads_nothing_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed, samples = unjudged(400)
    source = tmp_path / "sleeping.py"
    text = PROGRAM.format(broken="")
    source.write_text(text + "    import time; asked.append(1); time.sleep(99 * (len(asked) > 1))")
    monkeypatch.setattr(program_judge, "_PATIENCE", 1.0)
    monkeypatch.setattr(program_judge, "_AT_ONCE", 400)
    with pytest.raises(TermgamesError, match="said nothing for 1 s"):
        with_judgements(samples, packed, shlex.join([sys.executable, "-S", str(source)]))


def test_a_program_that_ends_is_said_to(tmp_path: Path) -> None:
    packed, samples = unjudged(5)
    with pytest.raises(TermgamesError, match=r"--judge: .*ended at a question \(code 3\)"):
        with_judgements(samples, packed, command(tmp_path, " and sys.exit(3)"))


def test_only_plain_go_is_judged_and_only_by_programs_that_are_allowed(tmp_path: Path) -> None:
    said = command(tmp_path)
    for game_id, options in (
        ("mitropia", {**GO, "range": 3}),
        ("mitropia", {**GO, "scoring": "territory"}),
        ("mitropia", {**GO, "map": "9x9-cut"}),
        ("mitropia", {**GO, "handicap": "0,-2"}),
        ("tricolor", {"size": 5}),
        ("pletore", {"size": 5}),
    ):
        game = games.create(game_id, options)
        packed = games.packed(game)
        assert packed is not None
        with pytest.raises(OptionError, match="judge Go alone"):
            ProgramJudge(said, packed, allowed={said})
    packed, _ = unjudged(1)
    with pytest.raises(NotAllowed):
        ProgramJudge(said, packed, allowed=set())


def test_a_campaign_learns_from_judgements(tmp_path: Path, short_fits: None) -> None:
    said = command(tmp_path)
    plan = replace(PLAN, judge=said)
    trained(plan, tmp_path / "out")
    (bundle,) = files.bundles(tmp_path / "out" / "00")
    judged = load(bundle, set_up(plan.game_id, plan.options)[1], "")
    plain, report = play_bundle(Bundle(PLAN, 0, 0, 0.0, None))
    assert report.games == 2
    assert judged.rows.tobytes() == plain.rows.tobytes()
    assert set(np.unique(judged.owner).tolist()) <= {0.125, 0.25, 0.5, 0.75, 0.875}
    assert json.loads((tmp_path / "out" / "campaign.json").read_text())["judge"] == said
    with pytest.raises(OptionError, match="training with --judge"):
        Campaign(PLAN, tmp_path / "out", lambda _: None)


def test_judgements_are_kept_whole(tmp_path: Path) -> None:
    packed, samples = unjudged()
    told = with_judgements(samples, packed, command(tmp_path))
    path = tmp_path / "games.npz"
    told.save(path)
    again = load(path, packed, "")
    assert (again.variance == told.variance).all()
    assert again.variance.min() > 0
    both = joined([samples, again], packed)
    assert both.variance.tolist() == [0] * len(samples) + told.variance.tolist()
    for variance in (-told.variance, told.variance * np.nan, told.variance[1:]):
        replace(told, variance=variance).save(path)
        with pytest.raises(StorageError, match="holds no games"):
            load(path, packed, "")
    # Files of older versions say nothing of judges.
    told.save(path)
    arrays = array_files.read(path, 10**9, rows=True)
    del arrays["variance"]
    array_files.save(path, **arrays)
    assert load(path, packed, "").variance.tolist() == [0] * len(told)


def test_the_games_of_a_teacher_can_be_judged(tmp_path: Path) -> None:
    said = command(tmp_path)
    plan = replace(PLAN, teacher="greedy", judge=said)
    told, _ = play_bundle(Bundle(plan, 0, 0, 0.0, None))
    assert len(told)
    assert np.median(np.maximum.reduceat(told.visits, told.first[:-1])) < 0.5
    assert plan.programs == (said,)


def test_a_judge_that_is_not_there_is_missed_at_once(tmp_path: Path) -> None:
    plan = replace(PLAN, judge="no-such-program-anywhere --now")
    with pytest.raises(OptionError, match="there is no program"):
        Campaign(plan, tmp_path / "out", lambda _: None)
    Campaign(plan, tmp_path / "out", lambda _: None, here=False)


def test_a_judge_that_cannot_judge_is_known_before_games_are_played(tmp_path: Path) -> None:
    plan = replace(PLAN, judge=command(tmp_path, " and sys.exit(3)"))
    with pytest.raises(TermgamesError, match="ended at a question"):
        Campaign(plan, tmp_path / "out", lambda _: None)
