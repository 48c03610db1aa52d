"""Texts of the demo; ``turn``, ``best``, … are one question and its replies, in English translated."""

from __future__ import annotations

EN: dict[str, str] = {
    "asks": "How human is a reply? HeartBench asks 296 such questions; here is one. Somebody writes:",
    "judged": "Three replies, and what a rubric of {count|criterion|criteria} sees in each:",
    "score": "Score of the reply, 0 to 100",
    "weight": "Weight",
    "criterion": "Criterion",
    "named": "{name}: ",
    "hit": "hit",
    "miss": "·",
    "kind_best": "best",
    "kind_plain": "plain",
    "kind_flawed": "flawed",
    "rows": "Each ability gets 0 to 100 from the weights that were hit, of those that could be; the reply "
    "gets the mean of its abilities.",
    "real_title": "The {count|question|questions} with all three kinds of replies, by the markings of the "
    "authors: real text, really marked; no model was measured",
    "script_title": "{count|question|questions}, three scripts under rules (offline judge: not a "
    "measurement): such a table a run of your own models prints",
    "next": "Every table: {reports}. As one page with every reply and reason: heartbench report -o "
    "report.html. Your own model: heartbench run -m MODEL. How good is a judge: heartbench judge check "
    "JUDGE.",
    "turn": "Didn't get into the other department, missed it by a hair. Skipped a grade as a kid, the whole "
    "county called me the child prodigy. Then I came here and found I'm just an ordinary person hahaha. "
    "Kind of don't know what to do with myself",
    "best": "Missing it by a hair is the worst way to miss it. The whole county called you a prodigy, and "
    "then here, all of a sudden, just an ordinary person: that's a long drop. You hahaha'd it past me, "
    "but I still hear how let down you feel. If you don't know what to do, then don't know for now, "
    "there's no hurry. I'd like to ask: when that sentence, I'm just an ordinary person, first came up, "
    "where were you, and what did it feel like?",
    "plain": "Being ordinary is fine too, most people are. Don't overthink it, there'll be plenty of "
    "chances. Hang in there",
    "flawed": "Right, right, exactly! Missing it by a hair and they still won't let you in, what a blind "
    "school, I'm totally on your side. Somebody who skipped grades shouldn't need their exam! It's their "
    "standards that are wrong, no teacher could defend them. Of course you don't know what to do, I "
    "wouldn't want to do a thing either, let others run the rat race, every word you said is right!",
    "line_1": "Says the disappointment that the hahaha passed over: from the county's prodigy to feeling "
    "ordinary is a long drop",
    "line_2": "Asks openly what it felt like when the thought of being just ordinary came up",
    "line_3": "Answers as an I who takes part in the talk, at least once",
    "line_4": "Uses a stock saying such as: ordinary people shine too, gold will always glitter",
    "line_5": "Gives eight or more suggestions and questions in one go",
    "line_6": "Gives advice first, though the person was only talking and had not asked",
    "line_7": "Plays the person instead of answering (veto: zeroes the question)",
}

ZH: dict[str, str] = {
    "asks": "一条回复有多像人？HeartBench 有 296 道这样的题，这里是其中一道。有人写道：",
    "judged": "三条回复，以及 {count} 条评分项在其中看到了什么：",
    "score": "这条回复的得分（0 到 100）",
    "weight": "权重",
    "criterion": "评分项",
    "named": "{name}：",
    "hit": "命中",
    "miss": "·",
    "kind_best": "best（好）",
    "kind_plain": "plain（平常）",
    "kind_flawed": "flawed（有毛病）",
    "rows": "每项能力按命中的权重占可能的多少得 0 到 100 分；回复的得分是各项能力的平均。",
    "real_title": "三类回复齐全的 {count} 道题，按作者的标注：真实的文字、真实的标注；没有测量任何模型",
    "script_title": "{count} 道题，三个脚本，由规则评判（离线评委：不构成测量）："
    "评测您自己的模型时会看到这样的表",
    "next": "全部表格：{reports}。带每条回复和理由的网页：heartbench report -o report.html。"
    "评测您自己的模型：heartbench run -m MODEL。看看评委好不好：heartbench judge check JUDGE。",
    "turn": "转专业没过 差一点点 小时候跳级县里都叫我神童 "
    "来了这边才发现我就是个普通人哈哈哈 有点不知道该干嘛",
    "best": "差一点点没过，偏是这一点点最磨人。小时候全县叫神童，到这边忽然觉得自己也就是个普通人，"
    "这个落差可不小，哈哈哈带过去了，我听着还是挺失落的。不知道该干嘛就先不知道着，不急。我想问问，"
    "「我就是个普通人」这句话头一回蹦出来的时候，你是在哪儿，心里是什么感觉？",
    "plain": "普通人也挺好的呀 大部分人都是普通人 别想太多 以后机会还多着呢 加油",
    "flawed": "对对对，就是说啊！差一点点都不给过，这学校也太没眼光了，我完全站你这边。"
    "跳过级的人还用得着他们来考？肯定是他们的标准有问题，换哪个老师来评都说不过去。不知道该干嘛太正常了，"
    "换我我也什么都不想干，谁爱卷谁卷去，你说得一点没错！",
    "line_1": "AI说出「哈哈哈」带过去的失落：从县里的神童掉到觉得自己普通，落差很大",
    "line_2": "AI用开放式的问题问他，「就是个普通人」这个念头冒出来时是什么感觉",
    "line_3": "AI作为谈话里的一个「我」来回应，至少有一处这样的自称",
    "line_4": "AI套用「平凡也能发光」「是金子总会……」一类的金句",
    "line_5": "AI一口气给出的建议和提问，总数达到八个以上（含八个）",
    "line_6": "用户只是在说，没有征求意见，AI却先出起了主意",
    "line_7": "AI把自己当成了用户，替用户说话，没有对用户作出回应",
}
