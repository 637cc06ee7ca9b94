"""A game as one page for browsers."""

import asyncio
import base64
import hashlib
import json
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from termgames.play import store
from termgames.play.match import Match
from termgames.play.pictures.faces import inks
from termgames.play.pictures.kinds import PictureWish
from termgames.play.pictures.paper import book
from termgames.search.limits import Limit
from termgames.study import review_file
from termgames.study.game_page import html
from termgames.study.game_page.tree import PageTree
from termgames.study.review import Finding
from tests.browser import CHROMIUM, Browser, browser

RECORDS = Path(__file__).parents[2] / "readme_games"
GAMES = ("plurality", "pletore", "majorities", "tricolor", "mitropia")
HOSTILE = "</script><img src=x onerror=alert(1)><!-- & \u2028 ]]> </title>"


def match_of(name: str) -> Match[Any, Any]:
    match = store.read(RECORDS / f"{name}.tgr", draws=False)
    match.notes.say(4, HOSTILE)
    return match


def with_line(match: Match[Any, Any]) -> Match[Any, Any]:
    """A variation of two moves after the third move."""
    state, node = match.state_at(3), None
    for _ in range(2):
        move = match.game.legal_moves(state)[-1]
        node = match.notes.add(3 if node is None else node, match.game.format(move))
        state = match.game.apply(state, move)
    match.notes.say(node, HOSTILE)
    return match


def finding(match: Match[Any, Any], ply: int, lost: float) -> Finding:
    text = match.texts()[ply]
    shares = (0.6, 0.4) if match.game.seats == 2 else (0.4, 0.3, 0.3)
    return Finding(
        *(ply, match.actor(ply), match.actor_name(ply), text, HOSTILE, (HOSTILE, text), 0.7),
        losses=(lost, lost),
        points_lost=1.0,
        seats=match.game.seats,
        after_best=shares,
        after_played=shares,
    )


def stones_in(tree: PageTree, kind: str = "d") -> list[bytes]:
    """The position after each entry, put together from what changed."""
    faces, players = [*tree.faces], tree.colours.players
    positions: list[bytes] = []
    for entry in tree.entries:
        changes = iter(entry.get(kind, ()))
        board = dict(enumerate(positions[entry["p"]] if entry["p"] >= 0 else b""))
        for cell, face in zip(changes, changes, strict=True):
            stone = faces[face].stone
            board[cell] = 0 if stone is None else 1 + players.index(stone[0])
        positions.append(bytes(board[cell] for cell in sorted(board)))
    return positions


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_those_of_the_game_and_its_variations(name: str) -> None:
    match = with_line(match_of(name))
    tree = PageTree(match, {}, inks(book(match.game)))
    boards = stones_in(tree)
    assert boards == stones_in(tree, "o")
    stones = [match.game.stones(match.state_at(ply)) for ply in range(match.ply + 1)]
    assert boards[tree.main - 1] == stones[-1]
    shown = [board for number, board in enumerate(boards[: tree.main]) if number]
    places = iter(stones)
    assert all(any(board == each for each in places) for board in shown), "in the order of moves"
    told = [entry.get("c", "") for entry in tree.entries]
    assert match.notes.comment(4) in told[: tree.main]
    hidden = name == "mitropia"  # whose variations tell what players hold
    assert len(tree.entries) - tree.main == (0 if hidden else 2)


class Reader(HTMLParser):
    """The elements of a page, and the text of its scripts."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "style")]

    def handle_data(self, data: str) -> None:
        self.texts.append((self.tags[-1] if self.tags else "", data))


def test_whatever_stands_in_a_record_is_text() -> None:
    match = with_line(match_of("small"))
    match.players = (f"human:{HOSTILE}", "bot:4")
    page = html.write(match, book(match.game), {1: finding(match, 1, 0.5)})
    reader = Reader()
    reader.feed(page)
    assert "img" not in reader.tags
    assert reader.tags.count("script") == 2
    assert reader.tags.count("title") == 2, "of the page, and of the graph"
    kept = [text for tag, text in reader.texts if tag in ("style", "script") and text.strip()]
    style, data, script = kept[0], kept[-2], kept[-1]
    assert json.loads(data)["nodes"]
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    for text in (script, style):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert "default-src 'none'" in policy[1]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)


def test_the_review_beside_the_record_comes_along(tmp_path: Path) -> None:
    match, path = match_of("small"), tmp_path / "game.tgr"
    kept = review_file.ReviewFile(path, match, Limit(None, 200))
    kept.add(1, finding(match, 1, 0.5))
    wish = PictureWish(book(match.game), 0, 0, 0)
    assert b"Blunder" not in html.KIND.made(match, wish)
    page = html.KIND.made(match, PictureWish(book(match.game), 0, 0, 0, record=path))
    assert b"Blunder: white lost 50% of the win" in page


async def said(page: Browser, script: str) -> Any:
    answer = await page.call("Runtime.evaluate", expression=script)
    assert "exceptionDetails" not in answer, answer
    return answer["result"].get("value")


async def key(page: Browser, name: str) -> None:
    await page.call("Input.dispatchKeyEvent", type="keyDown", key=name)
    await page.call("Input.dispatchKeyEvent", type="keyUp", key=name)


STONES = """[...document.querySelectorAll('#position use')].filter((use) =>
  document.querySelector(use.getAttribute('href')).innerHTML.includes('url(#b')).length"""
NOW = "document.getElementById('now').textContent"
COMMENT = "document.getElementById('comment').textContent"


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
async def test_every_game_is_stepped_through_in_a_browser(tmp_path: Path) -> None:
    async with browser(tmp_path / "profile", size=(1100, 900)) as page:
        for name in ("plurality", "mitropia"):
            match = with_line(match_of(name))
            findings = {ply: finding(match, ply, 0.3 * (ply % 2)) for ply in (3, 4, 5)}
            file = tmp_path / f"{name}.html"
            file.write_text(html.write(match, book(match.game), findings))
            await page.open(file.as_uri())
            while await said(page, "document.title") == "" or not await said(page, NOW):
                await asyncio.sleep(0.05)
            tree = PageTree(match, findings, inks(book(match.game)))
            entries, main = tree.entries, tree.main
            boards = stones_in(tree)
            for entry, board in list(zip(entries, boards, strict=True))[1:6]:
                await key(page, "ArrowRight")
                assert await said(page, NOW) == entry["t"]
                assert await said(page, STONES) == len(board) - board.count(0)
                assert await said(page, COMMENT) == entry.get("c", "")
            await key(page, "End")
            assert await said(page, STONES) == len(boards[0]) - boards[main - 1].count(0)
            await key(page, "o")
            await page.picture(Path(os.environ.get("PICTURES", tmp_path)) / f"page-{name}.png")
            if len(entries) > main:
                fork = entries[main]["p"]
                await said(page, f"show({fork}); document.querySelector('#ways button').click()")
                assert await said(page, NOW) == entries[main]["t"]
                await key(page, "ArrowRight")
                assert await said(page, NOW) == entries[main + 1]["t"]
                await said(page, "[...document.querySelectorAll('#ways button')].pop().click()")
                assert await said(page, NOW) == entries[fork].get("t", "The beginning")
            await said(page, "document.getElementById('seconds').value = '0.5'")
            await key(page, "Home")
            await key(page, " ")
            while await said(page, NOW) != entries[1]["t"]:
                await asyncio.sleep(0.05)
            await key(page, "ArrowLeft")
            assert await said(page, "document.getElementById('play').textContent") == "Play"
        assert not page.faults
        assert all(url.startswith("file:") for url in page.asked)
