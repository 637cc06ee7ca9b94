"""Searching for good moves through the protocols of `core`; knows no game."""
