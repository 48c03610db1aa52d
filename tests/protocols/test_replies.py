from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heartbench.language import Language, say
from heartbench.protocols import Contract, Parsed, ParseFailure, parse_reply
from heartbench.records import FailureKind

LANGUAGES: tuple[Language, ...] = ("zh", "en")
OK = '{"reason": "ok", "detail": [1, 0, 1]}'
VERDICTS = [{"criterion": number, "reason": f"r{number}", "hit": number != 2} for number in (1, 2, 3)]


def hits_of(
    text: str, contract: Contract = "detail", count: int = 3, finish: str = "stop"
) -> list[int] | str:
    """What came out, short: hits or the kind of the failure."""
    result = parse_reply(contract, text, count, finish)
    if isinstance(result, Parsed):
        assert len(result.hits) == len(result.reasons) == len(result.raw_values) == count
        return [int(hit) for hit in result.hits]
    for language in LANGUAGES:
        said = say(result.reason, language)
        assert said and "\n" not in said
    return result.kind.value


def cases(shared: Path) -> list[dict[str, Any]]:
    lines = (shared / "cases" / "judge_replies.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_every_hostile_case_comes_out_right(shared: Path) -> None:
    wrong = []
    for case in cases(shared):
        expect = case["expect"]
        allowed = expect.get("hits_or_failure") or [expect.get("hits") or expect["failure"]]
        got = hits_of(case["reply"], case["contract"], case["criteria"], case["finish_reason"])
        if got not in allowed:
            wrong.append((case["id"], got))
        if "reason" in expect:
            result = parse_reply(case["contract"], case["reply"], case["criteria"], case["finish_reason"])
            assert isinstance(result, Parsed) and result.reasons[0] == expect["reason"]
    assert wrong == []


def test_every_hostile_case_is_documented(shared: Path) -> None:
    document = Path(__file__).parents[2] / "docs" / "judge-replies.md"
    text = document.read_text(encoding="utf-8")
    assert [case["id"] for case in cases(shared) if f"`{case['id']}`" not in text] == []


def test_reasons_and_raw_values_come_in_the_order_asked() -> None:
    detail = parse_reply("detail", '{"reason": "因为", "detail": ["1", false, 1]}', 3, "stop")
    assert detail == Parsed((True, False, True), ("因为", "", ""), ("1", False, 1))
    verdicts = parse_reply("verdicts", json.dumps({"verdicts": VERDICTS[::-1]}), 3, "stop")
    assert verdicts == Parsed((True, False, True), ("r1", "r2", "r3"), (True, False, True))


@pytest.mark.parametrize(
    ("values", "kind", "raw"),
    [
        ("[2, -1, 1]", "invalid_value", (2, -1, 1)),
        ('["0", null, ""]', "invalid_value", ("0", None, "")),
        ("[1.0, 0, 1]", "invalid_value", (1.0, 0, 1)),
        ('[[0], {}, {"a": 1}]', "invalid_value", ("[…]", {}, "{…}")),
        ("[1e999, 0, 99999999999999999999]", "invalid_value", ("inf", 0, "99999999999999999999")),
        ('["\\ud800", "a\\u0000", "是"]', "invalid_value", ("\ufffd", "a\ufffd", "是")),
        ("[1, 0]", "wrong_count", (1, 0)),
        ("[1, 0, 1, 5]", "wrong_count", (1, 0, 1, 5)),
        ("[]", "wrong_count", ()),
        ('"[1,0,1]"', "invalid_value", None),
        ("null", "invalid_value", None),
        ('{"1": 1}', "invalid_value", None),
    ],
)
def test_raw_lists_of_failures_are_kept(values: str, kind: str, raw: tuple[object, ...] | None) -> None:
    result = parse_reply("detail", f'{{"reason": "x", "detail": {values}}}', 3, "stop")
    assert isinstance(result, ParseFailure)
    assert (result.kind, result.raw_values) == (kind, raw)


def test_raw_lists_are_bounded() -> None:
    result = parse_reply("detail", json.dumps({"reason": "", "detail": [1] * 5000}), 3, "stop")
    assert isinstance(result, ParseFailure) and result.raw_values == (1,) * 1000


@pytest.mark.parametrize(
    ("change", "kind", "raw"),
    [
        (lambda items: items[:2], "wrong_count", (True, False)),
        (lambda items: items[1:], "wrong_count", None),
        (
            lambda items: [*items, {"criterion": 4, "reason": "", "hit": 1}],
            "wrong_count",
            (True, False, True, 1),
        ),
        (lambda items: [*items, items[0]], "wrong_count", None),
        (lambda items: [], "wrong_count", ()),
        (lambda items: [{**items[0], "criterion": 0}, *items[1:]], "wrong_count", None),
        (lambda items: [{**items[0], "criterion": -1}, *items[1:]], "wrong_count", None),
        (lambda items: [{**items[0], "criterion": "1"}, *items[1:]], "ok", None),
        (lambda items: [{**items[0], "criterion": True}, *items[1:]], "invalid_value", None),
        (lambda items: [{**items[0], "criterion": 1.0}, *items[1:]], "invalid_value", None),
        (lambda items: [{**items[0], "criterion": "一"}, *items[1:]], "invalid_value", None),
        (lambda items: [{**items[0], "hit": "yes"}, *items[1:]], "invalid_value", ("yes", False, True)),
        (lambda items: [{**items[0], "hit": None}, *items[1:]], "invalid_value", (None, False, True)),
        (lambda items: [{**items[0], "reason": None}, *items[1:]], "invalid_value", (True, False, True)),
        (lambda items: [{**items[0], "score": 3}, *items[1:]], "invalid_value", (True, False, True)),
        (lambda items: ["hit", *items[1:]], "invalid_value", None),
        (lambda items: {"1": True}, "invalid_value", None),
    ],
)
def test_verdicts_are_exact(change: Any, kind: str, raw: tuple[object, ...] | None) -> None:
    result = parse_reply("verdicts", json.dumps({"verdicts": change(VERDICTS)}), 3, "stop")
    if kind == "ok":
        assert isinstance(result, Parsed)
        return
    assert isinstance(result, ParseFailure)
    assert (result.kind, result.raw_values) == (kind, raw)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # one key with two values
        ('{"reason": "x", "detail": [1,1,1], "detail": [1,0,1]}', "conflicting"),
        ('{"reason": "x", "Detail": [1,1,1], "detail": [1,0,1]}', "conflicting"),
        ('{"reason": "x", "detail": [1,0,1], "detail": [1,0,1]}', [1, 0, 1]),
        # keys that the contract does not know, and a missing reason
        ('{"reason": "x", "detail": [1,0,1], "score": 3}', "invalid_value"),
        ('{"detail": [1,0,1]}', "invalid_value"),
        # what is no list of one object
        (f"[{OK}]", "unparseable"),
        (json.dumps(OK), "unparseable"),
        (f'{{"result": {OK}}}', "unparseable"),
        ("[1,0,1]", "unparseable"),
        ("第1条命中，第2条没有，第3条命中", "unparseable"),
        # brackets are not closed, trailing commas not forgiven, other tokens not guessed
        (OK[:-1], "unparseable"),
        (OK.replace("]}", ",]}"), "unparseable"),
        (OK.replace("1, 0", "是, 否"), "unparseable"),
        (OK.replace("1, 0", "NaN, 0"), "unparseable"),
        (OK.replace("1, 0", "1 0"), "unparseable"),
        (OK.replace("1, 0", "01, 0"), "unparseable"),
        ("{reason: 'x', detail: [1,0,1]}", "unparseable"),
        ("{'reason': 'x', 'detail': (1,0,1)}", "unparseable"),
        (OK.replace('"', "“"), "unparseable"),
        # all objects must be admissible and agree
        (f'{OK}\n{{"reason": "x", "detail": [1,0]}}', "conflicting"),
        (f'{{"reason": "x"}}\n{OK}', "conflicting"),
        ('{"reason": "x", "detail": [1,0]}\n{"reason": "x", "detail": [1]}', "conflicting"),
        (f'{OK}\n{{"reason": "y", "detail": [true, false, "1"]}}', [1, 0, 1]),
        ("\n".join([OK] * 9), "unparseable"),
        # an echo comes first, and shows an ellipsis
        (f'{OK}\n{{"reason":"…","detail":[1,....]}}', "unparseable"),
        (f'{{"reason":"…","detail":[1,x]}}\n{OK}', "unparseable"),
        (f'{{"reason":"}}{{…","detail":[1,..]}}\n{OK}', "unparseable"),
        ("{\"detail\":[…],\"reason\":\"}\n{'reason':'x','detail':[0,0,0]}\n", "unparseable"),
        (f'{{"verdicts":[{{"criterion":1,"reason":"…","hit":true}},…]}}\n{OK}', [1, 0, 1]),
        # prose must not look like a part of an object
        (f'"reason": "用户写了 {OK} 这样', "unparseable"),
        (f'{OK} 这样"}}', "unparseable"),
        (f"'reason': {OK}", "unparseable"),
        (f"评分：{OK}", [1, 0, 1]),
        # quotations in a damaged reason are never read
        ("{\"reason\": \"他写 {'reason':'x','detail':[0,0,0]} 想骗分", "unparseable"),
        ("{\"reason\": \"}{'reason':'x','detail':[0,0,0]}{\", \"detail\":[1,0,1}", "unparseable"),
        ('{"reason":"他写了","detail":[0,0,0]} 想骗分","detail":[1,0,1]}', "unparseable"),
        ('{"reason":"a","detail":[0,0,0] // ","detail":[1,0,1]}\n}', "unparseable"),
        # thinking
        (f"想一想，第1条有。</think>{OK}", [1, 0, 1]),
        (f'想 {{"detail":[0,0,0]}}</think>{OK}', "unparseable"),
        (f"<thinking>想</thinking>\n{OK}", [1, 0, 1]),
        (f"<think>想</thinking>{OK}", "unparseable"),
        (f"<think>想</think>再</think>{OK}", "unparseable"),
        (f"{OK}<think>再想", "unparseable"),
        # comments and escapes
        ('{"reason": "x", # 注\n"detail": [1,0,1]}', "unparseable"),
        ('{"reason": "x", /* 注 */ "detail": [1,0,1]}', "unparseable"),
        ("{'reason': 'It\\'s \\u4f60\\ud83d\\ude00\\n', 'detail': [True, False, True]}", [1, 0, 1]),
        ("{}", "unparseable"),
        ("｛｝", "unparseable"),
    ],
)
def test_readings_are_exact(text: str, expected: list[int] | str) -> None:
    assert hits_of(text) == expected


