"""One player in the form for a new game: who he is, his name, what he has played; of a bot
how strong it is."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from termgames.core.errors import OptionError
from termgames.core.text import quoted
from termgames.play import profiles
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevels
from termgames.play.bots.players import parse_player
from termgames.play.profiles import Profile
from termgames.search.levels import LEVELS
from termgames.tui.widgets.literal import Label, Select, Static

PLAYERS = ("human", *(f"bot:{level}" for level in LEVELS), "greedy", "random")
"""What the form offers for a seat."""


class SeatForm(Horizontal):
    """A row: a human or a bot, a human's name, and where handicaps are known the games he
    has played and won, which may be put right."""

    DEFAULT_CSS = """
    SeatForm {
        height: auto;
        & Select { width: 18; }
        & .name { width: 14; }
        & .profile { width: 7; margin-right: 1; }
    }
    """

    def __init__(
        self, seat: int, side: str, player: str, ladder: CalibratedLevels, *, profiled: bool
    ) -> None:
        """`ladder` is that of the board as the form begins with it."""
        super().__init__(classes="row", id=f"seat-{seat}")
        self._ladder = ladder
        self._seat, self._side, self._profiled = seat, side, profiled
        self._spec = parse_player(player)
        self._shown: tuple[str, Profile] = ("", Profile())
        """Whose profile stands in the row, as it was read."""
        self._who = Select(
            self._choices(),
            value="human" if self._spec.human else str(self._spec),
            allow_blank=False,
            id=f"player-{seat}",
        )
        self._called = Input(
            self._spec.name,
            placeholder="name",
            max_length=16,
            id=f"name-{seat}",
            classes="name",
            compact=True,
        )
        self._profile = Input("", id=f"profile-{seat}", classes="profile", compact=True)
        self._help = Static(classes="help")

    def compose(self) -> ComposeResult:
        """Side, who, name, games."""
        yield Label(self._side)
        yield from (self._who, self._called, self._profile, self._help)

    @property
    def player(self) -> str:
        """The player as on the command line; OptionError for a name that cannot be one."""
        who = str(self._who.value)
        name = self._called.value.strip()
        return str(parse_player(f"{who}:{name}" if who == "human" and name else who))

    @property
    def rated(self) -> bool:
        """Whether a bot with a level stands in the row."""
        return str(self._who.value).startswith("bot:")

    def _choices(self) -> list[tuple[Text, str]]:
        """Who can be chosen, with the Elo of levels above the first where it is known.

        As `Text`: a program's name is not ours, and may look like markup."""
        now = "human" if self._spec.human else str(self._spec)
        names = PLAYERS if now in PLAYERS else (*PLAYERS, now)
        return [
            (Text(calibrated_levels.label(self._ladder, parse_player(name))), name)
            for name in names
        ]

    def _climb(self, ladder: CalibratedLevels) -> None:
        """Show the Elo of the levels on another board."""
        if ladder != self._ladder:
            self._ladder = ladder
            select, now = self._who, self._who.value
            with self.prevent(Select.Changed):
                select.set_options(self._choices())
                select.value = now

    def check(self, ladder: CalibratedLevels) -> str:
        """Show what fits the player, and what he is worth on the board whose levels are
        `ladder`; what is wrong with the row, or nothing."""
        self._climb(ladder)
        human = self._who.value == "human"
        self._called.display = human
        try:
            player = self.player
        except OptionError as error:
            return str(error)
        name = profiles.name_of(player)
        line = self._profile
        line.display = self._profiled and bool(name)
        if line.display and name != self._shown[0]:
            kept = profiles.of(player)
            self._shown = (name, kept)
            line.value = f"{kept.played}/{kept.won}"
            line.tooltip = "games played / games won"
        spec = parse_player(player)
        about = "" if spec.level is None else calibrated_levels.about(ladder, spec.level)
        remark = "Moves first." if self._seat == 0 and not self._profiled else ""
        if line.display:
            profile = self._typed()
            if profile is None:
                return f"{name}: games played and won, as 3/1, not {quoted(line.value)}"
            remark = "games played/won"
            if profile.handicap:
                remark += f", handicap {profile.handicap}"
        if about and line.display:
            remark += ";"
        self._help.update(f"{remark} {about}".strip())
        return ""

    def keep(self) -> None:
        """Keep the games as they were put right; StorageError when that cannot be done."""
        typed = self._typed()
        if self._profile.display and typed not in (
            None,
            self._shown[1],
        ):
            assert typed is not None
            profiles.keep(self.player, typed)

    def _typed(self) -> Profile | None:
        """The profile that stands in the row, or None when that is no profile."""
        text = self._profile.value
        played, slash, won = (part.strip() for part in text.partition("/"))
        right = slash and all(
            part.isascii() and part.isdigit() and len(part) <= profiles.MOST_DIGITS
            for part in (played, won)
        )
        if not right or int(won) > int(played):
            return None
        return Profile(int(played), int(won))
