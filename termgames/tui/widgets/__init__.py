"""Parts of screens, each small and for any game.

players, scores, count               who plays, what the score is made of, how it is counted
moves, graph, highlight_list         the moves so far, scores over the game, a list with a cursor
prompt, question, entry, keys        what is asked, how it is answered, which keys there are
optionrow, seatform, mapview         rows of the form for a new game, and maps in it
literal                              Textual's own widgets, without markup in strings
"""
