"""Texts of the check of a judge."""

from __future__ import annotations

EN: dict[str, str] = {
    "head": "Judge {judge} against the authors' markings: {answers|labelled answer|labelled answers} to "
    "{questions|question|questions}, {protocol}, {mode}",
    "title": "How judge {judge} agrees with the authors' markings",
    "kinds_title": "Agreement within each kind of replies (headline: κ within flawed and within plain)",
    "measure": "Measure",
    "kind_flawed": "flawed",
    "kind_plain": "plain",
    "kind_best": "best",
    "marks": "Marks",
    "reference_hits": "Hits by the markings",
    "judge_hits": "Hits by the judge",
    "measure_percent": "Same mark",
    "measure_kappa": "Cohen κ",
    "measure_ac1": "Gwet AC1",
    "measure_balanced_f1": "Balanced F1",
    "measure_sensitivity": "Sensitivity",
    "measure_specificity": "Specificity",
    "foot_reference": "The reference is what the authors marked, not the truth: agreement with it is "
    "agreement with the authors' markings.",
    "foot_headline": "Pooling good and bad replies would flatter any judge that only tells them apart, so "
    "each kind stands alone.",
    "yardsticks_title": "κ beside yardsticks",
    "who": "Who marks",
    "second_marker": "second marker, against the first",
    "halo": "halo judge",
    "base_rate": "base-rate judge",
    "foot_yardsticks": "Second marker: how the two markings agreed before they were settled. Halo judge: all "
    "bonuses for best, first person alone for the rest, no penalty; best replies hit nearly every bonus, "
    "so that column tells little. Base-rate judge: reads no reply, marks a hit where criteria of that "
    "ability and sign mostly are.",
    "parts_title": "By kind of criterion and by ability (flawed and plain replies)",
    "signs_title": "Bonuses, penalties, vetoes",
    "sign": "Criteria",
    "bonus": "bonuses",
    "penalty": "penalties",
    "veto": "vetoes",
    "abilities_title": "15 abilities",
    "foot_parts": "Too few: under 20 hits or under 20 misses among the markings, or under 20 questions for "
    "an interval.",
    "effect_title": "What the judge's errors do to scores",
    "effects_title": "Scores in points, by rule paper",
    "replies": "Replies",
    "total": "Score",
    "questions": "Questions",
    "by_labels": "By the markings",
    "by_judge": "By the judge",
    "difference": "Difference",
    "foot_effects": "The judge's score less that of the markings, on the questions with both. Overall: the "
    "mean of the 15 abilities, too few where one of them has under 5 questions.",
    "cost_title": "Replies of the judge and what they took",
    "replies_title": "Calls behind these marks",
    "what": "What",
    "answers_marked": "Answers marked",
    "malformed": "Calls without a verdict",
    "calls": "Calls",
    "calls_of": "{calls}, {now} of them now",
    "no_calls": "none: this judge asks nobody",
    "tokens": "Tokens in, out",
    "tokens_of": "{input}, {output} ({unknown|call|calls} without a count)",
    "tokens_unknown": "not said",
    "cost": "Cost, US dollars",
    "foot_malformed": "An answer counts as failed where three calls brought no verdict; failures are left "
    "out above.",
    "note_offline": "Offline judge ({judge}): fixed rules and shared words, no model. A useful judge does "
    "better.",
    "note_replay": "Judge {judge} replays the markings themselves: perfect agreement is what it must show.",
    "note_family": "{judge} is of the model family that helped to write and mark these answers: its "
    "agreement is self-consistency, not a proof of quality.",
    "note_coverage": "Verdicts on {marked} of {asked}; the answers without one failed and are left out.",
    "badge": "HeartBench judge check · {judge} · {kappas} · {answers|answer|answers} · {protocol}, {mode} "
    "· labels {labels}",
    "badge_family": "HeartBench judge check · {judge} (self-consistency) · {kappas} · "
    "{answers|answer|answers} · {protocol}, {mode} · labels {labels}",
    "badge_kappa": "κ {kind} {value}",
    "unmarked": "Answers left without a verdict",
    "note_reused": "{count|verdict was|verdicts were} in the store before this check began, from the address "
    "of that time; --fresh marks anew.",
    "note_short": "In short, on plain replies: it finds {sensitivity} % of the hits and leaves {specificity} "
    "% of the misses alone. κ {kappa}; the second marker {second}, a judge that only knows which replies "
    "are the best {halo}.",
}

