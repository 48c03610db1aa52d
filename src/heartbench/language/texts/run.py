"""Texts about runs and who owns them."""

from __future__ import annotations

EN: dict[str, str] = {
    "unknown": "The store knows no run named {name}: `heartbench runs` lists those it has.",
    "differs": "The name {name} belongs to a run with other questions, candidates, judges or settings: "
    "choose another name with --name, or use the settings of that run.",
    "owned": "The run {name} is at work in process {pid} on {host} since {since}: wait until it ends "
    "or stop it, then run the same command again.",
    "lost": "This process was silent for so long that another one took the run {name} over: let that "
    "one finish.",
}

ZH: dict[str, str] = {
    "unknown": "数据库中没有名为 {name} 的评测：`heartbench runs` 会列出已有的评测。",
    "differs": "名称 {name} 已属于另一次评测，其题目、被测对象、评委或设置与此不同：请用 --name 换一个名称，"
    "或沿用那次评测的设置。",
    "owned": "评测 {name} 自 {since} 起正由 {host} 上的进程 {pid} 执行：请等它结束或先停止它，"
    "再运行同一条命令。",
    "lost": "本进程长时间没有响应，评测 {name} 已被另一个进程接管：请让那个进程完成。",
}
