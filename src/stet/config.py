"""The only reader of environment variables and settings files."""
