"""Majorities (Bill Taylor, 2007): most of a line, most of the lines, most of the directions."""
