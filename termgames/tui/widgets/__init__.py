"""Parts of screens, each small and for any game.

literal               Textual's own widgets, with strings that are never read as markup
prompt, question      what is asked, and the numbered answers to it
entry, keys           the line to type a move in, and the line of keys
players, holdings     who plays, and what lies beside the board
moves, scores, count  lists, of which looking shows the lines on the board
graph                 the course of the game
mapview, seatform     parts of the form for a new game
"""
