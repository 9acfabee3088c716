"""How sure: profiles, sites, near-copies and the score."""
