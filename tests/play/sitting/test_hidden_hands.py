"""A table of three with dice, hidden hands and questions out of turn, without a screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termgames import games
from termgames.play import store
from termgames.play.events import Answer, Delayed, Event
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from termgames.play.save_file import SaveFile
from termgames.play.sitting import answer_delay
from termgames.play.sitting.live import Live
from termgames.play.sitting.shown import Shown
from termgames.play.sitting.study import Study
from termgames.play.text import prompts
from termgames.search.limits import Thought
from tests.games.mitropia.play import CARDS, at, make
from tests.play.sitting.test_live import Bot
from tests.toy_card_game.rules import UNKNOWN, Move

SEED = 4
"""The die falls for the first player."""


@pytest.fixture(autouse=True)
def lots(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game is known by its name."""
    monkeypatch.setitem(games.GAMES, "lots", "tests.toy_card_game")


class Lots:
    """A sitting of the toy game, its bots, and every event it told of."""

    def __init__(
        self, *players: str, path: Path | None = None, seed: int = SEED, **how: Any
    ) -> None:
        self.match = Match(games.create("lots", {"players": len(players)}), players, seed)
        self.bots = {
            seat: Bot() for seat, name in enumerate(players) if not name.startswith("human")
        }
        self.events: list[Event] = []
        self.sitting = Live(
            self.match,
            file=path and SaveFile(path),
            bots=self.bots,
            listen=self.events.append,
            **how,
        )
        self.sitting.advance()

    def play(self, text: str) -> None:
        refusal = self.sitting.play(self.match.game.parse(self.match.state, text))
        assert refusal is None, refusal

    def sit(self) -> None:
        """Whoever is asked takes the keyboard, where that is asked for."""
        seat = self.sitting.shown.view.waits_for
        if seat is not None:
            self.sitting.take_keyboard(seat)

    def answer(self, seat: int, text: str) -> None:
        """The bot answers, and the time of a question out of turn is over."""
        serial, state = self.bots[seat].asked[-1]
        self.sitting.thinkers.hear(
            seat, Answer(serial, Thought(self.match.game.parse(state, text)))
        )
        self.sitting.thinkers.due(serial)

    @property
    def texts(self) -> list[str]:
        return [self.match.game.format(move) for move in self.match.moves]


def first() -> int:
    """A seed with which the first player begins."""
    for seed in range(99):
        if Match(games.create("lots", {"players": 3}), ("human",) * 3, seed).state.mover == 0:
            return seed
    raise AssertionError


def hands(state: Any) -> list[bool]:
    """Whether each hand is known."""
    return [UNKNOWN not in hand for hand in state.hands]


def test_one_human_sees_his_own_hand_at_all_times_and_bots_get_their_views() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("draw")
    card = table.match.state.hands[0]
    assert table.sitting.shown.position.hands[0] == card
    _, state = table.bots[1].asked[-1]
    assert not hands(state)[0]
    table.answer(1, "draw")
    assert not hands(table.sitting.shown.position)[1]
    assert hands(table.sitting.shown.position)[0]
    assert table.sitting.shown.view.waits_for is None


def test_several_humans_hand_the_keyboard_over_and_nothing_is_shown_meanwhile() -> None:
    table = Lots("human", "human", "bot:1", seed=first())
    sitting = table.sitting
    for _ in range(2):
        assert sitting.shown.view.waits_for is None, "who holds nothing has nothing to hide"
        assert sitting.can_play
        table.play("draw")
    assert sitting.shown.view.waits_for is None, "the bot is asked"
    assert hands(sitting.shown.position) == [False, True, True], "of the one who played last"
    table.answer(2, "pass")
    assert sitting.shown.view.waits_for == 0
    assert hands(sitting.shown.position) == [False, False, True], "only the empty hand is known"
    assert not sitting.can_play
    table.sit()
    assert hands(sitting.shown.position) == [True, False, True]
    table.play("pass")
    assert sitting.shown.view.waits_for == 1


