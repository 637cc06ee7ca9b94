"""The Go Text Protocol, version 2, for every game: other programs drive termgames with it."""
