"""Who plays the roles."""