def test_who_draws_his_first_card_need_not_take_the_keyboard_that_he_has() -> None:
    table = Lots("human", "human", seed=first())
    table.play("draw")
    assert hands(table.sitting.shown.position) == [False, True], "his neighbour is to move"
    table.sitting.undo()
    assert hands(table.sitting.shown.position) == [True, True]
    table.play("draw")
    table.play("pass")
    assert table.sitting.shown.view.waits_for == 0


def test_looking_back_shows_no_more_than_the_viewer_may_know() -> None:
    table = Lots("human", "human", "human", seed=first())
    for _ in range(3):
        table.sit()
        table.play("draw")
    table.sit()
    table.sitting.shown.look(table.match.ply - 1)
    assert hands(table.sitting.shown.position)[:2] == [True, False]
    texts = [table.sitting.shown.view.text(ply) for ply in range(table.match.ply)]
    drawn = [text for text in texts if text.startswith("card")]
    assert drawn == ["card ?"] * 3, "the others look on"


def test_where_keyboards_are_shared_what_stays_in_sight_is_what_a_spectator_knows() -> None:
    table = Lots("human", "human", "human", seed=first())
    for _ in range(3):
        table.sit()
        table.play("draw")
    table.sit()
    view, ply = table.sitting.shown.view, table.match.ply
    assert hands(view.state(ply)) == [True, False, False]
    assert hands(view.lasting(ply)) == [False, False, False]
    alone = Lots("human", "bot:1", "bot:2", seed=first())
    alone.play("draw")
    assert hands(alone.sitting.shown.view.lasting(alone.match.ply))[0]


def test_an_answer_out_of_turn_is_played_when_its_time_is_over() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("b2")
    serial, state = table.bots[1].asked[-1]
    assert Delayed(serial, answer_delay.SECONDS) in table.events
    answer = Answer(serial, Thought(table.match.game.parse(state, "let")))
    table.sitting.thinkers.hear(1, answer)
    assert table.texts[-1] == "b2"
    table.sitting.thinkers.due(serial)
    assert table.texts[-1] == "let"
    serial, state = table.bots[2].asked[-1]
    table.sitting.thinkers.due(serial)
    assert table.bots[2].stops == 1, "who thinks longer is to decide"
    table.sitting.thinkers.hear(2, Answer(serial, Thought(table.match.game.parse(state, "let"))))
    assert table.texts[-2:] == ["let", "let"], "and is heard at once"


def test_an_undo_voids_an_answer_that_is_held_back() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    before = table.match.ply
    table.play("b2")
    serial, state = table.bots[1].asked[-1]
    table.sitting.thinkers.hear(1, Answer(serial, Thought(table.match.game.parse(state, "let"))))
    assert table.sitting.undo()
    table.sitting.thinkers.due(serial)
    assert table.match.ply == before


def test_without_delays_bots_answer_out_of_turn_at_once() -> None:
    table = Lots("bot:1", "bot:1", "bot:2", seed=first(), delays=False)
    table.answer(0, "b2")
    table.sitting.advance()
    serial, state = table.bots[1].asked[-1]
    table.sitting.thinkers.hear(1, Answer(serial, Thought(table.match.game.parse(state, "let"))))
    assert table.texts[-1] == "let"
    assert not any(isinstance(event, Delayed) for event in table.events)


def test_a_lone_human_reads_what_he_drew_and_not_what_others_drew() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("draw")
    table.answer(1, "draw")
    texts = [table.sitting.shown.view.text(ply) for ply in range(table.match.ply)]
    own, other = [text for text in texts if text.startswith("card")]
    assert own == f"card {table.match.state.hands[0][0]}"
    assert other == "card ?"


def test_a_human_who_always_lets_is_asked_no_more() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    sitting = table.sitting
    sitting.accept_for(0, "all")
    table.play("pass")
    table.answer(1, "b2")
    assert isinstance(table.events[-2], Delayed), "the other bot is asked about the stone"
    table.answer(2, "let")
    assert table.texts[-2:] == ["let", "let"]
    assert sitting.seat == 2
    sitting.accept_for(0, None)
    table.answer(2, "c3")
    assert sitting.seat == 0
    assert sitting.reaction
    sitting.accept_for(0, "all")
    assert sitting.seat == 1


