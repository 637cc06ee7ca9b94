"""Scenes as rows: what is pressed, and what is then seen.

A scene is a block of text. Its first line is `== its name | how it opens`; each other line is
`keys | sights`. Keys are named as Textual names them; `key&key` come at once; `verb:argument` is
one of the room's verbs. Sights are parted by ` ; `:

    word: text      the text is part of what the word stands for (`word!: text`: it is not)
    word = text     it is exactly that (`word != text`: it is not)
    word            there is some of it (`!word`: there is none)

Spaces and line ends are one space each. What is not so at once has some seconds to become so.
"""

from __future__ import annotations

import asyncio
import inspect
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

import pytest

Words = Mapping[str, Callable[[Any], object]]
"""What a word of a sight stands for, asked of the pilot."""
Verbs = Mapping[str, Callable[[Any, str], Any]]
SIGHT = re.compile(r"(!?)([^\s:=!]+)(?:(!?:| !?=)(.*))?")
PATIENCE = 20
"""Seconds."""


def scenes(text: str) -> list[Any]:
    """The scenes of a text: each its opening and its rows."""
    blocks = re.split(r"^\s*== ", text, flags=re.MULTILINE)[1:]
    found = []
    for block in blocks:
        head, _, rows = block.partition("\n")
        name, _, opening = head.partition(" | ")
        found.append(pytest.param(opening.strip(), rows, id=name.strip().replace(" ", "-")))
    return found


async def follow(pilot: Any, rows: str, words: Words, verbs: Verbs) -> None:
    """Go through a scene on the screen that is open."""
    for row in filter(str.strip, rows.splitlines()):
        keys, _, sights = f" {row} ".partition(" | ")
        await press(pilot, keys, verbs)
        for sight in filter(None, map(str.strip, sights.split(" ; "))):
            await expect(pilot, sight, words, row.strip())


async def press(pilot: Any, keys: str, verbs: Verbs) -> None:
    """Keys and verbs, one after the other."""
    for key in keys.split():
        verb, parted, argument = key.partition(":")
        if parted:
            done = verbs[verb](pilot, argument)
            if inspect.isawaitable(done):
                await done
            await pilot.pause()
        elif "&" in key:
            await verbs["at_once"](pilot, key)
        else:
            await pilot.press(key)
    await pilot.pause()


async def expect(pilot: Any, sight: str, words: Words, row: str) -> None:
    """It is seen, or comes to be."""
    match = SIGHT.fullmatch(sight)
    assert match is not None, f"no sight: {sight}"
    no, word, how, text = match.groups()
    ask = words.get(word) or words[word[0]]
    end = time.monotonic() + PATIENCE
    while not holds(value := ask(pilot) if word in words else ask((pilot, word)), no, how, text):
        assert time.monotonic() < end, f"{row}\n  {sight}\n  but {word} is {value!r}"
        await asyncio.sleep(0.02)
        await pilot.pause()


def holds(value: object, no: str, how: str | None, text: str | None) -> bool:
    """Whether a sight is so."""
    if how is None:
        return bool(value) != bool(no)
    said, wanted = " ".join(str(value).split()), (text or "").strip()
    if "!" in how:
        return (wanted not in said) if ":" in how else said != wanted
    return (wanted in said) if ":" in how else said == wanted
