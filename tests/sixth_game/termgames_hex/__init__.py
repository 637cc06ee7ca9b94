"""Hex, a game of another package: options, rules and a rules page, nothing else."""
