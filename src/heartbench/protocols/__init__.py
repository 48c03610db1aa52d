"""The room protocols."""
