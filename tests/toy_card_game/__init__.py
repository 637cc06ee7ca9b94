"""A tiny game with three seats, dice, hidden cards, questions out of turn and table talk.

It is here to try match, records, GTP and plain mode on everything the shipped games do.
"""
