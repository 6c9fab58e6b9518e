"""Every TOML file is read in one place: one kind of error, short, whatever stands in it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.owner.configuration import ConfigError, load_config
from companion.rules.contract import NotationError
from companion.rules.files import read_file
from companion.rules.toml import read_toml

ROOT = Path(__file__).parents[2]

ODD = {
    "brackets": "a = " + "[" * 20_000,
    "closed brackets": "a = " + "[" * 200 + "]" * 200,
    "tables": ".".join("b" * 500) + " = 1",
    "digits": "a = " + "9" * 5000,
    "hexadecimal digits": "a = 0x" + "f" * 1900,
    "long line": 'a = "' + "x" * 3000 + '"',
    "long name twice": "\n".join(["k" * 1500 + " = 1"] * 2),
    "NUL": "a = \0",
    "NUL in a text": 'a = "\\u0000"',
    "size": "# much\n" * 50_000,
}


@pytest.mark.parametrize("name", ODD)
def test_what_no_file_of_ours_holds_is_refused_briefly(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_toml(ODD[name])
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize(
    "arguments",
    [
        ("referee", "--camera", "none", "--config"),
        ("rules", "check"),
        ("rules", "play", "marso", "--edition"),
    ],
)
def test_commands_say_one_sentence(tmp_path: Path, name: str, arguments: tuple[str, ...]) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(ODD[name], encoding="utf-8")
    done = CliRunner().invoke(main, [*arguments, str(path)])
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code in (1, 2)
    assert len(done.stderr) < 600
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("rules", "check"), ("replay",), ("audit",), ("grabs",), ("referee", "--config")]
)
@pytest.mark.parametrize("name", ["/dev/zero", "endless line"])
def test_no_file_is_taken_in_whole_whatever_its_size(
    tmp_path: Path, arguments: tuple[str, ...], name: str
) -> None:
    path = Path(name)
    if not path.is_absolute():
        path = tmp_path / "long.match"
        path.write_bytes(b"x" * 5_000_000)
    done = CliRunner().invoke(main, [*arguments, str(path)])
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code
    assert "larger than 4 MB" in done.stderr
    assert len(done.stderr) < 400


def test_the_mark_of_some_editors_is_no_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bom.toml"
    path.write_text('\ufefflanguage = "uk"\n', encoding="utf-8")
    assert load_config(path).language == "uk"
    assert read_file(path).startswith("language")
    assert read_toml('\ufeffa = "b"') == {"a": "b"}


@pytest.mark.parametrize("setting", ['journal = "~nosuchuser/j"', '[editions]\nmarso = "~nosuchuser/m"'])
def test_the_home_folder_of_nobody(tmp_path: Path, setting: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(setting, encoding="utf-8")
    with pytest.raises(ConfigError, match="home folder of an unknown user: ~nosuchuser/"):
        load_config(path)


@pytest.mark.slow
def test_nothing_else_reads_toml() -> None:
    readers = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "companion").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Import) and any(alias.name == "tomllib" for alias in node.names)
    }
    assert readers == {"companion/rules/toml.py"}
