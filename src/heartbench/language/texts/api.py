"""Texts of the Python API and of what it shares with the command line."""

from __future__ import annotations

EN: dict[str, str] = {
    "word_unknown": "There is no keyword {word}; known here: {known}.",
    "word_kind": "{word} cannot be of type {kind}; docs/python.md shows what it takes.",
    "answers_kind": "Answers cannot be of type {kind}; give a file, a mapping of ids to texts, or rows.",
    "fresh_unknown": "'{value}' cannot be made anew; fresh takes: {known}.",
    "running_loop": "An event loop runs here already, as in every notebook: write "
    "'await heartbench.{name}_async(…)' instead of 'heartbench.{name}(…)'.",
    "not_a_spec": "The first argument is of type {kind}; give a RunSpec there, or targets by models=[…].",
    "spec_and_words": "A RunSpec was given together with {words}; say it in the RunSpec instead.",
    "model_kind": "A candidate cannot be of type {kind}; give a target as text, a callable or a Candidate.",
    "key_without_address": "A key was named for {option}, but no address; give {option} too.",
    "name_unprintable": "A run cannot be called {name}; leave out line breaks and control characters.",
    "no_runs": "There is no run in {path} yet; make one by 'heartbench run' or 'heartbench demo'.",
    "answers_missing": "{path} has no answer to {count|question|questions}: {ids}",
    "answers_unknown": "{path} names {count|id that is|ids that are} not among the questions: {ids}",
    "answers_doubled": "{path} has {count|id|ids} twice with the same response, taken once: {ids}",
    "answers_none": "{path} answers none of the questions of {dataset}; check --dataset, --difficulty and "
    "the ids.",
    "answers_none@python": "{path} answers none of the questions of {dataset}; check dataset, difficulty, "
    "limit and the ids.",
    "answers_none@seed": "{path} answers none of the questions of {dataset}; check --input_file, --mode and "
    "the ids.",
    "labelled_only": "{names}: there are such replies to {count} of {total|question|questions}, and only "
    "those are asked.",
    "labelled_none": "{names} answers none of the questions of {dataset}: the labelled answers belong to the "
    "built-in set.",
}

ZH: dict[str, str] = {
    "word_unknown": "没有 {word} 这个关键字；此处可用：{known}。",
    "word_kind": "{word} 的类型不能是 {kind}；可取的值见 docs/python.md。",
    "answers_kind": "回答的类型不能是 {kind}；请给出文件、由题目编号到文本的映射，或若干行。",
    "fresh_unknown": "无法重做「{value}」；fresh 可取：{known}。",
    "running_loop": "此处已有事件循环在运行（笔记本中总是如此）：请把 'heartbench.{name}(…)' 写成 "
    "'await heartbench.{name}_async(…)'。",
    "not_a_spec": "第一个参数的类型是 {kind}；请在此给出 RunSpec，或用 models=[…] 给出被测对象。",
    "spec_and_words": "给了 RunSpec，又给了 {words}；请在 RunSpec 中说明。",
    "model_kind": "被测对象的类型不能是 {kind}；请给出文本形式的目标、可调用对象或 Candidate。",
    "key_without_address": "为 {option} 指定了密钥，却没有地址；请同时给出 {option}。",
    "name_unprintable": "评测不能叫 {name}；请去掉换行符和控制字符。",
    "no_runs": "{path} 中还没有评测；请用 'heartbench run' 或 'heartbench demo' 做一次。",
    "answers_missing": "{path} 中有 {count} 道题没有回答：{ids}",
    "answers_unknown": "{path} 中有 {count} 个编号不在题目之中：{ids}",
    "answers_doubled": "{path} 中有 {count} 个编号出现多次且回答相同，只取一次：{ids}",
    "answers_none": "{path} 没有回答 {dataset} 中的任何一题；请检查 --dataset、--difficulty 和编号。",
    "answers_none@python": "{path} 没有回答 {dataset} 中的任何一题；"
    "请检查 dataset、difficulty、limit 和编号。",
    "answers_none@seed": "{path} 没有回答 {dataset} 中的任何一题；请检查 --input_file、--mode 和编号。",
    "labelled_only": "{names}：{total} 道题中有 {count} 道有这样的回复，只问这些题。",
    "labelled_none": "{names} 没有回答 {dataset} 中的任何一题：标注答案属于内置题集。",
}
