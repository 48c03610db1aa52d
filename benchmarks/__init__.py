"""The figures of speed and memory that HeartBench promises, measured: ``python -m benchmarks``."""
