"""Whole screens of the application.

advice, dressed, table    a board with its column: bots asked about it, its looks, all of it
answers, game, replay     games played at it, by humans with their answers; looked through
leaves, graphs            parts of the column
menu, setup, files, help  what comes before a game, and its rules
dialogs, cards, handover  what is asked in between
"""