ZH: dict[str, str] = {
    "head": "评委 {judge} 对照作者标注：{questions} 道题的 {answers} 条标注答案，{protocol}，{mode}",
    "title": "评委 {judge} 与作者标注的一致程度",
    "kinds_title": "各类回复之内的一致程度（首要指标：flawed 之内与 plain 之内的 κ）",
    "measure": "指标",
    "kind_flawed": "flawed（有毛病）",
    "kind_plain": "plain（平常）",
    "kind_best": "best（好）",
    "marks": "标注数",
    "reference_hits": "标注的命中率",
    "judge_hits": "评委的命中率",
    "measure_percent": "标注相同的比例",
    "measure_kappa": "Cohen κ",
    "measure_ac1": "Gwet AC1",
    "measure_balanced_f1": "平衡 F1",
    "measure_sensitivity": "灵敏度",
    "measure_specificity": "特异度",
    "foot_reference": "参照是作者的标注，不是真理：与它一致，就是与作者的标注一致。",
    "foot_headline": "把好回复和坏回复混在一起，会抬高只会分好坏的评委，所以各类分开计算。",
    "yardsticks_title": "与对照基准并列的 κ",
    "who": "标注者",
    "second_marker": "第二位标注者（对照第一位）",
    "halo": "光环评委",
    "base_rate": "基率评委",
    "foot_yardsticks": "第二位标注者：两次标注在定夺之前的一致程度。光环评委：best 命中全部加分项，"
    "其余只命中第一人称，不扣分；best 几乎命中所有加分项，所以那一列说明不了什么。基率评委：不看回复，"
    "只按同能力、同正负的评分项多数情况来判。",
    "parts_title": "按评分项的正负与能力（flawed 与 plain 回复）",
    "signs_title": "加分项、扣分项、否决项",
    "sign": "评分项",
    "bonus": "加分项",
    "penalty": "扣分项",
    "veto": "否决项",
    "abilities_title": "15 项能力",
    "foot_parts": "太少：标注中命中或未命中不到 20 条；区间需要至少 20 道题。",
    "effect_title": "评委的误判对得分的影响",
    "effects_title": "得分（分），规则 paper",
    "replies": "回复",
    "total": "得分",
    "questions": "题数",
    "by_labels": "按标注",
    "by_judge": "按评委",
    "difference": "差值",
    "foot_effects": "评委给出的得分减去标注的得分，只算双方都有的题目。总分是 15 项能力的平均；有的能力不足 "
    "5 题时太少，不给区间。",
    "cost_title": "评委的回复及其代价",
    "replies_title": "这些判定背后的调用",
    "what": "项目",
    "answers_marked": "已评判的答案",
    "malformed": "没有判定的调用",
    "calls": "调用",
    "calls_of": "{calls} 次，其中本次 {now} 次",
    "no_calls": "没有：这位评委不调用任何模型",
    "tokens": "输入、输出 token",
    "tokens_of": "{input}、{output}（{unknown} 次调用没有计数）",
    "tokens_unknown": "未说明",
    "cost": "费用（美元）",
    "foot_malformed": "三次调用都没有判定，该答案才算失败；失败不计入上面的数字。",
    "note_offline": "离线评委（{judge}）：固定规则加上字词重合，不是模型。有用的评委应当比这更好。",
    "note_replay": "评委 {judge} 重放的就是标注本身，因此理应完全一致。",
    "note_family": "{judge} 与协助撰写和标注这些答案的模型属于同一家族：它的一致程度是自洽，不能证明质量。",
    "note_coverage": "{asked} 条答案中 {marked} 条有判定；其余失败，不计入。",
    "badge": "HeartBench 评委检验 · {judge} · {kappas} · {answers} 条答案 · {protocol}，{mode} · 标注 "
    "{labels}",
    "badge_family": "HeartBench 评委检验 · {judge}（自洽）· {kappas} · {answers} 条答案 · {protocol}，"
    "{mode} · 标注 {labels}",
    "badge_kappa": "κ {kind} {value}",
    "unmarked": "没有判定的答案",
    "note_reused": "{count} 条判定在本次检验开始之前已在数据库中，来自当时的地址；加 --fresh 重新标注。",
    "note_short": "简而言之，在 plain 回复上：找出 {sensitivity}% 的命中，{specificity}% "
    "的未命中也判为未命中。κ {kappa}；第二位标注者 {second}，只知道哪些回复最好的评委 {halo}。",
}
