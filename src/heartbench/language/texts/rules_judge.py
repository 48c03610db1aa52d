"""Texts of the offline judge. Its reasons are kept in Chinese, as those of the model judges are."""

from __future__ import annotations

EN: dict[str, str] = {
    "notice": "offline judge: not a measurement",
    "first_person": "first person {seen}",
    "plays_user": "speaks {seen} the user",
    "amount": "{given|suggestion or question|suggestions and questions}, the bound is {bound}",
    "length": "{given|character|characters}, the bound is {bound}",
    "layout": "numbered items: {given}",
    "advice": "wording of advice: {found}",
    "question": "question: {found}",
    "many_questions": "{given|question|questions}",
    "feeling": "names a feeling: {found}",
    "wording": "wording: {found}",
    "overlap": "overlap of characters {percent}%, the threshold is {bound}%",
    "yes": "found",
    "no": "not found",
    "as": "as",
    "not_as": "not as",
    "none": "none",
}

ZH: dict[str, str] = {
    "notice": "离线评委，不是测量",
    "first_person": "第一人称：{seen}",
    "plays_user": "{seen}用户的身份说话",
    "amount": "建议和问题共 {given} 个，界限是 {bound} 个",
    "length": "{given} 字，界限是 {bound} 字",
    "layout": "编号条目 {given} 条",
    "advice": "建议的措辞：{found}",
    "question": "提问：{found}",
    "many_questions": "问题 {given} 个",
    "feeling": "说到感受：{found}",
    "wording": "措辞：{found}",
    "overlap": "字面重合 {percent}%，界限是 {bound}%",
    "yes": "有",
    "no": "没有",
    "as": "是以",
    "not_as": "不是以",
    "none": "没有",
}