def test_what_a_bot_thought_out_of_turn_is_not_shown_afterwards_either() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.sitting.accept_for(0, None)
    table.play("pass")
    table.answer(1, "b2")
    table.answer(2, "let")
    assert table.sitting.seat == 0
    assert table.sitting.thinkers.thinking is None, "how much it thought tells what it held"


def test_who_plays_alone_is_asked_only_when_he_has_a_choice() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("pass")
    table.answer(1, "b2")
    table.answer(2, "let")
    assert table.texts[-1] == "let"
    assert table.sitting.seat == 2
    table.answer(2, "pass")
    table.play("draw")
    table.answer(1, "c3")
    table.answer(2, "let")
    assert table.sitting.reaction
    assert table.sitting.seat == 0, "now he has a card"


def test_in_the_hot_seat_everybody_is_asked_who_holds_a_card() -> None:
    """How many cards somebody holds is known, and which ones is not: nobody learns anything
    from it that who holds none is not asked."""
    table = Lots("human", "human", "bot:2", seed=first())
    table.sitting.accept_for(1, "idle")
    table.sit()
    table.play("b2")
    assert table.sitting.seat == 2, "blue holds no card"
    table.answer(2, "let")
    table.sit()
    table.play("draw")
    table.answer(2, "a1")
    assert table.sitting.seat == 1, "red holds none"
    assert table.sitting.reaction


def test_undo_goes_over_chance_and_answers_to_the_last_decision_of_a_human() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    before = table.match.ply
    table.play("draw")
    card = table.match.state.hands[0]
    table.answer(1, "b2")
    table.answer(2, "let")
    assert table.sitting.reaction
    table.play("let")
    assert table.sitting.undo()
    assert table.sitting.reaction, "a card could have turned the stone away"
    assert table.sitting.undo()
    assert table.match.ply == before
    table.play("draw")
    assert table.match.state.hands[0] == card, "chance stays as it fell"


def test_undo_passes_over_answers_that_were_not_the_humans_own() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    before = table.match.ply
    table.sitting.accept_for(0, "all")
    table.play("draw")
    table.answer(1, "b2")
    table.answer(2, "let")
    assert table.sitting.undo()
    assert table.match.ply == before


def test_table_talk_is_a_move_and_is_answered_out_of_turn() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("ask green")
    assert table.sitting.seat == 2
    table.answer(2, "no")
    assert table.sitting.can_play
    assert table.texts[-2:] == ["ask green", "no"]
    refusal = table.sitting.play(Move("ask", 1))
    assert refusal is not None


def test_every_move_is_saved_with_what_chance_brought(tmp_path: Path) -> None:
    path = tmp_path / "game.tgr"
    table = Lots("human", "bot:1", "bot:2", path=path, seed=first())
    table.play("draw")
    assert store.read(path).ply == table.match.ply
    assert store.read(path).state == table.match.state


def test_the_last_stone_stays_marked_through_answers_and_dice() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("b2")
    table.answer(1, "let")
    table.answer(2, "let")
    table.answer(1, "draw")
    cell = table.match.game.topology.cell("b2")
    assert table.sitting.shown.last_cells() == (cell,)


def test_a_record_of_an_open_game_shows_no_hands_and_a_finished_one_all() -> None:
    table = Lots("human", "human", "human", seed=first())
    table.sit()
    table.play("draw")
    replay = Shown(table.match)
    replay.look(99)
    assert not hands(replay.position)[0]
    for _ in range(3):
        table.sit()
        table.play("pass")
    assert table.match.over
    assert hands(replay.position)[0]


def test_nobody_resigns_where_the_rules_do_not_let_him() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.sitting.resign()
    assert not table.match.over


def test_humans_are_called_by_their_names() -> None:
    sitting = Lots("human:Ann", "human", "bot:2").sitting
    assert [sitting.shown.label(seat) for seat in range(3)] == ["Ann", "player 2", "bot 2"]


