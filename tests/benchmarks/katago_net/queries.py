"""Queries of KataGo's analysis engine: from lines of JSON to positions.

Known are the rules that `termgames train --judge` asks for: area scoring without tax, positional
superko, no suicide, no button. Answers are those of one visit, whatever number is asked for.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tests.benchmarks.katago_net.boards import BLACK, WHITE, place
from tests.benchmarks.katago_net.positions import PASS, Game, IllegalMove, Position

_RULES: dict[str, Any] = {
    "ko": "POSITIONAL",
    "scoring": "AREA",
    "tax": "NONE",
    "suicide": False,
    "hasButton": False,
    "whiteHandicapBonus": "0",
    "friendlyPassOk": False,
}
_OPTIONAL_RULES = {"hasButton", "whiteHandicapBonus", "friendlyPassOk"}
_IGNORED = {"maxVisits", "priority", "priorities"}
_KNOWN = _IGNORED | {
    "id",
    "initialStones",
    "initialPlayer",
    "moves",
    "rules",
    "komi",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "includePolicy",
    "includeOwnership",
    "overrideSettings",
}
_COLUMNS = "ABCDEFGHJKLMNOPQRST"
_COLOURS = {"B": BLACK, "W": WHITE, "BLACK": BLACK, "WHITE": WHITE}
_SIDES = {"BLACK": BLACK, "WHITE": WHITE, "SIDETOMOVE": None}


class QueryError(ValueError):
    """A query that cannot be answered: which field is at fault, and why."""

    def __init__(self, field: str, fault: str, number: str | None = None) -> None:
        super().__init__(fault)
        self.field, self.number = field, number

    def answer(self) -> dict[str, Any]:
        """What is answered."""
        said = {"error": str(self)}
        if self.field:
            said["field"] = self.field
        return said if self.number is None else said | {"id": self.number}


@dataclass(frozen=True)
class Question:
    """One position of a query."""

    number: str
    """The query's id."""
    turn: int
    position: Position
    perspective: int
    """For whom winrates, leads and owners are told: BLACK or WHITE."""
    policy: bool
    ownership: bool


def parsed(line: str) -> tuple[list[Question], list[dict[str, Any]]]:
    """The questions of a line, and warnings about fields that are not known. QueryError."""
    try:
        query = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise QueryError("", f"Could not parse input line as json: {error}") from None
    if not isinstance(query, dict):
        raise QueryError("", "A query must be a json object")
    number = query.get("id")
    if not isinstance(number, str):
        raise QueryError("id", "Request must have a string id")
    try:
        warnings = [
            {"warning": "Unexpected or unused field", "field": field, "id": number}
            for field in query
            if field not in _KNOWN
        ]
        return _questions(query, number), warnings
    except QueryError as error:
        raise QueryError(error.field, str(error), number) from None


def _questions(query: dict[str, Any], number: str) -> list[Question]:
    size = _size(query)
    _check_rules(query)
    komi = query.get("komi", 7.5)
    if not _is_number(komi) or abs(komi) > 150 or 2 * komi != int(2 * komi):
        raise QueryError("komi", "Must be an integer or half-integer from -150.0 to 150.0")
    side, passing_ends = _settings(query)
    moves = _stones(query, "moves", size)
    turns = query.get("analyzeTurns", [len(moves)])
    if not isinstance(turns, list) or not all(type(turn) is int for turn in turns):
        raise QueryError("analyzeTurns", "Must be an array of integers")
    if turns and not 0 <= min(turns) <= max(turns) <= len(moves):
        raise QueryError("analyzeTurns", "Invalid turn number")
    policy, ownership = (_flag(query, name) for name in ("includePolicy", "includeOwnership"))

    game = Game(size)
    mover = _first_player(query, moves)
    try:
        game.put(_stones(query, "initialStones", size))
    except IllegalMove:
        raise QueryError("initialStones", "Stones without liberties") from None
    questions = []
    for turn in range(len(moves) + 1):
        if turn in turns:
            position = game.position(mover, float(komi), passing_ends=passing_ends)
            seen_by = side or mover
            questions.append(Question(number, turn, position, seen_by, policy, ownership))
        if turn < len(moves):
            colour, at = moves[turn]
            try:
                game.play(colour, at)
            except IllegalMove:
                raise QueryError("moves", f"Illegal move {turn}") from None
            mover = 3 - colour
            # As KataGo has it, whoever is named next moves next.
            if turn + 1 < len(moves):
                mover = moves[turn + 1][0]
    return questions


