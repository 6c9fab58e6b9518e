"""The app's table is heard through a real player; a table without a loudspeaker plays on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.owner.configuration import Config
from companion.sound.tones import RATE
from tests.app.sitting import Sitting
from tests.sound.ears import card_in_file, loudness, no_card, samples

Sit = Callable[..., Sitting]


@pytest.mark.outside
def test_an_open_table_is_heard(sit: Sit, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = card_in_file(home, monkeypatch)
    sitting = sit()
    sitting.app.keeper.prefer(replace(sitting.app.keeper.preferences(), sounds=True, volume=100))
    sitting.open()
    sitting.play(Random(3), 1)
    sitting.wait(lambda: file.exists() and file.stat().st_size > 1000)
    sitting.app.close()
    assert loudness(file) > 0.1
    assert sitting.app.troubles() == ()
    assert not [thread for thread in threading.enumerate() if thread.name == "sound"]


@pytest.mark.outside
def test_a_sound_begins_with_as_much_silence_as_the_owner_wants(
    sit: Sit, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = card_in_file(home, monkeypatch)
    sitting = sit(Config(camera="none", lead_in=300))
    sitting.app.keeper.prefer(replace(sitting.app.keeper.preferences(), sounds=True, volume=100))
    sitting.open()
    sitting.play(Random(3), 1)
    sitting.wait(lambda: file.exists() and file.stat().st_size > 1000 and loudness(file) > 0.1)
    sitting.app.close()
    assert not any(samples(file)[: 3 * RATE // 10])


@pytest.mark.outside
def test_a_table_without_a_loudspeaker_says_so_once_and_plays_on(
    sit: Sit, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_card(home, monkeypatch)
    sitting = sit()
    sitting.app.keeper.prefer(replace(sitting.app.keeper.preferences(), sounds=True))
    sitting.open()
    sitting.play(Random(3), 1)
    sitting.wait(lambda: bool(sitting.app.troubles()))
    assert sitting.app.troubles()[0].key.startswith("No loudspeaker answers")
    sitting.play(Random(3), 3)
    sitting.wait(lambda: not sitting.app.troubles())
