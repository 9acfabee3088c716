"""The outside: one file a provider, each a thin call and a pure parse."""
