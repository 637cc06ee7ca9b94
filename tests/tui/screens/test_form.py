"""The form for a new game: folded, in words, remembered, refusing at the row that is wrong; seats,
names, profiles, levels, maps."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from textual.widgets import Button, Select

from termgames import games
from termgames.core import maps
from termgames.play import consent, profiles
from termgames.play.bots import calibrated_levels
from termgames.play.bots.calibrated_levels import CalibratedLevel, CalibratedLevels
from termgames.play.new_game import NewGame
from termgames.search.characters import names
from termgames.search.levels import LEVELS
from termgames.tui import state_file
from termgames.tui.widgets.formrow import FormRow
from termgames.tui.widgets.optionrow import OptionRow
from termgames.tui.widgets.seatform import SeatForm

from .support import VERBS, act, acted, match_of, opened, stage, table, text_of


def prompts(pilot: Any, selector: str) -> str:
    """What can be chosen."""
    return " / ".join(
        str(text) for text, _ in pilot.app.screen.query_one(selector, Select)._options
    )


OWN = {
    "seats": lambda pilot: sum(row.display for row in pilot.app.screen.query(SeatForm)),
    "fault": lambda pilot: " ".join(row.fault for row in pilot.app.screen.query(FormRow)),
    "?": lambda asked: asked[0].app.screen.query_one(f"#{asked[1][1:]}").display,
    "~": lambda asked: prompts(asked[0], f"#{asked[1][1:]}"),
    "$": lambda asked: asked[0].app.screen.query_one(f"#{asked[1][1:]}").value,
    ">": lambda asked: next(
        row.value for row in asked[0].app.screen.query(OptionRow) if row.option.name == asked[1][1:]
    ),
    "seat0": lambda pilot: text_of(pilot, "#seat-0 .help"),
    "seat1": lambda pilot: text_of(pilot, "#seat-1 .help"),
    "title": lambda pilot: pilot.app.screen.query_one("Vertical").border_title,
    "disabled": lambda pilot: pilot.app.screen.query_one("#begin", Button).disabled,
    "rows": lambda pilot: len(text_of(pilot, "#picture").splitlines()),
    "same": lambda pilot: text_of(pilot, "#picture") == pilot.picture,
    "unfolded": lambda pilot: pilot.app.screen.unfolded,
    "rated": lambda pilot: table(pilot).sitting.shown.match.terms.rated,
    "seed": lambda pilot: table(pilot).sitting.shown.match.seed,
    "profile": lambda _: profiles.of("human:Ann"),
    "consent": lambda _: sorted(consent.remembered()),
}
"""`?id` is whether it is there, `~id` what can be chosen, `$id` its value, `>name` an option's."""
ANN = "form mitropia players=2 seats=human:Ann"
MAP = next(n for n in maps.shipped() if 4 in maps.find(n).starts and "x" not in n)
PLAIN = " / ".join(("plain", *names(cards=False)))
test_scenes = acted(
    f"""
    == presets fill in the options and options make a kind of their own | form plurality
                       | $kind = 0 ; >size = 7
    fill:#kind=2       | >size = 19 ; >pie = True
    fill:#option-size=9 | $kind = own ; #label: size 9 ; #label: pie rule on
    fill:#kind=1       | >size = None ; >pie = False
    click:#begin       | screen = GameScreen ; options: 'size': 13 ; players = bot:1 human ; \
      told: you are White
    == an option takes the place of those it excludes | form plurality
    ctrl+o focus:#option-hex 6 | >size = None ; >hex = 6
    focus:#option-komi 4 focus:#option-pie fill:#option-pie=yes | >komi = None ; >pie = True
    click:#begin       | options: 'hex': 6 ; options: 'pie': True ; players = human bot:1
    == a refusal stands at its row and begin leads there | form mitropia
    fill:#option-handicap=0,-9 fill:#time=soon | fault: handicap -9 is out of range
           | fault: seconds ; fault!: -- ; unfolded
    ctrl+s | focus = option-handicap ; !told
    == by mouse alone with three seats | form tricolor seats=
    click:#more         | ?option-size ; seats = 3
    fill:#option-size=5 |
    click:#more         |
    click:#begin        | players = human bot:1 bot:1 ; options: 'agree'
    == the number of players decides how many rows there are | form mitropia seats=
                               | seats = 3
    fill:#option-players=5     | seats = 5
    fill:#option-players=2     | seats = 2
    fill:#player-1=gtp fill:#name-1=gnugo | fault: dice ; disabled
    fill:#player-1=random ctrl+s | players = human random ; options: 9x9-cut
    == names are kept and refused where they cannot be | {ANN},human
                               | $name-0 = Ann
    fill:#name-1=B,b           | fault: name
    fill:#name-1=Bob           | fault = ; !?profile-0 ; !?profile-1
    fill:#option-handicap=profile | ?profile-0 ; ?profile-1 ; $profile-0 = 0/0
    fill:#profile-0=1/2           | fault: games played and won
    fill:#profile-0=3/1 ctrl+s    | players = human:Ann human:Bob ; options: '-4,0'
                                  | profile = Profile(played=3, won=1)
    == keys go on at the game after another is chosen | form plurality seats=
    focus:#game enter down down down enter | title: Tri-Color ; focus = game
    == a map is chosen and seen | form mitropia players=4
    note:                  | rows = 10 ; same
    fill:#option-map={MAP} | !same
    ctrl+s                 | options: 'map': '{MAP}'
    == clock and seed arrive | form plurality
    fill:#clock=5x         | fault: a clock is written as 10m
    put:#clock=10m+5s,_white=5m fill:#seed=11 ctrl+s | seed = 11
    == a program that is typed needs no other consent | form pletore seats=human,gtp:known_--by
                           | $name-1 = known --by
    fill:#player-0=gtp     | fault: command
    put:#name-0=mine_--level_3 | fault =
    ctrl+s                 | consent = ['mine --level 3']
    == the even level is seated for a rated game | form plurality 120x40 seats=human,greedy
    work: rated:             | $player-1 = bot:1 ; fault =
    fill:#player-1=greedy    | fault: one human against bots of measured levels
    fill:#player-1=bot:3 ctrl+s | players = human bot:3 ; rated
    == who leans to cards is offered | form mitropia players=2 seats=human,bot:2+gambler
                              | $character-1 = gambler
    fill:#option-no-cards=yes | $character-1 = ; ~character-1 = {PLAIN}
    """,
    OWN,
    {
        "put": lambda pilot, said: VERBS["fill"](pilot, said.replace("_", " ")),
        "rated": lambda pilot, _: setattr(pilot.app.screen._manner.control, "value", "rated"),
        "note": lambda pilot, _: setattr(pilot, "picture", text_of(pilot, "#picture")),
    },
)


