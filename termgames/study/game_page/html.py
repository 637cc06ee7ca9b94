"""The page: one file, which loads nothing and runs no script but its own.

What comes from the record stands in it as text: escaped in the markup, and as JSON that the script
puts into the page as text again. The policy of the page names script and style by their hashes, so
that a browser runs nothing else.
"""

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final

from termgames import games
from termgames.core import files
from termgames.play.match import AnyMatch
from termgames.play.pictures import svg
from termgames.play.pictures.diagram import Diagram, diagram_of
from termgames.play.pictures.faces import inks
from termgames.play.pictures.kinds import Kind, PictureWish
from termgames.play.pictures.paper import Paper
from termgames.play.text import words
from termgames.study import review_file
from termgames.study.game_page.tree import Entry, PageTree
from termgames.study.review import Finding

_MOST_BYTES = 100_000
"""Of script and style, each."""
_WIDE, _HIGH = 600.0, 100.0
"""Of the graph."""
_DASHES = ("none", "9 4", "2 4", "12 4 2 4", "5 5")
"""By seat: what tells the lines of the graph apart without colours."""


def write(match: AnyMatch, paper: Paper, findings: Mapping[int, Finding | None]) -> str:
    """The page of a match, with what a review has found."""
    colours = inks(paper)
    tree = PageTree(match, findings, colours)
    start = diagram_of(games.display(match.game), match.start.state, (), "")
    style, script = _part("style.css"), _part("script.js")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(words.title_line(match))
    return f"""<!DOCTYPE html>
<html lang="en" data-game="termgames">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{title}</h1>
<p>{escape("; ".join(words.player_lines(match)))}</p>
<p>{escape(words.result_line(match))}</p></header>
<main>
<div>
{_board(tree, start)}
{_graph(match, tree.entries[: tree.main], paper)}
</div>
{_BESIDE}
</main>
<script type="application/json" id="game">{_json(_data(tree, start))}</script>
<script>{script}</script>
</body>
</html>
"""


_BESIDE: Final = """<div>
<div class="controls">
<button id="first" title="To the start (Home)">|&lt;</button>
<button id="back" title="One turn back (left)">&lt;</button>
<button id="on" title="One turn on (right)">&gt;</button>
<button id="end" title="To the end (End)">&gt;|</button>
<button id="play" title="Play by itself (space)">Play</button>
<select id="seconds" aria-label="Seconds a turn"><option value="0.5">0.5 s</option>
<option value="1" selected>1 s</option><option value="2">2 s</option>
<option value="5">5 s</option></select>
<label title="Who owns the empty points (o)"><input type="checkbox" id="territory"> owners</label>
<input type="range" id="slider" min="0" value="0" aria-label="Position">
</div>
<div id="now" aria-live="polite"></div>
<div id="happened"></div>
<div id="score"></div>
<div id="review"></div>
<div id="comment"></div>
<div id="ways"></div>
<ol id="moves"></ol>
<noscript>This page needs JavaScript.</noscript>
</div>"""


def _board(tree: PageTree, start: Diagram) -> str:
    """The board without stones, and all that its script places on it."""
    plan, topology = svg.plan_of(start), start.game.topology
    around = svg.name(svg.around(topology, tree.colours))
    ground = f'<rect x="-3000" y="-3000" width="9000" height="9000" fill="{around}"/>'
    parts = [ground, *svg.defs(tree.faces, topology, tree.colours)]
    parts += svg.board(plan, tree.colours, topology)
    return (
        f'<svg id="board" viewBox="0 0 {plan.width:g} {plan.height:g}" role="img" '
        f'font-family="{svg.FONT}">\n{"".join(parts)}\n'
        '<g id="position" text-anchor="middle"></g></svg>'
    )


def _data(tree: PageTree, start: Diagram) -> dict[str, Any]:
    """What the script needs."""
    plan = svg.plan_of(start)
    return {
        "points": plan.points,
        "beginning": "The beginning",
        "main": tree.main,
        "wide": _WIDE,
        "nodes": tree.entries,
    }


def _graph(match: AnyMatch, entries: Sequence[Entry], paper: Paper) -> str:
    """The chances that the review saw after each turn; empty without any. Of two players the first
    one's are enough."""
    if not any("v" in entry for entry in entries):
        return ""
    state, game = match.start.state, match.game
    seats = range(1 if game.seats == 2 else game.seats)
    step = _WIDE / max(1, len(entries) - 1)
    drawn: list[str] = []
    for seat in seats:
        places = " ".join(
            f"{number * step:.1f},{_HIGH * (1 - entry['v'][seat]):.1f}"
            for number, entry in enumerate(entries)
            if "v" in entry
        )
        drawn += _lines(places, paper.players[game.colour(state, seat)], _DASHES[seat])
    names = ", ".join(game.seat_name(state, seat) for seat in seats)
    about = f"Chances of {names}, as the review saw them: from none at the bottom to a sure win."
    return (
        f'<svg id="graph" viewBox="0 0 {_WIDE:g} {_HIGH:g}" preserveAspectRatio="none">'
        f"<title>{escape(about)}</title>"
        f'<rect width="{_WIDE:g}" height="{_HIGH:g}" fill="#9a9a9a"/>'
        f'<path d="M0 50H{_WIDE:g}" stroke="#6a6a6a"/>{"".join(drawn)}'
        f'<line id="cursor" y1="0" y2="{_HIGH:g}" stroke="#ffffff" stroke-width="2"/></svg>'
        f'<div class="legend">{escape(about)}</div>'
    )


def _lines(places: str, colour: str, dashes: str) -> Iterator[str]:
    usual = f'points="{places}" fill="none" vector-effect="non-scaling-stroke"'
    yield (f'<polyline {usual} stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dashes}"/>')


def _json(value: Any) -> str:
    """A value as JSON that ends no element of a page, whatever texts are in it."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _part(name: str) -> str:
    return files.text(Path(__file__).with_name(name), _MOST_BYTES)


def _hash(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def _made(match: AnyMatch, wish: PictureWish) -> bytes:
    kept = None if wish.record is None else review_file.load_last(wish.record, match)
    return write(match, wish.paper, {} if kept is None else kept.findings).encode()


KIND = Kind("html", _made)
"""The page, as one more of the kinds of pictures."""
