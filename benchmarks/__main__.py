"""``python -m benchmarks [NAME…]``: prints the figures against their limits; exit code 1 if one is over."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from benchmarks import inference, limit, million, startup, wall
from benchmarks.figures import Figure, table
from benchmarks.measure import BenchmarkError

BENCHMARKS: Mapping[str, Callable[[Path], Iterable[Figure]]] = {
    "help": startup.figures,
    "limit": limit.figures,
    "wall": wall.figures,
    "million": million.figures,
    "statistics": inference.figures,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the benchmarks that are named, else all."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(BENCHMARKS)}")
    parser.add_argument("--folder", type=Path, help="keep question files, stores and logs here")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - BENCHMARKS.keys():
        parser.error(f"unknown: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="heartbench-bench-") as temporary:
        folder = options.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        return _measure(options.names or list(BENCHMARKS), folder)


def _measure(names: Sequence[str], folder: Path) -> int:
    found: list[Figure] = []
    broken = False
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        try:
            found += BENCHMARKS[name](folder)
        except BenchmarkError as problem:
            print(f"{name}: {problem}", file=sys.stderr)
            broken = True
    print(table(found))
    return int(broken or not all(figure.holds for figure in found))


if __name__ == "__main__":
    sys.exit(main())
