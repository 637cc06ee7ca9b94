"""`python -m termgames`."""

import sys

from termgames.cli import main

sys.exit(main())
