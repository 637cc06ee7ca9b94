"""Rules 1 to 9: setting up, a turn, range, capture, ko, several stones, the last pass."""

from collections.abc import Mapping

import pytest

from termgames import games
from termgames.core import maps
from termgames.core.errors import IllegalMove, OptionError
from termgames.games.mitropia import rules
from termgames.games.mitropia.options import INFO
from tests.cases import cases, facts
from tests.games.mitropia.play import PLAIN, PRO, asked, at, go, make, points
from tests.games.mitropia.scenes import DIAGRAMS, Scene, scenes

DICE = {"no-cards": True}
EMPTY, MIDDLE = DIAGRAMS["EMPTY"], DIAGRAMS["MIDDLE"]


@scenes(
    """
rule 1: a gap is an edge
  # The middle stone of a row of three has no neighbour below or above it.
  game 2 plain slit & at ... -b- .w. | to move=white & go b3 & prisoners w=b

rule 2: the highest roll picks first, then descending
  game 3 dice & start & go 1,2 / 6,5 / 3,3 & asked white & legal start a1 / start d7 / start g1
  go start d7 & asked red & legal start a1 / start g1
  go start a1 & asked black & legal start g1
  go start g1 & starts black=g1 white=d7 red=a1

rule 2: play goes clockwise from the highest roller
  game 4 dice & start & go 1,1 / 2,2 / 6,6 / 4,4 / start g7 / start a1 / start g1 / start a7
  starts black=a7 white=g1 red=g7 blue=a1 & order red white blue black & asked red
  go pass & asked white
  go pass & asked blue
  go pass & asked black

rule 1: six play where a map has six start points; the sixth is yellow, y
  game 6 plain large & start & asked black & order black white red blue green yellow
  starts black=k17 white=r14 red=r6 blue=k3 green=c6 yellow=c14
  go pass / pass / pass / pass / pass & asked yellow & go k10 & asked black & cells 361

rule 2: without dice the seats are the order and start points go clockwise
  game 5 pro & start & order black white red blue green & asked black
  starts black=a1 white=a7 red=d7 blue=g7 green=g1

rule 2: anybody may play on a start point
  game 2 plain & start & go g7 / a1 & top ......b & foot w......

rule 2: equal totals are rolled again among those equal
  game 4 dice & start & go 1,6 / 6,6 / 2,5 / 3,4 & says Black rolls for the opening.
  told turn: black & go 1,1 & told turn: red & says Red rolls for the opening. & go 2,2
  told turn: blue & says Blue rolls for the opening. & go 4,4 & asked white & told turn: white

rule 2: a tie within a tie does not change who is ahead
  game 4 dice & start & go 3,4 / 2,5 / 6,6 / 1,6 & says Black rolls for the opening.
  # White leads the three that were equal; black and blue are equal once more.
  go 1,1 / 6,6 / 1,1 & says Black rolls for the opening. & go 1,2 / 1,3 & asked red
  go start a1 & asked white & go start a7 & asked blue & go start g7 & asked black

rule 3: starter stones go three steps from start point or stones, and may be forgone
  game 2 handicap=0,-2 no-dice range=1 nine & start & ok g4
  no range: g3
  go g4 & asked black & ok g2
  no stage: forfeit
  has pass & go pass & asked black & passes 0 & idle 0

rule 3: a starter stone without a legal point lapses
  # White would have three; on a board of three points there is place for two.
  game 2 handicap=-3,0 pro row & start & go c1 / a1 & board w.w & asked black

rule 4: first pass or roll, then stone, card or forfeit
  game 2 & at EMPTY & legal roll / pass / pass draw
  go roll & asked chance
  go 1,2 & points a1 a2 a3 b1 b2 c1 & has forfeit & save
  go forfeit & asked white
  back & go c1 & asked white & legal let
  go let & asked white & has roll

rule 4: the higher die is the distance
  game 2 dice & at EMPTY & go roll / 2,4 & ok e1
  no range: f1

rule 4: the distance is told
  game 2 pro & start & told distance: 3
  game 2 dice & at EMPTY & told distance: None & go roll / 2,4 & told distance: 4
  told roll: [2, 4] & reads e1: E1

rule 4: a pair lets draw at once and the card may be played
  game 2 & at EMPTY & go roll / 4,4 & asked black & legal draw / no draw & save
  go no draw & has forfeit
  back & go draw & asked chance
  go card no move & has no move
  go no move & asked white

rule 4: other rolls draw nothing
  game 2 & at EMPTY & go roll / 3,4 & has forfeit
  no stage: draw

rule 4: a hand of more than three is cut at the end of the turn
  game 2 & at EMPTY | hands=black: no move, reject, 3 points
  go roll / 5,5 / draw / card extra move / c3 / let & asked black
  legal discard no move / discard extra move / discard reject / discard 3 points
  go discard reject & hand black: no move, extra move, 3 points & asked white

rule 4: pass draw gives a card and takes no stone
  game 2 & at EMPTY & go pass draw / card move two & hand black: move two & asked white & passes 1

rule 4: without dice the first choice is the stone itself
  game 2 pro & start & points a1 a2 a3 a4 b1 b2 b3 c1 c2 d1 & has pass
  no stage: roll / forfeit
  no no-cards: pass draw

rule 4: the range without dice is an option
  game 2 range=1 & start & points a1 a2 b1

rule 4: with cards and no dice only pass draw draws
  game 2 cards & start & go pass draw / card extra move
  no stage: draw
  go g7 / all let & asked black & has extra move

rule 4: what is out of turn is refused
  game 2 & at EMPTY
  no stage: c4 / forfeit / draw / 3,5 / let / accept / done / discard no move
  go roll / 1,2
  no stage: pass / roll / start a1 / card no move / c4>c5 / c4,c5

rule 5: distance goes round gaps and through stones
  # White's stone does not stand in the way, but takes a1 its liberty.
  game 2 range=4 no-cards horseshoe & at ..... w---. .---. & points a3 b3 c3
  no range: d3 / e1

rule 5: stones now on the board and the start point are origins
  game 2 range=1 no-cards & at {one} & points a1 a2 b1 c4 d3 d5 e4

rule 5: stones that were captured give no range
  game 2 range=1 no-cards & at ....... ....... ....... ..wb... ...w... ....... ....... & has d5
  at ....... ....... ...w... ..wb... ...w... ....... ....... | to move=white | starts=white: f4
  go e4 & points a1 a2 b1

rule 5: allies give no range
  game 3 range=1 no-cards & at {white} | occupiers=black: white & points a1 a2 b1

rule 6: groups of several colours are captured together
  # Black on e4 takes white's d4 and red's d5 and e5. Each stood next to the other's group (rule
  # 10): of red's two each captor has one, of white's one black has the remainder.
  game 3 plain five & at ..brr ..bw. ...b. ..... .....
  go e4 & top ..b.. ..b.b & prisoners b=wr w=r

rule 6: suicide is illegal unless it captures
  game 2 plain five & at ..... ..... ..... bb... .b... | to move=white
  no suicide: a1
  at ..... ..... w.... bw... .bw.. | to move=white & go a1 & foot .w... w.w.. & prisoners w=bb

rule 6: only groups that the stone touches are looked at
  # White's c1 has been without a liberty since an independence; a stone elsewhere leaves it.
  game 3 plain five & at ..... ..... ..... ..b.. .bwb. & go e5 & foot .bwb.

rule 10: all who stand next to a captured group share it
  # Three stones, two captors: one each, and the third to red, who killed; white, elsewhere, none.
  game 4 plain
  at {spoils} | to move=red | order=white, red, black, blue
  go d4 / pass / pass / pass / e3 & prisoners r=bb u=b & foot u...r.. .rrr... .......

rule 7: a ko may not be taken back at once
  game 2 plain five & at KO | to move=white & go b4
  no superko: c4
  go a1 / e1 & ok c4

rule 7: passing does not lift the ban: who is to move does not matter
  game 3 plain five & at KO | to move=white & go b4 / pass & asked black
  no superko: c4

rule 7: a longer cycle is found
  # Black's first stone falls; taking both of white's back would leave it alone again.
  game 2 plain row & start & go a1 / b1 / pass / c1 & board .ww & points
  no superko: a1

rule 8: stones of a turn are five steps apart and in different groups
  game 2 cards & at {line} | hands=black: extra move & go extra move / a1 & ok c4
  no near: c3
  no joined: g1

rule 9: the game is over when all have passed in a row
  game 3 pro & start & go a1 / pass / pass & asked black
  go pass & asked over & ending all passed & legal
  no over: pass

rule 9: a stone begins the count of passes anew
  game 2 pro & start & go pass / g7 / pass & asked white
  go pass & asked over

rule 9: turns that are passes
  game 3 & at MIDDLE | passes=2 & go roll / 1,2 / forfeit & asked over
  at MIDDLE | passes=2 & go pass draw / card no move & asked over

rule 9: a rejected stone goes on with the count and the replacing one does not
  game 2 & at EMPTY | passes=1 | idle turns=4 | hands=white: reject, reject and replace
  go roll / 1,2 / a1 & save & go reject & asked white & passes 0 & idle 5
  back & go reject and replace / a1 & idle 0 & back & go let & idle 0

rule 9: a position tells turns without a stone
  game 3 pro & never idle turns. '1' is none of 2 to 11: {EMPTY} | passes=2 | idle turns=1
  never idle turns. '12' is none of 0 to 11: {EMPTY} | idle turns=12
  never passes. '3' is none of 0 to 2: {EMPTY} | passes=3 & at EMPTY | passes=2 & idle 2

a whole short game, everything on, as its record reads
  game 2 & start & go 3,3 / 2,4 / 1,1 / 5,6 / start g7 / start a1
  go roll / 1,6 / e5 / all let / roll / 2,4 / c3 / all let / pass / pass
  asked over & board ....... ....... ....w.. ....... ..b.... ....... .......
""",
    EMPTY=EMPTY,
    one="....... ....... ....... ...b... ....... ....... .......",
    white="....... ....... ....... ...w... ....... ....... .......",
    spoils="....... .....ww ....... .uu.... ubbb... .rrr... .......",
    line="....... ....... ....... ....... ....... ....... .bbbbb.",
)
def test_rules(scene: list[str]) -> None:
    Scene().play(scene)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_1_two_to_five_players_on_the_usual_maps(players: int) -> None:
    settled = INFO.settle({"players": players})
    assert settled["map"] == {2: "9x9-cut", 3: "13x13", 4: "19x19", 5: "19x19"}[players]
    game = rules.create(settled)
    assert game.seats == players
    assert game.marks == "bwrug"[:players]
    assert len(game.table.starts) == players


