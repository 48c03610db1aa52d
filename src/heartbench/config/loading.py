"""Reads heartbench.toml; every slip in it is one sentence that names the place."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from heartbench.config.addresses import check_address
from heartbench.config.files import (
    CandidateTable,
    ConfigFile,
    EndpointTable,
    JudgeTable,
    ModelTable,
    PriceTable,
    RunTable,
)
from heartbench.config.secrets import MASK
from heartbench.errors import ConfigError
from heartbench.language import system_reason, toml_reason

CONFIG_NAME = "heartbench.toml"

_TABLES: Mapping[str, type[BaseModel]] = {
    "endpoints": EndpointTable,
    "models": ModelTable,
    "candidates": CandidateTable,
    "judge": JudgeTable,
    "run": RunTable,
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What heartbench.toml says, and where it lies."""

    file: ConfigFile
    folder: Path
    """Relative paths in the file start here."""
    path: Path | None = None
    """None where there is no file."""


def _place(location: tuple[int | str, ...]) -> str:
    return ".".join(str(part) for part in location) or CONFIG_NAME


def _known_keys(location: tuple[int | str, ...]) -> tuple[str, ...]:
    first = str(location[0])
    if len(location) == 1:
        return tuple(ConfigFile.model_fields)
    if location[-2] == "prices":
        return tuple(PriceTable.model_fields)
    return tuple(_TABLES[first].model_fields)


def _nearest(key: str, known: tuple[str, ...]) -> tuple[str, ...]:
    close = get_close_matches(key, known, n=1)
    return tuple(close) or known


_LONG_WORD = 16

_KINDS = (
    ("string", "config.not_text"),
    ("int", "config.not_number"),
    ("float", "config.not_number"),
    ("bool", "config.not_boolean"),
    ("dict", "config.not_table"),
    ("model", "config.not_table"),
)


def _shown(value: object) -> str:
    """A wrong value, unless it might be a key that stands in the wrong place."""
    is_word = isinstance(value, str) and len(value) >= _LONG_WORD and not any(map(str.isspace, value))
    return MASK if is_word or isinstance(value, dict | list) else repr(value)


def _error(path: Path | str, details: ErrorDetails) -> ConfigError:
    location, kind = details["loc"], details["type"]
    place = _place(location)
    if kind == "extra_forbidden":
        nearest = _nearest(str(location[-1]), _known_keys(location))
        return ConfigError("config.unknown_key", path=path, place=place, known=nearest)
    if kind == "missing":
        return ConfigError("config.missing_key", path=path, place=place)
    if kind == "literal_error":
        expected = details.get("ctx", {}).get("expected", "").replace(" or ", ", ")
        return ConfigError("config.not_a_choice", path=path, place=place, expected=expected)
    shown = _shown(details["input"])
    if kind == "reserved_field":
        name = details.get("ctx", {}).get("name", "")
        return ConfigError("config.reserved_field", path=path, place=place, name=name)
    if kind.startswith("less_than"):
        most = details.get("ctx", {}).get("le", "")
        return ConfigError("config.too_much", path=path, place=place, value=shown, most=most)
    if kind.startswith(("greater_than", "string_too_short")):
        return ConfigError("config.out_of_range", path=path, place=place, value=shown)
    code = next((code for prefix, code in _KINDS if kind.startswith(prefix)), "config.wrong_value")
    return ConfigError(code, path=path, place=place, value=shown)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise ConfigError("config.file_missing", path=path) from None
    except UnicodeDecodeError:
        raise ConfigError("config.file_not_utf8", path=path) from None
    except OSError as error:
        raise ConfigError("config.file_unreadable", path=path, problem=system_reason(error)) from None


def parse_config(text: str, path: Path) -> ConfigFile:
    """The tables in ``text``; ``path`` is for messages.

    Raises ConfigError with the place of the first slip.
    """
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError("config.not_toml", path=path, problem=toml_reason(error)) from None
    try:
        file = ConfigFile.model_validate(content)
    except ValidationError as error:
        raise _error(path, error.errors(include_url=False)[0]) from None
    for name, table in file.endpoints.items():
        if not name or "/" in name or "=" in name:
            raise ConfigError("config.endpoint_name", path=path, name=name)
        check_address(table.base_url, f"{path}, endpoints.{name}.base_url")
    return file


def parse_run_table(content: Mapping[str, object], source: str = "heartbench") -> RunTable:
    """The table ``[run]`` out of words given elsewhere; ``source`` is for messages. None counts as absent.

    Raises ConfigError with the word of the first slip.
    """
    try:
        return RunTable.model_validate(dict(content))
    except ValidationError as error:
        raise _error(source, error.errors(include_url=False)[0]) from None


def load_settings(path: Path | None = None, folder: Path | None = None) -> Settings:
    """The settings of ``path``, else of heartbench.toml in ``folder`` (the current one), else empty ones.

    Raises ConfigError where a named file is missing, or a file holds something wrong.
    """
    folder = Path.cwd() if folder is None else folder
    if path is None:
        path = folder / CONFIG_NAME
        if not path.is_file():
            return Settings(ConfigFile(), folder)
    return Settings(parse_config(_read(path), path), path.resolve().parent, path)
