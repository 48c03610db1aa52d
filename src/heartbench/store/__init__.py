"""The room store."""