def test_rule_1_the_players_follow_from_a_map_that_is_made_for_them() -> None:
    assert INFO.settle({"map": "9x9"})["players"] == 2
    assert INFO.settle({"map": "starfish"})["players"] == 5
    assert INFO.settle({"map": "ring"})["players"] == 3
    assert INFO.settle({"map": "9x9", "players": 3})["players"] == 3
    with pytest.raises(OptionError, match=r"--map: .*no start points for 5 players"):
        INFO.settle({"map": "9x9", "players": 5})


def test_rule_1_all_of_the_maps_can_be_played_on() -> None:
    for name in maps.shipped():
        for players in maps.find(name).starts:
            game = rules.create(INFO.settle({"map": name, "players": players, "pro": True}))
            assert len(game.legal_moves(game.start())) > 5


@pytest.mark.parametrize("text", ["0,-2", "0,-6,0", "1,0,0", "0,x,0"])
def test_rule_3_handicaps_are_given_for_each_player(text: str) -> None:
    with pytest.raises(OptionError, match="--handicap"):
        make(3, {"handicap": text})


def test_rule_4_all_throws_are_told_with_their_weights() -> None:
    game = make(2, DICE)
    state = go(game, at(game, EMPTY), "roll")
    assert len(game.chances(state)) == 21
    assert sum(weight for _, weight in game.chances(state)) == 36
    assert go(game, state, "5,3") == go(game, state, "3,5")
    with pytest.raises(IllegalMove):
        go(game, state, "c4")


