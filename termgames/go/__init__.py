"""Go for any number of colours, on any topology: what Tri-Color and Mitropia have in common.

board, superko      groups, liberties and captures on one board; repeated positions
dead_stones         players agree on dead stones after the last move
batch               groups and captures on rows of arrays, for searches
packed              positions as rows, for the search of games without luck
features            the input of nets
pass_alive          groups that live for good, and the ground they hold
heuristics          dead groups and points to avoid, without a search
playouts            random games on thousands of boards at once
"""
