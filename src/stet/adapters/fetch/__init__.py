"""Reading pages."""
