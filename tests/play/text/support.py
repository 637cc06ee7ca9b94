"""A game that is typed line by line, and what is said then."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from termgames.play.bots.bot import Resigned
from termgames.play.match import Match
from termgames.play.save_file import SaveFile
from termgames.play.text.line_game import LineGame
from termgames.search.limits import Thought
from tests.play.support import match


class Bot:
    """Gives the first of these answers that is legal, `stone` for any stone, else the first there
    is; `resign` gives up."""

    def __init__(self, game: Any, *wanted: str) -> None:
        self.game, self.wanted = game, wanted

    def think(self, state: Any, **_: Any) -> Thought:
        if self.wanted == ("resign",):
            raise Resigned("the program resigned")
        legal = self.game.legal_moves(state)
        texts = {self.game.format(move): move for move in legal}
        stones = list(filter(self.game.cells_of, legal))
        texts |= {"stone": stones[0]} if stones else {}
        return Thought(next((texts[word] for word in self.wanted if word in texts), legal[0]))


class Lines:
    """Answers prompts from a list of lines, then ends the input; keeps what is said."""

    def __init__(
        self,
        *lines: str,
        of: Match[Any, Any] | None = None,
        bots: Any = None,
        ask: Callable[[str], str] | None = None,
        path: Path | None = None,
        **how: Any,
    ) -> None:
        """A seat of `bots` has what it answers, or a bot."""
        self.lines, self.said, self.warned = list(lines), [""], list[str]()
        self.match = of or match("plurality size=5 komi=5.5")
        game = self.match.game
        self.game = LineGame(
            self.match,
            bots={
                seat: Bot(game, *bot.split("/")) if isinstance(bot, str) else bot
                for seat, bot in (bots or {}).items()
            },
            ask=ask or self.ask,
            say=self.said.append,
            warn=self.warned.append,
            file=SaveFile(path) if path else None,
            **{"advise": Bot(game, "pass").think, **how},
        )

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def run(self) -> Self:
        self.game.run()
        return self

    @property
    def text(self) -> str:
        return "\n".join(self.said)

    @property
    def texts(self) -> list[str]:
        return list(self.match.texts())


def typed(*lines: str, **how: Any) -> Lines:
    return Lines(*lines, **how).run()
