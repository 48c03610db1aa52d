"""Texts of a run: notices while it goes on."""

from __future__ import annotations

EN: dict[str, str] = {
    "going_on_unfinished": "Going on with the unfinished run {name}.",
    "going_on_failures": "Going on with the run {name}, which ended with failures.",
    "reused_answers": (
        "{label}: {count|answer is|answers are} reused from the store (made {newest_age} to {oldest_age} "
        "ago);"
        " a new checkpoint under this name needs --revision or --fresh answers."
    ),
    "reused_verdicts": (
        "Judge {label}: {count|verdict is|verdicts are} reused from the store (made {newest_age} to "
        "{oldest_age} ago);"
        " --fresh verdicts judges anew."
    ),
    "moved": (
        "{label} was asked at {before} before and is now at {now}: if it is another model there,"
        " give it its own --revision."
    ),
}

ZH: dict[str, str] = {
    "going_on_unfinished": "继续未完成的评测 {name}。",
    "going_on_failures": "继续评测 {name}，它上次结束时有失败。",
    "reused_answers": (
        "{label}：沿用库中已有的 {count} 条回答（生成于 {newest_age} 至 {oldest_age} 前）；"
        "若同名下换了新检查点，请用 --revision 或 --fresh answers。"
    ),
    "reused_verdicts": (
        "评委 {label}：沿用库中已有的 {count} 条判定（作出于 {newest_age} 至 {oldest_age} 前）；"
        "若要重新评判，请用 --fresh verdicts。"
    ),
    "moved": ("{label} 以前在 {before}，现在在 {now}：如果那里是另一个模型，请用 --revision 加以区分。"),
}
