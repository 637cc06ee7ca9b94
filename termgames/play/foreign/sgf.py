"""Games of Go in the Smart Game Format, as Mitropia for two without dice, cards and range.

That is Go with positional superko, without suicide, komi and resignation. What a record wants
otherwise is told as a difference (`Imported.differs`), and a move that only other rules allow is
refused. Comments and variations go both ways; marks on the board are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from termgames import __version__
from termgames.core.errors import IllegalMove, RecordError, UnreadableMove
from termgames.core.game import Editable
from termgames.core.options import Value, number_text
from termgames.core.text import point_name, quoted
from termgames.play.bots.players import label_of
from termgames.play.foreign import about, sgf_text
from termgames.play.foreign.imported import Imported
from termgames.play.foreign.sgf_text import SgfNode, escaped
from termgames.play.match import AnyMatch
from termgames.play.notes import Node, NotesFull, Place, ply_of

TOLD = {
    "PB": "Black",
    "BR": "Black's rank",
    "BT": "Black's team",
    "PW": "White",
    "WR": "White's rank",
    "WT": "White's team",
    "GN": "Game",
    "EV": "Event",
    "RO": "Round",
    "PC": "Place",
    "DT": "Date",
    "RU": "Rules",
    "KM": "Komi",
    "HA": "Handicap",
    "TM": "Time",
    "OT": "Overtime",
    "ON": "Opening",
    "RE": "Result",
    "AN": "Annotator",
    "US": "Entered by",
    "SO": "Source",
    "CP": "Copyright",
}
"""What a root tells, by the names of `about`."""
LARGEST = 25
COLOURS = {"B": 0, "W": 1}
_SETUP = ("AB", "AW", "AE")
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_BY_AREA = re.compile(
    r"\b(chin|aga\b|area|new.?zealand|nz\b|goe|ing\b|tromp|cgos|stone)", re.IGNORECASE
)
_BY_TERRITORY = re.compile(r"\b(japan|korea|territory|jp\b)", re.IGNORECASE)
_SCORED = re.compile(r"\s*([BW])[a-z]*\s*\+\s*[0-9]", re.IGNORECASE)
_GIVEN_UP = re.compile(r"\s*([BW])[a-z]*\s*\+\s*(R|T|F)", re.IGNORECASE)


# -- reading -----------------------------------------------------------------------------------


def imported(root: SgfNode, *, until_fault: bool = False) -> Imported:
    """The game of a tree. RecordError where it is another game, or where the rules refuse a move of
    its main line, unless `until_fault`: then the game up to there."""
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
        # What the game tells by itself when it is written again needs no words.
        own = _own_words(game.match)
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
        players = tuple(about.player(self.root.line(key)) for key in ("PB", "PW"))
        diagram = rows if placed or first == "W" else ()
        begun = Imported.begun("mitropia", self._options(), players, diagram, to_move)
        game = begun.match.game
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
            self._play(key, value)
            self.played += 1
        if number and before and any(key in node.properties for key in _SETUP):
            raise RecordError(
                f"after move {before} stones are set up, which no move of the rules does"
            )

    def _play(self, key: str, value: str) -> None:
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
        game.play(text, f"{name} {text}")

    def _end(self) -> None:
        """The count at the end, as far as the record tells of it."""
        game, match = self.game, self.game.match
        territory = self._told_territory()
        result = self.root.line("RE")
        scored = _SCORED.match(result) is not None
        if territory and not match.over and not self._asked_about_dead():
            while not self._asked_about_dead() and not match.over:
                game.play("pass", "the end")
            game.differ("the record counts the game without passes: they were put in")
        if self._asked_about_dead():
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
        elif match.over and scored and not territory:
            game.differ("the record does not tell which stones were dead: here all count as alive")
        if match.over and scored:
            self._compare_counts(result)
        given_up = _GIVEN_UP.match(result)
        if not match.over and given_up:
            loser = "White" if given_up[1].upper() == "B" else "Black"
            how = {"R": "resigned", "T": "lost on time", "F": "lost by forfeit"}
            game.differ(
                f"{loser} {how[given_up[2].upper()]} there; in Mitropia nobody does: the game is "
                "open here"
            )
        elif not match.over and scored:
            game.differ("the record ends with a count and without passes: here the game is open")

    def _compare_counts(self, result: str) -> None:
        """Tell where the record counts something else, komi apart."""
        black, white = self.game.match.game.score(self.game.match.state).totals
        komi = _number(self.root.line("KM")) or 0
        sign, points = result.strip()[0].upper(), _number(result.partition("+")[2].strip())
        here = black - white - komi
        if points is not None and here != (points if sign == "B" else -points):
            margin = f"{'B' if here > 0 else 'W'}+{number_text(abs(here))}"
            counted = "here" + (f", komi {number_text(komi)} added," if komi else "")
            self.game.differ(f"the record counts {quoted(result, 20)}; {counted} it is {margin}")

    def _compare_rules(self) -> None:
        """Tell which rules of the record are not those of the game here."""
        game, rules = self.game, self.root.line("RU")
        komi, handicap = _number(self.root.line("KM")), _number(self.root.line("HA"))
        if komi:
            game.differ(f"komi {number_text(komi)} is not counted: Mitropia has none")
        if rules and not (_BY_AREA.search(rules) or _BY_TERRITORY.search(rules)):
            game.differ(f"the rules {quoted(rules, 40)} are unknown here: territory is counted")
        if handicap and handicap > 1 and _BY_AREA.search(rules):
            game.differ("White gets no points for Black's handicap stones")

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
        place = tuple(map(_LETTERS.find, value.strip()))
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


def board_map(columns: int, rows: int) -> str:
    """The map of a whole board, by its name where it comes with the program."""
    if columns == rows and columns in (9, 13, 19):
        return f"{columns}x{rows}"
    ends = f"a1 {point_name(columns - 1, rows - 1)}"
    return f"{columns}x{rows} | 2: {ends} | {'/'.join(['.' * columns] * rows)}"


def _size(text: str) -> tuple[int, int]:
    sides = [int(side) if side.isdecimal() else 0 for side in re.split(r"\s*:\s*", text[:9])]
    columns, rows = sides[0], sides[-1]
    if len(sides) > 2 or not (0 < min(columns, rows) <= max(columns, rows) <= LARGEST):
        raise RecordError(
            f"SZ is {quoted(text, 20)}: boards have 1 to {LARGEST} points a side here"
        )
    if columns * rows < 2:
        raise RecordError("a board of one point is no board here")
    return columns, rows


def _comment(node: SgfNode) -> str:
    return "\n".join(filter(None, (node.text(key).strip("\n") for key in ("N", "GC", "C"))))


def _number(text: str) -> float | None:
    try:
        return float(text) if len(text) < 10 else None
    except ValueError:
        return None


# -- writing -----------------------------------------------------------------------------------


def exported(match: AnyMatch) -> tuple[str, list[str]]:
    """A match as a text, and what is lost in it. RecordError, naming the rule, for a game that is
    not Go."""
    _refuse_to_write(match)
    return _Writing(match).write()


def _refuse_to_write(match: AnyMatch) -> None:
    options: Mapping[str, Any] = match.game.options
    if match.game.id != "mitropia":
        raise RecordError(
            f"SGF holds Go here, that is Mitropia for two without luck, and this is {match.game.id}"
        )
    faults = {
        f"{options['players']} play": options["players"] != 2,
        "it has dice": not options["no-dice"],
        "it has cards": not options["no-cards"],
        f"stones have a range of {options['range']}": options["range"] != "none",
        "its board has gaps": any(None in row for row in match.game.topology.in_rows),
    }
    for fault in filter(faults.get, faults):
        raise RecordError(
            f"SGF holds Go, and this game is none: {fault}; Go is --players 2 --range none "
            "--no-cards on a board without gaps"
        )


def _own_words(match: AnyMatch) -> dict[str, str]:
    """What a match itself says of what a record tells beside the moves."""
    rules = {"area": "Chinese", "territory": "Japanese"}
    words = {"Rules": rules[match.game.options["scoring"]], "Komi": "0"}
    for colour, player in zip(("Black", "White"), match.players, strict=True):
        words |= {} if player == "human" else {colour: label_of(player)}
    if (result := match.result()) is not None:
        black, white = result.score.totals
        margin = f"{'B' if black > white else 'W'}+{number_text(abs(black - white))}"
        words["Result"] = margin if black != white else "0"
    return words


class _Writing:
    """One match while it is written."""

    def __init__(self, match: AnyMatch) -> None:
        self.match, self.game = match, match.game
        grid = self.game.topology.in_rows
        self.places = {
            self.game.topology.names[cell]: _LETTERS[column] + _LETTERS[row]
            for row, cells in enumerate(grid)
            for column, cell in enumerate(cells)
            if cell is not None
        }
        self.columns, self.rows = len(grid[0]), len(grid)

    def write(self) -> tuple[str, list[str]]:
        match, notes = self.match, self.match.notes
        told, comment = about.split(notes.comment(0))
        first = self._first()
        root = node = self._root(told, first)
        comments = [comment, *(notes.comment(ply) for ply in range(1, first + 1))]
        _say(root, "\n".join(filter(None, comments)))
        lost = any(notes.children(ply) for ply in range(first))
        for ply in range(first, match.ply + 1):
            branches, before = notes.children(ply), node
            if ply == match.ply and branches:
                # The first of several nodes is the main line: here it ends with an empty one.
                node = SgfNode()
                before.children.append(node)
            elif ply < match.ply:
                node = self._grown(node, match.state_at(ply), match.texts()[ply])
                _say(node, notes.comment(ply + 1))
            self._vary(before, branches, match.state_at(ply))
        if match.over:
            self._mark_territory(node)
        return sgf_text.write(root), ["variations before the first move are left out"] * lost

    def _first(self) -> int:
        """The ply of the first turn: handicap stones before it are set up."""
        asked = (self.game.report_fields(self.match.state_at(ply)) for ply in range(self.match.ply))
        return next((ply for ply, of in enumerate(asked) if of["question"] == "turn"), 0)

    def _root(self, told: Mapping[str, str], first: int) -> SgfNode:
        match, state = self.match, self.match.state_at(first)
        square = self.columns == self.rows
        told = {**_own_words(match), **told}
        root = SgfNode(
            {"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": [f"termgames:{__version__}"]}
        )
        root.properties["SZ"] = [f"{self.columns}" if square else f"{self.columns}:{self.rows}"]
        for key, name in TOLD.items():
            if name in told:
                root.properties[key] = [escaped(told[name])]
        stones = self.game.stones(state)
        for colour, key in enumerate(("AB", "AW"), 1):
            if colour in stones:
                cells = (cell for cell, stone in enumerate(stones) if stone == colour)
                root.properties[key] = [self.places[self.game.topology.names[c]] for c in cells]
        if any(stones) or self.game.to_act(state) == 1:
            root.properties["PL"] = ["BW"[max(0, self.game.to_act(state))]]
        return root

    def _grown(self, node: SgfNode, state: Any, text: str) -> SgfNode:
        """The node after a move; the same one after an answer about dead stones."""
        if text != "pass" and text not in self.places:
            return node
        key = "BW"[self.game.to_act(state)]
        child = SgfNode({key: [self.places.get(text, "")]})
        node.children.append(child)
        return child

    def _vary(self, node: SgfNode, branches: tuple[Node, ...], state: Any) -> None:
        waiting = [(node, branch, state) for branch in reversed(branches)]
        while waiting:
            before, branch, position = waiting.pop()
            grown = self._grown(before, position, branch.move)
            _say(grown, branch.comment)
            after = self.game.apply(position, self.game.parse(position, branch.move))
            waiting += [(grown, child, after) for child in reversed(branch.children)]

    def _mark_territory(self, node: SgfNode) -> None:
        """The territory of both, with the dead stones in it, from which these can be told."""
        stones = self.game.stones(self.match.state)
        dead = set(self.game.report_fields(self.match.state)["proposed_dead"] or ())
        for colour, key in enumerate(("TB", "TW")):
            cells = {
                self.game.topology.names[cell]
                for part in self.game.score(self.match.state).parts
                for cell in part.cells
                if part.seat == colour and not stones[cell]
            }
            cells |= {n for n in dead if stones[self.game.topology.by_name[n]] == 2 - colour}
            if cells:
                node.properties[key] = sorted(self.places[name] for name in cells)


def _say(node: SgfNode, comment: str) -> None:
    if comment:
        before = node.properties.get("C", [])
        node.properties["C"] = ["\n".join([*before, escaped(comment)])]
