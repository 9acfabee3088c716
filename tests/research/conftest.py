"""Lets the tests of research share what they are made with."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
