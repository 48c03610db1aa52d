"""Texts of the help of every command."""

from __future__ import annotations

EN: dict[str, str] = {
    # commands
    "command": "HeartBench measures how human a language model is in conversation.",
    "command_demo": "Run three offline candidates past the offline judge on the built-in set: no key, no "
    "network.",
    "command_run": "Ask candidates, have judges decide, score and report; what the store has is not asked "
    "again.",
    "command_score": "Judge answers made elsewhere: JSON lines, JSON or CSV.",
    "command_report": "Print and write the report of runs that were made (the latest one by default); "
    "costs no call.",
    "command_compare": "Compare candidates of the store on their common questions; with --fail-below, a "
    "gate for "
    "CI.",
    "command_leaderboard": "Rank all candidates of the store that were measured in the same way.",
    "command_runs": "List the runs in the store.",
    "command_data": "Fetch, check, count and export question sets.",
    "command_data_pull": "Download the official questions and prompts at their pinned commit and check "
    "their hashes.",
    "command_data_import": "Take the official questions and prompts from a checkout; nothing in it is "
    "executed.",
    "command_data_check": "List what may be wrong with a question set; exit code 1 where something is an "
    "error.",
    "command_data_stats": "Count criteria by ability and questions by scene; show what doing nothing scores.",
    "command_data_export": "Write a question set as question_all.jsonl, question_hard.jsonl and "
    "question_normal.jsonl.",
    "command_judge": "Find out how good a judge is.",
    "command_judge_check": "Let a judge mark the labelled answers of the built-in set and say how it agrees "
    "with the authors' markings.",
    "command_models": "Look at models before a run.",
    "command_models_check": "Ask every candidate and judge once and say in one line what works and what "
    "does not.",
    # arguments and options
    "argument_answers": "File with question_id and response in every row; the seed's full rows work too.",
    "argument_judge": "The judge: a model, ENDPOINT/MODEL, offline:rules or labels (default: that of "
    "heartbench.toml).",
    "option_check_limit": "Ask about N questions only, chosen to stand for all; each has two or three "
    "labelled answers.",
    "option_check_fresh": "Mark anew although the store has verdicts.",
    "argument_runs": "Names of runs; the latest one by default.",
    "argument_candidates": "Two or more candidates: labels (each of its latest run), or RUN/LABEL.",
    "argument_dataset": "The question set: builtin, official (after data pull or data import) or a file.",
    "option_answers": "Check this file of answers instead: what it lacks, who addresses the judge.",
    "argument_checkout": "Folder of a checkout of the official repository.",
    "option_lang": "Language of messages and reports: zh or en (else HEARTBENCH_LANG, else the locale).",
    "option_version": "Print the version and leave.",
    "option_json": "Print the result as JSON on standard output.",
    "option_config": "Configuration file (default: heartbench.toml here, if there is one).",
    "option_store": "The database (default: heartbench.db).",
    "option_results": "Folder of reports (default: results).",
    "option_page": "Write the runs as one HTML page to this file, instead of tables and files.",
    "option_figures": "Write every chart of the page into this folder, as SVG and PNG.",
    "option_rule": "Scoring rule: paper (default) or released, which reproduces the public reference code.",
    "option_csv": "Also write a table of all figures, one per line, to this file.",
    "option_markdown": "Also write a summary in Markdown to this file, such as for a comment in CI.",
    "option_judge_label": "The judge, where several judged.",
    "option_changes": "Show N questions that changed most for each candidate (default: 5).",
    "option_fail_below": "Fail (exit code 1) where a candidate falls behind the first by more than so "
    "many points, "
    "such as -1.0.",
    "option_gate": "What is held against --fail-below: interval (default), the upper end of the interval, or "
    "point, the difference itself, which chance fails more often.",
    "option_allow_reused": "Let the gate take a candidate without a revision whose answers were all reused.",
    "option_board_dataset": "The question set, by name or the beginning of its fingerprint (default: "
    "that of the "
    "latest run, as for the judge, protocol and mode).",
    "option_board_protocol": "The protocol.",
    "option_board_mode": "The mode.",
    "option_base_url": "Address of the candidates, and of judges that have none of their own.",
    "option_api_key_env": "Variable that holds the key for --base-url (default: HEARTBENCH_API_KEY, unless "
    "HEARTBENCH_BASE_URL names another address).",
    "option_judge_base_url": "Address of the judges alone.",
    "option_judge_api_key_env": "Variable that holds the key for --judge-base-url (default: "
    "HEARTBENCH_JUDGE_API_KEY, unless HEARTBENCH_JUDGE_BASE_URL names another address).",
    "option_judge": "Who judges; may be repeated: a model, ENDPOINT/MODEL, offline:rules or labels "
    "(default: claude-sonnet-4-5-20250929).",
    "option_model": "System under test; may be repeated: a model's name, ENDPOINT/MODEL, "
    "python:module:function, offline:listener, file:answers.jsonl, or a candidate declared in "
    "heartbench.toml (default: all declared there).",
    "option_system_prompt": "Text file with the system prompt of every model under test.",
    "option_dataset": "Question set: builtin (default), official or a file.",
    "option_difficulty": "Ask all (default), hard or normal questions.",
    "option_limit": "Ask N questions only, chosen to stand for all; those for N are among those for N + 1.",
    "option_samples": "Answers to every question (default: 1).",
    "option_repeats": "Verdicts on every answer (default: 1).",
    "option_protocol": "Prompts and reply contract: native-v1 (default) or official.",
    "option_prompt_field": "What a name in the imported prompts means (dialogue, rubric or answer), where "
    "that is not found out; may be repeated; for the protocol official.",
    "option_mode": "How a rubric is put to the judge: joint (default), chunk-K or single, with "
    ";order=shuffled:SEED and ;weights=hidden if wanted.",
    "option_revision": "Your word for the checkpoint; another revision is asked anew.",
    "option_fresh": "Make answers or verdicts anew although the store has them; may be repeated.",
    "option_retry_failed": "Which failures of earlier runs to try again: default (not blocked, too long "
    "or refused ones), all or none.",
    "option_concurrency": "Most calls in flight (default: found by itself).",
    "option_name": "Name of the run; the same name goes on with the same run (default: made from date and "
    "time).",
    "option_answers_only": "Only answer; judge later.",
    "option_model_name": "Name of the system that gave the answers (default: the file's name).",
    "option_output": "Folder to write to.",
    "option_blueprint": "Also hold the set against a blueprint: seed, which is that of the official set.",
    "option_upstream": "With --blueprint: the public set that nothing may be taken from, official or a file.",
    "option_standing": "With --blueprint: the closed list of standing criteria "
    "(default: docs/corpus/standing.json of the set's checkout).",
    "option_card": "With --blueprint: the data card, which must hold a canary "
    "(default: README.md beside the set).",
    "option_address": "Where to download from instead, such as a mirror.",
    # typer's own words in help
    "usage": "Usage: ",
    "arguments": "Arguments:",
    "options": "Options:",
    "commands": "Commands:",
    "show": "Show this message and exit.",
    "default": "default: ",
    "required": "required",
    "some_options": "[OPTIONS]",
    "some_command": "COMMAND [ARGS]...",
}

