"""A game with its variations as data for a page: of each position what differs from the one before.

Positions stand in a list, each behind the one it comes from, those of the game first. Of the game
there is one after each turn, and wherever a comment stands or a variation leaves it.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from termgames.core.topology import Cell
from termgames.play.match import AnyMatch
from termgames.play.notes import Node
from termgames.play.pictures import svg
from termgames.play.pictures.diagram import diagram_of, with_territory
from termgames.play.pictures.faces import Face, Faces, Inks
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.variations import Variations
from termgames.play.text import words
from termgames.play.text.turns import Turns
from termgames.study.review import Finding

Entry = dict[str, Any]
"""A position, with short names, as `script.js` reads it: `p` the number of the position before, `t`
the moves that led to it, `h` what they did, `s` the score, `c` the comment; `d` changed faces, each
after its cell, `o` the same where areas are shown; where it changed, `w` what is written on cells
and in which colour; `m` and `r` what the review says, `v` the chances."""
_SIGNS = {"slip": "?!", "mistake": "?", "blunder": "??"}


class PageTree:
    """The positions of a match, in `entries`; `main` of them are of the game itself."""

    def __init__(
        self, match: AnyMatch, findings: Mapping[int, Finding | None], colours: Inks
    ) -> None:
        self.colours = colours
        self.faces: dict[Face, int] = {}
        """What cells look like, each with its number."""
        self._match, self._findings = match, findings
        self._shown = Shown(match)
        self._turns = Turns(self._shown)
        self._turns.update()
        self._variations = Variations(match)
        self.entries: list[Entry] = []
        self._drawn: list[list[list[Any]]] = []
        """Of each position the faces without and with areas, and texts."""
        self._at: dict[int | Node, int] = {}
        """The entries of positions."""
        for entry, drawn, parent, place in self._of_game():
            self._add(entry, drawn, parent, place)
        self.main = len(self.entries)
        if self._variations.closed is None:
            for node in match.notes.nodes():
                self._add_node(node)

    # -- the game ---------------------------------------------------------------------------

    def _of_game(self) -> Iterator[tuple[Entry, list[list[Any]], int, int]]:
        """The positions of the game with their diagrams, the entry before, and their plies."""
        before = 0
        for number, ply in enumerate(self._stops()):
            entry = self._words(before, ply) if ply else {"t": "", "s": self._score(0)}
            self._judged(entry, before, ply)
            yield entry, self._diagram(ply), number - 1, ply
            before = ply

    def _stops(self) -> list[int]:
        """The plies that have an entry."""
        notes, match = self._match.notes, self._match
        ends = {turn.end for turn in self._turns.lines()}
        noted = {ply for ply in range(match.ply) if notes.comment(ply) or notes.children(ply)}
        return sorted({0, match.ply} | ends | noted)

    def _words(self, before: int, ply: int) -> Entry:
        """What is said of the moves from `before` to `ply`."""
        turns, match = self._turns, self._match
        line = next(turn for turn in turns.lines() if turn.first <= before < turn.end)
        text = line.text
        if (line.first, line.end) != (before, ply):
            texts = map(self._shown.view.text, range(before, ply))
            text = ", ".join(texts)
        name = match.actor_name(line.first)
        happened = (turns.sentence(each) for each in range(before, ply) if turns.tells_more(each))
        return {
            "t": words.move_line(line.number, name, text),
            "h": " ".join(happened),
            "s": self._score(ply),
        }

    def _diagram(self, ply: int) -> list[list[Any]]:
        self._shown.look(ply)
        return self._seen(self._shown.view.lasting(ply), self._shown.last_cells())

    def _seen(self, state: Any, last: Iterable[Cell]) -> list[list[Any]]:
        """What is drawn of a position, see `_drawn`."""
        display, numbers = self._shown.display, self.faces
        bare = diagram_of(display, state, last, "")
        seen: list[list[Any]] = []
        faces = Faces(bare.game.topology, self.colours)
        for drawn in (with_territory(bare, display, state), bare):
            faces.show(drawn.position)
            seen = [[numbers.setdefault(face, len(numbers)) for face in faces.now], *seen]
        labels = bare.position.labels.items()
        texts = [[at, text, svg.name(faces.ink(at, bare.position))] for at, text in labels]
        return [*seen, texts]

    def _score(self, ply: int) -> str:
        return words.score_line(self._match, self._shown.view.lasting(ply))

    def _judged(self, entry: Entry, before: int, ply: int) -> None:
        """Add to an entry what the review says of its moves."""
        for at in range(before, ply):
            finding = self._findings.get(at)
            if finding is None:
                continue
            if finding.after_played:
                entry["v"] = [round(share, 3) for share in finding.after_played]
            if finding.size:
                entry["m"] = _SIGNS[finding.size]
                line = ", ".join(finding.line[1:])
                entry["r"] = (
                    f"{finding.size.capitalize()}: {finding.name} lost {finding.share_lost:.0%} of "
                    f"the win. Better was {finding.best}{f', then {line}' if line else ''}."
                )

    # -- variations -------------------------------------------------------------------------

    def _add_node(self, node: Node) -> None:
        match, display = self._match, self._shown.display
        before = self._variations.state(node.ply if node.parent is None else node.parent)
        state = self._variations.state(node)
        move = match.game.parse(before, node.move)
        actor = match.game.to_act(before)
        name = match.game.seat_name(before, actor) if actor >= 0 else "chance"
        entry = {"t": f"{name} {display.named(move)}", "s": words.score_line(match, state)}
        parent = self._at[node.ply if node.parent is None else node.parent]
        self._add(entry, self._seen(state, match.game.cells_of(move)), parent, node)

    # -- what changed -----------------------------------------------------------------------

    def _add(self, entry: Entry, drawn: list[list[Any]], parent: int, place: int | Node) -> None:
        plain, owned, texts = drawn
        unseen: list[Any] = [None] * len(plain)
        before = self._drawn[parent] if parent >= 0 else [unseen, unseen, []]
        whole = {
            "p": parent,
            **entry,
            "c": self._match.notes.comment(place),
            "d": _changes(before[0], plain),
            "o": _changes(before[1], owned),
        }
        self._at[place] = len(self.entries)
        self._drawn.append(drawn)
        kept = {key: value for key, value in whole.items() if value not in ("", [])}
        self.entries.append(kept if texts == before[2] else {**kept, "w": texts})


def _changes(before: Any, after: Any) -> list[int]:
    """Numbers of cells, each with its new value."""
    pairs = enumerate(zip(before, after, strict=True))
    return [each for cell, (old, new) in pairs if old != new for each in (cell, new)]
