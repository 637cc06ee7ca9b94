"""How Majorities is shown: the lines, the record, turns in the making."""

import numpy as np

from termgames import games
from tests.games.shown import Shown
from tests.scenes import scenes

TEXT = "bb. .-.w ..--. .-.. ..b"


class Scene(Shown):
    game_id = "majorities"


@scenes(
    """
the record by direction
  {SET} & status horizontal: 1 to 0, 4 open & status NE/SW: 0 to 0, 5 open
  status NW/SE: 1 to 0, 4 open & line 0: 0 directions, 2 lines
  at bbw w-wb bb--w w-wb bwb & status NE/SW: 3 to 2, black's & line 1: 0 directions, 6 lines

the overlay tells who is nearer
  # b3: White in one open line, Black's is won already; d3: Black in one line, White in another.
  {SET} & tint 0: b3=1 d3== & legend 0: nearer to the open lines: black

two stones are entered one after the other
  {SET} & pick e3: incomplete stones 1/2 & prompt Place the second of your two stones.
  follow - e3 & cleared & pick e3 a1: complete a1,e3 & prompt Ready: a1,e3. & pick e3*: colours e3

with capture the order of entry is kept, and cleared cells are offered
  game size=3 capture & at bw. .-.w ..--. .-.. ..b | to move=black & pick e3: incomplete stones 1/2
  cleared e1 e2 & follow + e1 e2 e3 & pick e3 a1: complete e3,a1 & pick e3 e3: complete e3,e3
""",
    SET=f"game size=3 & at {TEXT} | to move=black",
)
def test_display(scene: list[str]) -> None:
    Scene().play(scene)


def test_every_line_has_its_winner_or_what_both_need() -> None:
    rules = games.create("majorities", {"size": 3})
    display, state = games.display(rules), rules.position(TEXT.split(), {"to move": "black"})
    told = dict[str, str]()
    for line in display.lines(state):
        short = "/".join(map(str, line.needed)) or "bw"[line.owner]
        told[line.way] = f"{told.get(line.way, '')} {short}".lstrip()
    assert told == {
        "horizontal": "b 2/1 2/2 2/2 1/2",
        "NE/SW": "1/2 2/1 2/2 1/2 1/2",
        "NW/SE": "2/2 2/2 b 1/2 2/1",
    }


def test_directions_that_are_decided_keep_their_names() -> None:
    rules = games.create("majorities", {"size": 3})
    display, rng, said = games.display(rules), np.random.default_rng(1), set()
    for _ in range(12):
        state = rules.start()
        while rules.to_act(state) >= 0:
            moves = rules.legal_moves(state)
            after = rules.apply(state, move := moves[rng.integers(len(moves))])
            said.add(display.happened(state, move, after).partition(". ")[2])
            state = after
    assert {"Horizontal is decided.", "NE/SW is decided.", "NW/SE is decided."} < said
    assert any(text.endswith(" and NW/SE are decided.") for text in said)
    assert not [text for text in said if " and " in text and " is " in text]
