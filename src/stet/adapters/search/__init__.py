"""Finding leads."""
