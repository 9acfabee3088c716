"""What runs cost, and what an accepted report costs: models, searches, pages, infrastructure, maintenance, review."""

from stet.config import Costs
from stet.evaluate.cost.counting import counts_of_run, counts_of_runs
from stet.evaluate.cost.model import cost_of
from stet.evaluate.cost.values import Breakdown, Counts

__all__ = ["Breakdown", "Costs", "Counts", "cost_of", "counts_of_run", "counts_of_runs"]
