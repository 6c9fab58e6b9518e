"""Where the stress of words falls that the voices say, by espeak-ng and RHVoice themselves."""

from __future__ import annotations

import re
import subprocess
import threading

import pytest

from companion.rules.registry import find_game
from companion.sound.pronunciation import MARK, with_phonemes, with_stress
from companion.sound.spoken import Ear
from companion.sound.voice import Voice
from tests.ours import OURS

from .voices import aloud, sentences, words_of_all_games

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
а́йсберг аку́ла ближа́йшую бо́льше верни́те вине́ вме́сте вода́ водоворо́т во́ду возвраще́ние
воспо́льзуется восто́к вре́мя второ́й вулка́н вхо́дит выбира́ет выбира́ется выи́грывает выкла́дывают
вы́ложенную вы́ложите вы́полнить выхо́дит гото́вых грани́чить гренла́ндию да́льше дви́гать дви́жется
де́йствие де́йствия де́лайте до́лжен должна́ дре́йфа друго́го дуэ́ль е́сли жето́н жето́ном забира́ет
за́гнанного зако́нчите зако́нчиться замерза́ет за́пад запа́се захва́т захва́ты иглу́ игра́ игро́к игрока́
игры́ и́ли иссле́довано ка́ждого ка́ждый ка́ирн ка́рте ка́рточка ка́рточки ка́рточку ка́рту ка́рты
кладу́т кле́тка кле́тки кле́тку когда́ кого́ коло́де кому́ конца́ конце́ ко́нчилась кораблю́ коса́тка
косни́тесь кото́рого кото́рые кото́рый кра́сный лову́шке ло́дка льди́ну марсозве́рей марсозве́рь
марсозве́рю марсозве́ря медве́дь меня́ть ме́стности ме́сто мо́жет мо́жно мо́ре мо́рем моряко́в назови́те
напада́ют нападе́ние напа́ли направле́нии науга́д начался́ на́чатое начина́ется неизве́стно не́кого
нельзя́ никто́ ничего́ но́вая но́вый ну́жен нужна́ ну́жно обе́их о́бщем о́бщий обя́зан оди́н одно́
одного́ одному́ одну́ око́нчена опроки́дывает о́стров отби́то отве́та отказа́лся откры́тая откры́то
откры́тое откры́тые отме́ченное отодвига́ет охо́та охо́тник охо́тники очко́ оши́бочный пасу́ет пе́рвая
пе́рвом пе́рвым передвига́ется перемеша́йте перемеща́ть пла́тит пловцо́в побежда́ет пожа́луйста пока́жете
показа́ть по́сле посмотри́те походи́ть появля́ется пра́вильно предме́т прише́дший произошло́ происхо́дит
пропуска́ет пры́гать прыжка́ путеше́ственник путеше́ственников раздава́йте различи́ть разло́жено
разы́грывают ра́мке ра́унд ра́унде рису́нком саня́м свобо́дна своего́ свои́ свора́чивает сдвига́ет се́вер
сейча́с си́ний сле́дующем смо́трит снача́ла со́бственной со́лнца сосе́дний спо́рными спра́шивают сра́зу
сто́пка сто́пки сторо́н стре́лки су́ша су́ши схвати́л схва́чена счита́ют сы́грана та́ет та́йлы таки́м
теку́щий того́ толка́ют то́лько тоте́м транквилиза́тору тре́бует треска́ треску́ тюле́ней тюле́нь тюле́ня
уве́рен удала́сь уже́ упа́л уча́сток фигу́ра фигу́ру фигу́ры хвата́ет хо́да хо́ду цве́та цвето́в чего́
чи́сла число́м ша́га ша́ге эскимо́с эскимо́са эскимо́су э́тим э́того э́той э́тот
"""
"""Every word of two syllables or more that the voice says in Russian, with its stress; ё always bears
it."""
WEAK = {
    "uk": "або́ кого́ лише́ пі́сля тому́ ті́льки че́рез чого́ яки́й якщо́ які́ не́ї",
    "ru": "е́сли и́ли кого́ когда́ кому́ кото́рого кото́рые кото́рый по́сле своего́ свои́ чего́",
}
"""Function words that RHVoice reads without stress."""


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


WORDS = pytest.mark.parametrize(("language", "words"), [("uk", UKRAINIAN), ("ru", RUSSIAN)])


@pytest.mark.outside
@WORDS
def test_espeak_stresses_words_where_people_do(language: str, words: str) -> None:
    said = {word: stressed(word.replace(MARK, ""), language) for word in words.split()}
    assert {word: syllable for word, syllable in said.items() if syllable != told(word)} == {}


@pytest.mark.outside
@WORDS
def test_rhvoice_stresses_words_where_people_do(language: str, words: str) -> None:
    """A word, a paragraph of its own, sounds the same, sample by sample, with its stress marked."""
    voice, own = Voice(), words_of_all_games(language)
    if voice.advice(language) is not None:
        pytest.skip(f"RHVoice has no voice here for {language}")
    marked = [word for word in words.split() if word not in WEAK[language].split()]
    plain = [with_stress(word.replace(MARK, ""), language, own) for word in marked]

    def differing(first: int, end: int) -> list[str]:
        """The words in this part of the list that sound differently."""
        one, other = (
            voice.wav("\n\n".join(texts[first:end]), language, 100, threading.Event())
            for texts in (marked, plain)
        )
        if one == other:
            return []
        if end - first == 1:
            return [marked[first]]
        middle = (first + end) // 2
        return differing(first, middle) + differing(middle, end)

    assert differing(0, len(marked)) == []


@WORDS
def test_every_word_has_been_looked_at(language: str, words: str) -> None:
    known = {word.replace(MARK, "") for word in words.split()}
    texts = [*sentences(language), *texts_of_seats(language)]
    said = {word for text in texts for word in re.findall(r"[а-яёіїєґ’]+", text.lower())}
    long = {word for word in said if sum(letter in LETTERS for letter in word) > 1}
    assert {word for word in long if "ё" not in word} <= known


def texts_of_seats(language: str) -> list[str]:
    """What the players of each game are called."""
    texts = []
    for name in OURS:
        game, ear = find_game(name), Ear(name, language)
        texts += [ear.texts.seat(seat) for count in game.seatings for seat in game.setup(count, {}).seats]
    return texts


def test_a_name_with_brackets_is_said_as_a_name() -> None:
    assert "[" not in with_phonemes("Іра [[a]], ваш хід.", "uk")
