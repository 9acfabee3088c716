"""The harbour report, shared by the tests of all formats."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
