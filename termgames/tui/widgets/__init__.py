"""Parts of screens, each small and for any game.

players, holdings, scores, count     who plays, what they hold, what the score is made of
moves, graph, looking                the moves so far, scores over the game, where one looks
prompt, question, entry, keys        what is asked, how it is answered, which keys there are
optionrow, seatform, mapview         rows of the form for a new game, and maps in it
literal                              Textual's own widgets, without markup in strings
"""
