"""Texts of comparisons."""

from __future__ import annotations

EN: dict[str, str] = {
    # slips
    "two_names": "A comparison needs two or more candidates: give their labels, or RUN/LABEL; "
    "'heartbench runs' lists them.",
    "unknown_candidate": "The store has no candidate {name} with verdicts; it has {known}. RUN/LABEL "
    "names one "
    "of a certain run.",
    "unknown_judge": "No run was judged by {judge}; the judges are {known}.",
    "mixed": "{names} were never measured in the same way: give candidates with one judge, protocol and "
    "mode.",
    "same": "{name} is named twice: give two different candidates, as RUN/LABEL where a label stands in "
    "two runs.",
    "margin": "--fail-below cannot be {margin}: give a number of points, such as -1.0.",
    "gate_without_margin": "A gate needs a margin: give --fail-below, such as --fail-below -1.0.",
    # gate
    "gate_reused": "The gate refuses {label}: its {count|answer was|answers were} all there before its "
    "run and it "
    "has no revision, so a new model may have got the old score. Give the run --revision or --fresh "
    "answers, or "
    "the gate --allow-reused.",
    "gate_undefined": "The gate cannot decide on {label}: there is no interval for its difference "
    "({reason}). "
    "Compare on more questions.",
    "gate_interval_passed": "Gate passed: {label} less {first} is {difference} points ({total}), and "
    "the upper end of the "
    "interval, {decides}, is not below the margin of {margin}.",
    "gate_interval_failed": "Gate failed: {label} less {first} is {difference} points ({total}), and "
    "even the upper end of the "
    "interval, {decides}, is below the margin of {margin}.",
    "gate_point_passed": "Gate passed: {label} less {first} is {difference} points ({total}), which "
    "is not below the margin "
    "of {margin}.",
    "gate_point_failed": "Gate failed: {label} less {first} is {difference} points ({total}), which "
    "is below the margin of "
    "{margin}.",
    "false_alarms": "This gate fails {percent} % of the candidates that are as good as the first.",
    "false_alarms_unknown": "How often this gate fails an equal candidate cannot be told: nothing varies.",
    # headings and tables
    "head": "Comparison on {questions|common question|common questions} of {set} (judge {judge}, {protocol}, "
    "{mode}, rule {rule})",
    "totals_title": "On the {count|question|questions} that all have a score for",
    "contenders_title": "Candidates",
    "differences_title": "Differences (second less first)",
    "totals_foot": (
        "p: cluster sign-flip test, corrected by Holm over all pairs for the overall score; the question "
        "mean is "
        "exploratory. ~: tail of a normal distribution. !: below 0.05. Detectable: the true difference "
        "that is "
        "found in 80 % of all cases."
    ),
    "pair_title": "{second} against {first}",
    "pair_name": "{second} - {first}",
    "abilities_title": "15 abilities",
    "abilities_foot": (
        "p corrected by Holm over the abilities of this pair. Share: of the variance of the overall "
        "difference."
    ),
    "categories_title": "Categories",
    "exploratory": "Not corrected: exploratory.",
    "pair": "Pair",
    "total": "Score",
    "difference": "Difference",
    "corrected": "p corrected",
    "detectable": "Detectable",
    "share": "Share",
    "reused": "Answers reused",
    # what changed
    "changes_title": "What changed most from {first} to {second}",
    "no_change": "No question changed.",
    "change": "{question}: {first} → {second} ({difference})",
    "last_words": "  Last turn: {text}",
    "answer": "  {label} answers: {text}",
    "criterion": "  {ability} ({weight}): {text}",
    "reason": "    {label}: {said}. {reason}",
    "hit": "hit",
    "miss": "missed",
    "veto": "Veto",
    # notes
    "note_other_questions": "The question sets differ: only the {count|question|questions} that all were "
    "asked are "
    "compared.",
    "note_coverage": "Coverage differs ({scored}): all figures are of the {count|question|questions} "
    "that all have "
    "a score for.",
    "note_unfinished": "{label} is not finished: start run {run} again under its name to go on.",
    "note_reused": "{label}: {count} of {total|answer was|answers were} there before its run.",
    "note_samples": "The candidates have different numbers of samples or repeats.",
}

