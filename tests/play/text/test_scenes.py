"""What is typed, and what is then said; three seats, chance, hidden hands and questions too."""

import re
from typing import Any

import pytest

from termgames.play.match import Match
from tests.cases import cases
from tests.play.support import match, play
from tests.play.text.support import typed

pytestmark = pytest.mark.usefixtures("lots")

LOTS = "lots players=3 talk=free"
CARDS = ("draw", "card 6", "draw", "card 2", "draw", "card 3")
STARTED = ("start c3", "start g7")
BEGUN: dict[str, tuple[str, tuple[str, ...], int]] = {
    "": ("plurality size=5 komi=5.5", (), 1),
    "lots": (LOTS, ("die red",), 1),
    "cards": (LOTS, ("die red", *CARDS), 1),
    "duel": ("lots players=2 talk=free", ("die red",), 1),
    "dice": ("mitropia map=9x9 players=2", (), 3),
    "started": ("mitropia map=9x9 players=2", STARTED, 2),
    "rolled": ("mitropia map=9x9 players=2", (*STARTED, "roll"), 3),
}


def begun(name: str, *players: str) -> Match[Any, Any]:
    """A match after its first moves, or of a game by its name and options."""
    game, moves, seed = BEGUN.get(name, (name, (), 1))
    of = match(game, players=" ".join(players), seed=seed, draws=not game.startswith("lots"))
    for text in moves:
        of.go_on() if "mitropia" in game else None
        play(of, text)
    of.go_on()
    return of