def test_who_takes_a_bots_seat_hands_the_keyboard_over_from_then_on() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("draw")
    table.sitting.take_over(1)
    assert not hands(table.sitting.shown.position)[0]
    assert table.sitting.can_play
    table.play("pass")
    table.answer(2, "pass")
    assert table.sitting.shown.view.waits_for == 0
    assert not hands(table.sitting.shown.position)[0]
    table.sit()
    assert table.sitting.can_play


def test_a_question_that_an_undo_opens_again_is_asked_whatever_was_chosen_since() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    sitting = table.sitting
    table.play("draw")
    table.answer(1, "b2")
    table.answer(2, "let")
    assert sitting.reaction
    (card,) = table.match.state.hands[0]
    table.play(f"veto {card}")
    sitting.accept_for(0, "all")
    assert sitting.undo()
    assert sitting.seat == 0
    assert sitting.reaction
    sitting.accept_for(0, "all")
    assert not sitting.reaction


def test_what_somebody_held_is_not_shown_to_who_sits_there_when_he_holds_nothing() -> None:
    table = Lots("human", "human", "human", seed=first())
    sitting = table.sitting

    def play(text: str) -> None:
        table.sit()
        table.play(text)

    play("draw")
    play("draw")
    drawn = table.match.ply
    (card,) = table.match.state.hands[1]
    for text in ("pass", "pass", f"lay {card}", "pass", "pass"):
        play(text)
    assert sitting.shown.view.waits_for is None
    assert sitting.seat == 1 != sitting.shown.view.holder
    sitting.shown.look(drawn)
    assert hands(sitting.shown.position) == [False, False, True]


def test_who_tries_moves_is_told_of_no_key_for_when_he_is_asked() -> None:
    table = Lots("human", "bot:1", "bot:2", seed=first())
    table.play("b2")
    study = Study(table.match)
    study.go(table.match.ply)
    study.switch()
    assert study.can_play
    entry = prompts.UnfinishedMove(study.shown.display.draft(study.shown.position, ()))
    for sitting, told in ((table.sitting, True), (study, False)):
        spans = prompts.needs(sitting, entry, narrow=False, analysis_shown=True)
        assert ("y changes" in "".join(span.text for span in spans)) == told


class HotSeat:
    """Two people at one keyboard, with cards: Bob is to move, and Ann holds `card`."""

    def __init__(self, card: str) -> None:
        rules = make(2, CARDS)
        state = at(rules, "\n".join(["......."] * 7), to_move="white", hands=f"black: {card}")
        self.match = Match(rules, ("human:Ann", "human:Bob"), 1, start=StartPosition(state))
        self.sitting = Live(self.match)
        self.sitting.advance()

    def play(self, text: str) -> None:
        refusal = self.sitting.play(self.match.game.parse(self.match.state, text))
        assert refusal is None, refusal


def test_a_card_that_cannot_answer_a_stone_is_not_asked_for() -> None:
    table = HotSeat("pair place")
    table.play("d4")
    assert [table.match.game.format(move) for move in table.match.moves] == ["d4", "let"]
    assert table.sitting.shown.view.waits_for == 0, "for her turn"
    assert not table.sitting.reaction


def test_a_card_that_can_answer_a_stone_is_asked_for_by_default() -> None:
    table = HotSeat("reject")
    table.play("d4")
    assert table.sitting.shown.view.waits_for == 0
    assert table.sitting.reaction
    assert "when a card of yours can answer" in prompts.first_handover(table.sitting, 0)
    table.sitting.take_keyboard(0)
    assert not prompts.first_handover(table.sitting, 0), "once"


def test_who_wants_to_tell_nothing_is_asked_with_any_card() -> None:
    table = HotSeat("pair place")
    table.sitting.accept_for(0, None)
    assert not prompts.first_handover(table.sitting, 0), "she has chosen otherwise"
    table.play("d4")
    assert table.sitting.reaction