ZH: dict[str, str] = {
    # 错误
    "two_names": "比较需要两个或更多被测对象：请给出其名称，或「评测名/名称」；'heartbench runs' 可列出。",
    "unknown_candidate": "库中没有已判定的被测对象 {name}；现有：{known}。"
    "用「评测名/名称」可指定某次评测中的。",
    "unknown_judge": "没有评测由 {judge} 评判；现有评委：{known}。",
    "mixed": "{names} 从未以同样方式测量：请给出评委、协议和模式都相同的被测对象。",
    "same": "{name} 出现了两次：请给出两个不同的被测对象；名称在两次评测中都有时，请写「评测名/名称」。",
    "margin": "--fail-below 不能是 {margin}：请给出分数，例如 -1.0。",
    "gate_without_margin": "门槛需要界限：请给出 --fail-below，例如 --fail-below -1.0。",
    # 门槛
    "gate_reused": "门槛拒绝 {label}：它的 {count} 条回答在评测前都已存在，又没有 revision，"
    "新模型可能得到了旧分数。"
    "请在评测时给出 --revision 或 --fresh answers，或在此给出 --allow-reused。",
    "gate_undefined": "门槛无法判断 {label}：其差值没有区间（{reason}）。请用更多题目比较。",
    "gate_interval_passed": "通过门槛：{label} 减去 {first} 为 {difference} 分（{total}），"
    "区间上端 {decides} 不低于界限 {margin}。",
    "gate_interval_failed": "未过门槛：{label} 减去 {first} 为 {difference} 分（{total}），"
    "连区间上端 {decides} 也低于界限 {margin}。",
    "gate_point_passed": "通过门槛：{label} 减去 {first} 为 {difference} 分（{total}），"
    "不低于界限 {margin}。",
    "gate_point_failed": "未过门槛：{label} 减去 {first} 为 {difference} 分（{total}），低于界限 {margin}。",
    "false_alarms": "与第一个同样好的被测对象，会有 {percent}% 被此门槛误判。",
    "false_alarms_unknown": "无法得知此门槛误判同样好的被测对象的频率：没有变化。",
    # 标题与表格
    "head": "在 {set} 的 {questions} 道共同题目上比较（评委 {judge}，{protocol}，{mode}，规则 {rule}）",
    "totals_title": "所有被测对象都有分数的 {count} 道题",
    "contenders_title": "被测对象",
    "differences_title": "差值（后者减前者）",
    "totals_foot": (
        "p：按组翻转符号的检验；总分的 p 对所有配对作 Holm 校正，题目均分仅供探索。~：正态分布的尾部。"
        "!：低于 0.05。可检出：80% 的情形下能发现的真实差值。"
    ),
    "pair_title": "{second} 对 {first}",
    "pair_name": "{second} - {first}",
    "abilities_title": "15 项能力",
    "abilities_foot": "p 对本配对的各项能力作 Holm 校正。占比：在总分差值的方差中所占。",
    "categories_title": "类别",
    "exploratory": "未校正：仅供探索。",
    "pair": "配对",
    "total": "得分",
    "difference": "差值",
    "corrected": "校正后 p",
    "detectable": "可检出",
    "share": "占比",
    "reused": "复用的回答",
    # 变化
    "changes_title": "从 {first} 到 {second} 变化最大的题目",
    "no_change": "没有题目发生变化。",
    "change": "{question}：{first} → {second}（{difference}）",
    "last_words": "  最后一轮：{text}",
    "answer": "  {label} 的回答：{text}",
    "criterion": "  {ability}（{weight}）：{text}",
    "reason": "    {label}：{said}。{reason}",
    "hit": "命中",
    "miss": "未命中",
    "veto": "否决项",
    # 提示
    "note_other_questions": "题集不同：只比较都被问过的 {count} 道题。",
    "note_coverage": "覆盖率不同（{scored}）：所有数字都来自都有分数的 {count} 道题。",
    "note_unfinished": "{label} 尚未完成：请用同一名称再次启动评测 {run} 以继续。",
    "note_reused": "{label}：{total} 条回答中有 {count} 条在评测前已存在。",
    "note_samples": "各被测对象的采样数或重复数不同。",
}
