"""Where the stress of words falls that the voice says, by the phonemes of espeak-ng itself."""

from __future__ import annotations

import re
import subprocess

import pytest

from companion.rules.registry import find_game
from companion.sound.pronunciation import pronounced
from companion.sound.spoken import Ear
from tests.ours import OURS

from .voices import aloud, sentences

MARK = "\u0301"
LETTERS = "аеиіоуюяєїыэё"
SOUNDS = re.compile("[aAVoeEiIyYuU8]")
"""Vowels in espeak-ng's mnemonics, as its voices of Ukrainian and Russian use them."""
UKRAINIAN = """
або́ а́йсберг аку́ла бокі́в браку́є бра́ти бу́ти бі́льше вдало́ся вдає́ться ведмі́дь вибира́є
вибира́ється виграє́ виклада́ють ви́кладену ви́кладіть ви́конати вимага́є вихо́дить вла́сною
вода́ водове́рть во́ду всере́дину вулка́н вхо́дить відби́то відбува́ється відкри́та
відкри́то відкри́ті відмо́вився ві́дповіді відсува́є ві́льна гото́вих граве́ць гравця́ гравці́в
гренла́ндії да́лі ди́виться догори́ дослі́джено дре́йфу дру́гий дуе́ль діля́нку ді́ю ді́ї
ескімо́с ескімо́са жето́н жето́ном забира́є заве́ршено за́гнаного закі́нчено закінчи́вся
закінчи́тися закінчі́ть замерза́є запа́сі за́раз захо́дить зверта́є зсува́є зі́грано
з’явля́ється ка́рти ка́ртки ка́рткою ка́ртку кладе́ кладу́ть кліти́нка кліти́нки кліти́нку кого́
ко́жен ко́жну коли́ коло́ді кольори́ ко́льору кораблю́ кри́га крижи́ну кро́ці кінця́ ла́ска
лише́ мандрівни́к мандрівникі́в марсозві́р марсозві́ра марсозві́рів ка́їрн ма́ють ма́є межува́ти мисли́вець
мисли́вці мо́же мо́жна мо́рем морякі́в му́сить міня́ти мі́сце навмання́ назві́ть
найбли́жчу на́пад напада́ють напа́ли наприкінці́ на́прямку насту́пному невідо́мо нема́є не́ї
нова́ нови́й ніхто́ нічо́го обо́х оди́н одного́ одному́ одну́ одра́зу о́стрів па́стки па́стці
пасу́є пе́вен перекида́є перемага́є перемі́щувати пе́ршим пе́ршому пита́ють
плавці́в пла́тить пове́рнення поверні́ть погля́ньте подиві́ться позна́чене пока́жете показа́ти
полюва́ння помилко́ве пото́чний потрі́бен потрі́бна походи́ти поча́вся почина́є почина́ється
пра́вильно предме́т прибу́в пропуска́є пі́вдень пі́сля ра́зом ра́мці ра́унд ра́унді робі́ть
роздава́йте розкла́дено розпо́чату розрізни́ти розі́грують ру́хати ру́хається самому́ са́ням
свого́ свої́ скориста́ється со́нця спе́ршу спі́ймано спі́льний спі́льному спі́рними
ста́лося сто́си стриба́ти стрибка́ стрі́лки сусі́дній су́ша су́ші схопи́в та́йли таки́м та́не
того́ тому́ торкні́ться тоте́м транквіліза́тору тре́ба тріску́ тюле́нь тюле́ня тюле́ні ті́льки
упа́в усі́х фігу́ра фігу́ру хапа́ння хо́ду хо́ді цього́ ціє́ї чека́ють черво́ний че́рез чи́сла
число́м чо́вен чого́ штовха́ють яки́й яко́го якщо́ які́ і́глу і́ншого коса́тка жо́втий за́хід
зеле́ний пі́вніч си́ній схі́д відкри́те зобра́женням мо́ре місце́вості переміша́йте пе́рша
"""
"""Every word of two syllables or more that the voice says in Ukrainian, with its stress."""
RUSSIAN = """
уже́ кому́ вине́ треска́ треску́ марсозве́рь марсозве́ря медве́дь тюле́нь эскимо́с коса́тка
се́вер восто́к за́пад жё́лтый зелё́ный кра́сный си́ний игро́к охо́тник побежда́ет выи́грывает
вода́ пожа́луйста отве́та моряко́в
"""
"""Names of players, and words that espeak-ng stresses wrongly by itself."""


def stressed(word: str, language: str) -> int:
    """Which syllable espeak-ng stresses of a word of ours, from 0; -1 for none."""
    command = ("espeak-ng", "-q", "-x", "-v", language, aloud(word, language))
    said = subprocess.run(command, capture_output=True, check=True).stdout.decode().replace("@-", "")
    before, mark, _ = said.partition("'")
    return len(SOUNDS.findall(before)) if mark else -1


def told(marked: str) -> int:
    """Which syllable bears the mark, from 0."""
    before, mark, _ = marked.partition(MARK)
    assert mark, f"no stress is given: {marked}"
    return sum(letter in LETTERS for letter in before.lower()) - 1


@pytest.mark.parametrize(("language", "words"), [("uk", UKRAINIAN), ("ru", RUSSIAN)])
def test_words_have_their_stress(language: str, words: str) -> None:
    said = {word: stressed(word.replace(MARK, ""), language) for word in words.split()}
    assert {word: syllable for word, syllable in said.items() if syllable != told(word)} == {}


def test_every_ukrainian_word_has_been_looked_at() -> None:
    known = {word.replace(MARK, "") for word in UKRAINIAN.split()}
    texts = [*sentences("uk"), *(texts_of_seats())]
    words = {word for text in texts for word in re.findall(r"[а-яіїєґ’]+", text.lower())}
    assert {word for word in words if sum(letter in LETTERS for letter in word) > 1} <= known


def texts_of_seats() -> list[str]:
    """What the players of each game are called."""
    texts = []
    for name in OURS:
        game, ear = find_game(name), Ear(name, "uk")
        texts += [ear.texts.seat(seat) for count in game.seatings for seat in game.setup(count, {}).seats]
    return texts


def test_a_name_with_brackets_is_said_as_a_name() -> None:
    assert "[" not in pronounced("Іра [[a]], ваш хід.", "uk")
