"""Games of Go in the Smart Game Format, as Mitropia for two without dice, cards and range.

That is Go with positional superko, without suicide, komi and resignation. What a record wants
otherwise is told as a difference (`Imported.differs`), and a move that only other rules allow is
refused. Comments, variations and clocks go both ways; marks on the board are not read, which is
told.
"""

from __future__ import annotations

from termgames.core.options import number_text
from termgames.core.text import point_name
from termgames.play.bots.players import label_of
from termgames.play.foreign import about, sgf_time
from termgames.play.match import AnyMatch

TOLD = (
    {"PB": "Black", "BR": "Black's rank", "BT": "Black's team"}
    | {"PW": "White", "WR": "White's rank", "WT": "White's team"}
    | {"GN": "Game", "EV": "Event", "RO": "Round", "PC": "Place", "DT": "Date", "RU": "Rules"}
    | {"KM": "Komi", "HA": "Handicap", "TM": "Time", "OT": "Overtime", "ON": "Opening"}
    | {"RE": "Result", "AN": "Annotator", "US": "Entered by", "SO": "Source", "CP": "Copyright"}
)
"""What a root tells, by the names of `about`."""
COLOURS = {"B": 0, "W": 1}
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def board_map(columns: int, rows: int) -> str:
    """The map of a whole board, by its name where it comes with the program."""
    if columns == rows and columns in (9, 13, 19):
        return f"{columns}x{rows}"
    ends = f"a1 {point_name(columns - 1, rows - 1)}"
    return f"{columns}x{rows} | 2: {ends} | {'/'.join(['.' * columns] * rows)}"


def own_words(match: AnyMatch) -> dict[str, str]:
    """What a match itself says of what a record tells beside the moves: nothing of its rules and
    its end where it was played elsewhere, as the record of it may not have told them."""
    words: dict[str, str] = {}
    if len({*match.time.controls}) == 1 and match.time.controls[0]:
        words = sgf_time.words(match.time.controls[0])
    for colour, player in zip(("Black", "White"), match.players, strict=True):
        nameless = player in ("human", about.player(""))
        words |= {} if nameless else {colour: label_of(player)}
    if match.elsewhere:
        return words
    rules = {"area": "Chinese", "territory": "Japanese"}
    words |= {"Rules": rules[match.game.options["scoring"]], "Komi": "0"}
    if (result := match.result()) is not None and not match.told:
        black, white = result.score.totals
        margin = f"{'B' if black > white else 'W'}+{number_text(abs(black - white))}"
        words["Result"] = margin if black != white else "0"
        if match.loss is not None and match.loss.on_time:
            words["Result"] = f"{'BW'[1 - match.loss.seat]}+T"
    return words
