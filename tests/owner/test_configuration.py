"""The owner's file: what it may say, and one sentence for everything else."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from companion.locale import LANGUAGES, Texts
from companion.owner.configuration import (
    EXAMPLE,
    Config,
    ConfigError,
    config_path,
    data_folder,
    load_config,
    parse_config,
)


def test_without_a_file_there_are_defaults(home: Path) -> None:
    config = load_config()
    assert config == Config()
    assert config.camera == ""
    assert config.journal == home / "data" / "companion" / "journal.sqlite"
    assert data_folder() == home / "data" / "companion"


def test_the_file_in_its_usual_place_is_read() -> None:
    config_path().parent.mkdir(parents=True)
    config_path().write_text('language = "uk"\ncamera = "usb:0"\n', encoding="utf-8")
    assert load_config() == Config(language="uk", camera="usb:0")


def test_the_example_can_be_used_also_with_everything_switched_on() -> None:
    assert parse_config(tomllib.loads(EXAMPLE)).camera == "usb:0"
    lines = [re.sub(r"^# (?=\[|\w+ = )", "", line) for line in EXAMPLE.splitlines()]
    config = parse_config(tomllib.loads("\n".join(lines)))
    assert config.journal == Path("/home/pi/journal.sqlite")
    assert config.editions == {"marso": Path("/home/pi/marso.toml")}
    assert config.lamps is not None
    assert config.broadcast == {"host": "127.0.0.1", "port": 1883}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('tongue = "uk"', "no setting tongue"),
        ('language = "de"', "one of en, uk, ru"),
        ("language = 3", "language must be a text"),
        ('table = "our kitchen"', "MQTT"),
        ('table = "a/b"', "MQTT"),
        ('camera = ""', "camera must be a text"),
        ('country = "ua"', "two capital letters"),
        ("journal = 1", "journal must be a text"),
        ('lamps = "on"', "[lamps] must be a section"),
        ("broadcast = true", "[broadcast] must be a section"),
        ("[editions]\nmarso = 1", "marso must be a text"),
        ("language", "not TOML"),
    ],
)
def test_what_is_wrong_is_said_with_the_file(home: Path, text: str, told: str) -> None:
    path = home / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert told in str(caught.value)
    assert str(caught.value).startswith(f"{path}: ")
    english = Texts("en").message(caught.value.text)
    for language in LANGUAGES[1:]:
        assert Texts(language).message(caught.value.text) != english


def test_a_named_file_must_be_there(home: Path) -> None:
    with pytest.raises(ConfigError, match="no such file"):
        load_config(home / "none.toml")


def test_a_file_that_is_no_text(home: Path) -> None:
    path = home / "mine.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="not a text file; save it as text"):
        load_config(path)


def test_a_folder_is_no_file(home: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(home)


@pytest.mark.parametrize("value", [-1, 3001, 0.5, True, "500"])
def test_a_lead_in_is_a_number_of_milliseconds(value: object) -> None:
    assert parse_config({"lead_in": 500}).lead_in == 500
    with pytest.raises(ConfigError, match="lead_in must be a whole number of milliseconds, from 0 to 3000"):
        parse_config({"lead_in": value})
