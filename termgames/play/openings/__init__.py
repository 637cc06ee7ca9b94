"""Trees of openings: which moves are played from a position, how often, and what they lead to.

tree     a tree as a value, and its text in a file
images   positions up to the symmetries of the board
shelf    which trees there are, a file a game
found    what a tree has of a position, in the moves of the game that is played
book     a bot that plays its first moves from a tree
"""
