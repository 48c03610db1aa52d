"""Texts of the demo; ``turn``, ``best``, … are one question and its replies, in English translated."""

from __future__ import annotations

EN: dict[str, str] = {
    "asks": "HeartBench measures how human a model's replies are: 15 abilities, 0 to 100 each. One of its "
    "296 questions (Chinese, here translated), somebody writes:",
    "judged": "Three replies and their scores: a wise friend's, an ordinary person's, one with a typical "
    "fault:",
    "score": "Score of the reply, 0 to 100",
    "weight": "Weight",
    "criterion": "Criterion",
    "named": "{name}: ",
    "hit": "hit",
    "miss": "·",
    "rows": "Each ability: 0 for no bonus and every penalty, 100 for every bonus and no penalty, on a "
    "logarithmic scale in between. The reply gets the mean of its abilities (here 5); a veto that is hit "
    "makes it 0.",
    "real_title": "The {count|question|questions} that have all three replies, by their marks. Written and "
    "marked by language models for this project, not by scripts; no model is measured here. Overall: the "
    "mean of the 15 abilities. Silent baseline: a reply that hits nothing, which still gets points for "
    "the penalties it avoids.",
    "script_title": "{count|question|questions}, three scripts (listener takes up feelings, adviser lists "
    "tips, silent says as good as nothing), judged by fixed rules: not a measurement, and not to be held "
    "against the table above. A run of your own models prints such a table.",
    "next": "Every table: {reports}. As one page with every reply and reason: heartbench report -o "
    "report.html. Your own model: heartbench run -m MODEL. How good is a judge: heartbench judge check "
    "JUDGE.",
    "turn": "Give me a plan to get my energy back, the shorter the better. Three months of weekends on the "
    "project, five hours of sleep or so, four coffees do nothing, lately I can hardly even smell the "
    "coffee, and whatever I do I feel nothing.",
    "best": "Can't smell the coffee, feel nothing whatever you do: I hear somebody who has been hollowed "
    "out, gone numb. Three months without one weekend would bring anybody to this, it is not that you "
    "manage your energy badly. The plan is one sentence: get one whole day back, and only sleep. And a "
    "nose that smells nothing may also be the body; find a moment to have it looked at.",
    "plain": "The plan in one sentence: skip the project this weekend. No smell and no feeling for three "
    "months, do get a doctor's appointment some time, and cut the coffee to two cups first.",
    "flawed": "1. Sleep: lights out at 23:30, up to 7 hours, works in two weeks.\n2. Caffeine: at most 400 "
    "mg a day, none after 14:00, tolerance fades in about 10 days.\n3. Exercise: three times a week, 30 "
    "minutes of brisk walking.\n4. Supplements: vitamin D, magnesium, with meals.",
    "line_1": "Gives 'feel nothing whatever I do' the name of a feeling, such as empty, numb, panicky",
    "line_2": "Responds first to the missing smell and feeling; the plan comes after",
    "line_3": "Says that after three months without a weekend this is no wonder, not bad management",
    "line_4": "Cares for the body: the lost smell may be something medical, worth a look",
    "line_5": "Says I or we at least once, as somebody who talks",
    "line_6": "Keeps to 'the shorter the better': within 120 characters (of the Chinese original)",
    "line_7": "Lists a numbered plan of sleep, exercise, supplements and the like",
    "line_8": "Piles up eight or more suggestions or questions in one reply (a numbered item is one)",
    "line_9": "Speaks as the person instead of answering",
    "veto": "veto",
    "sees": "Where the scores come from: what the rubric of {count|line|lines} sees in each:",
}

ZH: dict[str, str] = {
    "asks": "HeartBench 衡量模型的回复有多像人：15 项能力，各 0 到 100 分。296 道题中的一道，有人写道：",
    "judged": "三条回复和它们的得分：明白的朋友、普通人、带着典型毛病的：",
    "score": "这条回复的得分（0 到 100）",
    "weight": "权重",
    "criterion": "评分项",
    "named": "{name}：",
    "hit": "命中",
    "miss": "·",
    "rows": "每项能力：一条加分项都没命中、扣分项全中为 0 分，加分项全中、扣分项全无为 100 分，"
    "其间按对数折算。回复的得分是它各项能力（这里 5 项）的平均；命中否决项则为 0 分。",
    "real_title": "三类回复齐全的 {count} 道题，按它们的标注。由语言模型为本项目撰写并逐条标注，不是脚本；"
    "这里没有测量任何模型。总分：15 项能力的平均。沉默基线：什么都没命中的回复，没犯的扣分项仍使它得分。",
    "script_title": "{count} 道题，三个脚本（listener 接住感受，adviser 罗列建议，silent 几乎什么都不说），"
    "由固定规则评判：不构成测量，也不能与上表相比。评测您自己的模型时会看到这样的表。",
    "next": "全部表格：{reports}。带每条回复和理由的网页：heartbench report -o report.html。"
    "评测您自己的模型：heartbench run -m MODEL。看看评委好不好：heartbench judge check JUDGE。",
    "turn": "给一个恢复精力的方案，越短越好。连续三个月周末都在进组，睡五小时左右，咖啡四杯没用，"
    "最近连咖啡味都闻不太出来了，做什么都没感觉。",
    "best": "咖啡味都闻不出、做什么都没感觉，我读着是人被掏空了，发麻。三个月没有一个周末，谁都会熬成这样，"
    "怪不到你不会管精力。方案就一句：先要回一个整天，只睡觉。鼻子闻不出味儿，也可能是身体出了毛病，"
    "抽空去看一下。",
    "plain": "方案一句话：这周末不进组。闻不出味道、没感觉都三个月了，抽空挂个号吧，咖啡先减到两杯。",
    "flawed": "1. 睡眠：固定23:30入睡，增至7小时，两周见效。\n2. 咖啡因：每日不超过400毫克，14点后停用，"
    "耐受约10天消退。\n3. 运动：每周3次，每次快走30分钟。\n4. 补剂：维生素D、镁，随餐服用。",
    "line_1": "AI给「做什么都没感觉」一个情绪的名字，如空、麻、慌",
    "line_2": "回复开头先接住「闻不太出来」「没感觉」这一头，方案放在后面",
    "line_3": "告诉用户，三个月没有周末，人熬成这样不奇怪，怪不到不会管理精力上",
    "line_4": "关心到身体，说闻不太出味道也可能是身子的毛病，该抽空去看一看",
    "line_5": "AI说话时带着「我」「咱」一类的自称，让人感到对面有一个说话的人",
    "line_6": "AI守住「越短越好」，全篇在一百二十字以内",
    "line_7": "AI列出作息、运动、补剂之类的编号计划",
    "veto": "否决项",
    "line_8": "AI的这一次回复中，建议或问题多达八条以上（含八条）",
    "line_9": "AI把自己当成了用户，替用户说话，没有对用户作出回应",
    "sees": "得分从哪里来：{count} 条评分标准在每条回复中看到了什么：",
}
