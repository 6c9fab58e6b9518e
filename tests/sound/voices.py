"""What the voices make of sentences of the referee: how long each is heard, and espeak-ng's phonemes.

``python -m tests.sound.voices`` reads twenty sentences of each language, always the same.
Words that espeak-ng spells or reads in another language are marked in its phonemes with that language's name.
"""

from __future__ import annotations

import random
import subprocess
import threading
import time
from collections.abc import Iterator
from importlib.resources import files
from statistics import median

from babel.messages.pofile import read_po

from companion.locale import LANGUAGES
from companion.referee.sentences import capital
from companion.rules.registry import find_game, package_of
from companion.sound.pronunciation import Pronunciation, with_phonemes
from companion.sound.spoken import Ear, fit_for_ear, spoken_of
from companion.sound.voice import Voice
from tests.ours import OURS

MANY, SEED = 20, 34
FULL = 100
"""Volume, in per cent."""
HEADER, A_SECOND = 44, slice(28, 32)
"""Bytes of a WAV file's head; where it says how many bytes a second has. How many there are in all espeak-ng
does not know when it writes the head."""
COMMON = (
    "{seat}, your turn.",
    "{seat}, that is not allowed.",
    "Please put back what is marked.",
    "I am not sure what happened. Please tap the answer.",
    "Is the set-up right? Please look at what is marked.",
    "The game is over. The winner is {seat}.",
)
"""What is said in every game."""


def sentences(language: str) -> Iterator[str]:
    """Everything that is written for the ear, with words of the games in its gaps."""
    for game in OURS:
        texts, spoken = Ear(game, language).texts, spoken_of(game)
        seat = texts.seat(find_game(game).setup(2, {}).seats[0])
        words = {"seat": seat, "place": seat, "figure": texts.term("bear"), "token": texts.term("cairn")}
        yield from (capital(texts.say(key, **words)) for key in COMMON)
        own = (*spoken.refusals.values(), *spoken.effects.values(), *spoken.moves.values())
        translated = _translated(game, language)
        yield from (capital(translated.get(key, key).format_map(words)) for key in own)


def _translated(game: str, language: str) -> dict[str, str]:
    path = files(package_of(game)) / "locale" / language / "LC_MESSAGES" / "spoken.po"
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        return {str(message.id): str(message.string) for message in read_po(file, locale=language)}


def words_of_all_games(language: str) -> Pronunciation:
    """What all our games tell of their words."""
    phonemes: dict[str, str] = {}
    stress: list[str] = []
    for game in OURS:
        own = spoken_of(game).pronunciation
        phonemes |= own.phonemes.get(language, {})
        stress += own.stress.get(language, ())
    return Pronunciation({language: phonemes}, {language: stress})


def aloud(text: str, language: str) -> str:
    """The text as espeak-ng is given it in any of our games."""
    return with_phonemes(text, language, words_of_all_games(language))


def phonemes(text: str, language: str) -> str:
    """What espeak-ng makes of a text of ours, in the international phonetic alphabet."""
    command = ("espeak-ng", "-v", language, "--ipa", "-q", "--stdin", "-b", "1")
    said = subprocess.run(command, input=aloud(text, language).encode(), capture_output=True, check=True)
    return " ".join(said.stdout.decode().split())


def measure(language: str) -> None:
    """Print twenty sentences, and what is odd about all of them."""
    voice, everything = Voice(), tuple(dict.fromkeys(sentences(language)))
    odd = [text for text in everything if not fit_for_ear(text) or "(" in phonemes(text, language)]
    heard, made = [], []
    for text in random.Random(SEED).sample(everything, MANY):
        begun = time.perf_counter()
        wav = voice.wav(text, language, FULL, threading.Event(), words_of_all_games(language))
        made.append(time.perf_counter() - begun)
        heard.append((len(wav) - HEADER) / int.from_bytes(wav[A_SECOND], "little"))
        print(f"{language} {heard[-1]:5.2f} s  {text}  [{phonemes(text, language)}]")
    print(f"{language}: {len(everything)} sentences, of these with notation or foreign words: {odd}")
    print(
        f"{language}: {MANY} sentences of {min(heard):.1f} to {max(heard):.1f} s, median {median(heard):.1f}"
        f" s; made within {max(made) * 1000:.0f} ms"
    )


if __name__ == "__main__":
    for each in LANGUAGES:
        measure(each)
