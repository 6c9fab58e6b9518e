"""Whether the doctor hears: a card that is a file, no card, no voice; nothing where it is switched off."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.doctor import parts
from companion.doctor.finding import State
from companion.owner.preferences import Preferences
from companion.sound.voice import Voice
from tests.sound.ears import card_in_file, loudness, no_card, script

ALOUD = Preferences(sounds=True, voice=True)


def test_what_is_off_is_not_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_card(tmp_path, monkeypatch)
    (found,) = parts.sound(Preferences(), "en")
    assert found.state is State.ABSENT


@pytest.mark.outside
def test_card_and_voice_are_there_and_nothing_is_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = card_in_file(tmp_path, monkeypatch)
    found = list(parts.sound(ALOUD, "en"))
    assert [one.state for one in found] == [State.GOOD, State.GOOD]
    assert dict(found[1].message.facts) == {"language": "English"}
    assert file.exists()
    assert loudness(file) == 0


@pytest.mark.outside
def test_a_card_that_is_not_there_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_card(tmp_path, monkeypatch)
    (found,) = parts.sound(ALOUD, "en")
    assert found.state is State.DOUBT, "play goes on without"
    assert found.message.key.startswith("No loudspeaker answers")


@pytest.mark.outside
def test_a_voice_that_is_not_there_is_told_with_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    script(programs, "aplay", "while read -r _; do :; done")
    monkeypatch.setenv("PATH", str(programs))
    card, voice = parts.sound(ALOUD, "en")
    assert (card.state, voice.state) == (State.GOOD, State.DOUBT)
    assert dict(voice.message.facts) == {"program": "flite", "package": "flite"}


@pytest.mark.outside
def test_a_voice_that_people_hardly_understand_is_told_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card_in_file(tmp_path, monkeypatch)
    found = list(parts.sound(ALOUD, "uk", Voice(voices=tmp_path)))
    assert [one.state for one in found] == [State.GOOD, State.GOOD, State.DOUBT]
    assert dict(found[2].message.facts) == {"language": "Українська", "package": "rhvoice-ukrainian"}
