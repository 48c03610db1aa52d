"""``python -m heartbench.chat.fake``."""

from __future__ import annotations

import sys

from heartbench.chat.fake.command import main

sys.exit(main())
