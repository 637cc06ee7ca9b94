"""`python -m termgames`."""

import os
import sys

if not sys.flags.safe_path and sys.path[0] != os.path.dirname(os.path.dirname(__file__)):
    # Python has put the current folder first, whatever lies there; this package is elsewhere.
    del sys.path[0]

from termgames.cli import main

sys.exit(main())
