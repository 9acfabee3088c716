"""Metrics of a report with the field's definitions, their targets, and the labels that they are made from.

docs/metrics.md has them side by side, with what each does not say.
"""

from stet.evaluate.metrics.labelfile import load_labels, template_of
from stet.evaluate.metrics.labels import Judgement, Labels
from stet.evaluate.metrics.subject import Subject
from stet.evaluate.metrics.table import TARGETS, Target, measured

__all__ = ["TARGETS", "Judgement", "Labels", "Subject", "Target", "load_labels", "measured", "template_of"]
