"""The room chat."""