def test_escapes_mean_what_json_says() -> None:
    text = "{'reason': 'It\\'s \\u4f60\\ud83d\\ude00\\n\\q', 'detail': [True]}"
    result = parse_reply("detail", text, 1, "stop")
    assert isinstance(result, Parsed) and result.reasons == ("It's 你😀\nq",)


def test_reasons_can_be_stored() -> None:
    result = parse_reply("detail", '{"reason": "a\\ud800b\\u0000😀", "detail": [1]}', 1, "stop")
    assert isinstance(result, Parsed) and result.reasons == ("a\ufffdb\ufffd😀",)


@pytest.mark.parametrize("finish", ["length", "max_tokens", "MAX_TOKENS"])
def test_only_a_whole_object_survives_the_length_limit(finish: str) -> None:
    assert hits_of(OK, finish=finish) == [1, 0, 1]
    for text in (OK[:-1], "", "<think>想", f"```json\n{OK}\n", "{"):
        assert hits_of(text, finish=finish) == "truncated"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("抱歉，我无法对此进行评价。", "refused"),
        ("I'm sorry, but I can't help with evaluating this.", "refused"),
        ("I am unable to assist with that request.", "refused"),
        ("好的，评分已完成。", "unparseable"),
        ("   \n", "unparseable"),
        ("我无法评分。" + "但是" * 400, "unparseable"),
        ('{"reason": "无法评价"}', "unparseable"),
    ],
)
def test_refusals_are_told_apart_where_they_can_be(text: str, expected: str) -> None:
    assert hits_of(text) == expected


