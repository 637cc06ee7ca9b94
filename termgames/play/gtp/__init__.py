"""The Go Text Protocol, version 2, for every game: other programs drive termgames with it."""

from termgames.play.gtp.engine import Engine
from termgames.play.gtp.protocol import serve

__all__ = ["Engine", "serve"]
