"""Mitropia's options (rules 1, 3, 4, 15, 18 and 22); standard library only."""

from collections.abc import Mapping
from typing import Literal

from termgames.core import maps
from termgames.core.errors import MapError, OptionError
from termgames.core.options import GameInfo, Option, Preset, Value, dead_stones
from termgames.core.text import nearest, quoted
from termgames.games.mitropia import house
from termgames.games.mitropia.house import CLASSIC, NO_CARDS, REVISED, UNLIMITED, Sheet

SEATS = ("black", "white", "red", "blue", "green", "yellow")
Scoring = Literal["territory", "area"]
TERRITORY: Scoring = "territory"
AREA: Scoring = "area"
OWN = "-"
"""The colour of a seat that picks none."""
PROFILE = "profile"
"""The value of --handicap under which each player has the handicap of his profile. The front
end replaces it by the numbers; where it does not, all handicaps are 0."""

USUAL_PLAYERS = 3
USUAL_MAPS = {2: "9x9-cut", 3: "13x13", 4: "19x19", 5: "19x19", 6: "19x19"}
MADE_FOR = {"9x9": 2}
"""Maps with start points for USUAL_PLAYERS too that are meant for another number of players."""


def settle(chosen: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; `range` is None where dice decide, `deck` where there
    are no cards. OptionError where they exclude each other, or do not fit the map."""
    players, board = _table(chosen.get("players"), chosen.get("map"))
    pro = bool(chosen.get("pro"))
    if (pro or chosen.get("no-cards")) and chosen.get("deck") is not None:
        switch = "--pro" if pro else "--no-cards"
        raise OptionError(f"{switch} and --deck exclude each other: without cards there is no deck")
    rules, given = sheet(chosen), chosen.get("house")
    no_dice, reach, deck = rules["dice"] == "no", rules["range"], rules["deck"]
    code = house.STANDARD if given is None else house.code(str(given), rules)
    return {
        "map": board,
        "players": players,
        "pro": pro,
        "no-dice": no_dice,
        "range": (int(reach) if reach.isdigit() else reach) if no_dice else None,
        "no-cards": deck == NO_CARDS,
        "deck": deck if deck in (REVISED, CLASSIC) else None,
        "no-surrender": rules["surrender"] == "no",
        "scoring": rules["scoring"],
        "colours": _picked(chosen.get("colours"), players),
        "house": None if code == house.STANDARD else code,
        "handicap": _handicap(chosen.get("handicap"), players),
        "dead-stones": chosen.get("dead-stones") or "none",
    }


def sheet(chosen: Mapping[str, Value]) -> Sheet:
    """The house rules by `house`, in which options that were chosen come first. Without dice the
    range is a number of steps, or UNLIMITED."""
    given, pro, reach = chosen.get("house"), chosen.get("pro"), chosen.get("range")
    deck, scoring = chosen.get("deck"), chosen.get("scoring")
    typed = {
        "dice": "no" if pro or chosen.get("no-dice") or reach is not None else None,
        "range": None if reach is None else str(reach),
        "deck": NO_CARDS if pro or chosen.get("no-cards") else deck,
        "surrender": "no" if chosen.get("no-surrender") else None,
        "scoring": scoring,
    }
    rules = dict(house.USUAL if given is None else house.sheet(str(given)))
    rules |= {key: str(word) for key, word in typed.items() if word is not None}
    if rules["dice"] == "no" and rules["range"] in house.BY_DICE:
        rules["range"] = house.FIXED_RANGE
    return rules


def _table(players: Value, board: Value) -> tuple[int, str]:
    """The number of players and the code of the map; where one is not given it follows from the
    other. OptionError where they do not fit."""
    assert players is None or isinstance(players, int)
    if board is None:
        players = USUAL_PLAYERS if players is None else players
        return players, USUAL_MAPS[players]
    try:
        board_map = maps.find(str(board))
        if players is None:
            if not board_map.starts:
                board_map.start_points(USUAL_PLAYERS)  # raises: the map has no start points
            meant = MADE_FOR.get(board_map.code, USUAL_PLAYERS)
            players = min(board_map.starts, key=lambda count: (abs(count - meant), count))
        board_map.start_points(players)
    except MapError as error:
        raise OptionError(f"--map: {error}") from None
    return players, board_map.code


def _picked(value: Value, players: int) -> str | None:
    """The colours that seats have picked; None where all keep their own."""
    names = str(value or OWN).split(",")
    if len(names) > players:
        raise OptionError(f"--colours {value}: {len(names)} colours for {players} players")
    kept = all(name in (OWN, own) for own, name in zip(SEATS, names, strict=False))
    return None if kept else ",".join(names)


def read_colours(text: str, *, files_too: bool = True) -> str:
    """The colours of a list, each once; OWN for a seat that keeps its own. OptionError."""
    names = [part.strip().lower() for part in text.split(",")]
    for name in names:
        if name != OWN and name not in SEATS:
            raise OptionError(f"--colours: there is no {quoted(name)}: {nearest(name, SEATS)}")
        if name != OWN and names.count(name) > 1:
            raise OptionError(f"--colours: {name} is given to two players")
    return ",".join(names)


def drawn(settled: Mapping[str, Value]) -> tuple[str, ...]:
    """The colours in which the seats' stones are drawn: those picked, else a seat's own, or where
    that is picked by another the first one that is free."""
    players, picked = settled["players"], str(settled["colours"] or OWN).split(",")
    assert isinstance(players, int)
    chosen = [*picked, *(OWN,) * players][:players]
    seats = list(zip(SEATS, chosen, strict=False))
    held = [own if name == OWN and own not in picked else name for own, name in seats]
    free = iter([name for name in SEATS if name not in held])
    return tuple(next(free) if name == OWN else name for name in held)


def _handicap(value: Value, players: int) -> str | None:
    if value in (None, PROFILE):
        return None
    count = len(str(value).split(","))
    if count != players:
        raise OptionError(
            f"--handicap {value} is for {count} players and {players} play: give one number "
            f"for each, as {','.join(['0', '-2', '-4', '-1', '-5', '-3'][:players])}"
        )
    return str(value)


INFO = GameInfo(
    id="mitropia",
    title="Mitropia",
    author="the makers of Mitropia, 2017",
    players="2-6",
    summary="Go for two to six on maps, with dice, cards, shared spoils and surrender.",
    seats=SEATS,
    cards=lambda settled: not settled["no-cards"],
    rules_since=6,
    options=(
        Option(
            "map",
            "map",
            "A map by its name, or a map's file (default: by the players, 9x9-cut for 2, "
            "13x13 for 3, 19x19 for more).",
        ),
        Option(
            "players",
            "int",
            "How many play, 2 to 6 (default 3, or what the map is made for).",
            low=2,
            high=6,
            offered=(2, 3, 4, 5, 6),
        ),
        Option(
            "pro", "flag", "No dice, no cards, a fixed range.", default=False, title="without luck"
        ),
        Option(
            "no-dice",
            "flag",
            "Nobody rolls: the range is fixed.",
            default=False,
            title="dice",
            words=("on", "off"),
        ),
        Option(
            "range",
            "int",
            "Without dice: steps from one's own stones, 1 to 99 (3 when none are given), or "
            "none for no limit.",
            low=1,
            high=99,
            choices=(UNLIMITED,),
            offered=(2, 3, 4, 5, 6),
        ),
        Option(
            "no-cards",
            "flag",
            "No cards are drawn or played.",
            default=False,
            title="cards",
            words=("on", "off"),
        ),
        Option(
            "deck",
            "choice",
            "revised has 50 cards; classic has 52, with Replace Any.",
            default=REVISED,
            choices=(REVISED, CLASSIC),
        ),
        Option(
            "no-surrender",
            "flag",
            "Nobody may surrender to another player.",
            default=False,
            title="surrender",
            words=("allowed", "forbidden"),
        ),
        house.BY_NAME["scoring"],
        Option(
            "colours",
            "colours",
            "The colours in which the players' stones are drawn, in their order, as green,-,yellow "
            "(- keeps one's own); names stay.",
            find=read_colours,
        ),
        Option(
            "house",
            "sheet",
            "House rules: standard, pro, gentle, wild, open, or a file; other options beat it.",
            default=house.STANDARD,
            choices=house.NAMES,
            find=house.find,
            title="house rules",
        ),
        Option(
            "handicap",
            "numbers",
            "A handicap for each player, 0 to -5, as 0,-2,-4: players with a higher one place "
            "starter stones. profile takes each player's own, from games played and won.",
            low=-5,
            high=0,
            choices=(PROFILE,),
        ),
        dead_stones(),
    ),
    settle=settle,
    goal="Go with dice: most points win. Cards in long games.",
    presets=(
        Preset("quick game", {"players": 2, "no-cards": True}, "9x9 for 2, no cards", 15),
        Preset("standard", {}, "13x13 for 3", 60),
        Preset("without luck", {"players": 2, "pro": True}, "9x9 for 2", 20),
        Preset("full table", {"players": 5}, "19x19 for 5", 120),
    ),
    picture=(
        "--.....--",
        "-Wwbb...-",
        ".wbwb....",
        ".bbwb....",
        ".bwwwbb..",
        ".w.wwwb..",
        "......w..",
        "-.......-",
        "--.....--",
    ),
)
