"""The catalogues hold every key of the source, with the same placeholders, and nothing else."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

import kivy
import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from companion.locale import LANGUAGES

from .extraction import ROOT, keys, literal_facts, placeholders

TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
FORMS = 3
"""Ukrainian and Russian both have three plural forms of whole numbers."""


@cache
def catalogue(path: Path, language: str) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def forms(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """One text, or all plural forms."""
    return (string,) if isinstance(string, str) else tuple(string or ())


def own(language: str) -> Catalog:
    path = ROOT / "companion" / "locale" / language / "LC_MESSAGES" / "companion.po"
    return catalogue(path, language)


def all_catalogues() -> list[tuple[str, Path]]:
    return [
        (language, path)
        for language in LANGUAGES
        for path in sorted((ROOT / "companion").rglob(f"locale/{language}/LC_MESSAGES/*.po"))
    ]


@pytest.mark.slow
def test_the_extraction_finds_keys_of_several_rooms() -> None:
    rooms = {key.where.split("/")[1] for key in keys()}
    assert {"screen", "referee"} <= rooms


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_key_is_translated(language: str) -> None:
    known = own(language)
    missing = []
    for key in keys():
        message = known.get(key.forms[0])
        said = forms(message.string) if message is not None else ()
        if len(said) != (FORMS if len(key.forms) == 2 else 1) or not all(said):
            missing.append(f"{key.where}: {key.forms}")
    assert not missing, "\n".join(sorted(set(missing)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_translated_that_nobody_says(language: str) -> None:
    said = {key.forms[0] for key in keys()}
    left = []
    for message in own(language):
        key = message.id if isinstance(message.id, str) else message.id[0]
        if key and message.context is None and key not in said:
            left.append(key)
    assert not left


@pytest.mark.parametrize(
    ("language", "path"), all_catalogues(), ids=lambda value: getattr(value, "stem", value)
)
def test_placeholders_agree_and_nothing_is_fuzzy(language: str, path: Path) -> None:
    for message in catalogue(path, language):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        for string in forms(message.string):
            assert placeholders(string) == placeholders(forms(message.id)[-1]), (message.id, string)


def test_ukrainian_and_russian_say_the_same_in_the_same_contexts() -> None:
    """A context that a merge has lost makes another key of a sentence."""
    told: dict[Path, dict[str, set[tuple[str | None, tuple[str, ...]]]]] = defaultdict(dict)
    for language, path in all_catalogues():
        if language in TRANSLATED:
            said = {(message.context, forms(message.id)) for message in catalogue(path, language)}
            told[path.parents[2] / path.name][language] = said
    assert len(told) > 1
    for name, by_language in told.items():
        ukrainian, russian = (by_language.get(language, set()) for language in ("uk", "ru"))
        assert not ukrainian ^ russian, name


def test_every_literal_key_gets_the_facts_it_names() -> None:
    wrong = [(where, key) for where, key, facts in literal_facts() if placeholders(key) != facts]
    assert not wrong


def test_the_screen_s_font_has_every_letter() -> None:
    fonts = Path(kivy.__file__).parent / "data" / "fonts"
    letters = {"\n"}
    for style in ("Regular", "Bold"):
        letters |= set(map(chr, TTFont(fonts / f"Roboto-{style}.ttf").getBestCmap()))
    needed = set("".join(form for key in keys() for form in key.forms))
    for language, path in all_catalogues():
        for message in catalogue(path, language):
            needed |= set("".join(forms(message.string)))
    assert not needed - letters
