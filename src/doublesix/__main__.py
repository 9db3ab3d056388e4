"""``python -m doublesix`` is the command line program."""

import sys

from doublesix.cli import main

sys.exit(main())
