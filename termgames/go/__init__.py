"""Go for any number of colours, on any topology: what Tri-Color and Mitropia have in common.

board, superko      groups, liberties and captures on one board; repeated positions
dead_stones         players agree on dead stones after the last move
batch               Go on rows of arrays, for searches
packed              positions as rows, for the search of games without luck
features            what a net is given of a position
heuristics          which groups are dead and where there is room, without a search
playouts            random games on thousands of boards at once
"""
