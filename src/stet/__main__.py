"""`python -m stet`."""

import sys

from stet.cli import main

if __name__ == "__main__":
    sys.exit(main())
