"""Trees of openings: which moves are played from a position, how often, and what they lead to.

tree     a tree as a value, and its text in a file
found    which trees ship, what one has of a position, a bot that plays its first moves from it
"""
