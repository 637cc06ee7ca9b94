"""A match at a table, under any front end.

shown                     the match and the position looked at: what may be seen and said of it
live                      a game that is played there: whose turn it is, undo, saving, holding bots
study                     a match that is looked through, and other moves tried in it
thinkers, taught_move     parts of `live`: the bots; the move that a teacher looks at
variations                part of `study`: the moves tried, as a tree with a cursor
viewpoint                 whose view of the match is shown
auto_answer               answers given for a human
timing                    the clocks: whose runs, what it shows
resting                   turns passed for a human until they matter to him
keeper                    where the game is saved
"""
