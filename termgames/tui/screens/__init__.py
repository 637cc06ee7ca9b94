"""Whole screens of the application.

menu, setup, files, help        the menu, the form for a game, the saved games, rules and keys
game, replay, lesson            a game being played, a record looked through, a task on the board
editing                         a position set up by hand
base, dialogs                   what every screen begins with; questions over a screen
"""
