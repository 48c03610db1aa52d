"""Texts of the protocols."""

from __future__ import annotations

EN: dict[str, str] = {
    "unknown": "There is no protocol named {name}; use one of: {known}.",
    "official_missing": (
        "The protocol official needs the upstream prompts; run `heartbench data import CHECKOUT` or "
        "`heartbench data pull` first."
    ),
    "template_not_understood": (
        "An imported prompt does not show where {needed} go (names found in it: {found}); say which name "
        "means what, for example by --prompt-field {example}=dialogue (else rubric or answer)."
    ),
    "mode_unknown": (
        "{mode} is no mode; write joint, single or chunk-K (K from 1 to 9999), then optionally "
        ";order=shuffled:SEED and ;weights=hidden."
    ),
    "weights_hidden": (
        "The protocol {protocol} always shows the weights; leave weights=hidden out of the mode {mode}."
    ),
    "reply_no_object": "The reply holds no JSON object.",
    "reply_refused": "The judge said in words that it will not judge.",
    "reply_truncated": "The reply was cut off at its length limit.",
    "reply_thinking_open": "The reply ends inside its reasoning block.",
    "reply_damaged": "The reply holds an object that cannot be read exactly.",
    "reply_conflicting": "The reply holds several objects that do not all give the same verdict.",
    "reply_key_twice": "The reply gives one key two different values.",
    "reply_unknown_key": "The reply has a key that the contract does not know.",
    "reply_no_list": "The reply has no field {field}.",
    "reply_not_a_list": "The field {field} is not a list.",
    "reply_wrong_count": "The reply has {given|value|values} for {asked|criterion|criteria}.",
    "reply_wrong_ids": (
        "The reply has {given|verdict|verdicts}, not one for each of the criteria 1 to {asked}."
    ),
    "reply_no_number": "A verdict in the reply does not name its criterion by number.",
    "reply_invalid_value": "The value for criterion {criterion} is neither hit nor miss.",
    "reply_no_reason": "A verdict in the reply comes without a reason in words.",
}

ZH: dict[str, str] = {
    "unknown": "没有名为 {name} 的协议；可用的有：{known}。",
    "official_missing": (
        "official 协议需要上游的提示词；"
        "请先运行 `heartbench data import CHECKOUT` 或 `heartbench data pull`。"
    ),
    "template_not_understood": (
        "导入的提示词里看不出 {needed} 该放在哪里（找到的名称：{found}）；"
        "请指明各名称的含义，例如 --prompt-field {example}=dialogue（或 rubric、answer）。"
    ),
    "mode_unknown": (
        "{mode} 不是有效的模式；请写 joint、single 或 chunk-K（K 为 1 到 9999），"
        "之后可加 ;order=shuffled:种子 和 ;weights=hidden。"
    ),
    "weights_hidden": "{protocol} 协议总是显示分值；请从模式 {mode} 中去掉 weights=hidden。",
    "reply_no_object": "回复里没有 JSON 对象。",
    "reply_refused": "评委用文字表示不作评判。",
    "reply_truncated": "回复在长度上限处被截断。",
    "reply_thinking_open": "回复停在了思考段落里。",
    "reply_damaged": "回复里有一个无法准确读取的对象。",
    "reply_conflicting": "回复里有多个对象，给出的判定不一致。",
    "reply_key_twice": "回复里同一个键有两个不同的值。",
    "reply_unknown_key": "回复里有约定之外的键。",
    "reply_no_list": "回复缺少字段 {field}。",
    "reply_not_a_list": "字段 {field} 不是列表。",
    "reply_wrong_count": "共有 {asked} 个评分项，回复给了 {given} 个值。",
    "reply_wrong_ids": "回复有 {given} 项判定，没有与评分项 1 到 {asked} 一一对应。",
    "reply_no_number": "回复里有一项判定没有写明评分项编号。",
    "reply_invalid_value": "评分项 {criterion} 的值既不是命中也不是未命中。",
    "reply_no_reason": "回复里有一项判定没有写理由。",
}
