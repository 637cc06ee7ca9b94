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
from termgames.workbench.balance import Balance, Leads

SOLVED = (("pletore", "3", 3), ("pletore", "4", 4))
"""The komi that an offer has to name under best play, as `termgames solve` says."""
_TODAY = date.today().isoformat()


def kept(path: Path) -> Balance:
    """The measurement in a file that `--resume` wrote."""
    journal = Leads(path)
    about = journal.header()
    leads, info = tuple(row.lead for row in journal.rows()), games.info(about["balance"])
    default = info.settle({**about["options"], "komi": None})["komi"]
    board = info.as_typed(about["options"])
    return Balance(info.id, board, about["player"], about["seed"], default, leads)


def entry(own: list[Balance], pool: list[Balance], together: str) -> dict[str, Any]:
    """A board of the table, and what measures it again, in as many games."""
    balance = replace(own[0], leads=tuple(lead for each in pool for lead in each.leads))
    (low, high), (playable, share) = balance.interval, balance.playable
    told = {"komi": balance.komi, "low": low, "high": high, "playable": playable}
    told |= {"first_player_wins": round(share, 3), "games": len(balance.leads)}
    told |= {"together": together} if together else {}
    commands = (
        f"termgames balance {each.game} {each.board} --player {each.player} "
        f"--games {len(each.leads)} --seed {each.seed}"
        for each in own
    )
    return {**told, "command": "; ".join(commands), "date": _TODAY}


def table(folder: Path, together: list[str]) -> dict[str, dict[str, dict[str, Any]]]:
    """The whole table, boards in order."""
    measured: dict[tuple[str, str], list[Balance]] = defaultdict(list)
    for balance in map(kept, sorted(folder.glob("*.txt"))):
        board = balance.board.removeprefix("--size ").removeprefix("--")
        measured[balance.game, board].append(balance)
    pools = {key: (own, "") for key, own in measured.items()}
    for text in together:
        game, _, span = text.partition(":")
        kind = "hex " if fair_komi.is_hex(span) else ""
        first, last = map(int, span.removeprefix(kind).split("-"))
        boards = [(game, f"{kind}{size}") for size in range(first, last + 1)]
        whole = [balance for key in boards for balance in measured[key]]
        pools |= dict.fromkeys(boards, (whole, f"{kind}{first} to {last}"))
    found: dict[str, dict[str, dict[str, Any]]] = defaultdict(dict)
    for game, board, komi in SOLVED:
        known = dict.fromkeys(("komi", "low", "high", "playable"), komi)
        how = f"termgames solve {game} --size {board} --komi offer"
        found[game][board] = {**known, "command": how, "date": _TODAY}
    for game, board in sorted(measured, key=lambda key: (key[0], _order(key[1]))):
        found[game][board] = entry(measured[game, board], *pools[game, board])
    return dict(found)


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
