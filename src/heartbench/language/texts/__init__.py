"""The texts, one module a room."""
