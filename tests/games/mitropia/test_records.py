"""Sample records: each card, each reaction, surrender, occupiers, independence, the end.

The files are for reading; what each of them shows is asserted here, at the moves it is about.
"""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from termgames.core.game import CHANCE
from termgames.games.mitropia.cards import NAMES
from termgames.games.mitropia.display import display
from termgames.games.mitropia.stones import alliance
from termgames.play import record
from termgames.play.match import Match
from termgames.play.text import words
from tests.cases import cases
from tests.games.mitropia.boards import BLACK, RED, WHITE
from tests.games.mitropia.play import asked, code
from tests.games.mitropia.scenes import Scene

FOLDER = Path(__file__).with_name("records")
SHOWN = sorted(path.stem for path in FOLDER.glob("*.txt"))
FREE = (None, None, None)


@cache
def replayed(name: str) -> Match:
    text = (FOLDER / f"{name}.txt").read_text("utf-8")
    return record.load(text, expect="mitropia", draws=False)


def after(name: str, text: str) -> tuple[Any, Any]:
    """The game and the state after the move of that text, the second such where a `2` follows it;
    at the beginning or the end where there is none."""
    match = replayed(name)
    if text in ("begin", "end"):
        return match.game, match.state_at(0 if text == "begin" else match.ply)
    text, _, second = text.partition(" (")
    plies = [ply for ply, move in enumerate(match.moves) if match.game.format(move) == text]
    return match.game, match.state_at(plies[bool(second)] + 1)


def test_every_card_and_reaction_has_a_record() -> None:
    played = {
        word
        for name in SHOWN
        for move in replayed(name).moves
        if (word := replayed(name).game.format(move)) in NAMES or word.startswith("trade")
    }
    assert {" ".join(word.split()[:2]) if "trade" in word else word for word in played} == set(
        NAMES
    ) - {"5 points"}  # which counts in the hand as well, as its record shows


@pytest.mark.parametrize("name", SHOWN)
def test_records_are_what_is_written_of_them(name: str) -> None:
    """Comments apart, a record is the text of its match."""

    def lines(text: str) -> list[str]:
        stripped = map(str.strip, text.splitlines())
        return [line for line in stripped if line and line[0] != "#"]

    told = lines((FOLDER / f"{name}.txt").read_text("utf-8"))
    written = lines(record.write(replayed(name)))
    assert set(told[1:]) <= set(written), "all but the version of the format"
    moves = len(replayed(name).moves)
    assert told[-moves:] == written[-moves:]


@pytest.mark.parametrize("name", SHOWN)
def test_rule_17_redacted_they_show_spectators_the_same(name: str) -> None:
    match = replayed(name)
    shown = record.load(record.write(record.redacted(match)), draws=False)
    for ply in range(match.ply + 1):
        seen = match.game.view(match.state_at(ply), None)
        assert shown.game.view(shown.state_at(ply), None) == seen
    rng = np.random.default_rng(1)
    for seat in (None, *range(match.game.seats)):
        view = match.game.view(match.state_at(0), seat)
        assert match.game.view(match.game.imagine(view, seat, rng), seat) == view


