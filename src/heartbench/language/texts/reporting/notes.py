"""Failures, notes, explanations and intervals of reports."""

from __future__ import annotations

EN: dict[str, str] = {
    # failures
    "kind_truncated": "cut off",
    "kind_empty": "empty",
    "kind_blocked": "blocked by the provider",
    "kind_context_length": "too long for the model",
    "kind_refused": "refused to judge",
    "kind_unparseable": "not readable",
    "kind_wrong_count": "wrong number of verdicts",
    "kind_invalid_value": "neither hit nor miss",
    "kind_conflicting": "contradicts itself",
    "kind_transport": "network or server",
    "kind_rate_limited": "rate limited",
    "kind_unauthorized": "key refused",
    "kind_unknown_model": "unknown model or path",
    "kind_unsupported_parameter": "parameter refused",
    "kind_bad_response": "no chat reply",
    "kind_callable": "callable failed",
    "kind_missing": "no answer in the file",
    "kind_unmarked": "no labelled answer",
    # notes
    "note_offline_judge": (
        "Offline judge ({judge}): not a measurement. Its verdicts come from fixed rules, not from a model; "
        "use them to try the product, never to compare models."
    ),
    "note_labels_judge": (
        "Judge {judge}: the authors' own markings of the labelled answers, replayed. No model judged, and no "
        "model was measured."
    ),
    "note_offline_candidates": (
        "{candidates}: scripted, no language model. Their scores say nothing about any model."
    ),
    "note_flags": (
        "{count|answer tries|answers try} to talk the judge round ({candidates}): look at them before "
        "you trust the scores."
    ),
    "note_unfinished": (
        "This run is not finished: what is still owed is missing from the scores. The same command goes on."
    ),
    "note_answers_only": "Answers only: no judge was asked, so there are no scores.",
    "note_official": (
        "The official contract cannot delimit the answer: an answer that imitates the judging prompt may "
        "mislead the judge."
    ),
    "note_released": (
        "Rule released reproduces the public reference code: lists of the wrong length are padded or cut, "
        "any true value is a hit, vetoes without a positive weight do not act."
    ),
    "note_coverage": (
        "Coverage differs between the candidates under judge {judge}: compare them on the "
        "{questions|question|questions} that all of them have a score for."
    ),
    "note_nothing_common": (
        "Coverage differs between the candidates under judge {judge}, and no question has a score for all of "
        "them: there is nothing to compare them on."
    ),
    "note_mean_of_k": (
        "Under judge {judge} some ability has no scored question: there the mean of k of 15 stands for the "
        "overall score, and is not comparable with one."
    ),
    "note_question_mean_ranks": "Under judge {judge} some ability has fewer than 5 scored questions with "
    "everybody: the ranks follow the question mean.",
    "note_below": (
        "Below the silent baseline under judge {judge}: {candidates}. An answer on which nothing is hit "
        "would score more."
    ),
    "note_vetoed": "Under judge {judge}, {count|scored verdict was|scored verdicts were} vetoed: the "
    "answer played the user.",
    "note_cost_unknown": "The price of {count|call|calls} is not known: the cost shown is without them.",
    # explanations
    "explain_overall": "Overall (macro overall): unweighted mean of the 15 ability scores.",
    "explain_mean_of_k": (
        "Mean of k of 15: stands there when an ability has no scored question; never ranked beside full "
        "scores."
    ),
    "explain_question_mean": "Question mean: mean over the questions of their own scores.",
    "explain_coverage": (
        "Scored: verdicts with a score of those asked for. A failed answer or verdict is left out of the "
        "means, not counted as 0."
    ),
    "explain_lower_bound": "Lower bound: the overall score if everything without a score had scored 0.",
    "explain_silent": (
        "Silent baseline: what an answer scores on which nothing is hit, as penalties not incurred earn "
        "points. Scores below it are marked *."
    ),
    "explain_veto": (
        "Vetoed: the judge found that the answer played the user instead of answering; every ability of "
        "that question then scores 0."
    ),
    "explain_offline": (
        "Results of offline candidates or offline judges show that the product works. They measure no model."
    ),
    "ethics": "For research and model evaluation only: not for counselling, diagnosis or therapy.",
    # intervals
    "interval": "95 % interval",
    "intervals_title": "{percent} % intervals of categories and abilities",
    "score_name": "Score of",
    "foot_interval": (
        "Intervals: {percent} %, {resamples} resamples of {clusters} clusters of questions, seed {seed}; "
        "judge error not included."
    ),
    "foot_part_mean": "(q): question mean, for hard and normal alike, as fewer than 5 of one of them have "
    "some ability.",
    "foot_too_few": "Too few: fewer than 5 questions, or copies of fewer than 5.",
    "foot_left_out": "Intervals of so many questions take some seconds: heartbench report {name} makes them.",
    "foot_withheld": "Withheld: over 1 % of the resamples lost the ability.",
    "judge_error": "judge error not included",
    "short_too_few": "too few",
    "short_too_few_clusters": "too few",
    "short_ability_too_few": "too few",
    "short_resamples_lost": "withheld",
    "short_no_variation": "no variation",
    "short_one_sample": "not estimable",
    "short_one_repeat": "not estimable",
    "short_one_question": "not estimable",
    "short_one_candidate": "—",
    "short_left_out": "—",
    "short_no_marks": "—",
    "short_too_few_marks": "too few",
    "short_unanimous": "not defined",
    "short_resamples_undefined": "withheld",
    "variance_title": "Where question scores vary (standard deviations)",
    "variance_foot": "Between questions, between answers to one question, between verdicts on one answer.",
    "part_question": "Questions",
    "part_sample": "Samples",
    "part_repeat": "Judge repeats",
    "explain_interval": (
        "Interval: where the score may lie, as the questions might have been others. Copies of a question "
        "move together; abilities with fewer than 20 questions have a t interval with one question at 0 and "
        "one at 100 added, with fewer than 5 none. Errors of the judge are not included."
    ),
}

