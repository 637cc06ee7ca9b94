"""The table of fair komis, from the leads that `termgames balance` kept.

    python -m tests.benchmarks.komi_table FOLDER [--write]

FOLDER holds files that `termgames balance GAME ... --resume FILE` wrote. Each board becomes an
entry of `assets/komi.json`, of all its files together; with `--write` the table is written, else
printed. Boards that are given together, as `--together pletore:14-19` or `--together
"plurality:hex 8-10"`, are taken for one: the leads of large boards vary so much that none of them
alone says more than plus or minus six points. What the solver knows of the smallest boards
(`SOLVED`) is taken in as well.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from termgames import games, paths
from termgames.core import fair_komi
from termgames.workbench.balance import Balance
from termgames.workbench.journal import Journal

SOLVED = {"pletore": {"3": 3, "4": 4}}
"""The komi that an offer has to name under best play, as `termgames solve` says."""
_TODAY = date.today().isoformat()


def kept(path: Path) -> Balance:
    """The measurement in a file that `--resume` wrote."""
    journal = Journal(path, "leads")
    header = journal.header()
    leads = tuple(float(line["lead"]) for line in journal.lines())
    info = games.info(header["balance"])
    default = info.settle({**header["options"], "komi": None})["komi"]
    return Balance(
        info.id, info.as_typed(header["options"]), header["player"], header["seed"], default, leads
    )


def entry(balance: Balance, command: str, together: str = "") -> dict[str, Any]:
    """A board of the table."""
    low, high = balance.interval
    playable, share = balance.playable
    return {
        "komi": balance.komi,
        "low": low,
        "high": high,
        "playable": playable,
        "first_player_wins": round(share, 3),
        "games": len(balance.leads),
        **({"together": together} if together else {}),
        "command": command,
        "date": _TODAY,
    }


def command(balance: Balance) -> str:
    """What measures the board again, in as many games."""
    return (
        f"termgames balance {balance.game} {balance.board} --player {balance.player} "
        f"--games {len(balance.leads)} --seed {balance.seed}"
    )


def table(folder: Path, together: list[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """The whole table, boards in order."""
    measured: dict[tuple[str, str], list[Balance]] = defaultdict(list)
    for path in sorted(folder.glob("*.txt")):
        balance = kept(path)
        measured[balance.game, balance.board.removeprefix("--size ").removeprefix("--")] += [
            balance
        ]
    pools = {key: measured[key] for key in measured}
    spans: dict[tuple[str, str], str] = {}
    for text in together:
        game, _, span = text.partition(":")
        kind, first, last = _span(span)
        boards = [(game, f"{kind}{size}") for size in range(first, last + 1)]
        whole = [balance for key in boards for balance in measured[key]]
        pools |= dict.fromkeys(boards, whole)
        spans |= dict.fromkeys(boards, f"{kind}{first} to {last}")
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for game, solved in SOLVED.items():
        for board, komi in solved.items():
            how = f"termgames solve {game} --size {board} --komi offer"
            known = {"komi": komi, "low": komi, "high": komi, "playable": komi}
            found[game][board] = {**known, "command": how, "date": _TODAY}
    for key in sorted(measured, key=lambda key: (key[0], _order(key[1]))):
        own = measured[key]
        leads = tuple(lead for balance in pools[key] for lead in balance.leads)
        how = "; ".join(map(command, own))
        found[key[0]][key[1]] = entry(replace(own[0], leads=leads), how, spans.get(key, ""))
    return dict(found)


def _span(text: str) -> tuple[str, int, int]:
    """`hex 8-10` or `14-19`: the kind of board, and its first and last size."""
    kind = "hex " if fair_komi.is_hex(text) else ""
    first, last = map(int, text.removeprefix(kind).split("-"))
    return kind, first, last


def _order(board: str) -> tuple[bool, int]:
    return fair_komi.is_hex(board), int(board.removeprefix("hex "))


def main() -> None:
    """See the first lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--together", action="append", default=[], metavar="GAME:FIRST-LAST")
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    text = json.dumps(table(asked.folder, asked.together), indent=2) + "\n"
    if asked.write:
        (paths.assets() / fair_komi.FILE).write_text(text, "utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