SHOWN_THEN = cases("""
# Rule, record, the move after which what is said holds.
2, 3 | opening | 3,4 (2) | asked chance
2, 3 | opening | 2,4 | asked white
2, 3 | opening | d2 | asked white & order white red black & stones 0 2 4
4 | draw_and_discard | 5,5 | legal draw / no draw
4 | draw_and_discard | card no move | asked black & held 4 & ok no move
4 | draw_and_discard | let (2) | no stage: pass
4 | draw_and_discard | discard no move | hand black: no move, reject, 3 points
# A pass with a card, and a forfeit.
4 | draw_and_discard | end | passes 2
15 | give_back | discard reject | hand black: no move, extra move, 3 points
16 | no_move | no move | asked white & passes 0 & hand black: reject
16 | no_move | end | ending all passed
16 | extra_move | a4 | asked black & no near: b4 & ok d1
16 | extra_move | c1 | asked white & board ....... ....... ....... b.w.... ....... .b...r. ..b....
16 | reject | a1 | prisoners b=ww
16 | reject | reject | prisoners none & hand black: & hand white: & asked white
# The board is that before the stones, and may come again.
16 | reject | f4 (2) | prisoners b=ww
16 | reject_and_replace | reject and replace | legal c3 / c4
16 | reject_and_replace | end | foot ..w.... .b..... ....... ......r & asked white
16 | replace_any | end | foot b...... .b..... & prisoners b=w
16 | replace_any_rejected | d4 | stones 1 0 0
16 | replace_any_rejected | reject and replace | stones 0 1 0 & asked white & hand white:
16 | move_anywhere | begin | no range: g7
16 | move_anywhere | end | top ......b ......b
16 | pair_place | pair place | no occupied: b2,b3 & no range: g1,g2
16 | pair_place | a2,b2 | foot wwb.... bb.b... ..b.... & prisoners b=www
16 | move_two | g2>e4 | prisoners b=w & no near: a1>c5 & no moved: e4>e1
16 | move_two | end | board ....... ....... b..b... ..b.b.. ...b... ....... .......
16 | move_three | c6>d7 | ok done
16 | move_three | d6>g1 | board ...b... ....... ....... ...w... ....... .bbb... b.....b
16, 21 | 3_points | end | totals 3 0 0
16, 21 | 5_points | end | hand white: 5 points & totals 0 5 0
# Red, then a black one that leaves the game, for red. No trade is a pass.
16 | trade_1-2 | end | prisoners b=r w=bbbr & passes 3 & ending all passed
# Of white and red the white one and the red one go, the red one out of the game; white 6 to 2 come.
16 | trade_2-5 | end | prisoners b=wwwww r=bbww & passes 3 & ending all passed
# Three white for white 3, 2, 1 and red 5, 4, 3, 2, 1 in turn.
16 | trade_3-8 | end | prisoners b=wwwwrrrrr u=bwww & passes 4 & ending all passed
10 | shared_spoils | end | prisoners w=b r=b u=bbb
12 | surrender | accept | occupiers black=red
# Without the surrender it would have been the last liberty.
12 | surrender | a4 | prisoners none & foot w...... bw..... br..... br.....
# bbbrr: two for White, who killed, two for Blue, and the one that is left for White.
10 | surrender | c1 | prisoners w=bbr u=br & foot w...... .w..... ..u.... ..w....
11 | surrender_declined | decline | occupiers none & asked white & passes 0
11 | surrender_declined | end | ending all passed
11 | surrender_of_an_occupier | end | occupiers black=red red=white & totals 0 31 0
14 | change_of_occupier | accept | occupiers black=red
14 | change_of_occupier | accept (2) | occupiers black=white
14 | independence | independence | occupiers none & foot rr..... bbr.... bbr....
14 | independence | end | foot rr..... bbr.... bbr.... & totals 0 0 8
14 | independence_touched | independence | foot rr..... bbr.... bbr....
14 | independence_touched | end | foot rw..... ..r.... ..r.... & prisoners w=bb r=bb
# Black, White and Red hold 14, 11 and 15: nobody puts any prisoner back, they are in one bloc.
13, 21 | chain_of_occupiers | end | totals 0 0 40 & winners 2
# b6 goes to Black and back into White's ground, b1 to White and back into Black's.
18 | dead_stones_agreed | end | totals 8 6 0
18 | dead_stones_declined | decline | asked black
18 | dead_stones_declined | end | asked over & totals 0 0 0
""")


@pytest.mark.parametrize(("rules", "name", "move", "told"), SHOWN_THEN)
def test_what_records_show(rules: str, name: str, move: str, told: str) -> None:
    scene = Scene()
    scene.game, scene.state = after(name, move)
    scene.play([told])


def test_rules_2_and_3_opening() -> None:
    """Black and Red have 7 each, and throw again."""
    assert after("opening", "2,4")[1].question.opening == (WHITE, RED, BLACK)
    match = replayed("opening")
    starters = [asked(match.game, s) for s in map(match.state_at, range(8, 14))]
    assert starters == ["red", "red", "white", "red", "white", "red"]
    assert code(match.game, match.state_at(8), "g5") == "range"


def test_rule_14_change_of_occupier() -> None:
    """At Black's next turn White has as many stones in contact as Red; later one more."""
    match = replayed("change_of_occupier")
    game = match.game
    turns = [s for s in map(match.state_at, range(match.ply)) if asked(game, s) == "black"]
    assert [alliance.contacts(game.topology, s.stones, BLACK, 4) for s in turns] == [
        (0, 1, 2, 0),
        (0, 2, 2, 0),
        (0, 3, 2, 0),
    ]
    assert [code(game, s, "surrender to white") for s in turns] == ["surrender", "surrender", None]


@pytest.mark.parametrize(
    ("name", "fact", "wanted"),
    [
        ("surrender_of_an_occupier", "territory", {"black": 1, "white": 29, "red": 1}),
        ("chain_of_occupiers", "own_total", {"black": 14, "white": 11, "red": 15}),
        ("dead_stones_agreed", "territory", {"black": 9, "white": 7, "red": 0}),
    ],
)
def test_rules_18_to_22_counts_at_the_end_of_records(name: str, fact: str, wanted: Any) -> None:
    game, state = after(name, "end")
    assert game.count(state)[fact] == wanted
    first, *_ = display(game).walkthrough(after("independence", "end")[1])
    assert first.title == "groups without liberties"


def test_lines_of_text_tell_what_lies_beside_the_board() -> None:
    match = replayed("chain_of_occupiers")
    told = [
        "cards: black 1, white 0, red 0",
        "prisoners of black: white 2",
        "prisoners of white: black 1",
        "prisoners of red: black 1",
        "black is under white",
        "white is under red",
    ]
    assert words.holdings(match, match.state) == told
    assert words.holdings(match, match.game.view(match.state, WHITE)) == told
    match = replayed("opening")
    assert words.holdings(match, match.state) == []


def test_chance_stands_among_the_moves() -> None:
    match = replayed("draw_and_discard")
    drawn = [
        match.game.format(move)
        for ply, move in enumerate(match.moves)
        if match.game.to_act(match.state_at(ply)) == CHANCE
    ]
    assert drawn == ["5,5", "card no move", "card extra move", "1,6"]
