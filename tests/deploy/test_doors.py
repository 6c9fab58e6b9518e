"""What meets a contributor before any code: hooks before a commit, the dev container, hosted tests."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]
HOOKS = re.findall(
    r"^ +entry: (.*)$", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"), re.MULTILINE
)
FAULTS = {
    "ruff check": "import os\n",
    "ruff format": "a = {  'b':1 }\n",
    "codespell": '"""Recieve."""\n',  # codespell:ignore recieve
}
"""By the tool of a hook: a Python file that it must not let through as it is."""


def fault_of(hook: str) -> str:
    return next(text for tool, text in FAULTS.items() if f"/{tool}" in hook)


def passes(hook: str, file: Path) -> bool:
    """As pre-commit judges it: the hook ends well, and has changed nothing."""
    before = file.read_bytes()
    done = subprocess.run([*shlex.split(hook), file], cwd=ROOT, capture_output=True, check=False)
    return done.returncode == 0 and file.read_bytes() == before


def test_there_is_a_hook_for_each_fault() -> None:
    assert len(HOOKS) == len(FAULTS)
    assert {fault_of(hook) for hook in HOOKS} == set(FAULTS.values())


@pytest.mark.parametrize("hook", HOOKS)
def test_a_hook_stops_a_fault_and_nothing_else(hook: str, tmp_path: Path) -> None:
    file = tmp_path / "new.py"
    file.write_text(fault_of(hook), encoding="utf-8")
    assert not passes(hook, file)
    file.write_text('"""Receive."""\n', encoding="utf-8")
    assert passes(hook, file)


def test_no_hook_is_downloaded() -> None:
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"repo: (\S+)", text)) == {"local"}
    assert set(re.findall(r"language: (\S+)", text)) == {"system"}


def test_make_check_checks_what_the_hooks_check() -> None:
    done = subprocess.run(
        ["make", "--dry-run", "--assume-old=.venv/.ready", "check"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert [tool for tool in FAULTS if f".venv/bin/{tool}" not in done.stdout] == []


def test_the_dev_container_copies_files_that_are_there_and_asks_for_targets_that_are_there() -> None:
    place = ROOT / ".devcontainer"
    about = json.loads((place / "devcontainer.json").read_text(encoding="utf-8"))
    recipe = (place / about["build"]["dockerfile"]).read_text(encoding="utf-8")
    context = place / about["build"]["context"]
    *files, _ = re.findall(r"^COPY (.*)$", recipe, re.MULTILINE)[0].split()
    assert [name for name in files if not (context / name).is_file()] == []
    assert re.findall(r"^FROM (.*)$", recipe, re.MULTILINE) == ["debian:12"]
    for target in re.findall(r"make (\S+)", about["postCreateCommand"]):
        subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, check=True)


def test_the_hosted_tests_are_those_of_ci_run() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert re.findall(r"^ +run: bash (.*)$", workflow, re.MULTILINE) == [".ci/run"]
    assert "container: debian:12" in workflow
    asked = (ROOT / "README.md").read_text(encoding="utf-8").partition("On Debian 12")[2].partition(":")[0]
    for program in ("git", "make", "python3"):
        assert program.removesuffix("3") in asked.lower()
        assert re.search(rf"apt-get install .*\b{program}\b", workflow)