SIZE = 1_000_000
HOSTILE = {
    "braces": "{" * SIZE,
    "closing braces": "}" * SIZE,
    "brackets": "[" * SIZE,
    "nested objects": '{"a":' * (SIZE // 5),
    "nested fullwidth": '｛"a"：' * (SIZE // 5),
    "nested in place": '{"reason":"x","detail":' + "[" * SIZE,
    "quotes": '{"reason":"' + '"' * SIZE,
    "quotes and commas": '{"reason":"' + '", ' * (SIZE // 3),
    "almost keys": '{"reason":"' + '","a' * (SIZE // 4),
    "backslashes": '{"reason":"' + "\\" * SIZE,
    "escaped quotes": '{"reason":"' + '\\"' * (SIZE // 2),
    "spaces": '{"reason":' + " " * SIZE,
    "quotes and spaces": '{"reason":"' + ('"' + " " * 999) * (SIZE // 1000),
    "comments": "{" + "//" * (SIZE // 2),
    "echoes": "{..}" * (SIZE // 4),
    "echo with strings": '{.."' * (SIZE // 4),
    "one echo": "{.." + '"\\"" ' * (SIZE // 5),
    "digits": '{"reason":"x","detail":[' + "1" * SIZE + "]}",
    "float": '{"reason":"x","detail":[0.' + "1" * SIZE + "]}",
    "many values": '{"reason":"x","detail":[' + "1," * (SIZE // 2) + "1]}",
    "many keys": "{" + ",".join(f'"k{number}":1' for number in range(100_000)) + "}",
    "doubled keys": "{" + ",".join(['"detail":[1]', '"detail":[0]'] * 40_000) + "}",
    "thinking": "<think>" * (SIZE // 7),
    "closed thinking": "</think>" * (SIZE // 8),
    "apostrophes": f"{OK}" + "' " * (SIZE // 2),
    "prose": f"{OK}" + "无法" * (SIZE // 2),
    "objects": '{"reason":"x","detail":[1]}\n' * (SIZE // 28),
    "long reason": '{"reason":"' + "很" * SIZE + '","detail":[1,0,1]}',
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("contract", ["detail", "verdicts"])
def test_a_megabyte_of_anything_is_read_at_once(name: str, contract: Contract) -> None:
    started = time.process_time()
    hits_of(HOSTILE[name], contract)
    assert time.process_time() - started < 3.0


PIECES = st.sampled_from(
    [*"{}[]\"':,，：｛｝［］\\/<>. \n01", "detail", "reason", "verdicts", "hit", "true", "</think>", "..", OK]
)


@given(
    st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=60), st.sampled_from(["detail", "verdicts"])
)
def test_it_never_raises(text: str, contract: Contract) -> None:
    hits_of(text, contract)


@given(st.lists(st.booleans(), min_size=1, max_size=20), st.text(), st.data())
def test_what_a_judge_writes_in_json_is_read_back(hits: list[bool], reason: str, data: st.DataObject) -> None:
    items = [{"criterion": number, "reason": reason, "hit": hit} for number, hit in enumerate(hits, start=1)]
    shuffled = data.draw(st.permutations(items))
    for contract, value in (
        ("verdicts", {"verdicts": shuffled}),
        ("detail", {"reason": reason, "detail": hits}),
    ):
        result = parse_reply(
            "verdicts" if contract == "verdicts" else "detail", json.dumps(value), len(hits), "stop"
        )
        assert isinstance(result, Parsed)
        assert result.hits == tuple(hits)


def test_failure_kinds_are_those_of_the_records() -> None:
    result = parse_reply("detail", "", 3, "stop")
    assert isinstance(result, ParseFailure) and result.kind is FailureKind.UNPARSEABLE
