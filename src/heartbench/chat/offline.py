"""Scripted candidates: deterministic, in Chinese, without a model or a network.

``listener``  short and warm: names what was said, asks one open question
``adviser``   a lecture of numbered tips, whatever was said
``silent``    one word that says as good as nothing; it is no empty answer

They see what a callable sees: dialogue, prompt and sample. They show what a run looks like and where the ends
of the scale lie; they are no models of people.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from heartbench.errors import TargetError
from heartbench.records import Request, digest


def offline_answer(name: str, request: Request) -> str:
    """The scripted answer of the candidate ``offline:<name>``; never blank.

    The same dialogue and sample bring the same text. Raises TargetError (``chat.offline_unknown``).
    """
    script = OFFLINE_CANDIDATES.get(name)
    if script is None:
        raise TargetError("chat.offline_unknown", name=name, known=tuple(OFFLINE_CANDIDATES))
    return script(request)


_CLAUSE: Final = re.compile(r"[^\s，。！？!?,；;：:、…～~—「」『』“”\"()（）]+")
_TOO_LONG = 16
_TOO_SHORT = 3


def _last_words(request: Request) -> str:
    """What the person said last; empty where nobody said anything."""
    theirs = [turn.content for turn in request.dialogue if turn.role != "B"]
    return (theirs or [turn.content for turn in request.dialogue] or [""])[-1]


def _choice(request: Request, what: str, options: tuple[str, ...]) -> str:
    """One of the options, by dialogue and sample alone."""
    turns = [[turn.role, turn.content] for turn in request.dialogue]
    return options[int(digest(f"offline-{what}", [turns, request.sample])[:8], 16) % len(options)]


_FEELINGS: Final[tuple[tuple[re.Pattern[str], str], ...]] = tuple(
    (re.compile(pattern), feeling)
    for pattern, feeling in (
        (r"偏心|凭啥|凭什么|不公平|委屈|看开|不算什么|无所谓", "委屈，还有点失落"),
        (r"累|撑不|站不起|加班|熬|扛|困|疲", "绷得太久的累"),
        (r"哭|难过|难受|伤心|心疼|走了|去世|不在了", "难过"),
        (r"怕|担心|紧张|焦虑|慌|睡不着|失眠", "没处放的担心"),
        (r"气|吵|骂|火|烦", "生气，还有些憋屈"),
        (r"一个人|没人|孤单|孤独|不理我|不回", "孤单"),
        (r"丢人|丢脸|笑话|尴尬|嘲", "难堪"),
        (r"对不起|怪我|后悔|内疚|亏欠", "自责"),
        (r"哈哈|开心|高兴|成了|终于|喜欢", "高兴，又掺着点别的"),
    )
)
_UNNAMED: Final = "说不太清、可压在心里的滋味"

_OPENINGS: Final = (
    "你说「{said}」，我听着心里也跟着动了一下。",
    "我听见你说「{said}」了，这句话我想多停一会儿。",
    "「{said}」，你说得轻，我听着却不轻。",
)
_NAMINGS: Final = (
    "我猜这里头是{feeling}吧，换谁都会这样，不是你小题大做。",
    "这底下好像是{feeling}，有这样的感觉很正常，不用急着把它收起来。",
    "听上去，这里面有{feeling}，这没什么不应该的，能说出来就不容易。",
)
_CLOSINGS: Final = (
    "我在这儿听着。说到「{said}」的时候，你心里最先冒出来的是什么？",
    "不用赶，我陪你慢慢说。「{said}」那会儿，你心里是什么滋味？",
    "你愿意说，我就在这儿听着。关于「{said}」，最放不下的是哪一处？",
)


def _listener(request: Request) -> str:
    words = _last_words(request)
    said = _clause(words)
    feeling = next((name for pattern, name in _FEELINGS if pattern.search(words)), _UNNAMED)
    parts = [
        _choice(request, "opening", _OPENINGS),
        _choice(request, "naming", _NAMINGS),
        _choice(request, "closing", _CLOSINGS),
    ]
    return "".join(_put(part, {"said": said, "feeling": feeling}) for part in parts)


def _put(template: str, values: Mapping[str, str]) -> str:
    """Fills a script in one pass: braces in what a person said stay as they are."""
    return re.sub(r"\{(said|feeling)\}", lambda found: values[found.group(1)], template)


def _clause(words: str) -> str:
    """The clause to repeat: one that holds a feeling, else the longest of those that can be quoted."""
    clauses = [found.group() for found in _CLAUSE.finditer(words) if len(found.group()) >= _TOO_SHORT]
    fitting = [clause for clause in clauses if len(clause) <= _TOO_LONG]
    for clause in fitting:
        if any(pattern.search(clause) for pattern, _ in _FEELINGS):
            return clause
    if fitting:
        return max(fitting, key=len)
    return (max(clauses, key=len)[:_TOO_LONG] if clauses else "") or "这些话"


_TIPS: Final = (
    "调整心态，凡事多往好的方面想",
    "建议每天坚持运动半小时，释放压力",
    "保持规律的作息，保证充足的睡眠",
    "学会与对方有效沟通，表达自己的需求",
    "建立清晰的个人边界，学会说不",
    "培养兴趣爱好，转移注意力",
    "尝试写情绪日记，记录每天的想法",
    "多参加社交活动，扩大交际圈",
    "练习正念冥想和深呼吸",
    "必要时寻求专业人士的帮助",
)
_LECTURES: Final = (
    "您好，针对您所描述的情况，建议从以下几个方面着手改善：",
    "您好，您的问题比较常见。要有效应对，建议您按以下步骤执行：",
)


def _adviser(request: Request) -> str:
    first = int(_choice(request, "tip", tuple(str(number) for number in range(len(_TIPS)))))
    tips = [_TIPS[(first + offset) % len(_TIPS)] for offset in range(len(_TIPS) - 1)]
    lines = [f"{number}. {tip}；" for number, tip in enumerate(tips, start=1)]
    end = "总之，请务必积极面对，只要坚持执行，情况一定会好起来的。"
    return "\n".join([_choice(request, "lecture", _LECTURES), *lines, end])


def _silent(request: Request) -> str:
    return "嗯。"


OFFLINE_CANDIDATES: Final[Mapping[str, Callable[[Request], str]]] = MappingProxyType(
    {"listener": _listener, "adviser": _adviser, "silent": _silent}
)
"""Scripts by the name after ``offline:``."""
