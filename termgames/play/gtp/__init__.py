"""The Go Text Protocol, version 2, for every game: other programs drive termgames, or are driven.

engine     the commands, for a game that another program controls
protocol   the lines of commands and answers; knows no game
program    another program that works for us, over this protocol or line by line
"""