def test_what_was_chosen_is_remembered_but_for_the_seed() -> None:
    info, other = games.info("plurality"), games.info("pletore")
    chosen = {"size": 9, "ties": "parity"}
    for teach in (True, False):
        before = NewGame("plurality", chosen, ("human:Ann", "bot:3"), 2.5, 7, teach=teach)
        state_file.remember(info, before)
        assert state_file.remembered(info) == replace(before, seed=None)
    state_file.keep(ascii=True)
    assert state_file.remembered(info) is not None, "other settings leave it alone"
    assert state_file.remembered(other) is None


SENSELESS = """3
{}
{"options": {"size": "900"}, "players": ["human", "bot:1"]}
{"options": {"nonsense": "1"}, "players": ["human", "bot:1"]}
{"options": {"size": 9}, "players": ["human", "bot:1"]}
{"options": {}, "players": ["human"]}
{"options": {}, "players": ["human", "nobody[/x]"]}
{"options": {}, "players": ["human", 3]}
{"options": {}, "players": ["human", "bot:1"], "time": "never"}
{"options": {}, "players": ["human", "bot:1"], "time": [1]}"""


def test_what_makes_no_sense_is_not_remembered() -> None:
    for kept in SENSELESS.splitlines():
        state_file.keep(forms={"plurality": json.loads(kept)})
        assert state_file.remembered(games.info("plurality")) is None, kept


async def test_the_form_shows_what_was_before_and_time_and_seed_arrive() -> None:
    before = NewGame("plurality", {"size": 5}, ("human", "random"), 1.5, 11)
    async with opened(lambda opener: opener.open_form(before)) as pilot:
        await act(pilot, "| $time = 1.5 ; $seed = 11\nctrl+s | seed = 11", OWN)
        assert pilot.app.opener.bot_options().time == 1.5


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plurality was measured on its usual board: 100 Elo a level."""
    rungs = {
        n: CalibratedLevel(level, 100.0 * (n - 1), 40.0, 40.0, 10, 0.5)
        for n, level in LEVELS.items()
    }
    known = CalibratedLevels(rungs, {}, exact=True, games=300, cells=169)
    elsewhere = replace(known, exact=False)
    levels_on = lambda _, settled: known if settled["size"] == 13 else elsewhere  # noqa: E731
    monkeypatch.setattr(calibrated_levels, "levels_on", levels_on)


LEVELS_TOLD = {
    "human,bot:4": f"""
                         | ~player-1: bot 9, strongest +800 ; #levels: 300 games
                         | seat1 = 300 Elo above level 1, 0.5 s a move
                         | ?character-1 ; !?character-0 ; ~character-1 = {PLAIN}
        fill:#character-1=raider | seat1: raider fights: it goes where the enemy's stones are
        fill:#player-1=greedy    | !?character-1
        fill:#player-1=bot:7 | seat1: 600 Elo above level 1 ; ?character-1
        fill:#option-size=9  | ~player-1: bot 9, strongest ~800 ; $player-1 = bot:7
                         | seat1: about 600 Elo ; #levels: This board may differ.
        ctrl+s           | players = human bot:7,raider""",
    "human,human": """
                             | !?levels ; seat0 = moves first
        fill:#player-0=bot:4 | seat0 = moves first; 300 Elo above level 1, 0.5 s a move
                             | ?levels""",
}


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize("players", LEVELS_TOLD)
async def test_levels_and_characters_are_told_and_chosen(players: str) -> None:
    async with stage(f"form plurality seats={players}") as pilot:
        await act(pilot, LEVELS_TOLD[players], OWN)


@pytest.mark.usefixtures("measured")
async def test_in_a_position_who_is_to_move_moves_first() -> None:
    match: Any = match_of("pletore size=3 komi=1 seats=human,bot:1 + b2")
    before = NewGame("pletore", {"size": 3, "komi": 1}, match.players, opening=match)
    async with opened(lambda opener: opener.open_form(before)) as pilot:
        await act(pilot, "| seat0 = ; seat1: moves first;", OWN)
