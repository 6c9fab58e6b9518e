# Companion. `make` alone says what can be done.
.DEFAULT_GOAL := help
.PHONY: help setup run test check bench soak lock clean
BIN := .venv/bin
STAMP := .venv/.ready
# One thread each: the tests run on both cores already.
TEST_ENV := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 KIVY_NO_ARGS=1 KIVY_NO_CONSOLELOG=1

help: ## say what can be done
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## install what is missing (system packages are named first)

$(STAMP): uv.lock pyproject.toml deploy/system-packages.txt deploy/uv.txt
	@deploy/install-system-packages.sh
	@deploy/make-environment.sh
	@touch $@

run: $(STAMP) ## start the referee; a simulated table when no camera is configured
	@$(BIN)/companion run

test: $(STAMP) ## every test (under 10 minutes on two cores)
	@$(TEST_ENV) $(BIN)/pytest -q -m "not soak" -n 2 --dist loadfile --benchmark-disable

check: $(STAMP) ## formatting, lint, types, import arrows, lock file
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@.tools/bin/uv lock --check --quiet

bench: $(STAMP) ## measure speed (ratios and medians, never a test)
	@$(TEST_ENV) $(BIN)/pytest -q tests/bench -o python_files='bench_*.py' --benchmark-only --benchmark-disable-gc -s

soak: $(STAMP) ## the long runs: kills, a million triples, rendered games
	@$(TEST_ENV) $(BIN)/pytest -q -m soak -s --benchmark-disable

lock: $(STAMP) ## renew uv.lock after a change of pyproject.toml
	@.tools/bin/uv lock

clean: ## remove what was built
	@rm -rf .venv .tools .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
