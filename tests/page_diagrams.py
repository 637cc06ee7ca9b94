"""The diagrams of rules pages, read and checked against the rules.

A diagram is a fenced block of a page. Its info string is `diagram` and the options of the
game, written as on the command line:

    ```diagram --size 3 --komi 3
    to move: white

      a b c
    3 . . B 3
    2 . x . 2
    1 B . . 1
      a b c

    refused: b2 (controlled)
    legal: c2; a3
    score: black 4, white 3

    after: c2
    to move: black
    ```

Lines above the first board are facts, as `Game.position` takes them. A board is drawn as
`termgames play --plain` draws it, with its coordinates; on empty points small letters, digits
and `+` may stand instead of `.`, for the reader. Every `x` must be a point that the lines of
the block name. With `*` before stones those of the last move are marked.

Lines below a board are claims about the position; names and moves are written as in the game,
moves are parted by `;`:

    legal: MOVE; MOVE           these moves are allowed
    refused: MOVE (CODE)        the move is refused, with this code of `Refusal`
    score: SEAT N, SEAT N       the totals of the count as it stands, of all players
    ahead: SEAT, SEAT           who would win if the game ended now, `nobody` for none
    belongs to SEAT: POINT, …   these points are among the points counted for the player, or,
                                with `nobody`, for none
    to move: SEAT               who is to answer
    over: TEXT                  the game is over, and `Game.ending` says this
    winner: SEAT, SEAT          who has won; the game is over
    NAME: …                     a value that the game reports under this name in its full
                                count or in `termgames-state`: `territory left: black 16`.
                                What is 0, none or empty is left out; `none` for nothing
    NAME ENTRY: …               one entry of such a value: `prisoners black: white 2`

`after: MOVE; MOVE` plays these moves, chance included. What follows are claims about the
position that they lead to; one more board is such a claim.
"""

from __future__ import annotations

import re
import shlex
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from termgames import games
from termgames.cli.gameoptions import chosen_options, game_options
from termgames.core.game import NEUTRAL, OVER, Counting
from termgames.core.options import number_text
from termgames.play.text import boards

_FENCE = re.compile(r"(?ms)^```diagram\b([^\n]*)\n(.*?)^```$")
_LINE = re.compile(r"([A-Za-z][A-Za-z/ ]*): *(.*)")
_REFUSED = re.compile(r"(.+) \(([a-z-]+)\)")
_LABEL = re.compile(r"\d?[a-z]*\d+")
_MARK = re.compile(r"[.+a-z1-9]")
"""What may stand on an empty point."""


@dataclass
class Diagram:
    """A block of a page: the text between the fences and where it begins, from line 1."""

    line: int
    options: str
    text: str

    def __str__(self) -> str:
        return f"line {self.line}"


@dataclass
class _Part:
    """Lines up to a board, the board, and the lines below it."""

    board: list[str] = field(default_factory=list)
    above: list[tuple[str, str]] = field(default_factory=list)
    below: list[tuple[str, str]] = field(default_factory=list)


def diagrams(page: str) -> list[Diagram]:
    """The diagrams of a page, in their order."""
    return [
        Diagram(page.count("\n", 0, found.start()) + 1, found[1].strip(), found[2])
        for found in _FENCE.finditer(page)
    ]


def without_diagrams(page: str) -> str:
    """A page with its diagrams cut out."""
    return _FENCE.sub("", page)


def check(game_id: str, diagram: Diagram) -> None:
    """AssertionError when a claim of the diagram is not true; OptionError, UnreadableMove or
    IllegalMove when the position or a move is none of the game."""
    about = games.info(game_id)
    command = click.Command(game_id, params=game_options(about))
    with command.make_context(game_id, shlex.split(diagram.options)) as context:
        game = games.create(game_id, chosen_options(about, context))
    _Checker(game).check(diagram.text)


