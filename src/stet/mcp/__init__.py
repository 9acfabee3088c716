"""The MCP server: tools and resources for the programs in which models work for people."""
