"""Rules 18 to 22: the count of the last board, step by step."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from termgames.core.game import NEUTRAL, NOBODY
from termgames.core.regions import territory
from termgames.core.topology import Topology, square
from termgames.games.mitropia.counting import Count, count
from termgames.games.mitropia.stones.alliance import blocs
from termgames.games.mitropia.stones.prisoners import Prisoners
from termgames.go.board import groups
from tests.cases import cases
from tests.games.mitropia.boards import (
    MARKS,
    alliances,
    board,
    cells,
    names,
    show,
    stones_of,
)

NAMES = ("black", "white", "red", "blue", "green")


def counted(diagram: str, beside: str) -> Count:
    """The count of a diagram: `seats=4 under=rw,wb dead=a3 cards=0,3,8 order=rbw area`, and who
    holds whose stones, `w=bb`."""
    topology, stones = board(diagram)
    chosen = dict(word.partition("=")[::2] for word in beside.split())
    seats = int(chosen.get("seats", "3"))
    under = dict(pair for pair in chosen.get("under", "").split(",") if pair)
    held = [[chosen.get(MARKS[h + 1], "").count(MARKS[c + 1]) for c in range(seats)]
            for h in range(seats)]  # fmt: skip
    above = [under.get(MARKS[seat + 1]) for seat in range(seats)]
    return count(
        topology,
        stones,
        tuple(map(tuple, held)),
        tuple(None if mark is None else MARKS.index(mark) - 1 for mark in above),
        [MARKS.index(mark) - 1 for mark in chosen.get("order", MARKS[1 : seats + 1])],
        [int(card) for card in chosen.get("cards", ",".join("0" * seats)).split(",")],
        cells(topology, chosen.get("dead", "").replace(",", " ")),
        "area" if "area" in chosen else "territory",
    )


DIAGRAMS = {
    "three": ".b.w.. bb.www ...... rr..rr .r..r. r.....",
    "bloc": ".b.r.w. .b.r.w. .b.r.w.",
    "five": ".r.u.b.g .r.u.b.g",
    # b2 and the white stones around it: after an independence neither has a liberty. One by one
    # the first to go would save the other; together both go.
    "still": "bwr. wrr. rr.. ....",
    "dead": "b.w..b.. .bw..bw. www..bbb ....r...",
    "corner": "bb.w. wwww. .....",
    "shared": ".bw. ..w. rrw. ...b",
    "whites": "w.w. ..w. www. ...b",
    "reds": "w.r. ..r. rrr. ...b",
    # Black holds 7 points of the corner, White 4; the others share the rest.
    "fill": "...bw.. ...bw.. .bbbwww b.rr... .rr.... rr.....",
    "four": "..b.r.. bbbrrrr uu...ww .u...w.",
}
FOUR = "seats=4 under=ur cards=3,0,0,5 w=bbbu r=wu u=r"
COUNTS = cases("""
# Rule, diagram, what is beside it, what the count says.
# A region belongs to the only colour that touches it; an empty board is nobody's.
19 | three | | owned B-.-WW --.--- ...... --..-- R-..-. -..... & ground 121 & totals 1 2 1 & won w
19 | ... ... ... | | owned ... ... ... & won bwr
# Within a bloc: the one who touches alone, or else the head, who need not touch.
19 | bloc | | owned B-.-.-W *
19 | bloc | under=rw | owned B-.-W-W *
19 | bloc | under=wr | owned B-.-R-W *
19 | bloc | under=rw,wb | owned B-B-B-W *
19 | five | seats=5 under=rg,ug | owned R-G-.-.- *
# White's a3 has Black and Red around: the odd stone is the first captor's, Red's; so is b4. Black's
# a4 has White alone around. Allies are one group.
18 | still | order=rbw | breathless a3,a4,b4 & left ..r. .rr. rr.. .... & holds r=ww w=b
18 | still | under=wb | breathless a3 a4 b4 & holds r=bww
18 | still | under=wr | breathless a4
# Dead stones become prisoners of whose territory they lie in: White's corner, Black's; Red's stone
# between them all is merely taken off. They go straight back.
18 | dead | dead=a4,b3,g3,e1 | gained e1: g3:b=w b3,a4:w=bb & ground 440 & kept 000
18 | dead | dead=a4,b3,g3,e1 | territory 2 3 0
18 | corner | seats=2 dead=a3 | holds w=bb
18 | corner | seats=2 dead=b3 | holds w=bb
18 | corner | seats=2 dead=a3,b3 | holds w=bb
# The corner touches White and his occupied Red: the head's, so the prisoner is his.
18 | shared | dead=b4 under=rw | holds w=b & ground 040
18 | shared | dead=b4 under=wr | holds r=b
# In one's own territory, or one's occupier's, a stone is nobody's prisoner.
18 | whites | dead=a4 | holds
18 | reds | dead=a4 | holds r=w
18 | reds | dead=a4 under=wr | holds & ground 004
# A dead stone without liberties goes by rule 10.
18 | bw. w.w | seats=2 dead=a2 | holds w=b & gained
20 | fill | w=bbb b=w | ground 740 & territory 4 3 0 & kept 000 & totals 4 3 0
# What cannot be placed counts for its holder; holders take turns from the first in order.
20 | fill | w=bbbb r=bbbbb | territory 0 4 0 & kept 002 & fills wrwrwrw
20 | fill | w=bbbb r=bbbbb order=rbw | kept 011 & fills rwrwrwr
20 | fill | w=b r=bbbbbbbbb | fills wrrrrrr & kept 003
20 | fill | w=bb b=w | filled b:a4 b:a5 w:f5
# White took three before Black surrendered to him: he keeps them. Red's one is put back as ever.
20 | fill | w=bbb r=b under=bw | territory 6 4 0 & kept 030 & fills r & totals 0 13 0
21 | three | cards=3,0,5 | own 4 2 6 & totals 4 2 6 & won r
21 | three | cards=1,0,0 | totals 2 2 1 & won bw
# All the way up: all empty points but White's two and Red's one are the head's.
13 | three | cards=0,3,8 r=bb under=rw,wb | own 19 5 11 & totals 35 0 0
# White has the most by his cards, but he is under Black.
21 | three | cards=0,9,0 under=wb | totals 12 0 1 & won b
22 | three | area w=bbb r=bb cards=0,0,3 | area 3 4 7 & territory 4 6 8 & kept 000 & totals 4 6 11
22 | three | area w=bbb r=bb cards=0,0,3 | fills
22 | three | area cards=0,0,3 under=rb | totals 15 6 0
22 | corner | area seats=2 dead=a3 | totals 0 15
# b b fill Black's two points and one is left; White's one goes back for Red's w; the blue one of
# White's fills Blue's point; Red keeps the blue one, Blue the red one.
18-21 | four | FOUR | ground 2121 & territory 0 0 2 0 & kept 0111 & own 3 1 3 6 & totals 3 1 9 0
18-21 | four | FOUR | holds r=wu w=bbbu u=r & won r
""")


@pytest.mark.parametrize(("rule", "name", "beside", "told"), COUNTS)
def test_rules_18_to_22_the_count(rule: str, name: str, beside: str, told: str) -> None:
    diagram = DIAGRAMS.get(name, name)
    found = counted(diagram, FOUR if beside == "FOUR" else beside)
    for fact in told.split(" & "):
        word, _, rest = fact.strip().partition(" ")
        assert said(found, diagram, word) == rest.strip(), word


def said(found: Count, diagram: str, word: str) -> str:
    """A fact of a count as the table has it."""
    topology, _ = board(diagram)
    if word == "owned":
        signs = {NEUTRAL: ".", NOBODY: "-"}
        rows = topology.rows([signs.get(s) or MARKS[s + 1].upper() for s in found.owner])
        return f"{rows[0]} *" if len(set(rows)) == 1 and rows[0] != "..." else " ".join(rows)
    if word == "won":
        return "".join(MARKS[seat + 1] for seat in found.winners)
    if word == "breathless":
        return ",".join(names(topology, taken.cells) for taken in found.breathless)
    if word == "left":
        return " ".join(show(topology, found.stones))
    if word == "holds":
        return holding(found.prisoners)
    if word == "gained":
        lots = [(names(topology, lot.cells), holding(lot.gained)) for lot in found.dead]
        return " ".join(f"{cells.replace(' ', ',')}:{gained}" for cells, gained in lots)
    if word == "fills":
        return "".join(MARKS[fill.holder + 1] for fill in found.fills)
    if word == "filled":
        points = {f"{MARKS[f.colour + 1]}:{topology.names[f.cell]}" for f in found.fills}
        return " ".join(sorted(points))
    joint = "" if word in ("ground", "kept") else " "
    return joint.join(map(str, getattr(found, word)))


def holding(prisoners: Prisoners) -> str:
    """`w=bb r=w`: who holds whose stones."""
    lines = [
        MARKS[seat + 1] + "=" + "".join(MARKS[c + 1] * many for c, many in enumerate(line))
        for seat, line in enumerate(prisoners)
        if any(line)
    ]
    return " ".join(sorted(lines, key=lambda line: "brwug".index(line[0])))


@given(stones_of(square(4), 4, empty=4), alliances(4))
def test_rule_19_owners_agree_with_a_flood_fill(
    stones: bytes, occupiers: tuple[int | None, ...]
) -> None:
    topology, bloc = square(4), blocs(occupiers)
    found = territory(topology, np.frombuffer(stones, np.uint8)[None], bloc)[0].tolist()
    for cell, stone in enumerate(stones):
        if stone:
            assert found[cell] == NOBODY
            continue
        region, rim = set[int](), {cell}
        while rim:
            region |= rim
            beside = {n for c in region for n in topology.adjacent[c]} - region
            rim = {n for n in beside if not stones[n]}
        around = {stones[n] - 1 for n in beside}
        expected = around if len(around) == 1 else {bloc[colour] for colour in around}
        assert found[cell] == (expected.pop() if len(expected) == 1 else NEUTRAL)


# -- the whole ------------------------------------------------------------------------------


def test_report_fields() -> None:
    """By the names of players, of the game with four."""
    found = counted(DIAGRAMS["four"], FOUR)
    fields = found.report_fields(NAMES[:4])
    for name, values in (
        ("territory", found.ground),
        ("territory_left", found.territory),
        ("prisoners_left", found.kept),
        ("card_points", (3, 0, 0, 5)),
        ("own_total", found.own),
        ("total", found.totals),
        ("occupiers", (None, None, None, "red")),
    ):
        assert fields[name] == dict(zip(NAMES, values, strict=False)), name
    assert fields["winners"] == ["red"]
    assert fields["prisoners"]["white"] == {"black": 3, "white": 0, "red": 0, "blue": 1}


prisoner_lines = st.lists(st.integers(0, 5), min_size=4, max_size=4)


@given(
    stones_of(square(4), 4, empty=6),
    alliances(4),
    st.lists(prisoner_lines, min_size=4, max_size=4),
    st.permutations(range(4)),
    st.sets(st.integers(0, 15)),
)
def test_nothing_is_lost_on_the_way(
    stones: bytes,
    occupiers: tuple[int | None, ...],
    lines: list[list[int]],
    order: list[int],
    dead: set[int],
) -> None:
    topology: Topology = square(4)
    before = tuple(
        tuple(0 if seat == colour else many for colour, many in enumerate(line))
        for seat, line in enumerate(lines)
    )
    found = count(topology, stones, before, occupiers, order, (3, 0, 5, 0), dead)
    bloc = blocs(occupiers)
    # Every stone is on the board, somebody's prisoner, or was nobody's to take.
    for colour in range(4):
        taken = [*found.breathless, *found.dead]
        gone = sum(stones[cell] == colour + 1 for lot in taken for cell in lot.cells)
        gained = sum(lot.gained[seat][colour] for lot in taken for seat in range(4))
        assert found.stones.count(colour + 1) + gone == stones.count(colour + 1)
        assert gained <= gone
        held = sum(line[colour] for line in found.prisoners)
        assert held == gained + sum(line[colour] for line in before)
    # What was named is gone, and what had no liberty.
    assert not any(found.stones[cell] for cell in dead)
    assert [lot.cells for lot in found.breathless] == [
        group.cells for group in groups(topology, stones, bloc) if not group.liberties
    ]
    # Filling in: a point for a prisoner, never more than there are of either.
    assert len({fill.cell for fill in found.fills}) == len(found.fills)
    for colour in range(4):
        back = [fill.holder for fill in found.fills if fill.colour == colour]
        foes = {
            seat: found.prisoners[seat][colour] for seat in range(4) if bloc[seat] != bloc[colour]
        }
        assert len(back) == min(found.ground[colour], sum(foes.values()))
        assert found.territory[colour] == found.ground[colour] - len(back)
        # In turns: nobody is two ahead of one who has some left.
        for seat, many in foes.items():
            assert back.count(seat) <= many
            if back.count(seat) < many:
                assert max(back.count(other) for other in foes) <= back.count(seat) + 1
    assert sum(found.kept) == sum(map(sum, found.prisoners)) - len(found.fills)
    assert sum(found.totals) == sum(found.own) == sum(found.territory) + sum(found.kept) + 8
    assert all(occupiers[seat] is None for seat in found.winners)
