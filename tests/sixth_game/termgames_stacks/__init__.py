"""Stacks, a game of another package: a fixed opening, a neutral stack, heights on the cells."""
