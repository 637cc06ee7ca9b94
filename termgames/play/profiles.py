"""How many games the people of this computer have played and won, for handicaps.

`profiles.json` in the user's data folder: games and wins by name, and the games that are
counted in them, so that one that was taken back and ended otherwise counts once. Humans
count under the names they gave (`human:NAME`), bots under their own (`bot:4`); a human
without a name has no profile. Only games with handicaps are counted, and only those in
which a human took part.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from termgames.core.options import GameInfo, Value
from termgames.play import data_files
from termgames.play.bots.players import parse_player
from termgames.play.match import AnyMatch

_FILE = "profiles.json"
OPTION = "handicap"
"""The option of a game that knows handicaps."""
FROM_PROFILES = "profile"
"""Its value when the handicaps are to come from here."""
LOWEST = -5
MOST_DIGITS = 6
"""Digits of a number of games, at most."""
_MOST_GAMES = 500
"""Games remembered one by one; older ones stay in the sums and cannot be revised."""


@dataclass(frozen=True)
class Profile:
    """The games that one player has played and won."""

    played: int = 0
    won: int = 0

    @property
    def handicap(self) -> int:
        """-1 for each game played and -1 more for each won, at least -5."""
        return max(LOWEST, -self.played - self.won)


@dataclass(frozen=True)
class _ProfileFile:
    """The file: profiles by name, and by game who won (1) and who played (0)."""

    players: Mapping[str, Profile]
    games: Mapping[str, Mapping[str, int]]


def path() -> Path:
    """The file, which may not be there."""
    return data_files.path(_FILE)


def name_of(player: str) -> str:
    """The name a player's games count under, empty for a human without one."""
    spec = parse_player(player)
    return spec.name if spec.human else str(spec)


def of(player: str) -> Profile:
    """The profile of a player; without any games where there is none."""
    return _load().players.get(name_of(player), Profile())


def handicaps(players: Sequence[str]) -> tuple[int, ...]:
    """The handicap of each player."""
    profiles = _load().players
    return tuple(profiles.get(name_of(player), Profile()).handicap for player in players)


def resolved(info: GameInfo, chosen: Mapping[str, Value], players: Sequence[str]) -> dict[str, Any]:
    """The chosen options with the players' own handicaps where `profile` asks for them."""
    options = dict(chosen)
    if options.get(OPTION) == FROM_PROFILES and any(o.name == OPTION for o in info.options):
        options[OPTION] = ",".join(map(str, handicaps(players)))
    return options


def keep(player: str, profile: Profile) -> None:
    """Store a player's profile; nothing is stored for a human without a name. StorageError when it
    cannot be written."""
    name = name_of(player)
    if name:
        with data_files.changing(_FILE):
            content = _load()
            _write(_ProfileFile({**content.players, name: profile}, content.games))


def counts(match: AnyMatch) -> bool:
    """Whether the match is one of those that are counted."""
    human = any(parse_player(player).human for player in match.players)
    return OPTION in match.game.options and human


def key_of(match: AnyMatch, file: Path | None) -> str:
    """The key by which `note` tells the match from others: the name of its file, else its seed."""
    return file.name if file is not None else f"seed {match.seed}"


def note(match: AnyMatch, key: str) -> None:
    """Count a match that is over, and take one out of the count that is not over (any more).

    `key` names the game, see `key_of`. A draw is no win. StorageError when it cannot
    be written.
    """
    if not counts(match):
        return
    result = match.result()
    now: dict[str, int] = {}
    if result is not None:
        for seat, player in enumerate(match.players):
            name = name_of(player)
            if name:
                now[name] = max(now.get(name, 0), int(result.winners == (seat,)))
    with data_files.changing(_FILE):
        content = _load()
        before = content.games.get(key, {})
        if before == now:
            return
        players = dict(content.players)
        for name in before.keys() | now.keys():
            profile = players.get(name, Profile())
            played = profile.played + (name in now) - (name in before)
            won = profile.won + now.get(name, 0) - before.get(name, 0)
            players[name] = Profile(max(0, played), max(0, won))
        games = {other: who for other, who in content.games.items() if other != key}
        if now:
            games[key] = now
        _write(_ProfileFile(players, dict(list(games.items())[-_MOST_GAMES:])))


def _load() -> _ProfileFile:
    """The content of the file, without entries that make no sense."""
    value = data_files.load(_FILE)
    players: dict[str, Profile] = {}
    for name, numbers in data_files.table(value.get("players")).items():
        if isinstance(numbers, list) and len(numbers) == 2 and all(map(_is_count, numbers)):
            players[name] = Profile(*numbers)
    games = {
        key: {name: int(won) for name, won in data_files.table(who).items() if _is_count(won)}
        for key, who in data_files.table(value.get("games")).items()
    }
    return _ProfileFile(players, games)


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < 10**MOST_DIGITS


def _write(content: _ProfileFile) -> None:
    players = {name: [profile.played, profile.won] for name, profile in content.players.items()}
    data_files.keep(_FILE, {"players": players, "games": dict(content.games)})
