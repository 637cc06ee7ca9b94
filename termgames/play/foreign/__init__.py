"""Records of other programs, read and written.

formats                        the formats by name; which one a file is in
imported                       a game that was read, and what of it differs here
about                          what a record tells beside its moves, kept in the comment on the game
sgf, sgf_reading, sgf_writing  games of Go in SGF
sgf_text, sgf_time             trees of properties as text; clocks in them
charsets                       the characters of a file
abstractplay                   Plurality, Pletore and Majorities in records of AbstractPlay
"""
