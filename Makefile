# Companion. `make` alone says what can be done.
.DEFAULT_GOAL := help
.PHONY: help setup run quick test test-gpio check bench figures train soak pictures firmware flash bench-firmware deb lock clean
BIN := .venv/bin
STAMP := .venv/.ready
TESTED := .venv/.tests-ready
HOME_ASSISTANT := .tools/homeassistant/.ready
TRAINING := .tools/train/.ready
# One thread each: the tests run on both cores already, in three processes, because many of them wait. Python keeps
# what it has compiled, whatever the shell says: the tests start the program some hundred times.
TEST_ENV := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 KIVY_NO_ARGS=1 KIVY_NO_CONSOLELOG=1 PYTHONDONTWRITEBYTECODE=

help: ## say what can be done
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) ## install what is missing (system packages are named first)

$(STAMP): uv.lock pyproject.toml deploy/system-packages.txt deploy/uv.txt
	@deploy/install-system-packages.sh
	@deploy/make-environment.sh
	@touch $@

$(TESTED): deploy/test-packages.txt | $(STAMP)
	@deploy/install-system-packages.sh test-packages.txt
	@touch $@

$(HOME_ASSISTANT): deploy/homeassistant.txt deploy/uv.txt | $(STAMP)
	@deploy/make-homeassistant.sh

run: $(STAMP) ## start the referee; a simulated table when no camera is configured
	@$(BIN)/companion run

quick: $(STAMP) ## the tests that neither start another program nor are slow (the inner loop)
	@$(TEST_ENV) $(BIN)/pytest -q -m "not soak and not slow and not outside" -n 2 --dist loadfile --no-loadscope-reorder --benchmark-disable

test: $(STAMP) $(TESTED) $(HOME_ASSISTANT) ## every test (some 20 minutes of processor; the goal is 10 minutes on two idle cores)
	@$(TEST_ENV) $(BIN)/pytest -q -m "not soak" -n 3 --dist loadfile --no-loadscope-reorder --benchmark-disable

test-gpio: $(STAMP) ## switch, lamps and strip on a GPIO chip simulated by the Linux kernel, in a virtual machine (needs Debian's qemu-system-x86)
	@tests/hardware/chip/boot.sh env $(TEST_ENV) $(BIN)/pytest -q tests/hardware/test_gpio_chip.py

check: $(STAMP) ## formatting, lint, spelling, types, import arrows, lock file, known vulnerabilities
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/codespell
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@.tools/bin/uv lock --check --quiet
	@$(BIN)/python deploy/audit.py .tools/bin/uv

bench: $(STAMP) $(TESTED) ## measure speed (ratios and medians, never a test)
	@$(TEST_ENV) $(BIN)/pytest -q tests/bench -o python_files='bench_*.py' --benchmark-only --benchmark-disable-gc -s

figures: $(STAMP) $(TESTED) ## score clips, measure speed, write companion/docs/measurements.md (CLIPS=folder: yours; FIGURES=quick)
	@$(TEST_ENV) $(BIN)/python -m tests.bench.figures

$(TRAINING): deploy/train.txt deploy/make-training.sh | $(STAMP)
	@deploy/make-training.sh

train: $(TRAINING) ## train the camera's two networks anew from made-up pictures (about two hours on two cores; goes on after an interruption)
	@for name in change hands; do \
	    $(TEST_ENV) .tools/train/bin/python -m vision.training train $$name && \
	    $(TEST_ENV) .tools/train/bin/python -m vision.training publish $$name || exit $$?; \
	done

soak: $(STAMP) $(TESTED) $(HOME_ASSISTANT) ## the long runs: kills, a million triples, rendered games, an evening with faults (MINUTES=240; CURVE=FILE.svg)
	@$(TEST_ENV) $(BIN)/pytest -q -m soak -s --benchmark-disable
	@$(TEST_ENV) $(BIN)/pytest -q -m "hypothesis and not soak" --hypothesis-profile=long --benchmark-disable

pictures: $(STAMP) $(TESTED) $(HOME_ASSISTANT) ## picture every page of the screen and the page in Chromium into build/pictures; those that a page of the documentation shows, and covers, are renewed
	@$(TEST_ENV) $(BIN)/python -m tests.screen.pictures
	@$(TEST_ENV) $(BIN)/python -m tests.broadcast.pictures
	@$(TEST_ENV) $(BIN)/python -m tests.screen.wizard_pictures

firmware: $(STAMP) $(TESTED) ## build the totem base's firmware with Debian's avr-gcc; flash and memory are printed
	@$(MAKE) --no-print-directory -C firmware all bench
	@cmp -s firmware/build/base.hex firmware/base.hex || { cp firmware/build/base.hex firmware/base.hex; echo "firmware/base.hex is new."; }

flash: ## write the prebuilt firmware into a Nano: make flash PORT=/dev/ttyUSB0 (BAUD=57600 for an old bootloader)
	@test -n "$(PORT)" || { echo "Name its port: make flash PORT=/dev/ttyUSB0" >&2; exit 2; }
	@command -v avrdude >/dev/null || { echo "Install avrdude first: apt-get install avrdude" >&2; exit 2; }
	avrdude -p atmega328p -c arduino -P $(PORT) -b $(or $(BAUD),115200) -D -U flash:w:firmware/base.hex:i

bench-firmware: $(STAMP) $(TESTED) ## measure the shipped firmware in a chip simulator against its cycles (35 minutes of CPU, goes on after an interruption; EVENTS=2000 HOURS=0.02 is short)
	@$(TEST_ENV) $(BIN)/pytest -q tests/firmware -o python_files='bench_*.py' -s

deb: $(STAMP) ## build the packages for amd64 and for a Pi (arm64) into dist (KEYRING=FILE: whose updates the screen may install)
	@deploy/make-deb.sh amd64 $(VERSION)
	@deploy/make-deb.sh arm64 $(VERSION)

lock: $(STAMP) ## renew uv.lock after a change of pyproject.toml
	@.tools/bin/uv lock

clean: ## remove what was built
	@rm -rf build dist firmware/build .venv .tools .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks
