"""Texts of the command line: help, notices, slips in the arguments."""

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
    "command_models": "Look at models before a run.",
    "command_models_check": "Ask every candidate and judge once and say in one line what works and what "
    "does not.",
    # arguments and options
    "argument_answers": "File with question_id and response in every row; the seed's full rows work too.",
    "argument_runs": "Names of runs; the latest one by default.",
    "argument_dataset": "The question set: builtin, official (after data pull or data import) or a file.",
    "option_answers": "Check this file of answers instead: what it lacks, who addresses the judge.",
    "argument_checkout": "Folder of a checkout of the official repository.",
    "option_lang": "Language of messages and reports: zh or en (else HEARTBENCH_LANG, else the locale).",
    "option_version": "Print the version and leave.",
    "option_json": "Print the result as JSON on standard output.",
    "option_config": "Configuration file (default: heartbench.toml here, if there is one).",
    "option_store": "The database (default: heartbench.db).",
    "option_results": "Folder of reports (default: results).",
    "option_rule": "Scoring rule: paper (default) or released, which reproduces the public reference code.",
    "option_base_url": "Address of the candidates, and of judges that have none of their own.",
    "option_api_key_env": "Variable that holds the key for --base-url (default: HEARTBENCH_API_KEY, unless "
    "HEARTBENCH_BASE_URL names another address).",
    "option_judge_base_url": "Address of the judges alone.",
    "option_judge_api_key_env": "Variable that holds the key for --judge-base-url (default: "
    "HEARTBENCH_JUDGE_API_KEY, unless HEARTBENCH_JUDGE_BASE_URL names another address).",
    "option_judge": "Who judges; may be repeated: a model, ENDPOINT/MODEL or offline:rules "
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
    "help_usage": "Usage: ",
    "help_arguments": "Arguments:",
    "help_options": "Options:",
    "help_commands": "Commands:",
    "help_help": "Show this message and exit.",
    "help_default": "default: ",
    "help_required": "required",
    "help_some_options": "[OPTIONS]",
    "help_some_command": "COMMAND [ARGS]...",
    # slips
    "usage": "{problem}.",
    "usage_help": "{sentence} '{command} --help' shows what can be given.",
    "no_such_option": "There is no option {name}.",
    "no_such_option_but": "There is no option {name}; did you mean {close}?",
    "no_such_command": "There is no command {name}.",
    "no_such_command_but": "There is no command {name}; did you mean {close}?",
    "missing_argument": "{name} is missing.",
    "output_unwritable": "The result could not be written to standard output ({reason}): nothing that was "
    "paid is lost, heartbench report shows it again.",
    "argument_surplus": "Nothing takes the argument {names}.",
    "value_missing": "{name} needs a value.",
    "value_surplus": "{name} takes no value.",
    "not_a_choice": "{name} cannot be '{value}'; it takes {known}.",
    "not_a_count": "{name} takes a whole number from 1.",
    "not_a_count_up_to": "{name} takes a whole number from 1 to {most}.",
    "interrupted": "Interrupted.",
    "defect": "A defect of HeartBench ({kind}: {problem}). What was committed is safe; please report it, "
    "with the output of the same command after 'export HEARTBENCH_DEBUG=1'.",
    # a run
    "demo": "Offline demonstration: scripted candidates and the offline judge, which is not a measurement.",
    "judge_at": "Judge {label} at {address} ({source}).",
    "judge_offline": "Judge {label} (offline judge: not a measurement).",
    "key_from": "key from {source}",
    "no_key": "no key is sent",
    "stopping": "Stopping: replies in flight may still arrive; Ctrl-C again leaves at once.",
    "go_on": "Interrupted; everything that came back is kept. The same command goes on.",
    "report_at": "Report: {path}",
    "runs_none": "There is no run in {path} yet.",
    # progress
    "progress_answers": "Answers",
    "progress_verdicts": "Verdicts",
    "progress_line": "Answers {answers}/{answers_total}, verdicts {verdicts}/{verdicts_total}; {rest}",
    "progress_rest": "{rate}/s, {calls|call|calls}, {cost}, {failures|failure|failures}, {left} left",
    # tables
    "column_run": "run",
    "column_status": "status",
    "column_started": "started",
    "column_candidates": "candidates",
    "column_judges": "judges",
    "column_ability": "ability",
    "column_criteria": "criteria",
    "column_questions": "questions",
    "column_single": "single-criterion",
    "column_scene": "scene",
    "column_hard": "hard",
    "status_running": "running",
    "status_done": "done",
    "status_failures": "with failures",
    "status_interrupted": "interrupted",
    "total": "total",
    "no_scene": "(none)",
    # data
    "severity_error": "error",
    "severity_warning": "warning",
    "severity_note": "note",
    "check_done": "{count|question|questions}, {findings|finding|findings}, {errors|error|errors} among "
    "them.",
    "stats_line": "{name}: {questions|question|questions} ({hard} hard, {normal} normal), "
    "{criteria|criterion|criteria}, "
    "{vetoes|veto|vetoes}",
    "stats_cells": "{single} of {cells} cells ({share}) have a single criterion: 0 or 100, whatever its "
    "weight.",
    "stats_baseline": "Silent baseline (nothing hit, rule paper): overall {overall}, question mean {mean}"
    "; {abilities}",
    "stats_unused": "Scenes without a question: {scenes}",
    "written": "Written: {path}",
    "pulling": "Downloading the official questions and prompts…",
    "imported": "{questions|official question|official questions} and both prompts are imported "
    "({origin}); use --dataset "
    "official and --protocol official.",
    # models
    "side_candidate": "candidate",
    "side_judge": "judge",
    "check_nothing": "No model to check: all candidates and judges are offline, files or callables.",
    "check_ok": "ok: {side} {label} at {address} answers ({seconds} s).",
    "check_failed": "failed: {side} {label} at {address} ({kind}): {message}",
    "remark_system_folded": "It takes no system message, which goes into the user message instead.",
    "remark_no_token_counts": "It does not count tokens, so there will be no costs.",
    "remark_reasons": "It reasons in its text; that part is not judged.",
    "remark_no_price": "Its price is not known; set prices in heartbench.toml.",
    # the seed's command line
    "seed_description": "Evaluates a model: answers, verdicts, scores. 'heartbench run' can do more.",
    "seed_base_url": "Address of the model and of the judge.",
    "seed_api_key": "Key for it. Others on this machine can see it; the variables HEARTBENCH_BASE_URL and "
    "HEARTBENCH_API_KEY are safer.",
    "seed_model": "Name of the model under test.",
    "seed_mode": "Ask all, hard or normal questions.",
    "seed_input_file": "File of questions (default: the built-in set).",
    "seed_generate_only": "Only answer.",
    "seed_score_only": "Only judge the answers of --answer_file.",
    "seed_answer_file": "File of answers: question rows with a response, or question_id and response.",
    "seed_max_workers": "Most calls in flight.",
    "seed_max_retries": "How often a call that failed is sent again.",
    "seed_lang": "Language of messages and reports: zh or en.",
    "seed_key_seen": "Warning: a key given by --api_key can be seen by others on this machine (in the "
    "list of processes); set HEARTBENCH_BASE_URL and HEARTBENCH_API_KEY instead.",
    "seed_both": "Give either --generate_only or --score_only, not both.",
    "seed_no_answers": "--score_only needs --answer_file: a file with question_id and response in every row.",
    "seed_no_model": "--model is missing: give the name of the model under test.",
    "seed_no_address": "--api_key was given without --base_url; give both, since a key and its address "
    "come from one source.",
}

