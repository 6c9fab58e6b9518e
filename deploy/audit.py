"""Fails when a package that is shipped has a known vulnerability: pip-audit on what uv.lock says.

Where no list of vulnerabilities can be reached it says so and lets everything pass.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

AUDIT = "pip-audit==2.10.1"
PATIENCE = 180.0
"""Seconds; without a net the tool gives up by itself, mostly."""


def locked(uv: str) -> str:
    """The packages that are installed beside ours, with versions and hashes."""
    command = [uv, "export", "--frozen", "--no-dev", "--all-extras", "--no-emit-project", "--quiet"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def asked(uv: str, requirements: str) -> list[dict[str, Any]] | None:
    """What pip-audit says of each package; None when it could not look."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "requirements.txt"
        file.write_text(requirements, encoding="utf-8")
        tool = [uv, "tool", "run", "--quiet", "--from", AUDIT, "pip-audit"]
        words = ["--requirement", str(file), "--disable-pip", "--no-deps", "--format", "json"]
        try:
            done = subprocess.run(
                [*tool, *words, "--progress-spinner", "off"], capture_output=True, text=True, timeout=PATIENCE
            )
            answer = json.loads(done.stdout)["dependencies"]
        except (subprocess.TimeoutExpired, ValueError, KeyError):
            return None
    looked_at = [one for one in answer if "skip_reason" not in one]
    return answer if looked_at else None


def main(uv: str) -> int:
    """0, or 1 with a line for each vulnerability."""
    answer = asked(uv, locked(uv))
    if answer is None:
        print("skipped: known vulnerabilities (no list of them can be reached from here)")
        return 0
    bad = [(one["name"], one["version"], found) for one in answer for found in one.get("vulns", ())]
    for name, version, found in bad:
        mended = ", ".join(found["fix_versions"]) or "no version"
        print(f"{name} {version} has {found['id']}: mended in {mended}")
    unknown = [str(one["name"]) for one in answer if "skip_reason" in one]
    if unknown:
        print(f"not looked at: {', '.join(unknown)}")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
