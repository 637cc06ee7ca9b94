"""Games of Go read from trees of SGF, see `sgf`."""

import re
from collections.abc import Iterator
from itertools import chain
from math import isfinite
from typing import Any

from termgames.core.errors import IllegalMove, RecordError, UnreadableMove
from termgames.core.game import Editable, Seat
from termgames.core.options import Value, number_text
from termgames.core.text import point_name, quotable, quoted
from termgames.play.foreign import sgf
from termgames.play.foreign.imported import Imported, player
from termgames.play.foreign.sgf import COLOURS, LETTERS, TOLD, board_map, own_words
from termgames.play.foreign.sgf_text import SgfNode
from termgames.play.match import Terms
from termgames.play.match_time import MatchTime
from termgames.play.notes import NotesFull, Place, ply_of

_SETUP = ("AB", "AW", "AE")
_BY_AREA = re.compile(
    r"\b(chin|aga\b|area|new.?zealand|nz\b|goe|ing\b|tromp|cgos|stone)", re.IGNORECASE
)
_BY_TERRITORY = re.compile(r"\b(japan|korea|territory|jp\b)", re.IGNORECASE)
_WON = re.compile(r"([BW])[a-z]*\s*\+\s*(.*)", re.IGNORECASE)
_READ = {
    *(*TOLD, *_SETUP, *COLOURS, "PL", "SZ", "GM", "FF", "CA", "AP", "ST", "C", "N", "GC"),
    *("BL", "WL", "OB", "OW", "TB", "TW", "MN", "KO"),
}
"""The properties that are read, or tell nothing of the game."""
_LARGEST = 25


def imported(root: SgfNode | RecordError, *, until_fault: bool = False) -> Imported:
    """The game of a tree. RecordError where it could not be read, where it is another game, or
    where the rules refuse a move of its main line, unless `until_fault`: then the game up to
    there."""
    if isinstance(root, RecordError):
        raise root
    return _Reading(root, until_fault).read()


