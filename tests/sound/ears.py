"""An ear at the loudspeaker: aplay plays into a file; and players that are written for a test."""

from __future__ import annotations

import array
import wave
from pathlib import Path

import pytest

PATIENCE = 10.0
"""Seconds to wait for something that must be heard; only a failing test waits so long."""


def no_card(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """ALSA without a sound card, whatever machine this is."""
    settings = place / "no-card.conf"
    settings.write_text('pcm.!default { type hw\n card "none-here" }\n', encoding="ascii")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(settings))


def card_in_file(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A sound card of ALSA's own that writes what it plays into this file."""
    heard, settings = place / "heard.wav", place / "asound.conf"
    sink = f'type file\n file "{heard}"\n format "wav"\n slave.pcm {{ type null }}'
    settings.write_text(f"pcm.!default {{ type plug\n slave.pcm {{ {sink} }} }}\n", encoding="utf-8")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(settings))
    return heard


def samples(file: Path) -> array.array[int]:
    """The samples of a mono WAV file of 16 bit."""
    with wave.open(str(file)) as read:
        assert (read.getnchannels(), read.getsampwidth()) == (1, 2)
        return array.array("h", read.readframes(read.getnframes()))


def loudness(file: Path) -> float:
    """The greatest sample, as a part of what a sample can hold."""
    return max(map(abs, samples(file)), default=0) / 32_767


def script(place: Path, name: str, lines: str) -> Path:
    """A small program of the shell."""
    path = place / name
    path.write_text(f"#!/bin/sh\n{lines}\n", encoding="utf-8")
    path.chmod(0o755)
    return path
