"""Users' text made harmless for the place where it is shown."""

from __future__ import annotations

import re

from markupsafe import Markup

from heartbench.language.shown import visible

_LINE_BREAKS = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+")
_MARKDOWN = re.compile(r"([\\`*_{}\[\]|~$])")
_CONTROLS_IN_CELLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_SUSPICIOUS = frozenset(" =+-@\uff1d\uff0b\uff0d\uff20")
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")


def plain(text: str) -> str:
    """One line for a terminal: no line break, no control, no mark that turns the direction of reading.

    Such characters come out as ``\\x1b`` or ``\\u202e``, so that nothing hides.
    """
    text = _LINE_BREAKS.sub(" ", text)
    if text.isprintable():
        return text
    return "".join(map(visible, text))


def markdown(text: object) -> Markup:
    """Text for Markdown, HTML included: it shows as it is, also inside a table cell."""
    escaped = _MARKDOWN.sub(r"\\\1", plain(str(text)))
    return Markup(escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))


def cell(value: object) -> object:
    """A value for a CSV cell: numbers as they are, text so that no spreadsheet runs it.

    Text that begins like a formula (also after blanks, and in full width) gets an apostrophe in front;
    control characters other than tab and line breaks become their visible pictures (U+2400 …). The
    JSON lines beside the CSV hold the text unchanged.
    """
    if not isinstance(value, str):
        return int(value) if isinstance(value, bool) else value
    if value.isprintable() and value[:1] not in _SUSPICIOUS:
        # Nothing below can apply: a report has many cells, and nearly all are like this.
        return value
    text = _CONTROLS_IN_CELLS.sub(lambda match: _picture(match.group()), value)
    return f"'{text}" if _FORMULA.match(text) else text


def _picture(character: str) -> str:
    return "\u2421" if character == "\x7f" else chr(0x2400 + ord(character))
