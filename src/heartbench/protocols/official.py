"""The protocol ``official``: upstream's prompts, read out of a user's checkout, rendered byte for byte.

The two texts are never shipped here and are not known in advance, so the places for dialogue, rubric and
answer are found by name. Tried in this order, the first style that finds all of them is taken:

``format``   ``{dialogue}``, with ``{{`` and ``}}`` for braces, as ``str.format`` reads it
``double``   ``{{dialogue}}`` or ``{{ dialogue }}``; every other brace is text
``literal``  ``{dialogue}``; every other brace is text, as ``str.replace`` would do it
``percent``  ``%(dialogue)s``, with ``%%`` for a percent sign
``dollar``   ``$dialogue`` or ``${dialogue}``, with ``$$`` for a dollar sign

A name that is not among the aliases is given a meaning by ``fields`` of
:class:`heartbench.records.PromptTexts`, for example ``{"text_1": "dialogue"}``.
"""

from __future__ import annotations

import re
import string
from collections.abc import Mapping, Sequence

from heartbench.errors import ProtocolError
from heartbench.protocols.templates import Template
from heartbench.records import Question

ALIASES: Mapping[str, tuple[str, ...]] = {
    "dialogue": (
        *("dialogue", "dialog", "dialogues", "dialogs", "conversation", "conversations", "history"),
        *("dialogue_history", "dialog_history", "conversation_history", "chat_history", "chat", "messages"),
        *("context", "question", "query", "prompt", "input", "对话", "对话历史", "对话内容", "多轮对话"),
    ),
    "rubric": (
        *(
            "rubric",
            "rubrics",
            "criteria",
            "criterion",
            "scoring_criteria",
            "scoring_rubric",
            "scoring_rubrics",
        ),
        *(
            "evaluation_criteria",
            "grading_criteria",
            "score_rubric",
            "score_rubrics",
            "standard",
            "standards",
        ),
        *("评分标准", "评分细则", "评分项", "评分点"),
    ),
    "answer": (
        *("answer", "answers", "response", "responses", "reply", "output", "completion", "generation"),
        *(
            "model_answer",
            "model_response",
            "model_reply",
            "model_output",
            "ai_answer",
            "ai_response",
            "ai_reply",
        ),
        *(
            "assistant_response",
            "assistant_reply",
            "prediction",
            "candidate",
            "回复",
            "回答",
            "模型回复",
            "模型回答",
        ),
    ),
}
"""What a field of an imported template may be called, by the slot it means."""

_BY_ALIAS = {alias: slot for slot, aliases in ALIASES.items() for alias in aliases}
_SUFFIX = re.compile(r"_(?:text|str|string|json|content|list|block)$")

Fields = Mapping[str, str]

_PATTERNS: Mapping[str, tuple[re.Pattern[str], str]] = {
    "double": (re.compile(r"\{\{\s*(\w+)\s*\}\}"), ""),
    "literal": (re.compile(r"\{(\w+)\}"), ""),
    "percent": (re.compile(r"%%|%\((\w+)\)s"), "%"),
    "dollar": (re.compile(r"\$\$|\$\{(\w+)\}|\$([^\W\d]\w*)"), "$"),
}


def official_template(text: str, needed: Sequence[str], fields: Fields | None = None) -> Template:
    """The template that an imported prompt means.

    ``needed`` are the slots it must have, and it may have no others; ``fields`` maps names that the template
    uses to slots, and wins over :data:`ALIASES`. A place without a name counts as ``0``, ``1``, … and has a
    meaning by itself only where one slot is needed. Raises ProtocolError
    (``protocols.template_not_understood``).
    """
    known = dict(fields or {})
    if len(needed) == 1:
        known.setdefault("0", needed[0])
    readings = [_as_format(text, known), *(_by_pattern(text, style, known) for style in _PATTERNS)]
    for named in readings:
        reading = named and _with_slots(named, known)
        if reading and set(reading.slots) == set(needed):
            return reading
    names = _names_found(text)
    raise ProtocolError(
        "protocols.template_not_understood",
        needed=tuple(needed),
        found=tuple(names) or "—",
        example=next((name for name in names if _slot_of(name, known) is None), "NAME"),
    )


def dialogue_text(question: Question) -> str:
    """Python's ``str`` of the list of turns, as upstream puts it in."""
    return str([{"role": turn.role, "content": turn.content} for turn in question.dialogue])


def rubric_text(question: Question, criteria: Sequence[int], *, weights: bool) -> str:
    """``[dimension][score] content`` a line, in the order asked; weights are always shown."""
    chosen = (question.rubric[index] for index in criteria)
    return "\n".join(f"[{item.dimension}][{item.weight}] {item.text}" for item in chosen)


def _slot_of(name: str, known: Fields) -> str | None:
    if name in known:
        return known[name]
    spelled = name.casefold()
    return _BY_ALIAS.get(spelled) or _BY_ALIAS.get(_SUFFIX.sub("", spelled))


def _with_slots(named: Template, known: Fields) -> Template | None:
    """Names become slots; None where two names would mean one slot: either must be something else."""
    slots = {name: _slot_of(name, known) or "" for name in named.slots}
    if len(set(slots.values())) < len(slots):
        return None
    return Template(named.literals, tuple(slots[name] for name in named.slots))


def _as_format(text: str, known: Fields) -> Template | None:
    """As ``str.format`` reads it, slots by name; None where it would fail or a field means nothing to us."""
    literals = [""]
    names: list[str] = []
    try:
        for literal, field, spec, conversion in string.Formatter().parse(text):
            literals[-1] += literal
            if field is None:
                continue
            name = field or str(len(names))
            if _slot_of(name, known) is None or spec or conversion not in (None, "s"):
                return None
            names.append(name)
            literals.append("")
    except ValueError:
        return None
    return Template(tuple(literals), tuple(names))


def _by_pattern(text: str, style: str, known: Fields) -> Template:
    """Slots by name; a name that means nothing to us stays text, as it would where places are replaced."""
    pattern, escaped = _PATTERNS[style]
    literals = [""]
    names: list[str] = []
    position = 0
    for found in pattern.finditer(text):
        name = next((group for group in found.groups() if group), None)
        literals[-1] += text[position : found.start()]
        position = found.end()
        if name is None:
            literals[-1] += escaped
        elif _slot_of(name, known) is None:
            literals[-1] += found.group()
        else:
            names.append(name)
            literals.append("")
    literals[-1] += text[position:]
    return Template(tuple(literals), tuple(names))


def _names_found(text: str) -> list[str]:
    found = re.findall(r"\{\s*(\w*)\s*\}|%\((\w+)\)s|\$\{?([^\W\d]\w*)\}?", text)
    names = [next((name for name in groups if name), str(index)) for index, groups in enumerate(found)]
    return list(dict.fromkeys(names))
