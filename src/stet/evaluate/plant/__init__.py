"""Known errors, put into copies of a text that passed: so that a reviewer can be measured.

This package reads and changes texts with word lists and patterns of its own. It shares none with the code that
checks: two programs with one pattern would be blind in the same place, and the measure would not show it.
"""

from stet.evaluate.plant.harmless import CONTROLS, edited
from stet.evaluate.plant.kinds import KINDS, Kind, Skipped, plant
from stet.evaluate.plant.restating import restated
from stet.evaluate.plant.swapping import CHOSEN, Swap, Swapper, swapped
from stet.evaluate.plant.values import Planted, Target

__all__ = [
    "CHOSEN",
    "CONTROLS",
    "KINDS",
    "Kind",
    "Planted",
    "Skipped",
    "Swap",
    "Swapper",
    "Target",
    "edited",
    "plant",
    "restated",
    "swapped",
]
