"""A game as one page for browsers: to step through, with comments, variations and its review.

tree        the game and its variations as data: what each move changed on the board
html        the page around them; script.js and style.css are written into it
"""
