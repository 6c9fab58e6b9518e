"""The voice: the programs themselves, into a file; and what is said when they are not there."""

from __future__ import annotations

import threading
import time
import wave
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.locale import LANGUAGES
from companion.owner.preferences import Preferences
from companion.referee.events import MoveEntered
from companion.sound.player import SoundError, SoundPlayer
from companion.sound.sound import Sound
from companion.sound.spoken import Ear
from companion.sound.tones import Signal, wav
from companion.sound.voice import Voice
from tests.doubles.waiting import until
from tests.screen.house import House

from .ears import PATIENCE, card_in_file, loudness, samples, script

pytestmark = pytest.mark.outside

SENTENCES = {
    "en": "North, your turn.",
    "uk": "Північ, ваш хід.",
    "ru": "Север, ваш ход.",
}
ALOUD = Preferences(voice=True, volume=100)


@pytest.fixture
def opened() -> Iterator[list[Sound]]:
    sounds: list[Sound] = []
    yield sounds
    for sound in sounds:
        sound.close()


def listening(opened: list[Sound], voice: Voice | None = None, player: SoundPlayer | None = None) -> Sound:
    opened.append(Sound(lambda: ALOUD, lambda: None, player=player, voice=voice))
    return opened[-1]


def spoken(place: Path) -> Path:
    """Some WAV file."""
    file = place / "spoken.wav"
    file.write_bytes(wav(Signal.ACCEPTED, 10))
    return file


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_spoken(language: str, tmp_path: Path) -> None:
    over = threading.Event()
    loud = tmp_path / "loud.wav"
    loud.write_bytes(Voice().wav(SENTENCES[language], language, 100, over))
    with wave.open(str(loud)) as file:
        rate = file.getframerate()
    assert 0.7 < len(samples(loud)) / rate < 4
    quiet = tmp_path / "quiet.wav"
    quiet.write_bytes(Voice().wav(SENTENCES[language], language, 20, over))
    assert loudness(quiet) < loudness(loud) / 2


def test_a_name_in_other_letters_is_heard_in_an_english_sentence() -> None:
    """Flite leaves such letters out, so espeak-ng reads the sentence, and takes longer over a longer name."""
    short, long = (
        len(Voice().wav(f"{name}, your turn.", "en", 100, threading.Event())) for name in ("Ян", "Олександра")
    )
    assert long > 1.2 * short


def test_voices_of_different_languages_differ() -> None:
    said = {language: Voice().wav("Марко", language, 100, threading.Event()) for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)


