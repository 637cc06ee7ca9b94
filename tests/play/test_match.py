"""A match: moves, undo and redo, late answers, resignations; chance, hidden cards, and questions
out of turn."""

import random
from typing import Any

import numpy as np
import pytest

from termgames.core.errors import GameFault, IllegalMove, RecordError
from termgames.core.game import CHANCE
from termgames.play import record
from termgames.play.match import LostGame, Match, StaleAnswer
from termgames.play.seeds import seed_for_bot
from tests.contract.hidden import check_chance, check_redaction, check_views
from tests.play.support import BOARD, match, play
from tests.toy_card_game.rules import Lots, Move

FIRST = "c4,c5,d5"


def test_moves_go_forward_and_a_refused_one_changes_nothing() -> None:
    of = match(BOARD, FIRST, "pass")
    assert of.texts() == (FIRST, "pass")
    assert (of.state_at(0), of.state_at(2)) == (of.start.state, of.state)
    prompt = of.prompt()
    assert (prompt.ply, prompt.seat, prompt.state) == (2, 0, of.state)
    with pytest.raises(IllegalMove):
        play(of, FIRST)
    assert of.prompt() is prompt
    with pytest.raises(ValueError, match="2 seats"):
        Match(of.game, ("human",))


def test_no_match_grows_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termgames.play.match.MOST_PLIES", 2)
    of = match(BOARD, FIRST, "a1,a2,b1")
    with pytest.raises(IllegalMove, match="plurality may have 2 moves at most, and this one has"):
        play(of, "pass")
    of.undo()
    assert play(of, "pass").ply == 2
    game = match("mitropia players=2").game
    first, chances = game.start(), list[object]()
    monkeypatch.setattr(game, "apply", lambda state, move: chances.append(move) or first)
    with pytest.raises(GameFault, match="a game of mitropia may have 2 moves at most"):
        Match(game, ("human",) * 2, 1)
    assert len(chances) < 5, "a game that asks chance for ever is at fault"


def test_a_late_answer_is_void() -> None:
    of = match()
    asked = of.prompt()
    play(of, "pass")
    second = of.prompt()
    of.undo()
    third = of.prompt()
    for late in (asked, second):
        with pytest.raises(StaleAnswer):
            of.submit(of.game.parse(of.state, "pass"), serial=late.serial)
    assert of.ply == 0
    of.resign(0)
    assert of.prompt() is None
    of.undo()
    serials = {each.serial for each in (asked, second, third, of.prompt())}
    assert len(serials) == 4, "every question is a new one"


def test_undo_and_redo() -> None:
    of = match(BOARD, FIRST, "pass", "a1,a2,a3")
    of.undo()
    of.undo(to_ply=0)
    assert of.texts() == ()
    assert of.redo()
    assert of.texts() == (FIRST,)
    play(of, "pass")  # the very move that was undone
    assert of.redo()
    assert not of.redo()
    assert of.texts() == (FIRST, "pass", "a1,a2,a3")
    of.undo(to_ply=1)
    play(of, "e1,e2,e3")
    assert not of.redo(), "another move was played"
    of.undo(to_ply=-3)
    assert of.ply == 0


def test_a_resignation_ends_it_and_can_be_taken_back() -> None:
    of = match(BOARD, FIRST)
    assert of.result() is None
    of.resign(0)
    assert (of.result().winners, of.result().reason) == ((1,), "black resigned")
    with pytest.raises(StaleAnswer):
        play(of, "pass")
    assert not of.redo()
    of.undo()
    assert (of.ply, of.over) == (1, False)
    of.resign(1)
    assert of.loss == LostGame(1)
    of.undo(to_ply=0)
    assert (of.ply, of.loss) == (0, None)
    play(of, "pass", "pass").resign(1)
    assert (of.loss, of.prompt()) == (None, None), "nobody resigns a finished game"
    assert (of.result().winners, of.result().reason) == ((1,), "both passed")


def test_bots_learn_nothing_of_the_seed() -> None:
    """What chance brings follows from the seed: a bot's own must not lead to it."""
    seeds = {seed_for_bot(seed, seat) for _ in "12" for seed in range(300) for seat in range(2)}
    assert len(seeds) == 600
    assert min(seeds) > 10**12
    assert seed_for_bot(None, 0) is None


pytestmark = pytest.mark.usefixtures("lots")


def begun(seed: int = 1, **how: Any) -> Match[Any, Any]:
    return match("lots players=3", players="human bot:4 random", seed=seed, **how)


