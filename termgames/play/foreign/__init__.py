"""Records of other programs, read and written.

formats        the formats by name; which one a file is in
imported       a game that was read, and what of it differs here
about          what a record tells beside its moves, kept in the comment on the whole game
sgf_text, sgf  trees of properties as text; games of Go in them
abstractplay   games of Plurality, Pletore and Majorities in records of AbstractPlay
"""
