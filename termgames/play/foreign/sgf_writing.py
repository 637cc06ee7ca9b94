"""Games of Go written as trees of SGF, see `sgf`."""

from collections.abc import Mapping
from typing import Any

from termgames import __version__
from termgames.core.errors import RecordError
from termgames.core.options import number_text
from termgames.play.foreign import imported, sgf, sgf_text
from termgames.play.foreign.sgf import LETTERS, TOLD, own_words
from termgames.play.foreign.sgf_text import SgfNode, escaped
from termgames.play.match import AnyMatch
from termgames.play.notes import Node

GO = {"ko": ("superko",), "surrender": ("three or more", "no"), "starters": ("handicap", "0")}
"""What house rules may say in a game of Go of two without dice, cards and range; other keys change
nothing there, or only who begins."""


def exported(match: AnyMatch, day: str = "") -> tuple[str, list[str]]:
    """A match, of a `day` if that is known, as a text, and what is lost in it. RecordError, naming
    the rule, for a game that is not Go."""
    _refuse_to_write(match)
    return _Writing(match, day).write()


def _refuse_to_write(match: AnyMatch) -> None:
    game: Any = match.game
    options: Mapping[str, Any] = game.options
    if game.id != "mitropia":
        raise RecordError(
            f"SGF holds Go here, that is Mitropia for two without luck, and this is {game.id}"
        )
    house = game.table.house
    strange = [f"{key} is {house[key]}" for key, words in GO.items() if house[key] not in words]
    faults = {
        f"{options['players']} play": options["players"] != 2,
        "it has dice": not options["no-dice"],
        "it has cards": not options["no-cards"],
        f"stones have a range of {options['range']}": options["range"] != "none",
        f"by house rules {', '.join(strange)}": bool(strange),
        "its cells are hexagons": game.topology.hexagonal,
        "its board has gaps": any(None in row for row in game.topology.in_rows),
    }
    for fault in filter(faults.get, faults):
        raise RecordError(
            f"SGF holds Go, and this game is none: {fault}; Go is --players 2 --range none "
            "--no-cards on a board without gaps"
        )


class _Writing:
    """One match while it is written."""

    def __init__(self, match: AnyMatch, day: str) -> None:
        self.match, self.game, self.day = match, match.game, day
        clocks = {*match.time.controls}
        self.clocks = clocks.pop() if len(clocks) == 1 else None
        grid = self.game.topology.in_rows
        self.places = {
            self.game.topology.names[cell]: LETTERS[column] + LETTERS[row]
            for row, cells in enumerate(grid)
            for column, cell in enumerate(cells)
            if cell is not None
        }
        self.columns, self.rows = len(grid[0]), len(grid)

    def write(self) -> tuple[str, list[str]]:
        """The text of the game, and a line about each thing that SGF has no place for."""
        match, notes = self.match, self.match.notes
        told, comment = imported.split(notes.comment(0))
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
                if node is not before:
                    self._time(node, ply)
                _say(node, notes.comment(ply + 1))
            self._vary(before, branches, match.state_at(ply))
        if match.over and not (match.elsewhere and match.game.options["dead-stones"] == "none"):
            self._mark_territory(node)
        left_out = ["variations before the first move are left out"] * lost
        if self.clocks is None and (match.time.controls or match.time.known):
            left_out.append("how long moves took is left out: SGF has one clock, for both players")
        return sgf_text.write(root), left_out

    def _time(self, node: SgfNode, ply: int) -> None:
        """What the player of a move has left after it."""
        time, seat = self.match.time, self.match.actor(ply)
        before = time.left(seat, ply)
        if self.clocks is not None and before is not None:
            left, over = sgf.left(self.clocks, before, time.taken(ply))
            node.properties[f"{'BW'[seat]}L"] = [number_text(left)]
            if over is not None:
                node.properties[f"O{'BW'[seat]}"] = [str(over)]

    def _first(self) -> int:
        """The ply of the first turn: handicap stones before it are set up."""
        asked = (self.game.report_fields(self.match.state_at(ply)) for ply in range(self.match.ply))
        return next((ply for ply, of in enumerate(asked) if of["question"] == "turn"), 0)

    def _root(self, told: Mapping[str, str], first: int) -> SgfNode:
        match, state = self.match, self.match.state_at(first)
        square = self.columns == self.rows
        own = own_words(match)
        told = {"Date": self.day, **own, **told}
        if not match.elsewhere and (match.terms.taken_over is not None or match.over):
            # What a record told of its end is not so where the game was played on here.
            told["Result"] = own.get("Result", "")
        root = SgfNode(
            {"FF": ["4"], "GM": ["1"], "CA": ["UTF-8"], "AP": [f"termgames:{__version__}"]}
        )
        root.properties["SZ"] = [f"{self.columns}" if square else f"{self.columns}:{self.rows}"]
        for key, name in TOLD.items():
            if told.get(name):
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
