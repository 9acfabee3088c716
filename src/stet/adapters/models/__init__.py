"""Models of others behind one door: providers, how each is asked, what it costs, and its own web search."""
