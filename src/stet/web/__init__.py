"""The server: pages and the REST interface, for people and programs that are not on this terminal."""
