"""Fixtures that several rooms use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared() -> Path:
    """The optional folder of test data; a test that needs it skips without it."""
    folder = Path(os.environ.get("HEARTBENCH_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        pytest.skip(f"needs the folder of test data (HEARTBENCH_SHARED, default {folder})")
    return folder
