"""Levels and models compared on the same tasks: what was asked, what came of each cell, and what that is worth."""