class _Reading:
    """One tree while it is read."""

    def __init__(self, root: SgfNode, until_fault: bool) -> None:
        self.root, self.until_fault = root, until_fault
        kind = root.line("GM") or "1"
        if kind != "1":
            raise RecordError(f"it is no game of Go: GM is {quoted(kind, 20)}, and 1 is needed")
        self.columns, self.rows = _size(root.line("SZ") or "19")
        self.line = list(root.main_line())
        self.passes = [self._passes(value) for _, value in chain(*map(_moves, self.line))]
        """For each move of the main line, whether it is a pass."""
        self.played = 0
        """How many of them were played or left out."""
        self.plies: list[int] = []
        """For each node of the main line that was read, the moves played after it."""

    def read(self) -> Imported:
        """The game, with what differs from the record; RecordError for a move that is refused."""
        game = self.game = self._begun()
        try:
            for number, node in enumerate(self.line):
                self._play_node(node, number)
                game.say(game.match.ply, _comment(node))
                self.plies.append(game.match.ply)
            self._end()
        except RecordError as error:
            if not self.until_fault:
                raise RecordError(f"{error}; --until-fault reads the game up to there") from None
            game.differ(f"the game is read up to a fault: {error}")
        try:
            for node, ply in zip(self.line, self.plies, strict=False):
                for branch in node.children[1:]:
                    self._vary(branch, ply)
        except NotesFull as error:
            game.differ(f"variations are left out: {error}")
        self._compare_rules()
        self._compare_properties()
        # What the game tells by itself when it is written again needs no words.
        game.match.terms = Terms(taken_over=game.match.ply)
        own = own_words(game.match)
        lines = ((name, self.root.line(key)) for key, name in TOLD.items())
        game.told = {name: line for name, line in lines if line and line != own.get(name)}
        return game.close()

    # -- setting up

    def _begun(self) -> Imported:
        stones: dict[tuple[int, int], str] = {}
        first = ""
        for node in self.line:
            for key in _SETUP:
                for at in self._points(node, key):
                    stones[at] = key
            mover = node.line("PL")[:1].upper()
            first = mover if mover in COLOURS else first
            colours = [key for key in node.properties if key in COLOURS]
            if colours:
                first = first or colours[0]
                break
        rows = tuple(
            "".join(
                {"AB": "b", "AW": "w"}.get(stones.get((column, row), ""), ".")
                for column in range(self.columns)
            )
            for row in range(self.rows)
        )
        placed = set("".join(rows)) - {"."}
        first = first or ("W" if placed == {"b"} else "B")
        to_move = ("black", "white")[COLOURS[first]]
        players = tuple(player(self.root.line(key)) for key in ("PB", "PW"))
        diagram = rows if placed or first == "W" else ()
        begun = Imported.begun("mitropia", self._options(), players, diagram, to_move)
        game = begun.match.game
        clocks = sgf.control(self.root.line("TM"), self.root.line("OT"))
        begun.match.time = MatchTime((clocks, clocks) if clocks else ())
        fault = game.impossible(begun.match.state) if isinstance(game, Editable) else None
        if fault is not None:
            raise RecordError(f"the stones that are set up: {fault.text}")
        return begun

    def _options(self) -> dict[str, Value]:
        return {
            "map": board_map(self.columns, self.rows),
            "players": 2,
            "range": "none",
            "no-cards": True,
            "scoring": "area" if _BY_AREA.search(self.root.line("RU")) else "territory",
            "dead-stones": "agree" if self._asks_about_dead() else "none",
        }

    def _asks_about_dead(self) -> bool:
        """Whether the record tells which stones were dead, or goes on after two passes."""
        ends = (
            at
            for at in range(2, len(self.passes))
            if all(self.passes[at - 2 : at]) and self._resumes(at)
        )
        return bool(self._told_territory()) or any(ends)

    def _resumes(self, at: int) -> bool:
        """Whether play goes on with move `at` after two passes: a single pass there adds nothing
        to them."""
        return self.passes[at:] not in ([], [True])

    def _told_territory(self) -> dict[str, list[tuple[int, int]]]:
        last = self.line[-1]
        return {key: self._points(last, key) for key in ("TB", "TW") if key in last.properties}

    # -- the main line

    def _play_node(self, node: SgfNode, number: int) -> None:
        before = self.game.match.ply
        for key, value in _moves(node):
            self._play(key, value, self._seconds(node, key))
            self.played += 1
        if number and before and any(key in node.properties for key in _SETUP):
            raise RecordError(
                f"after move {before} stones are set up, which no move of the rules does"
            )

    def _seconds(self, node: SgfNode, key: str) -> float:
        """How long a move took, by what its player had left after it."""
        left, over = _number(node.line(f"{key}L")), _number(node.line(f"O{key}"))
        time, seat = self.game.match.time, COLOURS[key]
        clocks, before = time.control(seat), time.left(seat)
        if left is None or clocks is None or before is None:
            if (left, over) != (None, None):
                self.game.differ("how long moves took is left out: no clock here tells of it")
            return 0.0
        seconds = sgf.taken(clocks, before, left, over)
        if sgf.left(clocks, before, seconds) != (left, over):
            self.game.differ(f"by {clocks} the clocks are not always where the record has them")
        return seconds

    def _play(self, key: str, value: str, seconds: float) -> None:
        game, match, colour = self.game, self.game.match, ("black", "white")[COLOURS[key]]
        passes = self._passes(value)
        if self._asked_about_dead() and self._resumes(self.played):
            game.differ("play went on after two passes: from there on the game is counted by area")
            game.play("dead none", "the agreement on dead stones")
            game.play("decline", "the agreement on dead stones")
        if passes and (match.over or self._asked_about_dead()):
            game.differ("passes after the end of the game are left out")
            return
        name = f"move {match.ply + 1}, {colour}"
        text = self._text(value, name)
        if match.to_act == 1 - COLOURS[key]:
            game.play("pass", name)
            game.differ(f"{colour} moved twice in a row: a pass was put in as move {match.ply}")
        game.play(text, f"{name} {text}", seconds)

    def _end(self) -> None:
        """The count at the end, as far as the record tells of it."""
        game, match = self.game, self.game.match
        territory = self._told_territory()
        result = self.root.line("RE")
        if territory and not match.over and not self._asked_about_dead():
            while not self._asked_about_dead() and not match.over:
                game.play("pass", "the end")
            game.differ("the record counts the game without passes: they were put in")
        asked = self._asked_about_dead()
        if asked:
            stones = match.game.stones(match.state)
            of = {(1, "TW"), (2, "TB")}
            cells = [
                name
                for key, points in territory.items()
                for name in map(self._name, points)
                if (stones[match.game.topology.by_name[name]], key) in of
            ]
            game.play(f"dead {','.join(cells)}" if cells else "dead none", "dead stones")
            game.play("agree", "dead stones")
        winners, margin = _ending(result)
        if winners is None:
            if result.lower() not in ("", "?", "unknown"):
                game.differ(f"the result {quoted(result, 40)} is unknown here: the moves decide")
            return
        if match.over:
            black, white = match.game.score(match.state).totals
            if margin == black - white:
                return
            komi = _number(self.root.line("KM")) or 0
            if not (territory or asked or margin in (None, black - white - komi)):
                game.differ("the record tells of no dead stones: here all count as alive")
        game.end(winners, result)

    def _compare_rules(self) -> None:
        """Tell which rules of the record are not those of the game here."""
        game, rules = self.game, self.root.line("RU")
        komi, handicap = _number(self.root.line("KM")), _number(self.root.line("HA"))
        if komi:
            game.differ(f"komi {number_text(komi)} is not counted: Mitropia has none")
        if rules and not (_BY_AREA.search(rules) or _BY_TERRITORY.search(rules)):
            game.differ(f"the rules {quoted(rules, 40)} are unknown here: territory is counted")
        if handicap and handicap > 1 and not any("AB" in node.properties for node in self.line):
            game.differ(f"HA names {number_text(handicap)} handicap stones, and none is set up")
        elif handicap and handicap > 1 and _BY_AREA.search(rules):
            game.differ("White gets no points for Black's handicap stones")

    def _compare_properties(self) -> None:
        """Tell what of the record has no place here."""
        waiting, lost = [self.root], set[str]()
        while waiting:
            node = waiting.pop()
            lost |= node.properties.keys() - _READ
            waiting += node.children
        if lost:
            self.game.differ(
                f"marks and others are left out: {quotable(', '.join(sorted(lost)), 99)}"
            )
        time = " ".join(filter(None, map(self.root.line, ("TM", "OT"))))
        if time.strip("0.") and not self.game.match.time.controls:
            self.game.differ(f"the time {quoted(time, 40)} is kept in words: no clock here is such")

    # -- variations

    def _vary(self, branch: SgfNode, ply: int) -> None:
        """Add a variation that branches off before move `ply` to the notes; NotesFull."""
        game, match = self.game, self.game.match
        waiting: list[tuple[SgfNode, Place, Any]] = [(branch, ply, match.state_at(ply))]
        while waiting:
            node, place, state = waiting.pop()
            try:
                place, state = self._vary_by(node, place, state)
            except (UnreadableMove, IllegalMove, RecordError) as error:
                at = ply_of(place) + 1
                game.differ(f"a variation is read up to move {at}, which the rules refuse: {error}")
                continue
            game.say(place, _comment(node))
            waiting += [(child, place, state) for child in reversed(node.children)]

    def _vary_by(self, node: SgfNode, place: Place, state: Any) -> tuple[Place, Any]:
        """The place and the position after a node of a variation."""
        rules = self.game.match.game
        if any(key in node.properties for key in _SETUP):
            raise RecordError("stones are set up in it")
        for key, value in _moves(node):
            texts = [self._text(value, "a variation")]
            if rules.to_act(state) == 1 - COLOURS[key]:
                texts.insert(0, "pass")
            for text in texts:
                move = rules.parse(state, text)
                state = rules.apply(state, move)
                place = self.game.match.notes.add(place, rules.format(move))
        return place, state

    # -- points and questions

    def _asked_about_dead(self) -> bool:
        match = self.game.match
        return bool(match.game.report_fields(match.state)["question"] == "settle")

    def _passes(self, value: str) -> bool:
        """Whether a move is a pass: nothing, or `tt` on boards that do not reach so far."""
        small = max(self.columns, self.rows) <= 19
        return not value.strip() or (value.strip() == "tt" and small)

    def _text(self, value: str, what: str) -> str:
        """A move as it is written here."""
        return "pass" if self._passes(value) else self._name(self._point(value, what))

    def _point(self, value: str, what: str) -> tuple[int, int]:
        """Column and row from the top; RecordError, which says what it is of."""
        place = tuple(map(LETTERS.find, value.strip()))
        if len(place) != 2 or not (0 <= place[0] < self.columns and 0 <= place[1] < self.rows):
            board = f"{self.columns}x{self.rows}"
            raise RecordError(f"{what}: {quoted(value, 20)} is no point on a board of {board}")
        return place

    def _points(self, node: SgfNode, key: str) -> list[tuple[int, int]]:
        """The points of a list, rectangles spelt out."""
        points = []
        for value in node.properties.get(key, ()):
            if not value.strip():
                continue
            corner, _, other = value.partition(":")
            (left, top), (right, bottom) = (
                self._point(corner, key),
                self._point(other or corner, key),
            )
            points += [
                (column, row)
                for row in range(min(top, bottom), max(top, bottom) + 1)
                for column in range(min(left, right), max(left, right) + 1)
            ]
        return points

    def _name(self, at: tuple[int, int]) -> str:
        return point_name(at[0], self.rows - 1 - at[1])


