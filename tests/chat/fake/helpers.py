"""Requests to the fake endpoint."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import aiohttp

from heartbench.chat.fake import FakeEndpoint

OPENAI = "/v1/chat/completions"
ANTHROPIC = "/v1/messages"


def request(text: str = "你好", **fields: object) -> dict[str, object]:
    return {"model": "m", "messages": [{"role": "user", "content": text}], **fields}


async def post(
    fake: FakeEndpoint, body: Mapping[str, object], path: str = OPENAI, **headers: str
) -> tuple[int, Any, Mapping[str, str]]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(fake.url + path, json=body, headers=headers, allow_redirects=False) as reply,
    ):
        raw = await reply.read()
        kind = reply.headers.get("Content-Type", "")
        return reply.status, json.loads(raw) if "json" in kind and raw.strip() else raw, reply.headers


def said(body: Any) -> Any:
    return body["choices"][0]["message"]["content"]


JUDGING = (
    '只输出 JSON：{"verdicts":[…]}\n【评分条目】\n1. 【加分】温暖：一\n2. 【扣分】温暖：二\n3. 【否决】其他：'
    "三\n<<<0123456789ab\n抱抱你\n0123456789ab>>>"
)
DETAIL = "评分：\n[温暖][3] 一\n[其他][None] 二\n输出 detail"