class _Checker:
    """Follows one diagram: the state that its lines have led to so far."""

    def __init__(self, game: Any) -> None:
        self.game, self.state, self.last = game, None, ()
        self.named, self.crossed = set[int](), set[int]()
        """The points that moves and claims speak of, and those marked `x`."""

    def check(self, text: str) -> None:
        """Read the block from top to bottom."""
        first, *later = _parts(text)
        assert first.board, "a diagram begins with a board, or with facts and a board"
        signs = self._signs(first.board)
        plain = [sign.lower() if sign.isupper() else boards.EMPTY for sign in signs]
        rows = self.game.topology.rows(plain, boards.GAP)
        self.state = self.game.position(rows, dict(first.above))
        self._compare(first.board)
        self._claims(first.below)
        for part in later:
            (word, moves), *claims = part.above
            assert word == "after", "a board that follows another needs moves that lead to it"
            for text_of_move in map(str.strip, moves.split(";")):
                move = self._move(text_of_move)
                self.last = self.game.cells_of(move)
                self.state = self.game.apply(self.state, move)
            self._claims(claims)
            if part.board:
                self._signs(part.board)
                self._compare(part.board)
            self._claims(part.below)
        unnamed = [self.game.topology.names[cell] for cell in self.crossed - self.named]
        assert not unnamed, f"{unnamed} are marked x and no line speaks of them"

    # -- boards ---------------------------------------------------------------------------

    def _signs(self, board: Sequence[str]) -> list[str]:
        """(cells,): the character that stands on each; remembers where an `x` is."""
        rows = [_cells_of_row(line) for line in board]
        if self.game.topology.ruled:
            rows = rows[1:-1]  # the letters of the columns
        shown = [sign for row in rows for sign in row]
        many = self.game.topology.cells
        assert len(shown) == many, f"the board shows {len(shown)} points of {many}"
        places = self.game.topology.xy.tolist()
        order = sorted(range(many), key=lambda cell: places[cell][::-1])  # rows from the top
        signs = [sign for _, sign in sorted(zip(order, shown, strict=True))]
        self.crossed |= {cell for cell, sign in enumerate(signs) if sign == "x"}
        return signs

    def _compare(self, board: Sequence[str]) -> None:
        """The board must be drawn as the program draws the position."""
        starred = any("*" in line for line in board)
        drawn = boards.draw(self.game, self.state, self.last if starred else ())
        expected = textwrap.dedent(drawn).splitlines()
        shown = textwrap.dedent("\n".join(board)).splitlines()
        fits = len(shown) == len(expected) and all(map(_fits, shown, expected))
        assert fits, "the board is:\n" + "\n".join(expected)

    # -- moves ----------------------------------------------------------------------------

    def _move(self, text: str) -> Any:
        move = self.game.parse(self.state, text)
        self.named.update(self.game.cells_of(move))
        return move

    # -- claims ---------------------------------------------------------------------------

    def _claims(self, claims: Sequence[tuple[str, str]]) -> None:
        for name, value in claims:
            if name == "legal":
                for text in map(str.strip, value.split(";")):
                    refusal = self.game.refuse(self.state, self._move(text))
                    assert refusal is None, f"{text} is refused: {refusal}"
            elif name == "refused":
                for text in map(str.strip, value.split(";")):
                    self._refused(text)
            elif name.startswith("belongs to "):
                self._belongs(name.removeprefix("belongs to "), value)
            else:
                found = self._found(name)
                assert found == value, f"{name}: {value}: the program says {found!r}"

    def _refused(self, text: str) -> None:
        said = _REFUSED.fullmatch(text)
        assert said, f"refused: {text}: write a move and the code of the refusal, c4 (suicide)"
        refusal = self.game.refuse(self.state, self._move(said[1]))
        assert refusal is not None, f"{said[1]} is allowed"
        assert refusal.code == said[2], f"{said[1]} is refused as {refusal.code}: {refusal.text}"

    def _belongs(self, name: str, points: str) -> None:
        owned = {
            cell
            for part in self.game.score(self.state).parts
            if self._seats(*[part.seat] if part.seat != NEUTRAL else []) == name
            for cell in part.cells
        }
        for point in map(str.strip, points.split(",")):
            cell = self.game.topology.cell(point)
            self.named.add(cell)
            assert cell in owned, f"{point} does not belong to {name}"

    def _found(self, name: str) -> str:
        """What the program says under a name."""
        game, state = self.game, self.state
        match name:
            case "score":
                totals = enumerate(game.score(state).totals)
                return ", ".join(f"{self._seats(s)} {number_text(n)}" for s, n in totals)
            case "ahead":
                return self._seats(*game.score(state).winners)
            case "to move":
                return self._seats(*[seat] if (seat := game.to_act(state)) >= 0 else [])
            case "over":
                return str(game.ending(state))
            case "winner":
                assert game.to_act(state) == OVER, "the game is not over"
                shares = game.utilities(state)
                return self._seats(*[seat for seat, share in enumerate(shares) if share])
        count = game.count(state) if isinstance(game, Counting) else {}
        reported = {**game.report_fields(state), **count}
        if (key := name.replace(" ", "_")) in reported:
            return _written(reported[key])
        whole, _, entry = name.rpartition(" ")
        found = reported.get(whole.replace(" ", "_"))
        inner = found if isinstance(found, Mapping) else {}
        known = f"{name} is no claim, and not among {', '.join(sorted(reported))}"
        assert entry in inner, known
        return _written(inner[entry])

    def _seats(self, *seats: int) -> str:
        return ", ".join(self.game.seat_name(self.state, seat) for seat in seats) or "nobody"


def _parts(text: str) -> Iterator[_Part]:
    """The block in parts: one for the position, one more for each `after`."""
    part = _Part()
    for line in text.splitlines():
        said = _LINE.fullmatch(line.strip())
        if said is None:
            if line.strip():
                assert not part.below, f"{line!r} is neither 'name: value' nor part of a board"
                part.board.append(line)
            continue
        if said[1] == "after":
            yield part
            part = _Part()
        (part.below if part.board else part.above).append((said[1], said[2]))
    yield part


def _cells_of_row(line: str) -> list[str]:
    """The characters of a row's points, without stars and without the labels at both ends."""
    signs = line.replace("*", " ").split()
    if len(signs) > 1 and _LABEL.fullmatch(signs[0]) and _LABEL.fullmatch(signs[-1]):
        signs = signs[1:-1]
    return signs


def _fits(shown: str, drawn: str) -> bool:
    """Whether a line of a diagram is the one the program draws, marks on empty points aside."""
    return len(shown.rstrip()) == len(drawn.rstrip()) and all(
        one == other or (other == boards.EMPTY and _MARK.fullmatch(one) is not None)
        for one, other in zip(shown, drawn, strict=False)
    )


def _written(value: Any) -> str:
    """A value of JSON as pages write it."""
    if isinstance(value, Mapping):
        nested = any(isinstance(inner, Mapping | list) for inner in value.values())
        kept = [(name, _written(inner)) for name, inner in value.items()]
        kept = [(name, inner) for name, inner in kept if inner not in ("none", "0")]
        between, after = ("; ", ": ") if nested else (", ", " ")
        return between.join(f"{name}{after}{inner}" for name, inner in kept) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(map(_written, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | float):
        return number_text(value)
    return "none" if value is None else str(value)
