"""The questions from the opening rolls to the last pass, and what each answer leads to."""
