# Two commands set everything up: `make demo` (a first look) and `make test`.

VENV := .venv
BIN := $(VENV)/bin
BASE := $(VENV)/.base-installed
DEV := $(VENV)/.dev-installed
PINS := $(VENV)/pins.txt
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
PYTEST_OPTIONS ?= -n auto -rs

.PHONY: demo test check soak bench coverage clean

demo: $(BASE)
	@$(BIN)/heartbench demo

test: $(DEV)
	@$(BIN)/python -m pytest $(PYTEST_OPTIONS)

check: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/heartbench data check data/question_all.jsonl --blueprint seed
	$(BIN)/python -m pytest $(PYTEST_OPTIONS)

soak: $(DEV)
	@$(BIN)/python tests/end_to_end/soak.py

bench: $(DEV)
	@sh .ci/say "This takes about 12 minutes; nothing else should be running." "大约需要 12 分钟；期间请不要运行别的程序。"
	@$(BIN)/python -m benchmarks

coverage: $(DEV)
	@sh .ci/say "This takes about 25 minutes." "大约需要 25 分钟。"
	@$(BIN)/python -m benchmarks.coverage

clean:
	rm -rf $(VENV)

# A folder without its python is what an interrupted creation leaves behind: it is made anew.
$(PINS): requirements.txt
	@PYTHON="$(PYTHON)" sh .ci/make-venv $(VENV)
	@grep -v '^\.$$' requirements.txt > $@

$(BASE): $(PINS) pyproject.toml Makefile
	@sh .ci/say "Installing HeartBench into $(VENV) ..." "正在把 HeartBench 安装到 $(VENV) ……"
	@$(PIP) install -r $(PINS) -e .
	@touch $@

$(DEV): $(PINS) pyproject.toml Makefile
	@sh .ci/say "Installing HeartBench and its development tools into $(VENV) ..." \
		"正在把 HeartBench 及其开发工具安装到 $(VENV) ……"
	@$(PIP) install -c $(PINS) -e '.[dev,excel]'
	@touch $@ $(BASE)
