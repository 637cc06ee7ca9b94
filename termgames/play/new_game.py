"""The choices for a new game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import AnyGame
from termgames.core.options import GameInfo, Value
from termgames.core.text import sentence
from termgames.play import clock, profiles
from termgames.play.bots.options import MOST_SECONDS
from termgames.play.bots.players import FIRST, parse_player
from termgames.play.clock import TimeControl
from termgames.play.match import AnyMatch, Match, Terms
from termgames.play.match_time import MatchTime
from termgames.play.seeds import MOST_SEED, fresh_seed, seed_in


@dataclass(frozen=True)
class NewGame:
    """The choices for a new game: the game, the options that differ from the defaults, the
    players."""

    game_id: str
    chosen: Mapping[str, Value] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    time: float | None = None
    """Seconds a bot thinks about a move; None for what its level takes."""
    seed: int | None = None
    """The seed of everything random; None for a new one."""
    opening: AnyMatch | None = field(default=None, compare=False)
    """A match that the game goes on from, with players of its own; None to begin at the start."""
    teach: bool = False
    """Whether bots speak of moves of humans that lose much."""
    rated: bool = False
    """Whether nothing is taken back and nobody is helped."""
    clock: str = ""
    """How much time each player has, as `read_clocks` reads it; empty for no clocks."""

    def match(self) -> AnyMatch:
        """The match that is to be played."""
        seed = fresh_seed() if self.seed is None else self.seed
        if self.opening is not None:
            match = self.opening.copy()
            match.players, match.seed = self.players, seed
            match.terms = Terms(self.teach, taken_over=match.ply)
            match.time = match.time.restarted(read_clocks(self.clock, match.game))
            match.go_on()
            return match
        info = games.info(self.game_id)
        chosen = profiles.resolved(info, self.chosen, self.players)
        game = games.create(self.game_id, chosen)
        time = MatchTime(read_clocks(self.clock, game))
        return Match(game, self.players, seed, time=time, terms=Terms(self.teach, self.rated))


def read_seconds(text: str) -> float | None:
    """The seconds that a text gives a bot for a move, None for an empty text; OptionError for any
    other text."""
    try:
        seconds = float(text or "nan")
    except ValueError:
        seconds = -1.0
    if text and not 0 < seconds <= MOST_SECONDS:
        raise OptionError(f"seconds above 0, as 0.5 or 10, up to {MOST_SECONDS}, not {text!r}")
    return seconds if text else None


def read_clocks(text: str, game: AnyGame) -> tuple[TimeControl | None, ...]:
    """The clocks by seat of a text such as `10m+5s` or `black=5m, white=10m`; OptionError for any
    other text."""
    texts = [part for part in text.split(",") if part.strip()]
    return clock.read_all(texts, games.info(game.id).seated(game.options))


def clock_of(match: AnyMatch, *, moved_on: int = 0) -> str:
    """The text from which a match has its clocks; with everybody `moved_on` by so many seats."""
    clocks, names = match.time.controls, games.info(match.game.id).seated(match.game.options)
    return clock.written((*clocks[moved_on:], *clocks[:moved_on]), names)


def read_seed(text: str) -> int | None:
    """A seed, None for an empty text; OptionError for what is none."""
    seed = seed_in(text)
    if text and seed is None:
        raise OptionError(f"a whole number from 0 to {MOST_SEED}, not {text!r}")
    return seed


def refuse_to_teach(players: Sequence[str]) -> None:
    """OptionError if no human plays whom a bot could teach, or no bot that could teach."""
    humans = [parse_player(player).human for player in players]
    if all(humans) or not any(humans):
        missing = "bot to teach" if all(humans) else "human to be taught"
        raise OptionError(f"--teach: there is no {missing}: put one on a seat")


def first_game(info: GameInfo, opponent: str = FIRST) -> NewGame:
    """The game that a menu begins without a form: the small board, a human against such bots, at
    first the weakest."""
    chosen = info.played(info.presets[0].chosen)
    return NewGame(info.id, chosen, alone(info, chosen, opponent))


def alone(info: GameInfo, chosen: Mapping[str, Value], opponent: str = FIRST) -> tuple[str, ...]:
    """A human against such bots in a game with the chosen options: on the seat that its preset
    gives him, else on the first."""
    settled = info.settle(info.played(chosen))
    preset = info.preset(settled)
    mine = 0 if preset is None else preset.seat
    return tuple("human" if seat == mine else opponent for seat in range(len(info.seated(settled))))


def why_seated(match: AnyMatch) -> str:
    """Why who plays alone against bots sits where `alone` has seated him, a sentence; empty where
    there is nothing to say."""
    preset = games.info(match.game.id).preset(match.game.options)
    humans = [seat for seat, name in enumerate(match.players) if parse_player(name).human]
    if preset is None or not preset.why or humans != [preset.seat]:
        return ""
    you = sentence(match.game.seat_name(match.state, preset.seat))
    return f"{preset.why}; you are {you}."


def seated(game_id: str, players: Sequence[str] = ()) -> tuple[str, ...]:
    """As many players as the game has seats: those given, or a human where none are, then bots."""
    seats = len(games.info(game_id).seats)
    wanted = tuple(players) or ("human",)
    return (*wanted[:seats], *(FIRST for _ in range(seats - len(wanted))))


def chosen_of(game: AnyGame) -> dict[str, Value]:
    """The fewest options that set up a game like this one: those that follow from others are left
    out, those that depend on who plays (`Option.played`) are always there."""
    info = games.info(game.id)
    full = dict(game.options)
    chosen = {name: value for name, value in full.items() if value is not None}
    for name in list(chosen):
        if info.option(name).played is not None:
            continue
        fewer = {other: value for other, value in chosen.items() if other != name}
        try:
            if info.settle(fewer) == full:
                chosen = fewer
        except OptionError:
            continue
    return chosen
