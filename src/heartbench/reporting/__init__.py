"""The room reporting."""
