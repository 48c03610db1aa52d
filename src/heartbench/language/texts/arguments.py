"""Texts of the argument parsers of run_evaluation.py and the fake endpoint."""

from __future__ import annotations

EN: dict[str, str] = {
    "usage": "Usage: ",
    "options": "Options",
    "help": "Show this and leave.",
    "unknown": "There is no option {names}; '{program} --help' shows what can be given.",
    "required": "{names} is missing; '{program} --help' shows what can be given.",
    "ambiguous": "{name} could be any of {names}; write one of them out.",
    "no_value": "{name} needs a value; '{program} --help' shows which.",
    "no_value_wanted": "{name} takes no value; leave '{value}' out.",
    "no_choice": "{name} cannot be '{value}'; give one of {names}.",
    "wrong_value": "{name} cannot be '{value}'; '{program} --help' shows what can be given.",
    "other": "{words}; '{program} --help' shows what can be given.",
}

ZH: dict[str, str] = {
    "usage": "用法：",
    "options": "选项",
    "help": "显示本帮助后退出。",
    "unknown": "没有 {names} 这个选项；可用的参数见 '{program} --help'。",
    "required": "缺少 {names}；可用的参数见 '{program} --help'。",
    "ambiguous": "{name} 可以是 {names} 中的任何一个；请写全。",
    "no_value": "{name} 需要一个值；见 '{program} --help'。",
    "no_value_wanted": "{name} 不带值；请去掉「{value}」。",
    "no_choice": "{name} 不能是「{value}」；可取 {names}。",
    "wrong_value": "{name} 不能是「{value}」；可用的值见 '{program} --help'。",
    "other": "{words}；可用的参数见 '{program} --help'。",
}
