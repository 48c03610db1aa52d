"""Texts of a run that ended with failures. ``@seed``: as run_evaluation.py says it."""

from __future__ import annotations

EN: dict[str, str] = {
    "failures": "Run {name} ended with failures (exit code 3); report.md says what happened in each.",
    "again": "The same command tries {count} of them again.",
    "unasked": "{count|answer or verdict was|answers or verdicts were} not asked for; the same command asks.",
    "stand": "{count|failure stands|failures stand} (mostly blocked, too long or refused) and will not be "
    "tried again; --retry-failed all does.",
    "stand@seed": "{count|failure stands|failures stand} (mostly blocked, too long or refused) and will "
    "not be "
    "tried again; retry_failed = 'all' in heartbench.toml under [run] does.",
    "earlier": "{count|failure stands|failures stand} from an earlier run and will not be tried again; "
    "--retry-failed all does.",
    "earlier@seed": "{count|failure stands|failures stand} from an earlier run and will not be tried again; "
    "retry_failed = 'all' in heartbench.toml under [run] does.",
    "missing": "{count|answer is|answers are} missing in the file, which no call mends: add them there, or "
    "judge only a part of the questions (--difficulty, --limit, or --dataset with a file of them).",
    "missing@seed": "{count|answer is|answers are} missing in the file, which no call mends: add them "
    "there, or "
    "judge only a part of the questions (--mode, or --input_file with a file of them).",
    "unmarked": "{count|answer has|answers have} no labelled marks: the judge labels knows the replies of "
    "offline:best, offline:flawed and offline:plain alone; give another --judge.",
    "unmarked@seed": "{count|answer has|answers have} no labelled marks: name another judge in "
    "heartbench.toml under [judge].",
}

ZH: dict[str, str] = {
    "failures": "评测 {name} 结束，但有失败（退出码 3）；每条失败的经过见 report.md。",
    "again": "再运行同一命令会重试其中 {count} 条。",
    "unasked": "有 {count} 条回答或判定没有去问；再运行同一命令即会去问。",
    "stand": "{count} 条失败（多为被拦截、过长或被拒绝）不会再试；加 --retry-failed all 才会重试。",
    "stand@seed": "{count} 条失败（多为被拦截、过长或被拒绝）不会再试；"
    "在 heartbench.toml 的 [run] 中写 retry_failed = 'all' 才会重试。",
    "earlier": "{count} 条失败来自以前的评测，不会再试；加 --retry-failed all 才会重试。",
    "earlier@seed": "{count} 条失败来自以前的评测，不会再试；"
    "在 heartbench.toml 的 [run] 中写 retry_failed = 'all' 才会重试。",
    "missing": "文件中缺 {count} 条回答，调用补不上：请补进文件，或只评判一部分题目"
    "（--difficulty、--limit，或把 --dataset 指向只含这些题的文件）。",
    "missing@seed": "文件中缺 {count} 条回答，调用补不上：请补进文件，或只评判一部分题目"
    "（--mode，或把 --input_file 指向只含这些题的文件）。",
    "unmarked": "{count} 条回答没有标注：评委 labels 只认得 offline:best、offline:flawed、"
    "offline:plain 的回复；"
    "请用 --judge 另选评委。",
    "unmarked@seed": "{count} 条回答没有标注：请在 heartbench.toml 的 [judge] 中另选评委。",
}
