"""Whole screens of the application.

menu, setup, files, help        the menu, the form for a game, the saved games, rules and keys
game, guest, replay             a game being played, one at a table, a record looked through
lesson, puzzle                  a task on the board, in a course or by itself
statistics, settings            results and ratings; all settings
editing                         a position set up by hand
base, dialogs                   what every screen begins with; questions over a screen
"""
