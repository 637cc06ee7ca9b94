"""Parts of screens, each small and for any game.

players, scores, count, candidates   who plays, what the score is made of, how it is counted, the
                                     best moves
moves, graph, highlight_list         the moves so far, scores over the game, a list with a cursor
findings, variations                 the mistakes that a review found, moves that were tried
prompt, question, entry, keys        what is asked, how it is answered, which keys there are
comment_panel                        a comment that was written
formrow, optionrow, seatform         rows of the form for a new game
mapview, card                        maps in the form; what the menu offers
literal, lines                       Textual's own widgets, without markup in strings; a text drawn
                                     line by line
"""
