"""Scenes at a table without a screen: what is done there, and what is then so."""

from typing import Any

import pytest

from termgames.play.events import Answer, BotFailed, Failed, Resigns
from termgames.play.match import Match, Terms
from termgames.play.played_moves import StartPosition
from termgames.play.sitting.shown import Shown
from termgames.play.text import prompts
from termgames.search.limits import Thought
from tests import diagrams
from tests.cases import cases
from tests.games.mitropia.play import CARDS, at, make
from tests.play.support import Table, match
from tests.toy_card_game.rules import UNKNOWN

pytestmark = pytest.mark.usefixtures("lots")

MOVES = {"A": "a1,b1,c1", "B": "a3,b3,c3", "C": "e1,e2,e3", "D": "c5,d5,e5"}
GAMES = {"two": "plurality size=5", "three": "tricolor size=5", "pair": "lots players=2"}
BOARDS = {
    # Alpha has all that lies above.
    "rest": "....... ....... aaaaaaa ....... .....bb ggg.b.b .g..b.b",
    # Alpha has nine stones, and beta almost as many; the outside counts for nobody.
    "close": "....... .aaaaaa .a.a.a. ....... .....bb ggg.b.b .g..b.b",
}
SEED = {"lots": 1, "pair": 7}


def table(game: str, players: str, clocks: str) -> Table:
    if game in BOARDS:
        rules = match("tricolor size=7").game
        state = diagrams.position(rules, BOARDS[game], **{"to move": "alpha"})
        of = match("tricolor size=7", players=players, start=StartPosition(state))
        return Table(of)
    names = players.replace("teach ", "")
    chosen = GAMES.get(game, f"lots players={len(names.split())}")
    of = match(chosen, players=names, clocks=clocks, seed=SEED.get(game, 1))
    if game == "lots":  # a seed with which the first player begins
        seeds = (match(chosen, players=names, seed=seed) for seed in range(99))
        of = next(each for each in seeds if each.state.mover == 0)
    of.terms = Terms(teaching=names != players)
    return Table(of)


def with_cards(hand: str, players: str, to_move: str) -> Table:
    """A table of Mitropia without dice, where black holds these cards."""
    rules: Any = make(len(players.split()), CARDS)
    state = at(rules, "\n".join(["......."] * 7), to_move=to_move, hands=f"black: {hand}")
    of = Match(rules, tuple(players.split()), 1, start=StartPosition(state))
    return Table(of, delays=False)


def numbers(found: Any) -> str:
    return " ".join(f"{each:g}" for each in found)


def lost(it: Table) -> str:
    loss = it.match.loss
    return f"{loss.seat}{' on time' * loss.on_time}" if loss else "None"


FACTS: dict[str, Any] = {
    "left": lambda it: numbers(it.left),  # what the clocks show
    "seconds": lambda it: numbers(it.seconds),  # what the moves took
    "sees": lambda it: "".join("+-"[UNKNOWN in each] for each in it.live.shown.position.hands),
    "seat": lambda it: it.match.to_act,
    "waits": lambda it: it.live.waits_for,  # who has to take the keyboard
    "can": lambda it: it.live.can_play,
    "reacts": lambda it: it.live.reaction,
    "last": lambda it: " ".join(it.texts[-2:]),
    "plies": lambda it: it.match.ply,
    "lost": lost,
    "stands": lambda it: it.live.standstill,
    "told": lambda it: it.notices[-1] if it.notices else None,
    "rests": lambda it: bool(it.live.resting.seats),
    "runs": lambda it: it.live.timing.runs,
    "rings": lambda it: it.live.timing.rings(),
    "wait": lambda it: f"{it.live.timing.wait:.2f}",
    "late": lambda it: it.live.look_at_clock(),
    "given": lambda it: next(iter(it.bots.values())).given[-1],  # seconds to think
    "asked": lambda it: numbers(len(bot.asked) for bot in it.bots.values()),
    "stops": lambda it: numbers(bot.stops for bot in it.bots.values()),
    "thinking": lambda it: it.live.thinkers.thinking,
    "awaits": lambda it: it.live.awaits_bot,
    "refused": lambda it: it.refusal(MOVES["A"]),
    "failed": lambda it: isinstance(it.events[-1], BotFailed),
    "views": lambda it: "".join(
        "+-"[UNKNOWN in each] for each in it.bots[it.match.to_act].asked[-1][1].hands
    ),
    "drawn": lambda it: " ".join(
        text for text in map(it.live.shown.view.text, range(it.match.ply)) if text[:4] == "card"
    ),
    "lasting": lambda it: "".join(
        "+-"[UNKNOWN in each] for each in it.live.shown.view.lasting(it.match.ply).hands
    ),
}


