"""HeartBench measures how human a language model is in conversation."""

__version__ = "0.1.0"
