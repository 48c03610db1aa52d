"""Texts of the configuration: what is wrong in heartbench.toml, a target or the environment."""

from __future__ import annotations

EN: dict[str, str] = {
    "file_missing": "The configuration {path} is not there; check the path given to --config.",
    "file_not_utf8": "{path} is not UTF-8 text; save it as UTF-8.",
    "file_unreadable": "{path} cannot be read: {problem}.",
    "not_toml": "{path} is not valid TOML: {problem}. Correct that line.",
    "unknown_key": "{path}: there is no key {place}; known here: {known}.",
    "missing_key": "{path}: the key {place} is missing; add it.",
    "not_a_choice": "{path}: {place} must be one of {expected}.",
    "out_of_range": "{path}: {place} cannot be {value}; give a value above zero that is not empty.",
    "not_text": "{path}: {place} must be text in quotes, not {value}.",
    "not_number": "{path}: {place} must be a number, not {value}.",
    "not_boolean": "{path}: {place} must be true or false, not {value}.",
    "not_table": "{path}: {place} must be a table, not {value}.",
    "too_much": "{path}: {place} cannot be {value}; give {most} at most.",
    "reserved_field": "{path}: {place} cannot hold {name}, which HeartBench sets itself; take it "
    "out (streaming has a key of its own, stream).",
    "wrong_value": "{path}: {place} cannot be {value}; docs/configuration.md lists what it takes.",
    "endpoint_name": "{path}: an endpoint cannot be called '{name}'; use a name without '/' and '='.",
    "address_invalid": "{place}: '{address}' is no address; write one like https://host/v1 or "
    "http://127.0.0.1:8000/v1.",
    "address_with_secret": "{place}: the address {address} holds a key or password, which would end up in "
    "records; remove it there and give it by api_key_env or a variable.",
    "key_unusable": "The key from {source} holds blanks, line breaks or other characters no key has; set "
    "it again.",
    "key_variable_name": "{place} wants the name of a variable that holds the key, not the key itself.",
    "key_variable_empty": "{place} names the variable {name}, which is not set; set it to the key.",
    "two_keys": "{option} was given two keys; give either the key or the name of its variable.",
    "key_without_address": "{key} is set but {address} is not; set both, since a key and its address come "
    "from one source.",
    "no_address": "No address is known for the model {model}; give --base-url, declare the endpoint in "
    "heartbench.toml, or set HEARTBENCH_BASE_URL and HEARTBENCH_API_KEY.",
    "no_address@seed": "No address is known for the model {model}; give --base_url and --api_key, declare "
    "the "
    "endpoint in heartbench.toml, or set HEARTBENCH_BASE_URL and HEARTBENCH_API_KEY.",
    "no_judge_address@seed": "No address is known for the judge {model}; set HEARTBENCH_JUDGE_BASE_URL and "
    "HEARTBENCH_JUDGE_API_KEY, or name another judge in heartbench.toml under [judge] (offline:rules "
    "needs no "
    "key, but measures nothing).",
    "no_judge_address": "No address is known for the judge {model}; set HEARTBENCH_JUDGE_BASE_URL and "
    "HEARTBENCH_JUDGE_API_KEY, or choose another judge by --judge (offline:rules needs no key, but "
    "measures nothing).",
    "no_judge_address@check": "No address is known for the judge {model}; set HEARTBENCH_JUDGE_BASE_URL and "
    "HEARTBENCH_JUDGE_API_KEY, or give the address by --judge-base-url.",
    "target_with_secret": "{target} is an address with a user, password or key in it, not a model; "
    "give the address by --base-url and the key by its variable.",
    "target_with_secret@seed": "{target} is an address with a user, password or key in it, not a model; "
    "give the address by --base_url and the key by its variable.",
    "callable_path": "'{import_path}' is no import path; write python:module:function.",
    "callable_import": "Importing {import_path} failed with {problem}; mend that module or run where it "
    "can be found.",
    "callable_unknown": "The module of {import_path} was imported, but has no '{name}'; check the name.",
    "callable_wrong": "{import_path} is of type {kind}; name a function or an object that can be called.",
    "callable_unnamed": "{name} ({kind}) is no plain function, so nothing tells it from others of its kind; "
    'give it a name: models={"NAME": …}.',
    "target_empty": "'{target}' lacks a part; write TARGET or LABEL=TARGET.",
    "target_unprintable": "The target {target} holds control characters; write it again without them.",
    "offline_unknown": "There is no offline:{name}; known here: {known}.",
    "extras_unused": "{target} is no model, so the prompt or parameters of {place} would not be used; "
    "remove them.",
    "prompt_missing": "The system prompt {path} is not there; check the path.",
    "prompt_unreadable": "The system prompt {path} cannot be read: {problem}. It must be a UTF-8 text file.",
    "prompt_empty": "The system prompt {path} is empty; write it, or leave the option out.",
    "prompt_unused": "A system prompt was given, but no candidate is a model; leave --system-prompt out.",
    "two_prompts": "{place} has both system_prompt and system_prompt_file; keep one.",
    "label_declared": "'{label}' is already declared in heartbench.toml; use -m {label}, or choose "
    "another label.",
    "label_declared@seed": "'{label}' is already declared in heartbench.toml; use --model {label}, or choose "
    "another label.",
    "label_twice": "Two candidates or judges would be called '{label}'; name them apart by LABEL=TARGET.",
    "no_candidates": "No candidate was named; give one by -m, such as -m offline:listener, or declare one "
    "in heartbench.toml.",
    "judge_kind": "'{target}' cannot judge; a judge is a model, offline:rules or labels.",
}

ZH: dict[str, str] = {
    "file_missing": "找不到配置文件 {path}；请检查 --config 给出的路径。",
    "file_not_utf8": "{path} 不是 UTF-8 文本；请另存为 UTF-8。",
    "file_unreadable": "无法读取 {path}：{problem}。",
    "not_toml": "{path} 不是有效的 TOML：{problem}。请改正这一行。",
    "unknown_key": "{path}：没有 {place} 这个键；此处可用：{known}。",
    "missing_key": "{path}：缺少键 {place}；请补上。",
    "not_a_choice": "{path}：{place} 只能取 {expected} 之一。",
    "out_of_range": "{path}：{place} 不能是 {value}；请给出大于零且不为空的值。",
    "not_text": "{path}：{place} 必须是带引号的文本，而不是 {value}。",
    "not_number": "{path}：{place} 必须是数字，而不是 {value}。",
    "not_boolean": "{path}：{place} 必须是 true 或 false，而不是 {value}。",
    "not_table": "{path}：{place} 必须是表，而不是 {value}。",
    "too_much": "{path}：{place} 不能是 {value}；最多为 {most}。",
    "reserved_field": "{path}：{place} 中不能有 {name}，它由 HeartBench 自行设定；"
    "请删去（流式输出另有 stream 一项）。",
    "wrong_value": "{path}：{place} 不能是 {value}；可取的值见 docs/configuration.md。",
    "endpoint_name": "{path}：端点不能叫「{name}」；名称中不能有「/」和「=」，也不能为空。",
    "address_invalid": "{place}：「{address}」不是地址；请写成 https://host/v1 或 http://127.0.0.1:8000/v1 "
    "这样的形式。",
    "address_with_secret": "{place}：地址 {address} 里含有密钥或密码，会被写进记录；请从地址中删去，改用 "
    "api_key_env 或环境变量。",
    "key_unusable": "来自 {source} 的密钥含有空白、换行或其他不该有的字符；请重新设置。",
    "key_variable_name": "{place} 要的是存放密钥的变量名，而不是密钥本身。",
    "key_variable_empty": "{place} 指定了变量 {name}，但它没有设置；请把它设为密钥。",
    "two_keys": "{option} 得到了两个密钥；密钥本身和变量名只能给一个。",
    "key_without_address": "设置了 {key}，却没有设置 {address}；密钥和地址必须来自同一来源，请两个都设置。",
    "no_address": "不知道模型 {model} 的地址；请用 --base-url 给出，或在 heartbench.toml 中声明端点，"
    "或设置 HEARTBENCH_BASE_URL 和 HEARTBENCH_API_KEY。",
    "no_address@seed": "不知道模型 {model} 的地址；请用 --base_url 和 --api_key 给出，"
    "或在 heartbench.toml 中声明端点，或设置 HEARTBENCH_BASE_URL 和 HEARTBENCH_API_KEY。",
    "no_judge_address@seed": "不知道评委模型 {model} 的地址；请设置 HEARTBENCH_JUDGE_BASE_URL 和 "
    "HEARTBENCH_JUDGE_API_KEY，或在 heartbench.toml 的 [judge] 中另选评委（offline:rules 不需要密钥，"
    "但不构成测量）。",
    "no_judge_address": "不知道评委模型 {model} 的地址；请设置 HEARTBENCH_JUDGE_BASE_URL 和 "
    "HEARTBENCH_JUDGE_API_KEY，或用 --judge 另选评委（offline:rules 不需要密钥，但不构成测量）。",
    "no_judge_address@check": "不知道评委模型 {model} 的地址；请设置 HEARTBENCH_JUDGE_BASE_URL 和 "
    "HEARTBENCH_JUDGE_API_KEY，或用 --judge-base-url 给出地址。",
    "callable_path": "「{import_path}」不是导入路径；请写成 python:模块:函数。",
    "target_with_secret": "{target} 是带有用户名、密码或密钥的地址，不是模型名；"
    "请用 --base-url 给出地址，密钥放在变量中。",
    "target_with_secret@seed": "{target} 是带有用户名、密码或密钥的地址，不是模型名；"
    "请用 --base_url 给出地址，密钥放在变量中。",
    "callable_import": "导入 {import_path} 失败：{problem}；请修好该模块，或在能找到它的目录下运行。",
    "callable_unknown": "{import_path} 的模块已导入，但其中没有「{name}」；请检查名称。",
    "callable_wrong": "{import_path} 的类型是 {kind}；请指定一个函数或可调用的对象。",
    "callable_unnamed": '{name}（{kind}）不是普通函数，无法与同类区分；请给它一个名称：models={"NAME": …}。',
    "target_empty": "「{target}」缺了一部分；请写成 TARGET 或 LABEL=TARGET。",
    "target_unprintable": "目标 {target} 含有控制字符；请去掉后重写。",
    "offline_unknown": "没有 offline:{name}；此处可用：{known}。",
    "extras_unused": "{target} 不是模型，{place} 里的提示词或参数不会起作用；请删去。",
    "prompt_missing": "找不到系统提示词文件 {path}；请检查路径。",
    "prompt_unreadable": "无法读取系统提示词文件 {path}：{problem}。它必须是 UTF-8 文本文件。",
    "prompt_empty": "系统提示词文件 {path} 是空的；请写入内容，或不用这个选项。",
    "prompt_unused": "给出了系统提示词，但没有一个被测对象是模型；请去掉 --system-prompt。",
    "two_prompts": "{place} 同时有 system_prompt 和 system_prompt_file；请只留一个。",
    "label_declared": "「{label}」已在 heartbench.toml 中声明；请用 -m {label}，或换一个标签。",
    "label_declared@seed": "「{label}」已在 heartbench.toml 中声明；请用 --model {label}，或换一个标签。",
    "label_twice": "会有两个被测对象或评委都叫「{label}」；请用 LABEL=TARGET 区分。",
    "no_candidates": "没有指定被测对象；请用 -m 给出一个，例如 -m offline:listener，或在 heartbench.toml "
    "中声明。",
    "judge_kind": "「{target}」不能当评委；评委可以是模型、offline:rules 或 labels。",
}
