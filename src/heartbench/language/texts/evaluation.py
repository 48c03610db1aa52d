"""Texts of a run: notices while it goes on. ``@seed``, ``@demo``, ``@check``: as those say it."""

from __future__ import annotations

EN: dict[str, str] = {
    "twins": "{first} and {second} are the same model with the same settings, so that nothing would tell "
    "their answers or verdicts apart: give one of them its own revision in heartbench.toml.",
    "going_on_unfinished": "Going on with the unfinished run {name}.",
    "going_on_failures": "Going on with the run {name}, which ended with failures.",
    "reused_answers": "{label}: {count|answer is|answers are} reused from the store (made {age} ago); a new "
    "checkpoint under this name needs --revision or --fresh answers.",
    "reused_answers@seed": "{label}: {count|answer is|answers are} reused from the store (made {age} ago); a "
    "new checkpoint under this name needs another revision in heartbench.toml under [run].",
    "reused_answers@demo": "{label}: {count|answer is|answers are} reused from the store (made {age} ago).",
    "reused_answers@check": "{label}: {count|reply was|replies were} put into the store {age} ago.",
    "reused_verdicts": "Judge {label}: {count|verdict is|verdicts are} reused from the store (made {age} "
    "ago); "
    "--fresh verdicts judges anew.",
    "reused_verdicts@seed": "Judge {label}: {count|verdict is|verdicts are} reused from the store (made "
    "{age} "
    "ago); another store in heartbench.toml under [run] begins anew.",
    "reused_verdicts@demo": "Judge {label}: {count|verdict is|verdicts are} reused from the store (made "
    "{age} "
    "ago); another --store begins anew.",
    "reused_verdicts@check": "Judge {label}: {count|verdict is|verdicts are} reused from the store (made "
    "{age} ago); --fresh marks anew.",
    "moved": "{label} was asked at {before} before and is now at {now}: if it is another model there, "
    "give it "
    "its own --revision.",
    "moved@seed": "{label} was asked at {before} before and is now at {now}: if it is another model "
    "there, give "
    "another revision in heartbench.toml under [run].",
    "moved@check": "{label} was asked at {before} before and is now at {now}: if it is another model there, "
    "--fresh marks anew.",
    # why there is no answer
    "answer_absent": "The file has no answer to this question.",
    "answer_null": "The answer in the file is null.",
    "answer_empty": "The answer in the file is empty.",
    "answer_not_text": "The answer in the file is no text.",
    "blank_answer": "The reply holds no text.",
    # why the judge labels gives no verdict
    "unmarked_answer": "This is no labelled answer, so there are no marks to replay.",
    "unmarked_question": "The question is none of the built-in set as it stands now, so there are no marks.",
}

ZH: dict[str, str] = {
    "twins": "{first} 与 {second} 是同一模型、同样的设置，其回答或判定无从区分："
    "请在 heartbench.toml 中给其中一个写上各自的 revision。",
    "going_on_unfinished": "继续未完成的评测 {name}。",
    "going_on_failures": "继续评测 {name}，它上次结束时有失败。",
    "reused_answers": "{label}：沿用数据库中已有的 {count} 条回答（{age}前生成）；"
    "若同名下换了新检查点，请用 --revision 或 --fresh answers。",
    "reused_answers@seed": "{label}：沿用数据库中已有的 {count} 条回答（{age}前生成）；"
    "若同名下换了新检查点，请在 heartbench.toml 的 [run] 中换一个 revision。",
    "reused_answers@demo": "{label}：沿用数据库中已有的 {count} 条回答（{age}前生成）。",
    "reused_answers@check": "{label}：{count} 条回复已在数据库中（{age}前存入）。",
    "reused_verdicts": "评委 {label}：沿用数据库中已有的 {count} 条判定（{age}前作出）；"
    "若要重新评判，请用 --fresh verdicts。",
    "reused_verdicts@seed": "评委 {label}：沿用数据库中已有的 {count} 条判定（{age}前作出）；"
    "若要从头开始，请在 heartbench.toml 的 [run] 中换一个 store。",
    "reused_verdicts@demo": "评委 {label}：沿用数据库中已有的 {count} 条判定（{age}前作出）；"
    "若要从头开始，请用 --store 换一个数据库。",
    "reused_verdicts@check": "评委 {label}：沿用数据库中已有的 {count} 条判定（{age}前作出）；加 --fresh "
    "重新标注。",
    "moved": "{label} 以前在 {before}，现在在 {now}：如果那里是另一个模型，请用 --revision 加以区分。",
    "moved@seed": "{label} 以前在 {before}，现在在 {now}：如果那里是另一个模型，"
    "请在 heartbench.toml 的 [run] 中换一个 revision。",
    "moved@check": "{label} 以前在 {before}，现在在 {now}：如果那里是另一个模型，请加 --fresh 重新标注。",
    # 没有回答的原因
    "answer_absent": "文件中没有这道题的回答。",
    "answer_null": "文件中的回答为 null。",
    "answer_empty": "文件中的回答为空。",
    "answer_not_text": "文件中的回答不是文本。",
    "blank_answer": "回复中没有文本。",
    "unmarked_answer": "这条不是标注答案，没有可重放的标注。",
    "unmarked_question": "这道题不在现有的内置题集中，没有标注。",
}
