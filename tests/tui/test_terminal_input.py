"""Bytes from the terminal as messages: nothing fails, and only what is understood counts;
shortcuts on keyboards that type other letters than Latin ones; and keys that settings move."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import XTermParser
from textual.binding import Binding, BindingsMap
from textual.message import Message

from termgames.tui import config, keymap
from termgames.tui.app_keys import remapped
from termgames.tui.keymap import KeyFault, catalogue
from termgames.tui.terminal_input import (
    LONGEST_SEQUENCE,
    MOST_PASTED,
    TYPED,
    InputReader,
)
from termgames.tui.typed_ahead import on_qwerty
from tests.cases import cases


def told(messages: Iterable[Message]) -> list[str]:
    """Keys by their names, the rest by kind."""
    return [
        message.key if isinstance(message, events.Key) else type(message).__name__
        for message in messages
    ]


def read(*pieces: bytes) -> list[str]:
    """What a reader makes of the pieces, and of nothing after them."""
    reader = InputReader()
    messages = [message for piece in pieces for message in reader.feed(piece, 0.0)]
    return told([*messages, *reader.tick(10.0), *reader.tick(20.0)])


BROKEN = [b"\xff", b"\x9b", b"\xc3", b"\x1b[M\xff\xff\xff", b"\x1b[M\xc3\xa9\xa9", b"\x1b[1114112u"]
BROKEN += [
    b"\x1b[99;99;99y",
    b"\x1b[1;2\x01",
    b"\x1b]0;a name\x07",
    b"\x1bP1$r\x1b\\",
    b"\x1b[201~",
]
BROKEN += [b"\x1b[" + b"1;" * LONGEST_SEQUENCE + b"u", b"\x1b[48;9999;9999;1;1t"]


@pytest.mark.parametrize("broken", BROKEN)
def test_what_cannot_be_understood_is_dropped_and_nothing_else(broken: bytes) -> None:
    whole = broken + b"a\x1b[Bb"
    kept = ["a", "down", "b"]
    if broken.endswith(b"\x01"):
        kept.insert(0, "ctrl+a")
    assert read(whole) == kept
    assert read(*(bytes([byte]) for byte in whole)) == kept


def test_all_keys_of_textual_mean_the_same() -> None:
    # A line feed is Enter here, and Alt with a digit not what Option types with it on a Mac.
    others = {"\n", *(f"\x1b{digit}" for digit in "0123456789")}
    for sequence in ANSI_SEQUENCES_KEYS:
        if sequence.isascii() and sequence not in others:
            parser = XTermParser()
            meant = told([*parser.feed(sequence), *parser.feed("")])
            # A key that looks like a report of the cursor's place, which is none of our business.
            meant = [name for name in meant if name != "CursorPosition"]
            assert read(sequence.encode()) == meant
    assert read(b"mc3\n") == read(b"mc3\r") == ["m", "c", "3", "enter"]


def test_escape_waits_for_the_rest_of_a_sequence_only_so_long() -> None:
    reader = InputReader()
    assert told(reader.feed(b"\x1b", 5.0)) == []
    assert 0 < reader.wait(5.0, 1.0) < 1.0
    assert (told(reader.tick(5.01)), told(reader.tick(6.0))) == ([], ["escape"])
    assert reader.wait(6.0, 1.0) == 1.0


def test_pastes() -> None:
    reader = InputReader()
    assert told(reader.feed(b"\x1b[200~c4\x1b[A", 0.0)) == []
    (paste,) = reader.feed(b"\xff,c5\x1b[201~", 1.0)
    assert isinstance(paste, events.Paste)
    assert paste.text == "c4\x1b[A,c5"
    long = b"x" * (MOST_PASTED + 1)
    assert read(b"\x1b[200~" + long + b"\x1b[201~q") == ["q"]
    assert read(b"\x1b[200~", long, long, b"\x1b[201~q") == ["q"]


def test_after_too_much_input_reading_goes_on_at_a_sequence_or_a_pause() -> None:
    flood = b"x" * (TYPED + 1)
    reader = InputReader()
    reader.skip(0.0)
    assert told(reader.feed(flood, 0.01)) == []
    assert told(reader.feed(flood + b"\x1b[Aa", 0.02)) == ["up", "a"]
    reader.skip(1.0)
    assert told(reader.feed(flood, 2.0)) == ["x"] * len(flood)
    reader.skip(3.0)
    assert told(reader.feed(b"q", 3.01)) == ["q"]


_PIECES = st.one_of(
    st.binary(max_size=12),
    st.sampled_from([b"\x1b", b"\x1b[", b"\x1b[M", b"\x1b[200~", b"\x1b[201~", b"\x1bO", b"\x1b]"]),
    st.from_regex(rb"\x1b\[[<?]?[0-9;:]{0,40}[a-zA-Z~$]", fullmatch=True),
)


@given(st.lists(_PIECES, max_size=12))
def test_no_bytes_break_it(pieces: list[bytes]) -> None:
    reader = InputReader()
    for time, piece in enumerate(pieces):
        list(reader.feed(piece, time / 50))
    list(reader.tick(100.0))
    list(reader.tick(200.0))
    assert told(reader.feed(b"\x1b[A", 300.0)) == ["up"]


def test_a_letter_stands_for_the_one_in_its_place() -> None:
    """Other keys stay as they are."""
    typed, meant = "йЙםשضةqü漢іσΣюХ", [*"qQoaqmqü漢ssS", "full_stop", "left_curly_bracket"]  # noqa: RUF001
    for letter, key, character in zip(typed, meant, "qQoaqmqü漢ssS.{", strict=True):
        placed = on_qwerty(events.Key(letter, letter))
        assert (placed.key, placed.character) == (key, character)
    assert on_qwerty(events.Key("ctrl+й", None)).key == "ctrl+q"
    for name in ("enter", "ctrl+q", "shift+tab", "plus", "+", "ctrl++", " "):
        kept = events.Key(name, None)
        assert on_qwerty(kept) is kept


IDS = sorted({command.id for command in catalogue()})
KEYS = ["a", "o", "7", "f5", "ctrl+d", "alt+1", "x", "space", "enter", "up", "question_mark", "Z"]


def test_every_command_of_the_screens_has_an_id_and_a_key() -> None:
    by_place = keymap._places()
    for place, commands in by_place.items():
        assert [name for name, each in commands.items() if each.id], place
    for command in catalogue():
        assert all((command.keys, command.label, command.about)), command.id


WRITTEN = {"h, left": "h left", "?": "question_mark", "question_mark,?": "question_mark"}
WRITTEN |= {"F5": "f5", "shift+b": "B", "Ctrl+W": "ctrl+w", "comma": "comma", "й": "й"}
WRITTEN |= {"shift+ctrl+left": "ctrl+shift+left", "ctrl++": "ctrl+plus"}


def test_keys_are_written_as_they_are_called_or_as_they_are_typed() -> None:
    assert {text: " ".join(keymap._keys("table.walk", text)) for text in WRITTEN} == WRITTEN


@pytest.mark.parametrize(
    ("table", "told"),
    cases("""
    table.hnt=x | 'table.hnt' is no command: did you mean table.hint?
    table.hint=escpe | table.hint: 'escpe' is no key: did you mean escape?
    table.hint= | table.hint has no key: write keys with commas between them
    table.hint=ctrl+i | table.hint: terminals send ctrl+i as tab: write tab
    table.hint=ctrl+q | table.hint: ctrl+q always quits, and is no other command's
    preset=emacs | preset is "default", "vim" or "numpad", not 'emacs'
    form.begin=b | form.begin is needed where text is typed: give it a key that types
    table.hint=o | table.hint (Hint) cannot have o: on the screen game that is table.overlay \
