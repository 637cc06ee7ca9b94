"""House rules: what each word of a sheet does, and how sheets are read, written and beaten."""

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.game import CHANCE, OVER, draw
from termgames.games.mitropia import house
from termgames.games.mitropia.options import INFO
from termgames.play import record
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from tests.cases import cases
from tests.games.mitropia import scenes as plain
from tests.games.mitropia.play import hands, make
from tests.games.mitropia.scenes import scenes


class Scene(plain.Scene):
    """It adds `seen`: the hand of black as white sees it."""

    def on_seen(self, text: str) -> None:
        (hand, _) = hands(self.game.view(self.state, 1))
        assert ", ".join(hand) == text


@scenes(
    """
range = higher, lower, sum: the dice say how far
  game 2 dice | range = higher & at EMPTY & go roll / 2,5 & told distance: 5
  game 2 dice | range = lower & at EMPTY & go roll / 2,5 & told distance: 2
  ok c1 & no range: e1
  game 2 dice | range = sum & at EMPTY & go roll / 2,5 & told distance: 7 & says within 7 steps

range = a number, none: with dice, which then only draw cards
  game 2 | range = 2 & at EMPTY & go roll / 6,6 & asked black & legal draw / no draw
  go no draw & told distance: 2 & ok a3 & no range: a4
  game 2 | range = none & at EMPTY & go roll / 1,2 & ok g6
  game 2 | dice = no; range = lower & at EMPTY & told distance: 3

deck: what it has none of is not drawn
  game 2 | deck = none & at EMPTY & lacks pass draw
  game 2 cards | deck = {FEW} & at EMPTY & go pass draw & legal card no move / card extra move
  game 2 cards | deck = reject 0, reject and replace 0 & at EMPTY & go a1 & asked white & has pass

opening = lots, seats: lots give start points clockwise and the order; seats do without
  game 3 plain | opening = lots & start & asked chance & legal lot black / lot white / lot red
  go lot red & legal lot black / lot white & go lot black / lot white & asked red
  order red black white & starts red=a1 black=d7 white=g1
  game 3 | opening = seats & start & asked black & order black white red & has roll

pairs: only these let a player draw
  game 2 | pairs = 1,6 & at EMPTY & save & go roll / 6,6 & has draw
  back & go roll / 2,2 & lacks draw
  game 2 | pairs = none & at EMPTY & go roll / 1,1 & lacks draw

draw = at the end: after the stone, before the discard
  game 2 | draw = at the end & at EMPTY | hands=black: no move, no move, no move
  go roll / 2,2 & lacks draw & go a1 / let & asked black & legal draw / no draw & save
  go no draw & asked white
  back & go draw / card reject & has discard reject & go discard reject & asked white & has roll

hand-limit: what is kept
  game 2 cards | hand-limit = 0 & at EMPTY & go pass draw / card no move & has discard no move
  game 2 cards | hand-limit = none & at EMPTY | hands=black: no move, no move, no move
  go pass draw / card no move & asked white

hands = open: everybody knows
  game 2 cards | hands = open & at EMPTY | hands=black: reject & seen reject
  told hands: {{'black': ['reject'], 'white': []}}
  game 2 cards | hands = hidden & at EMPTY | hands=black: reject & seen ?

reject = own turn: undoes the stones of the turn before, and is the turn
  game 3 cards five | reject = own turn
  at ..... ..... ..... w.... b.... | hands=white: reject, reject and replace; red: reject
  lacks reject & go b1 & asked white & prisoners none & has reject / reject and replace & save
  go reject & foot w.... b.... & asked red & idle 2 & lacks reject
  back & go reject and replace & asked white & legal b1 & go b1 & foot w.... .w... & asked red
  prisoners w=b & no stage: reject
  back & go pass & asked red & no stage: reject

extra-move = stone and card
  game 2 cards | extra-move = stone and card
  at EMPTY | hands=black: extra move, move anywhere, 3 points; white: reject
  go extra move / a1 & legal move anywhere / 3 points / done & says play a card & save
  no stage: g7 & go done & asked white & hand black: move anywhere, 3 points
  back & go move anywhere & no near: c1 & lacks c1 & go g7 & asked white & save
  go let & top ......b & foot b......
  back & go reject & top ....... & foot ....... & asked white & hand black: 3 points
  game 2 cards | extra-move = stone and card
  at EMPTY | hands=black: extra move, extra move, pair place
  go extra move / a1 & legal pair place / done & no stage: extra move
  go pair place & no near: a3,a4 & go f6,f7 & asked white

extra-move = stone and card: a trade, a card of points and one without effect
  game 2 cards | extra-move = stone and card
  at EMPTY | hands=black: extra move, trade 1-2, no move | prisoners=b: white 1; w: black 2
  go extra move / a1 & legal no move / trade 1-2 white / done & go trade 1-2 white & asked white
  go let & asked white & hand black: no move & prisoners none

trades = several players: the rest comes from the players after him
  game 4 cards | trades = several players
  at EMPTY | hands=black: trade 2-5 | prisoners=b: blue 2; w: red 1; r: white 3, blue 2
  has trade 2-5 white / trade 2-5 red
  go trade 2-5 white & prisoners b=wwwru w=uu r=u

surrender = two too, no
  game 2 plain five | surrender = two too & at TOUCHING & has surrender to white
  game 2 plain five | surrender = three or more & at TOUCHING
  lacks surrender to white
  game 3 plain five | surrender = no & at TOUCHING | to move=white & lacks surrender to black

acceptance = always: nobody is asked
  game 3 plain five | acceptance = always & at TOUCHING | to move=black & go surrender to red
  asked white & occupiers black=red

independence = at once: between the turns of others, for the next turn
  game 3 plain five | independence = at once
  at TOUCHING | to move=white | occupiers=black: red & go pass & asked black
  legal let / independence & save
  go let & asked red
  back & go independence & occupiers none & asked red & passes 0
  go pass & asked white & idle 3 & has a1

shared-win
  game 3 plain five | shared-win = yes & at HALVES | occupiers=black: white | dead=none
  winners 0 1
  game 3 plain five | shared-win = no & at HALVES | occupiers=black: white | dead=none & winners 1

prisoners = count: nothing is put back
  game 2 plain five | prisoners = count & at SETTLED | prisoners=b: white 3 | dead=none
  totals 8 10
  game 2 plain five | prisoners = fill & at SETTLED | prisoners=b: white 3 | dead=none & totals 5 7

scoring = area
  game 2 plain five | scoring = area & at SETTLED | prisoners=b: white 3 | dead=none & totals 10 15

starters, starter-range: as many for each, round by round
  game 2 plain | starters = 2; starter-range = 1 & start & asked black & says within 1 step
  ok b1 & no range: c1 & go b1 & asked white & go pass & asked black & go a2 & asked white
  go g6 & asked black & stones 2 1 0
  game 2 plain | starters = 1; starter-range = none & start & ok d4
  game 3 | starters = 1 & start & go 5,5 / 1,1 / 6,6 / start a1 / start g1 / start d7
  order red white black & asked red & go a2 & asked white & go d6 & asked black & go g2
  asked red & has roll

ko = ko: only the last position is barred, and a third time ends the game
  game 2 cards | ko = ko; deck = move two 9; hand-limit = none
  at {APART} & go move two / a1>a2 / done / let & save & go pass / move two & no superko: a2>a1
  why a1 would repeat the position of one change of the board ago
  back & go {BACK} & asked black & ending none & go move two / a1>a2 / done / let / {BACK}
  ending the same position stood for the third time
  game 2 cards | deck = move two 9; hand-limit = none
  at {APART} & go move two / a1>a2 / done / let / move two / g7>g6 / done / let
  go move two / a2>a1 / done / let / move two & no superko: g6>g7
""",
    FEW="no move 1, extra move 2, " + ", ".join(f"{card} 0" for card in list(house.DECK)[2:]),
    APART="......w ....... ....... ....... ....... ....... b...... | hands=black: "
    + "; white: ".join(["move two, move two, move two, move two"] * 2),
    BACK=" / ".join(f"move two / {step} / done / let" for step in ("g7>g6", "a2>a1", "g6>g7")),
)
def test_what_a_house_rule_does(scene: list[str]) -> None:
    Scene().play(scene)


