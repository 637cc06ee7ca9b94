"""What a front end is told of a game, as steps of scenes.

`pick c3 c4*: WHAT` makes a draft: stones of the player who is asked, those with a star of the other
colour, those with `@2` of that one; WHAT is `complete MOVE`, `incomplete MISSING`, or the code of
the refusal with its cells. Of the last draft: `prompt`, `next` colour, `follow` cells that go on
(`+` some of them, `-` none of these), `cleared` cells. Beside the board: `buttons`, `line SEAT:` of
a player, `status NAME:`, `asks` a question with these answers (none: no question), `brief MOVE:`,
`happened MOVE:` (a part), `tokens`. `tint NUMBER:` names whom an overlay gives cells (0, 1, 2, `=`
neutral, `.` nobody, `!` firm), `marked` which stones stand out, and `legend` begins so.
"""

from collections.abc import Iterable
from typing import Any

from termgames import games
from termgames.core.display import Pick
from termgames.core.game import NEUTRAL, NOBODY
from tests import scenes
from tests.scenes import parts


class Shown(scenes.Scene):
    """A scene that looks at what is shown."""

    draft: Any

    @property
    def display(self) -> Any:
        return games.display(self.game)

    def cells(self, text: str) -> set[int]:
        return {self.game.topology.cell(name) for name in text.split()}

    def names(self, cells: Iterable[int]) -> str:
        return " ".join(sorted(self.game.topology.names[cell] for cell in cells))

    def picked(self, word: str) -> Pick:
        name, _, colour = word.rstrip("*").partition("@")
        own = self.game.colour(self.state, self.game.to_act(self.state))
        other = 1 - own if word.endswith("*") else own
        return Pick(self.game.topology.cell(name), int(colour) if colour else other)

    def on_pick(self, text: str) -> None:
        picks, _, wanted = text.partition(":")
        self.draft = self.display.draft(self.state, tuple(map(self.picked, picks.split())))
        if self.draft.status == "refused":
            assert self.draft.refusal.text
            told = f"{self.draft.refusal.code} {self.names(self.draft.refusal.cells)}"
        elif self.draft.status == "complete":
            told = f"complete {self.game.format(self.draft.move)}"
        else:
            told = f"incomplete {self.draft.missing}"
        assert (self.draft.move is None) == (self.draft.status != "complete")
        assert told.strip() == wanted.strip(), told

    def on_prompt(self, text: str) -> None:
        assert self.draft.prompt == text

    def on_next(self, text: str) -> None:
        assert str(self.draft.next_colour) == text

    def on_follow(self, text: str) -> None:
        sign, _, names = text.partition(" ")
        if sign == "+":
            assert self.cells(names) <= self.draft.follow
        elif sign == "-":
            assert not self.cells(names) & self.draft.follow
        else:
            assert self.names(self.draft.follow) == text

    def on_cleared(self, text: str) -> None:
        assert self.draft.cleared == self.cells(text)

    def on_buttons(self, text: str) -> None:
        assert [label for label, _ in self.display.buttons(self.state)] == parts(text)

    def on_line(self, text: str) -> None:
        seat, _, line = text.partition(": ")
        assert self.display.player_line(self.state, int(seat)) == line

    def on_status(self, text: str) -> None:
        name, _, value = text.partition(": ")
        assert dict(self.display.status(self.state))[name] == value

    def on_reason(self, text: str) -> None:
        assert self.display.why(self.state) == text

    def on_asks(self, text: str) -> None:
        asked = self.display.question(self.state)
        assert (asked is not None) == bool(text)
        if asked is not None:
            assert [label for label, _ in asked.answers] == parts(text)

    def on_private(self, text: str) -> None:
        assert self.display.question(self.state).private == (text == "yes")

    def on_says(self, text: str) -> None:
        assert self.game.prompt(self.state) == text

    def on_brief(self, text: str) -> None:
        move, _, told = text.partition(": ")
        assert self.display.brief(self.state, self.game.parse(self.state, move)) == told

    def on_happened(self, text: str) -> None:
        move, _, told = text.partition(": ")
        made = self.game.parse(self.state, move)
        after = self.game.apply(self.state, made)
        assert told in self.display.happened(self.state, made, after)

    def on_tokens(self, text: str) -> None:
        told = [f"{token.name} {token.holder}" for token in self.display.tokens(self.state)]
        assert told == parts(text)

    def overlay(self, number: str) -> Any:
        return self.display.overlays(self.state)[int(number)]

    def on_tint(self, text: str) -> None:
        number, _, wanted = text.partition(": ")
        overlay = self.overlay(number)
        for pair in wanted.split():
            name, _, who = pair.partition("=")
            cell = self.game.topology.cell(name)
            owner = {NEUTRAL: "=", NOBODY: "."}.get(overlay.owner[cell], str(overlay.owner[cell]))
            assert owner + "!" * overlay.firm[cell] == who, name

    def on_marked(self, text: str) -> None:
        number, _, wanted = text.partition(":")
        assert set(self.overlay(number).marked) == self.cells(wanted)

    def on_legend(self, text: str) -> None:
        number, _, wanted = text.partition(": ")
        assert self.overlay(number).legend.startswith(wanted)
