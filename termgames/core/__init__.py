"""The vocabulary of every game: topology, moves, refusals, scores, overlays. Needs numpy only."""
