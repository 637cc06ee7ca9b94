"""What a guest is told of a match: no more than its player may know.

Hands, draws and the seed stay at the table. Of a game that hides nothing everybody is told the
same; of the others each seat has its own moves, see `core.game.Redacting`. When a game is over,
everything is told.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from termgames.core.errors import OptionError
from termgames.core.game import Redacting, Seat, has_secrets
from termgames.core.text import lines_in
from termgames.play import record
from termgames.play.bots.players import OFF, label_of, parse_player
from termgames.play.match import AnyMatch, Match
from termgames.play.match_time import MatchTime
from termgames.play.played_moves import StartPosition
from termgames.play.text import words
from termgames.play.together import wire


def refuse(match: AnyMatch) -> None:
    """OptionError for a match of which guests could not be told less than everything."""
    if has_secrets(match.game) and not isinstance(match.game, Redacting):
        raise OptionError(
            f"{match.game.id} hides something from players, but not in its moves: "
            "it cannot be played at several terminals"
        )


def player(name: str) -> str:
    """A player as guests are told of him: without the command of a program and the names of
    files."""
    try:
        spec = parse_player(name)
    except OptionError:
        return label_of(name)
    if spec.command:
        return spec.label
    return str(replace(spec, policy="")) if spec.policy not in ("", OFF) else name


def beginning(match: AnyMatch, seat: Seat | None) -> tuple[str, ...]:
    """The lines of the record of a match without its moves, as `seat` (None: who watches) may
    know them."""
    game, start = match.game, match.start
    hides = match.hides and has_secrets(game)
    if hides and isinstance(game, Redacting) and start.diagram:
        texts = game.redact_position_text(dict(start.texts), seat)
        start = StartPosition.read(game, start.diagram, texts)
    players = tuple(map(player, match.players))
    time = MatchTime(match.time.controls)
    shown = Match(game, players, 0, start, time, draws=False, redacted=hides)
    shown.seed = None
    return tuple(lines_in(record.write(shown)))


def end(match: AnyMatch) -> wire.GameOver:
    """How a match that is over has ended."""
    result = match.result()
    assert result is not None
    seat, on_time = (None, False) if match.loss is None else (match.loss.seat, match.loss.on_time)
    lost = (None, seat) if on_time else (seat, None)
    return wire.GameOver(words.result_line(match), result.winners, *lost)


class Told:
    """How much of a match one guest has been told. `seat` is None for who watches."""

    def __init__(self, seat: Seat | None) -> None:
        self._seat = seat
        self._number = 0
        self._open = False
        self._moves: list[object] = []
        """The moves told, hidden parts and all: the objects of the match."""
        self._standing: tuple[int, wire.FromTable] | None = None
        """The question, or the end, that was told last, and of which game."""

    def news(
        self, match: AnyMatch, number: int, *, analysis: bool, begun: bool = True
    ) -> Iterator[wire.FromTable]:
        """What the guest has not been told of game `number` of a table, or not rightly. Nobody is
        asked before it has `begun`."""
        yield from self._moves_of(match, number, analysis=analysis)
        prompt = match.prompt()
        standing: wire.FromTable | None = None
        if prompt is not None and begun:
            standing = wire.Asked(prompt.serial, prompt.ply, prompt.seat)
        elif match.over:
            standing = end(match)
        if standing is not None and (number, standing) != self._standing:
            self._standing = number, standing
            yield standing

    def _moves_of(
        self, match: AnyMatch, number: int, *, analysis: bool
    ) -> Iterator[wire.FromTable]:
        anew = (number, not match.hides) != (self._number, self._open)
        if anew:
            self._number, self._open, self._moves = number, not match.hides, []
            yield wire.Setting(number, beginning(match, self._seat), analysis)
        moves = match.moves
        same = self._same(moves)
        if not anew and same == len(moves) == len(self._moves):
            return
        texts = [
            match.game.format(match.move_seen(ply, self._seat)) for ply in range(same, len(moves))
        ]
        self._moves = list(moves)
        yield from wire.moves(same, texts)

    def _same(self, moves: Sequence[object]) -> int:
        """How many of the first moves were told."""
        pairs = zip(self._moves, moves, strict=False)
        return next(
            (ply for ply, (told, move) in enumerate(pairs) if told is not move),
            min(len(self._moves), len(moves)),
        )
