"""Numbers of move sequences of every game, against a second generator written from the text of its
rules alone: each game's `brute.py` made its lines of the table. A wrong number is broken down by
first moves, so that the faulty one can be followed further."""

from __future__ import annotations

from typing import Any

import pytest

from termgames import games
from tests import diagrams
from tests.cases import cases, facts, options
from tests.games.majorities import brute as majorities
from tests.games.mitropia import brute as mitropia
from tests.games.pletore import brute as pletore
from tests.games.plurality import brute as plurality
from tests.games.tricolor import brute as tricolor
from tests.perft import breakdown, perft

TABLE = cases("""
# Game, options, position (empty: the start), texts beside it, sequences of 1, 2, … moves.
majorities | size=3 | | | 15 1365 90090
majorities | size=5 | | | 55 78705
majorities | size=7 | | | 117
majorities | size=3 no-voids | | | 19 2907
majorities | size=3 capture | | | 15 2730
majorities | size=5 no-voids capture | | | 61 215940
# Positions from which many lines reach an end.
majorities | size=3 | b.w b-wb .w--b w-b. ... | to move: white | 15 90 66 0
majorities | size=3 | bw. b-wb .w--b w-b. w.b | to move: black | 6 0
majorities | size=3 play-out | bw. b-wb .w--b w-b. w.b | to move: black | 6 6 0
majorities | size=3 capture | bw. b-wb .w--. w-b. ... | to move: black | 54 4436
majorities | size=3 capture | bw. b-wb .w--b w-b. w.b | to move: white | 26 1433 60780
majorities | size=3 no-voids | bw. bw.b .wb.b w.b. w.w | to move: black | 21 110 330
majorities | size=3 no-voids capture | bw. b..b .w..b w.b. w.w | to move: white | 93 12940
majorities | size=5 | {majorities} | to move: white | 28 420 1890
# Without dice and cards; with range, alliances, surrender and gaps.
mitropia | players=2 range=none | ... ... ... | | 10 91 738
mitropia | players=2 range=1 | ... ... ... | | 4 15 55 188 684
mitropia | players=2 range=3 | .bw. b.bw .bw. .... | | 10 79 632
mitropia | players=3 range=none | .-. ... .-. | | 8 53 288 1403
mitropia | players=3 range=2 | ..b.. .wbr. ..wr. .r... ..... | | 15 159 2090
mitropia | players=3 range=2 | ..b.. .wbr. ..wr. .r... ..... | occupiers: black: white | 15 159 2209
mitropia |players=4 range=1|.bu. w-br ..-u r..w|occupiers: white: red; red: blue|5 19 86 327 1195
mitropia | players=3 range=none | b.w .b. rw. | occupiers: red: black, to move: red | 7 34 124 474
# Komi of the size's own parity brings the button into play.
pletore | size=3 komi=4 | | | 9 72 504 2640 12024
pletore | size=3 komi=3 | | | 10 90 720 4584 25632
pletore | size=4 komi=5 | | | 16 224 3136 37648
pletore | size=4 komi=4 | | | 17 256 3840
pletore | size=5 komi=5 | | | 26 650 15600
pletore | size=6 komi=7 | | | 36 1224
pletore | size=8 komi=8 | | | 65 4096
pletore | size=13 komi=13 | | | 170 28730
pletore | size=13 komi=14 | | | 169 28392
pletore | size=19 komi=20 | | | 361
pletore | size=25 komi=26 | | | 625
# With replacements; many lines come to passes and the button.
pletore | size=4 komi=5 | bw.. .b.. bw.. b.ww | to move: black | 5 32 154 729 2993
pletore | size=4 komi=4 | .bb. .ww. ..w. bwbb | to move: white | 7 40 240 927 4538
pletore | size=5 komi=6 | b.wbw bwwbw ...b. www.b bb.bb | to move: white | 6 34 178 784 3564
pletore | size=5 komi=5 | bbbbw .wwbw bwbbw b.w.. bwwbw | to move: black | 5 24 87 275 806
pletore | size=6 komi=6 | wbww.w bbb.b. bwwbwb bbbbb. ww.wb. www.bw | to move: white | 6 77 398 4477
pletore | size=7 komi=8 | {seven} | to move: black | 8 100 693
pletore | size=8 komi=9 | {eight} | to move: white | 10 197 1839
plurality | size=5 | | | 283 47473
plurality | size=6 | | | 445 141433
plurality | size=7 | | | 643
plurality | size=13 | | | 2587
plurality | size=19 | | | 5827
plurality | hex=3 | | | 334 45109
plurality | hex=4 | | | 802
plurality | hex=7 | | | 3394
# Many lines reach an end: both pass, or nothing can be placed.
plurality | size=5 | ..... ww.b. b..wb ..... ..... | to move: black | 70 1615 17778
plurality | size=5 | bw... w.... ..... .b.bb .bw.w | to move: white | 67 814 1908 1989 1242
plurality | size=6 | ...bbw ...... .wb... .w.... .bwbb. .w..w. | to move: black | 70 2443 19092
plurality | size=8 | {blocks} | to move: black | 67 2419 26754
plurality | size=13 | {thirteen} | to move: black | 490 184993
plurality | hex=3 | b.w b.w. w..b. .... ... | to move: black | 70 379 618 309 0
plurality | hex=3 | ... .... .wb.. .b.. ... | to move: white | 70 1633 14232
tricolor | size=5 | | | 26 651 15668
tricolor | size=6 | | | 37 1333
tricolor | size=13 | | | 170 28731
tricolor | size=25 | | | 626
tricolor | hex=3 | | | 20 381 6898
tricolor | hex=4 | | | 38 1407
tricolor | hex=10 | | | 272
# Tiny boards, where captures and repetitions begin after a few moves.
tricolor | map=... | | | 4 11 24 43 74 137 236 404 670
tricolor | map=... order=thue-morse | | | 4 11 24 47 97 177 288 586 1072
tricolor | map=../.. | | | 5 21 65 180 400 892 2016 4708 11012
tricolor | map=../.. order=thue-morse | | | 5 21 65 180 432 956 2204 5260 11988
tricolor | map=.../-.- | | | 5 18 52 123 245 424 642 981 1743
tricolor | map=.../-.- order=thue-morse | | | 5 18 52 132 294 492 903 1629 2817
tricolor | map=.../... | | | 7 43 221 982 3568
tricolor | map=.../... order=thue-morse | | | 7 43 221 982 3636
# Kos, captures of two colours at once, and suicides.
tricolor | map=.../-.-/... | a.b -g- b.a | turn: 1 | 3 9 25 66 196 508 1378
tricolor | map=.../-.-/... order=thue-morse | a.b -g- b.a | turn: 1 | 3 9 21 67 177 548 1468
tricolor | size=5 | .ab.. a.ab. .ab.. ..... ..... | turn: 1 | 18 308 5312
tricolor | size=5 order=thue-morse | .ab.. a.ab. .ab.. ..... ..... | turn: 1 | 18 308 5004
tricolor | size=5 | ..baa ..bg. ...a. gg..b .ga.b | turn: 1 | 13 171 1982
tricolor | size=5 order=thue-morse | ..baa ..bg. ...a. gg..b .ga.b | turn: 1 | 13 171 1992
tricolor | size=5 | aabbb a.bab aab.b ggbbb .g.gg | turn: 2 | 5 16 102 703
tricolor | size=5 order=thue-morse | aabbb a.bab aab.b ggbbb .g.gg | turn: 2 | 5 24 152 837
tricolor | size=6 | bbb.aa bbaaa. bbbbg. b.aabg aaa..b g.aaaa | turn: 0 | 8 54 240 1920
tricolor | size=9 order=thue-morse | {long} | turn: 135 | 8 39 222 1240
""")
LONG = {
    "majorities": ".bw.b b-wwb. bw.wbbw wbb-.wbw bwbwb-w-b wwb-b.bw bwwb.bw w-bwbb b.wbw",
    "seven": "w.wb.wb w.bbb.b bwbbw.w ww..ww. .wbww.w bw.wbb. bwbw.bb",
    "eight": ".bbw.b.b .b..b.b. b.bw.b.b ....bwww bb.w..ww .b.w.ww. bb.wwwww bb..wbw.",
    "blocks": ".bbwbb.. b.w..... w.b.wb.. wbw..w.. ....w.ww bbwbw.b. w.b.b... ...ww...",
    "thirteen": "....bw....... bwwb.b.wwb.bb ...w..w..wb.w .w.w.wb..b... .bbwb.bw..bw. "
    ".w..w..b.w.b. ....b.wwbbwb. ....bw..b..b. .....w..b..w. .....b.bwbww. "
    "......bw...w. ...........w. ...........b.",
    "long": "aabbbbaa. .a.bbaaaa aaabbb.aa gggbbbga. .gggbb.aa gggggbbba bgggbbbbb .gga.bbbb "
    "ggggbbbbb",
}
QUICK = {"majorities": 20_000, "mitropia": 1_000, "tricolor": 1_000}
"""Up to what numbers the second generators are quick; others are up to 5,000."""
SECOND: dict[str, Any] = {
    "majorities": majorities,
    "mitropia": mitropia,
    "pletore": pletore,
    "plurality": plurality,
    "tricolor": tricolor,
}
SOME = 6_000
"""Larger numbers are counted where there is time."""


