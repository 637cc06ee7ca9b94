"""The command line: `termgames COMMAND`.

Everything heavy (numpy, textual, rich) is imported inside the commands that need it, so
that help, completion and wrong usage answer at once. Exit codes: 0 fine, 1 the work
failed, 2 wrong usage, 130 interrupted, 143 and 129 ended by SIGTERM and SIGHUP.

root, lazy, guard              the commands by name, loaded when needed; errors as exit codes
terminal                       whether there is a screen, and how it is to look
common, gameoptions            options that commands share; options of games, a command a game
settings_options               options that stand for settings
table                          plays a match with its players, on the screen or line by line
drills                         lessons, problems and one's own mistakes: three commands
play, explore, resume, replay, review, export, importing, stats             a command each
review_texts                   what `review` prints
pictures                       what pictures and films `export` writes
config, pages, maps, gtp, doctor                                      a command each
host, join, serve              tables for people at several terminals and in browsers
saved                          saved games by number or file, and their list
choosing                       the open tables and their seats: listed, and chosen from
The commands of the workbench lie there.
"""

import gc
import os
from collections.abc import Sequence

COMPLETION = "_TERMGAMES_COMPLETE"
"""What the shell sets when it asks click for words."""
GARBAGE = 20_000
"""How many objects Python makes before it looks for garbage among them."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line (default: the process's) and answer the exit code.

    Nothing but the exit code and one line on standard error tells of an error.
    """
    from termgames.play import signals  # until they are noted, Python itself prints them

    with signals.noted(last=argv is None):
        from termgames.cli.guard import guarded

        return guarded(lambda: _run(argv))


def _run(argv: Sequence[str] | None) -> object:
    from termgames.cli import lazy
    from termgames.cli.root import HIDDEN, root
    from termgames.play.children import ONE_THREAD

    # Hardly any object that is made while modules load is garbage. To look for garbage after every
    # 700 objects, as is usual, takes a tenth of the start.
    gc.set_threshold(GARBAGE, 10, 10)
    # The matrices here are small: threads would take longer to meet than to work.
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")
    try:
        with lazy.renamed(HIDDEN):
            return root.main(argv, prog_name="termgames", standalone_mode=False)
    except (KeyError, ValueError) as error:
        if COMPLETION not in os.environ:
            raise
        from termgames.core.errors import OptionError

        raise OptionError(
            f"cannot complete words: the shell does not say what was typed ({error}); see "
            "termgames --help"
        ) from None
