"""The text of a reply that may be judged."""

from __future__ import annotations

import json
import re

_THINK = re.compile(r"\s*<(think|thinking|thought)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_OPEN = re.compile(r"\s*<(think|thinking|thought)>", re.IGNORECASE)
_CLOSE = "</think>"


def without_reasoning(raw: str) -> str:
    """The text after the closed reasoning blocks at its start.

    A block that never closes leaves nothing: all of it is reasoning. A closing tag without an
    opening one ends reasoning too, since some servers put the opening tag into the prompt.
    Tags further on belong to the answer and stay.
    """
    head = raw[:64].lstrip()[:10].lower()
    if not head.startswith("<th"):
        return _after_bare_close(raw) if _CLOSE in raw else raw
    text, found = raw, False
    while match := _THINK.match(text):
        text, found = text[match.end() :], True
    if _OPEN.match(text):
        return ""
    return text.lstrip() if found else raw


def _after_bare_close(raw: str) -> str:
    before, _, after = raw.partition(_CLOSE)
    return raw if "<think>" in before else after.lstrip()


def content_text(content: object) -> tuple[str, str]:
    """Judged text and raw text of a message's content: a string, a list of parts, or nothing.

    Of a list only parts of type text count. The raw text of a list with other parts is its JSON.
    """
    if isinstance(content, str):
        return without_reasoning(content), content
    if not isinstance(content, list):
        return "", ""
    parts = [_part_text(part) for part in content]
    joined = "".join(part for part in parts if part is not None)
    raw = joined if None not in parts else json.dumps(content, ensure_ascii=False)
    return without_reasoning(joined), raw


def _part_text(part: object) -> str | None:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and part.get("type", "text") in ("text", "output_text"):
        text = part.get("text")
        return text if isinstance(text, str) else None
    return None