ZH: dict[str, str] = {
    # commands
    "command": "HeartBench 衡量语言模型在对话中有多像人。",
    "command_demo": "用离线评委在内置题集上评测三个离线被测对象：不需要密钥，也不需要网络。",
    "command_run": "让被测对象作答、评委判定、计分并出报告；数据库中已有的不会再问。",
    "command_score": "评判在别处得到的回答：JSON 行、JSON 或 CSV。",
    "command_report": "打印并写出已有评测的报告（默认是最近一次）；不产生任何调用。",
    "command_compare": "在共同题目上比较库中的被测对象；用 --fail-below 可作为 CI 的门槛。",
    "command_leaderboard": "给库中以同样方式测量的所有被测对象排名。",
    "command_runs": "列出数据库中的评测。",
    "command_data": "获取、检查、统计和导出题集。",
    "command_data_pull": "下载固定提交处的官方题目和提示词，并核对哈希。",
    "command_data_import": "从检出的仓库中取官方题目和提示词；其中的代码不会被执行。",
    "command_data_check": "列出题集中可能有问题之处；有错误时退出码为 1。",
    "command_data_stats": "按能力统计评分项，按场景统计题目，并给出什么都不做的得分。",
    "command_data_export": "把题集写成 question_all.jsonl、question_hard.jsonl 和 question_normal.jsonl。",
    "command_judge": "看看评委好不好。",
    "command_judge_check": "让评委标注内置题集的标注答案，并说明它与作者标注的一致程度。",
    "command_models": "评测之前先看看模型。",
    "command_models_check": "对每个被测对象和评委各问一次，用一行说明哪些可用、哪些不可用。",
    # arguments and options
    "argument_answers": "每行含 question_id 和 response 的文件；原版的完整题目行也可以。",
    "argument_judge": "评委：模型、ENDPOINT/MODEL、offline:rules 或 labels（默认：heartbench.toml 中的评委）"
    "。",
    "option_check_limit": "只问 N 道题，选出的题能代表全部；每题有两三条标注答案。",
    "option_check_fresh": "即使库中已有判定也重新标注。",
    "argument_runs": "评测的名称；默认是最近一次。",
    "argument_candidates": "两个或更多被测对象：名称（取其最近一次评测），或「评测名/名称」。",
    "argument_dataset": "题集：builtin（内置）、official（先 data pull 或 data import）或文件。",
    "option_answers": "改为检查这个回答文件：缺了哪些，哪些回答在对评委说话。",
    "argument_checkout": "官方仓库检出后的文件夹。",
    "option_lang": "消息和报告的语言：zh 或 en（否则看 HEARTBENCH_LANG，再看系统区域设置）。",
    "option_version": "打印版本后退出。",
    "option_json": "把结果以 JSON 打印到标准输出。",
    "option_config": "配置文件（默认：当前目录的 heartbench.toml，若有）。",
    "option_store": "数据库（默认：heartbench.db）。",
    "option_results": "报告所在的文件夹（默认：results）。",
    "option_page": "把各评测写成一个 HTML 页面，存入该文件；不再打印表格、不写其他文件。",
    "option_figures": "把页面中的每张图写入该文件夹（SVG 与 PNG）。",
    "option_rule": "计分规则：paper（默认），或复现公开参考代码的 released。",
    "option_csv": "同时把所有数字写成表格，每行一个，存入此文件。",
    "option_markdown": "同时把 Markdown 摘要写入此文件，例如用于 CI 评论。",
    "option_judge_label": "有多个评委时，取哪一个。",
    "option_changes": "每个被测对象显示 N 道变化最大的题（默认：5）。",
    "option_fail_below": "若某被测对象比第一个落后超过此分数（例如 -1.0），则以退出码 1 结束。",
    "option_gate": "用什么与 --fail-below 相比：interval（默认，区间上端），或 point（差值本身，"
    "更常因偶然而失败）。",
    "option_allow_reused": "允许门槛接受没有 revision 且回答全部复用的被测对象。",
    "option_board_dataset": "题集的名称或指纹开头（默认：最近一次评测的；评委、协议和模式也是如此）。",
    "option_board_protocol": "协议。",
    "option_board_mode": "模式。",
    "option_base_url": "被测对象的地址；没有自己地址的评委也用它。",
    "option_api_key_env": "存放 --base-url 密钥的变量（默认：HEARTBENCH_API_KEY，除非 HEARTBENCH_BASE_URL "
    "指向别的地址）。",
    "option_judge_base_url": "仅供评委使用的地址。",
    "option_judge_api_key_env": "存放 --judge-base-url 密钥的变量（默认：HEARTBENCH_JUDGE_API_KEY，"
    "除非 HEARTBENCH_JUDGE_BASE_URL 指向别的地址）。",
    "option_judge": "由谁评判，可重复给出：模型、ENDPOINT/MODEL、offline:rules 或 labels（默认："
    "claude-sonnet-4-5-20250929）。",
    "option_model": "被测对象，可重复给出：模型名、ENDPOINT/MODEL、python:模块:函数、offline:listener、"
    "file:answers.jsonl，或 heartbench.toml 中声明的被测对象（默认：其中声明的全部）。",
    "option_system_prompt": "每个被测模型的系统提示词所在的文本文件。",
    "option_dataset": "题集：builtin（默认）、official 或文件。",
    "option_difficulty": "问 all（全部，默认）、hard（困难）或 normal（普通）题目。",
    "option_limit": "只问 N 道能代表全体的题；N 道题包含在 N + 1 道题之中。",
    "option_samples": "每道题的回答数（默认：1）。",
    "option_repeats": "每条回答的判定数（默认：1）。",
    "option_protocol": "提示词与回复约定：native-v1（默认）或 official。",
    "option_prompt_field": "导入的提示词中某个名称的含义（dialogue、rubric 或 answer），"
    "仅在无法自动识别时需要；可重复给出；用于 official 协议。",
    "option_mode": "评分项如何交给评委：joint（默认）、chunk-K 或 single；可加 ;order=shuffled:种子 和 ;"
    "weights=hidden。",
    "option_revision": "您对检查点的称呼；换了 revision 就会重新提问。",
    "option_fresh": "即使数据库中已有，也重新作答（answers）或重新判定（verdicts）；可重复给出。",
    "option_retry_failed": "重试以前评测中的哪些失败：default（被拦截、过长或被拒绝的除外）、all（全部）或"
    " none（不重试）。",
    "option_concurrency": "同时进行的调用数上限（默认：自行摸索）。",
    "option_name": "评测的名称；同名会继续同一次评测（默认：由日期和时间得出）。",
    "option_answers_only": "只作答，以后再评判。",
    "option_model_name": "给出这些回答的系统的名称（默认：文件名）。",
    "option_output": "写到哪个文件夹。",
    "option_blueprint": "同时按蓝图检查题集：seed 即官方题集的蓝图。",
    "option_upstream": "与 --blueprint 合用：不得有雷同内容的公开题集（official 或文件）。",
    "option_standing": "与 --blueprint 合用：通用评分项的封闭清单"
    "（默认：题集所在仓库的 docs/corpus/standing.json）。",
    "option_card": "与 --blueprint 合用：须含 canary 字符串的数据卡（默认：题集旁的 README.md）。",
    "option_address": "改从何处下载，例如镜像。",
    # typer's own words in help
    "usage": "用法：",
    "arguments": "参数：",
    "options": "选项：",
    "commands": "命令：",
    "show": "显示本说明后退出。",
    "default": "默认：",
    "required": "必填",
    "some_options": "[选项]",
    "some_command": "命令 [参数]...",
}
