"""Whole screens of the application.

menu, setup, files, help        the menu, the form for a game, the saved games, rules and keys
game, guest, replay             a game being played, also at a table; a record looked through
drill                           a lesson, a problem or one's own mistake, answered on the board
editing                         a position set up by hand
statistics, settings            results of the players here; everything that can be set
base, dialogs                   what every screen begins with; questions over a screen
"""
