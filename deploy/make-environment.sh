#!/bin/sh
# Creates .venv as uv.lock says; games that an owner installed beside stay. uv itself goes into .tools, so nothing outside the project changes.
# On a Raspberry Pi .venv also sees the system's packages, because picamera2 exists only there (README.md).
set -eu
cd "$(dirname "$0")/.."
on_a_pi() {
    grep -qs "Raspberry Pi" "${DEVICE_MODEL:-/proc/device-tree/model}"
}
candidates="python3.11 python3 python3.12 python3.13"
! on_a_pi || candidates=/usr/bin/python3 # only this one sees Debian's packages
python=""
for candidate in $candidates; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$(command -v "$candidate")
        break
    fi
done
if [ -z "$python" ]; then
    echo "Companion needs Python 3.11 or newer: install Debian's package python3." >&2
    exit 1
fi
uv=.tools/bin/uv
if ! [ -x "$uv" ] || [ .tools/uv.txt -ot deploy/uv.txt ]; then
    "$python" -m venv --clear .tools
    .tools/bin/pip install --quiet --disable-pip-version-check --requirement deploy/uv.txt
    cp deploy/uv.txt .tools/uv.txt
fi
export UV_PYTHON_DOWNLOADS=never
if ! on_a_pi; then
    "$uv" sync --frozen --inexact --quiet --python "$python" --extra all
    exit 0
fi
grep -qs "include-system-site-packages = true" .venv/pyvenv.cfg ||
    "$uv" venv --quiet --clear --system-site-packages --python "$python" .venv
"$uv" sync --frozen --inexact --quiet --python "$python" --extra all --extra pi
