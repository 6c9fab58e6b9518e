#!/bin/sh
# Creates .tools/train, where `make train` trains the camera's networks. uv is not used: it would take the build for CUDA.
set -eu
cd "$(dirname "$0")/.."
place=.tools/train
.venv/bin/python -m venv --clear "$place"
"$place/bin/pip" install --quiet --disable-pip-version-check --requirement deploy/train.txt \
    "numpy==$(.venv/bin/python -c 'import numpy; print(numpy.__version__)')" \
    "opencv-python-headless==$(.venv/bin/python -c 'from importlib.metadata import version; print(version("opencv-python-headless"))')"
touch "$place/.ready"
