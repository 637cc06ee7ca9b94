"""The pages that a browser gets: the one with a window, and short notices. Nothing in them comes
from another place."""

from __future__ import annotations

from html import escape
from typing import Final

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""What the browser may load for a page: what this server has, and a socket."""
_STYLE: Final = """
@font-face { font-family: "Roboto Mono"; font-weight: 100 700;
  src: url("static/fonts/RobotoMono-VariableFont_wght.ttf"); }
@font-face { font-family: "Roboto Mono"; font-weight: 100 700; font-style: italic;
  src: url("static/fonts/RobotoMono-Italic-VariableFont_wght.ttf"); }
html, body { margin: 0; height: 100%; background: #121212; color: #e0e0e0;
  font-family: "Roboto Mono", monospace; }
.textual-terminal { width: 100vw; height: 100vh; }
.notice { position: absolute; inset: 0; z-index: 10; display: flex; flex-direction: column;
  align-items: center; justify-content: center; gap: 1em; background: #121212; }
.notice a { color: inherit; }
body.-first-byte .opening, body .closed { display: none; }
body.-closed .closed { display: flex; }
"""

SCRIPT: Final = """\
const waiting = setInterval(() => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys) {
    clearInterval(waiting);
    keys.focus();
  }
}, 50);
"""
"""Lets keys reach the window without a click."""


def window(title: str, socket: str) -> str:
    """The page with a window that is shown over the web socket of that address."""
    return _page(
        title,
        """<link rel="stylesheet" href="static/css/xterm.css">
<script src="static/js/textual.js"></script>
<script src="keys.js"></script>""",
        f"""<div class="notice opening">{escape(title)}</div>
<div class="notice closed"><div>The window is closed.</div><a href="">Open it again</a></div>
<div id="terminal" class="textual-terminal" data-session-websocket-url="{escape(socket)}"
 data-font-size="16"></div>""",
    )


def notice(title: str, text: str) -> str:
    """A page that says something."""
    return _page(title, "", f'<div class="notice"><div>{escape(text)}</div></div>')


def _page(title: str, head: str, body: str) -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<title>{escape(title)}</title>
{head}
<style>{_STYLE}</style>
</head>
<body>
{body}
</body>
</html>
"""
