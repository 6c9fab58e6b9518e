"""Single settings are written into the owner's file; whatever else stands there stays, or nothing changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.owner.configuration import EXAMPLE, Config, ConfigError, load_config
from companion.owner.settings_file import Changes, write_settings

OWN = """\
# our table
camera = "usb:0"  # the old one

[broadcast]
host = "attic"   # upstairs
port = 1884
# [totem]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "etc" / "companion.toml"


def written(file: Path, text: str, changes: Changes) -> str:
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")
    write_settings(file, changes)
    return file.read_text(encoding="utf-8")


def test_without_a_file_one_is_begun(file: Path) -> None:
    write_settings(file, {"": {"camera": "usb:2", "turn": 180}, "totem": {"pads": [3, 1]}})
    assert load_config(file) == Config(camera="usb:2", turn=180, totem={"pads": [3, 1]})
    assert file.stat().st_mode & 0o077 == 0, "it may hold the login of a camera"


def test_what_an_interrupted_writing_left_is_in_nobody_s_way(file: Path) -> None:
    file.parent.mkdir()
    left = file.with_name("companion.toml.new")
    left.write_text("half", encoding="utf-8")
    left.chmod(0o644)
    write_settings(file, {"": {"turn": 90}})
    assert load_config(file).turn == 90
    assert file.stat().st_mode & 0o077 == 0
    assert not left.exists()


def test_everything_else_stays_as_it_is(file: Path) -> None:
    after = written(file, OWN, {"": {"camera": "pi", "set_up": True}, "broadcast": {"host": "127.0.0.1"}})
    head = '# our table\ncamera = "pi"\nset_up = true\n'
    assert after == head + '\n[broadcast]\nhost = "127.0.0.1"\nport = 1884\n# [totem]\n'


def test_a_setting_is_not_written_into_the_sample_of_a_section(file: Path) -> None:
    after = written(file, EXAMPLE, {"": {"set_up": True}, "totem": {}})
    config = load_config(file)
    assert (config.set_up, config.totem, config.language) == (True, {}, "uk")
    assert after.index("set_up") < after.index("# [editions]")


def test_a_section_is_switched_off_and_can_be_switched_on_by_hand(file: Path) -> None:
    after = written(file, OWN, {"broadcast": None})
    assert load_config(file).broadcast is None
    assert '# [broadcast]\n# host = "attic"   # upstairs\n# port = 1884\n' in after


def test_twice_is_like_once(file: Path) -> None:
    changes: Changes = {"": {"turn": 90}, "totem": {"pads": [1, 2]}}
    once = written(file, OWN, changes)
    assert written(file, once, changes) == once


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("[totem]\npads = [\n 1,\n 2,\n]\n", {"totem": {"pads": [2, 1]}}),
        ("totem.pads = [1, 2]\n", {"totem": {"pads": [2, 1]}}),
        ("camera = \n", {"": {"turn": 90}}),
        ('language = "uk"\n', {"": {"turn": 45}}),
    ],
    ids=["a list over lines", "a dotted key", "not TOML", "a value that cannot be"],
)
def test_what_cannot_be_followed_is_left_alone_and_said(file: Path, text: str, changes: Changes) -> None:
    with pytest.raises(ConfigError, match=r"cannot be changed by the program: write .* into it yourself"):
        written(file, text, changes)
    assert file.read_text(encoding="utf-8") == text
    assert list(file.parent.iterdir()) == [file]


def test_the_rights_of_the_file_stay(file: Path) -> None:
    file.parent.mkdir()
    file.write_text(OWN, encoding="utf-8")
    file.chmod(0o640)
    write_settings(file, {"": {"turn": 0}})
    assert file.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(file: Path, tmp_path: Path) -> None:
    file.parent.mkdir()
    (tmp_path / "real.toml").write_text(OWN, encoding="utf-8")
    file.symlink_to(tmp_path / "real.toml")
    write_settings(file, {"": {"camera": "pi"}})
    assert file.is_symlink()
    assert load_config(tmp_path / "real.toml").camera == "pi"


def test_a_folder_in_the_way_is_said(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(ConfigError, match=r"cannot be written \(.*\): write turn = 90 into it yourself"):
        write_settings(file, {"": {"turn": 90}})
