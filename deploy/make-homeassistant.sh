#!/bin/sh
# Creates .tools/homeassistant: Home Assistant's own code, by which the tests judge what the table tells it. It is an
# environment of its own because it wants other versions of packages than we do. Without it those tests are skipped.
set -eu
cd "$(dirname "$0")/.."
place=.tools/homeassistant
mkdir -p "$place"
if ! .venv/bin/python -c 'import sys; raise SystemExit(sys.version_info[:2] != (3, 11))'; then
    touch "$place/.ready"
    echo "Home Assistant's code is tried with Python 3.11 only; the tests that need it are skipped." >&2
    exit 0
fi
export UV_PYTHON_DOWNLOADS=never
if .tools/bin/uv venv --quiet --clear --python "$(.venv/bin/python -c 'import sys; print(sys.executable)')" "$place" &&
    .tools/bin/uv pip install --quiet --python "$place" --requirement deploy/homeassistant.txt; then
    touch "$place/.ready"
    exit 0
fi
rm -rf "$place"
mkdir -p "$place"
touch "$place/.ready" # else every run of the tests would try again; remove it to try again
echo "Home Assistant's code could not be installed; the tests that need it are skipped." >&2