# -- sheets -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    cases(
        r"""
    # what stands in a file, \n between its lines | the code, or after ! what is said
    | standard
    range = 4 | ours; range = 4
    range = "4"\nhands = "Open" | ours; range = 4; hands = open
    dice = false\nprisoners = "fill" | ours; dice = no
    pairs = [6, 1, 6] | ours; pairs = 1,6
    pairs = [] | ours; pairs = none
    [deck]\nreject = 0\n"no move" = 6 | ours; deck = reject 0
    [deck]\n"replace any" = 2 | ours; deck = classic
    deck = "none" | ours; deck = none
    hands = "open" # as in open.toml | ours; hands = open
    \nrnage = 3 | !line 2: there is no key 'rnage': did you mean range?
    range = "hihger" | !line 1: range takes a whole number or higher .*; did you mean higher\?
    range = 0 | !line 1: range 0 is out of range: choose 1 to 99
    range = 2.5 | !line 1: range takes a word or a number, not '2.5'
    draw = "at teh end" | !line 1: draw 'at teh end' is unknown: .*did you mean at the end
    pairs = [7] | !line 1: pairs 7 is out of range
    deck = "clasic" | !line 1: deck 'clasic' is unknown: .*did you mean classic
    ko = "ko"\n[deck]\n"extra mov" = 3 | !line 3: there is no card 'extra mov': did you mean
    reject = "own turn"\n[deck]\nreject = -1 | !line 3: reject takes a number from 0 to 99, not '-1'
    [deck]\nrange = 3 | !line 2: there is no card 'range': other keys stand above \[deck\]
    [deck]\n"reject 5, no move" = 3 | !line 2: there is no card 'reject 5, no move'
    [deck]\nextra move = 3 | !line 2: .* names of several words in quotes
    ko = "ko"\nrange = inf | !line 2: range takes a word or a number, not one like this
    hands = {a = 1} | !line 1: hands takes a word or a number
    ko = "ko"\nko | !line 2: Expected '=' after a key
    ko = "ko"\nko = "ko" | !line 2: Cannot overwrite a value
    """
    ),
)
def test_a_sheet_is_read_line_by_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text.replace("\\n", "\n"))
    if said.startswith("!"):
        with pytest.raises(OptionError, match=re.escape(f"--house: {path}, ") + said[1:]):
            house.find(str(path))
        return
    code = house.find(str(path))
    assert code == said.replace(";", " |")
    assert house.find(code, files_too=False) == code
    path.unlink()
    settled = INFO.settle({"house": code})
    assert INFO.settle(settled) == settled
    if code == house.STANDARD:
        assert settled == INFO.settle({})