def _moves(node: SgfNode) -> Iterator[tuple[str, str]]:
    """The moves in a node, colour and value; as a rule one at most."""
    for key, values in node.properties.items():
        if key in COLOURS:
            yield from ((key, value) for value in values or [""])


def _size(text: str) -> tuple[int, int]:
    sides = [int(side) if side.isdecimal() else 0 for side in re.split(r"\s*:\s*", text[:9])]
    columns, rows = sides[0], sides[-1]
    if len(sides) > 2 or not (0 < min(columns, rows) <= max(columns, rows) <= _LARGEST):
        raise RecordError(
            f"SZ is {quoted(text, 20)}: boards have 1 to {_LARGEST} points a side here"
        )
    if columns * rows < 2:
        raise RecordError("a board of one point is no board here")
    return columns, rows


def _ending(result: str) -> tuple[list[Seat] | None, float | None]:
    """Who wins by a value of RE, None where it tells of nobody; and Black's lead, where it is
    counted."""
    if (won := _WON.fullmatch(result)) is None:
        drawn = [0, 1] if result.lower() in ("0", "draw", "jigo") else None
        void = result.lower() in ("void", "no result")
        return [] if void else drawn, 0.0 if result == "0" else None
    seat, points = COLOURS[won[1].upper()], _number(won[2])
    return [0, 1] if points == 0 else [seat], points and points * (1 - 2 * seat)


def _comment(node: SgfNode) -> str:
    return "\n".join(filter(None, (node.text(key).strip("\n") for key in ("N", "GC", "C"))))


def _number(text: str) -> float | None:
    try:
        return round(number, 2) if len(text) < 10 and isfinite(number := float(text)) else None
    except ValueError:
        return None