ZH: dict[str, str] = {
    # 失败
    "kind_truncated": "被截断",
    "kind_empty": "空回复",
    "kind_blocked": "被服务商拦截",
    "kind_context_length": "超出模型长度",
    "kind_refused": "拒绝评判",
    "kind_unparseable": "无法读出判定",
    "kind_wrong_count": "判定数目不符",
    "kind_invalid_value": "既非命中也非未命中",
    "kind_conflicting": "自相矛盾",
    "kind_transport": "网络或服务器",
    "kind_rate_limited": "限流",
    "kind_unauthorized": "密钥被拒",
    "kind_unknown_model": "未知的模型或路径",
    "kind_unsupported_parameter": "参数被拒",
    "kind_bad_response": "不是对话回复",
    "kind_callable": "函数出错",
    "kind_missing": "文件中没有回答",
    "kind_unmarked": "不是标注答案",
    # 提示
    "note_offline_judge": (
        "离线评委（{judge}）：不是测量结果。它的判定来自固定规则，而非模型；"
        "只可用来试用本产品，不可用来比较模型。"
    ),
    "note_labels_judge": "评委 {judge}：重放作者对标注答案的标注。没有模型评判，也没有模型被测量。",
    "note_offline_candidates": "{candidates}：按脚本回答，不是语言模型。其得分不代表任何模型。",
    "note_flags": "有 {count} 条回答试图影响评委（{candidates}）：请先查看，再采信得分。",
    "note_unfinished": "本次评测尚未完成：待完成的部分没有计入得分。再运行同一命令即可继续。",
    "note_answers_only": "只有回答：没有请评委，因此没有分数。",
    "note_official": "official 协议无法给回答划定边界：模仿评判提示词的回答可能误导评委。",
    "note_released": (
        "规则 released 重现公开的参考代码：长度不符的列表会被补齐或截断，任何真值都算命中，"
        "没有正权重的否决项不起作用。"
    ),
    "note_coverage": "在评委 {judge} 下，各被测对象的覆盖率不同：请在所有被测对象都有分数的 {questions} "
    "道题上比较。",
    "note_nothing_common": (
        "在评委 {judge} 下，各被测对象的覆盖率不同，而且没有一道题对所有被测对象都有分数：无从比较。"
    ),
    "note_mean_of_k": (
        "在评委 {judge} 下，有的能力没有任何已计分的题目：此处以 15 项中 k 项的均值代替总分，不能与总分相比。"
    ),
    "note_question_mean_ranks": "在评委 {judge} 下，每个被测对象都有已计分不足 5 题的能力："
    "名次按题目均分排列。",
    "note_below": "在评委 {judge} 下低于沉默基线：{candidates}。一条什么都不命中的回答得分会更高。",
    "note_vetoed": "在评委 {judge} 下，{count} 个已计分的判定被否决：回答扮演了用户。",
    "note_cost_unknown": "有 {count} 次调用的价格未知：所示费用不含这些调用。",
    # 说明
    "explain_overall": "总分（宏平均总分）：15 项能力得分的不加权平均。",
    "explain_mean_of_k": "15 项中 k 项的均值：当某项能力没有已计分的题目时显示；从不与完整的总分一起排名。",
    "explain_question_mean": "题目均分：各题自身得分的平均。",
    "explain_coverage": "已计分：有分数的判定占应有判定的多少。失败的回答或判定不参与平均，也不按 0 分计。",
    "explain_lower_bound": "下界：假如所有没有分数的部分都得 0 分，总分会是多少。",
    "explain_silent": (
        "沉默基线：一条什么都不命中的回答的得分（没有触犯的扣分项会带来分数）。低于它的得分标 *。"
    ),
    "explain_veto": "被否决：评委认定回答扮演了用户而没有作答；该题的每项能力都计 0 分。",
    "explain_offline": "离线的被测对象或评委的结果只说明产品能够运行，不测量任何模型。",
    "ethics": "仅用于研究与模型评估：不得用于心理咨询、诊断或治疗。",
    # 区间
    "interval": "95% 区间",
    "intervals_title": "类别与能力的 {percent}% 区间",
    "score_name": "得分项",
    "foot_interval": "区间：{percent}%，将 {clusters} 组题目重抽样 {resamples} 次，种子 {seed}；"
    "不含评委误差。",
    "foot_part_mean": "(q)：题目均分；困难与普通之一有的能力不足 5 道题，两者都用题目均分。",
    "foot_too_few": "太少：不足 5 道题，或合并近似重复后不足 5 道。",
    "foot_left_out": "题目这样多，算区间要几秒：heartbench report {name} 会给出。",
    "foot_withheld": "不给出：超过 1% 的重抽样缺失该能力。",
    "judge_error": "不含评委误差",
    "short_too_few": "太少",
    "short_too_few_clusters": "太少",
    "short_ability_too_few": "太少",
    "short_resamples_lost": "不给出",
    "short_no_variation": "无变化",
    "short_one_sample": "无法估计",
    "short_one_repeat": "无法估计",
    "short_one_question": "无法估计",
    "short_one_candidate": "—",
    "short_left_out": "—",
    "short_no_marks": "—",
    "short_too_few_marks": "太少",
    "short_unanimous": "无定义",
    "short_resamples_undefined": "不给出",
    "variance_title": "题目得分的差异从何而来（标准差）",
    "variance_foot": "题目之间、同一题的回答之间、同一回答的判定之间。",
    "part_question": "题目",
    "part_sample": "采样",
    "part_repeat": "评委重复",
    "explain_interval": (
        "区间：题目若换成别的，得分可能落在的范围。近似重复的题目一起移动；不足 20 道题的能力"
        "加上一道 0 分题和一道 100 分题后用 t 区间，不足 5 道题的不给出。不含评委误差。"
    ),
}
