"""A tiny game with three seats, dice, hidden cards, questions out of turn and table talk.

It is here to try match, records, GTP, line mode and screens on everything the shipped games do.
"""
