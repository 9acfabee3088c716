"""Texts by anyone, read for their statements, citations and references. Pure; knows no report of ours."""