def test_shipped_sheets_keep_their_names_wherever_they_lie(tmp_path: Path) -> None:
    for name in house.NAMES:
        path = tmp_path / f"{name}.toml"
        path.write_bytes((Path(house.__file__).with_name("houses") / path.name).read_bytes())
        assert house.find(str(path)) == house.find(name.upper(), files_too=False) == name
        path.write_text("range = 9")
        assert house.find(str(path)) == "ours | range = 9"
    for unknown, files_too in (("wlid", True), (str(path), False)):
        with pytest.raises(OptionError, match="--house: there is no sheet"):
            house.find(unknown, files_too=files_too)
    assert sum(house.deck(house.sheet("wild")["deck"])) == 2 * 52
    assert {INFO.settle({"house": "pro"})[name] for name in ("no-dice", "no-cards")} == {True}


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ({"house": "wild", "deck": "revised"}, {"deck": "revised", "house": None}),
        ({"house": "wild", "pro": True}, {"no-cards": True, "range": 3}),
        ({"house": "x | range = lower", "range": 5}, {"range": 5, "no-dice": True}),
        ({"house": "x | range = 5", "no-dice": True}, {"range": 5, "no-dice": True}),
        ({"house": "x | range = 5"}, {"range": None, "no-dice": False}),
        ({"house": "x | scoring = area", "scoring": "territory"}, {"scoring": "territory"}),
        ({"house": "x | surrender = two too", "no-surrender": True}, {"no-surrender": True}),
    ],
)
def test_an_option_beats_the_sheet(typed: dict[str, Any], found: dict[str, Any]) -> None:
    settled = INFO.settle(typed)
    assert {name: settled[name] for name in found} == found
    assert INFO.settle(settled) == settled