SCENES = """
# game | bots | what is typed | what is said in that order; ! never; 2x so often; = the moves
  | | C5,C4,D5;   pass   | 1. black c4,c5,d5 & 2. white pass & = c4,c5,d5 pass
  | | a1,a2,e5; k9,a1,a2; what?; ; quit | do not connect & no point 'k9' & 'what?' is no move & =
  | | help | pass & undo, redo & board & score & moves & legal & hint & rules & resign & save FILE \
  & quit
  | 1 pass | c4,c5,d5; undo; redo; quit | Back at turn 1. & Now at turn 3. & = c4,c5,d5 pass
  | | c4,c5,d5; score; moves; legal; hint; rules; board; quit | last move: c4,c5,d5, marked * \
  & which tells little yet: & score: black 22, white 5.5 & white: komi 5.5 & 1. black c4,c5,d5 \
  &  legal & hint: pass & Plurality & last move: c4,c5,d5, marked *
  | | pass; board; quit | last move: pass
  | | pass; pass; c4,c5,d5; undo; c4,c5,d5 | white wins by 5.5 (both passed) \
  & The game is over: only commands now, as undo or quit. & 2. white c4,c5,d5 & ! black wins \
  & = pass c4,c5,d5
  | | resign; undo; quit | white wins (black resigned) & =
  | | pass; pass; help; quit | undo, redo & ! A move: a & ! legal  & ! hint  & ! resign the
  | 1 pass | pass; undo; quit | If you pass and white passes too, the game ends 5.5 to 0 and you \
  do not win. Type undo to take it back. & 2. white pass & =
  | 0 pass | pass | ! and you do not win
  | 1 resign | a1,b1,c1; quit | black wins (white resigned) & = a1,b1,c1
majorities size=5 | | help; where e5; around e5; row e; column 5; row 77; quit | A move: e4 \
  & where e5 & around e5 & row e & column 5 & e5 is empty & Around & Row e: & Column 5: \
  & There is no row or column '77': name a number or a letter, as row e or column 5.
pletore size=5 | | boards always; a1; quit | The board is shown & 2x 5 . . . . . 5
pletore size=5 | | boards changed; a1; quit | The board is shown & 1x 5 . . . . . 5
pletore size=5 | | boards asked; a1; quit | The board is shown & 1x 5 . . . . . 5
tricolor size=5 | | c3; pass; pass; pass | The others have nothing. & alpha wins (
plurality size=5 komi=-5.5 | | pass; pass | and you do not win.
plurality size=5 komi=-5.5 | | pass; hint; pass | hint: pass & ! you do not win
# Chance, and what is asked out of turn.
dice | | where c3; d4; c3; quit | c3 is empty. Territory: nobody. You can play there. \
  & Not allowed & start g7 or start c3 & = start c3
dice | | board; quit | ! last move & ! dice 
rolled | | board; quit | last move: start g7
started | 1 stone | pass; quit | black accepted: no other answer was possible & ! let
started | 1 stone | always accept; pass; quit | black accepted, as always & ! let
started | 1 stone | always ask; pass; accept; quit | black accepted & ! accepted: & ! accepted,
lots | | ask green; no; b2; quit | Yes or no? & 3. red b2 & ! Let the stone stand? \
  & = ask green no b2 let let
lots | | b2; board; score; quit | last move: b2, marked * & last move: b2, marked * & 1x score:
lots | | draw; draw; draw; b2; always accept; let; pass; pass; a1; quit | blue accepts all moves \
  of others without being asked. & ! 10. blue>  & = b2 let let pass pass a1 let
lots | | draw; draw; draw; b2; always let; let; always ask; pass; pass; a1; quit \
  | blue is asked about moves of others while holding a card. & 10. blue>  & = pass pass a1
lots | | always choice; quit | red is asked about moves of others only when there is a choice: \
  the others may conclude from it whether you hold such a card.
duel | 1 let/stone/pass | always choice; pass; quit \
  | red is asked about moves of others only when there is a choice. & = pass a1 let
duel | 1 let/stone/pass | always; quit | Write always accept, always ask or always choice.
duel | 1 let/stone/pass | help; quit | ! rest pass
lots | 1 let/stone/pass, 2 let/stone/pass | help; quit | rest pass until
lots | 1 let/stone/pass, 2 let/stone/pass | rest; quit | You pass until a stone or point of yours \
  & Note: red stops resting: the places of the players changed. & ! You cannot pass just now.
# Undo goes to the decision before the last, redo back; what was answered for a person is none.
duel | 1 let/stone/pass | always accept; draw; pass; draw; pass; 5*undo; 5*redo; quit | Back at \
  turn 10. & 10. red> & Back at turn 7. & 7. red> & Back at turn 4. & 4. red> & Back at turn 1. & \
  1. red> & There is nothing to take back. & Now at turn 4. & 4. red> & Now at turn 7. & 7. red> \
  & Now at turn 10. & 10. red> & Now at turn 13. & 13. red> & There is nothing to redo. & = \
  a2 let
# Hands: who shares the keyboard sees no card that he did not ask for.
cards | | moves; board; quit | ! score: & 3x chance card ? \
  & ! card 6 & ! card 2
cards | | hand; quit | red holds: card 6 & ! card 2 & ! card 3
cards | | hand; pass; pass; quit | The keyboard goes to red. & red holds: card 6 \
  & CLEARThe keyboard goes to blue. & The keyboard goes to green. & 1x CLEAR
cards | | legal; pass; quit | CLEARThe keyboard goes to blue.
cards | | what; pass; quit | CLEARThe keyboard goes to blue.
cards | | hint; pass; quit | CLEARThe keyboard goes to blue.
lots | | draw; draw; draw; b2; help; quit | A move: let & ! A move: veto & = draw card 2 b2
"""


@pytest.mark.parametrize(("game", "bots", "lines", "told"), cases(SCENES))
def test_scene(game: str, bots: str, lines: str, told: str) -> None:
    answers = dict(bot.split() for bot in bots.split(", ") if bot)
    of = begun(game)
    of.players = tuple(
        "bot:1" if str(seat) in answers else "human" for seat in range(len(of.players))
    )
    words = re.sub(r"(\d)\*(\w+)", lambda of: ";".join([of[2]] * int(of[1])), lines).split(";")
    it = typed(*words, of=of, bots={int(seat): bot for seat, bot in answers.items()})
    text, at = re.sub(" +", " ", it.text), 0
    for word in re.sub(" +", " ", told).replace("CLEAR", "\n" * 60).split(" & "):
        sign, _, wanted = word.partition(" ")
        if sign == "=":
            assert f" {' '.join(it.texts)}".endswith(f" {wanted}"), it.texts
            assert wanted or not it.texts
        elif sign == "!":
            assert wanted not in text
        elif sign in ("1x", "2x", "3x"):
            assert text.count(wanted) == int(sign[0]), text
        else:
            at = text.find(word, at) + 1
            assert at, (word, text)
