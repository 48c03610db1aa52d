"""Texts of spans of time."""

from __future__ import annotations

EN: dict[str, str] = {
    "days": "{count} d",
    "hours": "{count} h",
    "minutes": "{count} min",
    "seconds": "{count} s",
    "between": "{least} to {most}",
}

ZH: dict[str, str] = {
    "days": "{count} 天",
    "hours": "{count} 小时",
    "minutes": "{count} 分钟",
    "seconds": "{count} 秒",
    "between": "{least}至 {most}",
}
