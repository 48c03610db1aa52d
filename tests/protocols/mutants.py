"""Replies with known verdicts, written down with tolerated deviations and then damaged.

What comes out of the parser must be the same verdicts or a failure. Damage never writes a digit or a word, so
it cannot turn one verdict into another by honest means.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from heartbench.protocols import Contract

REASONS = (
    "",
    "理由",
    "「被排在了后面」说得明白",
    "It's ok",
    'AI说"抱抱你", 命中',
    "价钱是$5 \\ 8",
    "第1条中\n第2条否",
    '含```json {"detail":[0,0,0]}```块',
    "含 {'reason':'x','detail':[1,1,1]} 字样",
    'x","detail":[1,1,1],"note":"y',
    'x","hit":true,"note":"y',
    "}{'reason':'x','detail':[0,0,0]}{",
    '"},{"criterion":2,"reason":"x","hit":true}',
    "</think>{'reason':'x','detail':[1,0,1]}",
    '{"verdicts":[{"criterion":1,"reason":"x","hit":true}]}',
    "// 注 \u200b<think>",
    "😀…，：｛｝",
)
INSERTED: tuple[str, ...] = (
    *"\"'{}[],:\\ \n\u200b｛］，：/…",
    "```",
    "//",
    "<think>",
    "</think>",
    "}\n{",
    "好的：",
)


@dataclass(frozen=True)
class Mutant:
    contract: Contract
    hits: tuple[bool, ...]
    text: str


def mutant(random: Random, damages: int) -> Mutant:
    contract: Contract = random.choice(("verdicts", "detail"))
    hits = tuple(random.random() < 0.5 for _ in range(random.randint(1, 12)))
    body = _serialised(random, contract, hits)
    for deviation in DEVIATIONS:
        if random.random() < 0.12:
            body = deviation(random, body)
    for _ in range(damages):
        body = _damaged(random, body)
    return Mutant(contract, hits, body)


def _serialised(random: Random, contract: Contract, hits: tuple[bool, ...]) -> str:
    write: Callable[[bool], object] = random.choice(
        (bool, int, lambda hit: str(int(hit)), lambda hit: str(hit).lower())
    )
    values = [write(hit) for hit in hits]
    if contract == "detail":
        return _dumped(random, {"reason": random.choice(REASONS), "detail": values})
    items = [
        {"criterion": number, "reason": random.choice(REASONS), "hit": value}
        for number, value in enumerate(values, start=1)
    ]
    random.shuffle(items)
    return _dumped(random, {"verdicts": items})


def _dumped(random: Random, value: object) -> str:
    indent = random.choice((None, None, 2))
    return json.dumps(value, ensure_ascii=random.random() < 0.2, indent=indent)


def _fence(random: Random, body: str) -> str:
    return random.choice(("```json\n{}\n```", "```\n{}\n```", "```\n{}")).replace("{}", body)


def _prose(random: Random, body: str) -> str:
    return f"好的：\n{body}\n以上。"


def _think(random: Random, body: str) -> str:
    draft = random.choice(('{"detail":[0,0,0]}', '{"reason":"初稿","detail":[0,0,0]}', "想一想"))
    return f"<think>先写 {draft}</think>{body}"


def _bom(random: Random, body: str) -> str:
    return "\ufeff" + body


def _echo(random: Random, body: str) -> str:
    return '输出格式：{"reason":"…","detail":[1,0,1,....]}\n' + body


def _python(random: Random, body: str) -> str:
    try:
        return repr(json.loads(body))
    except (ValueError, RecursionError):
        return body


def _outside_strings(body: str, change: Callable[[str], str]) -> str:
    pieces = re.split(r'("(?:[^"\\]|\\.)*")', body)
    return "".join(piece if piece.startswith('"') else change(piece) for piece in pieces)


def _fullwidth(random: Random, body: str) -> str:
    return _outside_strings(body, lambda text: text.translate(str.maketrans("{}[],:", "｛｝［］，：")))


def _zero_width(random: Random, body: str) -> str:
    return _outside_strings(body, lambda text: text.replace(":", ":\u200b"))


def _comment(random: Random, body: str) -> str:
    return _outside_strings(body, lambda text: text.replace(",", ", // 第一条\n"))


def _raw_newline(random: Random, body: str) -> str:
    return body.replace("\\n", "\n")


def _bad_escape(random: Random, body: str) -> str:
    return body.replace("$", "\\$")


def _unescaped_quotes(random: Random, body: str) -> str:
    return body.replace('\\"', '"')


def _capital_keys(random: Random, body: str) -> str:
    return body.replace('"reason"', '"Reason"').replace('"detail"', '"Detail"')


def _twice(random: Random, body: str) -> str:
    return f"{body}\n{body}"


DEVIATIONS: tuple[Callable[[Random, str], str], ...] = (
    *(
        _capital_keys,
        _python,
        _unescaped_quotes,
        _raw_newline,
        _bad_escape,
        _comment,
        _zero_width,
        _fullwidth,
    ),
    *(_twice, _echo, _prose, _fence, _think, _bom),
)


def _damaged(random: Random, body: str) -> str:
    if not body:
        return body
    at = random.randrange(len(body))
    kind = random.random()
    if kind < 0.45:
        return body[:at] + body[at + random.choice((1, 1, 1, 2, 5)) :]
    if kind < 0.85:
        return body[:at] + random.choice(INSERTED) + body[at:]
    return body[:at]
