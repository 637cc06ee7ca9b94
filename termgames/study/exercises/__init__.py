"""A player's own mistakes as exercises, which come back spaced by what he remembers.

exercise     one mistake: the game up to it, what was played, what was better and why
making       exercises made of what a review or a bot that teaches has found
shelf        the file of all of them, by player
looks        how good an answer is, and whether what was better holds, in processes of their own
answering    an exercise as a task that is answered on a board
"""
