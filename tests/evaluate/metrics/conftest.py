"""Lets the tests of metrics share the ledgers that they are made on."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
