"""Texts of leaderboards."""

from __future__ import annotations

EN: dict[str, str] = {
    "nothing": "No run in the store has a judge: make one by 'heartbench run'.",
    "not_there": "The store has no such leaderboard; it has (questions / judge / protocol / mode): {known}.",
    "head": "Leaderboard: {set} ({questions|question|questions}), judge {judge}, {protocol}, {mode}, "
    "rule {rule}",
    "title": "Measured here",
    "leaders_title": "Candidates of this store",
    "ranks": "Ranks",
    "common": "On the common set",
    "foot_ranks": (
        "Ranks: between which ranks a candidate lies, all at once; from {least} points on a difference is "
        "significant. Equal scores share a rank."
    ),
    "foot_common": "Ranks are those on the {count|question|questions} that all ranked candidates have a "
    "score for.",
    "published_title": "Reference: published, judge {judge}",
    "published_table": "Published results on the official questions",
    "published_abilities": "15 abilities (published, judge {judge})",
    "published": "published, judge {judge}",
    "published_foot": "Not measured here: judged by another model with other prompts, and not to be "
    "ranked beside "
    "the rows above.",
    "source": "Source",
    "others": "Other leaderboards of this store (--dataset, --judge, --protocol, --mode):",
    "other": "  {set} ({fingerprint}) / {judge} / {protocol} / {mode}: {count} candidates",
    "note_unfinished": "Not ranked, as not finished: {candidates}.",
    "note_unranked": "Not ranked, as some ability has too few scored questions: {candidates}.",
    "note_question_mean": "Ranks follow the question mean: some ability has fewer than 5 questions that "
    "all have a "
    "score for.",
    "note_coverage": "Coverage differs: ranks are those on the {count|question|questions} that all have "
    "a score "
    "for; 'heartbench compare' shows more.",
    "note_superseded": "{count|earlier measurement|earlier measurements} of the same candidates left out.",
}

ZH: dict[str, str] = {
    "nothing": "库中没有由评委评判的评测：请用 'heartbench run' 做一次。",
    "not_there": "库中没有这样的排行榜；现有（题集 / 评委 / 协议 / 模式）：{known}。",
    "head": "排行榜：{set}（{questions} 道题），评委 {judge}，{protocol}，{mode}，规则 {rule}",
    "title": "在此测得",
    "leaders_title": "本库的被测对象",
    "ranks": "名次范围",
    "common": "共同题目上",
    "foot_ranks": "名次范围：各被测对象同时所处的名次；差值从 {least} 分起显著。同分同名次。",
    "foot_common": "名次按所有参与排名者都有分数的 {count} 道题计算。",
    "published_title": "参考：已发表，评委 {judge}",
    "published_table": "官方题目上已发表的结果",
    "published_abilities": "15 项能力（已发表，评委 {judge}）",
    "published": "已发表，评委 {judge}",
    "published_foot": "并非在此测得：由另一模型用别的提示词评判，不能与上面各行一起排名。",
    "source": "来源",
    "others": "本库的其他排行榜（--dataset、--judge、--protocol、--mode）：",
    "other": "  {set}（{fingerprint}）/ {judge} / {protocol} / {mode}：{count} 个被测对象",
    "note_unfinished": "尚未完成，不参与排名：{candidates}。",
    "note_unranked": "有的能力已计分的题目太少，不参与排名：{candidates}。",
    "note_question_mean": "名次按题目均分排列：有的能力都有分数的题目不足 5 道。",
    "note_coverage": "覆盖率不同：名次按都有分数的 {count} 道题计算；详见 'heartbench compare'。",
    "note_superseded": "同一被测对象较早的 {count} 次测量未列出。",
}
