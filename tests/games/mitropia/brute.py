"""A second engine for games without dice and cards, slow, written from the rule text.

Points are (column, row) from the bottom left, stones a dictionary, the history a list of
boards; nothing is shared with the package but the texts of answers. Surrender, alliances,
range on maps, spoils and the end are here; `python -m tests.games.mitropia.brute` prints
the numbers of test_perft's table.
"""

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

COLUMNS = "abcdefghjklmnopqrstuvwxyz"
COLOURS = ("black", "white", "red", "blue", "green")

Spot = tuple[int, int]


def name(spot: Spot) -> str:
    return f"{COLUMNS[spot[0]]}{spot[1] + 1}"


def spot(text: str) -> Spot:
    return COLUMNS.index(text[0]), int(text[1:]) - 1


@dataclass
class Game:
    """A game on rows from the top; `starts` by player in order of play."""

    rows: list[str]
    starts: list[str]
    reach: int | None = 3
    surrender: bool = True
    board: dict[Spot, int] = field(default_factory=dict)
    turn: int = 0
    passes: int = 0
    idle: int = 0
    over: bool = False
    asked: tuple[int, int] | None = None
    """Who would surrender to whom."""

    def __post_init__(self) -> None:
        self.action_index = {
            (x, y)
            for y, row in enumerate(reversed(self.rows))
            for x, mark in enumerate(row)
            if mark == "."
        }
        self.players = len(self.starts)
        self.above: dict[int, int] = {}
        self.prisoners = [[0] * self.players for _ in range(self.players)]
        self.past = [dict(self.board)]

    # -- looking ------------------------------------------------------------------------

    def near(self, at: Spot) -> list[Spot]:
        x, y = at
        around = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [other for other in around if other in self.action_index]

    def bloc(self, player: int) -> int:
        while player in self.above:
            player = self.above[player]
        return player

    def group(self, board: dict[Spot, int], at: Spot) -> set[Spot]:
        found = {at}
        while True:
            more = {
                other
                for member in found
                for other in self.near(member)
                if other in board and self.bloc(board[other]) == self.bloc(board[at])
            }
            if more <= found:
                return found
            found |= more

    def breathes(self, board: dict[Spot, int], group: set[Spot]) -> bool:
        return any(other not in board for member in group for other in self.near(member))

    def steps(self, origin: Spot) -> dict[Spot, int]:
        found, edge = {origin: 0}, [origin]
        for at in edge:
            for other in self.near(at):
                if other not in found:
                    found[other] = found[at] + 1
                    edge.append(other)
        return found

    def reached(self, player: int) -> set[Spot]:
        if self.reach is None:
            return self.action_index
        origins = [spot(self.starts[player])]
        origins += [at for at, colour in self.board.items() if colour == player]
        return {
            at
            for origin in origins
            for at, count in self.steps(origin).items()
            if count <= self.reach
        }

    def contact(self, player: int, other: int) -> int:
        return sum(
            colour == other and any(self.board.get(n) == player for n in self.near(at))
            for at, colour in self.board.items()
        )

    def hosts(self, player: int) -> list[int]:
        if self.players < 3 or not self.surrender:
            return []
        others = [p for p in range(self.players) if self.bloc(p) != self.bloc(player)]
        if player in self.above:
            bar = self.contact(player, self.above[player])
            return [p for p in others if self.contact(player, p) > bar]
        most = max((self.contact(player, p) for p in others), default=0)
        return [p for p in others if most and self.contact(player, p) == most]

    # -- playing ------------------------------------------------------------------------

    def placed(self, at: Spot) -> tuple[dict[Spot, int], list[set[Spot]]] | None:
        """The board after a stone and the groups it takes; None where it is illegal."""
        if at in self.board or at not in self.reached(self.turn):
            return None
        board = dict(self.board)
        board[at] = self.turn
        taken: list[set[Spot]] = []
        for other in self.near(at):
            if other in board and self.bloc(board[other]) != self.bloc(self.turn):
                group = self.group(board, other)
                if not self.breathes(board, group) and group not in taken:
                    taken.append(group)
        left = {s: c for s, c in board.items() if not any(s in group for group in taken)}
        if not self.breathes(left, self.group(left, at)) or left in self.past:
            return None
        return left, taken

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.asked:
            return {"accept", "decline"}
        found = {name(at) for at in self.action_index if self.placed(at)}
        found.add("pass")
        found |= {f"surrender to {COLOURS[host]}" for host in self.hosts(self.turn)}
        if self.turn in self.above:
            found.add("independence")
        return found

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        if text.startswith("surrender"):
            self.asked = (self.turn, COLOURS.index(text.split()[-1]))
            return
        if text in ("accept", "decline", "independence", "pass"):
            if text == "accept" and self.asked:
                self.above[self.asked[0]] = self.asked[1]
            if text == "independence":
                del self.above[self.turn]
            self.asked = None
            self.passes = self.passes + 1 if text == "pass" else 0
            self.idle += 1
            self.over = self.passes == self.players or self.idle == 4 * self.players
        else:
            self._stone(spot(text))
            self.passes = self.idle = 0
        self.turn = (self.turn + 1) % self.players

    def _stone(self, at: Spot) -> None:
        after = self.placed(at)
        assert after
        board, taken = after
        full = self.board | {at: self.turn}
        for group in taken:
            self._share(full, group)
        self.board = board
        self.past.append(dict(board))

    def _share(self, full: dict[Spot, int], group: set[Spot]) -> None:
        inside = {full[at] for at in group}
        around = {full[n] for at in group for n in self.near(at) if n in full} - inside
        row = [c for c in range(self.players) for at in group if full[at] == c]
        share = len(row) // len(around)
        turn = [(self.turn + i) % self.players for i in range(self.players)]
        for captor in turn:
            if captor in around:
                for colour in row[:share]:
                    self.prisoners[captor][colour] += 1
                row = row[share:]
        for colour in row:
            self.prisoners[self.turn][colour] += 1


