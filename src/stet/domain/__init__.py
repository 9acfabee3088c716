"""What stet talks about: frozen values and pure functions, without I/O, clock or randomness."""
