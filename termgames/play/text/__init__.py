"""Text for every front end, and the front end that needs nothing else.

boards       boards in plain characters
words        lines and sentences on a match: options, players, scores, moves, results
prompts      texts for the player at the table: what to do, what bots think
panels       what stands beside the board, as values
openings     a position in a tree of openings
turns        a game turn by turn, and what happened in words
spoken       a position for the ear
places       parts of the board in words
statistics   results and ratings of players
listing      saved games as a table
report       positions, counts and games as JSON values, for other programs
line_game    line mode: a game played line by line
printer      its output
"""
