"""The screens: the only place that knows Textual.

app                    the application, and the doors by which it is opened
bot_processes, analyst bots of a match and beside it, as messages
board                  the board, one widget for all games
screens, widgets       whole screens, and their parts
words, seats, prompting    matches, their players, what is expected, in words
themes, app_themes     what boards and players look like; the themes around the board
preferences            what a player likes, kept from run to run
"""
