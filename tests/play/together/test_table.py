"""The table: who sits where, whose move it is, what everybody is told, and its manners."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.play.events import Failed, NotSaved
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from termgames.play.together import telling, wire
from termgames.play.together.attendance import Manners
from termgames.play.together.news import talk_line
from termgames.play.together.seating import NoSeat, Seating, plain_name
from termgames.play.together.sitting import Distant
from termgames.play.together.table import SharedTable
from tests.games.mitropia.play import CARDS, make
from tests.play.together.support import Room, Visitor, table_of, visitors

SMALL: dict[str, Any] = {"size": 5}
FIRST = "c3,c4,d4"


def two(**manners: Any) -> tuple[Visitor, Visitor, Seating, Room]:
    table, seating, room = table_of("plurality", SMALL, manners=Manners(**manners))
    black, white = visitors(table, seating)
    return black, white, seating, room


# -- seats ------------------------------------------------------------------------------------


def test_the_game_begins_when_every_seat_is_taken() -> None:
    table, seating, room = table_of("plurality", SMALL)
    black = Visitor(table).join(name="Ann")
    assert not table.begun
    assert black.last(wire.Welcome).seat == 0
    assert black.mirror.asked is None
    black.say(wire.MakeMove(0, FIRST))
    assert black.last(wire.Refused).rule == "turn"
    white = Visitor(table).join(seat=1, name="Bob")
    assert table.begun
    assert [each["event"] for each in room.events] == ["joined", "begin", "joined"]
    assert white.match.players == ("human:Ann", "human")
    assert black.match.players == ("human", "human:Bob")
    with pytest.raises(NoSeat, match="every seat is taken"):
        Visitor(table).join()
    assert list(seating.places) == [0, 1]


@pytest.mark.parametrize(
    ("wanted", "fault"),
    [
        ({"key": "black-aaaa-bbbb-cccc-dddd"}, "opens nothing"),
        ({"key": "ä" * 50}, "opens nothing"),
        ({"seat": 7}, "none of those"),
        ({"seat": 0}, "is taken"),
    ],
)
def test_who_gets_no_seat_is_told_why(wanted: dict[str, Any], fault: str) -> None:
    table, _, _ = table_of("plurality", SMALL)
    Visitor(table).join(seat=0)
    with pytest.raises(NoSeat, match=fault):
        Visitor(table).join(**wanted)
    assert len(table.guests) == 1


def test_a_key_takes_its_seat_again_and_tells_what_happened_since() -> None:
    black, white, seating, _ = two()
    key = black.last(wire.Welcome).key
    assert key == seating.places[0].key
    black.play(FIRST)
    black.table.leave(black.guest)
    assert [each.present for each in white.mirror.seats.seats] == [False, True]
    white.play("pass")
    again = Visitor(black.table).join(key=key)
    assert again.last(wire.Welcome).seen == 1
    assert again.match.texts() == (FIRST, "pass")
    again.play("pass")
    assert white.match.over


@pytest.mark.parametrize("change", [str.upper, lambda key: key.replace("-", ""), "  {} ".format])
def test_a_key_is_read_however_it_is_typed(change: Callable[[str], str]) -> None:
    table, seating, _ = table_of("plurality", SMALL)
    keys = [*(chair.key for chair in seating.places.values()), seating.watch.key]
    seats = [Visitor(table).join(key=change(key)).mirror.seat for key in keys]
    assert seats == [0, 1, None]
    assert Visitor(table).join(key=change(seating.host_key), watch=True).last(wire.Welcome).host


def test_a_seat_that_was_taken_without_its_key_is_not_shared_with_who_has_the_key() -> None:
    table, seating, _ = table_of("plurality", SMALL)
    invited = seating.places[0].key
    came = Visitor(table).join(seat=0)
    assert came.last(wire.Welcome).key != invited
    with pytest.raises(NoSeat):
        Visitor(table).join(key=invited)
    assert Visitor(table).join(key=came.last(wire.Welcome).key).mirror.seat == 0


def test_two_windows_may_have_one_seat() -> None:
    black, white, _, _ = two()
    second = Visitor(black.table).join(key=black.last(wire.Welcome).key)
    second.play(FIRST)
    assert black.match.texts() == white.match.texts() == (FIRST,)
    black.table.leave(black.guest)
    assert all(each.present for each in white.mirror.seats.seats)


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Ann", "Ann"),
        ("  Ann \t B ", "Ann B"),
        ("\x1b[31mred\x07", "31mred"),
        ("[b]bold[/b]", "bboldb"),
        ("n" * 500, "n" * 16),
        ("‮evil", "evil"),
        ("", ""),
    ],
)
def test_names_are_plain(name: str, plain: str) -> None:
    assert plain_name(name) == plain


# -- moves ------------------------------------------------------------------------------------


def test_a_move_is_judged_by_the_rules_and_told_to_all() -> None:
    black, white, _, room = two()
    watcher = Visitor(black.table).join(watch=True)
    black.play("a1,b1,c2")
    assert "connect" in black.last(wire.Refused).text
    black.play("nonsense")
    assert black.last(wire.Refused).rule == "unreadable"
    white.say(wire.MakeMove(black.mirror.asked.serial, FIRST))
    assert white.last(wire.Refused).rule == "turn"
    watcher.say(wire.MakeMove(black.mirror.asked.serial, FIRST))
    assert watcher.last(wire.Refused).rule == "seat"
    assert black.table.match.ply == 0
    black.play(FIRST)
    for guest in (black, white, watcher):
        assert guest.match.texts() == (FIRST,)
        assert guest.mirror.asked.seat == 1
    assert room.events[-1] == {"event": "move", "ply": 1, "seat": "black", "move": FIRST}


def test_an_answer_to_an_older_question_is_void() -> None:
    black, _, _, _ = two()
    serial = black.mirror.asked.serial
    black.play(FIRST)
    black.say(wire.MakeMove(serial, FIRST))
    assert black.last(wire.Refused).rule == "turn"
    black.table.live.undo()
    black.say(wire.MakeMove(serial, FIRST))
    assert black.last(wire.Refused).rule == "stale"


def test_who_resigns_loses_whoever_is_to_move() -> None:
    black, white, _, room = two()
    white.say(wire.Resign())
    for guest in (black, white):
        assert guest.match.over
        assert guest.mirror.ended.winners == (0,)
    assert room.events[-1]["event"] == "over"
    white.say(wire.Resign())
    assert white.last(wire.Refused).rule == "over"


# -- manners ----------------------------------------------------------------------------------


def test_a_move_is_taken_back_when_the_other_agrees() -> None:
    black, white, _, _ = two()
    black.play(FIRST)
    black.say(wire.Wish("undo"))
    proposal = white.mirror.proposal
    assert proposal.by == 0
    assert proposal.waiting == (1,)
    black.say(wire.Vote(proposal.number, yes=True))
    assert black.last(wire.Refused).rule == "vote"
    white.say(wire.Vote(proposal.number, yes=True))
    assert black.match.ply == white.match.ply == 0
    assert black.mirror.asked.seat == 0
    assert black.mirror.proposal is None


def test_a_no_and_a_move_end_a_proposal() -> None:
    black, white, _, _ = two()
    black.play(FIRST)
    black.say(wire.Wish("undo"))
    white.say(wire.Vote(white.mirror.proposal.number, yes=False))
    assert black.mirror.proposal is None
    assert "does not want to take a move back" in black.last(wire.Note).text
    black.say(wire.Wish("undo"))
    white.play("pass")
    assert black.mirror.proposal is None
    assert black.match.ply == 2


def test_another_game_is_played_when_all_agree() -> None:
    black, white, _, _ = two()
    white.say(wire.Resign())
    black.say(wire.Wish("new"))
    white.say(wire.Vote(white.mirror.proposal.number, yes=True))
    assert black.mirror.number == white.mirror.number == 2
    assert not black.match.over
    black.play(FIRST)
    assert white.match.texts() == (FIRST,)


def test_talk_is_short_and_plain_and_can_be_switched_off() -> None:
    black, white, seating, _ = two()
    black.say(wire.Talk("\x1b]0;x\x07 [b]hi[/b]\n" + "x" * 500))
    said = white.last(wire.Said)
    assert said.text.startswith("\\x1b]0;x\\x07 [b]hi[/b] xxx")
    assert len(said.text) == wire.MOST_TALK
    host = Visitor(black.table).join(key=seating.host_key, watch=True)
    black.say(wire.Order("talk", value="no"))
    assert black.last(wire.Refused).rule == "host"
    host.say(wire.Order("talk", value="no"))
    before = len(white.heard)
    black.say(wire.Talk("psst"))
    assert black.last(wire.Refused).rule == "talk"
    assert len(white.heard) == before


def test_a_bot_stands_in_for_who_stays_away_and_gives_the_seat_back() -> None:
    black, white, _, room = two(stand_in="bot:2", patience=60)
    key = black.last(wire.Welcome).key
    black.table.leave(black.guest)
    assert room.waiting[-1][0] == 60
    room.pass_time()
    assert white.mirror.seats.seats[0].kind == "bot"
    assert room.bots[0].asked
    again = Visitor(black.table).join(key=key)
    assert white.mirror.seats.seats[0].kind == "guest"
    again.play(FIRST)
    assert white.match.texts() == (FIRST,)


def test_a_host_begins_without_waiting_and_frees_seats() -> None:
    table, seating, room = table_of("plurality", SMALL)
    host = Visitor(table).join(key=seating.host_key)
    assert host.last(wire.Welcome).host
    host.say(wire.Order("start"))
    assert table.begun
    assert host.mirror.seats.seats[1].kind == "bot"
    host.say(wire.Order("free", 1))
    assert host.mirror.seats.seats[1].kind == "free"
    late = Visitor(table).join(name="Late")
    assert late.last(wire.Welcome).seat == 1
    for order in (wire.Order("bot", 9), wire.Order("free", 9), wire.Order("dance")):
        host.say(order)
        assert isinstance(host.heard[-1], wire.Refused)
    for program in ("gtp:rm -rf /", "mcts:policy=/etc/passwd", "uct:time=9999"):
        host.say(wire.Order("bot", 1, program))
        assert host.last(wire.Refused).rule == "player"
    host.say(wire.Order("end"))
    assert room.ended


def test_who_is_sent_away_hears_why() -> None:
    table, seating, _ = table_of("plurality", SMALL)
    host = Visitor(table).join(key=seating.host_key)
    guest = Visitor(table).join()
    key = guest.last(wire.Welcome).key
    host.say(wire.Order("free", 1))
    assert isinstance(guest.heard[-1], wire.Closed)
    with pytest.raises(NoSeat):
        Visitor(table).join(key=key)


def test_a_bot_that_breaks_down_is_started_anew_and_then_makes_room() -> None:
    table, seating, room = table_of("plurality", SMALL, ("human", "bot:1"))
    (black,) = visitors(table, seating)
    black.play(FIRST)
    first = room.bots[1]
    table.hear_bot(1, Failed(None, "it fell over"))
    room.pass_time()
    assert room.bots[1] is not first
    assert room.bots[1].asked
    table.hear_bot(1, Failed(None, "it fell over again"))
    assert black.mirror.seats.seats[1].kind == "free"
    Visitor(table).join().play("pass")
    assert black.match.ply == 2


def test_what_cannot_be_hidden_cannot_be_played_together(lots: Any) -> None:
    class Bare:
        """A game that hides something, but knows no redacted moves."""

        id = "bare"

        def view(self) -> None:
            """Of `Hidden`."""

        def imagine(self) -> None:
            """Of `Hidden`."""

    match = Match(lots, ("human",) * 3, 1)
    telling.refuse(match)
    match.game = Bare()  # type: ignore[assignment]
    with pytest.raises(OptionError, match="hides something"):
        telling.refuse(match)


# -- hidden hands -----------------------------------------------------------------------------


def seen_alike(guests: list[Visitor], match: Match) -> None:
    """Every guest sees the position as the rules say he may."""
    for guest in guests:
        seat, mirror = guest.mirror.seat, guest.match
        assert mirror.ply == match.ply
        whole = match.seen(seat)
        own = mirror.seen(seat)
        assert own == whole
        for ply in range(match.ply):
            assert mirror.game.format(mirror.move_at(ply)) == match.game.format(
                match.move_seen(ply, seat)
            )


@pytest.mark.parametrize("seed", range(3))
def test_nobody_is_told_what_he_may_not_know(seed: int) -> None:
    """With undo, coming back and a spectator; in the end everything is told."""
    table, seating, _ = table_of("mitropia", {"players": 3}, seed=seed)
    guests = visitors(table, seating)
    watcher = Visitor(table).join(watch=True)
    rng = random.Random(seed)
    secrets = 0
    for turn in range(250):
        match = table.match
        if match.over:
            break
        seat = match.to_act
        moves = list(match.game.legal_moves(match.seen(seat)))
        lively = [move for move in moves if match.game.format(move) not in ("pass", "surrender")]
        guests[seat].play(match.game.format(rng.choice(lively or moves)))
        if turn % 40 == 20:
            table.live.undo()
        if turn % 50 == 30:
            table.leave(guests[seat].guest)
            guests[seat] = Visitor(table).join(key=seating.places[seat].key)
        seen_alike([*guests, watcher], match)
        secrets += any(match.move_seen(at, None) != match.move_at(at) for at in range(match.ply))
    if match.over:
        assert {guest.match.texts() for guest in (*guests, watcher)} == {match.texts()}
        assert not any(guest.match.redacted for guest in guests)
    else:
        assert secrets
        drawn = [at for at in range(match.ply) if match.move_seen(at, None) != match.move_at(at)]
        for guest in (*guests, watcher):
            said = b"".join(guest.lines)
            assert str(match.seed).encode() not in said
            for at in drawn:
                if match.move_seen(at, guest.mirror.seat) != match.move_at(at):
                    assert "?" in guest.match.texts()[at]
    others = {chair.key for chair in seating.places.values()} | {seating.host_key}
    for guest in guests:
        for key in others - {guest.last(wire.Welcome).key}:
            assert key.encode() not in b"".join(guest.lines)


def test_own_cards_of_a_position_that_was_set_up_are_told_to_their_holder() -> None:
    game = make(3, CARDS)
    texts = {"hands": "black: extra move, 3 points; white: reject", "to move": "white"}
    start = StartPosition.read(game, "\n".join(["......."] * 7).splitlines(), texts)
    match = Match(game, ("human",) * 3, 1, start)
    seating = Seating.of([(seat, "seat") for seat in range(3)])
    table = SharedTable("friday", "1", match, seating, Manners(), Room())
    table.open()
    guests = visitors(table, seating)
    seen_alike([*guests, Visitor(table).join(watch=True)], match)
    lines = [b"".join(guest.lines) for guest in guests]
    assert [b"extra move" in said for said in lines] == [True, False, False]
    assert [b"reject" in said for said in lines] == [False, True, False]


def test_a_guest_with_a_card_is_asked_whether_it_answers_or_not() -> None:
    """Who was not asked would show the others that he has no such card."""
    game = make(3, CARDS)
    texts = {"hands": "black: extra move; white: 3 points", "to move": "red"}
    start = StartPosition.read(game, "\n".join(["......."] * 7).splitlines(), texts)
    match = Match(game, ("human",) * 3, 1, start)
    seating = Seating.of([(seat, "seat") for seat in range(3)])
    table = SharedTable("friday", "1", match, seating, Manners(), Room())
    table.open()
    guests = visitors(table, seating)
    moves = [match.game.format(move) for move in match.game.legal_moves(match.state)]
    guests[2].play(next(move for move in moves if move not in ("pass", "roll")))
    for seat in (0, 1):
        assert match.to_act == seat
        guests[seat].play("let")
        assert match.texts()[-1] == "let"


def test_who_rests_passes_at_a_table_elsewhere_too() -> None:
    table, seating, _ = table_of("tricolor", {"size": 7})
    guests = visitors(table, seating)
    resting = Distant(guests[0].mirror, guests[0].say)
    for guest, point in zip(guests, ("a1", "g7", "g1"), strict=True):
        guest.play(point)
    resting.heard()
    resting.resting.switch()
    guests[1].play("f7")
    guests[2].play("f1")
    resting.heard()
    assert [*guests[2].match.texts()][3:] == ["pass", "f7", "f1", "pass"]
    guests[1].play("b1")
    guests[2].play("e1")
    resting.heard()
    assert table.match.ply == 9
    assert resting.can_play


# -- who means no good ------------------------------------------------------------------------


def test_dice_that_fell_before_anybody_came_do_not_begin_the_game() -> None:
    table, _, _ = table_of("mitropia", {"players": 2})
    assert table.match.ply > 0
    first = Visitor(table).join()
    assert not table.begun
    Visitor(table).join()
    assert table.begun
    assert first.mirror.asked is not None


def test_that_a_guest_has_no_choice_is_not_told_by_an_answer_at_once() -> None:
    """Nor to who watches a game against bots."""
    table, _, _ = table_of("mitropia", {"players": 3}, ("human", "random", "random"))
    guest = Visitor(table).join()
    assert table.live.shown.auto_answers.when(0) is None
    guest.say(wire.Always(accept=True))
    assert table.live.shown.auto_answers.when(0) == "all"
    guest.say(wire.Always(accept=False))
    assert table.live.shown.auto_answers.when(0) is None


def test_a_seat_has_some_windows_and_the_oldest_makes_room() -> None:
    black, white, seating, _ = two()
    key = seating.places[0].key
    more = [Visitor(black.table).join(key=key) for _ in range(4)]
    assert "too many other windows" in black.last(wire.Closed).text
    assert not any(isinstance(each, wire.Closed) for each in white.heard)
    more[-1].play(FIRST)
    assert white.match.texts() == (FIRST,)


def test_who_takes_his_seat_again_and_again_has_to_wait() -> None:
    black, _, seating, room = two()
    key = seating.places[0].key

    def again() -> None:
        black.table.leave(Visitor(black.table).join(key=key).guest)

    for _ in range(7):
        again()
    with pytest.raises(NoSeat, match="too often"):
        again()
    Visitor(black.table).join(key=seating.places[1].key)
    room.pass_time()
    again()


@pytest.mark.parametrize("message", [wire.Talk("hey"), wire.Wish("undo")])
def test_who_tells_everybody_too_much_is_heard_later(message: wire.FromGuest) -> None:
    black, white, _, room = two()
    black.play(FIRST)

    def say() -> bool:
        before = len(white.heard)
        black.say(message)
        told = len(white.heard) > before
        proposal = black.mirror.proposal
        if proposal is not None:
            black.say(wire.Vote(proposal.number, yes=False))
            assert white.mirror.proposal is None
        return told

    assert [say() for _ in range(8)] == [True] * 6 + [False] * 2
    assert black.last(wire.Refused).rule == "often"
    room.pass_time()
    assert say()


@pytest.mark.parametrize("order", [wire.Order("bot", 1, "bot:1"), wire.Order("free", 1)])
def test_who_is_no_longer_there_is_not_waited_for(order: wire.Order) -> None:
    black, white, seating, _ = two()
    black.play(FIRST)
    white.play("pass")
    white.table.leave(white.guest)
    black.say(wire.Wish("undo"))
    assert black.mirror.proposal.waiting == (1,)
    Visitor(black.table).join(key=seating.host_key, watch=True).say(order)
    assert black.mirror.proposal is None
    assert black.match.ply < 2


def test_guests_are_not_told_of_files_and_programs_of_the_host() -> None:
    players = ("human", "mcts:playouts=9,policy=/home/ann/secret.net")
    table, seating, room = table_of("plurality", SMALL, players)
    host = Visitor(table).join(key=seating.host_key, watch=True)
    guest = Visitor(table).join()
    for text in ("cannot write /home/ann/secret.tgr", "cannot write /home/ann/secret.tgr again"):
        table.live.shown.listen(NotSaved(text))
    for _ in range(2):
        table.hear_bot(1, Failed(None, "/home/ann/secret.net is gone"))
        room.pass_time()
    assert b"secret" not in b"".join(guest.lines)
    assert b"could not be saved" in b"".join(guest.lines)
    assert "secret.tgr" in host.last(wire.Note).text or b"secret.tgr" in b"".join(host.lines)
    assert guest.mirror.seats is not None
    assert telling.player("gtp:/usr/games/gnugo --key secret") == "gnugo"
    assert telling.player("bot:3") == "bot:3"


# -- what a reading found -----------------------------------------------------------------------


def test_the_host_alone_is_told_the_keys() -> None:
    table, seating, _ = table_of("plurality", SMALL)
    host = Visitor(table).join(key=seating.host_key)
    key = seating.places[1].key
    assert host.last(wire.Keys) == wire.Keys((wire.KeyOf(1, key),), seating.watch.key)
    guest = Visitor(table).join(key=key)
    assert host.last(wire.Keys).seats == (), "the key of a seat that is taken"
    assert guest.mirror.keys is None
    host.say(wire.Order("free", 1))
    (again,) = host.last(wire.Keys).seats
    assert (again.seat, again.key) == (1, seating.places[1].key) != (1, key)
    back = Visitor(table).join(key=host.last(wire.Welcome).key, host=seating.host_key)
    assert back.last(wire.Welcome).host
    assert back.mirror.seat == 0


def test_who_comes_back_stops_no_bot_of_another_seat_for_ever() -> None:
    players = ("human", "human", "random")
    manners = Manners(stand_in="bot:1", patience=5)
    table, seating, room = table_of("tricolor", {"size": 5}, players, manners=manners)
    alpha, beta = visitors(table, seating)
    key = alpha.last(wire.Welcome).key
    alpha.play("a1")
    table.leave(alpha.guest)
    room.pass_time()
    assert beta.mirror.seats.seats[0].kind == "bot"
    beta.play("e5")
    asked = len(room.bots[2].asked)
    assert asked
    Visitor(table).join(key=key)
    assert len(room.bots[2].asked) == asked + 1
    assert table.live.awaits_bot


def test_a_seat_that_a_bot_plays_is_its_owners_alone() -> None:
    table, seating, _ = table_of("plurality", SMALL)
    host = Visitor(table).join(key=seating.host_key, seat=0)
    host.say(wire.Order("start"))
    for wanted in ({}, {"seat": 1}):
        with pytest.raises(NoSeat):
            Visitor(table).join(**wanted)
    assert Visitor(table).join(key=seating.places[1].key).mirror.seat == 1


def test_an_open_proposal_is_told_to_who_comes_back() -> None:
    black, white, _, _ = two()
    black.play(FIRST)
    key = white.last(wire.Welcome).key
    white.table.leave(white.guest)
    black.say(wire.Wish("undo"))
    again = Visitor(black.table).join(key=key)
    again.say(wire.Vote(again.mirror.proposal.number, yes=True))
    assert black.match.ply == 0


def test_a_mirror_that_comes_back_after_all_was_taken_back_has_an_empty_board() -> None:
    black, _, _, _ = two()
    black.play(FIRST)
    black.table.live.undo()
    again = Visitor(black.table)
    again.mirror, black.mirror = black.mirror, again.mirror
    again.join(key=black.last(wire.Welcome).key)
    assert again.match.ply == 0
    assert again.mirror.asked.ply == 0


# -- seats whose guests stay away -----------------------------------------------------------------


def test_a_seat_left_empty_passes_until_its_guest_is_back() -> None:
    black, white, _, room = two(stand_in="pass", patience=60)
    key = white.last(wire.Welcome).key
    white.table.leave(white.guest)
    assert room.waiting[-1][0] == 60
    black.play(FIRST)
    assert black.match.ply == 1
    room.pass_time()
    room.pass_time()
    assert black.match.texts() == (FIRST, "pass")
    assert "passes meanwhile" in black.last(wire.Note).text
    assert black.mirror.seats.seats[1].kind == "guest"
    assert black.mirror.asked.seat == 0
    again = Visitor(black.table).join(key=key)
    black.play("c2,d2,b2")
    room.pass_time()
    assert again.mirror.asked.seat == 1
    assert again.match.ply == 3


def test_seats_left_empty_wait_for_somebody_to_play_on() -> None:
    black, white, _, room = two(stand_in="pass", patience=60)
    key = black.last(wire.Welcome).key
    for guest in (white, black):
        guest.table.leave(guest.guest)
    for _ in range(5):
        room.pass_time()
    assert black.table.match.ply == 0
    again = Visitor(black.table).join(key=key)
    again.play(FIRST)
    for _ in range(5):
        room.pass_time()
    assert again.match.texts() == (FIRST, "pass")


def test_the_host_lets_a_seat_pass_also_one_that_a_bot_plays() -> None:
    black, white, seating, room = two(stand_in="bot:1", patience=60)
    host = Visitor(black.table).join(key=seating.host_key, watch=True)
    host.say(wire.Order("pass", 1))
    assert host.last(wire.Refused).rule == "seat"
    white.table.leave(white.guest)
    room.pass_time()
    assert host.mirror.seats.seats[1].kind == "bot"
    black.play(FIRST)
    host.say(wire.Order("pass", 1))
    room.pass_time()
    assert host.mirror.seats.seats[1].kind == "guest"
    assert host.match.texts() == (FIRST, "pass")
    black.say(wire.Wish("undo"))
    assert black.mirror.proposal is None, "nobody is asked"
    host.say(wire.Order("bot", 1, "bot:2"))
    assert host.mirror.seats.seats[1].kind == "bot"
    host.say(wire.Order("pass", 7))
    assert host.last(wire.Refused).rule == "seat"


def test_an_empty_seat_lets_moves_of_others_stand_and_hides_its_cards() -> None:
    table, seating, room = table_of("mitropia", {"players": 3}, manners=Manners(stand_in="pass"))
    guests = visitors(table, seating)
    away = table.match.to_act
    for _ in range(3):
        seat = table.match.to_act
        start = table.match.game.legal_moves(table.match.state)[0]
        guests[seat].play(table.match.game.format(start))
    begun = table.match.ply
    table.leave(guests[away].guest)
    others = [guest for guest in guests if guest.mirror.seat != away]
    for _ in range(30):
        room.pass_time()
        seat = table.match.to_act
        if seat != away and seat >= 0:
            moves = [*map(table.match.game.format, table.match.game.legal_moves(table.match.state))]
            answer = next((move for move in moves if move in ("let", "pass")), moves[0])
            guests[seat].play(answer)
    own = [
        table.match.texts()[ply]
        for ply in range(begun, table.match.ply)
        if table.match.actor(ply) == away
    ]
    assert own
    assert set(own) <= {"pass", "let"}
    assert all(guest.match.ply == table.match.ply for guest in others)


def test_taking_back_goes_beyond_the_passes_of_an_empty_seat() -> None:
    black, white, _, room = two(stand_in="pass")
    white.table.leave(white.guest)
    room.pass_time()
    black.play(FIRST)
    room.pass_time()
    assert black.match.ply == 2
    black.say(wire.Wish("undo"))
    room.pass_time()
    assert black.match.ply == 0
    assert black.mirror.asked.seat == 0


# -- who only watches -----------------------------------------------------------------------------


def test_each_who_watches_has_a_ration_of_talk_and_all_have_one_together() -> None:
    black, _, _, room = two()
    watchers = [Visitor(black.table).join(watch=True) for _ in range(4)]

    def said() -> list[int]:
        before = len(black.heard)
        counts = []
        for watcher in watchers:
            for _ in range(7):
                watcher.say(wire.Talk("hey"))
            counts.append(len(black.heard) - before)
            before = len(black.heard)
        return counts

    assert said() == [6, 6, 0, 0]
    black.say(wire.Talk("I may still talk"))
    assert black.last(wire.Said).seat == 0
    room.pass_time()
    watchers.reverse()
    assert said() == [6, 6, 0, 0]


def test_nobody_is_called_like_another_seat_or_its_guest() -> None:
    table, _, _ = table_of("plurality", SMALL)
    black = Visitor(table).join(name="Ann")
    white = Visitor(table).join(name="ANN")
    assert [each.name for each in black.mirror.seats.seats] == ["Ann", "white"]
    watchers = [Visitor(table).join(watch=True, name=name) for name in ("ann", "White", "Bob")]
    for watcher in watchers:
        watcher.say(wire.Talk("hello"))
    talk = [message for message in white.heard if isinstance(message, wire.Said)]
    assert [said.name for said in talk] == ["somebody", "somebody", "Bob"]
    assert [talk_line(said) for said in talk][-1] == "Bob (watching): hello"