ZH: dict[str, str] = {
    # commands
    "command": "HeartBench 衡量语言模型在对话中有多像人。",
    "command_demo": "用离线评委在内置题集上评测三个离线被测对象：不需要密钥，也不需要网络。",
    "command_run": "让被测对象作答、评委判定、计分并出报告；数据库中已有的不会再问。",
    "command_score": "评判在别处得到的回答：JSON 行、JSON 或 CSV。",
    "command_report": "打印并写出已有评测的报告（默认是最近一次）；不产生任何调用。",
    "command_runs": "列出数据库中的评测。",
    "command_data": "获取、检查、统计和导出题集。",
    "command_data_pull": "下载固定提交处的官方题目和提示词，并核对哈希。",
    "command_data_import": "从检出的仓库中取官方题目和提示词；其中的代码不会被执行。",
    "command_data_check": "列出题集中可能有问题之处；有错误时退出码为 1。",
    "command_data_stats": "按能力统计评分项，按场景统计题目，并给出什么都不做的得分。",
    "command_data_export": "把题集写成 question_all.jsonl、question_hard.jsonl 和 question_normal.jsonl。",
    "command_models": "评测之前先看看模型。",
    "command_models_check": "对每个被测对象和评委各问一次，用一行说明哪些可用、哪些不可用。",
    # arguments and options
    "argument_answers": "每行含 question_id 和 response 的文件；原版的完整题目行也可以。",
    "argument_runs": "评测的名称；默认是最近一次。",
    "argument_dataset": "题集：builtin（内置）、official（先 data pull 或 data import）或文件。",
    "option_answers": "改为检查这个回答文件：缺了哪些，哪些回答在对评委说话。",
    "argument_checkout": "官方仓库检出后的文件夹。",
    "option_lang": "消息和报告的语言：zh 或 en（否则看 HEARTBENCH_LANG，再看系统区域设置）。",
    "option_version": "打印版本后退出。",
    "option_json": "把结果以 JSON 打印到标准输出。",
    "option_config": "配置文件（默认：当前目录的 heartbench.toml，若有）。",
    "option_store": "数据库（默认：heartbench.db）。",
    "option_results": "报告所在的文件夹（默认：results）。",
    "option_rule": "计分规则：paper（默认），或复现公开参考代码的 released。",
    "option_base_url": "被测对象的地址；没有自己地址的评委也用它。",
    "option_api_key_env": "存放 --base-url 密钥的变量（默认：HEARTBENCH_API_KEY，除非 HEARTBENCH_BASE_URL "
    "指向别的地址）。",
    "option_judge_base_url": "仅供评委使用的地址。",
    "option_judge_api_key_env": "存放 --judge-base-url 密钥的变量（默认：HEARTBENCH_JUDGE_API_KEY，"
    "除非 HEARTBENCH_JUDGE_BASE_URL 指向别的地址）。",
    "option_judge": "由谁评判，可重复给出：模型、ENDPOINT/MODEL 或 offline:rules（默认："
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
    "help_usage": "用法：",
    "help_arguments": "参数：",
    "help_options": "选项：",
    "help_commands": "命令：",
    "help_help": "显示本说明后退出。",
    "help_default": "默认：",
    "help_required": "必填",
    "help_some_options": "[选项]",
    "help_some_command": "命令 [参数]...",
    # slips
    "usage": "参数有误：{problem}。",
    "usage_help": "{sentence}可用的参数见 '{command} --help'。",
    "no_such_option": "没有 {name} 这个选项。",
    "no_such_option_but": "没有 {name} 这个选项；您是想用 {close} 吗？",
    "no_such_command": "没有 {name} 这个命令。",
    "no_such_command_but": "没有 {name} 这个命令；您是想用 {close} 吗？",
    "missing_argument": "缺少 {name}。",
    "output_unwritable": "结果无法写到标准输出（{reason}）：已付费的内容没有丢失，"
    "可用 heartbench report 再次查看。",
    "argument_surplus": "多出了参数 {names}。",
    "value_missing": "{name} 需要一个值。",
    "value_surplus": "{name} 不带值。",
    "not_a_choice": "{name} 不能是「{value}」；可取 {known}。",
    "not_a_count": "{name} 应为不小于 1 的整数。",
    "not_a_count_up_to": "{name} 应为 1 到 {most} 的整数。",
    "interrupted": "已中断。",
    "defect": "HeartBench 自身的缺陷（{kind}：{problem}）。已提交的内容是安全的；请执行 'export "
    "HEARTBENCH_DEBUG=1' 后重跑同一命令，并附上输出报告给我们。",
    # a run
    "demo": "离线演示：被测对象是写定的脚本，离线评委的结果不构成测量。",
    "judge_at": "评委 {label}，地址 {address}（{source}）。",
    "judge_offline": "评委 {label}（离线评委：不构成测量）。",
    "key_from": "密钥来自 {source}",
    "no_key": "不发送密钥",
    "stopping": "正在停止：等待途中的回复到达；再按一次 Ctrl-C 立即退出。",
    "go_on": "已中断；收到的内容都已保存。再运行同一命令即可继续。",
    "report_at": "报告：{path}",
    "runs_none": "{path} 中还没有评测。",
    # progress
    "progress_answers": "作答",
    "progress_verdicts": "判定",
    "progress_line": "作答 {answers}/{answers_total}，判定 {verdicts}/{verdicts_total}；{rest}",
    "progress_rest": "每秒 {rate} 条，{calls} 次调用，{cost}，失败 {failures}，还需 {left}",
    # tables
    "column_run": "评测",
    "column_status": "状态",
    "column_started": "开始",
    "column_candidates": "被测对象",
    "column_judges": "评委",
    "column_ability": "能力",
    "column_criteria": "评分项",
    "column_questions": "题目",
    "column_single": "单评分项",
    "column_scene": "场景",
    "column_hard": "困难",
    "status_running": "进行中",
    "status_done": "完成",
    "status_failures": "有失败",
    "status_interrupted": "已中断",
    "total": "总计",
    "no_scene": "（无）",
    # data
    "severity_error": "错误",
    "severity_warning": "警告",
    "severity_note": "提示",
    "check_done": "{count} 道题，{findings} 条发现，其中错误 {errors} 条。",
    "stats_line": "{name}：{questions} 道题（困难 {hard}，普通 {normal}），{criteria} 个评分项，{vetoes} 个"
    "否决项",
    "stats_cells": "{cells} 个单元中有 {single} 个（{share}）只有一个评分项：无论权重多少，非 0 即 100。",
    "stats_baseline": "沉默基线（什么都没命中，规则 paper）：总分 {overall}，题目均分 {mean}；{abilities}",
    "stats_unused": "没有题目的场景：{scenes}",
    "written": "已写出：{path}",
    "pulling": "正在下载官方题目和提示词……",
    "imported": "已导入 {questions} 道官方题目和两份提示词（{origin}）；请用 --dataset official 和 "
    "--protocol official。",
    # models
    "side_candidate": "被测对象",
    "side_judge": "评委",
    "check_nothing": "没有需要检查的模型：被测对象和评委都是离线部件、文件或函数。",
    "check_ok": "可用：{side} {label}（{address}）有回答（{seconds} 秒）。",
    "check_failed": "不可用：{side} {label}（{address}，{kind}）：{message}",
    "remark_system_folded": "它不接受系统消息，该内容会并入用户消息。",
    "remark_no_token_counts": "它不给出词元数，因此算不出费用。",
    "remark_reasons": "它的文本里带有推理过程；这一部分不参与评判。",
    "remark_no_price": "不知道它的价格；可在 heartbench.toml 中设置 prices。",
    # the seed's command line
    "seed_description": "评测一个模型：作答、判定、计分。'heartbench run' 功能更多。",
    "seed_base_url": "模型和评委的地址。",
    "seed_api_key": "相应的密钥。本机其他人看得到它；用变量 HEARTBENCH_BASE_URL 和 HEARTBENCH_API_KEY 更安"
    "全。",
    "seed_model": "被测模型的名称。",
    "seed_mode": "问全部（all）、困难（hard）或普通（normal）题目。",
    "seed_input_file": "题目文件（默认：内置题集）。",
    "seed_generate_only": "只作答。",
    "seed_score_only": "只评判 --answer_file 中的回答。",
    "seed_answer_file": "回答文件：带 response 的题目行，或 question_id 和 response。",
    "seed_max_workers": "同时进行的调用数上限。",
    "seed_max_retries": "失败的调用重发多少次。",
    "seed_lang": "消息和报告的语言：zh 或 en。",
    "seed_key_seen": "警告：用 --api_key 给出的密钥会被本机其他人看到（在进程列表中）；"
    "请改为设置 HEARTBENCH_BASE_URL 和 HEARTBENCH_API_KEY。",
    "seed_both": "--generate_only 和 --score_only 只能给一个。",
    "seed_no_answers": "--score_only 需要 --answer_file：每行含 question_id 和 response 的文件。",
    "seed_no_model": "缺少 --model：请给出被测模型的名称。",
    "seed_no_address": "给了 --api_key 却没有 --base_url；密钥和地址必须来自同一来源，请两个都给。",
}
