"""How a run goes."""