@pytest.mark.parametrize(
    ("rules", "asks"),
    [("standard", True), ("pro", False), ("gentle", False), ("x | reject = own turn", False)],
)
def test_players_choose_when_they_are_asked_only_where_anybody_is(rules: str, asks: bool) -> None:
    assert games.display(make(3, {"house": rules}, board=SMALL)).reactive == asks


def test_the_page_lists_every_key_with_its_words_and_its_default() -> None:
    page = games.rules_text("mitropia")
    page = page[page.index("## House rules") :]
    rows = re.findall(r"(?m)^\| `([a-z-]+)` \| ([^|]*) \| ([^|]*) \|$", page)
    assert rows == [(key.name, _choices(key), key.help) for key in house.KEYS]
    words = {word for key in house.KEYS for word in key.choices}
    assert {word for word in words if f"`{word}`" not in page} == set()


def _choices(key: Any) -> str:
    """The words as the page lists them, the usual one first and in bold letters."""
    numbers = [] if key.low is None else [f"{key.low} to {key.high}"]
    usual = key.default
    words = [word for word in key.choices if word != usual]
    return ", ".join([f"**{usual}**", *words, *numbers])


# -- whole games ------------------------------------------------------------------------------

WORDS = [
    (key.name, word)
    for key in house.KEYS
    for word in (*key.choices, "0" if key.low == 0 else "2")
    if word not in ("0", "2") or key.low is not None
]
"""Every word of every key, and a number where a key takes one."""
MIXED = {
    "strange": "range = sum | draw = at the end | reject = own turn | "
    "extra-move = stone and card | trades = several players | independence = at once | "
    "hands = open | opening = lots",
    "two": "surrender = two too | acceptance = always | shared-win = yes | ko = ko | starters = 2",
    "fixed": "range = 2 | pairs = 1,2,3 | hand-limit = 1 | prisoners = count | deck = no move 0",
}
SMALL = "small | 2: a1 e5 | 3: a1 e1 c5 | ...../...../..-../...../....."


def _table(rules: str, players: int = 3) -> Any:
    return make(players, {"house": f"x | {rules}"}, board=SMALL)


@pytest.mark.parametrize(("key", "word"), WORDS)
def test_games_by_any_word_are_played_to_the_end_and_read_again(key: str, word: str) -> None:
    game = _table(f"{key} = {word}", 2 if word == "two too" else 3)
    match, rng = Match(game, ("random",) * game.seats, seed=1), np.random.default_rng(1)
    while game.to_act(match.state) != OVER:
        if game.to_act(match.state) == CHANCE:
            match.draw()
            continue
        legal = list(game.legal_moves(match.state))
        quiet = [m for m in legal if game.format(m) in ("pass", "forfeit", "let", "done", "accept")]
        legal = quiet if quiet and match.ply > 150 else legal
        match.submit(legal[int(rng.integers(len(legal)))])
    told = record.load(record.write(match))
    assert (told.state, told.game.options) == (match.state, game.options)
    display = games.display(game)
    for ply, move in enumerate(match.moves):
        before, after = match.state_at(ply), match.state_at(ply + 1)
        assert isinstance(display.happened(before, move, after), str)
        assert game.prompt(before)
        assert isinstance(game.report_fields(after)["scoring"], str)


@pytest.mark.parametrize("name", [*house.NAMES[1:], *MIXED])
def test_bots_play_by_every_sheet_to_the_end(name: str) -> None:
    players = 2 if name == "two" else 3
    rules = {"house": f"x | {MIXED[name]}" if name in MIXED else name}
    game: Any = make(players, rules, board=SMALL)
    bots = [make_bot(parse_player("mcts:playouts=2"), game, seed=seat) for seat in range(players)]
    state, rng = game.start(), np.random.default_rng(2)
    for answers in range(600):
        asked = game.to_act(state)
        if answers == 60:  # by then all that a search reads of the sheet was read
            bots = [make_bot(parse_player("greedy"), game, seed=seat) for seat in range(players)]
        if asked == OVER:
            return
        if asked == CHANCE:
            state = game.apply(state, draw(game.chances(state), rng))
        else:
            state = game.apply(state, bots[asked].think(game.view(state, asked)).move)
    pytest.fail("the game did not end")
