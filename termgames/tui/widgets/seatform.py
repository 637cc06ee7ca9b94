"""One player in the form for a new game: who he is, his name, what he has played; of a bot
its character, and how strong it is; of another program the command that starts it."""

from collections.abc import Iterable
from dataclasses import replace

from rich.text import Text
from textual.widget import Widget
from textual.widgets import Input

from termgames.core.errors import OptionError
from termgames.core.text import quoted
from termgames.play import profiles
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevels
from termgames.play.bots.players import SOLVER, parse_player
from termgames.play.profiles import Profile
from termgames.search.characters import CHARACTERS, names
from termgames.search.levels import LEVELS
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.literal import Select

PLAYERS = ("human", *(f"bot:{level}" for level in LEVELS), "greedy", "random")
"""What the form offers for a seat."""
PROGRAM = "gtp"
"""The choice of another program, whose command is typed."""


class SeatForm(FormRow):
    """A row: a human, a bot or another program; a human's name or the program's command; and
    where handicaps are known the games he has played and won, which may be put right."""

    DEFAULT_CSS = """
    SeatForm {
        & .name { margin-left: 2; }
        &.-program .controls { max-width: 100%; }
        &.-program Select { width: 18; }
        & .character { width: 13; margin-left: 2; }
        & .profile { width: 7; margin-left: 2; }
    }
    """

    def __init__(
        self,
        seat: int,
        side: str,
        player: str,
        ladder: CalibratedLevels,
        *,
        profiled: bool,
        moves_first: bool = False,
    ) -> None:
        """`ladder` is that of the board as the form begins with it."""
        super().__init__(side, id=f"seat-{seat}")
        self._ladder = ladder
        self._profiled, self._moves_first = profiled, moves_first
        self._spec = parse_player(player)
        self._shown: tuple[str, Profile] = ("", Profile())
        """Whose profile stands in the row, as it was read."""
        self._who = Select(
            self._choices(), value=self._first, allow_blank=False, id=f"player-{seat}"
        )
        self._cards = bool(self._spec.character)
        """Whether there are cards in the game, for those who lean to them."""
        self._character = Select(
            self._characters(),
            value=self._spec.character,
            allow_blank=False,
            id=f"character-{seat}",
        )
        self._character.add_class("character")
        self._text = Input(
            self._spec.name or self._spec.command,
            placeholder="name",
            id=f"name-{seat}",
            classes="name",
            compact=True,
        )
        self._profile = Input("", id=f"profile-{seat}", classes="profile", compact=True)

    def controls(self) -> Iterable[Widget]:
        """Who, character, name or command, games."""
        yield from (self._who, self._character, self._text, self._profile)

    @property
    def player(self) -> str:
        """The player as on the command line; OptionError for a name that cannot be one."""
        who, text = str(self._who.value), self._text.value.strip()
        if self.rated and self._character.value:
            who += f",{self._character.value}"
        has_text = who == PROGRAM or (who == "human" and text)
        return str(parse_player(f"{who}:{text}" if has_text else who))

    def seat(self, player: str) -> None:
        """Let one of the bots that are offered play here; no message is posted."""
        with self.prevent(Select.Changed):
            self._who.value = player

    @property
    def typed_command(self) -> str:
        """The command of a program that the player typed here himself; empty where there is
        none, and for the one that the form began with."""
        command = parse_player(self.player).command
        return "" if command == self._spec.command else command

    @property
    def name_of_human(self) -> str | None:
        """What the human in the row is called, empty where he gives no name; None for others, and
        for a name that cannot be one."""
        try:
            spec = parse_player(self.player)
        except OptionError:
            return None
        return spec.name if spec.human else None

    @property
    def rated(self) -> bool:
        """Whether a bot with a level stands in the row."""
        who = str(self._who.value)
        return who.startswith("bot:") and who != SOLVER

    @property
    def _first(self) -> str:
        """What the list shows first."""
        if self._spec.kind in ("human", PROGRAM):
            return self._spec.kind
        return str(replace(self._spec, character=""))

    def _choices(self) -> list[tuple[Text, str]]:
        """Who can be chosen, with the Elo of levels above the first where it is known.

        As `Text`: a program's name is not ours, and may look like markup."""
        others = () if self._first in (*PLAYERS, PROGRAM) else (self._first,)
        listed = [
            (Text(calibrated_levels.label(self._ladder, parse_player(name))), name)
            for name in (*PLAYERS, *others)
        ]
        return [*listed, (Text("a program"), PROGRAM)]

    def _characters(self) -> list[tuple[Text, str]]:
        """What can be chosen beside a level."""
        return [(Text(name or "plain"), name) for name in ("", *names(cards=self._cards))]

    def _deal(self, cards: bool) -> None:
        """Offer the characters that lean to cards where there are cards, and only there."""
        if cards != self._cards:
            self._cards, chosen = cards, self._character.value
            with self.prevent(Select.Changed):
                self._character.set_options(self._characters())
                self._character.value = chosen if chosen in names(cards=cards) else ""

    def _climb(self, ladder: CalibratedLevels) -> None:
        """Show the Elo of the levels on another board."""
        if ladder != self._ladder:
            self._ladder = ladder
            with self.prevent(Select.Changed):
                self._who.set_options(self._choices())

    def check(
        self,
        ladder: CalibratedLevels,
        *,
        from_profiles: bool = False,
        even: int | None = None,
        cards: bool = False,
    ) -> str:
        """Show what fits the player, and what he is worth on the board whose levels are
        `ladder`; `even` is the level that would be an even game for the human, and `cards` says
        whether players hold some. Returns what is wrong with the row, or nothing. His games stand
        in the row where he has played some, or where handicaps are to come `from_profiles`."""
        self._climb(ladder)
        self._deal(cards)
        self._character.display = self.rated
        who, line = self._who.value, self._text
        line.display = who in ("human", PROGRAM)
        line.placeholder = "name" if who == "human" else "its command, as gnugo --mode gtp"
        self.set_class(line.display, "-named")
        self.set_class(who == PROGRAM, "-program")
        profile_line = self._profile
        try:
            player = self.player
        except OptionError as error:
            profile_line.display = False
            if who == PROGRAM and not line.value.strip():
                return "type the command that starts the program, as gnugo --mode gtp"
            return str(error).partition(": ")[2] if who == "human" else str(error)
        name = profiles.name_of(player)
        if self._profiled and name and name != self._shown[0]:
            stored = profiles.of(player)
            self._shown = (name, stored)
            profile_line.value = f"{stored.played}/{stored.won}"
            profile_line.tooltip = "games played / games won"
        known = from_profiles or self._shown[1].played > 0
        profile_line.display = self._profiled and bool(name) and known
        spec = parse_player(player)
        about = "" if spec.level is None else calibrated_levels.about(ladder, spec.level)
        if spec.level is not None and even is not None:
            about += ", an even game for you" if spec.level == even else f"; even: level {even}"
        if spec.character:
            about = f"{about}; {spec.character} {CHARACTERS[spec.character].about}".lstrip("; ")
        remark = "moves first" if self._moves_first else ""
        if profile_line.display:
            profile = self._typed()
            if profile is None:
                return f"{name}: games played and won, as 3/1, not {quoted(profile_line.value)}"
            remark = "games played/won"
            if profile.handicap:
                remark += f", handicap {profile.handicap}"
        if spec.command:
            remark = "A program that speaks GTP. It can do whatever you can do on this computer."
        self.say("; ".join(filter(None, (remark, about))))
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
