"""Golden records: a whole game a reader can follow, with what it came to.

A file in tests/golden is a record as players save them; below its moves, in comments, it
shows the final board and the score with its parts. Written new from its own moves by

    python -m tests.contract.golden tests/golden/plurality.tgr
"""

import sys
from pathlib import Path

from termgames.core.game import NEUTRAL
from termgames.core.options import number_text
from termgames.play import record, store
from termgames.play.match import Match
from tests.diagrams import show

FOLDER = Path(__file__).parent.parent / "golden"


def playthrough(match: Match) -> str:
    """The record of a finished match and the account of its end."""
    game, result = match.game, match.result()
    assert result is not None, "the golden game is not finished"
    names = {seat: game.seat_name(match.state, seat) for seat in range(game.seats)}
    account = [f"The end: {result.reason}", "", *show(game, match.state), ""]
    for seat, name in [*names.items(), (NEUTRAL, "neutral")]:
        total = "" if seat == NEUTRAL else f" {number_text(result.score.totals[seat])}"
        account.append(f"{name}{total}")
        account += [f"  {part.text}" for part in result.score.parts if part.seat == seat]
    account += ["", "won by " + (" and ".join(names[seat] for seat in result.winners) or "nobody")]
    return record.write(match) + "\n" + "".join(f"# {line}".rstrip() + "\n" for line in account)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store.write_text(Path(name), playthrough(store.read(Path(name))))
