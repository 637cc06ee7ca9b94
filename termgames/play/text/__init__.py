"""Playing without a screen, in words.

line_game    a game played line by line
printer      what such a game prints: board, score, moves, hands, help
boards       boards in plain characters
report       positions, counts and games as JSON values and as lines of text
"""
