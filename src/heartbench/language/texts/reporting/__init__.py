"""Texts of reports."""

from __future__ import annotations

from heartbench.language.texts.reporting import notes, tables

EN: dict[str, str] = {**tables.EN, **notes.EN}

ZH: dict[str, str] = {**tables.ZH, **notes.ZH}
