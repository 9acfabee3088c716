"""A report as Markdown, JSON or one HTML page, and the draft it is written from."""
