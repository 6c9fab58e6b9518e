"""Short sounds: what they mean, how they are played, and that nothing waits for them."""

from __future__ import annotations

import io
import threading
import time
import wave
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.owner.preferences import Preferences
from companion.sound.player import SoundError, SoundPlayer, after_silence
from companion.sound.sound import Sound, SoundRequest
from companion.sound.tones import NOTES, RATE, Signal, wav
from tests.doubles.waiting import until
from tests.screen.house import House

from .ears import card_in_file, loudness, no_card, samples, script

pytestmark = pytest.mark.outside

Open = Callable[..., Sound]


class Told:
    """Preferences that a test changes, and how often something was told to be new."""

    def __init__(self) -> None:
        self.now = Preferences(sounds=True)
        self.news = 0

    def changed(self) -> None:
        self.news += 1


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def sound(told: Told) -> Iterator[Open]:
    opened: list[Sound] = []

    def opening(player: SoundPlayer | None = None) -> Sound:
        opened.append(Sound(lambda: told.now, told.changed, player=player))
        return opened[-1]

    yield opening
    for one in opened:
        one.close()


def playing(house: House, sound: Sound) -> None:
    """The sound hears every view of a real session."""
    house.session_now.subscribe(sound)


@pytest.mark.parametrize("signal", Signal)
def test_a_sound_is_short_soft_at_its_ends_and_as_loud_as_wished(signal: Signal) -> None:
    loud, soft = (_read(wav(signal, volume)) for volume in (100, 50))
    assert 0.1 <= len(loud) / RATE <= 0.6
    assert max(map(abs, loud[:3])) < 500 > max(map(abs, loud[-3:])), "it would click"
    assert 0.2 < max(loud) / 32_767 <= 0.5
    assert max(soft) == pytest.approx(max(loud) / 2, rel=0.01)


def test_sounds_differ_in_more_than_pitch() -> None:
    rhythms = {tuple(seconds for _, seconds in notes) for notes in NOTES.values()}
    assert len(rhythms) == len(Signal)


def test_what_happens_at_the_table_has_its_sound(sound: Open, told: Told, tmp_path: Path) -> None:
    heard = _Kept()
    house = House()
    house.begin(2)
    playing(house, sound(heard))
    house.play("* open b1")
    until(lambda: heard.files, "the card is accepted")
    assert heard.files == [wav(Signal.ACCEPTED, told.now.volume)]
    assert told.news == 0
    assert not list(tmp_path.iterdir())


def test_nothing_is_heard_while_it_is_off_nor_of_a_table_that_is_opened(sound: Open, told: Told) -> None:
    heard = _Kept()
    house = House()
    house.begin(2)
    house.play("* open b1")
    told.now = Preferences()
    silent = sound(heard)
    silent(house.session_now.view)
    playing(house, silent)
    house.play("south play still")
    silent.sample()
    told.now = replace(told.now, sounds=True, volume=20)
    house.play("north play skate rr")
    until(lambda: heard.files, "the next card is accepted")
    assert heard.files == [wav(Signal.ACCEPTED, 20)]


