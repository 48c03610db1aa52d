"""Answers that try to talk the judge round: what they carry, by rules that anyone can read.

A flag is a sign to look at, not a judgement: nothing is left out of a score for it. Every rule is
documented in ``docs/judge-manipulation.md``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

from heartbench.dataset.findings import Finding
from heartbench.language import Phrase
from heartbench.records import FileAnswer

LONGEST_ANSWER = 20_000
"""Characters: replies in a conversation have some hundreds."""

_FLAG_OF_A_REGION = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{2,6}\U000e007f")
"""Emoji such as the flag of Scotland are the one good use of the tags block."""

_UNSEEN = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200c\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_UNSEEN}]")
_JOINER = re.compile("\u200d")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069]")
_DIRECTION_MARK = re.compile("[\u061c\u200e\u200f]")
_WIDES = "\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff02\uff1c\uff1e\uff3b\uff3d\uff5b\uff5d"
"""Letters, digits, quotes and brackets; full-width commas and the like are ordinary Chinese."""
_WIDE = re.compile(f"[{_WIDES}]")
_HIDDEN = re.compile(f"[{_UNSEEN}\u200d\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069{_WIDES}]")
"""Where none of these stands, a text is what it seems."""

_QUOTE = "[\"'“”‘’「」]"

_RULES: Mapping[str, str] = {
    "verdict": rf"{_QUOTE}(?:verdicts?|criterion|hit|detail)\\?{_QUOTE}\s{{0,9}}[:：=]"
    r"|\b(?:verdicts|detail)\s{0,9}[:：=]\s{0,9}[\[［{]",
    "rubric": r"【\s{0,9}(?:加分|扣分|否决|不计分)\s{0,9}[+\-＋－]?\s{0,9}\d{0,4}\s{0,9}】"
    r"|【\s{0,9}(?:评分条目|评分标准|待评回复|输出格式|评什么|怎么判)\s{0,9}】"
    r"|^[ \t]{0,9}(?:\d{1,3}[.、)]\s{0,9})?\[[^\[\]\n]{1,20}\]\s{0,9}"
    r"\[\s{0,9}(?:none|null|[-+]?\d{1,4})\s{0,9}\]"
    r"|\b(?:scoring|grading)\s{1,9}(?:rubric|criteria)\s{0,9}[:：]",
    "delimiter": r"<{3}\s{0,9}[^\s<>]{4}|[^\s<>]{4}\s{0,9}>{3}"
    r"|</?\s{0,9}(?:answer|response|reply|candidate|system|assistant|user|instructions?)\s{0,9}>"
    r"|<\|\s{0,9}\w{1,30}\s{0,9}\|>|\[/?inst\]"
    r"|\b(?:end|begin)\s{1,9}of\s{1,9}(?:the\s{1,9})?(?:answer|response|reply)\b"
    r"|(?:待评)?回复(?:原文)?(?:到此)?(?:结束|完毕)",
    "plea": r"(?:这条|本条|此条|该条|我的|以上|上述)(?:回复|回答|答案).{0,12}(?:满分|最高分|高分|命中|达标)"
    r"|请.{0,12}(?:打|给|判|评|记)(?:为|成|我|出|上)?.{0,6}(?:满分|最高分|高分|命中)"
    r"|(?:所有|全部|每一?[个条项])(?:的)?(?:评分)?(?:条目|标准|指标|criteria).{0,8}(?:命中|满足|达到|通过)"
    r"|(?:评审|评委|裁判|评判者|打分者|评分者|评分员|评分系统|评分模型|打分模型)[，,：:、\s]?.{0,12}(?:请|务必|必须|应当|应该)"
    r"|(?:忽略|无视|不要理会|别管|推翻)(?:掉)?(?:以上|上述|上面|前面|之前|先前|此前|所有|一切|任何).{0,12}"
    r"(?:指令|指示|要求|规则|标准|提示|条目|内容|说明)"
    r"|\b(?:full|maximum|max|highest|perfect|top)\s{1,9}(?:marks?|scores?|points)\b.{0,20}\bplease\b"
    r"|\b(?:please|must|should|give|award|assign)\b[^.!?\n]{0,40}"
    r"\b(?:full|maximum|max|highest|perfect|top)\s{1,9}(?:marks?|scores?|points)\b"
    r"|\b(?:ignore|disregard|forget|override)\b[^.!?\n]{0,30}\b(?:previous|above|prior|earlier|all)\b"
    r"[^.!?\n]{0,30}\b(?:instructions?|rules?|criteria|rubric|prompts?)\b"
    r"|\b(?:judge|evaluator|grader|reviewer)\b\s{0,9}[,:：]"
    r"|\b(?:note|message|instruction)s?\s{1,9}(?:to|for)\s{1,9}(?:the\s{1,9})?(?:judge|evaluator|grader|reviewer)\b"
    r"|\b(?:mark|count|score|treat|judge)\b[^.!?\n]{0,30}\b(?:all|every|each)\b[^.!?\n]{0,30}"
    r"\b(?:hit|true|met|satisfied|passed)\b",
}
# Every repetition has a bound: a text made for it must not take longer than another. ASCII: a word in
# Latin letters ends where Chinese begins.
_PATTERNS = {name: re.compile(rule, re.MULTILINE | re.ASCII) for name, rule in _RULES.items()}
"""What is read in the text as a reader would see it, in lower case; ``plea`` on one line each."""

_WORDS = (
    *("verdict", "criterion", "criteria", "detail", "hit", "【", "[", "<<<", ">>>", "</", "<|", "< ", "<a"),
    *("<r", "<c", "<s", "<u", "<i", "rubric", "mark", "score", "points", "ignore", "disregard", "forget"),
    *("override", "judge", "evaluator", "grader", "reviewer", "end of", "begin of", "回复", "回答", "答案"),
    *(
        "满分",
        "最高分",
        "高分",
        "命中",
        "条目",
        "标准",
        "指标",
        "评审",
        "评委",
        "裁判",
        "评判",
        "打分",
        "评分",
    ),
    *("忽略", "无视", "不要理会", "别管", "推翻"),
)
"""Without any of these no pattern can be met: nearly all answers are done with after these."""

_SENTENCES: Mapping[str, str] = {
    "verdict": "dataset.flag_verdict",
    "rubric": "dataset.flag_rubric",
    "delimiter": "dataset.flag_delimiter",
    "plea": "dataset.flag_plea",
    "very_long": "dataset.flag_very_long",
    "invisible": "dataset.flag_invisible",
    "direction": "dataset.flag_direction",
}

RULES: tuple[str, ...] = tuple(_SENTENCES)
"""The names of all rules, in the order in which they are told."""


def manipulation_flags(answer: str) -> tuple[str, ...]:
    """The rules that an answer meets, in the order of :data:`RULES`; nearly always none."""
    hidden = _HIDDEN.search(answer) is not None
    found = _patterns_met(_as_read(answer) if hidden else answer)
    if len(answer) > LONGEST_ANSWER:
        found.append("very_long")
    if hidden and _has_invisible(answer):
        found.append("invisible")
    if hidden and _turns_direction(answer):
        found.append("direction")
    return tuple(found)


def flag_phrase(rule: str) -> Phrase:
    """What an answer that meets a rule carries, in words."""
    return Phrase(_SENTENCES[rule])


def check_manipulation(answers: Mapping[str, tuple[FileAnswer, ...]]) -> tuple[Finding, ...]:
    """One finding for each rule that an answer of a file meets."""
    return tuple(
        Finding("manipulation", question_id, {"sample": sample, "flag": rule, "what": flag_phrase(rule)})
        for question_id, samples in answers.items()
        for sample, answer in enumerate(samples)
        for rule in _flags_of(answer)
    )


def _flags_of(answer: FileAnswer) -> Iterable[str]:
    return manipulation_flags(answer.text) if answer.status == "text" else ()


def _as_read(answer: str) -> str:
    """Full-width letters as half-width ones, unseen characters left out, tags as the letters they hide."""
    letters = "".join(_letter(character) for character in answer)
    return unicodedata.normalize("NFKC", letters) if _WIDE.search(letters) else letters


def _letter(character: str) -> str:
    code = ord(character)
    if 0xE0020 <= code <= 0xE007E:
        return chr(code - 0xE0000)
    return "" if _HIDDEN.match(character) and not _WIDE.match(character) else character


def _patterns_met(text: str) -> list[str]:
    lowered = text.lower()
    if not any(word in lowered for word in _WORDS):
        return []
    return [name for name, pattern in _PATTERNS.items() if pattern.search(lowered)]


def _has_invisible(answer: str) -> bool:
    plain = _FLAG_OF_A_REGION.sub("", answer)
    return _INVISIBLE.search(plain) is not None or any(
        not _joins_emoji(plain, found.start()) for found in _JOINER.finditer(plain)
    )


def _joins_emoji(text: str, at: int) -> bool:
    """Whether a zero-width joiner stands between two signs, as in the emoji of a family."""
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return bool(before and after) and _is_sign(before) and _is_sign(after)


def _is_sign(character: str) -> bool:
    return unicodedata.category(character) in {"So", "Sk", "Mn", "Me"}


def _turns_direction(answer: str) -> bool:
    if _DIRECTION.search(answer):
        return True
    # Marks are ordinary in texts that hold letters written from right to left.
    written = any(
        unicodedata.bidirectional(character) in {"R", "AL"} for character in answer if character.isalpha()
    )
    return _DIRECTION_MARK.search(answer) is not None and not written