def _size(query: dict[str, Any]) -> int:
    x, y = query.get("boardXSize"), query.get("boardYSize")
    for field, value in (("boardXSize", x), ("boardYSize", y)):
        if type(value) is not int or not 2 <= value <= len(_COLUMNS):
            raise QueryError(field, f"Must provide an integer from 2 to {len(_COLUMNS)}")
    if x != y:
        raise QueryError("boardYSize", "Only square boards are known here")
    assert isinstance(x, int)
    return x


def _check_rules(query: dict[str, Any]) -> None:
    rules = query.get("rules")
    if not isinstance(rules, dict):
        raise QueryError("rules", "Must be an object here, as rules by name are not known")
    if rules.keys() - _RULES.keys():
        raise QueryError("rules", "Unknown rules")
    for name, wanted in _RULES.items():
        if name in rules and rules[name] != wanted:
            raise QueryError("rules", f"Only {name} {json.dumps(wanted)} is known here")
        if name not in rules and name not in _OPTIONAL_RULES:
            raise QueryError("rules", f"Must specify {name}")


def _settings(query: dict[str, Any]) -> tuple[int | None, bool]:
    """The colour for whom values are told, None for the mover's; and whether passing ends games as
    far as the net is told."""
    settings = query.get("overrideSettings", {})
    if not isinstance(settings, dict):
        raise QueryError("overrideSettings", "Must be an object")
    settings = dict(settings)
    said = str(settings.pop("reportAnalysisWinratesAs", "BLACK")).upper()
    if said not in _SIDES:
        raise QueryError("overrideSettings", "reportAnalysisWinratesAs: BLACK|WHITE|SIDETOMOVE")
    careful = settings.pop("conservativePass", True)
    if not isinstance(careful, bool):
        raise QueryError("overrideSettings", "conservativePass: must be a boolean")
    settings.pop("maxVisits", None)
    if settings:
        raise QueryError("overrideSettings", f"Not known here: {', '.join(map(str, settings))}")
    return _SIDES[said], not careful


def _first_player(query: dict[str, Any], moves: list[tuple[int, int]]) -> int:
    """Who is to move first: who the first move says, else who is named, else Black, or White after
    a handicap."""
    named = query.get("initialPlayer")
    if named is not None and (not isinstance(named, str) or named.upper() not in _COLOURS):
        raise QueryError("initialPlayer", 'Must be "b" or "w"')
    if moves:
        return moves[0][0]
    return BLACK if named is None else _COLOURS[named.upper()]


def _stones(query: dict[str, Any], field: str, size: int) -> list[tuple[int, int]]:
    """The colours and places of moves or stones."""
    said = query.get(field, [])
    fault = QueryError(field, 'Must be an array of pairs such as ["B", "Q16"]')
    if not isinstance(said, list) or (field == "moves" and field not in query):
        raise fault
    found = []
    for pair in said:
        if not (
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(p, str) for p in pair)
        ):
            raise fault
        colour, point = pair[0].upper(), pair[1].upper()
        column, line = _COLUMNS.find(point[:1]), point[1:]
        if colour not in _COLOURS:
            raise fault
        if point == "PASS" and field == "moves":
            found.append((_COLOURS[colour], PASS))
        elif point and 0 <= column < size and line.isdecimal() and 1 <= int(line) <= size:
            found.append((_COLOURS[colour], place(size, column, size - int(line))))
        else:
            raise QueryError(field, f"Could not parse board location: {pair[1][:20]}")
    return found


def _flag(query: dict[str, Any], field: str) -> bool:
    value = query.get(field, False)
    if not isinstance(value, bool):
        raise QueryError(field, "Must be a boolean")
    return value


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e9
