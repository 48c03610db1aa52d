"""Texts of statistics: why a value is not there."""

from __future__ import annotations

EN: dict[str, str] = {
    "no_score": "nothing is scored",
    "too_few": "too few: {count|question|questions}, {least} needed",
    "too_few_clusters": "too few: {count|group|groups} of near-duplicate questions, {least} needed",
    "ability_too_few": "too few: {count|question|questions} with {ability}, {least} needed",
    "resamples_lost": "withheld: {percent} % of the resamples lost an ability",
    "no_variation": "nothing varies",
    "one_sample": "not estimable: one sample per question",
    "one_repeat": "not estimable: one verdict per answer",
    "one_question": "not estimable: one question",
    "one_candidate": "there is nobody to compare with",
    "left_out": "left to heartbench report",
    "no_marks": "nothing to compare",
    "too_few_marks": "too few: {positives|hit|hits} and {negatives|miss|misses}, {least} of each needed",
    "unanimous": "not defined: both sides always say the same",
    "resamples_undefined": "withheld: not defined in {percent} % of the resamples",
}

ZH: dict[str, str] = {
    "no_score": "没有分数",
    "too_few": "太少：{count} 道题，至少需要 {least} 道",
    "too_few_clusters": "太少：近似重复的题目合并后只有 {count} 组，至少需要 {least} 组",
    "ability_too_few": "太少：{ability}只有 {count} 道题，至少需要 {least} 道",
    "resamples_lost": "不给出：{percent}% 的重抽样缺失某项能力",
    "no_variation": "没有变化",
    "one_sample": "无法估计：每题只有一次采样",
    "one_repeat": "无法估计：每条回答只有一次判定",
    "one_question": "无法估计：只有一道题",
    "one_candidate": "没有可比较的对象",
    "left_out": "留给 heartbench report",
    "no_marks": "没有可比较的标注",
    "too_few_marks": "太少：参照标注中命中 {positives} 条、未命中 {negatives} 条，各需至少 {least} 条",
    "unanimous": "没有定义：双方的判断始终相同",
    "resamples_undefined": "不给出：{percent}% 的重抽样中没有定义",
}
