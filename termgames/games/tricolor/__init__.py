"""Tri-Color Balancing Go: three players on one board, and the middle score wins."""
