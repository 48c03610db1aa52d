"""Texts of the store."""

from __future__ import annotations

EN: dict[str, str] = {
    "missing": "There is no store at {path}: check the path, or make one with `heartbench run` or "
    "`heartbench demo`.",
    "empty": "{path} is an empty file and was left as it is: check the path, or make a store with "
    "`heartbench run` or `heartbench demo`.",
    "folder": "{path} is a folder, not a store: name a file in it, such as {path}/heartbench.db.",
    "unwritable": "{path} cannot be written: give yourself the right to write the file and its folder, or "
    "copy the store to a place where you have it.",
    "not_ours": "{path} is no HeartBench store and was left as it is: choose another file.",
    "corrupt": "The store {path} is damaged and was left as it is: put a copy of it back, or rescue "
    'what can be read with `sqlite3 "{path}" .recover`, or move it away to start anew.',
    "newer": "The store {path} was written by a newer HeartBench (its schema is {version}, this one "
    "knows {known}): update HeartBench, or choose another file.",
    "locked": "Another program keeps the store {path} locked: close it (a database browser, a backup, "
    "a sync service) and run the same command again; what was committed is safe.",
    "full": "The disk of the store {path} is full: make room and run the same command again; what "
    "was committed is safe.",
    "io": "The disk refused to read or write the store {path}: check the disk, its quota and the "
    "limit on file sizes, then run the same command again; what was committed is safe.",
    "moved": "The store {path} was moved, replaced or deleted while it was in use: put it back and "
    "run the same command again.",
    "closed": "The store {path} has been closed: open it again before you write to it.",
    "no_questions": "The store holds no question set with the fingerprint {fingerprint}: begin the run anew "
    "with the questions at hand.",
    "unsupported": "{location} is no place this version can keep a store in: give the path of a file.",
}

ZH: dict[str, str] = {
    "missing": "{path} 处没有数据库：请检查路径，或用 `heartbench run` 或 `heartbench demo` 新建一个。",
    "empty": "{path} 是空文件，未作任何改动：请检查路径，或用 `heartbench run` 或 `heartbench demo` "
    "新建数据库。",
    "folder": "{path} 是文件夹，不是数据库：请给出其中的一个文件，例如 {path}/heartbench.db。",
    "unwritable": "{path} 无法写入：请取得该文件及其文件夹的写权限，或把数据库复制到可写的位置。",
    "not_ours": "{path} 不是 HeartBench 的数据库，未作任何改动：请换一个文件。",
    "corrupt": "数据库 {path} 已损坏，未作任何改动：请换回备份，"
    '或用 `sqlite3 "{path}" .recover` 救出可读的内容，或把它移走后重新开始。',
    "newer": "数据库 {path} 由更新版本的 HeartBench 写成（其结构版本为 {version}，"
    "当前程序只认识到 {known}）：请升级 HeartBench，或换一个文件。",
    "locked": "数据库 {path} 被其他程序锁住：请关闭该程序（数据库浏览器、备份或同步服务），"
    "再运行同一条命令；已提交的内容都在。",
    "full": "数据库 {path} 所在的磁盘已满：请腾出空间，再运行同一条命令；已提交的内容都在。",
    "io": "磁盘拒绝读写数据库 {path}：请检查磁盘、配额和文件大小限制，再运行同一条命令；已提交的内容都在。",
    "moved": "数据库 {path} 在使用中被移动、替换或删除：请放回原处，再运行同一条命令。",
    "closed": "数据库 {path} 已经关闭：请重新打开后再写入。",
    "no_questions": "数据库中没有指纹为 {fingerprint} 的题集：请用手头的题目重新开始这次评测。",
    "unsupported": "当前版本不能把数据库放在 {location}：请给出一个文件路径。",
}
