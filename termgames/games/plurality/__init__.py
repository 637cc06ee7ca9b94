"""Plurality (João Pedro Neto): territories belong to whoever has more stones around them.

Where to start: `rules` says what a position is, what is legal and what follows.

the board   options, geometry (the trominoes), tiling (can stones have come as trominoes?)
counting    scoring
to be seen  display
playouts    rollout, of playing, patterns and results; reference (the same in plain Python), bench
search      packed
solved      exact (small boards whole)
"""