def test_aplay_plays_it(sound: Open, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = card_in_file(tmp_path, monkeypatch)
    over = threading.Event()
    SoundPlayer().play(wav(Signal.REFUSED, 100), over)
    assert len(samples(file)) >= sum(seconds for _, seconds in NOTES[Signal.REFUSED]) * RATE
    assert loudness(file) == pytest.approx(loudness_of(wav(Signal.REFUSED, 100)), rel=0.02)
    file.unlink()
    one = sound()
    told.now = replace(told.now, volume=30)
    one.sample()
    until(lambda: file.exists() and file.stat().st_size > 1000, "the sample is heard")
    one.close()
    assert one.trouble is None


def test_without_a_sound_card_people_are_told_once(
    sound: Open, told: Told, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_card(tmp_path, monkeypatch)
    house = House()
    house.begin(2)
    one = sound()
    playing(house, one)
    house.play("* open b1")
    until(lambda: one.trouble, "it is told")
    assert one.trouble is not None
    assert one.trouble.key.startswith("No loudspeaker answers")
    assert told.news == 1
    house.play("south play still")
    house.play("north play skate rr")
    time.sleep(0.5)
    assert one.trouble is None, "once is enough"
    assert told.news == 1
    one.sample()
    until(lambda: one.trouble, "it is told again to who tries")
    told.now = Preferences()
    assert one.trouble is None, "nobody wants to hear anything"


def test_a_missing_player_is_named_with_its_package() -> None:
    with pytest.raises(SoundError, match="install the package alsa-utils"):
        SoundPlayer(["no-such-player"]).play(b"", threading.Event())


def test_a_fault_that_nobody_foresaw_is_told_and_ends_nothing(sound: Open, tmp_path: Path) -> None:
    class Broken(_Kept):
        def play(self, file: bytes, over: threading.Event) -> None:
            super().play(file, over)
            if len(self.files) == 1:
                raise RuntimeError(f"not in {tmp_path.name}")

    player = Broken()
    one = sound(player)
    one.sample()
    until(lambda: one.trouble, "it is told")
    assert one.trouble is not None
    assert "RuntimeError: not in" in dict(one.trouble.facts)["reason"]
    one.sample()
    until(lambda: len(player.files) == 2, "the next sound is heard")


def test_the_newest_is_heard_and_nothing_waits(sound: Open, tmp_path: Path) -> None:
    """A player that takes very long: older sounds are broken off, and those between are never begun."""
    log = tmp_path / "log"
    slow = script(tmp_path, "slow", f"wc -c >> {log}; exec sleep 60")
    one = sound(SoundPlayer([str(slow)]))
    one._hear(SoundRequest(Signal.DUEL, 60))
    until(log.exists, "the first has begun")
    before = time.monotonic()
    for signal in (*[Signal.ACCEPTED] * 50, Signal.REFUSED):
        one._hear(SoundRequest(signal, 60))
    assert time.monotonic() - before < 0.5, "whoever rules never waits"
    until(lambda: str(len(wav(Signal.REFUSED, 60))) in log.read_text(encoding="ascii").split(), "the newest")
    begun = log.read_text(encoding="ascii").split()
    assert begun[0] == str(len(wav(Signal.DUEL, 60)))
    assert len(begun) <= 52
    assert begun[-1] == str(len(wav(Signal.REFUSED, 60)))
    before = time.monotonic()
    one.close()
    assert time.monotonic() - before < 1.0, "nor does the end of the program"


def test_a_reader_is_back_at_once_while_the_player_hangs(sound: Open, tmp_path: Path) -> None:
    one = sound(SoundPlayer([str(script(tmp_path, "hangs", "exec sleep 60"))]))
    house = House()
    house.begin(2)
    playing(house, one)
    before = time.monotonic()
    house.play("* open b1", "south play still", "north play skate rr")
    assert time.monotonic() - before < 1.0


class _Kept(SoundPlayer):
    """Keeps what it should have played."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[bytes] = []

    def play(self, file: bytes, over: threading.Event) -> None:
        assert not over.is_set()
        self.files.append(file)


def _read(file: bytes) -> list[int]:
    with wave.open(io.BytesIO(file)) as read:
        assert read.getframerate() == RATE
        return list(memoryview(read.readframes(read.getnframes())).cast("h"))


def loudness_of(file: bytes) -> float:
    return max(map(abs, _read(file))) / 32_767


def test_silence_stands_before_a_sound_for_loudspeakers_that_wake_up_late() -> None:
    plain = wav(Signal.ACCEPTED, 100)
    assert after_silence(plain, 0.0) == plain
    with wave.open(io.BytesIO(plain)) as one, wave.open(io.BytesIO(after_silence(plain, 0.5))) as other:
        assert other.getnframes() - one.getnframes() == RATE // 2
        assert not any(other.readframes(RATE // 2))
        assert other.readframes(one.getnframes()) == one.readframes(one.getnframes())
