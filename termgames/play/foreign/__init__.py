"""Records of other programs, read and written.

formats                        the formats by name; which one a file is in
imported                       a game that was read, and what of it differs here
sgf, sgf_reading, sgf_writing  games of Go in SGF
sgf_text                       trees of properties as text
charsets                       the characters of a file
abstractplay                   Plurality, Pletore and Majorities in records of AbstractPlay
"""