def test_rule_4_a_range_brings_no_dice() -> None:
    assert INFO.settle({"no-dice": True})["range"] == 3
    settled = INFO.settle({"range": 5})
    assert (settled["no-dice"], settled["range"]) == (True, 5)
    game = make(2, PLAIN)
    assert len(points(game, game.start())) == 49


def test_rule_7_a_refusal_says_how_long_ago_the_board_was_so() -> None:
    game = make(2, PLAIN, board="five | 2: a1 e5 | ...../...../...../...../.....")
    state = go(game, at(game, DIAGRAMS["KO"], to_move="white"), "b4")
    refusal = game.refuse(state, game.parse(state, "c4"))
    assert "one change of the board ago" in refusal.text


IDLE = cases("""
# Turns of black's that put no stone, and are no pass; what lies beside the board.
roll / 1,2 / no move | hands: black: no move
roll / 1,2 / 3 points | hands: black: 3 points
roll / 1,2 / trade 1-2 white | hands: black: trade 1-2, prisoners: black: white 1; white: red 2
surrender to white / decline |
surrender to white / accept |
independence | occupiers: black: white
roll / 1,2 / a1 / reject | hands: white: reject
""")


@pytest.mark.parametrize(("texts", "beside"), IDLE)
def test_rule_9_only_a_pass_is_a_pass(texts: str, beside: str) -> None:
    """All others can answer a turn that breaks the run; after nine turns without a stone they
    cannot, unless they put one."""
    game, answers = make(3), texts.split(" / ")
    state = go(game, at(game, MIDDLE, passes="2", **facts(beside)), *answers)
    assert (asked(game, state), state.passes, state.board.idle) == ("white", 0, 3)
    state = go(game, state, "pass", "pass")
    assert asked(game, state) == "black"
    assert game.ending(go(game, state, "pass")) == "all passed"
    state = go(game, at(game, MIDDLE, idle_turns="11", **facts(beside)), *answers)
    assert game.ending(state) == "nobody placed a stone for too long"


