"""The table: who sits where, whose move it is, what everybody is told, and its manners."""

import random
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from termgames.core.errors import OptionError
from termgames.play.events import Failed, NotSaved
from termgames.play.match import Match
from termgames.play.played_moves import StartPosition
from termgames.play.together import rations, telling, wire
from termgames.play.together.attendance import Manners
from termgames.play.together.news import talk_line
from termgames.play.together.seating import NoSeat, Seating, plain_name
from termgames.play.together.sitting import Distant
from termgames.play.together.table import SharedTable
from tests.cases import cases
from tests.games.mitropia.play import CARDS, make
from tests.play.together.support import Room, Visitor, table_of, visitors

SMALL: dict[str, Any] = {"size": 5}
FIRST = "c3,c4,d4"


class Scene:
    """A table, its guests by letters, and what the text of a scene means there."""

    def __init__(self, game: str, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
        given = dict(each.split("=") for each in how.split() if "=" in each)
        options = {"players": int(given["of"])} if "of" in given else SMALL
        self.time = 50.0
        for clock in (Room, Visitor):
            monkeypatch.setattr(clock, "now", staticmethod(lambda: self.time))
        monkeypatch.setattr(rations, "monotonic", lambda: self.time)
        self.table, self.seating, self.room = table_of(
            game,
            options,
            tuple(given.get("players", "").split(",")) if "players" in given else (),
            manners=Manners(stand_in=given.get("stand_in", ""), patience=60),
            clocks=[each.replace(":", "=") for each in given.get("clocks", "").split(",") if each],
        )
        self.guests, self.keys, self.serial = dict[str, Visitor](), dict[str, str](), 0
        for seat in self.seating.places if "joined" in how else ():
            self.join("abc"[seat], f"key={seat}")
        if "host" in how:
            self.join("h", "key=host watch")

    def wanted(self, text: str) -> dict[str, Any]:
        """`key=0`: that of a seat as it is now; `key=a`: that with which a came last."""
        found: dict[str, Any] = {}
        for word in text.split():
            name, _, value = word.partition("=")
            if name == "key":
                chair = self.seating.places.get(int(value)) if value.isdigit() else None
                own = {"host": self.seating.host_key, **self.keys}
                value = chair.key if chair else own.get(value, value)
            found[name] = int(value) if name == "seat" else value or True
        return found

    def join(self, who: str, wanted: str) -> None:
        guest = Visitor(self.table)
        wanted, _, other = wanted.partition(" mirror=")
        if other:  # that of an earlier visit
            guest.mirror, self.guests[other].mirror = self.guests[other].mirror, guest.mirror
        self.guests[who] = guest.join(**self.wanted(wanted))
        self.keys[who] = guest.last(wire.Welcome).key
        guest.sitting = Distant(guest.mirror, guest.say)

    def cannot(self, wanted: str) -> None:
        wanted, _, fault = wanted.partition(": ")
        with pytest.raises(NoSeat, match=fault):
            Visitor(self.table).join(**self.wanted(wanted))

    def after(self, seconds: float) -> None:
        """So much later, with everything done that was due by then."""
        end, due = self.time + seconds, self.room.due
        while due and (first := min(due, key=lambda each: each[0]))[0] <= end:
            due.remove(first)
            self.time = max(self.time, first[0])
            first[1]()
        self.time = end

    def step(self, text: str) -> None:
        who, _, rest = text.replace("FIRST", FIRST).partition(" ")
        if who[0] in "+~":  # while the table stood still
            self.after(float(who[1:])) if who[0] == "+" else setattr(
                self, "time", self.time + float(who[1:])
            )
        elif who in ROOM:
            said = ROOM[who](self)
            assert said is None or str(said) == rest, (text, said)
        else:
            word, _, rest = rest.partition(" ")
            if word == "joins":
                self.join(who, rest)
            elif word == "cannot":
                self.cannot(rest)
            elif word in DEEDS:
                DEEDS[word](self, self.guests[who], rest)
            else:
                said = str(SEEN[word](self.guests[who]))
                assert rest in said if word in ("note", "closed") else rest == said, (text, said)


def clocks(of: Any) -> str:
    of.heard()
    return " ".join(f"{each.left.seconds:g}" for each in of.clocks)


def order(text: str) -> wire.Order:
    what, seat, value = ([*text.split(" ", 2), "", ""])[:3]
    return wire.Order(what, int(seat) if seat else None, value)


def loss(match: Any) -> str:
    return f"{match.loss.seat}{' on time' * match.loss.on_time}" if match.loss else "None"


DEEDS: dict[str, Callable[[Scene, Visitor, str], Any]] = {
    "plays": lambda it, guest, text: guest.play(text),
    "leaves": lambda it, guest, _: it.table.leave(guest.guest),
    "resigns": lambda it, guest, _: guest.say(wire.Resign()),
    "wishes": lambda it, guest, text: guest.say(wire.Wish(text)),
    "votes": lambda it, guest, text: guest.say(
        wire.Vote(guest.mirror.proposal.number, yes=text == "yes")
    ),
    "always": lambda it, guest, text: guest.say(wire.Always(text == "yes")),
    "orders": lambda it, guest, text: guest.say(order(text)),
    "talks": lambda it, guest, text: guest.say(wire.Talk(text)),
    "rests": lambda it, guest, _: guest.sitting.resting.switch(),
    "hears": lambda it, guest, _: guest.sitting.heard(),
    "remembers": lambda it, guest, _: setattr(it, "serial", guest.mirror.asked.serial),
    # To the question that was remembered.
    "sends": lambda it, guest, text: guest.say(wire.MakeMove(it.serial, text)),
}
ROOM: dict[str, Callable[[Scene], Any]] = {
    "later": lambda it: it.room.pass_time(),
    "undo": lambda it: it.table.live.undo() and None,
    "breaks": lambda it: it.table.hear_bot(1, Failed(None, "it fell over")),
    "begun": lambda it: it.table.begun,
    "ended": lambda it: bool(it.room.ended),
    "guests": lambda it: len(it.table.guests),
    "ply": lambda it: it.table.match.ply,
    "moves": lambda it: " ".join(it.table.match.texts()),
    "lost": lambda it: loss(it.table.match),
    "due": lambda it: f"{it.room.waiting[-1][0]:g}",
    "events": lambda it: " ".join(each["event"] for each in it.room.events),
    "accepts": lambda it: str(it.table.live.shown.auto_answers.when(0)),
    "bots": lambda it: " ".join(str(len(bot.asked)) for bot in it.room.bots.values()),
    "awaits": lambda it: it.table.live.awaits_bot,
    "clocks": lambda it: " ".join(f"{each.left.seconds:g}" for each in it.table.live.clocks),
    "controls": lambda it: " ".join(map(str, it.table.match.time.controls)),
    "took": lambda it: f"{it.table.match.time.taken(0):g}",
}
SEEN: dict[str, Callable[[Visitor], Any]] = {
    "seat": lambda of: of.mirror.seat,
    "host": lambda of: of.last(wire.Welcome).host,
    "seen": lambda of: of.last(wire.Welcome).seen,
    "asked": lambda of: of.mirror.asked.seat if of.mirror.asked else None,
    "moves": lambda of: " ".join(of.match.texts()),
    "over": lambda of: of.match.over,
    "lost": lambda of: loss(of.match),
    "wins": lambda of: of.mirror.ended.winners[0],
    "game": lambda of: of.mirror.number,
    "players": lambda of: " ".join(of.match.players),
    "refused": lambda of: of.heard[-1].rule,
    "proposal": lambda of: of.mirror.proposal and of.mirror.proposal.waiting,
    "there": lambda of: "".join("-+"[each.present] for each in of.mirror.seats.seats),
    "kinds": lambda of: " ".join(each.kind for each in of.mirror.seats.seats),
    "note": lambda of: of.last(wire.Note).text,
    "closed": lambda of: isinstance(of.heard[-1], wire.Closed) and of.heard[-1].text,
    "talk": lambda of: of.last(wire.Said).text,
    "talker": lambda of: of.last(wire.Said).name,
    "keys": lambda of: len(of.mirror.keys.seats) if of.mirror.keys else None,
    "clocks": lambda of: clocks(of.sitting),
    "runs": lambda of: of.last(wire.Clocks).runs,
    "controls": lambda of: " ".join(map(str, of.match.time.controls)),
}


SCENES = """
# what it shows | game | how | steps
the game begins when every seat is taken | plurality | | a joins name=Ann; begun False; a seat 0; \
a asked None; a sends FIRST; a refused turn; b joins seat=1 name=Bob; begun True; \
events joined begin joined; b players human:Ann human; a players human human:Bob; \
x cannot : every seat is taken
who gets no seat is told why | plurality | | a joins seat=0; x cannot key=black-aaaa-bbbb: opens \
nothing; x cannot key=äääää: opens nothing; x cannot seat=7: none of those; \
x cannot seat=0: is taken; guests 1
a key takes its seat again and tells what happened since | plurality | joined | a plays FIRST; \
a leaves; b there -+; b plays pass; c joins key=a; c seat 0; c seen 1; c moves FIRST pass; \
c plays pass; b over True
a seat taken without its key is not shared with who has it | plurality | | a joins seat=0; \
x cannot key=black: opens nothing; b joins key=a; b seat 0
two windows may have one seat | plurality | joined | c joins key=a; c plays FIRST; a moves FIRST; \
b moves FIRST; a leaves; b there ++
a move is judged by the rules and told to all | plurality | joined | w joins watch; \
a remembers; a plays a1,b1,c2; a refused apart; a plays nonsense; a refused unreadable; \
b sends FIRST; b refused turn; w sends FIRST; w refused seat; ply 0; a plays FIRST; a moves FIRST; \
b moves FIRST; w moves FIRST; a asked 1; b asked 1; w asked 1
an answer to an older question is void | plurality | joined | a remembers; a plays FIRST; \
a sends FIRST; a refused turn; undo; a sends FIRST; a refused stale
who resigns loses whoever is to move | plurality | joined | b resigns; a over True; a wins 0; \
b over True; b wins 0; b resigns; b refused over
a move is taken back when the other agrees | plurality | joined | a plays FIRST; a wishes undo; \
b proposal (1,); a votes yes; a refused vote; b votes yes; a moves ; b moves ; a asked 0; \
a proposal None
a no and a move end a proposal | plurality | joined | a plays FIRST; a wishes undo; b votes no; \
a proposal None; a note does not want to take a move back; a wishes undo; b plays pass; \
a proposal None; ply 2
another game is played when all agree | plurality | joined | b resigns; a wishes new; b votes yes; \
a game 2; b game 2; a over False; a plays FIRST; b moves FIRST
a bot stands in for who stays away | plurality | joined stand_in=bot:2 | a leaves; due 60; later; \
b kinds bot guest; bots 1; c joins key=a; b kinds guest guest; c plays FIRST; b moves FIRST
a host begins without waiting and frees seats | plurality | | a joins key=host; a host True; \
a orders start; begun True; a kinds guest bot; a orders free 1; a kinds guest free; b joins; \
b seat 1; a orders bot 9; a refused seat; a orders free 9; a refused seat; a orders dance; \
a refused order; a orders bot 1 gtp:rm -rf /; a refused player; \
a orders bot 1 mcts:policy=/etc/passwd; a refused player; a orders bot 1 uct:time=9999; \
a refused player; a orders end; ended True
who is sent away hears why | plurality | | a joins key=host; b joins; a orders free 1; \
b closed host; x cannot key=b: opens nothing
a bot that breaks down is started anew and then makes room | plurality | \
joined players=human,bot:1 | a plays FIRST; bots 1; breaks; later; bots 1; breaks; \
a kinds guest free; b joins; b plays pass; ply 2
dice that fell before anybody came do not begin the game | mitropia | of=2 | a joins; begun False; \
b joins; begun True
that a guest has no choice is not told by an answer at once | mitropia | \
of=3 players=human,random,random | a joins; accepts None; a always yes; accepts all; \
a always no; accepts None
a seat has some windows and the oldest makes room | plurality | joined | c joins key=a; \
d joins key=a; e joins key=a; f joins key=a; a closed too many other windows; b closed False; \
f plays FIRST; b moves FIRST
people who share a seat's key talk by their own names, and the first of them moves | plurality | | \
a joins name=Ann; b joins name=Bob; c joins key=a name=Carol; \
c talks hello; b talker Carol; \
a talks hi; b talker Ann; c plays FIRST; a moves FIRST
a bot takes the seat of who is waited for | plurality | joined host | a plays FIRST; b plays pass; \
b leaves; a wishes undo; a proposal (1,); h orders bot 1 bot:1; a proposal None; ply 0
who comes back stops no bot of another seat | tricolor | \
joined players=human,human,random stand_in=bot:1 | \
a plays a1; a leaves; later; b kinds bot guest bot; \
b plays e5; bots 1 0; c joins key=a; bots 2 0; awaits True
a seat that a bot plays is its owner's alone | plurality | | a joins key=host seat=0; \
a orders start; x cannot : taken; x cannot seat=1: its key takes it; b joins key=1; b seat 1
an open proposal is told to who comes back | plurality | joined | a plays FIRST; b leaves; \
a wishes undo; c joins key=b; c votes yes; ply 0; a moves 
who comes back after all was taken back has an empty board | plurality | joined | a plays FIRST; \
undo; c joins key=a mirror=a; c moves ; c asked 0
a seat left empty passes until its guest is back | plurality | joined stand_in=pass | b leaves; \
due 60; a plays FIRST; ply 1; later; later; moves FIRST pass; a note passes meanwhile; \
a kinds guest guest; a asked 0; c joins key=b; a plays c2,d2,b2; later; c asked 1; ply 3
seats left empty wait for somebody to play on | plurality | joined stand_in=pass | b leaves; \
a leaves; later; later; later; ply 0; c joins key=a; c plays FIRST; later; later; later; \
c moves FIRST pass
the host lets a seat pass, also one that a bot plays | plurality | joined host stand_in=bot:1 | \
h orders pass 1; h refused seat; b leaves; later; h kinds guest bot; a plays FIRST; \
h orders pass 1; later; h kinds guest guest; h moves FIRST pass; a wishes undo; a proposal None; \
h orders bot 1 bot:2; h kinds guest bot; h orders pass 7; h refused seat
taking back goes beyond the passes of an empty seat | plurality | joined stand_in=pass | b leaves; \
later; a plays FIRST; later; ply 2; a wishes undo; later; ply 0; a asked 0
talk is plain and can be switched off | plurality | joined host | a talks \x1b]0;x\x07 [b]hi[/b]; \
b talk \\x1b]0;x\\x07 [b]hi[/b]; a orders talk  no; a refused host; h orders talk  no; \
a talks psst; a refused talk; b talk \\x1b]0;x\\x07 [b]hi[/b]
the host alone is told the keys of free seats | plurality | | a joins key=host; a keys 1; \
b joins key=1; a keys 0; b keys None; a orders free 1; a keys 1; x cannot key=b: opens nothing
who rests passes at a table elsewhere too | tricolor | joined | a plays a1; b plays e5; \
c plays e1; a hears; a rests; b plays d5; c plays d1; a hears; moves a1 e5 e1 pass d5 d1 pass; \
b plays b1; c plays c1; a hears; ply 9
who takes his seat again and again has to wait | plurality | joined | 7* c joins key=0 & c leaves; \
x cannot key=0: too often; c joins key=1; +5; c joins key=0
who tells everybody too much is heard later | plurality | joined | 6* a talks hey; a talks no; \
a refused often; b talk hey; +5; a talks yes; b talk yes
nor are his wishes heard | plurality | joined | a plays FIRST; 6* a wishes undo & b votes no; \
a wishes undo; a refused often; b proposal None; +5; a wishes undo; b proposal (1,)
who watches has a ration of talk and all have one together | plurality | joined | w joins watch; \
v joins watch; u joins watch; 6* w talks hey; w talks no; w refused often; 6* v talks hi; \
a talk hi; u talks no; u refused often; a talks still; b talk still; +5; 6* u talks ho; a talk ho
# Clocks: the table runs them, guests are told and count down by themselves.
guests are told and count down | plurality | joined clocks=1m+2s,white:3x10s | \
a controls 1m+2s 3x10s; +5; clocks 55 10; a clocks 55 10; b clocks 55 10; a plays a1,b1,c1; +12.5; \
clocks 57 7.5; a clocks 57 7.5; b clocks 57 7.5; a runs 1; took 5
the table ends a time | plurality | joined clocks=1m | +59.9; lost None; +1; lost 0 on time; \
a lost 0 on time; b lost 0 on time; b clocks 0 60
clocks stand while a proposal waits | plurality | joined clocks=1m | +5; a plays a1,b1,c1; +3; \
a wishes undo; b runs None; +90; clocks 55 57; a clocks 55 57; b votes no; +1; clocks 55 56; \
b clocks 55 56; a wishes undo; b votes yes; +1; clocks 59 60
everybody hears that a seat passes from now on | tricolor | joined clocks=10s+0s | +10.1; \
moves pass; a asked 1; a note no time left; c note no time left; b moves pass; b plays a1; \
c plays b2; moves pass a1 b2 pass
clocks of hidden hands run for whoever is asked | mitropia | joined of=2 clocks=1m | +4; \
clocks 60 56; a clocks 60 56
time in which the table stood still is nobody's | plurality | joined clocks=10s+0s | +3; ~100; \
a plays FIRST; moves FIRST; +2; ~100; +0; clocks 7 8; b clocks 7 8; +8.1; lost 1 on time
"""


@pytest.mark.parametrize(("shows", "game", "how", "steps"), cases(SCENES))
def test_scene(shows: str, game: str, how: str, steps: str, monkeypatch: Any) -> None:
    it = Scene(game, how, monkeypatch)
    for step in steps.split("; "):
        many, times, several = step.partition("* ")
        for each in several.split(" & ") * int(many) if times else [step]:
            it.step(each)


@pytest.mark.parametrize("change", [str.upper, lambda key: key.replace("-", ""), "  {} ".format])
def test_a_key_is_read_however_it_is_typed(change: Callable[[str], str]) -> None:
    table, seating, _ = table_of("plurality", SMALL)
    keys = [*(chair.key for chair in seating.places.values()), seating.watch.key]
    seats = [Visitor(table).join(key=change(key)).mirror.seat for key in keys]
    assert seats == [0, 1, None]
    assert Visitor(table).join(key=change(seating.host_key), watch=True).last(wire.Welcome).host


def test_names_are_plain_and_nobody_is_called_like_another() -> None:
    names = ("Ann", "  Ann \t B ", "\x1b[31mred\x07", "[b]bold[/b]", "n" * 500, "\u202eevil", "")
    plain = ["Ann", "Ann B", "31mred", "bboldb", "n" * 16, "evil", ""]
    assert [plain_name(name) for name in names] == plain
    table, _, _ = table_of("plurality", SMALL)
    black = Visitor(table).join(name="Ann")
    white = Visitor(table).join(name="ANN")
    assert [each.name for each in black.mirror.seats.seats] == ["Ann", "white"]
    for name in ("ann", "White", "Bob"):
        Visitor(table).join(watch=True, name=name).say(wire.Talk("x" * 500))
    talk = [message for message in white.heard if isinstance(message, wire.Said)]
    assert [said.name for said in talk] == ["somebody", "somebody", "Bob"]
    assert talk_line(talk[-1]) == "Bob (watching): " + "x" * wire.MOST_TALK


def test_what_cannot_be_hidden_cannot_be_played_together(lots: Any) -> None:
    """A game that hides something, but knows no redacted moves."""
    match = Match(lots, ("human",) * 3, 1)
    telling.refuse(match)
    match.game = SimpleNamespace(id="bare", view=print, imagine=print)
    with pytest.raises(OptionError, match="hides something"):
        telling.refuse(match)


def seen_alike(guests: list[Visitor], match: Match) -> None:
    """Every guest sees the position as the rules say he may."""
    for guest in guests:
        seat, mirror = guest.mirror.seat, guest.match
        assert mirror.ply == match.ply
        assert mirror.seen(seat) == match.seen(seat)
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


def with_hands(hands: str, to_move: str) -> tuple[Match, SharedTable, list[Visitor]]:
    """A table of three guests with a position that was set up."""
    game = make(3, CARDS)
    texts = {"hands": hands, "to move": to_move}
    start = StartPosition.read(game, "\n".join(["......."] * 7).splitlines(), texts)
    match = Match(game, ("human",) * 3, 1, start)
    seating = Seating.of([(seat, "seat") for seat in range(3)])
    table = SharedTable("friday", "1", match, seating, Manners(), Room())
    table.open()
    guests = visitors(table, seating)
    return match, table, guests


def test_own_cards_of_a_position_that_was_set_up_are_told_to_their_holder() -> None:
    match, table, guests = with_hands("black: extra move, 3 points; white: reject", "white")
    seen_alike([*guests, Visitor(table).join(watch=True)], match)
    lines = [b"".join(guest.lines) for guest in guests]
    assert [b"extra move" in said for said in lines] == [True, False, False]
    assert [b"reject" in said for said in lines] == [False, True, False]


def test_a_guest_with_a_card_is_asked_whether_it_answers_or_not() -> None:
    """Who was not asked would show the others that he has no such card."""
    match, _, guests = with_hands("black: extra move; white: 3 points", "red")
    moves = [match.game.format(move) for move in match.game.legal_moves(match.state)]
    guests[2].play(next(move for move in moves if move not in ("pass", "roll")))
    for seat in (0, 1):
        assert match.to_act == seat
        guests[seat].play("let")
        assert match.texts()[-1] == "let"


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


def test_an_empty_seat_lets_moves_of_others_stand_and_hides_its_cards() -> None:
    table, seating, room = table_of("mitropia", {"players": 3}, manners=Manners(stand_in="pass"))
    guests, away = visitors(table, seating), table.match.to_act
    for turn in range(33):
        if turn == 3:  # all have a start point
            begun = table.match.ply
            table.leave(guests[away].guest)
        room.pass_time()
        if (seat := table.match.to_act) >= 0 and (turn < 3 or seat != away):
            moves = [*map(table.match.game.format, table.match.game.legal_moves(table.match.state))]
            guests[seat].play(next((each for each in moves if each in ("let", "pass")), moves[0]))
    texts = table.match.texts()
    own = {
        text for ply, text in enumerate(texts) if table.match.actor(ply) == away and ply >= begun
    }
    assert own
    assert own <= {"pass", "let"}
    assert all(each.match.ply == table.match.ply for each in guests if each is not guests[away])