def from_bot(it: Table, seat: str, make: Any) -> None:
    it.live.thinkers.hear(int(seat), make(it.bots[int(seat)].asked[-1][0]))


DEEDS: dict[str, Any] = {
    "undo": lambda it: it.live.undo(),
    "redo": lambda it: it.live.redo(),
    "sit": lambda it: it.sit(),
    "begins": lambda it: it.begins(),
    "hold": lambda it: it.live.timing.hold(True),
    "go": lambda it: it.live.timing.hold(False),
    "glance": lambda it: it.live.timing.look(),
    "judged": lambda it: it.live.taught.go_on(),
    "look": lambda it, ply: it.live.shown.look(int(ply)),
    "take": lambda it, seat: it.live.take_over(int(seat)),
    "accept": lambda it, seat, when: it.live.accept_for(int(seat), {"none": None}.get(when, when)),
    "rest": lambda it: it.live.resting.switch(),
    "pause": lambda it: it.live.pause(not it.live.paused),
    "step": lambda it: it.live.step_bot(),
    "advance": lambda it: it.live.advance(),
    "quits": lambda it: it.live.resign(),
    "resigns": lambda it, seat: from_bot(it, seat, Resigns),
    "breaks": lambda it, seat: it.live.thinkers.hear(int(seat), Failed(None, "it crashed")),
    # Of the question that a bot was asked last: its answer, and that the time for it is over.
    "says": lambda it, seat, text: from_bot(
        it, seat, lambda serial: Answer(serial, Thought(it.parse(MOVES.get(text, text))))
    ),
    "due": lambda it, seat: it.live.thinkers.due(it.bots[int(seat)].asked[-1][0]),
    "card": lambda it, word, seat: it.play(f"{word} {it.match.state.hands[int(seat)][0]}"),
}