def test_rule_9_turns_without_a_stone_end_the_game_after_twelve() -> None:
    """Three players, one of them occupied and one without a stone; they are told after nine."""
    game = make(3, PRO)
    tell = games.display(game)
    eight = at(game, MIDDLE, occupiers="black: white", idle_turns="8")
    assert "more the game ends" not in game.prompt(eight)
    assert go(game, eight, "d7", "pass").countdown == ""  # a stone begins the count anew
    move = game.parse(eight, "independence")
    nine = game.apply(eight, move)
    countdown = "9 turns in a row without a stone: after 3 more the game ends."
    assert tell.happened(eight, move, nine) == f"Black is independent again. {countdown}"
    assert game.prompt(nine).endswith(countdown)
    assert ("without a stone", "9 turns") in tell.status(nine)
    assert at(game, MIDDLE, **_underscored(game.position_text(nine))).board.idle == 9
    eleven = go(game, nine, "pass", "pass")
    over = go(game, eleven, "surrender to white", "decline")
    assert game.ending(over) == "nobody placed a stone for too long"
    assert asked(game, go(game, eleven, "a1", "pass", "pass")) == "black"


def _underscored(position_text: Mapping[str, str]) -> dict[str, str]:
    return {name.replace(" ", "_"): text for name, text in position_text.items()}


def test_rule_9_nobody_can_resign() -> None:
    assert make(2).resigns is False
