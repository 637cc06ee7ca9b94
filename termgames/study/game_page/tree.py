"""A game with its variations as data for a page: of each position what differs from the one before.

Positions stand in a list, each behind the one it comes from, those of the game first. Of the game
there is one after each turn, and wherever a comment stands or a variation leaves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from termgames.core.game import NOBODY
from termgames.play.match import AnyMatch
from termgames.play.notes import Node
from termgames.play.pictures.diagram import Diagram, diagram_of, with_territory
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.variations import Variations
from termgames.play.text import words
from termgames.play.text.turns import Turns
from termgames.study.review import Finding

Entry = dict[str, Any]
"""A position, with short names, as `script.js` reads it: `p` the number of the position before, `t`
the moves that led to it, `h` what they did, `s` the score, `c` the comment; `d` changed stones, `o`
changed owners; `l` the last stones, `x` dead stones; where they
changed, `g` start points and `w` what is written on cells; `m` and `r` what the review says, `v`
the chances."""
_SIGNS = {"slip": "?!", "mistake": "?", "blunder": "??"}


class PageTree:
    """The positions of a match, in `entries`; `main` of them are of the game itself."""

    def __init__(self, match: AnyMatch, findings: Mapping[int, Finding | None]) -> None:
        self._match, self._findings = match, findings
        self._shown = Shown(match)
        self._turns = Turns(self._shown)
        self._turns.update()
        self._variations = Variations(match)
        self.entries: list[Entry] = []
        self._drawn: list[Diagram] = []
        self._at: dict[int | Node, int] = {}
        """The entries of positions."""
        for entry, drawn, parent, place in self._of_game():
            self._add(entry, drawn, parent, place)
        self.main = len(self.entries)
        if self._variations.closed is None:
            for node in match.notes.nodes():
                self._add_node(node)

    @property
    def start(self) -> Diagram:
        """The first position."""
        return self._drawn[0]

    # -- the game ---------------------------------------------------------------------------

    def _of_game(self) -> Iterator[tuple[Entry, Diagram, int, int]]:
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

    def _diagram(self, ply: int) -> Diagram:
        self._shown.look(ply)
        state = self._shown.view.lasting(ply)
        drawn = diagram_of(self._shown.display, state, self._shown.last_cells(), "")
        return with_territory(drawn, self._shown.display, state)

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
        drawn = diagram_of(display, state, match.game.cells_of(move), "")
        entry = {"t": f"{name} {display.named(move)}", "s": words.score_line(match, state)}
        parent = self._at[node.ply if node.parent is None else node.parent]
        self._add(entry, with_territory(drawn, display, state), parent, node)

    # -- what changed -----------------------------------------------------------------------

    def _add(self, entry: Entry, drawn: Diagram, parent: int, place: int | Node) -> None:
        before = self._drawn[parent] if parent >= 0 else Diagram(drawn.game, b"", "")
        whole = {
            "p": parent,
            **entry,
            "c": self._match.notes.comment(place),
            "d": _changes(before.stones or bytes(len(drawn.stones)), drawn.stones),
            "o": _changes(_owners(before, drawn), _owners(drawn, drawn)),
            "l": sorted(drawn.last),
            "x": sorted(drawn.dead),
        }
        if drawn.origins != before.origins:
            whole["g"] = [[cell, owner] for cell, owner in drawn.origins.items()]
        if drawn.labels != before.labels:
            whole["w"] = [[cell, text] for cell, text in drawn.labels.items()]
        self._at[place] = len(self.entries)
        self._drawn.append(drawn)
        self.entries.append({key: value for key, value in whole.items() if value not in ("", [])})


def _changes(before: Any, after: Any) -> list[int]:
    """Numbers of cells, each with its new value."""
    pairs = enumerate(zip(before, after, strict=True))
    return [each for cell, (old, new) in pairs if old != new for each in (cell, new)]


def _owners(drawn: Diagram, like: Diagram) -> list[int]:
    return [drawn.owner.get(cell, NOBODY) for cell in range(len(like.stones))]
