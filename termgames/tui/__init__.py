"""The screens: the only place that knows Textual.

app                    the application, and the doors by which it is opened
bot_processes, analyst bots of a match and beside it, as messages
board                  the board, one widget for all games
screens, widgets       whole screens, and their parts
styled                 the phrases and panels of play.text as coloured text
themes                 what boards and players look like
driver, terminal_input       the terminal: output, threads, signals; bytes as messages
app_themes, theme_names    the themes around the board; their names without Textual
preferences            what a player likes, kept from run to run
"""
