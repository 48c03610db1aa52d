"""The seed's command line: ``python run_evaluation.py --base_url URL --api_key KEY --model MODEL``."""

import os
import sys

try:
    from heartbench.cli.seed import main
except ModuleNotFoundError as missing:
    # Nothing of the package can be used to say so, its texts neither.
    spoken = [os.environ.get(name, "") for name in ("HEARTBENCH_LANG", "LC_ALL", "LC_MESSAGES", "LANG")]
    if next(filter(None, spoken), "").lower().startswith(("zh", "chinese")):
        sys.exit(
            f"这个 Python（{sys.executable}）里没有安装 HeartBench（缺少 {missing.name}）："
            "请先运行 make demo，再用 .venv/bin/python run_evaluation.py，或在此目录运行 pip install .。"
        )
    sys.exit(
        f"HeartBench is not installed for this Python ({sys.executable} lacks {missing.name}): "
        "run make demo once and then .venv/bin/python run_evaluation.py, or run pip install . in this folder."
    )

if __name__ == "__main__":
    main()