def after(game: Game, text: str) -> Game:
    """A copy in which one answer more was given."""
    other = copy.deepcopy(game)
    other.play(text)
    return other


def perft(game: Game, depth: int) -> dict[str, int]:
    """By first answer: the sequences of `depth` answers; a game that is over has none."""
    if depth == 1:
        return dict.fromkeys(game.legal(), 1)
    return {text: sum(perft(after(game, text), depth - 1).values()) for text in game.legal()}


if __name__ == "__main__":
    from tests.games.mitropia.test_perft import TABLE, plain

    for line in TABLE:
        numbers = [sum(perft(plain(line), depth).values()) for depth in range(1, 1 + len(line[-1]))]
        print(line[:-1], numbers)


def corners(shape: list[str], players: int) -> list[str]:
    """Start points clockwise from the lower left, on the rim."""
    top, right = len(shape), COLUMNS[len(shape[0]) - 1]
    return ["a1", f"a{top}", f"{right}{top}", f"{right}1"][:players]


def shape_of(rows: list[str]) -> list[str]:
    return ["".join("-" if mark == "-" else "." for mark in row) for row in rows]


def board_code(diagram: str) -> str:
    """The map of a diagram's shape, for any number of players up to its corners."""
    shape = shape_of(diagram.split())
    starts = [f"{players}: {' '.join(corners(shape, players))}" for players in (2, 3, 4)]
    return f"m | {' | '.join(starts)} | {'/'.join(shape)}"


def begun(options: Mapping[str, Any], rows: list[str], facts: Mapping[str, str]) -> Game:
    """The game of such options, in the position of a diagram."""
    shape, reach = shape_of(rows), options["range"]
    board = {
        (x, y): "bwrug".index(mark)
        for y, row in enumerate(reversed(rows))
        for x, mark in enumerate(row)
        if mark in "bwrug"
    }
    found = Game(
        shape,
        corners(shape, options["players"]),
        None if reach == "none" else reach,
        board=board,
        turn=COLOURS.index(facts.get("to move", "black")),
    )
    for clause in filter(None, facts.get("occupiers", "").split("; ")):
        below, above = clause.split(": ")
        found.above[COLOURS.index(below)] = COLOURS.index(above)
    return found


first_moves = perft
