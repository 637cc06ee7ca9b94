"""Problems: positions in which one move is far better than all others, with the lines that show it.

problem        a problem as a value, and its text in a file
goal           what may be asked instead of the win: stones to capture or to save, ground
shelf          which problems there are, a file a game
ready          a problem made ready: a task as lessons have them
progress       which problems a player has solved, and his rating
listing        problems as JSON values, and all of them replayed
"""
