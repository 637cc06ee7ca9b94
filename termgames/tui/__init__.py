"""The screens: the only place that knows Textual.

app                     the application, and the doors by which it is opened
session, events, letting, tact    a game at the table, without a screen
bots, analyst           bots of a match and beside it, as messages
board                   the board, one widget for all games
screens, widgets        whole screens, and their parts
words, seats, prompting matches, their players, what is expected, in words
themes, skins, theme_names, preferences, newgame    looks, and what players like and chose
"""
