"""A tiny game with three seats, dice, hidden cards, questions out of turn and table talk: all that
the shipped games do, for tests of match, records, GTP, line mode and screens."""
