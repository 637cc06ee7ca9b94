"""Long campaigns against the installed program: `python -m tests.campaign NAME --minutes 60`.

Each module here is one campaign: `run(minutes, seed)` tries the program for that long, and
everything it tries follows from the seed. A quick profile of each is an ordinary test.

`python -m tests.campaign mutants --seed N --count 100` tries the tests instead: which of so many
single changes of the code they notice.
"""
