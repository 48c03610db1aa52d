"""Benchmarks lie beside the sources, not among them: their folder is made importable here.

This folder has another name than theirs, for both would be the package ``benchmarks``.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