@pytest.mark.parametrize("most", [SOME, pytest.param(10**9, marks=pytest.mark.long)])
@pytest.mark.parametrize(("game_id", "chosen", "rows", "told", "numbers"), TABLE)
def test_both_generators_give_the_table(
    game_id: str, chosen: str, rows: str, told: str, numbers: str, most: int
) -> None:
    """The second one as far as it goes quickly, so that table and generator stay together."""
    rows, plain = rows.format(**LONG), SECOND[game_id]
    board = {"map": mitropia.board_code(rows)} if game_id == "mitropia" else {}
    if game_id == "mitropia":
        chosen += " no-cards"
    game = games.create(game_id, options(game_id, chosen) | board)
    texts = {name.replace(" ", "_"): text for name, text in facts(told).items()}
    state = diagrams.position(game, rows, **texts) if rows else game.start()
    for depth, expected in enumerate(map(int, numbers.split()), 1):
        if expected > most:
            break
        begun = plain.begun(game.options, rows.split(), facts(told))
        found = perft(game, state, depth)
        assert found == expected, breakdown(game, state, depth, plain.first_moves(begun, depth))
        if expected < QUICK.get(game_id, 5_000):
            assert sum(plain.first_moves(begun, depth).values()) == expected


def test_every_game_has_a_table() -> None:
    assert {game_id for game_id, *_ in TABLE} == set(games.GAMES)
