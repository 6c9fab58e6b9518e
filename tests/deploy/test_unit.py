"""The package's service is shut in, its dependencies are audited, nothing of it listens."""

from __future__ import annotations

import json
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.outside

DEPLOY = Path(__file__).parents[2] / "deploy"
UNIT = DEPLOY / "debian" / "companion.service"
LEAST_SHUT = 3.0
"""Exposure level by ``systemd-analyze security``: 0 is shut in altogether, 10 is not at all."""


def analysed(unit: Path) -> float:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is missing: install systemd")
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
    )
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    return float(found[1])


def test_the_service_is_shut_in(tmp_path: Path) -> None:
    level = analysed(UNIT)
    print(f"exposure level {level}")
    assert level <= LEAST_SHUT
    bare = tmp_path / "bare.service"
    bare.write_text("[Service]\nExecStart=/usr/bin/companion run\n")
    assert analysed(bare) > LEAST_SHUT


def test_the_service_can_keep_watch_and_opens_no_port() -> None:
    lines = UNIT.read_text(encoding="utf-8").splitlines()
    for line in ("User=companion", "Type=notify", "WatchdogSec=30", "SocketBindDeny=any", "UMask=0077"):
        assert line in lines
    assert "ExecStart=/usr/bin/companion run --home --restore --fullscreen" in lines


UV = """#!/bin/sh
if [ "$1" = export ]; then echo "six==1.0"; exit 0; fi
cat <<'END'
{answer}
END
exit {code}
"""


def audited(place: Path, answer: object, code: int) -> subprocess.CompletedProcess[str]:
    """Run the audit with a tool that answers so."""
    uv = place / "uv"
    uv.write_text(UV.format(answer=answer if isinstance(answer, str) else json.dumps(answer), code=code))
    uv.chmod(uv.stat().st_mode | stat.S_IXUSR)
    return subprocess.run([sys.executable, DEPLOY / "audit.py", uv], capture_output=True, text=True)


def test_a_known_vulnerability_fails_the_check(tmp_path: Path) -> None:
    hole = {"id": "PYSEC-1", "fix_versions": ["1.1"], "aliases": [], "description": "a hole"}
    packages: list[dict[str, object]] = [
        {"name": "six", "version": "1.0", "vulns": [hole]},
        {"name": "odd", "version": "2", "skip_reason": "not found"},
    ]
    done = audited(tmp_path, {"dependencies": packages}, 1)
    assert done.returncode == 1
    assert "six 1.0 has PYSEC-1: mended in 1.1" in done.stdout
    assert "not looked at: odd" in done.stdout
    packages[0]["vulns"] = []
    done = audited(tmp_path, {"dependencies": packages}, 0)
    assert done.returncode == 0
    assert "has" not in done.stdout


SKIPPED = {"name": "six", "version": "1.0", "skip_reason": "not found"}


@pytest.mark.parametrize("answer", ["", "no net", {"dependencies": [SKIPPED]}])
def test_without_a_list_the_audit_is_skipped_and_says_so(tmp_path: Path, answer: object) -> None:
    done = audited(tmp_path, answer, 1)
    assert done.returncode == 0
    assert done.stdout.startswith("skipped: known vulnerabilities")
