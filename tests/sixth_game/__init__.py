"""A sixth game as another package brings it, with its tests; nothing in termgames knows it."""
