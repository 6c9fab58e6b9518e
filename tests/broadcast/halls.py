"""``companion hall`` as a program of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.broadcast.broker import Broker

ROOT = Path(__file__).parents[2]


def hall_process(broker: Broker | int, *options: str, home: Path) -> subprocess.Popen[str]:
    port = broker if isinstance(broker, int) else broker.port
    words = [sys.executable, "-m", "companion", "hall", "--broker", f"127.0.0.1:{port}", *options]
    own = dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), str(home)) | {"PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    return subprocess.Popen(words, env=os.environ | own, text=True, stdout=pipe, stderr=pipe)
