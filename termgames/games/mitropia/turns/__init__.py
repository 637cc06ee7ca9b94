"""The questions from the opening rolls to the last pass, and what each answer leads to.

A function that takes an answer returns the state after it, or a refusal.
"""