def random_match(seed: int, plies: int = 10_000) -> Match[Any, Any]:
    of, rng = begun(seed), random.Random(seed)
    while (prompt := of.prompt()) is not None and of.ply < plies:
        moves = of.game.legal_moves(prompt.state)
        if not of.game.refuse(prompt.state, talk := Move("ask", (prompt.seat + 1) % 3)):
            moves.append(talk)
        of.submit(rng.choice(moves))
    return of


def test_chance_is_drawn_before_a_seat_is_asked_and_follows_the_seed() -> None:
    """It comes by its weights; the same seed gives the same, whatever was asked first."""
    of = begun()
    assert (of.ply, of.by_chance(0)) == (1, True)
    assert of.texts() == (f"die {of.game.seat_name(of.state, of.prompt().seat)}",)
    assert play(of, "draw").texts()[2].startswith("card ")
    fell = [begun(seed).texts()[0] for seed in range(600)]
    shares = [fell.count(f"die {name}") / 600 for name in ("red", "blue", "green")]
    assert shares == pytest.approx([1 / 6, 2 / 6, 3 / 6], abs=0.06)
    assert fell[:99] == [begun(seed).texts()[0] for seed in range(99)]
    talked = begun(5)
    play(talked, f"ask {'blue' if talked.state.asked != 1 else 'red'}", "no", "draw")
    assert play(begun(5), "draw").texts()[-1] == talked.texts()[-1]
    assert len({match("lots players=3", seed=None).seed for _ in range(5)}) == 5


def test_players_see_what_they_may_know(lots: Lots) -> None:
    of = begun(3)
    drawer = of.prompt().seat
    card = play(of, "draw").state.hands[drawer][0]
    other = of.prompt()
    assert other.seat != drawer
    assert other.state.hands[drawer] == of.seen(None).hands[drawer] == (0,)
    assert of.seen(drawer).hands[drawer] == (card,)
    assert of.seen(None, 1) == lots.view(of.state_at(1), None)
    seen = [lots.format(of.move_seen(2, seat)) for seat in (drawer, None, other.seat)]
    assert seen == [f"card {card}", "card ?", "card ?"]
    assert play(of, "pass", "pass", "pass").over
    assert of.seen(None).hands[drawer] == (card,)
    assert lots.format(of.move_seen(2, None)) == f"card {card}"


def test_what_hides_something_keeps_its_promises(lots: Lots) -> None:
    rng = np.random.default_rng(0)
    for of in map(random_match, range(4)):
        check_redaction(of)
        for ply in range(of.ply + 1):
            check_chance(lots, of.state_at(ply))
            check_views(lots, of.state_at(ply), rng)
        shown = record.write(record.redacted(of))
        assert "holds everything" in record.write(of)
        assert "seed" not in shown
        assert not any(f"card {card}" in shown for card in range(1, 7))


def test_a_game_goes_on_from_its_record_as_without_it() -> None:
    for seed in range(10):
        whole, loaded = random_match(seed), record.load(record.write(random_match(seed, 12)))
        while not loaded.over:
            loaded.submit(whole.moves[loaded.ply])
        assert loaded.texts() == whole.texts()
    text = record.write(play(begun(draws=False), "die red", "draw"))
    assert record.load(text).ply == 3, "chance at the end is drawn or left open"
    assert record.load(text, draws=False).to_act == CHANCE


START = """termgames record 1
game: lots
hand red: 2 5
hand green: 3
board:
    r..
    .u.
    ..g

draw
card 6
"""


def test_a_start_position_with_hands() -> None:
    of = record.load(START)
    assert (of.start.state.hands, of.state.hands[0]) == (((2, 5), (), (3,)), (2, 5, 6))
    assert record.load(record.write(of)).state == of.state
    assert "hand red: 0 0" in record.write(record.redacted(of))
    two = record.load("termgames record 1\ngame: lots\nplayers: 2\n\n")
    assert two.game.seats == len(two.players) == 2
    for old, new, says in (
        ("hand red", "purse red", "line 5: 'purse red' is no fact"),
        ("card 6", "card 5", "line 11: move 2, 'card 5'"),
        ("hand red", "resigned: 1\nhand red", "line 3: there is no resigning"),
        ("hand red", "redacted: maybe\nhand red", "line 3: redacted is yes or no"),
    ):
        with pytest.raises(RecordError, match=says):
            record.load(START.replace(old, new))
