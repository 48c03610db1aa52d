"""The room dataset."""