(Overlay), give that another key as well
    preset=vim table.hint=/ | table.hint (Hint) cannot have slash: on the screen game that is \
table.type (Type)
    help.rules=left | help.rules (Rules) cannot have left: on the screen help that is taken for \
'Previous tab', which stays
    """),
)
def test_what_cannot_hold_is_refused_by_name(table: str, told: str) -> None:
    wanted = dict(each.split("=") for each in table.split(" "))
    with pytest.raises(KeyFault) as refused:
        keymap.read(wanted)
    assert str(refused.value).startswith(told)
    assert refused.value.name in wanted


def test_a_fault_costs_its_line_and_no_other() -> None:
    text = '[keys]\npreset = "vim"\n"table.hint" = "o"\ntable.view = "f7"\n"nothing" = "u"\n'
    moved, faults = keymap.of(config.read(text.encode(), Path("settings.toml")))
    known = {name: moved.get(name) for name in ("table.view", "table.hint", "table.type")}
    assert known == {"table.view": ("f7",), "table.hint": None, "table.type": ("m", "slash")}
    assert [fault.partition(": ")[0][-1] for fault in faults] == ["5", "3"], "their lines"


@settings(max_examples=60, deadline=None)
@given(st.dictionaries(st.sampled_from(IDS), st.sampled_from(KEYS), max_size=6))
def test_whatever_holds_leaves_every_command_a_key_of_its_own(table: dict[str, str]) -> None:
    moved, _ = keymap.of(config.Config(keys=table))
    for commands in keymap._places().values():
        held = {name: set(moved.get(name, each.keys)) for name, each in commands.items()}
        assert all(held.values())
        for one, other in combinations(commands, 2):
            if held[one] & held[other]:
                shared = set(commands[one].keys) & set(commands[other].keys)
                assert shared, (one, other)


def test_bindings_go_and_those_that_share_their_key_stay_in_order() -> None:
    walk = Binding("enter", "walk", "Walk", id="walk", priority=True)
    opens = Binding("enter,x", "open", "Open", id="open", key_display="ret")
    why_not = Binding("enter", "why not", id="open")
    before = BindingsMap([walk, opens, why_not, Binding("enter", "close", "Close", id="close")])
    after = remapped(before, {"open": ("f2", "enter")}).key_to_bindings
    actions = {key: " ".join(each.action for each in held) for key, held in after.items()}
    assert actions == {"enter": "walk open why not close", "f2": "open why not"}
    assert after["f2"][0].key_display is None
    assert [each.action for each in before.key_to_bindings["x"]] == ["open"]
