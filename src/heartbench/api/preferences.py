"""Words, then heartbench.toml, then defaults: what a run shall be like."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from heartbench.api.words import ReportWords
from heartbench.config import RunTable, Settings, load_settings, parse_run_table
from heartbench.records import QuestionSet, RetryFailed, Rule


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """How a run is made, everything decided; the defaults stand here."""

    dataset: str = "builtin"
    difficulty: Literal["all", "hard", "normal"] = "all"
    limit: int | None = None
    samples: int = 1
    repeats: int = 1
    protocol: str = "native-v1"
    prompt_fields: Mapping[str, str] = field(default_factory=dict)
    mode: str = "joint"
    rule: Rule = "paper"
    revision: str = ""
    retry_failed: RetryFailed = "default"
    concurrency: int | None = None
    store: Path | str = Path("heartbench.db")
    """A path, or an address as SQLAlchemy writes it."""
    results: Path = Path("results")


_PATHS = ("store", "results")


def settings_of(words: ReportWords) -> Settings:
    """The file that ``config`` names, else heartbench.toml here, else nothing."""
    config = words.get("config")
    return load_settings(None if config is None else Path(config).expanduser())


def preferences(words: ReportWords, settings: Settings) -> Preferences:
    """A word wins over heartbench.toml, which wins over the default; its paths start at its folder.

    Raises ConfigError for a value that a word does not take.
    """
    given, declared = _table_of(words), settings.file.run
    chosen: dict[str, Any] = {}
    for item in fields(Preferences):
        name, is_path = item.name, item.name in _PATHS
        if (value := getattr(given, name)) is not None:
            chosen[name] = _place(value, Path()) if is_path else value
        elif (value := getattr(declared, name)) is not None:
            chosen[name] = _place(value, settings.folder) if is_path else value
    return Preferences(**chosen)


def _place(value: str, folder: Path) -> Path | str:
    """A path from ``folder`` on; an address stays as it is: as a path it would lose a slash."""
    return value if "://" in value else folder / Path(value).expanduser()


def _table_of(words: ReportWords) -> RunTable:
    """The words that could stand in ``[run]``, checked as if they did."""
    table = {
        name: str(value) if isinstance(value, Path) else value
        for name, value in words.items()
        # Questions in hand need no name to be found by: they are taken as they are.
        if name in RunTable.model_fields and not isinstance(value, QuestionSet)
    }
    return parse_run_table(table)