SCENES = """
# what it shows | game | players | clocks | steps
a clock runs | two | human human | 1m | left 60 60; +3.456; left 56.55 60; A; +2; left 56.55 58; \
pass; seconds 3.45 2
a bot plans its time, its clock runs when it begins | two | human bot:1 | none white=1m | \
A; given 3.0; +4; left 60; begins; runs True; +2.5; left 57.5; B; seconds 0 2.5; runs False
no clock, no plan | two | human bot:1 | 1m white=none | +1; A; given None; +9; B; seconds 1 0
a clock stands while something is asked | two | human human | 1m | +2; hold; +30; left 58 60; \
runs False; go; +1; left 57 60
it stands while a teacher looks | two | teach human bot:1 | 1m | +2; A; +30; left 58 60; \
judged; begins; +1; left 58 59
it stands until a human has the keyboard | pair | human human | 1m | draw; b1; waits 1; +20; \
left 60 60; sit; +4; left 60 56
answers of bots out of turn take no time | pair | bot:1 human | 1m | +1; b1; reacts True; \
begins; +5; left 60 59
time in which the program stood still is none | two | human human | 1m | +1; glance; +1; glance; \
left 58 60; +3600; glance; left 58 60
without regular looks all of it counts | two | human human | 1m | +5; late False; +40; \
late False; left 15 60
the bell rings once | two | human human | 30s+0s | +19.9; rings False; +0.2; rings True; +1; \
rings False
looks follow the figure | two | human human | 12s+0s | +0.25; wait 0.75; +5; wait 0.05
time comes back with the moves | two | human bot:1 | 1m | +7; A; begins; +3; B; +5; left 48 57; \
undo; left 60 60; redo; seconds 7 3; left 48 57; +1; left 47 57
nobody gains time by undo and redo | two | human human | 1m | +7; A; +6; B; +5; C; +4; undo; \
left 53 54; +3; undo; +2; left 53 58; redo; seconds 7 6; left 50 54; redo; seconds 7 6 5; \
left 48 50; undo; +1; D; undo; left 53 54; +20; redo; seconds 7 6 20
a pass that is made for a player takes his time | three | human human human | 1m | +30; rest; \
left 30 60 60; seconds 30
who has no time left loses, until it is taken back | two | human bot:1 | 1m | +5; A; begins; +1; \
B; +54.99; late False; +0.01; late True; lost 0 on time; left 0 59; late False; undo; plies 2; \
left 55 59; +1; left 54 59
a move that comes too late is not played | two | human bot:1 | 1m | +61; refused time; \
lost 0 on time; plies 0
nor that of a bot | two | human bot:1 | 1m | A; begins; +60; B; lost 1 on time; plies 1
of more players one passes from then on | three | human bot:1 bot:1 | alpha=10s+0s | +4; a1; c3; \
e5; +6; late True; lost None; last e5 pass; seconds 4 0 0 6; told Alpha has no time left, and \
passes from now on; c4; e4; last e4 pass; seat 1; undo; plies 3; left 6; +1; a2; seconds 4 0 0 1
a bot is asked after the human's move | two | human bot:1 | | awaits False; can True; A; \
awaits True; can False; refused turn; B; plies 2; can True
undo goes back to the human's own turn | two | human bot:1 | | A; B; C; undo; plies 2; redo; \
plies 3; asked 3; redo; plies 3
also while the bot thinks, which stops | two | human bot:1 | | A; undo; plies 0; stops 1; \
says 1 pass; plies 0; redo; asked 2; B; undo; plies 0; redo; plies 2; asked 2
bots wait for the pace, pause and step | two | bot:1 bot:2 | | stands None; step; A; \
awaits False; pause; advance; awaits False; stands paused; step; B; plies 2; awaits False; \
pause; awaits True; stands None; undo; plies 1; stands paused
pausing voids what a bot was thinking | two | bot:1 bot:2 | | pause; says 0 A; plies 0; pause
a bot that resigns has lost | two | human bot:1 | | A; resigns 1; lost 1; undo; plies 0; \
lost None; can True
where nobody can resign alone | three | bot:1 human human | | resigns 0; lost None; failed True
a bot that breaks down | two | human bot:1 | | A; breaks 1; failed True; stands broken; \
awaits False; take 1; B; plies 2
an illegal move is a failure | two | human bot:1 | | A; A; failed True; plies 1
who rests passes | rest | human bot:1 bot:1 | | rest; last pass; d3; d1; last d1 pass; told None; \
rests True; d2; a4; seat 0; rests False; told alpha stops resting: the stones changed at a4
somebody puts no stone | rest | human bot:1 bot:1 | | rest; pass; d1; last d1 pass; d2; pass; \
seat 0; told alpha stops resting: gamma put no stone, and play may end
the places change | close | human bot:1 bot:1 | | rest; d3; d1; \
told alpha stops resting: the places of the players changed
the same key ends a rest | rest | human bot:1 bot:1 | | rest; rest; d3; d1; seat 0; rest; \
rests True; undo; rests False; rest; d2; pass; rests False
one human sees his own hand, bots what they may | lots | human bot:1 bot:2 | | draw; sees +++; \
views -++; draw; sees +-+; waits None; drawn card 2 card ?; lasting +-+
several hand the keyboard over | lots | human human bot:1 | | waits None; can True; draw; \
waits None; can True; draw; waits None; sees -++; pass; waits 0; can False; sees --+; sit; \
sees +-+; pass; waits 1
looking back shows no more | lots | human human human | | draw; draw; draw; sit; sees +--; \
lasting ---; drawn card ? card ? card ?; look 5; sees +-+
who holds nothing sees no hand of his seat | lots | human human human | | draw; draw; pass; pass; \
card lay 1; pass; pass; waits None; seat 1; look 5; sees --+
at the end all hands are seen | lots | human human human | | draw; pass; pass; pass; \
seat -2; sees +++
who takes a bot's seat hands over from then on | lots | human bot:1 bot:2 | | draw; take 1; \
sees -++; can True; pass; pass; waits 0; sees -++; sit; can True
an answer out of turn waits for its time | lots | human bot:1 bot:2 | | b2; says 1 let; \
last die red b2; due 1; last b2 let; due 2; stops 0 1; says 2 let; \
last let let
an undo voids it | lots | human bot:1 bot:2 | | b2; says 1 let; undo; plies 1; due 1; plies 1
who always lets is asked no more | lots | human bot:1 bot:2 | | accept 0 all; pass; b2; let; \
last let let; seat 2; accept 0 none; c3; seat 0; reacts True; accept 0 all; seat 1
who holds a card is asked, who plays alone | lots | human bot:1 bot:2 | | pass; b2; let; \
last let let; seat 2; pass; draw; c3; let; reacts True; seat 0; thinking None
table talk is answered out of turn | lots | human bot:1 bot:2 | | ask green; seat 2; no; can True; \
last ask green no; quits; lost None
undo goes over chance and answers | lots | human bot:1 bot:2 | | draw; drawn card 2; b2; let; \
reacts True; let; undo; reacts True; undo; plies 1; draw; drawn card 2
not to those that were not his own | lots | human bot:1 bot:2 | | accept 0 all; draw; b2; let; \
undo; plies 1
a question that is opened again is asked | lots | human bot:1 bot:2 | | draw; b2; let; \
card veto 0; accept 0 all; undo; seat 0; reacts True; accept 0 all; reacts False
"""


