"""Whole screens of the application.

menu, setup, files, help        the menu, the form for a game, the saved games, rules and keys
game, guest, replay             a game being played, also at a table; a record looked through
task, lesson, puzzle, exercise  a task on the board, of a course, by itself, or of one's own games
editing                         a position set up by hand
statistics, settings            results of the players here; everything that can be set
base, dialogs                   what every screen begins with; questions over a screen
"""
