"""The keys of commands: what the settings may move, and that nothing is lost by it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.binding import Binding, BindingsMap

from termgames.tui import config, keymap
from termgames.tui.app_keys import remapped
from termgames.tui.keymap import KeyFault, catalogue
from tests.cases import cases

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