def test_a_ruling_is_spoken_to_the_loudspeaker(
    opened: list[Sound], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = card_in_file(tmp_path, monkeypatch)
    sound = listening(opened)
    sound.speak_in("uk")
    house = House()
    house.begin(2)
    sound(house.session_now.view)
    house.session_now.subscribe(sound)
    house.session_now.handle(MoveEntered("south", "play still"))
    two_seconds = 44 + 2 * 2 * 22_050
    until(lambda: file.exists() and file.stat().st_size > two_seconds, "two seconds are spoken")
    until(lambda: loudness(file) > 0.1, "they are loud")  # its length is written last
    assert sound.trouble is None


def test_who_begins_is_said_of_a_new_match_alone(opened: list[Sound], tmp_path: Path) -> None:
    log = tmp_path / "log"
    heard = script(tmp_path, "heard", f'cat "$2" >> {log}; cp {spoken(tmp_path)} "$4"')
    sound = listening(opened, Voice(flite=[str(heard)]), _Deaf())
    house = House("arctica")
    house.begin(2)
    sound(house.session_now.view)
    until(lambda: log.exists() and "your turn" in log.read_text(encoding="utf-8"), "who begins")
    begins = house.session_now.view.setup.seats[0]
    assert log.read_text(encoding="utf-8").strip().lower() == f"{begins}, your turn."
    house.play(*(f"{move.seat} {move.text}" for move in house.session_now.view.touch[:1]))
    resumed = listening(opened, Voice(flite=[str(heard)]), _Deaf())
    resumed(house.session_now.view)
    time.sleep(0.3)
    assert log.read_text(encoding="utf-8").count("your turn") == 1, "a match that is taken up is silent"


def test_espeak_is_given_phonemes_for_words_that_it_stresses_wrongly(
    opened: list[Sound], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    heard = script(tmp_path, "heard", f"cat >> {log}; echo >> {log}")
    sound = listening(opened, Voice([str(heard)], voices=tmp_path), _Deaf())
    sound.speak_in("uk")
    house = House("arctica")
    house.begin(2)
    sound(house.session_now.view)
    until(lambda: log.exists() and "ваш хід" in log.read_text(encoding="utf-8"), "who begins")
    assert log.read_text(encoding="utf-8").strip() == "[[vedm'id]], ваш хід."


def test_rhvoice_reads_what_it_has_a_voice_for_and_is_given_the_stress(tmp_path: Path) -> None:
    (tmp_path / "marianna").mkdir()
    log = tmp_path / "log"
    heard = script(tmp_path, "heard", f'echo "$1 $2" "$(cat "$4")" >> {log}; cp {spoken(tmp_path)} "$6"')
    voice = Voice(["no-such-voice"], rhvoice=[str(heard)], voices=tmp_path)
    over, own = threading.Event(), Ear("marso", "uk").pronunciation
    assert len(voice.wav("Марсозвір і тріску, ваш хід.", "uk", 50, over, own)) > 44
    assert voice.wav("Марсозвір", "uk", 50, over)
    assert log.read_text(encoding="utf-8").splitlines() == [
        "-p marianna Марсозві\u0301р і тріску\u0301, ваш хід.",
        "-p marianna Марсозвір",
    ], "the game brings the stress of its own words"
    assert voice.advice("uk") is None
    with pytest.raises(SoundError, match="install the package espeak-ng"):
        voice.wav("Север, ваш ход.", "ru", 50, over)


def test_who_switches_the_voice_on_is_told_of_a_better_one(opened: list[Sound], tmp_path: Path) -> None:
    sound = listening(opened, Voice(voices=tmp_path), _Deaf())
    sound.speak_in("uk")
    sound.sample()
    assert sound.trouble is not None
    assert dict(sound.trouble.facts) == {"language": "Українська", "package": "rhvoice-ukrainian"}
    sound.speak_in("en")
    sound.sample()
    assert sound.trouble is None


@pytest.mark.parametrize(("language", "program"), [("en", "flite"), ("uk", "espeak-ng")])
def test_without_its_program_it_is_said_what_to_install(
    opened: list[Sound], tmp_path: Path, language: str, program: str
) -> None:
    sound = listening(opened, Voice(["no-such-voice"], ["no-such-voice"], voices=tmp_path))
    sound.speak_in(language)
    sound.sample()
    told = {"program": program, "package": program}
    until(lambda: sound.trouble is not None and dict(sound.trouble.facts) == told, "it is told")


def test_a_voice_that_lacks_the_language_says_so(tmp_path: Path) -> None:
    mute = [str(script(tmp_path, "mute", "cat > /dev/null; exit 1"))]
    with pytest.raises(SoundError, match="does not speak Українська: install the package espeak-ng-data"):
        Voice(mute, voices=tmp_path).wav("Вітаю", "uk", 50, threading.Event())
    with pytest.raises(SoundError, match="does not speak English: install the package flite"):
        Voice(flite=mute).wav("Hello", "en", 50, threading.Event())
    (tmp_path / "marianna").mkdir()
    with pytest.raises(SoundError, match="does not speak Українська: install the package rhvoice-ukrainian"):
        Voice(rhvoice=mute, voices=tmp_path).wav("Вітаю", "uk", 50, threading.Event())
    whole = spoken(tmp_path)
    for length in (0, 4, 44, 101):  # nothing, a part of the head, the head alone, half a sample at the end
        cut = [str(script(tmp_path, "cut", f'head -c {length} {whole} > "$4"'))]
        with pytest.raises(SoundError, match="does not speak English: install the package flite"):
            Voice(flite=cut).wav("Hello", "en", 50, threading.Event())
    status, _, reason = Voice().run(("espeak-ng", "--stdout", "-v", "xx"), b"", threading.Event())
    assert status, "so does espeak-ng itself"
    assert "xx" in reason or "voice" in reason


def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "nowhere"))
    with pytest.raises(SoundError, match="cannot write its file"):
        Voice().wav("Hello", "en", 50, threading.Event())


def test_the_newest_sentence_is_spoken_and_an_older_one_broken_off(
    opened: list[Sound], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    slow = script(tmp_path, "slow", f'cat "$2" >> {log}; exec sleep 60')
    sound = listening(opened, Voice(flite=[str(slow)]), _Deaf())
    house = House()
    house.begin(2)
    sound(house.session_now.view)
    house.session_now.subscribe(sound)
    before = time.monotonic()
    house.play("* open b1")
    until(lambda: log.exists() and log.read_text(encoding="utf-8").endswith("\n"), "the first is begun")
    house.play("south play still", "north play skate rr")
    house.session_now.handle(MoveEntered("north", "play still"))
    until(lambda: "not allowed" in log.read_text(encoding="utf-8"), "the refusal is begun")
    assert time.monotonic() - before < PATIENCE
    sentences = log.read_text(encoding="utf-8").splitlines()
    assert sentences[0] == "South, your turn."
    assert "not allowed" in sentences[-1]


class _Deaf(SoundPlayer):
    """Hears everything at once."""

    def play(self, file: bytes, over: threading.Event) -> None:
        pass