@pytest.mark.parametrize(("shows", "game", "players", "clocks", "steps"), cases(SCENES))
def test_scene(shows: str, game: str, players: str, clocks: str, steps: str) -> None:
    it = table(game, players, clocks)
    for number, step in enumerate(map(str.strip, steps.split(";"))):
        name, _, rest = step.partition(" ")
        if name in FACTS:
            assert str(FACTS[name](it)) == rest, f"{shows}, step {number}: {step}"
        elif name in DEEDS:
            DEEDS[name](it, *rest.split())
        elif name[0] == "+":
            it.after(float(name))
        else:
            (it.play if it.match.to_act in it.live.humans else it.answer)(MOVES.get(step, step))


@pytest.mark.parametrize(
    ("card", "chosen", "asked"),
    [("pair place", "", False), ("pair place", None, True), ("reject", "", True)],
)
def test_a_card_that_can_answer_is_asked_for(card: str, chosen: str | None, asked: bool) -> None:
    """Bob is to move, and Ann holds the card; who wants to tell nothing is asked with any."""
    ann = with_cards(card, "human:Ann human:Bob", "white")
    if chosen is None:
        ann.live.accept_for(0, None)
    ann.play("d4")
    assert ann.texts == (["d4"] if asked else ["d4", "let"])
    assert (ann.live.waits_for, ann.live.reaction) == (0, asked)
    told = "when a card of yours can answer" in prompts.first_handover(ann.live, 0)
    assert told == (chosen is not None)
    ann.live.take_keyboard(0)
    assert not prompts.first_handover(ann.live, 0), "once"


def test_letting_a_stone_stand_is_no_end_of_a_rest() -> None:
    asked = with_cards("reject", "human bot:1 bot:1", "black")
    asked.live.resting.switch()
    assert prompts.waiting(asked.live, 1)[1].startswith("you pass until")
    assert asked.answer("g7", "let").live.reaction
    assert asked.play("let").live.resting.seats == {0}


def test_a_record_of_an_open_game_shows_no_hands() -> None:
    replay = Shown(table("lots", "human human human", "").play("draw").match)
    replay.look(99)
    assert UNKNOWN in replay.position.hands[0]
