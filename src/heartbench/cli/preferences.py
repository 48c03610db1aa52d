"""Options, then heartbench.toml, then defaults: what a run shall be like."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from heartbench.cli.options import Configured
from heartbench.config import Settings, load_settings
from heartbench.records import RetryFailed, Rule


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """How a run is made, everything decided; the defaults stand here."""

    dataset: str = "builtin"
    difficulty: Literal["all", "hard", "normal"] = "all"
    limit: int | None = None
    samples: int = 1
    repeats: int = 1
    protocol: str = "native-v1"
    mode: str = "joint"
    rule: Rule = "paper"
    revision: str = ""
    retry_failed: RetryFailed = "default"
    concurrency: int | None = None
    store: Path = Path("heartbench.db")
    results: Path = Path("results")


def settings_of(options: Configured) -> Settings:
    """The file that ``--config`` names, else heartbench.toml here, else nothing."""
    return load_settings(options.config)


def preferences(options: Configured, settings: Settings) -> Preferences:
    """An option wins over heartbench.toml, which wins over the default; its paths start at its folder."""
    chosen: dict[str, Any] = {}
    for item in fields(Preferences):
        given = getattr(options, item.name, None)
        declared = getattr(settings.file.run, item.name)
        if given is not None:
            chosen[item.name] = given
        elif declared is not None:
            is_path = item.name in ("store", "results")
            chosen[item.name] = settings.folder / Path(declared).expanduser() if is_path else declared
    return Preferences(**chosen)
