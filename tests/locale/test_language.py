"""Mistakes that a reader of Ukrainian or Russian would hear, each kind once for all catalogues."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from .test_catalogues import TRANSLATED, all_catalogues, catalogue, forms

GLOSSARY = {
    "": (
        (r"totem'?s? base\b", "одставк", "ідставк"),
        (r"\bpads?\b", "ластин", "ластин"),
        ("[Ss]imulated", "иртуальн", "іртуальн"),
        ("unfinished|[Nn]ot finished", "завершен|завершён", "завершен"),  # codespell:ignore ot
        (r"\bmat\b", "оврик", "илим"),
        (r"\bseed\b", "екретн", "екретн"),
        (r"\bTotem verdict|^Verdict", "ешени", "ішен"),
    ),
    "arctica": (
        (r"\b[Ii]gloo", "Иглу", "Іглу"),
        (r"\b[Cc]od\b", "Треск", "Тріск|Тріц"),
        (r"\bfloes?\b", "льдин", "крижин"),
        ("pack ice", "паков", "паков"),
        ("drift card", "карточк", "картк"),
        ("face.down", "лицом вниз", "сорочкою догори"),
    ),
    "atlantis": (
        (r"\bboat", "[Лл]од[ко]", "[Чч]ов[ен]"),
        ("[Ww]hirlpool", "одоворот", "одоверт"),
        ("safe island", "безопасн", "безпечн"),
        ("land side up", "рисунком местности вверх", "зображенням місцевості догори"),
    ),
    "jungle": (
        (r"\bpad\b", "ластин", "ластин"),
        ("verdict", "ешени", "ішен"),
        ("[Ss]pecial card", "[Сс]пециальн", "[Оо]соблив"),
        ("face down", "рубашкой вверх", "сорочкою догори"),
        ("face up", "лицом вверх", "лицем догори"),
    ),
    "marso": (
        (r"\bhunter\b", "хотник", "исливе|исливц"),
        ("portal token", "жетон", "жетон"),
        ("face down", "рубашкой вверх", "сорочкою догори"),
        ("^card r$", "вправо", "вправо"),
        ("^card l$", "влево", "вліво"),
    ),
    "northwest": (
        ("[Ss]un disc", "Диск", "Диск"),
        ("[Cc]airn", "аирн", "Каїрн"),
        ("^take$", "плитк", "плитк"),
        (r"\brows?\b", "[Рр]яд", "[Рр]яд(?!к)"),
    ),
}
"""By the game ("" for the screen): what stands in the English sentence, and its term in Russian and Ukrainian
(the one of the box, where there is a box)."""

COUNTED = r"{(?:n|count|needed|gaps|tags|rate|shown|matches|entries|pads)} [а-яёіїєґ]{4,}"
CALQUES = (
    r"\w+[уюая]юч(?:ий|а|е|і|ої|ою|их|ими|ого|ому|им)\b",
    r"\b(?:хто|що|де|куди|скільки|як) би?\b[^,;.]{0,12}\bне\b",
    r"жетон\w*,? (?:який|що) [^;.]*\bякого\b",
)
"""Ukrainian: participles such as *дрейфуючий*; *хто б не* for *хоч би хто*; a thing as if it were alive."""
INFORMAL = {"ru": r"\b(?:ты|тебя|тебе|тво[йияёе]\w*)\b", "uk": r"\b(?:ти|тебе|тобі|тв(?:ій|оя|оє|ої)\w*)\b"}
POLITE = {
    "ru": ((r"[ийь]тесь$", 4, "сь"), (r"[ийь]те$", 2, "")),
    "uk": (("іться$", 5, "ися"), ("іть$", 3, "и"), ("[йь]те$", 2, "")),
}
"""Endings of imperatives for several people: how many letters are cut, and what follows for one friend."""
HEADS = {
    "ru": {"круг": "", "бант": "", "крендель": "", "солнце": "ое|ее"},
    "uk": {"коло": "е|є", "сонце": "е|є", "бант": "", "крендель": ""},
}
MANY = {"ru": "ые|ие", "uk": "і"}
ONE = {"ru": "ый|ий", "uk": "ий|ій"}


def texts(language: str) -> Iterator[tuple[str, str, str]]:
    """The game of a catalogue ("" for the screen), the key and each form of its translation."""
    for of, path in all_catalogues():
        if of == language:
            game = path.parents[3].name if path.parents[3].name != "companion" else ""
            for message in catalogue(path, language):
                if message.id:
                    for said in forms(message.string):
                        yield game, forms(message.id)[0], said


def without_gaps(text: str) -> str:
    return re.sub(r"{\w+}", "…", text)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_thing_has_one_name_everywhere(language: str) -> None:
    wrong, seen = [], set()
    for game, key, said in texts(language):
        for english, *terms in GLOSSARY.get(game, ()):
            term = terms[("ru", "uk").index(language)]
            if re.search(english, without_gaps(key)):
                seen.add((game, english))
                if not re.search(term, said) and not re.search(english, said):
                    wrong.append(f"{game}: {key} -> {said}")
    assert not wrong, "\n".join(wrong)
    assert seen == {(game, english) for game, terms in GLOSSARY.items() for english, *_ in terms}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_word_after_a_number_has_its_plural_forms(language: str) -> None:
    """*1 промежутков*: a counted word stands before a colon, or the sentence has plural forms."""
    wrong = []
    for of, path in all_catalogues():
        if of == language:
            single = [message for message in catalogue(path, of) if isinstance(message.id, str)]
            wrong += [m.string for m in single if re.search(COUNTED, str(m.string))]
    assert not wrong
    assert re.search(COUNTED, "Распознано только {gaps} промежутков")


@pytest.mark.parametrize("language", TRANSLATED)
def test_people_are_addressed_in_one_way(language: str) -> None:
    words = {word for _, _, said in texts(language) for word in re.findall(r"[а-яёіїєґ’]+", said.lower())}
    for_a_friend = {
        word[:-cut] + ending
        for word in words
        for pattern, cut, ending in POLITE[language]
        if re.search(pattern, word)
    }
    assert {"коснись", "покажи"} <= for_a_friend or {"торкнися", "покажи"} <= for_a_friend
    assert not for_a_friend & words
    assert not [word for word in words if re.fullmatch(INFORMAL[language], word)]


def test_ukrainian_without_calques() -> None:
    said = [text for _, _, text in texts("uk")]
    assert not [text for text in said for calque in CALQUES if re.search(calque, text, re.IGNORECASE)]
    for calque, example in zip(
        CALQUES,
        ("серед дрейфуючої криги", "хто б його не загнав", "на жетоні, який рухається чи якого штовхають"),
        strict=True,
    ):
        assert re.search(calque, example)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_colour_agrees_with_its_symbol(language: str) -> None:
    number = 0
    for game, _, said in texts(language):
        found = re.fullmatch(r"(?:карта: )?(.+) \((\w+)\)", said)
        if game != "jungle" or found is None or not re.match("красн|желт|жёлт|син|зел|черв|жовт", found[2]):
            continue
        nouns = [word for word in found[1].split() if word in HEADS[language]]
        endings = (HEADS[language][nouns[0]] or ONE[language]) if nouns else MANY[language]
        assert re.search(f"(?:{endings})$", found[2]), said
        number += 1
    assert number > 100
