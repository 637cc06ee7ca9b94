"""The screens: the only place that knows Textual.

app, opener            the application; opening its screens, and the questions before
preferences            everything that can be set, in one table
state_file             what was chosen on the screen, from run to run
config                 what is set, and by whom: what is remembered, settings.toml, the environment
user_files             the user's own files while it runs
app_keys, keymap       keys that work everywhere; where the player wants the keys of commands
analyst                a bot asked beside the match; its replies as messages
board                  the board, one widget for all games
screens, table         whole screens; the parts of those that show a board with a column
widgets                parts of screens that know no game
styled                 the phrases and panels of play.text as coloured text
themes, contrast       what boards and players look like; whether it stands out enough
depth                  the same in terminals with 256 or 16 colours
driver, terminal_input       the terminal: output, threads, signals; bytes as messages
inbox                        no more messages than the application can deal with
window                       a driver for windows in browsers, in place of the terminal's
serving                      the server that hands those out
typed_ahead            keys that wait until those before them are dealt with
app_themes, own_themes     the themes around the board; those of the player's own
theme_names                the names of all, without Textual
depth                  terminals with 256 or 16 colours
"""
