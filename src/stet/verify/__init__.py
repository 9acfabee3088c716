"""Is it so? Pure checks that know nothing of how a report was made."""
