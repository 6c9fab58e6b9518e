"""Blind listening by a program: how many words of English voices a speech recogniser understands.

``python -m tests.sound.listener`` reads forty sentences of the referee with each voice and gives them, in
random order and without the voice's name, to pocketsphinx with the model and the dictionary that its package
brings. It knows nothing of the games. It needs Debian's ``flite``, ``espeak-ng`` and ``sox``, and
``.tools/bin/uv pip install pocketsphinx==5.1.1``; nothing else of ours needs pocketsphinx.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.sound.voices import SEED, sentences

MANY, RATE = 40, 16_000
FLITE = ("flite", "-f", "TEXT", "-o", "WAV", "-voice")
ESPEAK = ("espeak-ng", "-f", "TEXT", "-w", "WAV", "-s", "150", "-v")
VOICES = {
    **{f"flite {name}": (*FLITE, name) for name in ("kal", "awb", "slt", "rms")},
    "flite rms, 1.2 times as long": (*FLITE, "rms", "--setf", "duration_stretch=1.2"),
    **{f"espeak-ng {name}": (*ESPEAK, name) for name in ("en", "en-us", "en-gb-x-rp", "en+f3", "en-us+f3")},
    "espeak-ng en, 130 words a minute": (*ESPEAK, "en", "-s", "130"),
}
"""The command of each voice; TEXT and WAV are files."""


def main() -> None:
    """Print the understood words of each voice."""
    texts = random.Random(SEED).sample(list(dict.fromkeys(sentences("en"))), MANY)
    readings = [(voice, text) for voice in VOICES for text in texts]
    random.Random(SEED).shuffle(readings)
    decoder: Any = import_module("pocketsphinx").Decoder(samprate=RATE, loglevel="FATAL")
    right, said = Counter[str](), Counter[str]()
    with TemporaryDirectory() as place:
        for voice, text in readings:
            sound = _read(voice, text, Path(place))
            decoder.start_utt()
            decoder.process_raw(sound, full_utt=True)
            decoder.end_utt()
            heard = decoder.hyp()
            words = _words(text)
            right[voice] += common(words, _words(heard.hypstr if heard else ""))
            said[voice] += len(words)
    for voice, count in right.most_common():
        print(f"{voice:34} {count:3} of {said[voice]}: {count / said[voice]:.0%}")


def _read(voice: str, text: str, place: Path) -> bytes:
    """The sentence by this voice: samples of 16 bit, at the rate that the recogniser wants."""
    files = {"TEXT": str(place / "text"), "WAV": str(place / "said.wav")}
    Path(files["TEXT"]).write_text(f"{text}\n", encoding="ascii")
    command = [files.get(word, word) for word in VOICES[voice]]
    subprocess.run(command, check=True, capture_output=True, timeout=30)
    sox = ("sox", files["WAV"], "-t", "raw", "-r", str(RATE), "-b", "16", "-c", "1", "-", "gain", "-n", "-3")
    return subprocess.run(sox, check=True, capture_output=True, timeout=30).stdout


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words both have in the same order (the longest common subsequence)."""
    row = [0] * (len(other) + 1)
    for word in one:
        before = row[:]
        for at, heard in enumerate(other):
            row[at + 1] = before[at] + 1 if word == heard else max(before[at + 1], row[at])
    return row[-1]


if __name__ == "__main__":
    main()
